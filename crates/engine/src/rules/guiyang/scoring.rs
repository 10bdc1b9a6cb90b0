//! Settlement between each pair of seats (GY-3): the hand, then beans and chickens; 查叫 if the wall ran out.

use super::options::{Burn, ChaJiao, DealerBonus, GuMai, Options, RobPay};
use super::{beans, chickens, clauses as c, patterns as p, price, pure, ready, reasons as r, void};
use crate::rules::Won;
use crate::table::{Source, Table};
use caipan_log::KongKind;
use caipan_tiles::clause::Clause;
use caipan_tiles::ledger::{Cause, Ledger, Party, Reason, Role, Sum};
use caipan_tiles::text::Label;
use caipan_tiles::tile::{Seat, SeatMap, Seats, Suit, Tile};
use smallvec::SmallVec;

/// The winning hand.
pub static HAND: Cause = Cause::new("hand", "胡牌", "hand").in_role(Role::Win);
/// The dealer's bonus.
pub static DEALER: Cause = Cause::new("dealer", "连庄", "dealer's bonus");
/// The extra payment of a declared seat.
pub static SHA_BAO: Cause = Cause::new("sha-bao", "杀报", "against a declared seat");
/// The extra payment for a hot discard, by the kind of its kong.
pub static BURN: Cause = Cause::new("burn", "烧豆", "burnt bean");
/// The stakes chosen before the deal.
pub static GU_MAI: Cause = Cause::new("gu-mai", "估卖", "stakes chosen before the deal");
/// An exhausted wall.
pub static CHA_JIAO: Cause = Cause::new("cha-jiao", "查叫", "not ready at the end");

/// Every cause, in the order of the settlement.
pub static CAUSES: &[&Cause] = &[
    &HAND,
    &DEALER,
    &SHA_BAO,
    &GU_MAI,
    &BURN,
    &beans::DOU,
    &chickens::JI,
    &chickens::CHARGE,
    &chickens::DUTY,
    &chickens::BAO,
    &pure::PURE,
    &beans::BAO_GANG,
    &void::LACK,
    &CHA_JIAO,
];

const SHARES: Label = Label::new("三份", "three shares");
const TWO_SHARES: Label = Label::new("两份", "two shares");
const OF_WINNER: Label = Label::new("胡家所估", "the winner's stake");
const OF_PAYER: Label = Label::new("付家所估", "the payer's stake");
const LAST: Label = Label::new("末局", "last hand");
const BASE: Label = Label::new("底分", "base score");
const STREAK: Label = Label::new("连庄数", "hands in a row as dealer");
const BEST: Label = Label::new("最大牌型", "highest pattern waited for");

/// The beans and chickens that burn in this hand.
#[derive(Clone, Copy, Debug, Default)]
pub struct Burned {
    /// The seat whose beans are void.
    pub beans: Option<Seat>,
    /// The one bean that is void.
    pub bean: Option<(Seat, Tile)>,
    /// The seat whose chickens are void.
    pub chickens: Option<Seat>,
}

/// The end of a hand, with the facts that beans and chickens depend on.
pub struct End<'a> {
    pub options: &'a Options,
    pub table: &'a Table,
    pub wins: &'a [Won],
    /// Winners and seats that count as ready (X-JIAO).
    pub ready: SeatMap<bool>,
    pub burned: Burned,
    /// True for a settlement that counts a golden chicken like any other, by mistake.
    pub gold_forgotten: bool,
}

/// The reason of a payment.
pub struct Payment {
    pub cause: &'static Cause,
    pub clause: &'static Clause,
    /// The option that sets its price.
    pub option: &'static str,
    pub tiles: SmallVec<[Tile; 8]>,
    /// The event that it is for, if there is one.
    pub at: Option<usize>,
}

