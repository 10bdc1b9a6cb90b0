//! Guesses about seats: the number from which they count, the seat at which lists begin, and the order of turns.

use super::changes::{Change, each_deltas, each_event, each_hand, replace};
use caipan_adapter::explained;
use caipan_tiles::bilingual;
use serde_json::Value;

/// The orders of turns that keep seat 0 in its place.
const ORDERS: [[i64; 4]; 5] = [[0, 3, 2, 1], [0, 1, 3, 2], [0, 2, 1, 3], [0, 2, 3, 1], [0, 3, 1, 2]];

pub(super) fn changes() -> Vec<Change> {
    let mut all = vec![
        Change::new(
            bilingual!("庄家从 1 数起？请把 dealer 减 1。", "Is the dealer counted from 1? Subtract 1 from `dealer`."),
            |document| if_from_one(document, true, false),
        ),
        Change::new(
            bilingual!(
                "动作的座位从 1 数起？请把事件的 seat 减 1。",
                "Are the seats of the actions counted from 1? Subtract 1 from the `seat` of each event."
            ),
            |document| if_from_one(document, false, true),
        ),
        Change::new(
            bilingual!(
                "座位从 1 数起？请把 dealer 和事件的 seat 都减 1。",
                "Are seats counted from 1? Subtract 1 from `dealer` and from the `seat` of each event."
            ),
            |document| if_from_one(document, true, true),
        ),
    ];
    for by in 1..4_i64 {
        all.push(Change::new(
            bilingual!(
                "动作的座位与手牌差 {by} 位？请把事件的 seat 加 {by}（除以 4 取余）。",
                "Are the seats of the actions {by} off from those of the hands? Use `(. + {by}) % 4` for the `seat` of each event."
            ),
            move |document| each_event(document, |event| move_seat(event, |seat| (seat + by).rem_euclid(4))),
        ));
        all.push(Change::new(
            bilingual!(
                "庄家差 {by} 位？请把 dealer 加 {by}（除以 4 取余）。",
                "Is the dealer {by} off? Use `(. + {by}) % 4` for `dealer`."
            ),
            move |document| each_dealer(document, |seat| (seat + by).rem_euclid(4)),
        ));
        all.push(Change::new(
            bilingual!(
                "输赢的列表从别的座位写起？请用 turned({by})。",
                "Do the points begin with another seat? Use `turned({by})`."
            ),
            move |document| {
                each_deltas(document, |deltas| {
                    deltas.len() == 4 && {
                        deltas.rotate_left(usize::try_from(by).unwrap_or_default());
                        true
                    }
                })
            },
        ));
    }
    all.push(Change::new(
        bilingual!(
            "起手牌属于别的座位？每局换过次序后才打得通：请按其中的座位号或玩家 id 排 deal，不要照列表的次序。",
            "Do the dealt hands belong to other seats? The play is possible once they are put in another order: sort `deal` by the seat \
             or the player id that stands beside each hand, not by its place in the list."
        ),
        |document| each_hand(document, deal_that_plays),
    ));
    all.extend(from_dealer());
    all.extend(ORDERS.into_iter().flat_map(orders));
    all
}

/// Seats in another order than the turns: those of actions, those of the dealer too, or those of all lists.
fn orders(order: [i64; 4]) -> [Change; 3] {
    let [a, b, c, d] = order;
    let names = |dealer: bool| {
        let (zh, en) = if dealer { ("和庄家", " and the dealer") } else { ("", "") };
        bilingual!(
            "动作{zh}的座位排错了次序？看来出牌轮流是座位 {a}、{b}、{c}、{d}：请按这个次序列座位的名字。",
            "Are the seats of the actions{en} numbered in another order than the hands? Play goes round the seats {a}, {b}, {c}, {d}: \
             list their names in that order."
        )
    };
    let whole = bilingual!(
        "座位不是按出牌的次序？看来出牌轮流是座位 {a}、{b}、{c}、{d}：请按这个次序重排各家的手牌、座位与点数。",
        "Are the seats not in the order of turns? Play goes round the seats {a}, {b}, {c}, {d}: put hands, seats and points in that \
         order."
    );
    [
        Change::new(names(false), move |document| each_event(document, |event| move_seat(event, place_in(order)))),
        Change::new(names(true), move |document| {
            each_dealer(document, place_in(order)) & each_event(document, |event| move_seat(event, place_in(order)))
        }),
        Change::new(whole, move |document| reorder(document, order)),
    ]
}

