//! Guesses about a wrong adapter (“is the dealer counted from 1?”): each is tried on the sample, and they are ranked by
//! the events that a table then allows. Findings count only where the play is possible: one finding can hide all others.
//!
//! A guess changes the documents that the program gave, before they are read as logs, so that it also helps where the
//! reader refuses them. The work is bounded by the number of events that are audited.

mod changes;
mod seats;
mod tiles;

use crate::ReadLog;
use caipan_adapter::{Explained, explained};
use caipan_engine::audit::Kind;
use caipan_engine::report::Report;
use caipan_log::{Houses, Limits};
use caipan_tiles::bilingual;
use caipan_tiles::text::Text;
use changes::{Change, all};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

/// A guess that was tried on the sample.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct TrialGuess {
    /// The question, and what to change in the adapter if the answer is yes.
    pub text: Text,
    /// The findings without the change; absent if the logs could not be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<usize>,
    /// The findings with this change and those of the guesses before it.
    pub after: usize,
    /// The events that are possible at the table without the change, with it, and all; `None` if their number does not
    /// rise.
    #[serde(skip)]
    possible: Option<[usize; 3]>,
}

impl TrialGuess {
    /// Returns the guess as a sentence with its figures.
    pub fn sentence(&self) -> Text {
        let Text { zh, en } = &self.text;
        let after = self.after;
        let findings = if after == 1 { "finding" } else { "findings" };
        if let Some([before, now, all]) = self.possible {
            return bilingual!(
                "{zh}（改后：{all} 个动作中说得通的由 {before} 个变 {now} 个，剩 {after} 条发现）",
                "{en} ({before} → {now} of {all} actions are possible, with {after} {findings})"
            );
        }
        match self.before {
            Some(before) => {
                bilingual!("{zh}（改后：{before} 条发现变 {after} 条）", "{en} ({before} → {after} {findings})")
            }
            None => bilingual!(
                "{zh}（改后：牌谱读得通了，剩 {after} 条发现）",
                "{en} (the log then reads, with {after} {findings})"
            ),
        }
    }
}

/// The hands of a document that are tried, the events of all documents, and those that all tries together may audit.
const HANDS: usize = 4;
const TRIED: usize = 1_500;
const EVENTS: usize = 150_000;
/// Maximum number of changes that are combined.
const ROUNDS: usize = 3;

/// The result of reading and auditing documents; less is better. Refused documents weigh more than events that no table
/// allows, and those more than findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Score {
    refused: usize,
    impossible: usize,
    findings: usize,
    /// All events of the play.
    all: usize,
}

impl Score {
    /// Returns whether a change that leads from `before` to this score explains what was wrong.
    fn explains(self, before: Score) -> bool {
        // While most of the play is impossible, the number of findings says nothing.
        let counts = self.impossible <= before.impossible && self.impossible * 10 <= self.all;
        self.refused < before.refused
            || self.refused == before.refused
                && (self.impossible * 2 < before.impossible || counts && self.findings * 2 <= before.findings)
    }

    /// Returns the possible events before a change and after it, and all, if the change allows more.
    fn possible(self, before: Score) -> Option<[usize; 3]> {
        let now = self.all - self.impossible;
        let is_more = before.refused == 0 && self.impossible < before.impossible;
        is_more.then_some([before.all.saturating_sub(before.impossible).min(now), now, self.all])
    }
}

/// Audits a log; `None` if its rules are refused, or if the audit was stopped.
type Audit<'a> = &'a dyn Fn(&ReadLog) -> Option<Report>;

/// Returns the changes that remove most of the findings, the best first. A second and a third change build on those
/// before.
pub fn guesses(documents: &[Value], houses: &Houses, limits: &Limits, audit: Audit<'_>) -> Vec<TrialGuess> {
    let mut documents = first(documents);
    let mut left = EVENTS;
    let Some(mut before) = score(&documents, houses, limits, audit, &mut left) else { return Vec::new() };
    let mut guesses = Vec::new();
    let mut waiting = all();
    while before.refused + before.impossible + before.findings > 0 && guesses.len() < ROUNDS {
        let mut best: Option<(Score, usize, Vec<Value>)> = None;
        for (at, change) in waiting.iter().enumerate() {
            let Some(changed) = changed(&documents, change) else { continue };
            let Some(score) = score(&changed, houses, limits, audit, &mut left) else { break };
            if score.explains(before) && best.as_ref().is_none_or(|(least, ..)| score < *least) {
                best = Some((score, at, changed));
            }
        }
        let Some((score, at, changed)) = best else { break };
        let Change { text, .. } = waiting.swap_remove(at);
        let found = (before.refused == 0).then_some(before.findings);
        let possible = score.possible(before);
        guesses.push(TrialGuess { text, before: found, after: score.findings, possible });
        (before, documents) = (score, changed);
    }
    // Guesses after which documents are still refused have no figures to show for them.
    if before.refused > 0 { Vec::new() } else { guesses }
}

/// Returns the first hands of the first documents. One document is kept whatever its size.
fn first(documents: &[Value]) -> Vec<Value> {
    let mut first: Vec<Value> = Vec::new();
    let mut events = 0;
    for document in documents {
        let mut document = document.clone();
        if let Some(hands) = document.get_mut("hands").and_then(Value::as_array_mut) {
            hands.truncate(HANDS);
            let of = |hand: &Value| hand.get("events").and_then(Value::as_array).map_or(0, Vec::len);
            events += hands.iter().map(of).sum::<usize>();
        }
        if events > TRIED && !first.is_empty() {
            break;
        }
        first.push(document);
    }
    first
}

/// Applies a change to all documents; `None` if it changes none.
fn changed(documents: &[Value], change: &Change) -> Option<Vec<Value>> {
    let mut changed = documents.to_vec();
    let times = changed.iter_mut().filter_map(|document| (change.apply)(document).then_some(())).count();
    (times > 0 && changed != documents).then_some(changed)
}

/// Audits the documents; `None` once `left` events are spent.
fn score(documents: &[Value], houses: &Houses, limits: &Limits, audit: Audit<'_>, left: &mut usize) -> Option<Score> {
    let mut score = Score { refused: 0, impossible: 0, findings: 0, all: 0 };
    for document in documents {
        for hand in document.get("hands").and_then(Value::as_array).into_iter().flatten() {
            let Explained { possible, all } = explained(hand);
            score.impossible += all - possible;
            score.all += all;
        }
        let Ok(mut log) = caipan_log::read(document.to_string().as_bytes(), limits) else {
            score.refused += 1;
            continue;
        };
        *left = left.checked_sub(1 + log.hands.iter().map(|hand| hand.events.len()).sum::<usize>())?;
        log.rules.houses = houses.clone();
        let Some(report) = audit(&ReadLog { log, adapter: None }) else {
            score.refused += 1;
            continue;
        };
        let is_wrong = |kind: Kind| matches!(kind, Kind::Fault | Kind::Variant);
        let own = report.findings.iter().filter(|finding| is_wrong(finding.kind) && report.stands_alone(finding));
        score.findings += own.count();
    }
    Some(score)
}
