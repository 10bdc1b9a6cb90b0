//! The points of the seats at the beginning and at the end of a hand: the starting scores and the hands before it.

use caipan_engine::report::{HandView, Report};
use caipan_tiles::tile::{SeatList, SeatMap};

/// The points of each seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Points {
    /// Before the hand.
    pub before: SeatMap<i64>,
    /// After the hand.
    pub after: SeatMap<i64>,
}

impl Points {
    /// Returns the points around a hand: as recorded, and as due where nothing is recorded. `None` if the points of a
    /// hand up to this one are not known. `start` holds the scores before the first hand.
    pub fn of(report: &Report, start: SeatMap<i64>, hand: usize) -> Option<Points> {
        let mut points = Points { before: start, after: start };
        for at in 0..=hand {
            let of_hand = points_of(report.hands.iter().find(|one| one.hand == at)?)?;
            points.before = points.after;
            points.after = points.after.plus(of_hand);
        }
        Some(points)
    }
}

/// Returns the recorded points of a hand, or else the points that are due.
fn points_of(hand: &HandView) -> Option<SeatMap<i64>> {
    let due = || (hand.due_unknown.is_none() && hand.outcome != "unknown").then_some(hand.balance);
    hand.recorded.or_else(due).map(SeatList::map)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_the_hands_before() {
        let bytes = include_bytes!("../../../fixtures/demo/beijing-burnt-dealer.json");
        let log = caipan_log::read(bytes, &caipan_log::Limits::default()).expect("a log");
        let mut report = caipan_engine::report::report(&log, "sha256:").expect("a report");
        let [first, second, third] =
            [0, 1, 2].map(|hand| Points::of(&report, SeatMap([100; 4]), hand).expect("recorded"));
        assert_eq!((first.before, first.after, second.after), (SeatMap([100; 4]), second.before, third.before));
        let moved = report.hands[2].recorded.expect("recorded");
        assert_eq!(third.after, third.before.plus(moved.map()));
        assert!(moved.entries().iter().any(|points| *points != 0));
        report.hands[1].recorded = None;
        report.hands[1].due_unknown = Some("deal".into());
        assert!(Points::of(&report, SeatMap([0; 4]), 0).is_some() && Points::of(&report, SeatMap([0; 4]), 2).is_none());
    }
}
