//! Recognises a file with one hand per line, and the columns that tell the match and the order of its hands.

use super::shape::{Rows, plain, step};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The names of a column that tells the match of a row.
pub(super) const MATCH: [&str; 13] = [
    "id",
    "uuid",
    "room_uuid",
    "room",
    "room_id",
    "roomid",
    "table",
    "match_id",
    "game_id",
    "desk",
    "number",
    "房",
    "房号",
];

/// The names of the dealer's column, which may rise by chance.
pub(super) const DEALERS: [&str; 7] = ["dealer", "banker", "button", "zhuang", "bank", "庄", "庄家"];

/// Returns the columns of match and hand of a file with a hand per line: several lines have the same match, and a number
/// tells its lines apart.
pub(super) fn hands_of_matches(lines: &[Value]) -> Option<Rows> {
    let columns = columns(lines);
    let called = |at: &str| plain(at.rsplit('.').next().unwrap_or_default().trim_matches('"'));
    let is_match = |name: &str, at: &str| called(at) == plain(name);
    let (of_match, matches) = MATCH.iter().find_map(|name| {
        columns.iter().find(|(at, values)| {
            let distinct: BTreeSet<String> = values.iter().map(ToString::to_string).collect();
            is_match(name, at) && distinct.len() < lines.len()
        })
    })?;
    let tells = |values: &[&Value]| {
        let numbers: Option<Vec<i64>> = values.iter().map(|value| value.as_i64()).collect();
        let pairs = |numbers: Vec<i64>| -> BTreeSet<(String, i64)> {
            matches.iter().map(ToString::to_string).zip(numbers).collect()
        };
        numbers.is_some_and(|numbers| pairs(numbers).len() == lines.len())
    };
    let is_small =
        |values: &[&Value]| values.iter().all(|value| value.as_i64().is_some_and(|n| (0..1000).contains(&n)));
    // A number that rises from line to line is the likeliest, then a small one.
    let rises = |values: &[&Value]| {
        let mut last: BTreeMap<String, i64> = BTreeMap::new();
        matches.iter().zip(values).all(|(of, value)| {
            let number = value.as_i64().unwrap_or_default();
            last.insert(of.to_string(), number).is_none_or(|before| before < number)
        })
    };
    let mut orders: Vec<(bool, bool, &String)> = columns
        .iter()
        .filter(|(at, values)| *at != of_match && tells(values) && !DEALERS.contains(&called(at).as_str()))
        .map(|(at, values)| (!rises(values), !is_small(values), at))
        .collect();
    orders.sort();
    // Lines that nothing puts in order are matches of their own.
    orders.first().map(|(.., order)| Rows {
        of_match: Some(of_match.clone()),
        of_hand: None,
        order: Some((*order).clone()),
    })
}

/// Returns the plain values of all lines by path, at most two levels deep, where every line has one.
fn columns(lines: &[Value]) -> BTreeMap<String, Vec<&Value>> {
    let mut columns: BTreeMap<String, Vec<&Value>> = BTreeMap::new();
    let is_plain = |value: &Value| value.is_i64() || value.is_string();
    for line in lines {
        for (key, member) in line.as_object().into_iter().flatten() {
            if is_plain(member) {
                columns.entry(step(key)).or_default().push(member);
            }
            for (inner, member) in member.as_object().into_iter().flatten().filter(|(_, member)| is_plain(member)) {
                columns.entry(format!("{}{}", step(key), step(inner))).or_default().push(member);
            }
        }
    }
    columns.retain(|_, values| values.len() == lines.len());
    columns
}
