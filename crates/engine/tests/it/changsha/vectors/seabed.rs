//! Vectors of the last tile (offers, winners, birds) and of the wall places that dice name.

use super::{Held, empty_table, ids, only_tile, rules, sit, vectors};
use caipan_engine::rules::{Due, Rules, WinCandidate, Won};
use caipan_engine::table::{Offer, Phase, Shown, Table, TailOrder, Wall};
use caipan_log::{DrawFrom, KongKind};
use caipan_tiles::tile::{Seat, Tile, Tiles, parse_tile};
use serde::Deserialize;
use std::collections::BTreeMap;

/// A hand with one tile left.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeabedCase {
    pub id: String,
    rules: String,
    first: Option<Seat>,
    taker: Option<Seat>,
    /// The seat that draws the last tile as a replacement.
    replaced_by: Option<Seat>,
    /// The seats asked, in order.
    order: Vec<Seat>,
    tile: Option<Tiles>,
    hands: BTreeMap<Seat, Held>,
    /// The patterns of each winner.
    wins: BTreeMap<Seat, Vec<String>>,
    /// Claims by `claimer` that are refused.
    #[serde(default)]
    refused: Vec<String>,
    claimer: Option<Seat>,
    #[serde(default)]
    birds: Tiles,
    next: Seat,
}

/// A wall from its head, and the tiles a throw points to.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WallCase {
    pub id: String,
    wall: Tiles,
    pips: usize,
    count: usize,
    tiles: Tiles,
}

#[test]
fn offers_and_judges_the_last_tile() {
    for case in &vectors().seabed {
        let rules = rules(&case.rules, &[].into());
        let rules = rules.rules.as_ref();
        let last = case.tile.as_ref().map_or(parse_tile("1m").unwrap(), only_tile);
        let mut table = empty_table(rules, Seat::ALL[0]);
        table.wall = Wall::known(&[last], TailOrder::StackTopFirst);
        case.hands.iter().for_each(|(&seat, held)| sit(&mut table, seat, held));
        match (case.replaced_by, case.first) {
            (Some(replacer), _) => {
                table.draw(replacer, last, DrawFrom::Tail);
                assert!(table.last.offered_first.is_none(), "{}", case.id);
                table.discard(replacer, last);
            }
            (None, Some(first)) => offer(rules, &mut table, case, first, last),
            (None, None) => panic!("{}: neither offered nor replaced", case.id),
        }
        let wins = winners(rules, &mut table, case, last);
        for claim in &case.refused {
            let claimer = case.claimer.expect("who claims");
            let answer = match claim.as_str() {
                "pung" => rules.may_pung(&table, claimer, last),
                "chow" => rules.may_chow(&table, claimer, last),
                "kong" => rules.may_kong(&table, claimer, last, KongKind::Exposed, false),
                other => panic!("{other}: no claim"),
            };
            assert!(answer.is_err(), "{}: {claim}", case.id);
        }
        if wins.is_empty() {
            assert_eq!(rules.due(&table), Due::DrawGame, "{}", case.id);
            assert!(rules.may_draw_game(&table).is_ok(), "{}", case.id);
        }
        let birds = rules.birds_due(&table, &wins).and_then(|birds| birds.tiles().cloned()).unwrap_or_default();
        assert_eq!(Tiles(birds.clone()), case.birds, "{}", case.id);
        table.birds = Some(birds);
        let ledger = rules.settle(&table, &wins);
        assert_eq!(ledger.lines().is_empty(), wins.is_empty(), "{}", case.id);
        assert_eq!(rules.next_dealer(&table, &wins).map(|next| next.seat), Some(case.next), "{}", case.id);
    }
}

fn offer(rules: &dyn Rules, table: &mut Table, case: &SeabedCase, first: Seat, last: Tile) {
    let before = parse_tile("9p").unwrap();
    table.phase = Phase::Open { from: first.after(3), tiles: Shown::one(before), why: Offer::Discard };
    for &asked in &case.order {
        assert_eq!(rules.due(table), Due::AnswerLast(asked), "{}", case.id);
        let takes = case.taker == Some(asked);
        table.answer_last(asked, takes);
        if takes {
            assert!(rules.may_take_last(table, asked).is_ok(), "{}", case.id);
            table.draw(asked, last, DrawFrom::Wall);
        }
    }
}

/// The taker's win, or else those of the others. Exactly the seats in `case.wins` win.
fn winners(rules: &dyn Rules, table: &mut Table, case: &SeabedCase, last: Tile) -> Vec<Won> {
    let mut wins = Vec::new();
    let judge = |table: &Table, seat: Seat, wins: &mut Vec<Won>| {
        let expected = case.wins.get(&seat);
        let won = WinCandidate::at(table, seat).and_then(|facts| rules.judge(&facts).ok());
        assert_eq!(won.as_ref().map(ids), expected.map(|ids| ids.iter().map(String::as_str).collect()), "{}", case.id);
        wins.extend(won);
    };
    if let Some(taker) = case.taker {
        judge(table, taker, &mut wins);
        if wins.is_empty() {
            table.show_last(taker, last);
            let others = case.hands.keys().filter(|&&seat| seat != taker);
            others.for_each(|&seat| judge(table, seat, &mut wins));
        }
    }
    assert_eq!(wins.len(), case.wins.len(), "{}", case.id);
    wins
}

#[test]
fn dice_name_the_listed_tiles() {
    for case in &vectors().walls {
        let wall = Wall::known(&case.wall.0, TailOrder::StackTopFirst);
        assert_eq!(Tiles(wall.at_dice(case.pips, case.count)), case.tiles, "{}", case.id);
    }
}
