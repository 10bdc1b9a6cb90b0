//! Differences between two JSON documents, so that a hand's tables can be sent as the first table and its changes.
//!
//! A change is a JSON merge patch (RFC 7396) with one addition: an object can patch an array, with indexes as keys,
//! `{"places": {"2": {"river": "9m"}}}`. A `null` in a change removes the field; documents contain no `null`.

use serde_json::{Map, Value};

/// Returns the change from one document to another; an empty object if they are equal.
pub fn change(before: &Value, after: &Value) -> Value {
    between(before, after).unwrap_or_else(|| Value::Object(Map::new()))
}

/// Applies a change.
pub fn apply(document: &mut Value, change: &Value) {
    let Value::Object(change) = change else {
        document.clone_from(change);
        return;
    };
    for (key, new) in change {
        match document {
            Value::Array(elements) => {
                if let Some(element) = key.parse().ok().and_then(|at: usize| elements.get_mut(at)) {
                    apply(element, new);
                }
            }
            Value::Object(fields) if new.is_null() => {
                fields.remove(key);
            }
            Value::Object(fields) => match fields.get_mut(key).filter(|old| speaks_of(old, new)) {
                Some(old) => apply(old, new),
                None => {
                    fields.insert(key.clone(), new.clone());
                }
            },
            _ => {}
        }
    }
}

/// True if a new value patches the old one instead of replacing it.
fn speaks_of(old: &Value, new: &Value) -> bool {
    new.is_object() && (old.is_object() || old.is_array())
}

fn between(before: &Value, after: &Value) -> Option<Value> {
    let mut change = Map::new();
    match (before, after) {
        _ if before == after => return None,
        (Value::Object(old), Value::Object(new)) => {
            for (key, value) in new {
                let changed = old.get(key).map_or_else(|| Some(value.clone()), |old| between(old, value));
                change.extend(changed.map(|changed| (key.clone(), changed)));
            }
            let gone = old.keys().filter(|key| !new.contains_key(*key));
            change.extend(gone.map(|key| (key.clone(), Value::Null)));
        }
        (Value::Array(old), Value::Array(new))
            if old.len() == new.len() && old.iter().chain(new).all(Value::is_object) =>
        {
            for (at, (old, new)) in old.iter().zip(new).enumerate() {
                change.extend(between(old, new).map(|changed| (at.to_string(), changed)));
            }
        }
        _ => return Some(after.clone()),
    }
    Some(Value::Object(change))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn change_round_trips_between_documents() {
        let documents = [
            json!({}),
            json!({ "a": 1, "b": { "c": [1, 2] } }),
            json!({ "a": 2, "b": { "c": [1, 2, 3], "d": "x" } }),
            json!({ "a": [{ "x": 1 }, { "x": 2 }], "b": 3 }),
            json!({ "a": [{ "x": 1 }, { "y": { "z": [] } }] }),
            json!({ "a": [{ "x": 1 }] }),
            json!({ "a": [] }),
            json!({ "a": { "0": { "x": 7 } } }),
        ];
        for before in &documents {
            for after in &documents {
                let change = change(before, after);
                let mut document = before.clone();
                apply(&mut document, &change);
                // An object that replaces an array looks like a patch of the array. No field here is ever both.
                if !(before["a"].is_array() && after["a"].is_object()) {
                    assert_eq!(document, *after, "{before} {change}");
                }
            }
        }
    }

    #[test]
    fn change_contains_only_differences() {
        let before =
            json!({ "places": [{ "hand": "1m", "river": "" }, { "hand": "2m", "river": "" }], "open": { "from": 1 } });
        let after = json!({ "places": [{ "hand": "1m", "river": "" }, { "hand": "", "river": "2m" }] });
        let expected = json!({ "places": { "1": { "hand": "", "river": "2m" } }, "open": null });
        assert_eq!(change(&before, &after), expected);
    }
}
