//! The statement: results of an engine by preset, clause, ruling and option, and every case that was not passed.

use super::STATEMENT_FORMAT;
use super::answer::Answer;
use super::case::Case;
use super::judge::{Difference, Outcome, Part, judge};
use caipan_engine::rules::{SYSTEMS, System};
use caipan_handbook::RULINGS;
use caipan_tiles::bilingual;
use caipan_tiles::text::Text;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

/// A statement about one engine.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Statement {
    /// Always `caipan-conformance/1`.
    pub format: &'static str,
    /// Name and version of the engine.
    pub engine: String,
    /// True if there are cases and each is passed, or declined by something that it rests on.
    pub conforms: bool,
    /// The counts of all cases.
    pub total: Tally,
    /// The results by rule system, in the order of the project.
    pub systems: Vec<SystemStatement>,
    /// Every case that was not passed.
    pub failures: Vec<Failure>,
}

/// The number of cases by outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Tally {
    /// All cases.
    pub cases: usize,
    /// Cases answered as expected.
    pub passed: usize,
    /// Cases answered differently, or declined without ground.
    pub failed: usize,
    /// Cases answered in part.
    pub incomplete: usize,
    /// Cases declined by a ruling, an option or the preset.
    pub declined: usize,
    /// Cases without an answer.
    pub unanswered: usize,
}

/// The results of one rule system.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SystemStatement {
    /// Its id.
    pub system: &'static str,
    /// Its name.
    pub name: Text,
    /// The revision of its rules in the program that judges.
    pub revision: u16,
    /// The counts of its cases.
    pub total: Tally,
    /// The results by preset.
    pub presets: Vec<Of>,
    /// The results by clause, in the order of the rule book.
    pub clauses: Vec<Of>,
    /// The clauses that no case demonstrates.
    pub without_case: Vec<&'static str>,
    /// The results by ruling that cases rest on.
    pub rulings: Vec<Of>,
    /// The results by house rule that differs from the preset, as `option=value`.
    pub options: Vec<Of>,
}

/// The results of one clause, ruling, option or preset.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Of {
    /// The id.
    pub id: String,
    /// The subject.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<Text>,
    /// The counts of its cases.
    #[serde(flatten)]
    pub tally: Tally,
}

/// A case that was not passed.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Failure {
    /// Its id.
    pub id: String,
    /// `failed`, `incomplete`, `declined` or `unanswered`.
    pub outcome: &'static str,
    /// The subject of the case.
    pub title: Text,
    /// The situation in words.
    pub situation: Text,
    /// The clauses of the case.
    pub clauses: Vec<String>,
    /// The reason, in words.
    pub message: Text,
    /// The parts that differ.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub differences: Vec<Difference>,
    /// The parts that are missing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<Part>,
}

/// Runs the cases and builds the statement. `answer` returns the engine's answer to a case, or the reason for its
/// absence.
pub fn statement(engine: &str, cases: &[Case], mut answer: impl FnMut(&Case) -> Result<Answer, Text>) -> Statement {
    let mut statement = Statement {
        format: STATEMENT_FORMAT,
        engine: engine.to_owned(),
        conforms: false,
        total: Tally::default(),
        systems: Vec::new(),
        failures: Vec::new(),
    };
    for &system in SYSTEMS {
        let mut counts = Counts::default();
        for case in cases.iter().filter(|case| case.system == system.id) {
            let (answered, why) = match answer(case) {
                Ok(answer) => (Some(answer), None),
                Err(text) => (None, Some(text)),
            };
            let outcome = judge(case, answered.as_ref());
            statement.total.add(&outcome);
            counts.add(case, &outcome);
            statement.failures.extend(failure(case, outcome, why));
        }
        if counts.total.cases > 0 {
            statement.systems.push(counts.of(system));
        }
    }
    let Tally { cases, passed, declined, .. } = statement.total;
    statement.conforms = cases > 0 && passed + declined == cases;
    statement
}

impl Tally {
    fn add(&mut self, outcome: &Outcome) {
        self.cases += 1;
        *match outcome {
            Outcome::Passed => &mut self.passed,
            Outcome::Failed(_) | Outcome::DeclinedWithoutGround(_) => &mut self.failed,
            Outcome::Incomplete(_) => &mut self.incomplete,
            Outcome::Declined(_) => &mut self.declined,
            Outcome::Unanswered => &mut self.unanswered,
        } += 1;
    }
}

