//! A match that is audited while it is played: each event is answered as a report of the log so far would answer it.

use super::build::build;
use super::document::{FindingView, HandView, Report};
use super::progress::ProgressView;
use crate::audit::audit;
use crate::replay::{Before, Kept, Live};
use crate::rules::{RulesError, Ruleset, resolve_for};
use caipan_log::{Event, GameLog, HandLog, HandResult};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What is known of the last hand of a match after an event.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Answer {
    /// The findings of this hand, as the report of the log so far lists them; `id` and `because` count over the match.
    pub findings: Vec<FindingView>,
    /// Whose turn it is, what each seat may do and what each possible win would move; absent after the result of the hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub progress: Option<ProgressView>,
    /// The hand with the payments due, once it is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hand: Option<HandView>,
}

/// A match in play. It keeps the log so far, and of a hand without a finding what the referee knows, so that one more event
/// costs the same after ten events and after a thousand. A hand with a finding is audited again with each event.
pub struct InPlay {
    log: GameLog,
    ruleset: Ruleset,
    /// The last hand as replayed so far; `None` if each event needs an audit of the log.
    kept: Option<Kept>,
    answer: Answer,
}

impl InPlay {
    /// Begins with a log, whose last hand goes on unless it has its result.
    ///
    /// # Errors
    /// The part of the declared rules that cannot be used.
    pub fn of(mut log: GameLog) -> Result<InPlay, RulesError> {
        let ruleset = resolve_for(&log)?;
        goes_on(&mut log);
        let mut match_in_play = InPlay { log, ruleset, kept: None, answer: Answer::default() };
        match_in_play.audit()?;
        Ok(match_in_play)
    }

    /// Returns the log so far.
    pub fn log(&self) -> &GameLog {
        &self.log
    }

    /// Returns the answer to the last event.
    pub fn answer(&self) -> &Answer {
        &self.answer
    }

    /// Returns the report of the log so far. `digest` is the `sha256:` of the bytes that a caller gives out as that log.
    ///
    /// # Errors
    /// The part of the declared rules that cannot be used.
    pub fn report(&self, digest: &str) -> Result<Report, RulesError> {
        super::report(&self.log, digest)
    }

    /// Plays an event of the last hand.
    ///
    /// # Errors
    /// The part of the declared rules that cannot be used.
    pub fn play(&mut self, event: Event) -> Result<&Answer, RulesError> {
        let kept = self.kept.take().map(|kept| {
            let mut live = kept.live(self.ruleset.rules.as_ref());
            live.play(&event);
            live
        });
        let at = self.log.hands.len().saturating_sub(1);
        if let Some(hand) = self.log.hands.last_mut() {
            hand.events.push(event);
        }
        let Some(live) = kept.filter(|live| live.breaches().is_empty()) else {
            self.audit()?;
            return Ok(&self.answer);
        };
        let replayed = live.so_far();
        if replayed.goes_on && replayed.breaches.is_empty() {
            let progress = ProgressView::of(at, self.ruleset.rules.as_ref(), &replayed);
            self.answer = Answer { progress: Some(progress), ..Answer::default() };
            self.kept = Some(live.keep());
        } else {
            let kept = live.keep();
            self.audit()?;
            self.kept = Some(kept).filter(|_| self.answer.findings.is_empty());
        }
        Ok(&self.answer)
    }

    /// Ends the last hand with the result that the server settles.
    ///
    /// # Errors
    /// The part of the declared rules that cannot be used.
    pub fn settle(&mut self, result: HandResult) -> Result<&Answer, RulesError> {
        if let Some(hand) = self.log.hands.last_mut() {
            (hand.in_progress, hand.result) = (false, Some(result));
        }
        self.audit()?;
        Ok(&self.answer)
    }

    /// Begins the next hand.
    ///
    /// # Errors
    /// The part of the declared rules that cannot be used.
    pub fn deal(&mut self, hand: HandLog) -> Result<&Answer, RulesError> {
        if let Some(last) = self.log.hands.last_mut() {
            last.in_progress = false;
        }
        self.log.hands.push(hand);
        goes_on(&mut self.log);
        self.audit()?;
        Ok(&self.answer)
    }

    /// Audits the log so far, and takes up the last hand if nothing was found in it.
    fn audit(&mut self) -> Result<(), RulesError> {
        self.kept = None;
        let (ruleset, audit) = audit(&self.log)?;
        let before = audit.hands.last().map(|(before, _)| *before);
        let mut report = build(&self.log, "", None, &ruleset, &audit);
        let last = self.log.hands.len().saturating_sub(1);
        let findings = report.findings.into_iter().filter(|finding| finding.hand == Some(last)).collect();
        let is_over = report.progress.as_ref().is_none_or(|progress| progress.over);
        self.answer = Answer { findings, progress: report.progress, hand: report.hands.pop().filter(|_| is_over) };
        // Under other rules of the room, a hand may be judged by those.
        let is_plain = self.answer.findings.is_empty() && report.variants.is_empty();
        let hand = self.log.hands.last().filter(|hand| is_plain && hand.in_progress && is_dealt_by_its_dealer(hand));
        if let Some((hand, before)) = hand.zip(before) {
            self.kept = taken_up(&self.ruleset, hand, before);
        }
        Ok(())
    }
}

/// Says of the last hand that the play goes on, unless it has its result.
fn goes_on(log: &mut GameLog) {
    if let Some(last) = log.hands.last_mut() {
        last.in_progress = last.result.is_none();
    }
}

/// True if later events cannot show that another seat deals, or that tiles were left out of the record.
fn is_dealt_by_its_dealer(hand: &HandLog) -> bool {
    let dealer = |dealer| hand.deal.is_none() || hand.dealt(dealer) == Some(14);
    hand.hidden.seats.is_empty() && hand.dealer.is_some_and(dealer)
}

/// Replays a hand as far as it is recorded; `None` if the record does not show its tiles.
fn taken_up(ruleset: &Ruleset, hand: &HandLog, before: Before) -> Option<Kept> {
    let mut live = Live::deal(ruleset.rules.as_ref(), hand, before)?;
    hand.events.iter().for_each(|event| live.play(event));
    live.breaches().is_empty().then(|| live.keep())
}
