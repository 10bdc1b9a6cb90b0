//! Finds what belongs to an act beside its seat and its tile: the other tiles of a chow, the faces of dice, and the rows
//! on which one act is continued.

use super::names::{act_of, is_dice};
use super::packed::{NUMBER, quoted};
use super::shape::token;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The further parts of acts.
#[derive(Debug, Default)]
pub(super) struct Parts {
    /// The filter from an act to the list of its other tiles.
    pub(super) more: Option<String>,
    /// The filter from an act of dice to the list of faces.
    pub(super) faces: Option<String>,
    /// The acts that tell dice.
    pub(super) dice: Vec<String>,
    /// The acts that are written on several rows each.
    pub(super) repeated: Vec<String>,
}

impl Parts {
    /// Looks for the parts in the columns that are not the act, the seat or the tile.
    pub(super) fn of(
        entries: &[&Value],
        columns: &BTreeMap<String, Vec<&Value>>,
        tiles: &BTreeMap<String, usize>,
        [act, seat, tile]: [&str; 3],
    ) -> Parts {
        let act_at = |entry: &Value| member(entry, act).and_then(token).unwrap_or_default();
        let others = || columns.iter().filter(|(column, _)| ![act, seat, tile].contains(&column.as_str()));
        let is_tile = |value: &Value| token(value).is_some_and(|name| tiles.contains_key(&name));
        let mut more = None;
        for (column, values) in others() {
            let present = || values.iter().filter(|value| !is_empty(value));
            let splits = [None].into_iter().chain([",", "|", " ", "/", "-", "_"].map(Some));
            for sign in splits {
                let list = |value: &Value| apart(value, sign).filter(|list| (2..=4).contains(&list.len()));
                let fits = |value: &&&Value| list(value).is_some_and(|list| list.iter().all(&is_tile));
                if more.is_none()
                    && present().next().is_some()
                    && present().filter(|value| !is_face(value, sign)).all(|value| fits(&value))
                {
                    more = Some(filter(column, sign));
                }
            }
        }
        // Two columns of single tiles, empty where the act is no chow.
        let single: Vec<&String> = others()
            .filter(|(_, values)| {
                let mut present = values.iter().filter(|value| !is_empty(value)).peekable();
                present.peek().is_some() && values.len() < entries.len() && present.all(|value| is_tile(value))
            })
            .map(|(column, _)| column)
            .collect();
        if let (None, [one, other]) = (&more, single.as_slice()) {
            more = Some(format!("[{one}, {other}] | map(values)"));
        }
        let dice: BTreeSet<String> = entries.iter().map(|entry| act_at(entry)).filter(|act| is_dice(act)).collect();
        let told: Vec<&&Value> = entries.iter().filter(|entry| is_dice(&act_at(entry))).collect();
        let mut faces = None;
        for (column, _) in columns.iter().filter(|(column, _)| ![act, seat].contains(&column.as_str())) {
            for sign in [None].into_iter().chain([",", "|", " ", "/", "-", "_"].map(Some)) {
                let fits = |entry: &&&Value| member(entry, column).is_some_and(|value| is_face(value, sign));
                if faces.is_none() && !told.is_empty() && told.iter().all(|entry| fits(&entry)) {
                    faces = Some(filter(column, sign));
                }
            }
        }
        Parts { more, faces, dice: dice.into_iter().collect(), repeated: repeated(entries, act, seat) }
    }
}

/// Returns the member of an act at a column: `.name`, `."name"` or `.[2]`.
fn member<'a>(entry: &'a Value, column: &str) -> Option<&'a Value> {
    let name = column.strip_prefix('.').unwrap_or(column);
    match name.strip_prefix('[').and_then(|at| at.strip_suffix(']')?.parse::<usize>().ok()) {
        Some(at) => entry.get(at),
        None => entry.get(name.trim_matches('"')),
    }
}

fn is_empty(value: &Value) -> bool {
    value.is_null() || value.as_str() == Some("") || value.as_array().is_some_and(Vec::is_empty)
}

