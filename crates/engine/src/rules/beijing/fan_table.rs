//! The fan table (番表): the number of each fan under the house rules, and the total of a win's fans. BJ-8t, MB-fan, MB-cap.

use super::options::{FanMode, Options};
use super::patterns as p;
use crate::rules::{Hit, Hits, Pattern};

/// Adds a fan at the number of the table; a fan of one is neither counted nor listed.
pub fn push(hits: &mut Hits, pattern: &'static Pattern, number: i64) {
    if number > 1 {
        hits.push(Hit { pattern, value: number });
    }
}

/// The combined value of the fans: their product or their sum.
pub fn combined(options: &Options, hits: &[Hit]) -> i64 {
    combine(options, hits.iter())
}

fn combine<'a>(options: &Options, hits: impl Iterator<Item = &'a Hit>) -> i64 {
    match options.fan_mode() {
        FanMode::Multiply => hits.fold(1, |product: i64, hit| product.saturating_mul(hit.value)),
        FanMode::Add => hits.fold(0, |sum: i64, hit| sum.saturating_add(hit.value)),
    }
}

/// The value of a win: all its fans, those inside the cap cut to it. 潇洒 multiplies even where fans add, the finished
/// sum (MB-xiaosa).
pub fn total(options: &Options, hits: &[Hit]) -> i64 {
    let xiaosa = hits.iter().find(|hit| hit.pattern.id == p::XIAOSA.id);
    if let (Some(xiaosa), FanMode::Add) = (xiaosa, options.fan_mode()) {
        let others: Hits = hits.iter().filter(|hit| hit.pattern.id != p::XIAOSA.id).copied().collect();
        return total(options, &others).saturating_mul(xiaosa.value);
    }
    let Some(cap) = cap(options) else { return combined(options, hits).max(1) };
    let inside = combine(options, hits.iter().filter(|hit| is_capped(hit))).min(cap);
    let outside = combine(options, hits.iter().filter(|hit| !is_capped(hit)));
    match options.fan_mode() {
        FanMode::Multiply => inside.saturating_mul(outside),
        FanMode::Add => inside.saturating_add(outside),
    }
    .max(1)
}

/// The most that the fans inside the cap come to, if there is a cap.
pub fn cap(options: &Options) -> Option<i64> {
    let cap = options.fan_cap().0;
    (cap > 0).then_some(cap)
}

/// True if the cap cuts these fans.
pub fn is_cut(options: &Options, hits: &[Hit]) -> bool {
    cap(options).is_some_and(|cap| combine(options, hits.iter().filter(|hit| is_capped(hit))) > cap)
}

/// True if the fan is inside the cap: all but the dealer's win.
pub fn is_capped(hit: &Hit) -> bool {
    hit.pattern.id != p::DEALER.id
}

/// The option that sets the number of this fan, if the number is not that of the rule book. Fans outside the book have
/// their number from an option in any case.
pub fn deciding(hit: &Hit) -> Option<&'static str> {
    let (id, in_book) = option_of(hit.pattern)?;
    (!in_book || hit.value != hit.pattern.value).then_some(id)
}

/// The option of a fan's number, with true if the rule book has the fan.
fn option_of(pattern: &Pattern) -> Option<(&'static str, bool)> {
    OPTIONS.iter().find(|(known, ..)| known.id == pattern.id).map(|&(_, option, in_book)| (option, in_book))
}

/// Fans with the option of their number, and true for those of the rule book.
static OPTIONS: &[(&Pattern, &str, bool)] = &[
    (&p::SEVEN_PAIRS, "fan.seven_pairs", true),
    (&p::ONE_SUIT, "fan.one_suit", true),
    (&p::LAST_TILE, "fan.last_tile", true),
    (&p::DRAGON, "fan.dragon", true),
    (&p::WILD_DRAGON, "fan.wild_dragon", true),
    (&p::NO_WILD, "fan.no_wild", true),
    (&p::AS_NO_WILD, "fan.no_wild", true),
    (&p::CONCEALED, "fan.concealed", true),
    (&p::CATCH_FIVE, "fan.catch_five", true),
    (&p::MIXED_SUIT, "fan.mixed_suit", true),
    (&p::ALL_HONOURS, "fan.honours", true),
    (&p::SELF_DRAW, "fan.self_draw", true),
    (&p::DEALER, "fan.dealer", true),
    (&p::SINGLE_WAIT, "fan.single_wait", false),
    (&p::EDGE_WAIT, "fan.edge", false),
    (&p::CLOSED_WAIT, "fan.closed", false),
    (&p::PAIR_WAIT, "fan.pair_wait", false),
    (&p::WILD_SINGLE, "fan.wild_single", false),
    (&p::WILD_WILD, "fan.wild_wild", false),
    (&p::TRIPLETS, "fan.triplets", false),
    (&p::ORPHANS, "fan.orphans", false),
    (&p::KONG_GUN, "fan.kong_gun", false),
    (&p::SKY_READY, "fan.sky_ready", false),
    (&p::XIAOSA, "fan.xiaosa", false),
];
