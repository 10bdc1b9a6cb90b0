//! Fields of a log that only some house rules ask for: holdings, 飘分, 估卖, the mark of the last hand, the totals at the
//! end.

use super::Rng;
use caipan_engine::rules::{LogField, Ruleset};
use caipan_log::HandLog;
use caipan_tiles::tile::{SeatMap, Seats};

/// The most points that a seat holds before a match.
const MOST_HELD: i64 = 60;

/// Fills the fields of a hand that these rules use.
pub fn pick(ruleset: &Ruleset, chance: &mut Rng, seats: Seats, hand: &mut HandLog) {
    for used in (ruleset.system.fields)(&ruleset.choices).into_iter().filter(|used| used.on) {
        match used.field {
            LogField::Piao => hand.piao = Some(points(chance, seats, used.most)),
            LogField::GuMai => hand.gu_mai = Some(points(chance, seats, used.most)),
            LogField::LastHand => hand.last_hand = Some(chance.percent(15)),
            LogField::Holdings | LogField::Totals | LogField::Indicator => {}
        }
    }
}

/// The points that each seat holds before a match; `None` if these rules do not ask for them. So few that they limit
/// payments.
pub fn holdings(ruleset: &Ruleset, chance: &mut Rng, seats: Seats) -> Option<SeatMap<i64>> {
    LogField::Holdings.is_used(ruleset).then(|| points(chance, seats, MOST_HELD))
}

/// The totals at the end of a match in which the seats won or lost this much; `None` if these rules do not use them.
pub fn totals(ruleset: &Ruleset, won: SeatMap<i64>) -> Option<SeatMap<i64>> {
    LogField::Totals.is_used(ruleset).then(|| won.plus(ruleset.rules.settle_match(&won).balance()))
}

fn points(chance: &mut Rng, seats: Seats, most: i64) -> SeatMap<i64> {
    let mut picked = SeatMap::default();
    for seat in seats.iter() {
        let choices = usize::try_from(most).unwrap_or_default().saturating_add(1);
        picked[seat] = i64::try_from(chance.below(choices)).unwrap_or_default();
    }
    picked
}
