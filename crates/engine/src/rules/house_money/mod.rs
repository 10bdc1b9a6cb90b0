//! Money that no region's book prices, the same in every rule system: the stake, limits by holdings, the rake, fees, and
//! what a referee or the house moves. Clauses HM-stake to HM-chain.
//!
//! The order of one hand: the region's payments in points, points for leaving, times the stake (`HouseMoney::apply`),
//! limits (`limits`), then of the net of each seat the rake (`rake`) and the fee (`fee`), then the lines that the log
//! records (`recorded`). With the defaults nothing is added.

mod causes;
pub mod clauses;
mod conflicts;
mod fee;
mod limits;
mod nothing;
mod options;
mod rake;
mod recorded;

pub use causes::{FEE, LEAVE, LIMIT, RAKE, clause_of, of_kind};
pub use conflicts::{conflicts_with, fields_with};
pub use nothing::nothing;
pub use options::{FeePayer, Options, Per};

use super::{Choices, Missing, Open, OptionReads, OptionSet};
use crate::table::{Fill, Table};
use caipan_log::{HouseKind, Owner};
use caipan_tiles::ledger::{Ledger, Net, Party, Role, Sum, gains};
use caipan_tiles::text::Label;
use caipan_tiles::tile::{Seat, SeatMap, Seats};
use clauses as c;
use options::{GainLimit, LeaveTo, LossLimit};

const STAKE: Label = Label::new("底分", "stake");
const LEFT: Label = Label::new("逃跑扣分", "points for leaving");
const SHARED: Label = Label::new("其余各家平分", "shared by the others");

/// The house money with its options decided.
#[derive(Debug)]
pub struct HouseMoney {
    options: Options,
    /// Every option of it, by its place among those of the system.
    places: OptionSet,
    /// True if it adds nothing to a hand but what the log records.
    is_plain: bool,
}

impl HouseMoney {
    /// Creates it with these choices of a system.
    pub fn with(choices: &Choices) -> HouseMoney {
        let first = choices.values().len().saturating_sub(Options::COUNT);
        let options = Options::of(choices.values().get(first..).unwrap_or_default());
        let places = (first..first + Options::COUNT).map(OptionSet::of).fold(OptionSet::default(), OptionSet::or);
        let is_plain = (options.stake().0, options.rake().0, options.fee().0, options.leave_penalty().0)
            == (1, 0, 0, 0)
            && options.loss_limit() == LossLimit::Off
            && options.gain_limit() == GainLimit::Off;
        HouseMoney { options, places, is_plain }
    }

    /// True if it adds nothing to a hand but what the log records.
    pub const fn is_plain(&self) -> bool {
        self.is_plain
    }

    /// The options.
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// Adds to the payments of a region's book what the house rules and the recorded lines add. `asked`: the options that
    /// were read, which then include all of these.
    pub fn apply(&self, table: &Table, ledger: &mut Ledger, asked: &OptionReads) {
        asked.note(self.places);
        if !self.is_plain {
            self.leaving(table, ledger);
            ledger.multiply(self.options.stake().0, &STAKE, "stake");
            limits::apply(&self.options, table, ledger);
            self.take(&raked(ledger), table, ledger);
        }
        recorded::add(self, table, ledger);
    }

    /// Adds the rake of these gains.
    pub fn rake(&self, gains: &SeatMap<i64>, seats: Seats, ledger: &mut Ledger) {
        rake::take(&self.options, gains, seats, ledger);
    }

    /// Adds rake and fee of a hand in which the seats gained this much.
    pub fn take(&self, gains: &SeatMap<i64>, table: &Table, ledger: &mut Ledger) {
        if self.options.rake_per() == Per::Hand {
            rake::take(&self.options, gains, table.seats, ledger);
        }
        if self.options.fee_per() == Per::Hand && fee::is_due(&self.options, table) {
            fee::take(&self.options, gains, table, ledger);
        }
    }

    /// Adds what the house takes of a match whose seats won or lost this much in all hands, house money not included.
    pub fn end_match(&self, won: &SeatMap<i64>, seats: Seats, owner: Option<Owner>, ledger: &mut Ledger) {
        if self.demands(HouseKind::Rake, Per::Match) {
            rake::take(&self.options, won, seats, ledger);
        }
        if self.demands(HouseKind::Fee, Per::Match) {
            fee::take_of(&self.options, won, seats, owner, None, ledger);
        }
    }

