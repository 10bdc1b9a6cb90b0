//! The tables of a log at wanted steps. Each hand is replayed once.

use caipan_engine::audit;
use caipan_engine::report::{self, StepView};
use caipan_engine::rules::{RulesError, Ruleset};
use caipan_log::GameLog;
use std::collections::{BTreeMap, BTreeSet};

/// The rules and the table after the first `step` events of a hand; `None` if the log has no such step.
pub(crate) fn step(log: &GameLog, hand: usize, step: usize) -> Result<Option<(Ruleset, StepView)>, RulesError> {
    let found = steps(log, hand, |at| at == step)?;
    Ok(found.and_then(|(ruleset, mut views)| views.pop().map(|view| (ruleset, view))))
}

/// The rules and the tables of a hand at the wanted steps, from one replay; `None` if the log has no such hand.
pub fn steps(
    log: &GameLog,
    hand: usize,
    wanted: impl Fn(usize) -> bool,
) -> Result<Option<(Ruleset, Vec<StepView>)>, RulesError> {
    let Some(played) = log.hands.get(hand) else { return Ok(None) };
    // The earlier hands decide the dealer and the dealer streak.
    let before = audit::before(log, hand)?;
    let wanted = |event: Option<usize>| wanted(event.map_or(0, |event| event + 1));
    Ok(before.map(|(ruleset, before)| {
        let views = report::steps(ruleset.rules.as_ref(), played, before, wanted);
        (ruleset, views)
    }))
}

/// The tables of a match at the wanted steps (hand and step), from one replay of each such hand.
pub(crate) fn tables(
    log: &GameLog,
    wanted: &BTreeSet<(usize, usize)>,
) -> Result<BTreeMap<(usize, usize), StepView>, RulesError> {
    let (ruleset, before) = audit::all_before(log)?;
    let mut tables = BTreeMap::new();
    for (at, (played, before)) in log.hands.iter().zip(before).enumerate() {
        let is_wanted = |event: Option<usize>| wanted.contains(&(at, event.map_or(0, |event| event + 1)));
        if wanted.iter().any(|(hand, _)| *hand == at) {
            let views = report::steps(ruleset.rules.as_ref(), played, before, is_wanted);
            tables.extend(views.into_iter().map(|view| ((at, view.event.map_or(0, |event| event + 1)), view)));
        }
    }
    Ok(tables)
}
