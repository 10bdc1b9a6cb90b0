//! Vectors of the ends of hands: every winner judged, the payments balanced, and the next dealer.

use super::hands::{Facts, judge};
use super::{empty_table, hand, ids, kong_kind, pattern, rules, vectors};
use caipan_engine::rules::{Deciding, Hits, Won};
use caipan_engine::table::{Drawn, Konged, Phase, Source};
use caipan_log::OptionValue;
use caipan_tiles::inline_vec::InlineVec;
use caipan_tiles::tile::{Seat, Seats, Tile, Tiles};
use serde::Deserialize;
use std::collections::BTreeMap;

/// The end of a hand and its expected settlement.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settlement {
    pub id: String,
    rules: String,
    options: BTreeMap<String, OptionValue>,
    dealer: Seat,
    openings: Vec<Opening>,
    wins: Vec<Win>,
    kongs: Vec<Kong>,
    left: Vec<Seat>,
    birds: Tiles,
    balance: [i64; 4],
    house: i64,
    clauses: Vec<String>,
    #[serde(rename = "note")]
    _note: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Opening {
    seat: Seat,
    hand: Tiles,
    kinds: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Win {
    seat: Seat,
    from: Option<Seat>,
    source: String,
    hand: Tiles,
    melds: Vec<String>,
    on: Tiles,
    patterns: Vec<String>,
    value: i64,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Kong {
    seat: Seat,
    tile: Tile,
    kind: String,
}

/// The end of a hand and its next dealer.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DealerCase {
    pub id: String,
    rules: String,
    /// Winner and payer.
    #[serde(default)]
    wins: Vec<(Seat, Option<Seat>)>,
    #[serde(default)]
    openers: Vec<Seat>,
    #[serde(default)]
    birds: Tiles,
    seabed: Option<Offered>,
    next: Seat,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Offered {
    first: Seat,
    taker: Option<Seat>,
}

#[test]
fn settles_each_hand() {
    for case in &vectors().settlements {
        let rules = rules(&case.rules, &case.options);
        let mut table = empty_table(rules.rules.as_ref(), case.dealer);
        table.discards = 0;
        for opening in &case.openings {
            table.places[opening.seat].hand = hand(&opening.hand);
            table.phase = Phase::Turn { seat: case.dealer, drawn: Drawn::Dealt(Some(opening.hand.0[0])) };
            let kinds: Vec<_> = opening.kinds.iter().map(|id| pattern(id)).collect();
            assert!(rules.rules.may_open(&table, opening.seat, &kinds).is_ok(), "{}", case.id);
            table.open(opening.seat, kinds.iter().map(|kind| kind.id).collect(), None);
        }
        let mut wins = Vec::new();
        for win in &case.wins {
            let facts = Facts {
                seat: win.seat,
                from: win.from,
                source: &win.source,
                hand: &win.hand,
                melds: &win.melds,
                on: &win.on,
            };
            let won = judge(&rules, &facts).unwrap_or_else(|refusal| panic!("{}: {refusal}", case.id));
            assert_eq!(
                (ids(&won), won.value),
                (win.patterns.iter().map(String::as_str).collect(), win.value),
                "{}",
                case.id
            );
            wins.push(won);
        }
        for kong in &case.kongs {
            let kind = kong_kind(&kong.kind);
            table.kongs.push(Konged {
                seat: kong.seat,
                tile: kong.tile,
                kind,
                dice: None,
                from: None,
                among: Seats::FOUR,
                at: None,
            });
        }
        case.left.iter().for_each(|&seat| table.places[seat].left = true);
        table.birds = Some(case.birds.0.clone());
        let ledger = rules.rules.settle(&table, &wins);
        assert_eq!((ledger.balance().0, ledger.house()), (case.balance, case.house), "{}: {ledger:?}", case.id);
        for clause in &case.clauses {
            let known = rules.system.clauses.iter().any(|known| known.id == clause);
            assert!(known, "{}: {clause}", case.id);
        }
    }
}

#[test]
fn names_the_next_dealer() {
    for case in &vectors().next_dealers {
        let rules = rules(&case.rules, &[].into());
        let mut table = empty_table(rules.rules.as_ref(), Seat::ALL[0]);
        case.openers.iter().for_each(|&seat| table.open(seat, vec!["queyise"], None));
        table.birds = Some(case.birds.0.clone());
        if let Some(Offered { first, taker }) = case.seabed {
            table.offer_last(first);
            for asked in first.from_here() {
                table.answer_last(asked, taker == Some(asked));
                if taker == Some(asked) {
                    break;
                }
            }
        }
        let won = |&(seat, from): &(Seat, Option<Seat>)| Won {
            seat,
            from,
            tiles: InlineVec::new(),
            source: if from.is_some() { Source::Discard } else { Source::Draw },
            hits: Hits::new(),
            value: 0,
            also: Vec::new(),
            options: Deciding::new(),
        };
        let wins: Vec<Won> = case.wins.iter().map(won).collect();
        let next = rules.rules.next_dealer(&table, &wins).map(|next| next.seat);
        assert_eq!(next, Some(case.next), "{}", case.id);
    }
}
