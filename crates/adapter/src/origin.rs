//! Maps parts of a translated log to their positions in the platform's own log.
//!
//! A program records a position as `"x": {"at": "/actions/7"}` beside an event, a hand or the match: a JSON pointer
//! into the original.

use caipan_engine::report::Original;
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Pointers into the `paipu/1` log, each with a pointer into the original.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origins {
    places: BTreeMap<String, String>,
    lines: Lines,
    /// The lines of the file before the original.
    before: u64,
}

/// The lines of the original on which its parts begin.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Lines {
    /// A pointer gives no line.
    #[default]
    Unknown,
    /// Every part is on this line, from 1.
    One(u64),
    /// The line of each row.
    Rows(Arc<[u64]>),
}

impl Origins {
    /// Collects the positions that a log records under `x`.
    pub(super) fn of(log: &Value, lines: Lines) -> Origins {
        let mut origins = BTreeMap::new();
        let mut note = |pointer: String, value: &Value| {
            if let Some(at) = value.pointer("/x/at").and_then(Value::as_str) {
                origins.insert(pointer, at.to_owned());
            }
        };
        let list = |value: &Value, key: &str| value.get(key).and_then(Value::as_array).cloned().unwrap_or_default();
        note(String::new(), log);
        for (at, hand) in list(log, "hands").iter().enumerate() {
            note(format!("/hands/{at}"), hand);
            if let Some(result) = hand.get("result") {
                note(format!("/hands/{at}/result"), result);
            }
            for (event, value) in list(hand, "events").iter().enumerate() {
                note(format!("/hands/{at}/events/{event}"), value);
            }
        }
        Origins { places: origins, lines, before: 0 }
    }

    /// Counts lines from the beginning of a file in which the original begins on this line.
    pub(super) fn begin_on_line(&mut self, first: u64) {
        self.before = first.saturating_sub(1);
    }

    fn line_in_original(&self, pointer: &str) -> Option<u64> {
        match &self.lines {
            Lines::Unknown => None,
            Lines::One(line) => Some(*line),
            Lines::Rows(lines) => {
                let row = self.of_pointer(pointer)?.strip_prefix('/')?.split('/').next()?;
                lines.get(row.parse::<usize>().ok()?).copied()
            }
        }
    }
}

impl Original for Origins {
    fn of_pointer(&self, pointer: &str) -> Option<&str> {
        let mut rest = Some(pointer);
        while let Some(pointer) = rest {
            if let Some(at) = self.places.get(pointer) {
                return Some(at);
            }
            rest = pointer.rsplit_once('/').map(|(above, _)| above);
        }
        None
    }

    fn line_of_pointer(&self, pointer: &str) -> Option<u64> {
        self.line_in_original(pointer).map(|line| line.saturating_add(self.before))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn returns_position_of_nearest_ancestor() {
        let log =
            serde_json::json!({ "hands": [{ "x": { "at": "/r/0" }, "events": [{ "x": { "at": "/r/0/a/5" } }, {}] }] });
        let origins = Origins::of(&log, Lines::Unknown);
        let of = |pointer| origins.of_pointer(pointer);
        assert_eq!(of("/hands/0/events/0/tile"), Some("/r/0/a/5"));
        assert_eq!(of("/hands/0/events/1"), Some("/r/0"));
        assert_eq!(of("/hands/0/result/deltas"), Some("/r/0"));
        assert_eq!(of("/hands/1"), None);
    }

    #[test]
    fn returns_line_of_each_row() {
        let log = serde_json::json!({ "hands": [{ "x": { "at": "/1/acts" } }, { "x": { "at": "/7" } }, {}] });
        let origins = Origins::of(&log, Lines::Rows([1, 4].into()));
        let of = |pointer| origins.line_of_pointer(pointer);
        assert_eq!((of("/hands/0/events/0"), of("/hands/1"), of("/hands/2"), of("")), (Some(4), None, None, None));
        assert_eq!(Origins::of(&log, Lines::One(9)).line_of_pointer("/id"), Some(9));
    }
}
