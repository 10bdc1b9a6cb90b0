//! Trials of an adapter on sample logs: the matches, their findings, and the one field that would make the most
//! verifiable.

use crate::{ReadLog, TrialGuess};
use caipan_engine::audit::Verdict;
use caipan_engine::report::{AdapterView, RecordView, Report};
use caipan_log::Action;
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
    /// The number of answers.
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
