//! Splits strings that hold lists: acts in sequence (`"0,D,17;1,P,4"`, `"0_3_17_15,16"`), hands or points with
//! separators, JSON in a column, also twice over.

use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Display;

/// The jq filter that splits a string, by the path of the string.
pub(super) type Packed = BTreeMap<String, String>;

/// Replaces the strings of a sample by the lists that they hold, and records the filter for each path.
pub(super) fn unpacked(value: Value, path: &str, deep: usize, packed: &mut Packed) -> Value {
    match value {
        Value::Array(entries) if deep < 16 => {
            let below = format!("{path}[]");
            if let Some((list, filter)) = texts(&entries).filter(|_| !packed.contains_key(&below)) {
                packed.insert(below, filter);
                return list;
            }
            if let Some((list, filter)) = flat(&entries).filter(|(_, filter)| fits(packed, path, filter)) {
                packed.insert(path.to_owned(), filter);
                return list;
            }
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
            Some((list, filter)) if fits(packed, path, &filter) => {
                // Acts in a flat list within the text are split by the same filter.
                let flat = list.as_array().and_then(|entries| flat(entries));
                let (list, filter) = match flat {
                    Some((list, chunks)) => (list, format!("{filter} | {chunks}")),
                    None => (list, filter),
                };
                packed.insert(path.to_owned(), filter);
                unpacked(list, path, deep + 1, packed)
            }
            _ => Value::String(text),
        },
        other => other,
    }
}

/// Returns whether a filter may split the values at a path: all of them must split by the same.
fn fits(packed: &Packed, path: &str, filter: &str) -> bool {
    let same = |before: &String| {
        before == filter || before.strip_prefix(filter).is_some_and(|rest| rest.starts_with(" | chunks"))
    };
    packed.get(path).is_none_or(same)
}

/// Splits a flat list of numbers (`[0,2,17, 0,1,4, …]`) into acts of three or four: one place in each is always a seat, and
/// another is not.
fn flat(entries: &[Value]) -> Option<(Value, String)> {
    let numbers: Vec<i64> = entries.iter().map(Value::as_i64).collect::<Option<_>>()?;
    let size = [3, 4].into_iter().find(|&size| {
        let at = |place: usize| numbers.iter().skip(place).step_by(size);
        let is_seat = |place: usize| {
            let round = at(place).zip(at(place).skip(1)).filter(|(one, next)| one != next).count();
            at(place).all(|number| (0..=4).contains(number)) && round > 3
        };
        let is_tile = |place: usize| at(place).any(|number| *number > 8);
        numbers.len().is_multiple_of(size)
            && numbers.len() >= 8 * size
            && (0..size).any(is_seat)
            && (0..size).any(is_tile)
    })?;
    let acts = entries.chunks(size).map(|act| Value::from(act.to_vec())).collect();
    Some((acts, format!("chunks({size})")))
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
    if text.starts_with(['[', '{', '"']) {
        let mut value: Value = serde_json::from_str(text).ok()?;
        let mut filter = "fromjson".to_owned();
        // A text of JSON in a text of JSON, as servers write that encode a log for each layer.
        for _ in 0..2 {
            let Some(inner) = value.as_str().filter(|inner| inner.starts_with(['[', '{', '"'])) else { break };
            value = serde_json::from_str(inner).ok()?;
            filter.push_str(" | fromjson");
        }
        return matches!(value, Value::Array(_) | Value::Object(_)).then_some((value, filter));
    }
    rows(text).or_else(|| list(text))
}

/// The signs between acts, between the parts of an act, and within a part, the outer first.
const OUTER: [char; 7] = [';', '|', '\n', '/', '#', ' ', ','];
const INNER: [char; 7] = [',', ':', '-', '_', ' ', '.', '|'];

/// Splits acts in sequence, each with two to eight parts.
fn rows(text: &str) -> Option<(Value, String)> {
    for outer in OUTER {
        let pieces: Vec<&str> = text.split(outer).filter(|piece| !piece.is_empty()).collect();
        if pieces.len() < 8 {
            continue;
        }
        if let Some((list, filter)) = split_pieces(&pieces, 2, |sign| sign != outer) {
            return Some((list, format!("split({}) | map(select(. != \"\") | {filter})", quoted(outer))));
        }
    }
    None
}

/// Splits the acts of a list of texts, each with three to eight parts.
fn texts(entries: &[Value]) -> Option<(Value, String)> {
    let pieces: Vec<&str> = entries.iter().map(Value::as_str).collect::<Option<_>>()?;
    if pieces.len() < 8 { None } else { split_pieces(&pieces, 3, |_| true) }
}

