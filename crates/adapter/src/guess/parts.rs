//! Finds what belongs to an act beside its seat and its tile: the other tiles of a chow, the faces of dice, and the rows
//! on which one act is continued.

use super::names::{act_of, is_dice};
use super::packed::{NUMBER, quoted};
use super::paths::member;
use super::shape::{act_name, token};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

/// A column with the sign that splits its texts.
type Column = (String, Option<&'static str>);

/// The further parts of acts.
#[derive(Clone, Debug, Default)]
pub(super) struct Parts {
    /// The filter from an act to the list of its other tiles.
    pub(super) more: Option<String>,
    /// The columns of those tiles.
    own: Vec<Column>,
    /// The filter from an act that shows several tiles (birds) to their list, if that is not the tile of the act.
    pub(super) group: Option<String>,
    /// The filter from an act of dice to the list of faces.
    pub(super) faces: Option<String>,
    /// The acts that tell dice.
    pub(super) dice: Vec<String>,
    /// The acts that are written on several rows each.
    pub(super) repeated: Vec<String>,
}

/// The signs between the parts of a text; none for a list.
const SIGNS: [Option<&str>; 7] = [None, Some(","), Some("|"), Some(" "), Some("/"), Some("-"), Some("_")];

impl Parts {
    /// Looks for the parts in the columns that are not the act, the seat or the tile.
    pub(super) fn of(
        entries: &[&Value],
        columns: &BTreeMap<String, Vec<&Value>>,
        tiles: &BTreeMap<String, usize>,
        [act, seat, tile]: [&str; 3],
    ) -> Parts {
        let act_at = |entry: &Value| member(entry, act).and_then(act_name).unwrap_or_default();
        let others = || columns.iter().filter(|(column, _)| ![act, seat, tile].contains(&column.as_str()));
        let is_tile = |value: &Value| token(value).is_some_and(|name| tiles.contains_key(&name));
        // The acts that are called so have to have the tiles; codes without a meaning do not tell.
        let called = |events: &[&str]| -> Vec<&Value> {
            let is_one = |entry: &&Value| act_of(&act_at(entry)).is_some_and(|event| events.contains(&event));
            entries.iter().copied().filter(is_one).collect()
        };
        let lists = |column: &str, values: &[&Value], sizes: RangeInclusive<usize>| {
            let mut present = values.iter().filter(|value| !is_empty(value)).peekable();
            present.peek()?;
            let present: Vec<&&Value> = present.collect();
            SIGNS.into_iter().find_map(|sign| {
                let fits = |value: &&&Value| {
                    let list = apart(value, sign).filter(|list| sizes.contains(&list.len()));
                    is_face(value, sign) || list.is_some_and(|list| list.iter().all(is_tile))
                };
                present.iter().all(fits).then(|| (column.to_owned(), sign))
            })
        };
        let of_acts = |told: &[&Value], sizes: RangeInclusive<usize>| {
            others().find_map(|(column, _)| {
                let values: Vec<&Value> = told.iter().filter_map(|entry| member(entry, column)).collect();
                if values.len() < told.len() { None } else { lists(column, &values, sizes.clone()) }
            })
        };
        let chows = called(&["chow"]);
        let own = if chows.is_empty() {
            others().find_map(|(column, values)| lists(column, values, 2..=4))
        } else {
            of_acts(&chows, 2..=4)
        };
        let mut own: Vec<Column> = own.into_iter().collect();
        let mut more = own.first().map(|(column, sign)| filter(column, *sign));
        let shown = called(&["birds", "reveal"]);
        let group = if shown.is_empty() { None } else { of_acts(&shown, 1..=8) };
        let group = group.map(|(column, sign)| filter(&column, sign));
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
            own = vec![((*one).clone(), None), ((*other).clone(), None)];
        }
        let dice: BTreeSet<String> = entries.iter().map(|entry| act_at(entry)).filter(|act| is_dice(act)).collect();
        let told: Vec<&Value> = entries.iter().copied().filter(|entry| is_dice(&act_at(entry))).collect();
        let told = Some(told).filter(|told| !told.is_empty());
        let faces = told.and_then(|told| {
            columns
                .keys()
                .filter(|column| ![act, seat].contains(&column.as_str()))
                .find_map(|column| faces_in(column, &told))
        });
        Parts { more, own, group, faces, dice: dice.into_iter().collect(), repeated: repeated(entries, act, seat) }
    }

    /// Returns the further tiles of an act.
    pub(super) fn own(&self, act: &Value) -> Vec<Value> {
        let of = |(column, sign): &Column| {
            let value = member(act, column).filter(|value| !is_empty(value))?;
            Some(apart(value, *sign).unwrap_or_else(|| vec![value.clone()]))
        };
        self.own.iter().filter_map(of).flatten().collect()
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

/// Returns whether a list, or a text split by a sign, is two faces of dice.
fn is_face(value: &Value, sign: Option<&str>) -> bool {
    let is_one = |face: &Value| face.as_i64().is_some_and(|face| (1..=6).contains(&face));
    apart(value, sign).is_some_and(|list| list.len() == 2 && list.iter().all(is_one))
}

/// Returns the filter from an act to its faces, if every act of dice has them in this column: a list, a text, or the
/// number of one die.
fn faces_in(column: &str, told: &[&Value]) -> Option<String> {
    let all = |fits: &dyn Fn(&Value) -> bool| told.iter().all(|entry| member(entry, column).is_some_and(fits));
    if all(&|value| value.as_i64().is_some_and(|face| (1..=6).contains(&face))) {
        return Some(format!("[{column}]"));
    }
    SIGNS.into_iter().find(|sign| all(&|value| is_face(value, *sign))).map(|sign| filter(column, sign))
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
        let Some(name) = member(entry, act).and_then(act_name) else { continue };
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
