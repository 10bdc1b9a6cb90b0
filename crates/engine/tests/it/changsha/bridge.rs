//! Converts the oracle's tiles, melds, houses and cases into the engine's.

use crate::oracle::changsha::cases::Case;
use crate::oracle::changsha::house::{House, Profile};
use crate::oracle::changsha::settle::Win;
use crate::oracle::changsha::tiles::{self as plain, Holding};
use crate::oracle::changsha::win::Situation;
use caipan_engine::rules::changsha::patterns;
use caipan_engine::rules::{Deciding, Hits, Pattern, Ruleset, Won, resolve};
use caipan_engine::table::{Drawn, Konged, Offer, Phase, Shown, Source, Table, TailOrder, Wall};
use caipan_log::{Dice, KongKind, OptionValue, RulesDeclared};
use caipan_tiles::hand::Hand;
use caipan_tiles::inline_vec::InlineVec;
use caipan_tiles::tile::{Deck, Meld, MeldKind, Seat, Seats, Tile};

pub fn seat(number: usize) -> Seat {
    Seat::ALL[number]
}

/// Both sides count 万, 筒, 条 from 0.
pub fn tile(plain: plain::Tile) -> Tile {
    Tile::new(plain).expect("one of 27 kinds")
}

pub fn tiles(plain: &[plain::Tile]) -> Vec<Tile> {
    plain.iter().copied().map(tile).collect()
}

pub fn hand(plain: &[plain::Tile]) -> Hand {
    plain.iter().copied().map(tile).collect()
}

/// Changsha does not use the discarder of a claimed tile.
pub fn meld(plain: plain::Meld) -> Meld {
    let (kind, of) = match plain {
        plain::Meld::Chow(low) => (MeldKind::Chow, low),
        plain::Meld::Pung(of) => (MeldKind::Pung, of),
        plain::Meld::ExposedKong(of) => (MeldKind::KongExposed, of),
        plain::Meld::AddedKong(of) => (MeldKind::KongAdded, of),
        plain::Meld::ConcealedKong(of) => (MeldKind::KongConcealed, of),
    };
    Meld { kind, tile: tile(of), from: None }
}

/// The ruleset of a house, declared as a log declares it: the preset of its profile and every option by name.
pub fn rules(profile: Profile, house: &House) -> Ruleset {
    let system = match profile {
        Profile::A => "changsha-a",
        Profile::B => "changsha-b",
    };
    let value = |id: &str, text: String| match (id, text.as_str()) {
        // The engine writes "no limit" as 0.
        ("big_units_cap" | "payment_cap", "none") => OptionValue::Number(0),
        _ => OptionValue::Word(text),
    };
    let options = house.entries().into_iter().map(|(id, text)| (id.to_owned(), value(id, text))).collect();
    resolve(&RulesDeclared { system: system.to_owned(), options, ..Default::default() })
        .expect("the oracle's options are the engine's")
}

/// A preset as published.
pub fn preset(system: &str) -> Ruleset {
    resolve(&RulesDeclared { system: system.to_owned(), options: [].into(), ..Default::default() })
        .expect("a published preset")
}

/// A table in the middle of a hand: empty seats and this wall.
pub fn empty_table(dealer: usize, left: &[plain::Tile]) -> Table {
    let mut table = Table::new(Deck::SUITS, seat(dealer), Wall::known(&tiles(left), TailOrder::StackTopFirst));
    table.discards = 9;
    table
}

pub fn sit(table: &mut Table, at: usize, holding: &Holding) {
    let place = &mut table.places[seat(at)];
    place.hand = hand(&holding.rest);
    place.melds = holding.melds.iter().copied().map(meld).collect();
}

