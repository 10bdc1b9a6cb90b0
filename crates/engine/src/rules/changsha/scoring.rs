//! Settlement: the payments, line by line. Rule book 2.9 and 2.11.
//!
//! A payment goes through stages: price with dealer's point and birds (`price`), flying birds, floats (`extras`),
//! limits. Openings come first, then openings in mid-hand, the wins, kong points (`kongs`) and penalties for leaving.

mod extras;
mod kongs;
mod price;
mod unpaid;

pub use extras::open;
pub use kongs::KONG;

use super::options::{
    CapScope, DealerCount, DealerPoint, DrawBirds, EscapeShare, HoldingsCap, KongPoints, Mutual, OnAbort, OpeningBirds,
    OpeningPrice, Options, PlusOne,
};
use super::{birds, clauses as c, openings, patterns, patterns as p, reasons as r};
use crate::rules::{Pattern, Won};
use crate::table::{Opened, Table};
use birds::Hits;
use caipan_tiles::clause::Clause;
use caipan_tiles::ledger::{Cause, Ledger, Party, Role, Sum};
use caipan_tiles::text::Label;
use caipan_tiles::tile::{Seat, SeatMap, Seats};
use price::{Paid, Price};

/// A win, on any tile.
pub static WIN: Cause = Cause::new("win", "胡牌", "win").in_role(Role::Win);
/// An initial win.
pub static OPENING: Cause = Cause::new("opening", "起手胡", "initial win");
/// An initial win declared during play.
pub static MID_OPENING: Cause = Cause::new("mid_opening", "中途起手胡", "initial win in mid-hand");
/// Leaving the table.
pub static ESCAPE: Cause = Cause::new("escape", "逃跑", "leaving").in_role(Role::Leaving);

const CAP: Label = Label::new("封顶", "limit");
const HELD: Label = Label::new("不超过所有", "limit by holdings");
const LEFT: Label = Label::new("逃跑扣分", "penalty for leaving");
const SHARED: Label = Label::new("三家平分", "shared by three");
const SHARED_BY_OTHERS: Label = Label::new("其余各家平分", "shared by the others");

/// Adds all payments of a hand.
pub fn settle(options: &Options, table: &Table, wins: &[Won], ledger: &mut Ledger) {
    let mut hand = Settling { options, table, wins, ledger, pointed: SeatMap::default() };
    // Nothing that happened during a dissolved hand is paid, unless the house pays initial wins; those during play were
    // paid when they were declared.
    let void = table.cut_short && options.initial_hu_on_abort() == OnAbort::Void;
    if !void {
        hand.openings();
    }
    hand.mid_openings();
    for won in wins {
        hand.win(won);
    }
    if !void && !table.kongs.is_empty() && options.kong_points() == KongPoints::On {
        kongs::pay(table, hand.ledger);
    }
    hand.ledger.nothing(|| kongs::unpaid(options, table, wins, void));
    hand.ledger.nothing(|| unpaid::of_openings(options, table, wins, void));
    hand.escapes();
}

/// A settlement in progress.
struct Settling<'a> {
    options: &'a Options,
    table: &'a Table,
    wins: &'a [Won],
    ledger: &'a mut Ledger,
    /// For each seat the seats between which and it the dealer's point has counted.
    pointed: SeatMap<Seats>,
}

/// A payment before its limits.
struct Due {
    from: Seat,
    to: Seat,
    sum: Sum,
    cause: &'static Cause,
    clause: &'static Clause,
    at: Option<usize>,
}

