//! Settlement: the payments, line by line. Rule book 2, BJ-5, BJ-6g, BJ-10c, BJ-13e.

mod unpaid;

use super::options::{FanMode, FloorScope, LimitMode, Options, RonPayment};
use super::{burn, clauses as c, fan_table, floor, hunyou, judge, kong_money, patterns as p, reasons as r};
use crate::rules::{Hit, Won};
use crate::table::Table;
use caipan_tiles::ledger::{Cause, Ledger, Party, Role, Sum};
use caipan_tiles::text::Label;
use caipan_tiles::tile::Seat;

/// A win.
pub static WIN: Cause = Cause::new("win", "胡牌", "win").in_role(Role::Win);
/// 烧庄.
pub static BURN: Cause = Cause::new("burn", "烧庄", "burning the dealer");
/// 诈胡.
pub static FALSE_WIN: Cause = Cause::new("false-win", "诈胡", "false win").in_role(Role::FalseWin);

/// The base of every payment.
pub const BASE: Label = Label::new("底分", "base");
const VALUE: Label = Label::new("番数", "factors");
const DISCARDER: Label = Label::new("点炮", "discarder");
const DEALER: Label = Label::new("庄家", "dealer");
const CAP: Label = Label::new("封顶", "cap");
const SHARES: Label = Label::new("大包", "three shares");
const DEALER_FLAT: Label = Label::new("庄闲加分", "dealer's points");
const HUNYOU: Label = Label::new("混儿悠", "declared 混儿悠");
const FLOOR: Label = Label::new("上楼", "upstairs");
const REPEATED: Label = Label::new("又烧", "burnt again");

/// The ending of a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Somebody won.
    Won,
    /// 荒牌.
    Drawn,
    /// A false win ended it.
    FalseWin,
    /// It was broken off.
    Broken,
}

impl Ending {
    /// The ending of this hand, given its valid wins.
    pub fn of(options: &Options, table: &Table, wins: &[Won]) -> Ending {
        let left = table.seats.iter().any(|seat| table.place(seat).left);
        match () {
            () if !wins.is_empty() => Ending::Won,
            () if options.false_win_ends() && !table.false_wins.is_empty() => Ending::FalseWin,
            () if table.cut_short || left => Ending::Broken,
            () => Ending::Drawn,
        }
    }
}

/// Adds all payments of a hand.
pub fn settle(options: &Options, table: &Table, wins: &[Won], ledger: &mut Ledger) {
    for won in wins {
        for loser in table.seats.others(won.seat).filter(|loser| !wins.iter().any(|other| other.seat == *loser)) {
            win(options, table, won, loser, ledger);
        }
    }
    let ending = Ending::of(options, table, wins);
    ledger.nothing(|| unpaid::of_others(options, table, wins));
    kong_money::pay(options, table, wins, ending, ledger);
    ledger.nothing(|| unpaid::of_burning(options, table, ending));
    let burnt = ending == Ending::Won || ending == Ending::Drawn && !options.burn_void();
    if burnt {
        burning(options, table, ledger);
    }
    for &seat in &table.false_wins {
        for other in table.seats.others(seat) {
            let sum = Sum::of(options.base_points().0, &BASE).times(options.false_win_penalty().0, &FALSE_WIN.name);
            let sum = upstairs(table, sum, options.floor_scope() == FloorScope::All);
            ledger.pay(Party::Seat(seat), Party::Seat(other), sum, &FALSE_WIN, &c::PENALTY);
        }
    }
}

/// The payment that a loser's share of a win leads to.
struct Share {
    /// The seat that pays it.
    payer: Seat,
    /// True if it is doubled for the discard.
    discarder_double: bool,
    /// The number of shares.
    times: i64,
}

/// The payment of this loser's share (BJ-8e, MB-pay); `None` if nobody pays it.
fn share(options: &Options, won: &Won, loser: Seat) -> Option<Share> {
    let Some(from) = won.from else { return Some(Share { payer: loser, discarder_double: false, times: 1 }) };
    let is_discarder = from == loser;
    let share = |payer, times| Share { payer, discarder_double: is_discarder, times };
    match options.ron_payment() {
        RonPayment::AllPay => Some(share(loser, 1)),
        RonPayment::CoversAll => Some(share(from, 1)),
        RonPayment::DiscarderOnly => is_discarder.then(|| share(loser, 1)),
        RonPayment::Single => is_discarder.then(|| Share { discarder_double: false, ..share(loser, 1) }),
        RonPayment::Triple => is_discarder.then(|| Share { discarder_double: false, ..share(loser, 3) }),
    }
}