impl<'a> End<'a> {
    /// Returns the end of a hand with its facts.
    pub fn of(options: &'a Options, table: &'a Table, wins: &'a [Won]) -> End<'a> {
        let (ready, burned) = (ready(options, table, wins), burned(options, table, wins));
        End { options, table, wins, ready, burned, gold_forgotten: false }
    }

    /// True if all beans and chickens of the seat burn.
    pub fn is_burnt(&self, seat: Seat) -> bool {
        (self.burned.beans, self.burned.chickens) == (Some(seat), Some(seat))
    }

    /// The value of a golden chicken.
    pub fn gold(&self) -> i64 {
        if self.gold_forgotten { 1 } else { self.options.gold_value().0 }
    }

    /// The factor of the last hand (MG-last-hand).
    fn last_hand(&self) -> i64 {
        let factor = self.options.last_hand_double().0;
        if factor > 1 && self.table.last_hand == Some(true) { factor } else { 1 }
    }

    /// Adds one payment, times the base score.
    pub fn pay(&self, ledger: &mut Ledger, from: Seat, to: Seat, sum: Sum, payment: &Payment) {
        if sum.value() > 0 && from != to {
            let sum = sum.times(self.options.base().0, &BASE).times(self.last_hand(), &LAST);
            ledger
                .pay(Party::Seat(from), Party::Seat(to), sum, payment.cause, payment.clause)
                .decided_by([payment.option])
                .for_tiles(&payment.tiles)
                .for_event(payment.at);
        }
    }
}

/// Adds all payments of a hand.
pub fn settle(options: &Options, table: &Table, wins: &[Won], ledger: &mut Ledger) {
    let drawn = wins.is_empty();
    // A hand pays nothing if it was dissolved, ended with an invalid win (with or without a tile), or was blown away.
    let ended_falsely = !table.winners.is_empty() || !table.false_wins.is_empty();
    if drawn && (table.cut_short || ended_falsely) || is_blown(options, table) {
        return;
    }
    pay_all(&End::of(options, table, wins), ledger);
}

/// Adds every payment of a hand that pays.
pub fn pay_all(end: &End<'_>, ledger: &mut Ledger) {
    let drawn = end.wins.is_empty();
    for won in end.wins {
        hand(end, won, ledger);
    }
    if drawn && end.options.cha_jiao() == ChaJiao::BestPattern {
        cha_jiao(end, ledger);
    }
    if !drawn || end.options.draw_scores_dou_ji() {
        beans::settle(end, ledger);
        chickens::settle(end, ledger);
    } else {
        ledger.nothing(|| Some(r::NG20.for_all()));
    }
    beans::answered(end, ledger);
    void::settle(end, ledger);
    if !drawn {
        pure::settle(end, ledger);
    }
}

/// The winners and the other seats that count as ready.
pub fn ready(options: &Options, table: &Table, wins: &[Won]) -> SeatMap<bool> {
    let mut ready = SeatMap::default();
    for seat in table.seats.iter() {
        ready[seat] = wins.iter().any(|won| won.seat == seat) || ready::counts_as_ready(options, table, seat);
    }
    ready
}

/// 吹风鸡: a flipped 5 of dots voids the hand.
fn is_blown(options: &Options, table: &Table) -> bool {
    options.chui_feng() && table.flip.is_some() && table.flip == Tile::of(Suit::Dots, 5)
}

/// True if the win was on the discard after a kong.
pub fn is_hot(won: &Won) -> bool {
    won.hits.iter().any(|hit| hit.pattern.id == p::HOT.id)
}

/// The beans and chickens that a hot discard or a robbed kong voids, once for all winners (X-REPAO, X-QIANG).
fn burned(options: &Options, table: &Table, wins: &[Won]) -> Burned {
    let mut burned = Burned::default();
    if let Some(from) = wins.iter().find(|won| is_hot(won)).and_then(|won| won.from) {
        match options.re_pao_burn() {
            Burn::All => (burned.beans, burned.chickens) = (Some(from), Some(from)),
            Burn::LastDou => burned.bean = last_bean(table, from).map(|(_, tile)| (from, tile)),
            Burn::None => {}
        }
    }
    if let Some(from) = wins.iter().find(|won| matches!(won.source, Source::Rob { .. })).and_then(|won| won.from) {
        burned.beans = burned.beans.or(options.qiang_burn_dou().then_some(from));
        burned.chickens = burned.chickens.or(options.qiang_burn_ji().then_some(from));
    }
    burned
}

fn last_bean(table: &Table, seat: Seat) -> Option<(KongKind, Tile)> {
    table.kongs.iter().rev().find(|kong| kong.seat == seat).map(|kong| (kong.kind, kong.tile))
}

/// Adds the payments for a winning hand: by the discarder, by each of three, or by the robbed seat for all three
/// (GY-2.0b, X-QIANG).
fn hand(end: &End<'_>, won: &Won, ledger: &mut Ledger) {
    let rob = matches!(won.source, Source::Rob { .. });
    let at = end.table.won_at(won.seat);
    let pay = |clause, option| Payment { cause: &HAND, clause, option, tiles: won.tiles.as_slice().into(), at };
    // The clause of the pattern of highest value; of equals the last, so a self-drawn plain hand cites the self-draw.
    let clause = won.hits.iter().max_by_key(|hit| hit.value).map_or(&c::GY_2_0B, |hit| hit.pattern.clause);
    let option = won.options.first().copied().unwrap_or("fan_table");
    match won.from {
        Some(robbed) if rob && end.options.qiang_gang_pay() == RobPay::ThreeShares => {
            let shares: SmallVec<[Seat; 3]> = end.table.seats.others(won.seat).collect();
            let sum = price::sum(end.options, won).times(number_of(&shares), shares_of(shares.len()));
            end.pay(ledger, robbed, won.seat, sum, &pay(&c::X_QIANG, "qiang_gang_pay"));
            ledger.nothing(|| {
                shares.iter().filter(|&&share| share != robbed).map(|&share| r::NG25.from_to(share, won.seat))
            });
            extras(end, won, &shares, robbed, ledger);
        }
        Some(from) => {
            end.pay(ledger, from, won.seat, price::sum(end.options, won), &pay(clause, option));
            let others = end.table.seats.others(won.seat).filter(|&other| other != from);
            ledger.nothing(|| others.map(|other| r::NG24.from_to(other, won.seat)));
            extras(end, won, &[from], from, ledger);
        }
        None => {
            for from in end.table.seats.others(won.seat) {
                end.pay(ledger, from, won.seat, price::sum(end.options, won), &pay(clause, option));
                extras(end, won, &[from], from, ledger);
            }
        }
    }
    ledger.nothing(|| price::unpaid(end.options, won));
    if let (Some(from), true) = (won.from, is_hot(won) && end.options.re_pao_burn() == Burn::LastDou) {
        let points = match last_bean(end.table, from) {
            Some((KongKind::Concealed, _)) => 6,
            Some((KongKind::Added, _)) => 3,
            Some((KongKind::Exposed, _)) => 1,
            None => 0,
        };
        let payment = Payment { cause: &BURN, clause: &c::X_REPAO, option: "re_pao_burn", tiles: SmallVec::new(), at };
        end.pay(ledger, from, won.seat, Sum::of(points, &BURN.name), &payment);
    }
}

/// The name of the factor for the shares that one seat pays for all others.
const fn shares_of(count: usize) -> &'static Label {
    if count == 2 { &TWO_SHARES } else { &SHARES }
}

