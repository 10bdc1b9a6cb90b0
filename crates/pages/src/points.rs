//! The points of the seats at the beginning and at the end of a hand: the starting scores and the hands before it.

use crate::fragments::signed;
use caipan_engine::report::{HandView, Report};
use caipan_tiles::tile::{Seat, SeatList, SeatMap};
use maud::{Markup, html};

/// The points of each seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Points {
    /// Before the hand.
    pub before: SeatMap<i64>,
    /// After the hand.
    pub after: SeatMap<i64>,
    /// After the hand, had it been paid by the rules.
    pub due: SeatMap<i64>,
}

impl Points {
    /// Returns the points around a hand: as recorded, and as due where nothing is recorded. `None` if the points of a
    /// hand up to this one are not known. `start` holds the scores before the first hand.
    pub fn of(report: &Report, start: SeatMap<i64>, hand: usize) -> Option<Points> {
        let mut points = Points { before: start, after: start, due: start };
        for at in 0..=hand {
            let hand = report.hands.iter().find(|one| one.hand == at)?;
            let before = points.after;
            let moved = points_of(hand)?;
            let right = due(hand).filter(|_| !hand.transfers.is_empty()).unwrap_or(moved);
            points = Points { before, after: before.plus(moved), due: before.plus(right) };
        }
        Some(points)
    }
}

/// Returns the recorded points of a hand, or else the points that are due.
fn points_of(hand: &HandView) -> Option<SeatMap<i64>> {
    hand.recorded.map(SeatList::map).or_else(|| due(hand))
}

/// Renders what a hand brought a seat; recorded points that are wrong are struck out.
pub(crate) fn brought(hand: &HandView, seat: Seat) -> Markup {
    let right = due(hand).filter(|_| !hand.transfers.is_empty() || hand.recorded.is_none());
    let [was, is] = [hand.recorded.map(SeatList::map), right].map(|points| points.map(|points| points[seat]));
    html! {
        @match (was, is) {
            (Some(was), Some(is)) if was != is => { del { (signed(was)) } " " b { (signed(is)) } }
            (was, is) => @if let Some(points) = was.or(is) { b { (signed(points)) } }
        }
    }
}

/// Returns the points that are due for a hand, if they are known.
fn due(hand: &HandView) -> Option<SeatMap<i64>> {
    (hand.due_unknown.is_none() && hand.outcome != "unknown").then(|| hand.balance.map())
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
        assert_eq!((first.due, third.due), (first.after, third.before.plus(report.hands[2].balance.map())));
        assert_ne!(third.due, third.after, "the third hand is paid wrongly");
        let moved = report.hands[2].recorded.expect("recorded");
        assert_eq!(third.after, third.before.plus(moved.map()));
        assert!(moved.entries().iter().any(|points| *points != 0));
        report.hands[1].recorded = None;
        report.hands[1].due_unknown = Some("deal".into());
        assert!(Points::of(&report, SeatMap([0; 4]), 0).is_some() && Points::of(&report, SeatMap([0; 4]), 2).is_none());
    }
}
