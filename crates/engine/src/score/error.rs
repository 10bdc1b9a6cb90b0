//! Errors of the score calculator.

use crate::audit::in_words;
use crate::replay::Breach;
use crate::report::{ClauseView, NearView, build};
use crate::rules::{Refusal, RulesError, Ruleset};
use caipan_tiles::clause::Clause;
use caipan_tiles::text::Text;
use schemars::JsonSchema;
use serde::Serialize;

/// The reason why a request cannot be settled.
#[derive(Clone, Debug)]
pub struct ScoreError {
    /// A stable code: `unknown-system`, `bad-option-value`, `bad-request`, `not-a-win`.
    pub code: &'static str,
    /// The position in the request, as a JSON pointer.
    pub pointer: String,
    /// The error and its fix.
    pub text: Text,
    /// The clause of the refusal.
    pub clause: Option<&'static Clause>,
    /// The option and the clause that decided it; `None` if neither did.
    pub decided: Option<Box<Decided>>,
    /// The nearest readings of a hand that is not a win.
    pub near: Box<[NearView]>,
}

/// The option and the clause that decided a refusal, in words once the rules are known.
#[derive(Clone, Debug, Default)]
pub struct Decided {
    /// The option, if another value of it would lift the refusal.
    pub option: Option<&'static str>,
    /// The subject of that option.
    pub option_name: Option<Text>,
    /// The clause, worded for the rules.
    pub clause: Option<ClauseView>,
}

/// The grounds on which the rules refuse something, in the fields of a finding of a report.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct Grounds {
    /// The clauses of the refusal.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub clauses: Vec<ClauseView>,
    /// The option that decided it, if another value of it would lift the refusal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub option: Option<&'static str>,
    /// The subject of that option.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub option_name: Option<Text>,
    /// The winning hands that a hand without a win comes closest to.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub near: Vec<NearView>,
}

impl ScoreError {
    /// Returns the error for a breach of the replay at this place, in the words of its finding.
    pub(super) fn of(breach: &Breach, pointer: String) -> ScoreError {
        let found = in_words(breach);
        ScoreError { clause: breach.clause, ..bad(pointer, found.text) }.by(found.option)
    }

    /// Sets the option that decided it.
    pub(super) fn by(self, option: Option<&'static str>) -> ScoreError {
        let decided = option.map(|_| Box::new(Decided { option, ..Decided::default() }));
        ScoreError { decided, ..self }
    }

    /// Words the clause for these rules, and names the option that decided it.
    pub(super) fn under(mut self, ruleset: &Ruleset) -> ScoreError {
        let clause = self.clause.map(|clause| build::clause(ruleset, clause));
        if clause.is_some() || self.decided.is_some() {
            let decided = self.decided.get_or_insert_default();
            let decl = (ruleset.system.options)().iter().find(|decl| Some(decl.id) == decided.option);
            decided.option_name = decl.map(|decl| decl.label.text());
            decided.clause = clause;
        }
        self
    }

    /// Returns the grounds of a refusal by the rules; `None` if the request is at fault.
    pub fn grounds(&self) -> Option<Grounds> {
        let Decided { option, option_name, clause } = self.decided.as_deref().cloned()?;
        let clauses = vec![clause?];
        Some(Grounds { clauses, option, option_name, near: self.near.to_vec() })
    }
}

/// Returns the error for a refusal by the rules.
pub(super) fn refused(code: &'static str, pointer: String, no: &Refusal) -> ScoreError {
    ScoreError { code, clause: Some(no.clause), ..bad(pointer, no.text()) }.by(no.option)
}

pub(super) fn bad(pointer: String, text: Text) -> ScoreError {
    let near = Box::default();
    ScoreError { code: "bad-request", pointer, text, clause: None, decided: None, near }
}

/// Returns the error for rules that cannot be resolved.
pub(super) fn from_rules(error: RulesError) -> ScoreError {
    let pointer = match error.pointer.strip_prefix("/rules/options") {
        Some(option) => format!("/options{option}"),
        None => "/rules".to_owned(),
    };
    ScoreError { code: error.code, ..bad(pointer, error.text) }
}
