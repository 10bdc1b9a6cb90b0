//! The order of lists with one entry per seat: dealt hands and points, in whatever order the platform lists them.

use super::paths::{each, entries, member};
use super::shape::step;
use serde_json::Value;
use std::collections::BTreeSet;

/// The order of a list with one entry per seat.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Order {
    /// The list is in the order of seats.
    #[default]
    Listed,
    /// This member of each entry is the number or the name of its seat.
    By(String),
    /// The list is an object, and its keys name the seats.
    Keyed,
}

/// Splits a path with one value per seat into the path of the list and that within an entry.
pub(super) fn split(path: &str) -> Option<(&str, &str)> {
    let at = path.rfind("[]")?;
    Some((path.get(..at)?, path.get(at + 2..)?))
}

/// Returns the entries of a list by seat; `None` if they do not name each seat once.
pub(super) fn in_order<'a>(
    list: &'a Value,
    order: &Order,
    seat_of: &dyn Fn(&Value) -> Option<usize>,
) -> Option<Vec<&'a Value>> {
    let listed = entries(list);
    let keys: Vec<Option<usize>> = match (order, list) {
        (Order::Listed, _) => return Some(listed),
        (Order::By(key), _) => listed.iter().map(|entry| seat_of(member(entry, key)?)).collect(),
        (Order::Keyed, Value::Object(members)) => members.keys().map(|key| seat_of_key(key, seat_of)).collect(),
        (Order::Keyed, _) => return None,
    };
    (0..listed.len()).map(|seat| listed.get(keys.iter().position(|key| *key == Some(seat))?).copied()).collect()
}

/// Returns the seat that the key of an object names, as a text or as a number.
fn seat_of_key(key: &str, seat_of: &dyn Fn(&Value) -> Option<usize>) -> Option<usize> {
    seat_of(&key.into()).or_else(|| seat_of(&key.parse::<i64>().ok()?.into()))
}

/// Returns the members that differ between all entries of each list.
pub(super) fn keys_of_seats(lists: &[&Value]) -> Vec<String> {
    let Some(Value::Object(first)) = lists.first().and_then(|list| entries(list).first().copied()) else {
        return Vec::new();
    };
    let differs = |key: &&String| {
        lists.iter().all(|list| {
            let values: Vec<Option<&Value>> = entries(list).into_iter().map(|entry| entry.get(*key)).collect();
            let plain = |value: Option<&Value>| value.is_some_and(|value| value.is_i64() || value.is_string());
            let texts: BTreeSet<String> = values.iter().flatten().map(ToString::to_string).collect();
            values.iter().copied().all(plain) && texts.len() == values.len()
        })
    };
    first.keys().filter(differs).map(|key| step(key)).collect()
}

/// Returns the order of the points of a hand, if they stand in a list of objects.
pub(super) fn order_of_points(
    points: &str,
    hand: &str,
    hands: &[(&Value, &Value)],
    seat_of: &dyn Fn(&Value, &Value) -> Option<usize>,
) -> Order {
    let Some((list, _)) = points.strip_prefix(hand).and_then(split) else { return Order::Listed };
    let lists: Vec<&Value> = hands.iter().flat_map(|(_, hand)| each(hand, list)).collect();
    let fits = |key: &String| {
        let order = Order::By(key.clone());
        hands.iter().all(|(record, hand)| {
            each(hand, list).iter().all(|list| in_order(list, &order, &|value| seat_of(record, value)).is_some())
        })
    };
    let is_listed = |key: &String| {
        let order = Order::By(key.clone());
        hands.iter().all(|(record, hand)| {
            let ordered = |list: &Value| in_order(list, &order, &|value| seat_of(record, value)) == Some(entries(list));
            each(hand, list).into_iter().all(ordered)
        })
    };
    keys_of_seats(&lists).into_iter().find(fits).filter(|key| !is_listed(key)).map_or(Order::Listed, Order::By)
}
