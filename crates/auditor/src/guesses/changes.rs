//! The changes that guesses try, the simplest first, and access to the parts of a document.

use super::{seats, tiles};
use caipan_tiles::bilingual;
use caipan_tiles::text::Text;
use serde_json::{Value, json};

/// A change of a document that a program gave.
pub(super) struct Change {
    /// The question, and what to change in the adapter.
    pub(super) text: Text,
    /// Changes a document; returns whether the change applies to it.
    pub(super) apply: Box<dyn Fn(&mut Value) -> bool>,
}

impl Change {
    pub(super) fn new(text: Text, apply: impl Fn(&mut Value) -> bool + 'static) -> Change {
        Change { text, apply: Box::new(apply) }
    }
}

/// The bases by which platforms multiply points.
const BASES: [i64; 9] = [2, 3, 5, 10, 20, 50, 100, 500, 1000];

fn base(base: i64) -> Change {
    Change::new(
        bilingual!(
            "所记的点数是应得的 {base} 倍（底分 {base}）？请都除以 {base}。",
            "Are the points {base} times what they should be (a base of {base})? Divide them by {base}."
        ),
        move |document| divide(document, base),
    )
}

/// Returns all changes.
pub(super) fn all() -> Vec<Change> {
    let mut all = seats::changes();
    all.extend(tiles::changes());
    all.extend(own());
    all.extend(BASES.map(base));
    all
}

fn own() -> Vec<Change> {
    vec![
        Change::new(
            bilingual!(
                "胡牌只写在结果里？动作里没有胡：请由结果补一个 win（赢家自摸的是最后一张摸牌，否则是最后一张打出的牌）。",
                "Does the win stand only in the result? No action is a win: add a `win` event for the winner of the result, on the last \
                 tile drawn by that seat, or else on the last discard."
            ),
            |document| each_hand(document, win_of_result),
        ),
        Change::new(
            bilingual!(
                "流局没有写成动作？请在没有人胡的一局末尾补 draw_game。",
                "Are drawn hands not recorded as actions? Add `draw_game` at the end of a hand that nobody won."
            ),
            |document| each_hand(document, |hand| !has_end(hand) && ended(hand, json!({ "type": "draw_game" }))),
        ),
        Change::new(
            bilingual!(
                "同一个动作写了几行？请把同座、同牌、同一种的相邻几行合成一个事件。",
                "Are several actions one event? Merge neighbouring actions with the same type, seat and tile."
            ),
            |document| each_hand(document, merge_equal),
        ),
        Change::new(
            bilingual!(
                "输赢的正负反了？请把每家的点数取负。",
                "Are gains and losses swapped? Negate the points: `map(-.)`."
            ),
            |document| {
                each_deltas(document, |deltas| deltas.iter_mut().all(|points| replace(points, |points| -points)))
            },
        ),
        Change::new(
            bilingual!(
                "所记的是累计分？请改写为 result.scores，或减去上一局的数。",
                "Are the points running totals? Give them as `result.scores`, or subtract those of the hand before."
            ),
            running_totals,
        ),
        Change::new(
            bilingual!(
                "动作从最后一个写起？请用 reverse 把 events 倒过来。",
                "Does the last action stand first? Turn the list of events round with `reverse`."
            ),
            |document| {
                each_hand(document, |hand| {
                    events(hand).reverse();
                    true
                })
            },
        ),
    ]
}

/// Calls `change` for each hand; returns whether it applies to any.
pub(super) fn each_hand(document: &mut Value, change: impl Fn(&mut Value) -> bool) -> bool {
    let hands = document.get_mut("hands").and_then(Value::as_array_mut);
    hands.into_iter().flatten().map(change).filter(|applies| *applies).count() > 0
}

/// Calls `change` for each event.
pub(super) fn each_event(document: &mut Value, change: impl Fn(&mut Value) -> bool) -> bool {
    each_hand(document, |hand| events(hand).iter_mut().map(&change).filter(|applies| *applies).count() > 0)
}