fn number_of(shares: &[Seat]) -> i64 {
    shares.iter().map(|_| 1).sum()
}

/// Adds the dealer's bonus and the extra of a declared seat for these shares, all paid by one seat.
fn extras(end: &End<'_>, won: &Won, shares: &[Seat], payer: Seat, ledger: &mut Ledger) {
    let (table, options) = (end.table, end.options);
    let streak = i64::from(table.streak.unwrap_or(1));
    let at = table.won_at(won.seat);
    let has_bonus = |share: &&Seat| match options.dealer_bonus() {
        DealerBonus::Off => false,
        DealerBonus::WinOnly => won.seat == table.dealer,
        DealerBonus::WinAndLose => won.seat == table.dealer || **share == table.dealer,
    };
    let bonus = shares.iter().filter(has_bonus).map(|_| 1).sum::<i64>();
    let payment =
        Payment { cause: &DEALER, clause: &c::X_DEAL_BONUS, option: "dealer_bonus", tiles: SmallVec::new(), at };
    if bonus > 0 {
        end.pay(ledger, payer, won.seat, Sum::of(streak, &STREAK).times(bonus, shares_of(shares.len())), &payment);
    } else if options.dealer_bonus() != DealerBonus::Off {
        let is_lost = || shares.contains(&table.dealer);
        ledger.nothing(|| Some(if is_lost() { &r::NG23 } else { &r::NG32 }.from_to(payer, won.seat)));
    }
    let declared = |share: &&Seat| options.bao_ting() && table.is_bound_ready(**share);
    let against = shares.iter().filter(declared).map(|_| 1).sum::<i64>();
    let payment = Payment { cause: &SHA_BAO, clause: &c::X_BAO, option: "sha_bao_extra", tiles: SmallVec::new(), at };
    if against > 0 {
        let sum = Sum::of(options.sha_bao_extra().0, &SHA_BAO.name).times(against, shares_of(shares.len()));
        end.pay(ledger, payer, won.seat, sum, &payment);
    }
    stakes(end, won, shares, payer, ledger);
}

