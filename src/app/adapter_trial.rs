//! Trials of an adapter on sample logs: the matches, their findings, and the one field that would make the most
//! verifiable. Nothing is stored.

use super::engine::{self, ReadLog};
use super::{AdapterHints, App, AppError, AuditWatch, TrialGuess, guesses};
use crate::store::Who;
use caipan_adapter::{Adapter, Guess, guess, shelf};
use caipan_engine::audit::Verdict;
use caipan_engine::report::{AdapterView, RecordView, Report};
use caipan_log::{Action, Houses, Limits};
use caipan_tiles::bilingual;
use caipan_tiles::text::Text;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// The result of a trial.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Trial {
    /// The adapter that read the samples; absent for a built-in format or `paipu/1`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub adapter: Option<AdapterView>,
    /// The matches in the order of the sample.
    pub matches: Vec<TriedMatch>,
    /// The number of further matches, translated but not audited.
    pub more: usize,
    /// The number of events by type.
    pub events: BTreeMap<&'static str, usize>,
    /// The coverage of the audit by question.
    pub questions: Vec<TrialQuestion>,
    /// The field that would make the most verifiable.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub add: Option<MissingField>,
    /// Likely mistakes of the adapter, each tried on the sample: the best first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub guesses: Vec<TrialGuess>,
    /// Hints about the adapter: ignored acts, table entries that no sample uses, keys that the program does not name.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub noticed: Vec<Text>,
}

/// One match of a sample.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Tried")]
pub struct TriedMatch {
    /// The id of the match.
    pub id: String,
    /// The number of hands.
    pub hands: usize,
    /// The number of events.
    pub events: usize,
    /// The verdict.
    pub verdict: Verdict,
    /// The evidence level of the record.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub record: Option<RecordView>,
    /// The findings.
    pub findings: Vec<TriedFinding>,
    /// The match as `paipu/1`.
    pub log: serde_json::Value,
}

/// A finding in a match of a sample.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct TriedFinding {
    /// The code of the check.
    pub code: String,
    /// The message.
    pub message: Text,
    /// JSON pointer into the `paipu/1` document.
    pub pointer: String,
    /// The position in the sample, if the adapter records it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub original: Option<String>,
}

/// The coverage of one question of the audit.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Asked")]
pub struct TrialQuestion {
    /// The question.
    pub name: Text,
    /// How many times it was answered.
    pub checked: usize,
    /// The missing fields that prevented an answer.
    pub missing: BTreeSet<String>,
}

/// A missing field.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Wanted")]
pub struct MissingField {
    /// The field of `paipu/1`.
    pub field: String,
    /// The number of questions that need it.
    pub questions: usize,
    /// The number of places where it is missing.
    pub places: usize,
}

impl Trial {
    /// Creates an empty trial.
    pub fn new(adapter: Option<AdapterView>) -> Trial {
        Trial {
            adapter,
            matches: vec![],
            more: 0,
            events: BTreeMap::new(),
            questions: vec![],
            add: None,
            guesses: vec![],
            noticed: vec![],
        }
    }

    /// Adds a match and its report.
    pub fn add(&mut self, read: &ReadLog, report: &Report) {
        for event in read.log.hands.iter().flat_map(|hand| &hand.events) {
            *self.events.entry(Action::name(&event.action)).or_default() += 1;
        }
        let mut wanted: BTreeMap<String, (usize, usize)> = BTreeMap::new();
        for question in &report.coverage {
            let at = self.questions.iter().position(|asked| asked.name == question.name).unwrap_or_else(|| {
                let name = question.name.clone();
                self.questions.push(TrialQuestion { name, checked: 0, missing: BTreeSet::new() });
                self.questions.len() - 1
            });
            if let Some(asked) = self.questions.get_mut(at) {
                asked.checked += question.checked;
                asked.missing.extend(question.missing.keys().map(ToString::to_string));
            }
            for (field, times) in &question.missing {
                let (questions, places) = wanted.entry(field.to_string()).or_default();
                *questions += 1;
                *places += times;
            }
        }
        let most = wanted.into_iter().rev().max_by_key(|&(_, counts)| counts);
        let most = most.map(|(field, (questions, places))| MissingField { field, questions, places });
        let weight = |wanted: &Option<MissingField>| wanted.as_ref().map_or((0, 0), |one| (one.questions, one.places));
        if weight(&most) > weight(&self.add) {
            self.add = most;
        }
        self.matches.push(TriedMatch {
            id: report.log.id.clone(),
            hands: report.log.hands,
            events: report.log.events,
            verdict: report.verdict,
            record: report.record.clone(),
            findings: report
                .findings
                .iter()
                .filter(|finding| report.stands_alone(finding))
                .map(|finding| TriedFinding {
                    code: finding.code.to_string(),
                    message: finding.message.clone(),
                    pointer: finding.pointer.clone(),
                    original: finding.original.clone(),
                })
                .collect(),
            log: serde_json::from_str(&caipan_log::write(&read.log)).unwrap_or_default(),
        });
    }

    /// Returns whether any match is faulty or a variant.
    pub fn is_wrong(&self) -> bool {
        self.matches.iter().any(|tried| matches!(tried.verdict, Verdict::Faulty | Verdict::Variant))
    }

