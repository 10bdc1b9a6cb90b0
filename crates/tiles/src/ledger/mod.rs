//! The ledger (账): every payment with its sum, its cause and its clause.
//!
//! [`Ledger::pay`] is the only way to record a payment. It takes from one party what it gives to another, so a ledger
//! balances by construction.

mod net;
mod parts;
mod reason;
mod sum;

pub use net::{Flow, Net, Pair, Pairs, gains};
pub use reason::{Expected, Reason, ReasonRow};
pub use sum::{Op, Step, Sum};

use crate::clause::Clause;
use crate::text::Label;
use crate::tile::{Seat, Tile};
use smallvec::SmallVec;

/// The payer or receiver of a payment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Party {
    /// A player.
    Seat(Seat),
    /// The house: receives what no player gets, such as an escape penalty that is not redistributed.
    House,
}

/// The reason for a payment. Each kind of payment has one, with the name that clients may write in a payment's `for`.
#[derive(Debug)]
pub struct Cause {
    /// A stable id, for example `win`.
    pub id: &'static str,
    /// The name in both languages.
    pub name: Label,
    /// The role that it has in every region.
    pub role: Role,
}

/// The role of a cause, as far as it is the same in every region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Payments for a winning hand.
    Win,
    /// Payments for a false win.
    FalseWin,
    /// Points for leaving the table.
    Leaving,
    /// Points that the house takes or gives, or that a referee moves: no payment of the game.
    House,
    /// Payments of several kinds, each named by the only step of its sum: kinds of kongs or of chickens.
    Kinds,
    /// Any others.
    Other,
}

impl Cause {
    /// Returns a cause of no special role.
    pub const fn new(id: &'static str, zh: &'static str, en: &'static str) -> Cause {
        Cause { id, name: Label::new(zh, en), role: Role::Other }
    }

    /// Sets the role.
    pub const fn in_role(self, role: Role) -> Cause {
        Cause { role, ..self }
    }

    /// True if a client may call the cause so: by its id, or by its name in either language.
    pub fn is_called(&self, name: &str) -> bool {
        self.id == name || self.name.zh == name || self.name.en == name
    }
}

/// One payment.
#[derive(Clone, Debug)]
pub struct Line {
    /// The payer.
    pub from: Party,
    /// The receiver.
    pub to: Party,
    /// The reason.
    pub cause: &'static Cause,
    /// The amount, as a sum of named steps; always above zero.
    pub sum: Sum,
    /// The clause that requires it.
    pub clause: &'static Clause,
    /// The house-rule options that decided the amount, where they differ from the source's reading.
    pub options: SmallVec<[&'static str; 1]>,
    /// The tiles that the payment is for, if any.
    pub tiles: SmallVec<[Tile; 8]>,
    /// The index of the event that the payment is for, if any: a kong, a win, an initial win.
    pub at: Option<usize>,
}

/// The payment just recorded, if it left a line, to add details.
#[derive(Debug)]
pub struct Recorded<'a>(Option<&'a mut Line>);

impl Recorded<'_> {
    /// Adds the options that decided the amount.
    pub fn decided_by(mut self, options: impl IntoIterator<Item = &'static str>) -> Self {
        if let Some(line) = &mut self.0 {
            line.options.extend(options);
        }
        self
    }

    /// Adds the tiles that the payment is for.
    pub fn for_tiles(mut self, tiles: &[Tile]) -> Self {
        if let Some(line) = &mut self.0 {
            line.tiles.extend_from_slice(tiles);
        }
        self
    }

    /// Sets the event that the payment is for.
    pub fn for_event(mut self, at: Option<usize>) -> Self {
        if let Some(line) = &mut self.0 {
            line.at = at;
        }
        self
    }
}

/// The capacity reserved with the first payment; most hands need no more.
const USUAL_LINES: usize = 12;

/// All payments of a hand.
#[derive(Clone, Debug, Default)]
pub struct Ledger {
    lines: Vec<Line>,
    /// The reasons for nothing, if somebody asks for them.
    reasons: Option<Vec<Reason>>,
}

impl Ledger {
    /// Returns a new ledger with what this adds to it.
    pub fn with(fill: impl FnOnce(&mut Ledger)) -> Ledger {
        let mut ledger = Ledger::default();
        fill(&mut ledger);
        ledger
    }

    /// Records a payment. A payment to oneself, or of zero or fewer points, leaves no line, and details added to it are
    /// dropped.
    pub fn pay(
        &mut self,
        from: Party,
        to: Party,
        sum: Sum,
        cause: &'static Cause,
        clause: &'static Clause,
    ) -> Recorded<'_> {
        if from == to || sum.value() <= 0 {
            return Recorded(None);
        }
        if self.lines.is_empty() {
            self.lines.reserve(USUAL_LINES);
        }
        self.lines.push(Line {
            from,
            to,
            cause,
            sum,
            clause,
            options: SmallVec::new(),
            tiles: SmallVec::new(),
            at: None,
        });
        Recorded(self.lines.last_mut())
    }

    /// Adds the payments of another ledger after its own.
    pub fn append(&mut self, other: Ledger) {
        self.lines.extend(other.lines);
        self.nothing(|| other.reasons.into_iter().flatten());
    }

    /// Multiplies every payment, with the option that sets the factor. Money that is shared is multiplied before.
    pub fn multiply(&mut self, factor: i64, why: &'static Label, option: &'static str) {
        if factor == 1 {
            return;
        }
        for line in &mut self.lines {
            let sum = std::mem::replace(&mut line.sum, Sum::of(0, why));
            line.sum = sum.multiplied(factor, why);
            line.options.push(option);
        }
        // A remainder can vanish or appear.
        self.lines.retain(|line| line.sum.value() > 0);
    }

    /// The payments in the order recorded.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// Returns the payments of the game between two seats, in both directions.
    pub fn between(&self, pair: Pair) -> impl Iterator<Item = &Line> {
        self.lines.iter().filter(move |line| !line.is_apart() && Pair::between(line.from, line.to) == Some(pair))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clause::Reading;

    static HAND: Cause = Cause::new("hand", "胡牌", "hand");
    static FAN: Label = Label::new("番", "fan");
    static CLAUSE: Clause =
        Clause { id: "X", section: "", wording: crate::text::Label::new("", ""), reading: Reading::AsWritten };

    #[test]
    fn drops_details_of_empty_payments() {
        let (one, other) = (Party::Seat(Seat::ALL[0]), Party::Seat(Seat::ALL[1]));
        let points = |points| Sum::of(points, &FAN);
        let mut ledger = Ledger::default();
        ledger.pay(one, other, points(5), &HAND, &CLAUSE).decided_by(["first"]);
        ledger.pay(one, other, points(0), &HAND, &CLAUSE).decided_by(["second"]).for_tiles(&[]);
        ledger.pay(one, one, points(3), &HAND, &CLAUSE).decided_by(["third"]);
        let [line] = ledger.lines() else { panic!("{:?}", ledger.lines()) };
        assert_eq!((&line.options[..], &line.tiles[..]), (&["first"][..], &[][..]));
    }
}
