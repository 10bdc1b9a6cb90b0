//! Turns the bytes of a log into the program's input, and into a document in which error positions are looked up.

use super::super::error::AdapterError;
use super::super::value::V;

/// The form in which the program receives a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Input {
    /// One JSON value.
    Json,
    /// A list with one JSON value per line, or with a single value that spans several lines.
    Rows,
    /// A string.
    Text,
}

impl Input {
    /// Parses the input of the program.
    pub(super) fn read(self, bytes: &[u8]) -> Result<V, AdapterError> {
        let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
        let text = std::str::from_utf8(bytes).map_err(|error| AdapterError::not_utf8(bytes, error.valid_up_to()))?;
        let json = |text: &str, first: u64| {
            serde_json::from_str(text).map_err(|error: serde_json::Error| AdapterError::not_json(&error, first))
        };
        match self {
            Input::Text => Ok(V::text(text)),
            Input::Json => json(text, 1),
            Input::Rows => {
                // One value over several lines is one row.
                if let Ok(one) = json(text, 1) {
                    return Ok(V::list(vec![one]));
                }
                let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
                Ok(V::list(lines.map(|(number, line)| json(line, number)).collect::<Result<Vec<V>, _>>()?))
            }
        }
    }

    /// Returns the line of each row; empty if the input is not rows or is a single value.
    pub(crate) fn lines(self, bytes: &[u8]) -> Vec<u64> {
        let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
        if self != Input::Rows {
            return Vec::new();
        }
        let rows: Vec<(u64, &[u8])> = rows(bytes).collect();
        // One value over several lines is one row.
        let is_value = |row: &[u8]| serde_json::from_slice::<serde::de::IgnoredAny>(row).is_ok();
        let parted = rows.len() > 1 && rows.first().is_some_and(|(_, row)| is_value(row));
        if parted { rows.into_iter().map(|(number, _)| number).collect() } else { Vec::new() }
    }

    /// Parses the log as far as possible; invalid rows become null.
    pub(crate) fn document(self, bytes: &[u8]) -> Document {
        let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
        let one = serde_json::from_slice::<serde_json::Value>(bytes);
        match (self, one) {
            (Input::Rows, Err(_)) => {
                let (lines, rows): (Vec<u64>, Vec<serde_json::Value>) =
                    rows(bytes).map(|(number, row)| (number, serde_json::from_slice(row).unwrap_or_default())).unzip();
                Document { value: rows.into(), lines }
            }
            (_, one) => Document { value: one.unwrap_or_default(), lines: Vec::new() },
        }
    }
}

/// A log of the platform in which positions are looked up.
#[derive(Debug, Default)]
pub(crate) struct Document {
    /// The program's input.
    pub value: serde_json::Value,
    /// The line of each row, from 1.
    lines: Vec<u64>,
}

impl Document {
    /// Returns the line of the row that a pointer leads into, if the log is rows.
    pub(crate) fn line_of(&self, pointer: &str) -> Option<u64> {
        let row = pointer.strip_prefix('/')?.split('/').next()?;
        row.parse().ok().and_then(|row: usize| self.lines.get(row)).copied()
    }
}

/// Returns the lines that are not blank, each with its number from 1.
pub(crate) fn rows(bytes: &[u8]) -> impl Iterator<Item = (u64, &[u8])> {
    (1..).zip(bytes.split(|&byte| byte == b'\n')).filter(|(_, line)| !line.trim_ascii().is_empty())
}
