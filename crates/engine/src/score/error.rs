//! Errors of the score calculator.

use crate::audit::sentence;
use crate::replay::Breach;
use crate::report::NearView;
use crate::rules::{Refusal, RulesError};
use caipan_tiles::text::Text;

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
    pub clause: Option<&'static str>,
    /// The nearest readings of a hand that is not a win.
    pub near: Box<[NearView]>,
}

impl ScoreError {
    /// Returns the error for a breach of the replay at this place, in the words of its finding.
    pub(super) fn of(breach: &Breach, pointer: String) -> ScoreError {
        ScoreError { clause: breach.clause.map(|clause| clause.id), ..bad(pointer, sentence(breach)) }
    }
}

/// Returns the error for a refusal by the rules.
pub(super) fn refused(code: &'static str, pointer: String, no: &Refusal) -> ScoreError {
    ScoreError { code, pointer, text: no.text(), clause: Some(no.clause.id), near: Box::default() }
}

pub(super) fn bad(pointer: String, text: Text) -> ScoreError {
    ScoreError { code: "bad-request", pointer, text, clause: None, near: Box::default() }
}

/// Returns the error for rules that cannot be resolved.
pub(super) fn from_rules(error: RulesError) -> ScoreError {
    let pointer = match error.pointer.strip_prefix("/rules/options") {
        Some(option) => format!("/options{option}"),
        None => "/rules".to_owned(),
    };
    ScoreError { code: error.code, pointer, text: error.text, clause: None, near: Box::default() }
}