/// Lists that begin with the dealer.
fn from_dealer() -> [Change; 4] {
    let of = |deal: bool, seats: bool, points: bool| {
        move |document: &mut Value| turn_to_dealer(document, deal, seats, points)
    };
    [
        Change::new(
            bilingual!(
                "手牌的列表从庄家写起？请用 turned((4 - $dealer) % 4)。",
                "Do the hands begin with the dealer's? Use `turned((4 - $dealer) % 4)`."
            ),
            of(true, false, false),
        ),
        Change::new(
            bilingual!(
                "输赢的列表从庄家写起？请用 turned((4 - $dealer) % 4)。",
                "Do the points begin with the dealer's? Use `turned((4 - $dealer) % 4)`."
            ),
            of(false, false, true),
        ),
        Change::new(
            bilingual!(
                "动作的座位从庄家数起？请用 (. + $dealer) % 4。",
                "Are the seats of the actions counted from the dealer? Use `(. + $dealer) % 4`."
            ),
            of(false, true, false),
        ),
        Change::new(
            bilingual!(
                "手牌、座位与点数都从庄家数起？请都转到庄家的座位：列表用 turned((4 - $dealer) % 4)，座位用 (. + $dealer) % 4。",
                "Do hands, seats and points all count from the dealer? Turn each: lists by `turned((4 - $dealer) % 4)`, seats by \
                 `(. + $dealer) % 4`."
            ),
            of(true, true, true),
        ),
    ]
}

/// Gives the dealt hands to the seats by which most of the play is possible.
fn deal_that_plays(hand: &mut Value) -> bool {
    let listed = hand.get("deal").and_then(Value::as_array).cloned().unwrap_or_default();
    if !(2..=4).contains(&listed.len()) {
        return false;
    }
    let mut best = (explained(hand).possible, listed.clone());
    let mut waiting = vec![(Vec::new(), listed)];
    while let Some((placed, rest)) = waiting.pop() {
        if rest.is_empty() {
            hand["deal"] = placed.clone().into();
            let possible = explained(hand).possible;
            if possible > best.0 {
                best = (possible, placed);
            }
            continue;
        }
        for at in 0..rest.len() {
            let (mut placed, mut rest) = (placed.clone(), rest.clone());
            placed.push(rest.remove(at));
            waiting.push((placed, rest));
        }
    }
    let Some(deal) = hand.get_mut("deal") else { return false };
    *deal = best.1.into();
    true
}

fn move_seat(event: &mut Value, by: impl Fn(i64) -> i64) -> bool {
    event.get_mut("seat").is_some_and(|seat| replace(seat, by))
}

fn each_dealer(document: &mut Value, by: impl Fn(i64) -> i64) -> bool {
    if let Some(dealer) = document.pointer_mut("/start/dealer") {
        replace(dealer, &by);
    }
    each_hand(document, |hand| {
        if let Some(next) = hand.pointer_mut("/result/next_dealer") {
            replace(next, &by);
        }
        hand.get_mut("dealer").is_some_and(|dealer| replace(dealer, &by))
    })
}

/// Subtracts 1 from the dealers or the seats of events, if all are from 1 to 4.
fn if_from_one(document: &mut Value, dealers: bool, seats: bool) -> bool {
    let mut found = Vec::new();
    for hand in document.get("hands").and_then(Value::as_array).into_iter().flatten() {
        found.extend(dealers.then(|| hand.get("dealer").and_then(Value::as_i64)).flatten());
        let events = hand.get("events").and_then(Value::as_array).into_iter().flatten();
        found.extend(events.filter(|_| seats).filter_map(|event| event.get("seat")?.as_i64()));
    }
    if found.is_empty() || !found.iter().all(|seat| (1..=4).contains(seat)) {
        return false;
    }
    if dealers {
        each_dealer(document, |seat| seat - 1);
    }
    if seats {
        each_event(document, |event| move_seat(event, |seat| seat - 1));
    }
    true
}

fn turn_to_dealer(document: &mut Value, deal: bool, seats: bool, points: bool) -> bool {
    each_hand(document, |hand| {
        let Some(dealer) = hand.get("dealer").and_then(Value::as_u64).filter(|dealer| (1..4).contains(dealer)) else {
            return false;
        };
        let turn = |list: Option<&mut Value>| {
            if let Some(list) = list.and_then(Value::as_array_mut).filter(|list| list.len() == 4) {
                list.rotate_right(usize::try_from(dealer).unwrap_or_default());
            }
        };
        if deal {
            turn(hand.get_mut("deal"));
        }
        if points {
            turn(hand.pointer_mut("/result/deltas"));
        }
        if seats {
            let dealer = i64::try_from(dealer).unwrap_or_default();
            for event in super::changes::events(hand) {
                move_seat(event, |seat| (seat + dealer).rem_euclid(4));
            }
        }
        true
    })
}

/// Returns the place of a seat in the order of turns.
fn place_in(order: [i64; 4]) -> impl Fn(i64) -> i64 {
    move |seat| (0..4).zip(order).find(|&(_, at)| at == seat).map_or(seat, |(place, _)| place)
}

/// Gives every seat the place that it has in the order of turns.
fn reorder(document: &mut Value, order: [i64; 4]) -> bool {
    each_dealer(document, place_in(order));
    each_event(document, |event| move_seat(event, place_in(order)));
    each_hand(document, |hand| {
        for pointer in ["/deal", "/result/deltas", "/result/scores"] {
            if let Some(list) = hand.pointer_mut(pointer).and_then(Value::as_array_mut).filter(|list| list.len() == 4) {
                let before = list.clone();
                *list = order.iter().filter_map(|&at| before.get(usize::try_from(at).ok()?).cloned()).collect();
            }
        }
        true
    })
}