/// Adds the payment of one loser for a win, stage by stage: fans with their cap, discarder, dealer, 混儿悠, shares, floor,
/// the dealer's points.
fn win(options: &Options, table: &Table, won: &Won, loser: Seat, ledger: &mut Ledger) {
    let flat = judge::is_limit(won) && options.limit_mode() == LimitMode::Flat;
    let share = share(options, won, loser);
    let is_free = share.as_ref().is_none_or(|share| share.payer != loser);
    ledger.nothing(|| is_free.then(|| r::NB23.from_to(loser, won.seat)));
    let Some(share) = share else { return };
    ledger.nothing(|| unpaid::of_win(options, table, won, loser, flat));
    let mut sum = factors(options, won, flat);
    if share.discarder_double && !flat {
        sum = sum.times(2, &DISCARDER);
    }
    let dealer_double = loser == table.dealer && !flat && options.dealer_pays_double();
    if dealer_double {
        sum = sum.times(2, &DEALER);
    }
    let declared = hunyou::is_pending(options, table, loser);
    if declared {
        sum = sum.times(2, &HUNYOU);
    }
    sum = upstairs(table, sum.times(share.times, &SHARES), true);
    let with_dealer = [won.seat, loser].contains(&table.dealer) && !flat;
    let dealer_flat = if with_dealer { options.dealer_flat().0 } else { 0 };
    sum = sum.plus(dealer_flat, &DEALER_FLAT);
    let ron = won.from.is_some();
    let alone = ron && matches!(options.ron_payment(), RonPayment::Single | RonPayment::Triple);
    let clause = match won.from {
        _ if flat => won.hits.first().map_or(&c::PLAIN, |hit| hit.pattern.clause),
        _ if declared => &c::HUNYOU_LOSS,
        Some(_) if alone => &c::PAY,
        Some(_) => &c::DISCARDER,
        None => &c::SELF_DRAW,
    };
    let decided = [
        (ron && options.ron_payment() != RonPayment::AllPay, "ron_payment"),
        (dealer_double, "dealer_pays_double"),
        (dealer_flat > 0, "dealer_flat"),
    ];
    let decided = decided.into_iter().filter_map(|(holds, option)| holds.then_some(option));
    let (payer, winner) = (Party::Seat(share.payer), Party::Seat(won.seat));
    ledger
        .pay(payer, winner, sum, &WIN, clause)
        .decided_by(won.options.iter().copied().chain(decided))
        .for_event(table.won_at(won.seat));
}

/// The sum of the win with a step for each fan, if they come to its value; else the base times the value.
fn factors(options: &Options, won: &Won, flat: bool) -> Sum {
    let base = Sum::of(options.base_points().0, &BASE);
    let sum = match options.fan_mode() {
        FanMode::Add if !flat => added(options, won),
        FanMode::Add | FanMode::Multiply => Some(multiplied(options, won, flat)),
    };
    let due = options.base_points().0.saturating_mul(won.value);
    sum.filter(|sum| sum.value() == due).unwrap_or_else(|| base.times(won.value, &VALUE))
}

/// The base and the fans as factors, those outside the cap after it.
fn multiplied(options: &Options, won: &Won, flat: bool) -> Sum {
    let base = Sum::of(options.base_points().0, &BASE);
    let times = |sum: Sum, hits: &mut dyn Iterator<Item = &Hit>| {
        hits.fold(sum, |sum, hit| sum.times(hit.value, &hit.pattern.name))
    };
    match fan_table::cap(options).filter(|_| !flat) {
        None => times(base, &mut won.hits.iter()),
        Some(cap) => {
            let inside = times(base, &mut won.hits.iter().filter(|hit| fan_table::is_capped(hit)));
            let inside = inside.at_most(options.base_points().0.saturating_mul(cap), &CAP);
            times(inside, &mut won.hits.iter().filter(|hit| !fan_table::is_capped(hit)))
        }
    }
}

/// The fans added up, those inside the cap first, then 潇洒 and the base as factors. `None` without a fan.
fn added(options: &Options, won: &Won) -> Option<Sum> {
    let is_factor = |hit: &&Hit| hit.pattern.id == p::XIAOSA.id;
    let fans = |capped: bool| won.hits.iter().filter(move |hit| !is_factor(hit) && fan_table::is_capped(hit) == capped);
    let add = |sum: Option<Sum>, hit: &Hit| {
        let name = &hit.pattern.name;
        Some(sum.map_or_else(|| Sum::of(hit.value, name), |sum| sum.plus(hit.value, name)))
    };
    let inside = fans(true).fold(None, add);
    let inside = match fan_table::cap(options) {
        Some(cap) => inside.map(|sum| sum.at_most(cap, &CAP)),
        None => inside,
    };
    let all = fans(false).fold(inside, add)?;
    let all = won.hits.iter().filter(is_factor).fold(all, |sum, hit| sum.times(hit.value, &hit.pattern.name));
    Some(all.times(options.base_points().0, &BASE))
}

/// Doubles the sum if the match is upstairs and the house rules count this kind of payment.
pub fn upstairs(table: &Table, sum: Sum, counts: bool) -> Sum {
    if counts { sum.times(floor::factor(table.floor), &FLOOR) } else { sum }
}

/// Adds the payments of the burnt dealer to everybody (BJ-5b).
fn burning(options: &Options, table: &Table, ledger: &mut Ledger) {
    burn(options, table, burn::rounds(options, table), ledger);
}

/// Adds the payments of a dealer burnt in this many rounds. The base does not multiply them.
pub fn burn(options: &Options, table: &Table, rounds: u32, ledger: &mut Ledger) {
    if rounds == 0 {
        return;
    }
    for other in table.seats.others(table.dealer) {
        let sum = Sum::of(options.burn_points().0, &BURN.name);
        let sum = (1..rounds).fold(sum, |sum, _| sum.times(2, &REPEATED));
        let sum = upstairs(table, sum, options.floor_scope() == FloorScope::All);
        ledger.pay(Party::Seat(table.dealer), Party::Seat(other), sum, &BURN, &c::BURN_PAY);
    }
}
