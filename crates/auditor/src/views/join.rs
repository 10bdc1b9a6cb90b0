//! One record made of several: what any of them shows, if they agree in all that more than one of them tells.

use super::Named;
use super::align::{Row, align, stops};
use super::difference::{Comparison, Difference, Of};
use super::merge::{merged, of_objects};
use caipan_log::{GameLog, HandLog, Limits, read};
use caipan_tiles::text::Text;
use caipan_tiles::tile::{Seat, Seats};
use serde_json::{Map, Value, json};

/// Joins the records of one match. A record alone is returned as it is.
///
/// Hands are matched by their `number` where every hand has one and the numbers rise, else by their order. Acts that everybody sees must be the
/// same; a record may stop before the others. Who wrote a record, and its clock, are taken from the first that tells.
/// Digests of tables with hidden tiles are left out.
///
/// # Errors
/// The facts in which the records contradict each other. A hand is compared up to its first differing act.
pub fn join(records: &[Named<'_>]) -> Result<GameLog, Vec<Difference>> {
    if let [alone] = records {
        return Ok(alone.log.clone());
    }
    let mut comparison = Comparison::new(records);
    let mut documents: Vec<(Of, Map<String, Value>)> = Vec::new();
    for (index, record) in records.iter().enumerate() {
        if let Ok(Value::Object(document)) = serde_json::to_value(record.log) {
            documents.push(((index, None), document));
        }
    }
    let mut hands: Vec<Vec<Value>> = documents.iter_mut().map(|(_, document)| taken(document, "hands")).collect();
    for (_, document) in &mut documents {
        document.remove("view");
        document.remove("in_progress");
    }
    let mut all = of_objects(documents, &mut comparison);
    let mut joined = Vec::new();
    let seats = records.first().map_or(Seats::FOUR, |record| record.log.seats());
    let mut hidden = Seats::NONE;
    for group in groups(records) {
        let sides: Vec<Option<&HandLog>> =
            group.iter().enumerate().map(|(record, hand)| records[record].log.hands.get((*hand)?)).collect();
        comparison.at_hand(group.iter().flatten().next().copied());
        let values: Vec<(usize, Value)> = (0..group.len())
            .filter_map(|record| Some((record, hands.get_mut(record)?.get_mut(group[record]?)?.take())))
            .collect();
        hidden = seats.minus(seen(&sides, seats)).iter().fold(hidden, Seats::with);
        joined.push(Value::Object(hand(&sides, values, seats, &mut comparison)));
    }
    let goes_on = records.iter().all(|record| record.log.is_in_progress());
    if goes_on {
        all.insert("in_progress".to_owned(), Value::Bool(true));
    }
    if !hidden.is_empty() {
        let view: Vec<usize> = seats.minus(hidden).iter().map(Seat::index).collect();
        all.insert("view".to_owned(), json!(view));
    }
    all.insert("hands".to_owned(), Value::Array(joined));
    if !comparison.found.is_empty() {
        return Err(comparison.found);
    }
    let limits = Limits { bytes: usize::MAX, ..Limits::default() };
    let mut log = read(Value::Object(all).to_string().as_bytes(), &limits).map_err(|error| {
        comparison.at_hand(None);
        comparison.differ(
            "events",
            vec![((0..records.len()).map(|record| (record, None)).collect(), Text { zh: error.zh, en: error.en })],
        );
        std::mem::take(&mut comparison.found)
    })?;
    if let Some(first) = records.first() {
        log.rules.houses = first.log.rules.houses.clone();
    }
    Ok(log)
}

/// Returns the index of each hand in each record, in the order of play.
pub(super) fn groups(records: &[Named<'_>]) -> Vec<Vec<Option<usize>>> {
    let hands = || records.iter().flat_map(|record| &record.log.hands);
    let rises = |record: &Named<'_>| record.log.hands.windows(2).all(|pair| pair[0].number < pair[1].number);
    if hands().all(|hand| hand.number.is_some()) && records.iter().all(rises) {
        let mut numbers: Vec<u32> = hands().filter_map(|hand| hand.number).collect();
        numbers.sort_unstable();
        numbers.dedup();
        let at = |record: &Named<'_>, number| record.log.hands.iter().position(|hand| hand.number == Some(number));
        return numbers.into_iter().map(|number| records.iter().map(|record| at(record, number)).collect()).collect();
    }
    let most = records.iter().map(|record| record.log.hands.len()).max().unwrap_or(0);
    let at = |record: &Named<'_>, hand| (hand < record.log.hands.len()).then_some(hand);
    (0..most).map(|hand| records.iter().map(|record| at(record, hand)).collect()).collect()
}

/// Returns the seats whose tiles some record of a hand shows.
fn seen(sides: &[Option<&HandLog>], seats: Seats) -> Seats {
    let of = |hand: &HandLog| seats.minus(hand.hidden.seats);
    sides.iter().flatten().fold(Seats::NONE, |seen, hand| of(hand).iter().fold(seen, Seats::with))
}

/// Merges the records of one hand.
fn hand(
    sides: &[Option<&HandLog>],
    values: Vec<(usize, Value)>,
    seats: Seats,
    comparison: &mut Comparison<'_>,
) -> Map<String, Value> {
    let rows = align(sides, comparison);
    stops(sides, &rows, comparison);
    let mut events: Vec<Vec<Value>> = vec![Vec::new(); sides.len()];
    let (mut deals, mut shown, mut fields) = (Vec::new(), Vec::new(), Vec::new());
    for (record, value) in values {
        let Value::Object(mut value) = value else { continue };
        events[record] = taken(&mut value, "events");
        deals.push((record, taken(&mut value, "deal")));
        shown.push((record, taken(&mut value, "shown")));
        renumber(&mut value, record, &rows);
        fields.push(((record, None), value));
    }
    let mut all = of_objects(fields, comparison);
    for (key, lists) in [("deal", deals), ("shown", shown)] {
        if lists.iter().any(|(_, list)| !list.is_empty()) {
            let seats = seats.iter().map(|seat| of_seat(key, seat, &lists, comparison));
            all.insert(key.to_owned(), seats.collect());
        }
    }
    let rows = rows.iter().map(|row| event(row, sides, &mut events, comparison));
    all.insert("events".to_owned(), rows.collect());
    all
}

/// The tiles of a seat in a list by seat: from a record that has them, else their number.
fn of_seat(key: &str, seat: Seat, lists: &[(usize, Vec<Value>)], comparison: &mut Comparison<'_>) -> Value {
    let entries = || lists.iter().filter_map(|(record, list)| Some(((*record, None), list.get(seat.index())?.clone())));
    let tiles = entries().filter(|(_, entry)| entry.as_str().is_some_and(|tiles| !tiles.is_empty())).collect();
    let number = || entries().map(|(_, entry)| entry).find(Value::is_number);
    merged(tiles, key, comparison).or_else(number).unwrap_or_else(|| Value::String(String::new()))
}

/// Merges the records of one event. The clock of the acting seat's own record counts.
fn event(row: &Row, sides: &[Option<&HandLog>], events: &mut [Vec<Value>], comparison: &mut Comparison<'_>) -> Value {
    let mut objects: Vec<(Of, Map<String, Value>)> = Vec::new();
    let mut lists = [("claims", None), ("offers", None)];
    for (record, at) in row.iter().enumerate() {
        let Some(at) = *at else { continue };
        let Some(Value::Object(mut event)) = events[record].get_mut(at).map(Value::take) else { continue };
        for (key, all) in &mut lists {
            let Some(Value::Array(list)) = event.remove(*key) else { continue };
            let all: &mut Vec<Value> = all.get_or_insert_default();
            for one in list {
                if !all.contains(&one) {
                    all.push(one);
                }
            }
        }
        let hides = |hand: &HandLog| !hand.hidden.seats.is_empty();
        if sides[record].is_some_and(hides) {
            event.remove("digest");
        }
        let seat = sides[record].and_then(|hand| hand.events.get(at)).and_then(|event| event.action.seat());
        let owns = |hand: &HandLog| seat.is_some_and(|seat| !hand.hidden.seats.contains(seat));
        let place = if sides[record].is_some_and(owns) && event.contains_key("ms") { 0 } else { objects.len() };
        objects.insert(place, ((record, Some(at)), event));
    }
    let mut event = of_objects(objects, comparison);
    for (key, all) in lists {
        event.extend(all.map(|all| (key.to_owned(), Value::Array(all))));
    }
    Value::Object(event)
}

/// Gives the payments of a result the indexes of the joined events.
fn renumber(hand: &mut Map<String, Value>, record: usize, rows: &[Row]) {
    let payments = hand.get_mut("result").and_then(|result| result.get_mut("payments"));
    for payment in payments.and_then(Value::as_array_mut).into_iter().flatten() {
        let Some(at) = payment.get("at").and_then(Value::as_u64).and_then(|at| usize::try_from(at).ok()) else {
            continue;
        };
        if let Some(row) = rows.iter().position(|row| row.get(record) == Some(&Some(at))) {
            payment["at"] = json!(row);
        }
    }
}

/// Takes a list out of an object; an absent list is empty.
fn taken(object: &mut Map<String, Value>, key: &str) -> Vec<Value> {
    match object.remove(key) {
        Some(Value::Array(list)) => list,
        _ => Vec::new(),
    }
}
