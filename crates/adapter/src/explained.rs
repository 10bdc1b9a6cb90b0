//! Counts the events of a hand that a table allows, so that guesses about an adapter are compared by what they explain.

use super::guess::replay::{Meaning, Play, Step, prove};
use caipan_tiles::tile::{Suit, parse_tiles};
use serde_json::Value;

/// The events of a hand that move tiles, as far as they can be replayed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Explained {
    /// The number of events that the table allows.
    pub possible: usize,
    /// The number of all events.
    pub all: usize,
}

/// Replays a hand of a `paipu/1` document up to its first kong with dice. Without dealt hands there is nothing to replay.
pub fn explained(hand: &Value) -> Explained {
    let list = |key: &str| hand.get(key).and_then(Value::as_array).into_iter().flatten();
    let deal: Vec<Vec<usize>> = list("deal").map(|tiles| kinds(Some(tiles))).collect();
    if deal.iter().any(|tiles| !matches!(tiles.len(), 13 | 14)) || deal.len() < 2 {
        return Explained::default();
    }
    let names = ["draw", "discard", "chow", "pung", "kong", "win"];
    let is_tame =
        |event: &&Value| event.get("dice").is_none() && event.get("type").is_some_and(|kind| kind != "seabed");
    let steps = list("events").take_while(is_tame).filter_map(|event| {
        let name = names.iter().position(|name| event.get("type").is_some_and(|kind| kind == name))?;
        let seat = event.get("seat").and_then(Value::as_u64).and_then(|seat| usize::try_from(seat).ok());
        Some(Step { name, seat, tiles: kinds(event.get("tile")), own: kinds(event.get("with")) })
    });
    let known = names.map(|name| Some(Meaning::of(name)));
    let proof = prove(&[Play { deal, steps: steps.collect() }], &known);
    Explained { possible: proof.explained, all: proof.explained + proof.refused }
}

/// Returns the numbers of the kinds of tiles in log notation.
fn kinds(tiles: Option<&Value>) -> Vec<usize> {
    let tiles = tiles.and_then(Value::as_str).and_then(|text| parse_tiles(text).ok()).unwrap_or_default();
    let first = |suit: Suit| Suit::ALL.iter().position(|known| *known == suit).unwrap_or_default() * 9;
    tiles.iter().map(|tile| first(tile.suit()) + usize::from(tile.rank()) - 1).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn counts_what_a_table_allows() {
        let deal = ["1112345678999m1p", "1112345678999p", "1112345678999s", "2345678m111222z"];
        let hand = |events: Value| json!({ "deal": deal, "events": events });
        let event = |kind: &str, seat: usize, tile: &str| json!({ "type": kind, "seat": seat, "tile": tile });
        let right = hand(json!([
            event("discard", 0, "1p"),
            event("pung", 1, "1p"),
            event("discard", 1, "9p"),
            event("draw", 2, "4z"),
            event("discard", 2, "4z")
        ]));
        assert_eq!(explained(&right), Explained { possible: 5, all: 5 });
        let wrong = hand(json!([event("discard", 0, "1p"), event("draw", 2, "4z"), event("discard", 2, "4z")]));
        assert_eq!(explained(&wrong), Explained { possible: 1, all: 3 });
        assert_eq!(explained(&json!({ "events": [event("draw", 1, "1m")] })), Explained::default());
    }
}
