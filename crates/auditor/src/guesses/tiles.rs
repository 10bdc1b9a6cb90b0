//! Guesses about tiles: the taken tile of a chow, the dealer's first draw, the kinds of kongs, the order of suits.

use super::changes::{Change, each_event, each_hand, events};
use caipan_tiles::bilingual;
use caipan_tiles::tile::{Tile, parse_tiles};
use serde_json::Value;

/// The other orders of the suits 万, 筒, 条.
const SUITS: [(&str, &str, &str); 5] = [
    ("mspz", "万条筒", "万 条 筒"),
    ("pmsz", "筒万条", "筒 万 条"),
    ("smpz", "筒条万", "筒 条 万"),
    ("psmz", "条万筒", "条 万 筒"),
    ("spmz", "条筒万", "条 筒 万"),
];

pub(super) fn changes() -> Vec<Change> {
    let mut all = vec![
        Change::new(
            bilingual!(
                "吃的三张里含吃进的那张？请从 with 中去掉它。",
                "Do the tiles of a chow include the tile that was taken? Remove it from `with`."
            ),
            |document| each_event(document, without_taken),
        ),
        Change::new(
            bilingual!(
                "吃的次序不同？吃进的看来是 with 中的第一张：请与 tile 对调。",
                "Is a chow written in another order? The tile taken seems to be the first of `with`: swap it with `tile`."
            ),
            |document| each_event(document, |event| swap_taken(event, 0)),
        ),
        Change::new(
            bilingual!(
                "吃的次序不同？吃进的看来是 with 中的第二张：请与 tile 对调。",
                "Is a chow written in another order? The tile taken seems to be the second of `with`: swap it with `tile`."
            ),
            |document| each_event(document, |event| swap_taken(event, 1)),
        ),
        Change::new(
            bilingual!(
                "吃的次序不同？吃进的看来总是上家刚打的那张：请以它为 tile，其余两张为 with。",
                "Is a chow written in another order? The tile taken is the last discard: use it as `tile` and the other two as `with`."
            ),
            |document| each_hand(document, chows_of_last_discard),
        ),
        Change::new(
            bilingual!(
                "庄家起手 13 张，再摸一张？请把第一次摸牌并入 deal，并略去那次 draw。",
                "Is the dealer dealt 13 tiles and then draws? Add the first draw to `deal` and omit it from the events."
            ),
            |document| each_hand(document, first_draw_dealt),
        ),
        Change::new(
            bilingual!(
                "庄家已有 14 张，第一张又写成摸牌？请略去那次 draw。",
                "Is the dealer's fourteenth tile also written as a draw? Omit that draw."
            ),
            |document| each_hand(document, without_first_draw),
        ),
        Change::new(
            bilingual!(
                "杠的种类对不上？请不写种类，用 kinds 由牌桌推出。",
                "Are the kinds of kongs mixed up? Leave them out and let `kinds` work them out."
            ),
            |document| each_hand(document, kinds_of_table),
        ),
    ];
    all.extend(SUITS.map(|(to, zh, en)| {
        Change::new(
            bilingual!(
                "三门的次序不同？看来是{zh}：请改 [tiles]。",
                "Are the suits in another order? It seems to be {en}: change `[tiles]`."
            ),
            move |document| rename_suits(document, to),
        )
    }));
    all
}

/// The tiles of a group of the document.
fn tiles(value: Option<&Value>) -> Vec<Tile> {
    value.and_then(Value::as_str).and_then(|text| parse_tiles(text).ok()).unwrap_or_default()
}

fn text(tiles: &[Tile]) -> Value {
    tiles.iter().map(ToString::to_string).collect::<String>().into()
}

fn is(event: &Value, kind: &str) -> bool {
    event["type"] == kind
}

fn without_taken(event: &mut Value) -> bool {
    let mut with = tiles(event.get("with"));
    let taken = tiles(event.get("tile"));
    let at = taken.first().and_then(|taken| with.iter().position(|tile| tile == taken));
    match at.filter(|_| is(event, "chow") && with.len() == 3) {
        Some(at) => {
            with.remove(at);
            event["with"] = text(&with);
            true
        }
        None => false,
    }
}

