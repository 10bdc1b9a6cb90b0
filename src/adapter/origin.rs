//! Where in the platform's own log the parts of a translated one stand.
//!
//! A program says it with `"x": {"at": "/actions/7"}` beside an event, a hand or the whole: a JSON pointer into the original.

use serde_json::Value;
use std::collections::BTreeMap;

/// Pointers into the `paipu/1`, with the pointer into the original.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origins(BTreeMap<String, String>);

impl Origins {
    /// What a log says of itself under `x`.
    pub(super) fn of(log: &Value) -> Origins {
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
        Origins(origins)
    }

    /// The place in the original of what a pointer into the log leads to, or of what it stands in.
    pub fn of_pointer(&self, pointer: &str) -> Option<&str> {
        let mut rest = Some(pointer);
        while let Some(pointer) = rest {
            if let Some(at) = self.0.get(pointer) {
                return Some(at);
            }
            rest = pointer.rsplit_once('/').map(|(above, _)| above);
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_place_is_given() {
        let log =
            serde_json::json!({ "hands": [{ "x": { "at": "/r/0" }, "events": [{ "x": { "at": "/r/0/a/5" } }, {}] }] });
        let origins = Origins::of(&log);
        let of = |pointer| origins.of_pointer(pointer);
        assert_eq!(of("/hands/0/events/0/tile"), Some("/r/0/a/5"));
        assert_eq!(of("/hands/0/events/1"), Some("/r/0"));
        assert_eq!(of("/hands/0/result/deltas"), Some("/r/0"));
        assert_eq!(of("/hands/1"), None);
    }
}
