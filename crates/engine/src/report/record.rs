//! The quality of a record: the evidence in a log, and the field that would make most of it verifiable.

use super::document::CoverageView;
use caipan_log::{Action, GameLog, HandLog};
use caipan_tiles::text::Label;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The level of evidence in a log: the lowest level of its hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// The results of the hands only: no dealt tiles or no acts.
    Result,
    /// The acts, and the tiles of some seats only.
    Seat,
    /// The dealt tiles and every act.
    Acts,
    /// The acts, with refusals and lost claims.
    Offers,
    /// The complete wall too: every drawn tile can be checked.
    Wall,
    /// The wall, and the throw that cut it.
    Dice,
}

impl Level {
    /// Returns the name of the level.
    pub const fn label(self) -> Label {
        match self {
            Level::Result => Label::new("结果", "results only"),
            Level::Seat => Label::new("一家所见", "what one seat saw"),
            Level::Acts => Label::new("起手牌和动作", "deal and moves"),
            Level::Offers => Label::new("动作和表态", "moves, offers and passes"),
            Level::Wall => Label::new("动作和牌墙", "moves and wall"),
            Level::Dice => Label::new("动作、牌墙和骰子", "moves, wall and dice"),
        }
    }
}

/// The quality of a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RecordView {
    /// The level of evidence.
    pub level: Level,
    /// The most useful missing field, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub add: Option<String>,
}

/// Returns the quality of a log, given the coverage of its audit.
pub(super) fn record(log: &GameLog, coverage: &[CoverageView]) -> RecordView {
    let offers =
        log.hands.iter().flat_map(|hand| &hand.events).any(|event| {
            matches!(event.action, Action::Pass { .. } | Action::Seabed { .. }) || !event.claims.is_empty()
        });
    let level = log.hands.iter().map(|hand| level(hand, offers)).min().unwrap_or(Level::Result);
    // No client that sees some seats only knows the wall.
    let is_known = |field: &String| field != "wall" || log.view().is_none();
    RecordView { level, add: missing(coverage).or_else(|| next(log, offers)).filter(is_known) }
}

fn level(hand: &HandLog, offers: bool) -> Level {
    let acts = hand.events.iter().any(|event| matches!(event.action, Action::Discard { .. } | Action::Win { .. }));
    let dealt = hand.deal.is_some() || hand.wall.is_some();
    match (acts && dealt, hand.wall.is_some(), hand.dice.is_some()) {
        (false, _, _) => Level::Result,
        (true, false, _) if !hand.hidden.seats.is_empty() => Level::Seat,
        (true, true, true) => Level::Dice,
        (true, true, false) => Level::Wall,
        (true, false, _) if offers => Level::Offers,
        (true, false, _) => Level::Acts,
    }
}

/// Returns the missing field that leaves the most questions open. Ties are decided by the number of times, then by
/// name.
fn missing(coverage: &[CoverageView]) -> Option<String> {
    let mut fields: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for (field, times) in coverage.iter().flat_map(|question| &question.missing) {
        let (questions, all) = fields.entry(field).or_default();
        *questions += 1;
        *all += times;
    }
    // The first by name among equals.
    let most = fields.into_iter().rev().max_by_key(|&(_, counts)| counts);
    most.map(|(field, _)| field.to_owned())
}

/// Returns the field that would add evidence when no question lacks a field.
fn next(log: &GameLog, offers: bool) -> Option<String> {
    let without = |has: fn(&HandLog) -> bool| log.hands.iter().any(|hand| !has(hand));
    if without(|hand| hand.deal.is_some() || hand.wall.is_some()) {
        Some("deal".to_owned())
    } else if log.view().is_some() && without(|hand| hand.shown.is_some()) {
        Some("shown".to_owned())
    } else if without(|hand| hand.wall.is_some()) {
        Some("wall".to_owned())
    } else if !offers {
        Some("events[].pass".to_owned())
    } else {
        None
    }
}
