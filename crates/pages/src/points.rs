//! The points of the seats at the beginning and at the end of a hand: the starting scores and the hands before it.

use caipan_engine::report::{HandView, Report};

/// The points of each seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Points {
    /// Before the hand.
    pub before: [i64; 4],
    /// After the hand.
    pub after: [i64; 4],
}

impl Points {
    /// Returns the points around a hand: as recorded, and as due where nothing is recorded. `None` if the points of a
    /// hand up to this one are not known. `start` holds the scores before the first hand.
    pub fn of(report: &Report, start: [i64; 4], hand: usize) -> Option<Points> {
        let mut points = Points { before: start, after: start };
        for at in 0..=hand {
            let of_hand = points_of(report.hands.iter().find(|one| one.hand == at)?)?;
            points.before = points.after;
            for (sum, points) in points.after.iter_mut().zip(of_hand) {
                *sum = sum.saturating_add(points);
            }
        }
        Some(points)
    }
}

/// Returns the recorded points of a hand, or else the points that are due.
fn points_of(hand: &HandView) -> Option<[i64; 4]> {
    let due = || (hand.due_unknown.is_none() && hand.outcome != "unknown").then_some(hand.balance);
    hand.recorded.or_else(due)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_the_hands_before() {
        let bytes = include_bytes!("../../../fixtures/demo/beijing-burnt-dealer.json");
        let log = caipan_log::read(bytes, &caipan_log::Limits::default()).expect("a log");
        let mut report = caipan_engine::report::report(&log, "sha256:").expect("a report");
        let [first, second, third] = [0, 1, 2].map(|hand| Points::of(&report, [100; 4], hand).expect("recorded"));
        assert_eq!((first.before, first.after, second.after), ([100; 4], second.before, third.before));
        let moved = report.hands[2].recorded.expect("recorded");
        assert_eq!(third.after, std::array::from_fn(|seat| third.before[seat] + moved[seat]));
        assert!(moved.iter().any(|points| *points != 0));
        report.hands[1].recorded = None;
        report.hands[1].due_unknown = Some("deal".into());
        assert!(Points::of(&report, [0; 4], 0).is_some() && Points::of(&report, [0; 4], 2).is_none());
    }
}