/// Returns a list, or a text split by a sign, as a list.
fn apart(value: &Value, sign: Option<&str>) -> Option<Vec<Value>> {
    match (value, sign) {
        (Value::Array(list), None) => Some(list.clone()),
        (Value::String(text), Some(sign)) if text.contains(sign) => {
            let part = |text: &str| text.parse::<i64>().map_or_else(|_| Value::from(text), Value::from);
            Some(text.split(sign).map(part).collect())
        }
        _ => None,
    }
}

/// Returns whether a value is two faces of dice.
fn is_face(value: &Value, sign: Option<&str>) -> bool {
    let is_one = |face: &Value| face.as_i64().is_some_and(|face| (1..=6).contains(&face));
    apart(value, sign).is_some_and(|list| list.len() == 2 && list.iter().all(is_one))
}

fn filter(column: &str, sign: Option<&str>) -> String {
    match sign {
        None => column.to_owned(),
        Some(sign) => format!("{column} | split({}) | map({NUMBER})", quoted(sign)),
    }
}

/// Returns the acts of which every occurrence takes the same number of rows in sequence, at least two.
fn repeated(entries: &[&Value], act: &str, seat: &str) -> Vec<String> {
    let mut runs: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    let mut last = None;
    for entry in entries {
        let Some(name) = member(entry, act).and_then(token) else { continue };
        let here = (name.clone(), member(entry, seat).cloned());
        let lengths = runs.entry(name).or_default();
        match lengths.last_mut().filter(|_| last.as_ref() == Some(&here)) {
            Some(length) => *length += 1,
            None => lengths.push(1),
        }
        last = Some(here);
    }
    let is_one = |(name, lengths): &(String, Vec<usize>)| {
        let first = lengths.first().copied().unwrap_or_default();
        let is_claim = matches!(act_of(name), Some("chow" | "pung" | "kong"));
        (2..=4).contains(&first) && lengths.iter().all(|length| *length == first) && (is_claim || lengths.len() > 2)
    };
    runs.into_iter().filter(is_one).map(|(name, _)| name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn parts(entries: &Value) -> Parts {
        let entries: Vec<&Value> = entries.as_array().unwrap().iter().collect();
        let mut columns: BTreeMap<String, Vec<&Value>> = BTreeMap::new();
        for entry in &entries {
            entry
                .as_object()
                .unwrap()
                .iter()
                .for_each(|(key, value)| columns.entry(format!(".{key}")).or_default().push(value));
        }
        let tiles = (1..=27).map(|tile| (tile.to_string(), 1)).collect();
        Parts::of(&entries, &columns, &tiles, [".do", ".who", ".tile"])
    }

    #[test]
    fn finds_the_other_tiles_and_the_dice() {
        let found = parts(&json!([
            { "do": "chi", "who": 1, "tile": 5, "own": "3,4" },
            { "do": "gang", "who": 1, "tile": 9, "own": "" },
            { "do": "dice", "who": 1, "tile": 0, "own": "2,6" },
            { "do": "out", "who": 1, "tile": 9, "own": null }
        ]));
        let split = format!(".own | split(\",\") | map({NUMBER})");
        assert_eq!((found.more, found.faces, found.dice), (Some(split.clone()), Some(split), vec!["dice".to_owned()]));
        let found =
            parts(&json!([{ "do": "chi", "who": 1, "tile": 5, "a": 3, "b": 4 }, { "do": "out", "who": 1, "tile": 9 }]));
        assert_eq!(found.more.as_deref(), Some("[.a, .b] | map(values)"));
    }

    #[test]
    fn finds_acts_on_several_rows() {
        let row = |act: &str, who: i64, tile: i64| json!({ "do": act, "who": who, "tile": tile });
        let found =
            parts(&json!([row("chi", 1, 3), row("chi", 1, 4), row("out", 1, 5), row("peng", 2, 7), row("out", 2, 7)]));
        assert_eq!(found.repeated, ["chi"]);
    }
}