impl Settling<'_> {
    /// True if the dealer's point counts in the next payment between two seats. Where it counts once a hand, the first
    /// payment has it.
    fn point(&mut self, one: Seat, other: Seat) -> bool {
        let counts = match self.options.dealer_point() {
            DealerPoint::Involved => [one, other].contains(&self.table.dealer),
            DealerPoint::EveryWin => true,
            DealerPoint::Off => false,
        };
        if !counts || self.options.dealer_point_count() == DealerCount::EachPayment {
            return counts;
        }
        let first = !self.pointed[one].contains(other);
        self.pointed[one] = self.pointed[one].with(other);
        self.pointed[other] = self.pointed[other].with(one);
        first
    }

    /// Adds the payments of a win: of the discarder, or of all others.
    fn win(&mut self, won: &Won) {
        match won.from {
            Some(payer) => {
                self.pay(won, payer);
                let others = self.table.seats.others(won.seat).filter(|&other| other != payer);
                self.ledger.nothing(|| others.map(|other| r::NC7.from_to(other, won.seat)));
            }
            None => self.table.seats.others(won.seat).for_each(|payer| self.pay(won, payer)),
        }
    }

    /// Adds the payment of one payer for one win.
    fn pay(&mut self, won: &Won, payer: Seat) {
        let (options, table) = (self.options, self.table);
        let on_discard = won.from.is_some();
        let birds = table.birds.as_deref().unwrap_or_default();
        let hits = birds::hits(options, table, birds, won.seat, payer, on_discard);
        let limit = options.big_units_cap().0;
        let units = if limit > 0 { won.value.min(limit) } else { won.value };
        let dealer = self.point(won.seat, payer);
        let price = Price { options, paid: Paid::Win { units, on_discard }, dealer };
        self.ledger.nothing(|| unpaid::of_win(&price, table, won, payer, hits));
        let (sum, clause) = price.with(|sum| birds::apply(options, sum, hits));
        let (sum, extras) = extras::add(options, table, self.wins, sum, won.seat, payer);
        let capped = (units < won.value).then_some("big_units_cap");
        let decided = won.options.iter().copied().chain(price.deciding(hits.any())).chain(capped).chain(extras);
        let at = table.won_at(won.seat);
        self.record(Due { from: payer, to: won.seat, sum, cause: &WIN, clause, at }, decided, true);
    }

    /// Adds the payments of the initial wins that count.
    fn openings(&mut self) {
        let (options, table) = (self.options, self.table);
        if table.openings.is_empty() {
            return;
        }
        let ends = options.initial_hu_ends_hand();
        // A small initial win beside the same seat's big heavenly win counts for nothing (CS-B.8.5).
        let counts = |opened: &&Opened| !ends || !self.wins.iter().any(|won| won.seat == opened.seat && won.value > 0);
        let openings: Vec<&Opened> = table.openings.iter().filter(counts).collect();
        let last = birds::of_last_tile(options, table).unwrap_or_default();
        let drawn = self.wins.is_empty() && !ends;
        let birds = match (options.initial_hu_birds(), drawn, options.initial_hu_birds_on_draw()) {
            (OpeningBirds::HandEnd, false, _) => table.birds.as_deref().unwrap_or_default(),
            (OpeningBirds::HandEnd, true, DrawBirds::LastTile) => last.as_slice(),
            _ => &[],
        };
        let declarers: Seats = openings.iter().map(|opened| opened.seat).collect();
        for opened in openings {
            for payer in table.seats.others(opened.seat) {
                // The exemption is about initial wins only, not about a heavenly hand.
                if options.initial_hu_mutual() == Mutual::Exempt && declarers.contains(payer) {
                    self.ledger.nothing(|| Some(r::NC25.from_to(payer, opened.seat)));
                    continue;
                }
                let hits = match (options.initial_hu_birds(), opened.dice) {
                    (OpeningBirds::Dice, Some(dice)) => birds::dice_hits(options, table, &dice, opened.seat, payer),
                    _ => birds::hits(options, table, birds, opened.seat, payer, false),
                };
                self.declared(opened, payer, &openings::paid(options, opened), hits, &OPENING);
            }
        }
    }

    /// Adds the payments of initial wins declared during play: no birds, and every other seat pays (MC-mid).
    fn mid_openings(&mut self) {
        for opened in &self.table.mid_openings {
            let named = |pattern: &&&Pattern| opened.kinds.contains(&pattern.id);
            let paid: Vec<&Pattern> = [&p::MID_JOYS, &p::MID_TRIPLETS].iter().filter(named).copied().collect();
            for payer in self.table.seats.others(opened.seat) {
                self.declared(opened, payer, &paid, Hits::NONE, &MID_OPENING);
            }
        }
    }

    /// Adds the payments of one payer for declared initial wins, each a small self-draw (CS-A.1–A.4, CS-B.6.1–4).
    fn declared(&mut self, opened: &Opened, payer: Seat, paid: &[&'static Pattern], hits: Hits, cause: &'static Cause) {
        let (options, to) = (self.options, opened.seat);
        for (nth, pattern) in paid.iter().enumerate() {
            let dealer = options.initial_hu_price() == OpeningPrice::SmallSelfDraw && self.point(to, payer);
            let extra = nth == 0 || options.initial_hu_plus_one() == PlusOne::PerType;
            let price = Price { options, paid: Paid::Opening { extra }, dealer };
            let (sum, _) = price.with(|sum| birds::apply(options, sum, hits));
            let decided =
                ["initial_hu_birds"].into_iter().filter(|_| options.initial_hu_birds() != OpeningBirds::HandEnd);
            let clause = patterns::clause_of(options.scale(), pattern);
            self.record(Due { from: payer, to, sum, cause, clause, at: opened.at }, decided, false);
        }
    }

    /// The most that one seat pays another by what the seats hold; `None` without a limit.
    fn holdings(&self, from: Seat, to: Seat) -> Option<i64> {
        let cap = self.options.cap_by_holdings();
        let held = self.table.holdings.filter(|_| cap != HoldingsCap::Off)?;
        let (payer, winner) = (held[from].max(0), held[to].max(0));
        Some(match cap {
            HoldingsCap::Off | HoldingsCap::Loser => payer,
            HoldingsCap::WinnerEach => winner,
            HoldingsCap::Both => payer.min(winner),
        })
    }

    /// Records a payment within its limits. `of_win`: for the win of the hand, which every limit covers.
    fn record(&mut self, due: Due, decided: impl IntoIterator<Item = &'static str>, of_win: bool) {
        let Due { from, to, sum, cause, clause, at } = due;
        let cap = self.options.payment_cap().0;
        let capped = cap > 0 && sum.value() > cap && (of_win || self.options.payment_cap_scope() == CapScope::All);
        let sum = if capped { sum.at_most(cap, &CAP) } else { sum };
        self.ledger.nothing(|| capped.then(|| r::NC21.from_to(from, to)));
        let held = self.holdings(from, to).filter(|&held| sum.value() > held);
        let sum = match held {
            Some(held) => sum.at_most(held, &HELD),
            None => sum,
        };
        let held = held.map(|_| "cap_by_holdings");
        let decided = decided.into_iter().chain(capped.then_some("payment_cap")).chain(held);
        self.ledger.pay(Party::Seat(from), Party::Seat(to), sum, cause, clause).decided_by(decided).for_event(at);
    }

    /// Adds the penalties of the seats that left (CS-B.8.7).
    fn escapes(&mut self) {
        let left = || self.table.seats.iter().filter(|&seat| self.table.place(seat).left);
        // If all leave, the room is dissolved and nobody ran away.
        if left().count() < self.table.seats.len() {
            left().for_each(|seat| escape(self.options, self.table.seats, seat, self.ledger));
        }
    }
}

/// Adds the payments of a seat that left (CS-B.8.7).
fn escape(options: &Options, seats: Seats, seat: Seat, ledger: &mut Ledger) {
    let penalty = || Sum::of(options.escape_penalty().0, &LEFT);
    let mut pay = |to, sum| {
        ledger.pay(Party::Seat(seat), to, sum, &ESCAPE, &c::B_8_7).decided_by(["escape_distribution"]);
    };
    if options.escape_distribution() == EscapeShare::None {
        pay(Party::House, penalty());
        return ledger.nothing(|| Some(r::NC23.between(Seats::NONE.with(seat), seats)));
    }
    let (others, label) = match seats.len() {
        4 => (3, &SHARED),
        players => (i64::try_from(players).unwrap_or_default().saturating_sub(1), &SHARED_BY_OTHERS),
    };
    for other in seats.others(seat) {
        pay(Party::Seat(other), penalty().share(others, label));
    }
    pay(Party::House, penalty().rest(others, label));
}

#[cfg(test)]
mod tests;
