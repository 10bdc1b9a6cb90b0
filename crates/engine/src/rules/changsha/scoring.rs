//! Settlement: the payments, line by line. Rule book 2.9 and 2.11. Kongs cost nothing in Changsha.

use super::options::{
    DealerBonus, DealerExtra, DealerPoint, DrawBirds, EscapeShare, Mutual, OnAbort, OpeningBirds, OpeningPrice,
    Options, PlusOne, Scale, SmallExtra,
};
use super::{birds, clauses as c, openings, patterns};
use crate::rules::Won;
use crate::table::{Opened, Table};
use caipan_tiles::clause::Clause;
use caipan_tiles::ledger::{Cause, Ledger, Party, Sum};
use caipan_tiles::text::Label;
use caipan_tiles::tile::{Seat, Tile};

/// A win, on any tile.
pub static WIN: Cause = Cause { id: "win", name: Label::new("胡牌", "win") };
/// An initial win.
pub static OPENING: Cause = Cause { id: "opening", name: Label::new("起手胡", "initial win") };
/// Leaving the table.
pub static ESCAPE: Cause = Cause { id: "escape", name: Label::new("逃跑", "leaving") };

const SMALL: Label = Label::new("小胡", "small win");
const BIG: Label = Label::new("大胡", "big pattern");
const UNITS: Label = Label::new("大胡数", "big patterns");
const DEALER: Label = Label::new("庄家", "dealer");
const EXTRA: Label = Label::new("自摸加一", "self-draw, one more");
const CAP: Label = Label::new("封顶", "limit");
const LEFT: Label = Label::new("逃跑扣分", "penalty for leaving");
const SHARED: Label = Label::new("三家平分", "shared by three");

/// All payments of a hand.
pub fn settle(options: &Options, table: &Table, wins: &[Won]) -> Ledger {
    let mut ledger = Ledger::default();
    let drawn = wins.is_empty() && !options.initial_hu_ends_hand();
    // A small initial win beside the same seat's big heavenly win counts for nothing (CS-B.8.5).
    let counts = |opened: &&Opened| {
        !options.initial_hu_ends_hand() || !wins.iter().any(|won| won.seat == opened.seat && won.value > 0)
    };
    let void = table.cut_short && options.initial_hu_on_abort() == OnAbort::Void;
    let openings: Vec<&Opened> = table.openings.iter().filter(|_| !void).filter(counts).collect();
    for opened in &openings {
        opening(options, table, opened, &openings, drawn, &mut ledger);
    }
    for won in wins {
        let birds = table.birds.as_deref().unwrap_or_default();
        match won.from {
            Some(payer) => pay(options, table, won, payer, birds, &mut ledger),
            None => won.seat.others().into_iter().for_each(|payer| pay(options, table, won, payer, birds, &mut ledger)),
        }
    }
    let left = || Seat::ALL.into_iter().filter(|&seat| table.place(seat).left);
    // If all four leave, the room is dissolved and nobody ran away.
    if left().count() < Seat::ALL.len() {
        left().for_each(|seat| escape(options, seat, &mut ledger));
    }
    ledger
}

/// True if the dealer's point counts between two seats.
fn dealer_counts(options: &Options, table: &Table, one: Seat, other: Seat) -> bool {
    match options.dealer_point() {
        DealerPoint::Involved => [one, other].contains(&table.dealer),
        DealerPoint::EveryWin => true,
        DealerPoint::Off => false,
    }
}

/// Adds the payment of one payer for one win, with its clause.
fn pay(options: &Options, table: &Table, won: &Won, payer: Seat, birds: &[Tile], ledger: &mut Ledger) {
    let on_discard = won.from.is_some();
    let dealer = dealer_counts(options, table, won.seat, payer);
    let hits = birds::hits(options, birds, table.dealer, won.seat, payer, on_discard);
    let limit = options.big_units_cap().0;
    let units = if limit > 0 { won.value.min(limit) } else { won.value };
    let win = Price { options, units, dealer, on_discard };
    let (sum, clause) = win.with(|sum| birds::apply(options, sum, hits));
    let capped = (units < won.value).then_some("big_units_cap");
    let decided = won.options.iter().copied().chain(win.deciding(hits.0 > 0)).chain(capped);
    let at = table.won_at(won.seat);
    record(options, ledger, payer, won.seat, sum, &WIN, clause, decided, at);
}

