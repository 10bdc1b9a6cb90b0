//! Detects the column that names the acting seat: numbers from 0 or 1, or names whose order comes from a list of four.

use super::packed::{Packed, filter};
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
    /// One of the names at this path from the root, in the order of the log.
    Listed(String),
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

impl Who {
    /// Returns the filter that turns the value of an act, or of the dealer's key, into a seat. `$root` is the original
    /// log.
    pub(super) fn filter(&self, packed: &Packed) -> String {
        let of = |list: &str| format!("(if . == null then null else . as $who | {list} | index($who) end)");
        match self {
            Who::FromZero => ".".to_owned(),
            Who::FromOne => "(if . == null then null else . - 1 end)".to_owned(),
            Who::Names(names) => of(&Value::from(names.clone()).to_string()),
            Who::Listed(path) => of(&format!("[$root | {}]", filter(path, 0, packed))),
        }
    }

    /// Finds the column of the acting seat among the columns that have no meaning yet, and its kind.
    pub(super) fn find(
        columns: &BTreeMap<String, Vec<&Value>>,
        entries: usize,
        lists: &Lists<'_>,
        is_taken: impl Fn(&str) -> bool,
    ) -> Option<(String, Who)> {
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
        if let Some((.., column, who)) = numbers.max_by_key(|(called, round, count, ..)| (*called, *round, *count)) {
            return Some((column.clone(), who));
        }
        let names = free().filter_map(|(column, values)| {
            let mut names: Vec<&Value> = Vec::new();
            let values: Vec<&Value> = values.iter().copied().filter(|value| !value.is_null()).collect();
            for &value in &values {
                if !value.is_string() && !value.is_i64() {
                    return None;
                }
                if !names.contains(&value) {
                    names.push(value);
                }
            }
            if !(2..=4).contains(&names.len()) || values.len() * 10 < entries * 8 {
                return None;
            }
            let listed = list_of(&names, lists);
            // The acting seat changes between most acts.
            let changes = values.windows(2).filter(|pair| pair.first() != pair.last()).count();
            let turns = changes * 3 > values.len();
            let who = match listed {
                Some(path) => Who::Listed(path),
                None if names.len() == 4 && (called(column) || turns) => {
                    let mut names: Vec<Value> = names.into_iter().cloned().collect();
                    names.sort_by_key(ToString::to_string);
                    Who::Names(names)
                }
                None => return None,
            };
            Some((called(column), matches!(who, Who::Listed(_)), changes, column, who))
        });
        let best = names.max_by_key(|(called, listed, changes, ..)| (*called, *listed, *changes))?;
        Some((best.3.clone(), best.4))
    }
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

/// Returns the path of a list of four, outside any other list, that has all these names: as entries, or under one key
/// of each entry.
fn list_of(names: &[&Value], lists: &Lists<'_>) -> Option<String> {
    for (path, of) in lists {
        let [list] = of.as_slice() else { continue };
        if path.contains("[]") || list.len() != 4 {
            continue;
        }
        if names.iter().all(|name| list.contains(name)) {
            return Some(format!("{path}[]"));
        }
        let keys = list.first().and_then(Value::as_object).into_iter().flatten().map(|(key, _)| key);
        for key in keys {
            let has = |name: &&&Value| list.iter().any(|entry| entry.get(key) == Some(**name));
            if names.iter().filter(has).count() == names.len() {
                return Some(format!("{path}[]{}", super::shape::step(key)));
            }
        }
    }
    None
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
            Who::find(&columns, values.len(), &lists, |_| false).map(|(_, who)| who)
        };
        assert_eq!(who(json!([0, 1, 2, 3])), Some(Who::FromZero));
        assert_eq!(who(json!([1, 2, 3, 4])), Some(Who::FromOne));
        assert_eq!(who(json!([501, 77, 12])), Some(Who::Listed(".players[].uid".to_owned())));
        assert_eq!(
            who(json!(["s", "n", "e", "w"])),
            Some(Who::Names(vec!["e".into(), "n".into(), "s".into(), "w".into()]))
        );
        assert_eq!(who(json!([501, 78, 12])), None);
        assert_eq!(who(json!(["a", "b", "c", "d", "e"])), None);
    }
}
