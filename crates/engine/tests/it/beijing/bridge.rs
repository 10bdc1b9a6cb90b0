//! Converts the oracle's tiles, melds, houses, cases and tables into the engine's.

use crate::oracle::beijing::house::House;
use crate::oracle::beijing::tiles::{self as plain, Meld as PlainMeld};
use crate::oracle::beijing::win::{Facts, How, NO_WILD};
use caipan_engine::rules::{Past, Ruleset, WinCandidate, resolve};
use caipan_engine::table::{Konged, Shown, Source, Table, TailOrder, Wall, WinChance};
use caipan_log::{Declaration, KongKind, OptionValue, RulesDeclared};
use caipan_tiles::hand::Hand;
use caipan_tiles::tile::{Deck, Meld, MeldKind, Seat, Tile};

pub fn seat(number: usize) -> Seat {
    Seat::ALL[number]
}

/// The oracle orders the dragons 中 发 白, the engine 白 发 中.
pub fn tile(plain: plain::Tile) -> Tile {
    Tile::new(if plain >= 31 { 64 - plain } else { plain }).expect("one of 34 kinds")
}

/// Converts an engine tile into the oracle's.
pub fn plain(tile: Tile) -> plain::Tile {
    let index = tile.index() as u8;
    if index >= 31 { 64 - index } else { index }
}

pub fn meld(plain: PlainMeld) -> Meld {
    let (kind, of) = match plain {
        PlainMeld::Chow(of) => (MeldKind::Chow, of),
        PlainMeld::Pung(of) => (MeldKind::Pung, of),
        PlainMeld::Exposed(of) => (MeldKind::KongExposed, of),
        PlainMeld::Added(of) => (MeldKind::KongAdded, of),
        PlainMeld::Concealed(of) => (MeldKind::KongConcealed, of),
    };
    Meld { kind, tile: tile(of), from: None }
}

/// The ruleset of a house, declared as a log declares it.
pub fn rules(house: &House) -> Ruleset {
    declared(house.entries())
}

/// The ruleset with these options.
pub fn declared(entries: Vec<(&'static str, String)>) -> Ruleset {
    let options = entries.into_iter().map(|(id, text)| (id.to_owned(), OptionValue::Word(text))).collect();
    resolve(&RulesDeclared { system: "beijing".to_owned(), options, ..Default::default() })
        .expect("the oracle's options are the engine's")
}

pub fn preset(id: &str) -> Ruleset {
    resolve(&RulesDeclared { system: id.to_owned(), options: [].into(), ..Default::default() })
        .expect("a published preset")
}

/// The case as a win candidate of the engine.
pub fn case<'a>(facts: &Facts, melds: &'a [Meld]) -> WinCandidate<'a> {
    let rob = |kind| Source::Rob { kind, dice: false };
    let source = match facts.how {
        How::Dealt => Source::Dealt,
        How::Draw | How::LastDraw => Source::Draw,
        How::Replacement(_) => Source::Replacement,
        How::Discard => Source::Discard,
        How::RobFresh | How::RobHeld => rob(KongKind::Added),
        How::RobExposed => rob(KongKind::Exposed),
        How::RobConcealed => rob(KongKind::Concealed),
    };
    let natural: Hand = facts.hand.iter().filter(|&&held| held != facts.wild).map(|&held| tile(held)).collect();
    let kongs = melds.iter().filter(|meld| meld.kind.is_kong()).count();
    // Fourteen tiles stay, plus those the kongs lock, minus those drawn as replacements (BJ-6c).
    let left = [14, 13, 14, 15, 16][kongs];
    WinCandidate {
        seat: seat(facts.winner),
        dealer: seat(facts.dealer),
        hand: natural,
        wilds: (facts.hand.len() - natural.len()) as u8,
        wild: wild(facts),
        melds,
        chance: WinChance { tiles: Shown::one(tile(facts.tile)), source, from: facts.from.map(seat) },
        discards: 9,
        claims: melds.len() as u16,
        kongs: kongs as u16,
        past: Past {
            own_discards: u16::from(!facts.first),
            left: if facts.how == How::LastDraw { left } else { left + 8 },
            fresh_kong: facts.how == How::RobFresh,
            kong_run: if let How::Replacement(kongs) = facts.how { kongs } else { 0 },
            declared: facts.hunyou[facts.winner].then_some(Declaration::Hunyou),
            after_kong: facts.after_kong,
            sky: facts.sky,
            xiaosa: facts.xiaosa,
            ..Past::default()
        },
    }
}

/// The wild kind; `None` where there are no wilds.
fn wild(facts: &Facts) -> Option<Tile> {
    (facts.wild != NO_WILD).then(|| tile(facts.wild))
}

/// The table at the end of a hand, with the facts that payments need.
pub fn table(facts: &Facts) -> Table {
    let mut table = Table::new(
        Deck::SUITS_AND_HONOURS,
        seat(facts.dealer),
        Wall::unknown(Deck::SUITS_AND_HONOURS, TailOrder::LinearLast),
    );
    table.floor = Some(facts.floor);
    for other in (0..4).filter(|&other| facts.hunyou[other]) {
        table.declare(seat(other), Declaration::Hunyou);
    }
    for &(owner, kong, from) in &facts.kongs {
        let kind = match kong {
            PlainMeld::Exposed(_) => KongKind::Exposed,
            PlainMeld::Added(_) => KongKind::Added,
            _ => KongKind::Concealed,
        };
        let (among, from) = (table.playing(), from.map(seat));
        table.kongs.push(Konged { seat: seat(owner), tile: meld(kong).tile, kind, dice: None, from, among, at: None });
    }
    table
}
