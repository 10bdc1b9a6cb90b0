//! Why there is nothing to settle, and what to write instead.

use crate::rules::{Refusal, RulesError};
use caipan_tiles::text::Text;

/// Why there is nothing to settle.
#[derive(Clone, Debug)]
pub struct ScoreError {
    /// A stable word: `unknown-system`, `bad-option-value`, `bad-request`, `not-a-win`.
    pub code: &'static str,
    /// Where in the request, as a JSON pointer.
    pub pointer: String,
    /// What is wrong and what to do.
    pub text: Text,
    /// The clause that says no.
    pub clause: Option<&'static str>,
}

/// What the rules refuse.
pub(super) fn refused(code: &'static str, pointer: String, no: &Refusal) -> ScoreError {
    ScoreError { code, pointer, text: no.text(), clause: Some(no.clause.id) }
}

pub(super) fn bad(pointer: String, text: Text) -> ScoreError {
    ScoreError { code: "bad-request", pointer, text, clause: None }
}

/// Rules that cannot be used.
pub(super) fn from_rules(error: RulesError) -> ScoreError {
    let pointer = match error.pointer.strip_prefix("/rules/options") {
        Some(option) => format!("/options{option}"),
        None => "/rules".to_owned(),
    };
    ScoreError { code: error.code, pointer, text: error.text, clause: None }
}
