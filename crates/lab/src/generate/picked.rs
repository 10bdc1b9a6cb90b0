//! Fields of a log that only some house rules ask for: holdings, 飘分, 估卖, the mark of the last hand, the totals at the
//! end.

use super::Rng;
use super::result::lines_of;
use caipan_engine::rules::{LogField, Ruleset};
use caipan_log::{Between, GameLog, HandLog, HouseKind, Owner};
use caipan_tiles::tile::{Seat, SeatMap, Seats};

/// The most points that a seat holds before a match.
const MOST_HELD: i64 = 60;

/// Fills the fields of a hand that these rules use.
pub fn pick(ruleset: &Ruleset, chance: &mut Rng, seats: Seats, hand: &mut HandLog) {
    for used in (ruleset.system.fields)(&ruleset.choices).into_iter().filter(|used| used.on) {
        match used.field {
            LogField::Piao => hand.piao = Some(points(chance, seats, used.most)),
            LogField::GuMai => hand.gu_mai = Some(points(chance, seats, used.most)),
            LogField::LastHand => hand.last_hand = Some(chance.percent(15)),
            LogField::Holdings | LogField::Owner | LogField::Totals | LogField::Indicator => {}
        }
    }
}

/// The points that each seat holds before a match; `None` if these rules do not ask for them. So few that they limit
/// payments.
pub fn holdings(ruleset: &Ruleset, chance: &mut Rng, seats: Seats) -> Option<SeatMap<i64>> {
    LogField::Holdings.is_used(ruleset).then(|| points(chance, seats, MOST_HELD))
}

/// The owner of the room; `None` if these rules do not ask for it.
pub fn owner(ruleset: &Ruleset, chance: &mut Rng, seats: Seats) -> Option<Owner> {
    LogField::Owner.is_used(ruleset).then(|| {
        if chance.percent(20) { Owner::Away } else { Owner::Seat(seats.after(Seat::ALL[0], chance.below(seats.len()))) }
    })
}

/// Writes the end of a match: the totals and what the house takes, if these rules use them. `apart`: the part of the points
/// that the seats did not win from each other.
pub fn end(ruleset: &Ruleset, log: &mut GameLog, won: SeatMap<i64>, apart: SeatMap<i64>) {
    if !LogField::Totals.is_used(ruleset) {
        return;
    }
    let added = ruleset.rules.settle_match(&won.minus(apart), log.start.owner);
    log.totals = Some(won.plus(added.balance()));
    if ruleset.rules.house_money().ends_match() {
        let after = log.hands.len();
        let lines = [HouseKind::Rake, HouseKind::Fee].into_iter().flat_map(|kind| lines_of(kind, &added));
        log.between = Some(lines.map(|line| Between { after, line }).collect());
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
