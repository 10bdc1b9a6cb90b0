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
    /// The option that decided it, if another value of it would lift the refusal.
    pub option: Option<Box<Decided>>,
    /// The nearest readings of a hand that is not a win.
    pub near: Box<[NearView]>,
}

/// The option that decided a refusal.
#[derive(Clone, Debug)]
pub struct Decided {
    /// Its id.
    pub id: &'static str,
    /// Its subject, once the rules are known.
    pub name: Option<Text>,
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
        ScoreError { option: option.map(|id| Box::new(Decided { id, name: None })), ..self }
    }

    /// Names the option that decided it.
    pub(super) fn under(mut self, ruleset: &Ruleset) -> ScoreError {
        if let Some(option) = &mut self.option {
            let decl = (ruleset.system.options)().iter().find(|decl| decl.id == option.id);
            option.name = decl.map(|decl| decl.label.text());
        }
        self
    }

    /// Returns the grounds of a refusal by the rules; `None` if the request is at fault.
    pub fn grounds(&self) -> Option<Grounds> {
        let clauses: Vec<ClauseView> = self.clause.map(build::clause).into_iter().collect();
        (!clauses.is_empty()).then(|| Grounds {
            clauses,
            option: self.option.as_ref().map(|option| option.id),
            option_name: self.option.as_ref().and_then(|option| option.name.clone()),
            near: self.near.to_vec(),
        })
    }
}

/// Returns the error for a refusal by the rules.
pub(super) fn refused(code: &'static str, pointer: String, no: &Refusal) -> ScoreError {
    ScoreError { code, clause: Some(no.clause), ..bad(pointer, no.text()) }.by(no.option)
}

pub(super) fn bad(pointer: String, text: Text) -> ScoreError {
    let near = Box::default();
    ScoreError { code: "bad-request", pointer, text, clause: None, option: None, near }
}

/// Returns the error for rules that cannot be resolved.
pub(super) fn from_rules(error: RulesError) -> ScoreError {
    let pointer = match error.pointer.strip_prefix("/rules/options") {
        Some(option) => format!("/options{option}"),
        None => "/rules".to_owned(),
    };
    ScoreError { code: error.code, ..bad(pointer, error.text) }
}
