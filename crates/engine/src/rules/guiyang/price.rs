//! The fan of a win: the pattern, then one stage after another, each a row of a list (rule book 4, market G.2).

use super::options::{BaoValue, Options, RobPay, SelfDraw};
use super::scoring::HAND;
use super::{patterns as p, reasons as r};
use crate::rules::{Hit, Hits, Pattern, WinCandidate, Won};
use crate::table::Source;
use caipan_tiles::ledger::{Reason, Sum};

/// 通三: the value of a plain hand, and the extra of every other hand and of a hot discard.
const THROUGH: i64 = 3;
/// The extra of a robbed kong that is paid as a discard.
const ROB_ONE: i64 = 1;
const ROB_NINE: i64 = 9;

/// A win with its fan so far.
struct Counted<'a> {
    options: &'a Options,
    case: &'a WinCandidate<'a>,
    pattern: &'static Pattern,
    /// True if the win robs a kong.
    rob: bool,
    /// The pattern's fan, raised if the hand was declared.
    hand: i64,
    /// The fan of all stages so far.
    fan: i64,
}

/// A stage of the price: its name, and the fan that it adds; `None` if it does not apply.
type Stage = (&'static Pattern, fn(&Counted<'_>) -> Option<i64>);

/// Every stage in its order.
static STAGES: [Stage; 11] = [
    (&p::READY, declared),
    (&p::ROB_KONG, robbed),
    (&p::SELF_DRAW, drawn),
    (&p::KONG_BLOOM, bloomed),
    (&p::HOT, hot),
    (&p::THROUGH, through),
    (&p::HEAVENLY, as_dealt),
    (&p::EARTHLY, on_first_discard),
    (&p::BIG_TWICE, big_twice),
    (&p::DRAWN_TWICE, drawn_twice),
    (&p::CAP, capped),
];

/// The pattern and every stage that applies, each with the fan that it adds.
pub fn hits(options: &Options, case: &WinCandidate<'_>, (pattern, fan): (&'static Pattern, i64), rob: bool) -> Hits {
    // Under 通三 a plain hand has no value besides the three.
    let fan = if pattern.id == p::PLAIN.id && options.tong_san() { 0 } else { fan };
    let mut counted = Counted { options, case, pattern, rob, hand: fan, fan };
    let mut hits = Hits::one(Hit { pattern, value: fan });
    for (name, adds) in &STAGES {
        if let Some(value) = adds(&counted) {
            hits.push(Hit { pattern: name, value });
            counted.fan += value;
            if name.id == p::READY.id {
                counted.hand = counted.fan;
            }
        }
    }
    hits
}

/// The price of a win as a sum of its pattern and stages.
pub fn sum(options: &Options, won: &Won) -> Sum {
    let total: i64 = won.hits.iter().map(|hit| hit.value).sum();
    match won.hits.split_first() {
        Some((first, rest)) if total == won.value => {
            rest.iter().fold(Sum::of(first.value, &first.pattern.name), |sum, hit| {
                let why = &hit.pattern.name;
                match hit.pattern.id {
                    id if id == p::BIG_TWICE.id || id == p::DRAWN_TWICE.id => sum.times(2, why),
                    id if id == p::CAP.id => sum.at_most(options.hand_cap().0, why),
                    _ => sum.plus(hit.value, why),
                }
            })
        }
        _ => Sum::of(won.value, &HAND.name),
    }
}

/// Returns why steps of the price add nothing to a win.
pub fn unpaid(options: &Options, won: &Won) -> impl Iterator<Item = Reason> {
    let adds_nothing = |of: &Pattern| won.hits.iter().any(|hit| hit.pattern.id == of.id && hit.value == 0);
    let declared = adds_nothing(&p::READY) && options.bao_value() == BaoValue::Max10;
    let drawn = adds_nothing(&p::SELF_DRAW) && options.zimo_mode() == SelfDraw::PlainTwo && !options.tong_san();
    let rows = [declared.then_some(&r::NG26), drawn.then_some(&r::NG27)];
    rows.into_iter().flatten().map(|row| row.to(won.seat))
}