fn swap_taken(event: &mut Value, at: usize) -> bool {
    let (mut with, mut taken) = (tiles(event.get("with")), tiles(event.get("tile")));
    match (with.get_mut(at), taken.first_mut()) {
        (Some(of), Some(tile)) if is(event, "chow") => std::mem::swap(of, tile),
        _ => return false,
    }
    (event["tile"], event["with"]) = (text(&taken), text(&with));
    true
}

fn chows_of_last_discard(hand: &mut Value) -> bool {
    let mut last = None;
    let mut any = false;
    for event in events(hand) {
        if is(event, "discard") {
            last = tiles(event.get("tile")).first().copied();
        } else if is(event, "chow") {
            let mut all = tiles(event.get("with"));
            let own = tiles(event.get("tile"));
            if all.len() < 3 {
                all.extend(own);
            }
            let Some(at) = all.iter().position(|tile| Some(*tile) == last) else { continue };
            let taken = all.remove(at);
            (event["tile"], event["with"]) = (text(&[taken]), text(&all));
            any = true;
        }
    }
    any
}

/// Returns the dealer's seat and the number of tiles that the dealer was dealt.
fn dealt(hand: &Value) -> Option<(usize, Vec<Tile>)> {
    let dealer = usize::try_from(hand.get("dealer")?.as_u64()?).ok()?;
    Some((dealer, tiles(hand.get("deal")?.get(dealer))))
}

/// Removes the first event if it is the dealer's draw, and returns its tile.
fn take_first_draw(hand: &mut Value, dealer: usize) -> Option<Tile> {
    let events = hand.get_mut("events")?.as_array_mut()?;
    let first = events.first().filter(|event| is(event, "draw") && event["seat"].as_u64() == Some(dealer as u64))?;
    let tile = tiles(first.get("tile")).first().copied()?;
    events.remove(0);
    Some(tile)
}

fn first_draw_dealt(hand: &mut Value) -> bool {
    let Some((dealer, mut own)) = dealt(hand).filter(|(_, own)| own.len() == 13) else { return false };
    let Some(tile) = take_first_draw(hand, dealer) else { return false };
    own.push(tile);
    hand["deal"][dealer] = text(&own);
    true
}

fn without_first_draw(hand: &mut Value) -> bool {
    let fourteen = dealt(hand).filter(|(_, own)| own.len() == 14);
    fourteen.is_some_and(|(dealer, _)| take_first_draw(hand, dealer).is_some())
}

/// Works out the kinds of kongs as the filter `kinds` does.
fn kinds_of_table(hand: &mut Value) -> bool {
    let (mut lies, mut pungs, mut any) = (None, Vec::new(), false);
    for event in events(hand) {
        let own = (event.get("seat").cloned(), event.get("tile").cloned());
        if is(event, "kong") {
            let kind = if lies == own.1 {
                "exposed"
            } else if pungs.contains(&own) {
                "added"
            } else {
                "concealed"
            };
            event["kind"] = kind.into();
            any = true;
        }
        if is(event, "discard") {
            lies.clone_from(&own.1);
        } else if !["win", "pass", "declare"].iter().any(|kind| is(event, kind)) {
            lies = None;
        }
        if is(event, "pung") {
            pungs.push(own);
        }
    }
    any
}

/// Renames the suits of every tile of a document: 万, 筒 and 条 become the letters of `to`.
fn rename_suits(document: &mut Value, to: &str) -> bool {
    let rename = |value: &mut Value| {
        if let Some(text) = value.as_str() {
            let of = |letter: char| "mpsz".find(letter).and_then(|at| to.chars().nth(at)).unwrap_or(letter);
            *value = text.chars().map(of).collect::<String>().into();
        }
    };
    each_hand(document, |hand| {
        for key in ["wall", "indicator"] {
            hand.get_mut(key).into_iter().for_each(rename);
        }
        hand.get_mut("deal").and_then(Value::as_array_mut).into_iter().flatten().for_each(rename);
        for event in events(hand) {
            ["tile", "tiles", "with"].iter().for_each(|key| event.get_mut(key).into_iter().for_each(rename));
        }
        true
    })
}
