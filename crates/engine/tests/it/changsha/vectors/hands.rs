//! Vectors of single hands: their wins under both profiles, and their openings.

use super::{hand, ids, meld, pattern, rules, source, vectors};
use caipan_engine::rules::{Past, Ruleset, WinCandidate, Won};
use caipan_engine::table::{Drawn, Phase, Shown, Table, TailOrder, Wall, WinChance};
use caipan_tiles::tile::{Deck, Meld, Seat, Tiles};
use serde::Deserialize;

/// A hand and its expected wins.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HandCase {
    pub id: String,
    hand: Tiles,
    melds: Vec<String>,
    on: Tiles,
    source: String,
    #[serde(rename = "changsha-a")]
    a: Option<Expected>,
    #[serde(rename = "changsha-b")]
    b: Option<Expected>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Expected {
    patterns: Vec<String>,
    value: i64,
}

/// A dealt hand and its initial wins.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpeningCase {
    pub id: String,
    hand: Tiles,
    dealer: bool,
    kinds: Vec<String>,
}

/// A hand to judge, with its seat, the source of its tile and the discarder.
pub struct Facts<'a> {
    pub seat: Seat,
    pub from: Option<Seat>,
    pub source: &'a str,
    pub hand: &'a Tiles,
    pub melds: &'a [String],
    pub on: &'a Tiles,
}

/// Judges the hand; seat 0 deals.
pub fn judge(rules: &Ruleset, facts: &Facts<'_>) -> Result<Won, String> {
    let melds: Vec<Meld> = facts.melds.iter().map(|text| meld(text)).collect();
    let (source, discards) = source(facts.source);
    let tiles = Shown::of(&facts.on.0).expect("a tile to win on");
    let case = WinCandidate {
        seat: facts.seat,
        dealer: Seat::ALL[0],
        hand: hand(facts.hand),
        wilds: 0,
        wild: None,
        melds: &melds,
        chance: WinChance { tiles, source, from: facts.from },
        discards,
        claims: melds.len() as u16,
        kongs: melds.iter().filter(|meld| meld.kind.is_kong()).count() as u16,
        past: Past::default(),
    };
    rules.rules.judge(&case).map_err(|refusal| format!("{refusal:?}"))
}

#[test]
fn judges_each_hand() {
    for case in &vectors().hands {
        for (system, expected) in [("changsha-a", &case.a), ("changsha-b", &case.b)] {
            let rules = rules(system, &[].into());
            let own = source(&case.source).0.is_own();
            let facts = Facts {
                seat: if case.source == "dealt" { Seat::ALL[0] } else { Seat::ALL[1] },
                from: (!own).then_some(Seat::ALL[2]),
                source: &case.source,
                hand: &case.hand,
                melds: &case.melds,
                on: &case.on,
            };
            match (judge(&rules, &facts), expected) {
                (Ok(won), Some(expected)) => {
                    assert_eq!(ids(&won), expected.patterns, "{} under {system}", case.id);
                    assert_eq!(won.value, expected.value, "{} under {system}", case.id);
                }
                (Err(_), None) => {}
                (found, expected) => panic!("{} under {system}: {found:?}, expected {expected:?}", case.id),
            }
        }
    }
}

#[test]
fn finds_the_openings() {
    for case in &vectors().openings {
        for system in ["changsha-a", "changsha-b"] {
            let rules = rules(system, &[].into());
            let seat = if case.dealer { Seat::ALL[0] } else { Seat::ALL[1] };
            let wall = Wall::unknown(Deck::SUITS, TailOrder::StackTopFirst);
            let mut table = Table::new(Deck::SUITS, Seat::ALL[0], wall);
            table.places[seat].hand = hand(&case.hand);
            table.phase = Phase::Turn { seat: Seat::ALL[0], drawn: Drawn::Dealt(Some(case.hand.0[0])) };
            let held: Vec<&str> = rules.rules.openings_held(&table, seat).iter().map(|pattern| pattern.id).collect();
            assert_eq!(held, case.kinds, "{} under {system}", case.id);
            let kinds: Vec<_> = case.kinds.iter().map(|id| pattern(id)).collect();
            assert!(rules.rules.may_open(&table, seat, &kinds).is_ok(), "{} under {system}", case.id);
        }
    }
}
