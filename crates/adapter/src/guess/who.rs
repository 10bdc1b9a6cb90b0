//! Detects the column that names the acting seat: numbers from 0 or 1, or names whose order comes from a list of four.

use super::packed::{Packed, filter};
use super::paths::{each, member};
use super::shape::Lists;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The way in which an act names its seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Who {
    /// A seat number from 0.
    FromZero,
    /// A seat number from 1.
    FromOne,
    /// One of these names, in seat order.
    Names(Vec<Value>),
    /// One of the names in a list of the log.
    Listed(List),
}

/// Column names that make a column more likely.
const CALLED: [&str; 17] = [
    "seat",
    "who",
    "player",
    "pos",
    "chair",
    "chairid",
    "p",
    "idx",
    "uid",
    "user",
    "userid",
    "user_id",
    "player_id",
    "playerid",
    "actor",
    "account",
    "谁",
];

/// A list of names outside the acts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct List {
    /// The path of the list.
    pub(super) path: String,
    /// The member of each entry that is the name; empty if the entries are the names.
    pub(super) name: String,
    /// The member of each entry by which the list is put in the order of seats.
    pub(super) sorted: Option<String>,
}

impl List {
    /// Returns the filter that gives the entries in the order of seats.
    pub(super) fn entries(&self, packed: &Packed) -> String {
        let sorted = self.sorted.as_ref().map_or(String::new(), |key| format!(" | sort_by({key})"));
        if sorted.is_empty() {
            return filter(&format!("{}[]", self.path), 0, packed);
        }
        format!("{}{sorted}[]", filter(&self.path, 0, packed))
    }

    /// Returns the path of the names.
    pub(super) fn at(&self) -> String {
        format!("{}[]{}", self.path, self.name)
    }

    /// Returns the names of a record in the order of seats.
    fn names<'a>(&self, record: &'a Value) -> Vec<&'a Value> {
        let mut listed: Vec<&Value> = each(record, &format!("{}[]", self.path));
        if let Some(key) = &self.sorted {
            listed.sort_by_key(|entry| member(entry, key).and_then(Value::as_i64));
        }
        listed.into_iter().flat_map(|entry| each(entry, &self.name)).collect()
    }
}

impl Who {
    /// Returns the filter that turns the value of an act, or of the dealer's key, into a seat. `$root` is the original
    /// log.
    pub(super) fn filter(&self, packed: &Packed) -> String {
        let of = |list: &str| format!("(if . == null then null else . as $who | {list} | index($who) end)");
        match self {
            Who::FromZero => ".".to_owned(),
            Who::FromOne => "(if . == null then null else . - 1 end)".to_owned(),
            Who::Names(names) => of(&Value::from(names.clone()).to_string()),
            Who::Listed(list) if list.sorted.is_none() => of(&format!("[$root | {}]", filter(&list.at(), 0, packed))),
            Who::Listed(list) => of(&format!("[$root | {} | {}]", list.entries(packed), list.name)),
        }
    }

    /// Returns the seat that a value means in a record.
    pub(super) fn seat_of(&self, value: &Value, record: &Value) -> Option<usize> {
        let seat = |from: i64| usize::try_from(value.as_i64()? - from).ok();
        match self {
            Who::FromZero => seat(0),
            Who::FromOne => seat(1),
            Who::Names(names) => names.iter().position(|name| name == value),
            Who::Listed(list) => list.names(record).iter().position(|name| *name == value),
        }
    }

    /// Returns the columns that may name the acting seat, among those without a meaning yet, each with its kind: the
    /// likeliest first.
    pub(super) fn all(
        columns: &BTreeMap<String, Vec<&Value>>,
        entries: usize,
        lists: &Lists<'_>,
        is_taken: impl Fn(&str) -> bool,
    ) -> Vec<(String, Who)> {
        let called =
            |column: &str| CALLED.contains(&column.trim_start_matches('.').trim_matches('"').to_lowercase().as_str());
        let free = || columns.iter().filter(|(column, _)| !is_taken(column));
        let numbers = free().filter_map(|(column, values)| {
            let values: Vec<&Value> = values.iter().copied().filter(|value| !value.is_null()).collect();
            let seats: BTreeSet<i64> = values.iter().map(|value| value.as_i64()).collect::<Option<_>>()?;
            let fits = (2..=4).contains(&seats.len()) && seats.iter().all(|seat| (0..=4).contains(seat));
            let who = if seats.contains(&4) || !seats.contains(&0) { Who::FromOne } else { Who::FromZero };
            // The acting seat changes often; the number of a hand, round or room stays and then rises.
            let changes = values.windows(2).filter(|pair| pair.first() != pair.last()).count();
            let fits = fits && (changes * 3 > values.len() || values.len() < 12);
            fits.then(|| (called(column), goes_round(&values), values.len(), column, who))
        });
        let mut numbers: Vec<_> = numbers.collect();
        numbers.sort_by_key(|(called, round, count, ..)| (*called, *round, *count));
        let mut found: Vec<(String, Who)> =
            numbers.into_iter().rev().map(|(.., column, who)| (column.clone(), who)).collect();
        let mut names: Vec<_> =
            free().flat_map(|(column, values)| names_in(column, values, entries, lists, called(column))).collect();
        names.sort_by_key(|(rank, ..)| *rank);
        found.extend(names.into_iter().rev().map(|(_, column, who)| (column, who)));
        found.truncate(MOST);
        found
    }
}

/// The most kinds of seats that are tried.
const MOST: usize = 16;

/// The likelihood of a column of names: called like one, listed elsewhere, sorted there, and the changes between acts.
type Rank = (bool, bool, bool, usize);

