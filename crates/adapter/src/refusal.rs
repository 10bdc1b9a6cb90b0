//! The refusal of bytes that cannot be read as a log or of rules that cannot be resolved: place and cure in both
//! languages.

use super::AdapterError;
use caipan_engine::rules::RulesError;
use caipan_engine::score::Grounds;
use caipan_log::ReadError;
use caipan_log::import::ImportError;
use caipan_tiles::text::Text;

/// Why an input is rejected, and where.
#[derive(Clone, Debug)]
pub struct Refusal {
    /// The code of the reader.
    pub code: String,
    /// A JSON pointer into the bytes.
    pub pointer: Option<String>,
    /// The line, from 1.
    pub line: Option<u64>,
    /// The column, from 1.
    pub column: Option<u64>,
    /// The error with advice.
    pub text: Text,
    /// The grounds of a refusal by the rules: a hand that is not a win, or whose win they forbid.
    pub grounds: Option<Box<Grounds>>,
}

impl Refusal {
    /// Creates the refusal of declared rules that cannot be used.
    pub fn of_rules(error: RulesError) -> Refusal {
        Refusal { code: error.code.to_owned(), pointer: Some(error.pointer), ..Refusal::of_text(error.text) }
    }

    /// Creates a refusal without a position.
    pub fn of_text(text: Text) -> Refusal {
        Refusal { code: "unusable".to_owned(), pointer: None, line: None, column: None, text, grounds: None }
    }

    /// The position as written after a file name: `12:41 /hands/0/dice`.
    pub fn place(&self) -> String {
        let position = match (self.line, self.column) {
            (Some(line), Some(column)) => format!("{line}:{column}"),
            (Some(line), None) => line.to_string(),
            _ => String::new(),
        };
        let pointer = self.pointer.as_deref().unwrap_or_default();
        [position.as_str(), pointer].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
    }
}

impl From<ReadError> for Refusal {
    fn from(error: ReadError) -> Refusal {
        Refusal {
            code: error.code.to_owned(),
            pointer: Some(error.pointer),
            line: Some(error.line),
            column: Some(error.column),
            ..Refusal::of_text(Text { zh: error.zh, en: error.en })
        }
    }
}

impl From<ImportError> for Refusal {
    fn from(error: ImportError) -> Refusal {
        let line = error.line.map(|line| line as u64);
        Refusal { code: "not-importable".to_owned(), line, ..Refusal::of_text(error.problem.text()) }
    }
}

impl From<AdapterError> for Refusal {
    fn from(error: AdapterError) -> Refusal {
        let AdapterError { code, pointer, line, column, text, .. } = error;
        Refusal { code: code.to_owned(), pointer, line, column, ..Refusal::of_text(*text) }
    }
}
