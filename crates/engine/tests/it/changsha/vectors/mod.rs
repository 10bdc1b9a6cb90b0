//! Runs the cases of `fixtures/changsha/vectors.json` against the engine.

mod hands;
mod missed;
mod moments;
mod seabed;
mod settlements;

use caipan_engine::rules::{Pattern, Rules, Ruleset, Won, changsha::patterns, resolve};
use caipan_engine::table::{Source, Table, TailOrder, Wall};
use caipan_log::KongKind;
use caipan_tiles::hand::Hand;
use caipan_tiles::tile::{Deck, Meld, MeldKind, Seat, Tile, Tiles, parse_tile};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

/// The whole file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Vectors {
    #[serde(rename = "about")]
    _about: String,
    hands: Vec<hands::HandCase>,
    openings: Vec<hands::OpeningCase>,
    settlements: Vec<settlements::Settlement>,
    missed_wins: Vec<missed::MissedCase>,
    next_dealers: Vec<settlements::DealerCase>,
    seabed: Vec<seabed::SeabedCase>,
    moments: Vec<moments::Moment>,
    walls: Vec<seabed::WallCase>,
}

/// A seat's hand and melds, in the file's notation.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Held {
    hand: Tiles,
    melds: Vec<String>,
    #[serde(default)]
    dice_kongs: u8,
}

fn vectors() -> Vectors {
    serde_json::from_str(include_str!("../../../../../../fixtures/changsha/vectors.json"))
        .expect("the file is in its form")
}

fn rules(system: &str, options: &BTreeMap<String, caipan_log::OptionValue>) -> Ruleset {
    let declared =
        caipan_log::RulesDeclared { system: system.to_owned(), options: options.clone(), ..Default::default() };
    resolve(&declared).expect("known rules")
}

fn empty_table(rules: &dyn Rules, dealer: Seat) -> Table {
    let wall = Wall::unknown(Deck::SUITS, TailOrder::StackTopFirst);
    assert_eq!(rules.tail_order(), TailOrder::StackTopFirst);
    let mut table = Table::new(Deck::SUITS, dealer, wall);
    table.discards = 9;
    table
}

fn sit(table: &mut Table, seat: Seat, held: &Held) {
    let place = &mut table.places[seat];
    place.hand = hand(&held.hand);
    place.melds = held.melds.iter().map(|text| meld(text)).collect();
    place.dice_kongs = held.dice_kongs;
}

fn hand(tiles: &Tiles) -> Hand {
    tiles.0.iter().copied().collect()
}

/// Parses `pung:2m`, `chow:1m` (123m), `concealed:9s` and so on.
fn meld(text: &str) -> Meld {
    let (kind, tile) = text.split_once(':').expect("kind:tile");
    let kind = match kind {
        "chow" => MeldKind::Chow,
        "pung" => MeldKind::Pung,
        "exposed" => MeldKind::KongExposed,
        "added" => MeldKind::KongAdded,
        "concealed" => MeldKind::KongConcealed,
        other => panic!("{other}: no kind of meld"),
    };
    Meld { kind, tile: parse_tile(tile).expect("a tile"), from: None }
}

fn kong_kind(word: &str) -> KongKind {
    match word {
        "concealed" => KongKind::Concealed,
        "exposed" => KongKind::Exposed,
        "added" => KongKind::Added,
        other => panic!("{other}: no kind of kong"),
    }
}

/// The source of the tile, and the number of discards at the table then.
fn source(word: &str) -> (Source, u16) {
    match word {
        "dealt" => (Source::Dealt, 0),
        "draw" => (Source::Draw, 9),
        "replacement" => (Source::Replacement, 9),
        "dice_kong" => (Source::DiceKong, 9),
        "seabed" => (Source::Seabed, 55),
        "discard" => (Source::Discard, 9),
        "first_discard" => (Source::Discard, 1),
        "dice_kong_discard" => (Source::DiceKongOf, 9),
        "seabed_discard" => (Source::SeabedOf, 55),
        "rob" => (Source::Rob { kind: KongKind::Added, dice: true }, 9),
        other => panic!("{other}: no source"),
    }
}

fn pattern(id: &str) -> &'static Pattern {
    patterns::ALL.iter().find(|pattern| pattern.id == id).unwrap_or_else(|| panic!("{id}: no pattern"))
}

/// The ids of a win's patterns, sorted.
fn ids(won: &Won) -> Vec<&'static str> {
    let mut ids: Vec<&str> = won.hits.iter().map(|hit| hit.pattern.id).collect();
    ids.sort_unstable();
    ids
}

fn only_tile(tiles: &Tiles) -> Tile {
    assert_eq!(tiles.0.len(), 1, "one tile: {tiles}");
    tiles.0[0]
}

/// Every case has an id of its own, and no case is missing.
#[test]
fn ids_are_unique() {
    let all = vectors();
    let ids: Vec<&str> = (all.hands.iter().map(|case| case.id.as_str()))
        .chain(all.openings.iter().map(|case| case.id.as_str()))
        .chain(all.settlements.iter().map(|case| case.id.as_str()))
        .chain(all.missed_wins.iter().map(|case| case.id.as_str()))
        .chain(all.next_dealers.iter().map(|case| case.id.as_str()))
        .chain(all.seabed.iter().map(|case| case.id.as_str()))
        .chain(all.moments.iter().map(|case| case.id.as_str()))
        .chain(all.walls.iter().map(|case| case.id.as_str()))
        .collect();
    assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len());
    assert_eq!(ids.len(), 129, "a case was added or lost");
}