impl Counted<'_> {
    /// True if the win counts as a self-draw: it is one, or it robs a kong for the shares of all (X-QIANG).
    fn is_drawn(&self) -> bool {
        self.case.chance.source.is_own() || self.rob && self.options.qiang_gang_pay() == RobPay::ThreeShares
    }

    /// The extra of a self-draw (GY-2.2). 通三 has its own.
    fn draw_extra(&self) -> i64 {
        if self.options.tong_san() {
            return 0;
        }
        match self.options.zimo_mode() {
            SelfDraw::PlainTwo => i64::from(self.hand == 1),
            SelfDraw::PlusOne => 1,
            SelfDraw::None => 0,
        }
    }
}

/// 报听 (GY-2.11). What is added is no pattern of the price list.
fn declared(so: &Counted<'_>) -> Option<i64> {
    let (options, known) = (so.options, &so.case.past);
    if !(options.bao_ting() && known.ready) {
        return None;
    }
    let one_suit = p::price(options, &p::ONE_SUIT);
    Some(match options.bao_value() {
        BaoValue::Max10 => one_suit.max(so.fan) - so.fan,
        BaoValue::Flat10 => one_suit - so.fan,
        BaoValue::Plus20Hard if known.ready_as_dealt => 20,
        BaoValue::Plus10 | BaoValue::Plus20Hard => 10,
    })
}

/// 抢杠 (X-QIANG).
fn robbed(so: &Counted<'_>) -> Option<i64> {
    so.rob.then(|| match so.options.qiang_gang_pay() {
        RobPay::ThreeShares => so.draw_extra(),
        RobPay::DiscardPlusOne => ROB_ONE,
        RobPay::DiscardPlusNine => ROB_NINE,
    })
}

/// 自摸 (GY-2.2).
fn drawn(so: &Counted<'_>) -> Option<i64> {
    so.case.chance.source.is_own().then(|| so.draw_extra())
}

/// 杠开 (GY-2.3).
fn bloomed(so: &Counted<'_>) -> Option<i64> {
    (so.case.chance.source == Source::Replacement).then(|| so.options.gang_kai_fan().0)
}

/// 热炮 (X-REPAO).
fn hot(so: &Counted<'_>) -> Option<i64> {
    let options = so.options;
    let is_hot = so.case.past.after_kong && !so.case.chance.source.is_own() && !so.rob;
    is_hot.then(|| match () {
        () if options.tong_san() => THROUGH,
        () if options.re_pao_double() => so.hand,
        () => options.re_pao_extra().0,
    })
}

/// 通三 (MG-tong-san).
fn through(so: &Counted<'_>) -> Option<i64> {
    so.options.tong_san().then_some(THROUGH)
}

/// 天胡 (MG-tian-hu).
fn as_dealt(so: &Counted<'_>) -> Option<i64> {
    let dealt = so.case.chance.source == Source::Dealt && so.case.seat == so.case.dealer;
    Some(so.options.tian_hu().0).filter(|&fan| dealt && fan > 0)
}

/// 地胡 (MG-di-hu).
fn on_first_discard(so: &Counted<'_>) -> Option<i64> {
    let case = so.case;
    let first = case.chance.source == Source::Discard && case.discards == 1 && case.claims == 0;
    let of_dealer = case.chance.from == Some(case.dealer);
    if !(first && of_dealer) {
        return None;
    }
    Some(so.options.di_hu().0).filter(|&fan| fan > 0)
}

/// 大牌翻倍 (MG-big-double).
fn big_twice(so: &Counted<'_>) -> Option<i64> {
    (so.pattern.id != p::PLAIN.id && so.options.big_double()).then_some(so.fan)
}

/// 自摸翻倍 (MG-zimo-double).
fn drawn_twice(so: &Counted<'_>) -> Option<i64> {
    (so.is_drawn() && so.options.zimo_double()).then_some(so.fan)
}

/// 封顶 (MG-hand-cap): takes away what exceeds the cap.
fn capped(so: &Counted<'_>) -> Option<i64> {
    let cap = so.options.hand_cap().0;
    (cap > 0 && so.fan > cap).then(|| cap - so.fan)
}