/// Returns the readings of a column as names of seats.
fn names_in(
    column: &str,
    values: &[&Value],
    entries: usize,
    lists: &Lists<'_>,
    called: bool,
) -> Vec<(Rank, String, Who)> {
    let mut names: Vec<&Value> = Vec::new();
    let values: Vec<&Value> = values.iter().copied().filter(|value| !value.is_null()).collect();
    for &value in &values {
        if !value.is_string() && !value.is_i64() || names.len() > 4 {
            return Vec::new();
        }
        if !names.contains(&value) {
            names.push(value);
        }
    }
    if !(2..=4).contains(&names.len()) || values.len() * 10 < entries * 8 {
        return Vec::new();
    }
    // The acting seat changes between most acts.
    let changes = values.windows(2).filter(|pair| pair.first() != pair.last()).count();
    let listed = lists_of(&names, lists);
    if !listed.is_empty() {
        // Of equal lists the first stays the likeliest.
        let listed = listed.into_iter().rev();
        return listed
            .map(|list| ((called, true, list.sorted.is_some(), changes), column.to_owned(), Who::Listed(list)))
            .collect();
    }
    if names.len() != 4 || !(called || changes * 3 > values.len()) {
        return Vec::new();
    }
    let mut names: Vec<Value> = names.into_iter().cloned().collect();
    names.sort_by_key(ToString::to_string);
    let [a, b, c, d] = [0, 1, 2, 3].map(|at| names.get(at).cloned().unwrap_or_default());
    let orders = [[&b, &c, &d], [&b, &d, &c], [&c, &b, &d], [&c, &d, &b], [&d, &b, &c], [&d, &c, &b]];
    // Names in another order than that of the alphabet are less likely, unless the replay shows it.
    let orders = orders.into_iter().rev();
    let ordered = orders.map(|others| std::iter::once(&a).chain(others).cloned().collect());
    ordered.map(|names| ((called, false, false, changes), column.to_owned(), Who::Names(names))).collect()
}

/// Returns whether most changes lead to the next number of four, as turns do. Codes of acts go to and fro.
fn goes_round(values: &[&Value]) -> bool {
    let steps = values.windows(2).filter_map(|pair| match pair {
        [one, next] => Some((next.as_i64()? - one.as_i64()?).rem_euclid(4)),
        _ => None,
    });
    let (all, on) =
        steps.filter(|step| *step != 0).fold((0, 0), |(all, on), step| (all + 1, on + usize::from(step == 1)));
    on * 10 > all * 6
}

/// Returns the lists of two to four outside any other list that have all these names: as entries, or under one key of
/// each entry. A member that counts the entries puts them in order.
fn lists_of(names: &[&Value], lists: &Lists<'_>) -> Vec<List> {
    let mut found = Vec::new();
    for (path, of) in lists {
        let [list] = of.as_slice() else { continue };
        if path.contains("[]") || !(names.len()..=4).contains(&list.len()) {
            continue;
        }
        if names.iter().all(|name| list.contains(name)) {
            found.push(List { path: path.clone(), name: String::new(), sorted: None });
        }
        let keys = || list.first().and_then(Value::as_object).into_iter().flatten().map(|(key, _)| key);
        let counts = counting(list);
        for key in keys() {
            let has = |name: &&&Value| list.iter().any(|entry| entry.get(key) == Some(**name));
            if names.iter().filter(has).count() == names.len() {
                let list = |sorted| List { path: path.clone(), name: super::shape::step(key), sorted };
                found.extend(counts.as_ref().map(|key| list(Some(super::shape::step(key)))));
                found.push(list(None));
            }
        }
    }
    found
}

/// Returns the member that counts the entries of a list and is called like a seat.
pub(super) fn counting(list: &[Value]) -> Option<String> {
    let keys = list.first().and_then(Value::as_object).into_iter().flatten().map(|(key, _)| key);
    let counts = |key: &&String| {
        let mut numbers: Vec<Option<i64>> = list.iter().map(|entry| entry.get(*key)?.as_i64()).collect();
        numbers.sort_unstable();
        let first = numbers.first().copied().flatten().unwrap_or(9);
        let name = key.to_lowercase();
        let is_called = ["chair", "seat", "pos", "index", "idx", "座"].iter().any(|word| name.contains(word));
        is_called && (0..=1).contains(&first) && numbers.iter().zip(first..).all(|(number, at)| *number == Some(at))
    };
    keys.into_iter().find(counts).cloned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn detects_seats_by_number_or_name() {
        let players = json!([{ "uid": 501 }, { "uid": 77 }, { "uid": 340 }, { "uid": 12 }]);
        let lists = Lists::from([(".players".to_owned(), vec![players.as_array().unwrap()])]);
        let who = |values: Value| {
            let values: Vec<Value> = [values.as_array().unwrap().as_slice(); 4].concat();
            let columns = BTreeMap::from([(".w".to_owned(), values.iter().collect::<Vec<_>>())]);
            Who::all(&columns, values.len(), &lists, |_| false).into_iter().next().map(|(_, who)| who)
        };
        let list = List { path: ".players".to_owned(), name: ".uid".to_owned(), sorted: None };
        assert_eq!(who(json!([0, 1, 2, 3])), Some(Who::FromZero));
        assert_eq!(who(json!([1, 2, 3, 4])), Some(Who::FromOne));
        assert_eq!(who(json!([501, 77, 12])), Some(Who::Listed(list)));
        assert_eq!(
            who(json!(["s", "n", "e", "w"])),
            Some(Who::Names(vec!["e".into(), "n".into(), "s".into(), "w".into()]))
        );
        assert_eq!(who(json!([501, 78, 12])), None);
        assert_eq!(who(json!(["a", "b", "c", "d", "e"])), None);
    }
}
