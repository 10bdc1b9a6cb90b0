//! Recognises a file with one hand per line, and the columns that tell the match and the order of its hands.

use super::shape::{Rows, step};
use serde_json::Value;
use std::collections::BTreeSet;

/// The names of a column that tells the match of a row.
pub(super) const MATCH: [&str; 11] =
    ["id", "uuid", "room_uuid", "room", "room_id", "roomid", "table", "match_id", "game_id", "desk", "房"];

/// Returns the columns of match and hand of a file with a hand per line: several lines have the same match, and a small
/// number rises from line to line.
pub(super) fn hands_of_matches(lines: &[Value]) -> Option<Rows> {
    let first = lines.first()?.as_object()?;
    let of_match = MATCH.iter().find(|name| {
        let column = || lines.iter().map(|line| line.get(**name).filter(|value| !value.is_null()));
        let values: BTreeSet<String> = column().flatten().map(ToString::to_string).collect();
        column().all(|value| value.is_some()) && values.len() < lines.len()
    })?;
    let rises = |name: &str| {
        lines.windows(2).all(|pair| match pair {
            [one, next] => {
                let number =
                    |row: &Value| row.get(name).and_then(Value::as_i64).filter(|number| (0..1000).contains(number));
                let is_next = one.get(*of_match) != next.get(*of_match) || number(one) < number(next);
                is_next && number(one).is_some() && number(next).is_some()
            }
            _ => false,
        })
    };
    let order = first.keys().find(|name| rises(name)).map(|name| step(name));
    Some(Rows { of_match: Some(step(of_match)), of_hand: None, order })
}