/// Adds the payments of one seat's initial wins, each a small self-draw (CS-A.1–A.4, CS-B.6.1–4).
fn opening(options: &Options, table: &Table, opened: &Opened, all: &[&Opened], drawn: bool, ledger: &mut Ledger) {
    let last = birds::of_last_tile(options, table).unwrap_or_default();
    let birds = match (options.initial_hu_birds(), drawn, options.initial_hu_birds_on_draw()) {
        (OpeningBirds::HandEnd, false, _) => table.birds.as_deref().unwrap_or_default(),
        (OpeningBirds::HandEnd, true, DrawBirds::LastTile) => last.as_slice(),
        _ => &[],
    };
    let paid = openings::paid(options, opened);
    for payer in opened.seat.others() {
        if options.initial_hu_mutual() == Mutual::Exempt && all.iter().any(|other| other.seat == payer) {
            continue;
        }
        let dealer = options.initial_hu_price() == OpeningPrice::SmallSelfDraw
            && dealer_counts(options, table, opened.seat, payer);
        let hits = match (options.initial_hu_birds(), opened.dice) {
            (OpeningBirds::Dice, Some(dice)) => birds::dice_hits(options, &dice, table.dealer, opened.seat, payer),
            _ => birds::hits(options, birds, table.dealer, opened.seat, payer, false),
        };
        let price = Price { options, units: 0, dealer, on_discard: false };
        for (at, pattern) in paid.iter().enumerate() {
            let birds = |sum| birds::apply(options, sum, hits);
            let extra = at == 0 || options.initial_hu_plus_one() == PlusOne::PerType;
            let (sum, _) = if extra { price.with(birds) } else { price.without_extra(birds) };
            let decided =
                ["initial_hu_birds"].into_iter().filter(|_| options.initial_hu_birds() != OpeningBirds::HandEnd);
            record(
                options,
                ledger,
                payer,
                opened.seat,
                sum,
                &OPENING,
                patterns::clause_of(options.scale(), pattern),
                decided,
                opened.at,
            );
        }
    }
}

#[expect(clippy::too_many_arguments, reason = "a payment has this many sides, and this is the one place they meet")]
fn record(
    options: &Options,
    ledger: &mut Ledger,
    from: Seat,
    to: Seat,
    sum: Sum,
    cause: &'static Cause,
    clause: &'static Clause,
    decided: impl IntoIterator<Item = &'static str>,
    at: Option<usize>,
) {
    let cap = options.payment_cap().0;
    let capped = cap > 0 && sum.value() > cap;
    let sum = if cap > 0 { sum.at_most(cap, &CAP) } else { sum };
    let decided = decided.into_iter().chain(capped.then_some("payment_cap"));
    ledger.pay(Party::Seat(from), Party::Seat(to), sum, cause, clause).decided_by(decided).for_event(at);
}

/// Adds the payments of a seat that left (CS-B.8.7).
fn escape(options: &Options, seat: Seat, ledger: &mut Ledger) {
    let penalty = || Sum::of(options.escape_penalty().0, &LEFT);
    let mut pay = |to, sum| {
        ledger.pay(Party::Seat(seat), to, sum, &ESCAPE, &c::B_8_7).decided_by(["escape_distribution"]);
    };
    if options.escape_distribution() == EscapeShare::None {
        return pay(Party::House, penalty());
    }
    for other in seat.others() {
        pay(Party::Seat(other), penalty().share(3, &SHARED));
    }
    pay(Party::House, Sum::of(options.escape_penalty().0 % 3, &LEFT));
}

/// The price of one win between one winner and one payer, before birds and limits.
#[derive(Clone, Copy)]
struct Price<'a> {
    options: &'a Options,
    /// Big patterns; 0 is a small win.
    units: i64,
    /// True if the dealer's point counts.
    dealer: bool,
    on_discard: bool,
}