/// The table at the moment of a case's wins, with its openings declared.
pub fn table(case: &Case) -> Table {
    let mut table = empty_table(case.dealer, &case.left);
    for (opener, names) in &case.openings {
        let kinds = names.iter().map(|name| opening(name).id).collect();
        table.open(seat(*opener), kinds, Dice::new(&case.opening_dice));
    }
    for (claimant, holding) in &case.claims {
        sit(&mut table, *claimant, holding);
    }
    let (first, holding) = &case.claims[0];
    let won = tile(holding.won[0]);
    let shown = Shown::of(&tiles(&holding.won)).expect("at least one tile");
    let own = seat(*first);
    let payer = case.payer.map_or(own, seat);
    match case.situation {
        Situation::SelfDraw => turn(&mut table, own, won, Drawn::Wall(Some(won))),
        Situation::Replacement => turn(&mut table, own, won, Drawn::Replacement(Some(won))),
        Situation::Dealt { after_kong } => {
            (table.discards, table.claims) = (0, 0);
            let kongs: Vec<Meld> = if after_kong { table.place(own).melds.to_vec() } else { Vec::new() };
            kongs.iter().for_each(|kong| note_kong(&mut table, own, kong.tile));
            let drawn = if after_kong { Drawn::Replacement(Some(won)) } else { Drawn::Dealt(Some(won)) };
            turn(&mut table, own, won, drawn);
        }
        Situation::FirstDiscard { after_kong } => {
            (table.discards, table.claims) = (1, 0);
            if after_kong {
                note_kong(&mut table, payer, won);
            }
            table.phase = Phase::Open { from: payer, tiles: shown, why: Offer::Discard };
        }
        Situation::Discard => table.phase = Phase::Open { from: payer, tiles: shown, why: Offer::Discard },
        Situation::LastDraw => {
            (table.last.taken_by, table.last.tile) = (Some(own), Some(won));
            turn(&mut table, own, won, Drawn::Wall(Some(won)));
        }
        Situation::LastDiscard => {
            (table.last.taken_by, table.last.tile) = (Some(payer), Some(won));
            table.phase = Phase::Open { from: payer, tiles: shown, why: Offer::Seabed };
        }
        Situation::OwnDice | Situation::OtherDice => {
            table.phase = Phase::Open { from: payer, tiles: shown, why: Offer::DiceKong };
        }
        Situation::RobDice { discard_kong } => {
            let kind = if discard_kong { KongKind::Exposed } else { KongKind::Added };
            table.phase = Phase::Kong { seat: payer, tile: won, kind, dice: Dice::new(&[3]), from: None };
        }
        Situation::RobReplacement => {
            table.phase = Phase::Kong { seat: payer, tile: won, kind: KongKind::Added, dice: None, from: None };
        }
    }
    table
}

fn turn(table: &mut Table, seat: Seat, tile: Tile, drawn: Drawn) {
    table.give(seat, tile);
    table.phase = Phase::Turn { seat, drawn };
}

fn note_kong(table: &mut Table, seat: Seat, tile: Tile) {
    table.claims += 1;
    table.kongs.push(Konged {
        seat,
        tile,
        kind: KongKind::Concealed,
        dice: None,
        from: None,
        among: Seats::FOUR,
        at: None,
    });
}

/// The engine's pattern with this Chinese name.
pub fn opening(name: &str) -> &'static Pattern {
    patterns::ALL.iter().find(|pattern| pattern.name.zh == name).expect("a pattern of the sheet")
}

/// The patterns of a win by the oracle's names, sorted. The oracle counts four of a kind in seven pairs separately.
pub fn names(won: &Won) -> Vec<&'static str> {
    let mut names: Vec<&str> = won.hits.iter().map(|hit| plain_name(hit.pattern)).collect();
    names.sort_unstable();
    names
}

fn plain_name(pattern: &'static Pattern) -> &'static str {
    if pattern.name.zh.ends_with("七小对") { "七小对" } else { pattern.name.zh }
}

/// A win as the engine records it, with the same units. Payments do not depend on its patterns.
pub fn won(win: &Win, source: Source, on: Tile) -> Won {
    Won {
        seat: seat(win.seat),
        from: win.payer.map(seat),
        tiles: InlineVec::one(on),
        source,
        hits: Hits::new(),
        value: i64::from(win.units),
        also: Vec::new(),
        options: Deciding::new(),
    }
}