/// Calls `change` for the point changes of each hand.
pub(super) fn each_deltas(document: &mut Value, change: impl Fn(&mut Vec<Value>) -> bool) -> bool {
    each_hand(document, |hand| hand.pointer_mut("/result/deltas").and_then(Value::as_array_mut).is_some_and(&change))
}

/// Returns the events of a hand.
pub(super) fn events(hand: &mut Value) -> &mut [Value] {
    hand.get_mut("events").and_then(Value::as_array_mut).map(Vec::as_mut_slice).unwrap_or_default()
}

/// Replaces a whole number.
pub(super) fn replace(value: &mut Value, by: impl Fn(i64) -> i64) -> bool {
    match value.as_i64() {
        Some(number) => {
            *value = by(number).into();
            true
        }
        None => false,
    }
}

fn is(event: &Value, kind: &str) -> bool {
    event["type"] == kind
}

fn has_end(hand: &mut Value) -> bool {
    events(hand).iter().any(|event| is(event, "win") || is(event, "draw_game") || is(event, "leave"))
}

fn ended(hand: &mut Value, event: Value) -> bool {
    hand.get_mut("events").and_then(Value::as_array_mut).map(|events| events.push(event)).is_some()
}

/// Adds the win of the seat that gains most.
fn win_of_result(hand: &mut Value) -> bool {
    let deltas = hand.pointer("/result/deltas").and_then(Value::as_array).cloned().unwrap_or_default();
    let most = deltas.iter().filter_map(Value::as_i64).max().filter(|&points| points > 0);
    let winner = most.and_then(|most| deltas.iter().position(|points| points.as_i64() == Some(most)));
    let Some(winner) = winner.filter(|_| !has_end(hand)) else { return false };
    let last = events(hand).iter().rev().find(|event| is(event, "draw") || is(event, "discard") || is(event, "kong"));
    let Some(tile) = last.and_then(|event| event.get("tile")).cloned() else { return false };
    let at = events(hand).iter().rposition(|event| is(event, "birds") || is(event, "flip"));
    let win = json!({ "type": "win", "seat": winner, "tile": tile });
    match (at, hand.get_mut("events").and_then(Value::as_array_mut)) {
        (Some(at), Some(events)) => events.insert(at, win),
        (None, Some(events)) => events.push(win),
        (_, None) => return false,
    }
    true
}

fn merge_equal(hand: &mut Value) -> bool {
    let Some(events) = hand.get_mut("events").and_then(Value::as_array_mut) else { return false };
    let before = events.len();
    events.dedup_by(|event, last| ["type", "seat", "tile"].iter().all(|key| event.get(key) == last.get(key)));
    events.len() < before
}

fn running_totals(document: &mut Value) -> bool {
    let mut last = [0; 4];
    let mut hands = 0;
    let any = {
        let hands = &mut hands;
        let hand_list = document.get_mut("hands").and_then(Value::as_array_mut);
        hand_list.into_iter().flatten().all(|hand| {
            *hands += 1;
            let deltas = hand.pointer_mut("/result/deltas").and_then(Value::as_array_mut);
            deltas.is_some_and(|deltas| {
                deltas.iter_mut().zip(&mut last).all(|(points, last)| {
                    let before = *last;
                    *last = points.as_i64().unwrap_or_default();
                    replace(points, |points| points - before)
                })
            })
        })
    };
    any && hands > 1
}

/// Divides all points, if each is a multiple of the base.
fn divide(document: &mut Value, base: i64) -> bool {
    let hands = document.get("hands").and_then(Value::as_array).into_iter().flatten();
    let mut points =
        hands.filter_map(|hand| hand.pointer("/result/deltas")?.as_array()).flatten().filter_map(Value::as_i64);
    let fits = points.all(|points| points % base == 0);
    fits && each_deltas(document, |deltas| deltas.iter_mut().all(|points| replace(points, |points| points / base)))
}
