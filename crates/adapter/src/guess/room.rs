//! Finds the settings of the room in a sample: the object of switches and small numbers whose name tells what it is.

use serde_json::Value;

/// The settings of the room.
#[derive(Clone, Debug)]
pub(super) struct Room {
    /// The path of the object.
    pub(super) at: String,
    /// Each flag by its path inside the object, with its value as JSON.
    pub(super) flags: Vec<(String, String)>,
}

/// Words in the names of such objects.
const NAMES: [&str; 12] =
    ["conf", "rule", "option", "setting", "wanfa", "flag", "param", "switch", "玩法", "规则", "设置", "选项"];

/// Fewer flags are no settings of a room.
const FEWEST: usize = 3;

/// Returns the settings with the most flags, at most two levels deep. `None` if no object has a telling name.
pub(super) fn room(value: &Value) -> Option<Room> {
    let mut best: Option<Room> = None;
    let mut look = |name: &str, at: String, value: &Value| {
        let Value::Object(_) = value else { return };
        let mut flags = Vec::new();
        if is_telling(name) && leaves(value, "", &mut flags) && flags.len() >= FEWEST {
            let more = best.as_ref().is_none_or(|best| flags.len() > best.flags.len());
            if more {
                best = Some(Room { at, flags });
            }
        }
    };
    for (key, member) in value.as_object()? {
        look(key, step("", key), member);
        for (inner, member) in member.as_object().into_iter().flatten() {
            look(inner, step(&step("", key), inner), member);
        }
    }
    best
}

fn is_telling(name: &str) -> bool {
    let name = name.to_lowercase();
    NAMES.iter().any(|word| name.contains(word))
}

/// Appends a key to a path as jq writes it.
fn step(path: &str, key: &str) -> String {
    let is_plain = key.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if is_plain { format!("{path}.{key}") } else { format!("{path}[{}]", Value::from(key)) }
}

/// Collects the flags of an object; false if it holds lists of lists or of objects, which no settings do.
fn leaves(value: &Value, path: &str, flags: &mut Vec<(String, String)>) -> bool {
    let Value::Object(members) = value else { return false };
    members.iter().all(|(key, member)| {
        let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
        match member {
            Value::Object(inner) if !inner.is_empty() => leaves(member, &path, flags),
            Value::Array(list) if list.iter().any(|entry| entry.is_array() || entry.is_object()) => false,
            plain => {
                flags.push((path, plain.to_string()));
                true
            }
        }
    })
}