/// Adds the stakes of winner and payer for these shares, all paid by one seat (MG-gu-mai).
fn stakes(end: &End<'_>, won: &Won, shares: &[Seat], payer: Seat, ledger: &mut Ledger) {
    let stake = |seat: Seat| match end.options.gu_mai() {
        GuMai::Off => 0,
        GuMai::Free => end.table.picked.map_or(0, |picked| picked[seat]),
        GuMai::Fixed => end.options.gu_mai_points().0,
    };
    let of_winner = stake(won.seat).saturating_mul(number_of(shares));
    let of_payers = shares.iter().fold(0i64, |all, &share| all.saturating_add(stake(share)));
    let sum = if of_winner == 0 {
        Sum::of(of_payers, &OF_PAYER)
    } else {
        Sum::of(of_winner, &OF_WINNER).plus(of_payers, &OF_PAYER)
    };
    let at = end.table.won_at(won.seat);
    let payment = Payment { cause: &GU_MAI, clause: &c::GU_MAI, option: "gu_mai", tiles: SmallVec::new(), at };
    end.pay(ledger, payer, won.seat, sum, &payment);
}

/// Each seat that is not ready pays each that is, unless all or none are (X-CHAJIAO).
fn cha_jiao(end: &End<'_>, ledger: &mut Ledger) {
    let waits = |seat: &Seat| ready::is_ready(end.options, end.table, *seat);
    ledger.nothing(|| unpaid_readiness(end, end.table.seats.iter().filter(waits).collect()));
    for to in end.table.seats.iter().filter(waits) {
        let best = ready::best_wait(end.options, end.table, to).map_or(0, |(_, fan)| fan);
        for from in end.table.seats.iter().filter(|seat| !waits(seat)) {
            let payment = Payment {
                cause: &CHA_JIAO,
                clause: &c::X_CHAJIAO,
                option: "cha_jiao",
                tiles: SmallVec::new(),
                at: None,
            };
            end.pay(ledger, from, to, Sum::of(best, &BEST), &payment);
        }
    }
}

/// Returns why some seats owe others nothing after an exhausted wall, given those that wait.
fn unpaid_readiness(end: &End<'_>, ready: Seats) -> Vec<Reason> {
    let seats = end.table.seats;
    if ready.is_empty() || ready == seats {
        return vec![r::NG21.for_all()];
    }
    vec![r::NG22.between(ready, seats), r::NG31.between(seats.minus(ready), seats.minus(ready))]
}
