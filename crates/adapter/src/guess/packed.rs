//! Splits strings that hold lists: acts in sequence (`"0,D,17;1,P,4"`), hands or points with separators, JSON in a
//! column.

use serde_json::Value;
use std::collections::BTreeMap;

/// The jq filter that splits a string, by the path of the string.
pub(super) type Packed = BTreeMap<String, String>;

/// Replaces the strings of a sample by the lists that they hold, and records the filter for each path.
pub(super) fn unpacked(value: Value, path: &str, deep: usize, packed: &mut Packed) -> Value {
    match value {
        Value::Array(entries) if deep < 16 => {
            let below = format!("{path}[]");
            entries.into_iter().map(|entry| unpacked(entry, &below, deep + 1, packed)).collect()
        }
        Value::Object(members) if deep < 16 => {
            let spread = super::shape::spreads(&members);
            let step = |key: &str| if spread { "[]".to_owned() } else { super::shape::step(key) };
            let below = |key: &str| format!("{path}{}", step(key));
            members.into_iter().map(|(key, member)| (below(&key), key, member)).fold(
                Value::Object(serde_json::Map::new()),
                |mut all, (at, key, member)| {
                    all[key] = unpacked(member, &at, deep + 1, packed);
                    all
                },
            )
        }
        Value::String(text) if deep < 16 => match apart(&text) {
            // All strings of one path must split by the same filter.
            Some((list, filter)) if packed.get(path).is_none_or(|before| *before == filter) => {
                packed.insert(path.to_owned(), filter);
                unpacked(list, path, deep + 1, packed)
            }
            _ => Value::String(text),
        },
        other => other,
    }
}

/// Converts a path to a filter, starting at byte `from`, and inserts the filters that split strings on the way.
pub(super) fn filter(path: &str, from: usize, packed: &Packed) -> String {
    let dotted = |part: &str| if part.starts_with('[') { format!(".{part}") } else { part.to_owned() };
    let mut through: Vec<&String> =
        packed.keys().filter(|at| at.len() > from && path.starts_with(at.as_str())).collect();
    through.retain(|at| path[at.len()..].is_empty() || path[at.len()..].starts_with(['.', '[']));
    through.sort_by_key(|at| at.len());
    let mut parts = Vec::new();
    let mut begun = from;
    for at in through {
        parts.extend([dotted(path.get(begun..at.len()).unwrap_or_default()), packed[at].clone()]);
        begun = at.len();
    }
    parts.push(dotted(path.get(begun..).unwrap_or_default()));
    parts.retain(|part| !part.is_empty());
    if parts.is_empty() { ".".to_owned() } else { parts.join(" | ") }
}

fn apart(text: &str) -> Option<(Value, String)> {
    if text.starts_with(['[', '{']) {
        let value: Value = serde_json::from_str(text).ok()?;
        return Some((value, "fromjson".to_owned()));
    }
    rows(text).or_else(|| list(text))
}

/// Splits acts in sequence, each with two to eight parts.
fn rows(text: &str) -> Option<(Value, String)> {
    for outer in [';', '|', '\n', '/', '#', ' '] {
        let pieces: Vec<&str> = text.split(outer).filter(|piece| !piece.is_empty()).collect();
        if pieces.len() < 8 {
            continue;
        }
        let inner = [',', ':', '-', '_', ' ', '.', '|']
            .into_iter()
            .find(|&inner| inner != outer && pieces.iter().all(|piece| (2..=8).contains(&piece.split(inner).count())));
        if let Some(inner) = inner {
            let parts = |piece: &&str| piece.split(inner).map(part).collect::<Value>();
            let (outer, inner) = (quoted(outer), quoted(inner));
            let filter =
                format!("split({outer}) | map(select(. != \"\") | split({inner}) | map(. as $x | tonumber? // $x))");
            return Some((pieces.iter().map(parts).collect(), filter));
        }
    }
    None
}

/// Splits four points, or as many tiles as a hand or a wall has.
fn list(text: &str) -> Option<(Value, String)> {
    for sign in [',', '|', ';', ' ', '/', '_'] {
        let parts: Vec<&str> = text.split(sign).collect();
        let points = parts.len() == 4 && parts.iter().all(|part| part.parse::<i64>().is_ok());
        let tiles = matches!(parts.len(), 13 | 14 | 108 | 112 | 120 | 136 | 144)
            && parts.iter().all(|part| (1..=10).contains(&part.chars().count()));
        if points || tiles {
            let filter = format!("split({}) | map(. as $x | tonumber? // $x)", quoted(sign));
            return Some((parts.into_iter().map(part).collect(), filter));
        }
    }
    None
}

/// Returns whether a string is a hand: tiles with separators.
pub(super) fn is_hand(text: &str) -> bool {
    list(text).is_some_and(|(list, _)| list.as_array().is_some_and(|list| matches!(list.len(), 13 | 14)))
}

/// A part becomes a number only if JSON writes that number the same way.
fn part(text: &str) -> Value {
    text.parse::<i64>().ok().filter(|number| number.to_string() == text).map_or_else(|| text.into(), Value::from)
}

fn quoted(sign: char) -> String {
    Value::from(sign.to_string()).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn splits_strings_that_hold_lists() {
        let acts = ["0,D,17"; 8].join(";");
        let sample =
            json!({ "r": [{ "log": acts, "money": "3|-1|-1|-1", "name": "a,b", "col": "{\"x\":\"1,2,3,4\"}" }] });
        let mut packed = Packed::new();
        let value = unpacked(sample, "", 0, &mut packed);
        assert_eq!(value["r"][0]["log"][7], json!([0, "D", 17]));
        assert_eq!((&value["r"][0]["money"], &value["r"][0]["name"]), (&json!([3, -1, -1, -1]), &json!("a,b")));
        assert_eq!(value["r"][0]["col"]["x"], json!([1, 2, 3, 4]));
        let split = "split(\"|\") | map(. as $x | tonumber? // $x)";
        assert_eq!(filter(".r[].money", 4, &packed), format!(".money | {split}"));
        assert_eq!(filter(".r[].money[]", 4, &packed), format!(".money | {split} | .[]"));
        assert_eq!(filter(".r[].name", 0, &packed), ".r[].name");
        assert!(filter(".r[].col.x[]", 0, &packed).starts_with(".r[].col | fromjson | .x | split"));
    }
}
