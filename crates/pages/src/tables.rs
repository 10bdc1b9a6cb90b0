//! The tables of a match at wanted steps.

use caipan_engine::audit;
use caipan_engine::replay::Before;
use caipan_engine::report::{self, Report, StepView};
use caipan_engine::rules::{RulesError, Ruleset, resolve_for};
use caipan_log::GameLog;

/// A match with the state before each of its hands, from which any hand is replayed by itself.
pub struct Tables<'a> {
    /// The match.
    pub(crate) log: &'a GameLog,
    /// The rules that it declares.
    pub(crate) ruleset: Ruleset,
    before: Vec<Before>,
}

impl<'a> Tables<'a> {
    /// The tables of a match whose report is known. The report tells who deals each hand, so nothing is audited.
    pub fn of(log: &'a GameLog, report: &Report) -> Result<Tables<'a>, RulesError> {
        Ok(Tables { log, ruleset: resolve_for(log)?, before: report::before_each(log, report) })
    }

    /// The tables of a match without a report. The hands are audited to find who deals each.
    pub fn unreported(log: &'a GameLog) -> Result<Tables<'a>, RulesError> {
        let (ruleset, before) = audit::all_before(log)?;
        Ok(Tables { log, ruleset, before })
    }

    /// The tables of a hand at the wanted steps, from one replay; `None` if the match has no such hand. Empty if the hand
    /// has no tiles to replay.
    pub fn steps(&self, hand: usize, wanted: impl Fn(usize) -> bool) -> Option<Vec<StepView>> {
        let (played, &before) = (self.log.hands.get(hand)?, self.before.get(hand)?);
        let wanted = |event: Option<usize>| wanted(event.map_or(0, |event| event + 1));
        Some(report::steps(self.ruleset.rules.as_ref(), played, before, wanted))
    }

    /// The table after the first `step` events of a hand; `None` if the match has no such step.
    pub fn step(&self, hand: usize, step: usize) -> Option<StepView> {
        self.steps(hand, |at| at == step)?.pop()
    }
}
