//! Picks of the seats before a hand, where the house rules ask for it: 飘分, 估卖, and the mark of the last hand.

use super::Rng;
use caipan_engine::rules::{LogField, Ruleset};
use caipan_log::HandLog;
use caipan_tiles::tile::{SeatMap, Seats};

/// Fills the fields of a hand that these rules use.
pub fn pick(ruleset: &Ruleset, chance: &mut Rng, seats: Seats, hand: &mut HandLog) {
    for used in ruleset.system.fields.iter().filter(|used| (used.on)(&ruleset.choices)) {
        match used.field {
            LogField::Piao => hand.piao = Some(points(chance, seats, (used.most)(&ruleset.choices))),
            LogField::GuMai => hand.gu_mai = Some(points(chance, seats, (used.most)(&ruleset.choices))),
            LogField::LastHand => hand.last_hand = Some(chance.percent(15)),
            LogField::Holdings => {}
        }
    }
}

fn points(chance: &mut Rng, seats: Seats, most: i64) -> SeatMap<i64> {
    let mut picked = SeatMap::default();
    for seat in seats.iter() {
        let choices = usize::try_from(most).unwrap_or_default().saturating_add(1);
        picked[seat] = i64::try_from(chance.below(choices)).unwrap_or_default();
    }
    picked
}