impl Price<'_> {
    /// The complete sum with its clause. `birds` applies the birds.
    fn with(&self, birds: impl Fn(Sum) -> Sum) -> (Sum, &'static Clause) {
        let d = i64::from(self.dealer);
        let n = self.units;
        match (self.options.scale(), n > 0, self.on_discard) {
            (Scale::A, false, true) => (birds(Sum::of(1, &SMALL).plus(d, &DEALER)), &c::A_22),
            (Scale::A, false, false) => (self.small_self_draw(birds), &c::A_23),
            (Scale::A, true, true) => (birds(self.big_a().plus(self.bonus(), &DEALER)), &c::A_24),
            (Scale::A, true, false) if self.options.big_bonus_under_birds() => {
                (birds(self.big_a().plus(self.bonus(), &DEALER)), &c::A_25)
            }
            (Scale::A, true, false) => (birds(self.big_a()).plus(self.bonus(), &DEALER), &c::A_25),
            (Scale::B, false, true) => (birds(Sum::of(10, &SMALL).plus(10 * d, &DEALER)), &c::B_8_2),
            (Scale::B, false, false) => (birds(Sum::of(10, &SMALL).plus(10 * d, &DEALER)), &c::B_8_1),
            (Scale::B, true, false) => (birds(Sum::of(30, &BIG).plus(10 * d, &DEALER).times(n, &UNITS)), &c::B_8_3),
            (Scale::B, true, true) => {
                (birds(Sum::of(60, &BIG).times(n, &UNITS).plus(self.extra_b(), &DEALER)), &c::B_8_4)
            }
        }
    }

    /// The extra point comes after the birds, is multiplied by them, or does not count.
    fn small_self_draw(&self, birds: impl Fn(Sum) -> Sum) -> Sum {
        let base = Sum::of(1, &SMALL).plus(i64::from(self.dealer), &DEALER);
        match self.options.small_self_draw_plus_one() {
            SmallExtra::AfterBirds => birds(base).plus(1, &EXTRA),
            SmallExtra::UnderBirds => birds(base.plus(1, &EXTRA)),
            SmallExtra::Off => birds(base),
        }
    }

    /// A small self-draw whose extra point has been counted already (AMB-27).
    fn without_extra(&self, birds: impl Fn(Sum) -> Sum) -> (Sum, &'static Clause) {
        match self.options.scale() {
            Scale::A => (birds(Sum::of(1, &SMALL).plus(i64::from(self.dealer), &DEALER)), &c::A_23),
            Scale::B => self.with(birds),
        }
    }

    fn big_a(&self) -> Sum {
        Sum::of(6, &BIG).times(self.units, &UNITS)
    }

    /// The dealer's extra on scale a: once a win, or once a big pattern (AMB-3).
    fn bonus(&self) -> i64 {
        match (self.dealer, self.options.dealer_bonus_big()) {
            (false, _) => 0,
            (true, DealerBonus::Once) => 1,
            (true, DealerBonus::PerUnit) => self.units,
        }
    }

    /// The dealer's extra of a discard on scale b, where a sentence of the source is missing (AMB-2).
    fn extra_b(&self) -> i64 {
        match (self.dealer, self.options.big_ron_dealer_extra()) {
            (false, _) | (true, DealerExtra::None) => 0,
            (true, DealerExtra::Once) => 10,
            (true, DealerExtra::PerUnit) => 10 * self.units,
        }
    }

    /// The options that made a difference to this sum.
    fn deciding(&self, hit: bool) -> impl Iterator<Item = &'static str> {
        let a = self.options.scale() == Scale::A;
        [
            ("dealer_bonus_big", a && self.dealer && self.units > 1),
            ("big_ron_dealer_extra", !a && self.dealer && self.units > 0 && self.on_discard),
            ("big_bonus_under_birds", a && self.dealer && self.units > 0 && !self.on_discard && hit),
        ]
        .into_iter()
        .filter_map(|(option, decides)| decides.then_some(option))
    }
}

#[cfg(test)]
mod tests;