/// The counts of one system, by id.
#[derive(Default)]
struct Counts {
    total: Tally,
    presets: BTreeMap<String, Tally>,
    clauses: BTreeMap<String, Tally>,
    rulings: BTreeMap<String, Tally>,
    options: BTreeMap<String, Tally>,
}

impl Counts {
    fn add(&mut self, case: &Case, outcome: &Outcome) {
        self.total.add(outcome);
        let count = |all: &mut BTreeMap<String, Tally>, id: &str| all.entry(id.to_owned()).or_default().add(outcome);
        count(&mut self.presets, &case.preset);
        case.clauses.iter().for_each(|id| count(&mut self.clauses, id));
        case.rulings.iter().for_each(|id| count(&mut self.rulings, id));
        for (id, value) in &case.options {
            let value = serde_json::to_value(value).unwrap_or_default();
            count(
                &mut self.options,
                &format!("{id}={}", value.as_str().map_or_else(|| value.to_string(), str::to_owned)),
            );
        }
    }

    fn of(mut self, system: &'static System) -> SystemStatement {
        let untitled = |(id, tally)| Of { id, title: None, tally };
        let clauses = system.clauses.iter().map(|clause| (clause.id, self.clauses.remove(clause.id)));
        let (shown, bare): (Vec<_>, Vec<_>) = clauses.partition(|(_, tally)| tally.is_some());
        let preset = |id: &str| system.presets.iter().find(|preset| preset.id == id).map(|preset| preset.name.text());
        let ruling = |id: &str| RULINGS.iter().find(|ruling| ruling.id == id).map(|ruling| ruling.title().text());
        SystemStatement {
            system: system.id,
            name: system.name.text(),
            revision: system.revision,
            total: self.total,
            presets: self.presets.into_iter().map(|(id, tally)| Of { title: preset(&id), id, tally }).collect(),
            clauses: shown
                .into_iter()
                .map(|(id, tally)| (id.to_owned(), tally.unwrap_or_default()))
                // Clauses that this program does not know come last.
                .chain(self.clauses)
                .map(untitled)
                .collect(),
            without_case: bare.into_iter().map(|(id, _)| id).collect(),
            rulings: self.rulings.into_iter().map(|(id, tally)| Of { title: ruling(&id), id, tally }).collect(),
            options: self.options.into_iter().map(untitled).collect(),
        }
    }
}

fn failure(case: &Case, outcome: Outcome, why: Option<Text>) -> Option<Failure> {
    let (word, message, differences, missing) = match outcome {
        Outcome::Passed => return None,
        Outcome::Failed(differences) => (
            "failed",
            bilingual!(
                "与本题不符。先核对所引条文；若是另一种读法，请用 declines 写明所据的裁定。",
                "not as the case has it. Compare with the clauses cited; if it is another reading, name the ruling in `declines`"
            ),
            differences,
            Vec::new(),
        ),
        Outcome::DeclinedWithoutGround(ground) => (
            "failed",
            bilingual!(
                "以“{ground}”为由不答，而本题不依赖它。请写 rulings、options 或 preset 中的一项，或者作答。",
                "declined by `{ground}`, which this case does not rest on. Name one of its `rulings`, `options` or its `preset`, or answer it"
            ),
            Vec::new(),
            Vec::new(),
        ),
        Outcome::Incomplete(missing) => (
            "incomplete",
            bilingual!(
                "答了的都对，还有部分没有答。请补上 missing 中的各项。",
                "what is answered is right; answer the parts under `missing` too"
            ),
            Vec::new(),
            missing,
        ),
        Outcome::Declined(ground) => (
            "declined",
            bilingual!("不答：对“{ground}”另有读法或不支持。", "declined: `{ground}` is read otherwise, or not there"),
            Vec::new(),
            Vec::new(),
        ),
        Outcome::Unanswered => (
            "unanswered",
            why.unwrap_or_else(|| bilingual!("没有这一题的答案，请补上。", "there is no answer to this case: add one")),
            Vec::new(),
            Vec::new(),
        ),
    };
    Some(Failure {
        id: case.id.clone(),
        outcome: word,
        title: case.title.clone(),
        situation: case.situation.clone(),
        clauses: case.clauses.clone(),
        message,
        differences,
        missing,
    })
}
