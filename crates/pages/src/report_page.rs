//! The data of the report page and the step page.

use crate::PageError;
use crate::four::{self, Paid};
use crate::moment::{Moment, moment};
use crate::points::Points;
use crate::table_findings::{TableFinding, moment_of, table_findings};
use crate::tables::Tables;
use caipan_engine::report::{Report, StepView, event_in_words};
use caipan_log::{Event, GameLog, People};
use caipan_tiles::text::Text;
use caipan_tiles::tile::Seat;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The maximum number of findings with a table of their own; the page links to the others.
const TABLES: usize = 12;

/// The data of a report page.
pub struct ReportPage {
    /// The report.
    pub report: Report,
    /// The log.
    pub log: GameLog,
    /// Tables by hand and step: those of the first findings, and the last of each won hand.
    pub tables: BTreeMap<(usize, usize), StepView>,
    /// The findings by hand.
    pub found: BTreeMap<usize, Vec<TableFinding>>,
}

/// The data of a step page.
pub struct StepPage {
    /// The table at the step.
    pub moment: Moment,
    /// The events of the hand, in order.
    pub moves: Vec<Move>,
    /// The points of the seats at the beginning and at the end of the hand.
    pub points: Option<Points>,
    /// The findings in this hand.
    pub found: Vec<TableFinding>,
    /// The places of all findings of the match, in order: hand and step.
    pub problems: Vec<(usize, usize)>,
    /// The payments of the hand.
    pub paid: Vec<Paid>,
    /// The report.
    pub report: Arc<Report>,
}

/// An event of a hand in words.
pub struct Move {
    /// The type of the event, as in the log.
    pub kind: &'static str,
    /// The acting seat.
    pub seat: Option<Seat>,
    /// The sentence.
    pub text: Text,
    /// The milliseconds since the move before, if the log tells.
    pub ms: Option<u64>,
}

impl StepPage {
    /// Builds the page of a step of a hand.
    pub fn of(report: Arc<Report>, log: &GameLog, hand: usize, step: usize) -> Result<StepPage, PageError> {
        let moment = moment(&Tables::of(log, &report)?, hand, step)?;
        Ok(StepPage::at(report, log, moment))
    }

    /// Builds the page of a table.
    pub(crate) fn at(report: Arc<Report>, log: &GameLog, moment: Moment) -> StepPage {
        let (hand, step) = (moment.hand, moment.step);
        let found = table_findings(&report, log, hand, &BTreeMap::from([(step, &moment.table)]));
        let people = People::of(log);
        let events = log.hands.get(hand).into_iter().flat_map(|played| &played.events);
        let mut before = 0;
        let moves = events
            .map(|event| {
                let Event { action, ms, .. } = event;
                // The log counts from the beginning of the hand.
                let thought = ms.map(|ms| ms.saturating_sub(before));
                before = ms.unwrap_or(before);
                let text = event_in_words(event, &people);
                Move { kind: action.name(), seat: action.seat(), text, ms: thought }
            })
            .collect();
        let shown = |hand: usize| report.hands.iter().any(|one| one.hand == hand && one.outcome != "unknown");
        let standing = report.findings.iter().filter(|finding| report.stands_alone(finding));
        let mut problems: Vec<(usize, usize)> =
            standing.filter_map(|finding| moment_of(finding, log)).filter(|at| shown(at.0)).collect();
        problems.sort_unstable();
        problems.dedup();
        let points = Points::of(&report, log.start.scores.unwrap_or_default(), hand);
        let of_hand = report.hands.iter().find(|one| one.hand == hand);
        let paid = of_hand.map(|one| four::of_hand(one, log.hands.get(hand), people.seats())).unwrap_or_default();
        StepPage { moment, moves, points, found, problems, paid, report }
    }
}

impl ReportPage {
    /// Builds the page of a report.
    pub fn of(report: Report, log: GameLog) -> Result<ReportPage, PageError> {
        let counted = report.findings.iter().filter(|finding| report.stands_alone(finding));
        let mut wanted: BTreeSet<(usize, usize)> =
            counted.filter_map(|finding| moment_of(finding, &log)).take(TABLES).collect();
        let ends = report.hands.iter().filter(|hand| !hand.wins.is_empty());
        wanted.extend(ends.filter_map(|hand| Some((hand.hand, log.hands.get(hand.hand)?.events.len()))));
        let tables = wanted_tables(&Tables::of(&log, &report)?, &wanted);
        let found = (0..log.hands.len())
            .map(|hand| {
                let of_hand = tables.iter().filter(|((at, _), _)| *at == hand);
                (hand, table_findings(&report, &log, hand, &of_hand.map(|((_, step), table)| (*step, table)).collect()))
            })
            .collect();
        Ok(ReportPage { report, log, tables, found })
    }
}

/// The tables at the wanted steps (hand and step), from one replay of each such hand.
fn wanted_tables(all: &Tables<'_>, wanted: &BTreeSet<(usize, usize)>) -> BTreeMap<(usize, usize), StepView> {
    let hands: BTreeSet<usize> = wanted.iter().map(|&(hand, _)| hand).collect();
    let of_hand = |hand: usize| {
        let tables = all.steps(hand, |step| wanted.contains(&(hand, step))).unwrap_or_default();
        tables.into_iter().map(move |table| ((hand, table.event.map_or(0, |event| event + 1)), table))
    };
    hands.into_iter().flat_map(of_hand).collect()
}