/// Splits each piece by one sign into at least `least` parts, and its parts by a second sign where they contain it.
fn split_pieces(pieces: &[&str], least: usize, is_free: impl Fn(char) -> bool) -> Option<(Value, String)> {
    let fits = |sign: char| pieces.iter().all(|piece| (least..=8).contains(&piece.split(sign).count()));
    // A sign that every piece contains may still be that within a part: the sign that gives most parts divides acts.
    let count = |sign: char| pieces.iter().map(|piece| piece.split(sign).count()).min().unwrap_or_default();
    let best = INNER.into_iter().filter(|&sign| is_free(sign) && fits(sign)).rev().max_by_key(|&sign| count(sign))?;
    let within = [',', '-', '.', ':', '|', '_', ' '].into_iter().find(|&sign| {
        let parts = || pieces.iter().flat_map(|piece| piece.split(best)).filter(|part| part.contains(sign));
        let is_list =
            |part: &str| (2..=4).contains(&part.split(sign).count()) && part.split(sign).all(|one| !one.is_empty());
        sign != best && is_free(sign) && parts().next().is_some() && parts().all(is_list)
    });
    // Names such as Wan-5 contain a sign too: only numbers are split further.
    let numbers = |text: &str, sign: char| text.split(sign).all(|one| one.parse::<i64>().is_ok());
    let within = within.filter(|&sign| {
        pieces
            .iter()
            .flat_map(|piece| piece.split(best))
            .filter(|part| part.contains(sign))
            .all(|part| numbers(part, sign))
    });
    let value = |text: &str| match within {
        Some(sign) if text.contains(sign) => text.split(sign).map(part).collect(),
        _ => part(text),
    };
    let list = pieces.iter().map(|piece| piece.split(best).map(value).collect::<Value>()).collect();
    let one = match within {
        Some(sign) => format!("if contains({0}) then split({0}) | map({NUMBER}) else {NUMBER} end", quoted(sign)),
        None => NUMBER.to_owned(),
    };
    Some((list, format!("split({}) | map({one})", quoted(best))))
}

/// The filter that turns a part into a number where it is one.
pub(super) const NUMBER: &str = ". as $x | tonumber? // $x";

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

/// A part becomes a number where `tonumber` makes one of it.
fn part(text: &str) -> Value {
    text.trim().parse::<i64>().map_or_else(|_| text.into(), Value::from)
}

pub(super) fn quoted<S: Display + Copy>(sign: S) -> String {
    Value::from(format!("{sign}")).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// Acts nested in texts, in one text or in a list of texts, with the tiles of a chow in one part.
    #[test]
    fn splits_acts_within_texts() {
        let acts = ["0_1_17", "1_3_17_15,16"].repeat(4);
        let split =
            format!("split(\"_\") | map(if contains(\",\") then split(\",\") | map({NUMBER}) else {NUMBER} end)");
        let sample =
            json!({ "list": acts, "text": acts.join(";"), "twice": "\"{\\\"x\\\":[1]}\"", "when": "2020-01-02" });
        let mut packed = Packed::new();
        let value = unpacked(sample, "", 0, &mut packed);
        for key in ["list", "text"] {
            assert_eq!((&value[key][0], &value[key][7]), (&json!([0, 1, 17]), &json!([1, 3, 17, [15, 16]])), "{key}");
        }
        assert_eq!((&value["twice"], &value["when"]), (&json!({ "x": [1] }), &json!("2020-01-02")));
        assert_eq!(filter(".list[]", 0, &packed), format!(".list[] | {split}"));
        assert_eq!(
            filter(".text[]", 0, &packed),
            format!(".text | split(\";\") | map(select(. != \"\") | {split}) | .[]")
        );
        assert_eq!(filter(".twice.x", 0, &packed), ".twice | fromjson | fromjson | .x");
        // A flat list, within a text too; a wall is none.
        let acts = [0, 2, 17, 0, 1, 4, 1, 2, 9].repeat(4);
        let mut packed = Packed::new();
        let value = unpacked(json!({ "a": acts, "b": json!(acts).to_string() }), "", 0, &mut packed);
        assert_eq!((&value["a"][11], &value["b"][11]), (&json!([1, 2, 9]), &json!([1, 2, 9])));
        assert_eq!(filter(".b[]", 0, &packed), ".b | fromjson | chunks(3) | .[]");
        let wall: Vec<i32> = (0..108).map(|at| at * 31 % 27).collect();
        assert_eq!(unpacked(json!(wall), "", 0, &mut packed), json!(wall));
        // Hands of names with a sign stay as they are.
        let hand: Vec<String> = (1..10).chain(1..5).map(|rank| format!("Wan-{rank}")).collect();
        assert_eq!(unpacked(json!(hand), "", 0, &mut packed), json!(hand));
    }

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