    /// True if what the seats hold limits what they lose or gain.
    pub fn is_limited(&self) -> bool {
        self.options.loss_limit() != LossLimit::Off || self.options.gain_limit() != GainLimit::Off
    }

    /// True if the rules demand a rake or a fee.
    pub fn takes(&self) -> bool {
        self.options.rake().0 > 0 || self.options.fee().0 > 0
    }

    /// True if it adds something at the end of a match.
    pub fn ends_match(&self) -> bool {
        [HouseKind::Rake, HouseKind::Fee].into_iter().any(|kind| self.demands(kind, Per::Match))
    }

    /// True if the rules say what lines of this kind must be, in a hand or after the last: the log's lines are then
    /// compared with them.
    pub fn demands(&self, kind: HouseKind, per: Per) -> bool {
        match kind {
            HouseKind::Rake => self.options.rake().0 > 0 && self.options.rake_per() == per,
            HouseKind::Fee => self.options.fee().0 > 0 && self.options.fee_per() == per,
            _ => false,
        }
    }

    /// The facts that it needs and the log leaves out. `due`: the payments of the region's book.
    pub fn open(&self, table: &Table, due: &Net) -> impl Iterator<Item = Open> {
        let holdings = (self.is_limited() && table.holdings.is_none() && due.moved() > 0)
            .then(|| Open::limited(Missing::Holdings, table.seats, table.seats, i64::MAX, Fill::Holdings));
        let owned = self.options.fee().0 > 0
            && self.options.fee_per() == Per::Hand
            && self.options.fee_payer() == FeePayer::Owner
            && table.owner.is_none();
        let owner = owned.then(|| {
            let seats = table.seats.iter().map(Owner::Seat);
            Open::of(Missing::Owner, seats.chain([Owner::Away]).map(Fill::Owner))
        });
        holdings.into_iter().chain(owner)
    }

    /// Adds the points of the seats that left, if not all did.
    fn leaving(&self, table: &Table, ledger: &mut Ledger) {
        let points = self.options.leave_penalty().0;
        let left: Seats = table.seats.iter().filter(|&seat| table.place(seat).left).collect();
        if points == 0 || left.len() == table.seats.len() {
            return;
        }
        for seat in left.iter() {
            let mut pay = |to, sum: Sum| {
                ledger.pay(Party::Seat(seat), to, sum, &LEAVE, &c::LEAVE).decided_by(["leave_penalty", "leave_to"]);
            };
            let others = i64::try_from(table.seats.len()).unwrap_or(4).saturating_sub(1);
            match self.options.leave_to() {
                LeaveTo::House => pay(Party::House, Sum::of(points, &LEFT)),
                LeaveTo::Others => {
                    for other in table.seats.others(seat) {
                        pay(Party::Seat(other), Sum::of(points, &LEFT).share(others, &SHARED));
                    }
                    pay(Party::House, Sum::of(points, &LEFT).rest(others, &SHARED));
                }
            }
        }
    }
}

/// The gains of which the house takes its share: what the seats won from each other, without points for leaving.
fn raked(ledger: &Ledger) -> SeatMap<i64> {
    let lines = ledger.lines().iter().filter(|line| line.cause.role != Role::Leaving);
    gains(
        lines.map(caipan_tiles::ledger::Line::flow).filter(|flow| flow.to != Party::House && flow.from != Party::House),
    )
}

/// The seats that gain most, if any gains, with their gain.
fn biggest(gains: &SeatMap<i64>, seats: Seats) -> (Seats, i64) {
    let most = seats.iter().map(|seat| gains[seat]).max().unwrap_or(0);
    let all = if most > 0 { seats.iter().filter(|&seat| gains[seat] == most).collect() } else { Seats::NONE };
    (all, most)
}

/// The seats that gain.
fn gainers(gains: &SeatMap<i64>, seats: Seats) -> impl Iterator<Item = Seat> {
    seats.iter().filter(|&seat| gains[seat] > 0)
}
