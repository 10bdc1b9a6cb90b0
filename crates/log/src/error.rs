//! Errors for texts that are not logs: the code, the exact place, and the fix in both languages.

use super::problem::Problem;
use std::borrow::Cow;
use std::fmt;

/// An error that stops a text from being read. Nothing of the text is stored or replayed.
///
/// `code` is one of [`ReadError::CODES`]; programs switch on it. The sentences may change.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct ReadError {
    /// The kind of error, in kebab case.
    pub code: &'static str,
    /// RFC 6901 pointer to the place in the document; empty for the document itself.
    pub pointer: String,
    /// The line, from 1.
    pub line: u64,
    /// The character within the line, from 1.
    pub column: u64,
    /// The byte offset into the input, from 0.
    pub offset: u64,
    /// 中文: the problem and its fix.
    pub zh: Cow<'static, str>,
    /// English: the problem and its fix.
    pub en: Cow<'static, str>,
}

impl ReadError {
    /// Every code, in the order of `docs/log-format.md`.
    pub const CODES: &'static [&'static str] = Problem::CODES;

    /// Creates the error for a problem at a byte offset of `bytes`.
    pub(crate) fn at(problem: &Problem, pointer: String, bytes: &[u8], offset: usize) -> ReadError {
        let before = bytes.get(..offset).unwrap_or(bytes);
        let line = before.split(|&byte| byte == b'\n').count();
        let start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        let start = if start == 0 && before.starts_with(super::read::BOM) { super::read::BOM.len() } else { start };
        let column = String::from_utf8_lossy(before.get(start..).unwrap_or_default()).chars().count() + 1;
        let text = problem.text();
        ReadError {
            code: problem.code(),
            pointer,
            line: line as u64,
            column: column as u64,
            offset: before.len() as u64,
            zh: text.zh,
            en: text.en,
        }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)?;
        if !self.pointer.is_empty() {
            write!(f, " ({})", self.pointer)?;
        }
        write!(f, ": {} [{}]", self.en, self.code)
    }
}

impl std::error::Error for ReadError {}
