//! Settlements after rulings: the points of each hand and of the match as recorded, as due and as ruled. Recording is
//! left to `rulings`.

use crate::store::{Entry, Moved, RulingKind, RulingRow};
use caipan_engine::report::Report;
use caipan_log::{Between, Holder, HouseKind, HouseLine};
use caipan_tiles::tile::{Seat, SeatList, SeatMap, Seats};
use schemars::JsonSchema;
use serde::Serialize;

/// The rulings of a log and their settlements.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct Rulings {
    /// All rulings in the order of their numbers.
    pub rulings: Vec<RulingView>,
    /// The points of each hand whose points a ruling moves; the match as a whole comes last.
    pub settlements: Vec<Settlement>,
    /// The points that rulings in force move, as entries of `match.house`: put them into the log of a platform that books
    /// them between the hands.
    pub lines: Vec<Between>,
}

/// A ruling.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RulingView {
    /// SHA-256 of `entry` as canonical JSON (RFC 8785).
    pub digest: String,
    /// The recorded ruling.
    pub entry: Entry,
    /// The number of the later ruling that reverses this one; absent while it is in force.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reversed_by: Option<i32>,
}

/// Points as recorded, as due and as ruled.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Settlement {
    /// The hand, from 0; absent for the match as a whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hand: Option<usize>,
    /// The recorded balance of each seat; absent if the record does not have it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recorded: Option<SeatList<i64>>,
    /// The balance of each seat under the rules, from the newest report; absent if unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub due: Option<SeatList<i64>>,
    /// The points that the rulings in force move, in order.
    pub ledger: Vec<RuledLine>,
    /// The recorded balances after these moves; absent if the record has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ruled: Option<SeatList<i64>>,
}

/// Points that a ruling moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RuledLine {
    /// The number of the ruling.
    pub ruling: i32,
    /// `correct` or `penalty`.
    pub kind: RulingKind,
    /// The move.
    #[serde(flatten)]
    pub moved: Moved,
}

impl Rulings {
    /// Combines the rulings of a log with its report.
    pub fn of(rows: Vec<RulingRow>, report: &Report) -> Rulings {
        let reversed: Vec<(i32, i32)> =
            rows.iter().filter_map(|row| Some((row.entry.reverses?, row.entry.number))).collect();
        let by = |number: i32| reversed.iter().find(|(gone, _)| *gone == number).map(|(_, by)| *by);
        let rulings: Vec<RulingView> = rows
            .into_iter()
            .map(|row| RulingView { reversed_by: by(row.entry.number), digest: row.digest, entry: row.entry })
            .collect();
        let settlements = settlements(&rulings, report);
        let mut all = Rulings { rulings, settlements, lines: Vec::new() };
        all.lines = all.standing().flat_map(|view| between_hands(&view.entry, report.hands.len())).collect();
        all.lines.sort_by_key(|between| between.after);
        all
    }

    /// The rulings in force.
    pub fn standing(&self) -> impl Iterator<Item = &RulingView> {
        self.rulings.iter().filter(|view| view.reversed_by.is_none())
    }
}

/// The transfers of a ruling as lines between hands: after the hand that it is about, else at the end of the match.
fn between_hands(entry: &Entry, hands: usize) -> impl Iterator<Item = Between> {
    let after = entry.hand.map_or(hands, |hand| hand.saturating_add(1));
    let kind = if entry.kind == RulingKind::Penalty { HouseKind::Penalty } else { HouseKind::Adjustment };
    let holder = |seat: Option<Seat>| seat.map_or(Holder::House, Holder::Seat);
    let (why, by) = (HouseLine::remark(&entry.note), HouseLine::remark(&entry.referee));
    entry.transfers.iter().map(move |&Moved { from, points, to }| {
        let (from, to, why, by) = (holder(from), holder(to), why.clone(), by.clone());
        Between { after, line: HouseLine { from, to, points, kind, why, by } }
    })
}

/// The recorded and due points of a hand, or of the match; each absent if unknown.
pub(super) fn points(report: &Report, hand: Option<usize>) -> (Option<SeatList<i64>>, Option<SeatList<i64>>) {
    let all = || report.hands.iter().filter(|view| hand.is_none_or(|hand| view.hand == hand));
    let seats = report.hands.first().map_or(Seats::FOUR, |view| view.balance.seats());
    let total = |sums: Option<Vec<SeatList<i64>>>| {
        let sum = sums?.into_iter().fold(SeatMap::default(), |sum, one| sum.plus(one.map()));
        Some(SeatList::new(sum, seats))
    };
    let due = all().map(|view| view.due_unknown.is_none().then_some(view.balance)).collect();
    (total(all().map(|view| view.recorded).collect()), total(due))
}

fn settlements(rulings: &[RulingView], report: &Report) -> Vec<Settlement> {
    let lines = |of: Option<usize>| -> Vec<RuledLine> {
        let standing = rulings.iter().filter(|view| view.reversed_by.is_none());
        let about = standing.filter(|view| of.is_none() || view.entry.hand == of);
        let line =
            |view: &RulingView, moved: Moved| RuledLine { ruling: view.entry.number, kind: view.entry.kind, moved };
        about.flat_map(|view| view.entry.transfers.iter().map(move |&moved| line(view, moved))).collect()
    };
    let hands = report.hands.iter().map(|view| Some(view.hand)).chain([None]);
    hands
        .map(|hand| (hand, lines(hand)))
        .filter(|(_, ledger)| !ledger.is_empty())
        .map(|(hand, ledger)| {
            let (recorded, due) = points(report, hand);
            let ruled = recorded.map(|recorded| moved(recorded, &ledger));
            Settlement { hand, recorded, due, ledger, ruled }
        })
        .collect()
}

/// The points after these moves.
fn moved(before: SeatList<i64>, ledger: &[RuledLine]) -> SeatList<i64> {
    let mut points = before.map();
    let mut add = |seat: Option<Seat>, sum: i64| {
        seat.into_iter().for_each(|seat| points[seat] = points[seat].saturating_add(sum));
    };
    for RuledLine { moved: Moved { from, points, to }, .. } in ledger {
        add(*from, points.saturating_neg());
        add(*to, *points);
    }
    SeatList::new(points, before.seats())
}