    /// Returns the next steps as sentences.
    pub fn advice(&self) -> Vec<Text> {
        let mut advice = self.noticed.clone();
        if let Some(MissingField { field, questions, places }) = &self.add {
            advice.push(bilingual!(
                "再补一个字段 {field}，能多核的最多（{questions} 类问题，{places} 处）。",
                "Add {field} to verify the most ({questions} questions, {places} places)."
            ));
        }
        if self.is_wrong() {
            advice.push(bilingual!(
                "样例被判有误。若样例本身没错，多半是适配器译错了：请看每条发现所指的位置。",
                "The samples have faults. If you know them to be right, the adapter mistranslates them: look where each finding points."
            ));
        }
        advice
    }
}

impl TriedMatch {
    /// Returns the match as one line.
    pub fn summary_line(&self) -> Text {
        let TriedMatch { id, hands, events, verdict, record, .. } = self;
        let (sentence, sentence_en) = (verdict.label().zh, verdict.label().en);
        let level = record.as_ref().map(|record| record.level.label());
        let (zh, en) = level.map_or_else(Default::default, |level| (level.zh, level.en));
        let codes: BTreeSet<&str> = self.findings.iter().map(|finding| finding.code.as_str()).collect();
        let codes = codes.into_iter().collect::<Vec<_>>().join(" ");
        bilingual!(
            "{id}：{hands} 局，{events} 个事件，{sentence}，记录程度：{zh} {codes}",
            "{id}: hands {hands}, events {events}, {sentence_en}, evidence: {en} {codes}"
        )
    }
}

/// The maximum number of matches of a sample that are audited.
const MOST: usize = 64;

/// The matches of a sample, with hints about the adapter and the documents of its program.
struct Reads {
    logs: Vec<ReadLog>,
    noticed: Vec<Text>,
    documents: Vec<serde_json::Value>,
}

/// Reads every match of a sample with the adapter, or with the recognised format if the adapter is empty. All matches
/// share one allowance.
fn reads(adapter: &str, sample: &[u8], houses: &Houses, limits: &Limits) -> Result<Reads, AppError> {
    let own;
    let found = if adapter.trim().is_empty() {
        shelf::sniff(sample)
    } else {
        own = Adapter::read_among(adapter.as_bytes(), houses)
            .map_err(|error| AppError::Adapter(Box::new(error.into())))?;
        Some(&own)
    };
    let (mut noticed, mut documents) = (Vec::new(), Vec::new());
    let mut logs = match found {
        Some(adapter) => {
            let tried = adapter.tried(sample, limits);
            let logs = tried.logs.map_err(|error| AppError::Unreadable(Box::new(error.into())))?;
            let mut seen = AdapterHints::default();
            seen.add(tried.met, sample);
            noticed = seen.sentences(adapter);
            documents = tried.documents;
            engine::of_adapter(adapter, logs)
        }
        None => engine::translated(sample, engine::InputFormat::Content, limits)?,
    };
    logs.iter_mut().for_each(|read| read.log.rules.houses = houses.clone());
    Ok(Reads { logs, noticed, documents })
}

/// Tries an adapter, or the recognised format if the adapter is empty, on a sample.
pub fn try_on(
    adapter: &str,
    sample: &[u8],
    houses: &Houses,
    limits: &Limits,
    watch: &AuditWatch,
) -> Result<Trial, AppError> {
    let Reads { logs, noticed, documents } = reads(adapter, sample, houses, limits)?;
    let mut trial = Trial::new(logs.first().and_then(|read| read.adapter.as_ref().map(|(view, _)| view.clone())));
    trial.noticed = noticed;
    trial.more = logs.len().saturating_sub(MOST);
    for read in logs.iter().take(MOST) {
        trial.add(read, &engine::audit_read(read, sample, watch)?.report);
    }
    if trial.is_wrong() {
        trial.guesses = guesses(&documents, houses, limits, watch);
    }
    Ok(trial)
}

impl App {
    /// Tries an adapter on a sample.
    pub async fn try_adapter(&self, who: Who, adapter: String, sample: String) -> Result<Trial, AppError> {
        let (limits, houses) = (self.limits(), self.read_by(who.tenant, None).await?.houses());
        let (bytes, timeout) = (sample.len(), self.config.queue_timeout);
        self.audit_on(bytes, timeout, move |watch| try_on(&adapter, sample.as_bytes(), &houses, &limits, watch)).await?
    }

    /// Draws the report page of the first match that an adapter reads from a sample.
    pub async fn report_page_through<T: Send + 'static>(
        &self,
        who: Who,
        adapter: String,
        sample: String,
        draw: impl FnOnce(super::ReportPage) -> T + Send + 'static,
    ) -> Result<T, AppError> {
        let (limits, houses) = (self.limits(), self.read_by(who.tenant, None).await?.houses());
        self.audit_on(sample.len(), self.config.queue_timeout, move |watch| {
            let first = reads(&adapter, sample.as_bytes(), &houses, &limits)?
                .logs
                .into_iter()
                .next()
                .ok_or(AppError::GivenUp)?;
            let audited = engine::audit_read(&first, sample.as_bytes(), watch)?;
            super::ReportPage::of(audited.report, first.log).map(draw)
        })
        .await?
    }

    /// Guesses an adapter from a sample.
    pub async fn guess_adapter(&self, name: String, sample: String) -> Result<Guess, AppError> {
        self.work_on(sample.len(), self.config.queue_timeout, move || {
            guess(&name, "sample.json", sample.as_bytes()).map_err(|error| AppError::Unreadable(Box::new(error.into())))
        })
        .await?
    }
}
