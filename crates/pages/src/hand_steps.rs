//! All steps of a hand in one document: the first table and the change of each event. A single step is left to `moment`.

use crate::PageError;
use crate::moment::{initial_win_names, no_hand, no_tiles};
use crate::table_findings::{TableFinding, table_findings};
use crate::tables::Tables;
use caipan_engine::report::{Report, StepView, change, event_in_words};
use caipan_log::{Event, People};
use caipan_tiles::text::Text;
use caipan_tiles::tile::Seat;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// A hand from the deal to its end.
///
/// The table of step `k` is `first` with the first `k` changes of `steps` applied in order. It equals the `table` of
/// step `k`. A change is a JSON merge patch (RFC 7396) in which an object in place of an array addresses its elements by
/// index.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct HandSteps {
    /// The hand, from 0.
    pub hand: usize,
    /// The preset that applies.
    pub rules: String,
    /// The players by seat, if the log names them.
    pub players: Vec<String>,
    /// The table after the deal.
    pub first: StepView,
    /// The change of each event, in order.
    pub steps: Vec<StepChange>,
    /// The findings in this hand, by step.
    pub findings: Vec<TableFinding>,
    /// The names of the initial wins that seats could declare in this hand, by id.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub names: BTreeMap<&'static str, Text>,
}

/// The effect of an event.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Done")]
pub struct StepChange {
    /// The type of the event, as in the log.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// The acting seat; absent for birds, flips and drawn games.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// The event in words.
    pub event: Text,
    /// The change of the table.
    pub change: Value,
}

/// Builds the steps of a hand with the findings of its report.
pub fn hand_steps(tables: &Tables<'_>, report: &Report, hand: usize) -> Result<HandSteps, PageError> {
    let Some(steps) = tables.steps(hand, |_| true) else { return Err(no_hand(tables.log, hand)) };
    hand_steps_among(tables, report, hand, &steps)
}

/// Builds the steps of a hand from the tables of all of its steps.
pub(crate) fn hand_steps_among(
    tables: &Tables<'_>,
    report: &Report,
    hand: usize,
    steps: &[StepView],
) -> Result<HandSteps, PageError> {
    let Tables { log, ruleset, .. } = tables;
    let Some(first) = steps.first().cloned() else { return Err(no_tiles(hand)) };
    let people = People::of(log);
    let documents: Vec<Value> = steps.iter().map(|table| serde_json::to_value(table).unwrap_or_default()).collect();
    let actions = log.hands.get(hand).into_iter().flat_map(|played| &played.events);
    let done = |(event, pair): (&Event, &[Value])| match pair {
        [before, after] => Some(StepChange {
            kind: event.action.name(),
            seat: event.action.seat(),
            event: event_in_words(event, &people),
            change: change(before, after),
        }),
        _ => None,
    };
    Ok(HandSteps {
        hand,
        rules: ruleset.id().to_owned(),
        players: people.names(),
        first,
        steps: actions.zip(documents.windows(2)).filter_map(done).collect(),
        findings: table_findings(report, log, hand, &steps.iter().enumerate().collect()),
        names: initial_win_names(steps, ruleset.system.patterns),
    })
}
