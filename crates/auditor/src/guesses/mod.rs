//! Guesses about a wrong adapter (“is the dealer counted from 1?”): each is tried on the sample and kept only if it
//! removes at least half of the findings.
//!
//! A guess changes the documents that the program gave, before they are read as logs, so that it also helps where the
//! reader refuses them. The work is bounded by the number of events that are audited.

mod changes;
mod seats;
mod tiles;

use crate::ReadLog;
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
}

impl TrialGuess {
    /// Returns the guess as a sentence with its figures.
    pub fn sentence(&self) -> Text {
        let Text { zh, en } = &self.text;
        let after = self.after;
        let findings = if after == 1 { "finding" } else { "findings" };
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

/// The result of reading and auditing documents; less is better. Refused documents weigh more than findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Score {
    refused: usize,
    findings: usize,
}

impl Score {
    /// Returns whether a change that leads from `before` to this score explains what was wrong.
    fn explains(self, before: Score) -> bool {
        self.refused < before.refused || (self.refused == before.refused && self.findings * 2 <= before.findings)
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
    while (before.refused > 0 || before.findings > 0) && guesses.len() < ROUNDS {
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
        guesses.push(TrialGuess { text, before: found, after: score.findings });
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
    let mut score = Score { refused: 0, findings: 0 };
    for document in documents {
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
