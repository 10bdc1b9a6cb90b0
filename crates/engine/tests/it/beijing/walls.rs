//! Tests of the cut, wall order, indicator, replacements and drawn hand against a model of people moving tiles: every
//! throw, every dealer, zero to four kongs.

use super::bridge::{preset, seat};
use crate::oracle::beijing::wall::{Place, Wall};
use crate::oracle::changsha::cases::Chance;
use caipan_engine::replay::{Before, replay};
use caipan_engine::rules::Due;
use caipan_engine::rules::beijing::wall::stack;
use caipan_engine::table::{Konged, Offer, Phase, Shown, Table, TailOrder, Wall as Linear};
use caipan_log::{Action, DrawFrom, Event, HandLog, KongKind};
use caipan_tiles::tile::{Deck, Seat, SeatMap, Seats, Tile, Tiles, parse_tile, parse_tiles};

#[test]
fn bj_3_cuts_the_wall_for_every_throw() {
    for dealer in 0..4 {
        for throw in 1..=18 {
            let mut wall = Wall::cut(dealer, throw);
            for drawn in 0..68 {
                let place = stack(seat(dealer), throw, drawn);
                for level in 0..2 {
                    let expected: Place = (place.side.index(), place.column, level);
                    assert_eq!(wall.take(), Some(expected), "dealer {dealer}, throw {throw}, stack {drawn}");
                }
            }
        }
    }
}

/// R10, R11 and R13 of the situations.
#[test]
fn bj_3_matches_the_worked_examples() {
    let at = |throw, drawn| {
        let place = stack(seat(0), throw, drawn);
        (place.side.index(), place.column)
    };
    assert_eq!(at(7, 0), (2, 7));
    assert_eq!(at(7, 10), (1, 0));
    assert_eq!(at(7, 67), (2, 6));
    assert_eq!((at(5, 0).0, at(12, 0).0), (0, 3));
}

/// A table for tests of the wall; the tiles do not matter.
fn dealt() -> Table {
    let tiles: Vec<Tile> = Deck::SUITS_AND_HONOURS.tiles().collect();
    let mut table = Table::new(Deck::SUITS_AND_HONOURS, seat(0), Linear::known(&tiles, TailOrder::LinearLast));
    (0..54).for_each(|_| table.wall.take(DrawFrom::Wall));
    table
}

fn any() -> Tile {
    parse_tile("1m").unwrap()
}

/// Makes random draws and kongs on both tables until the hand is drawn. The moment and the tiles left must agree.
#[test]
fn bj_6_draws_the_hand_at_the_reserve() {
    let rules = preset("beijing");
    let rules = rules.rules.as_ref();
    let mut chance = Chance(17);
    let mut ends = [0; 5];
    for _ in 0..4_000 {
        let mut table = dealt();
        let mut wall = Wall::cut(chance.below(4), 2 + chance.below(11));
        (0..54).for_each(|_| {
            wall.take();
        });
        let most = chance.below(5);
        let mut kongs_at: Vec<usize> = (0..most).map(|_| chance.below(69)).collect();
        kongs_at.sort_unstable();
        let (mut draws, mut turn) = (0, 0);
        loop {
            table.phase = Phase::Open { from: seat(turn), tiles: Shown::one(any()), why: Offer::Discard };
            let over = wall.is_reserve_only();
            assert_eq!(rules.due(&table) == Due::DrawGame, over, "after {draws} draws and {} kongs", wall.kongs);
            assert_eq!(rules.may_draw_game(&table).is_ok(), over);
            if over {
                break;
            }
            turn = (turn + 1) % 4;
            let drawn = table.wall.at(DrawFrom::Wall).expect("a live tile");
            table.draw(seat(turn), drawn, DrawFrom::Wall);
            wall.take();
            draws += 1;
            while kongs_at.first().is_some_and(|&at| at <= draws) {
                kongs_at.remove(0);
                let kong = Konged {
                    seat: seat(turn),
                    tile: any(),
                    kind: KongKind::Concealed,
                    dice: None,
                    from: None,
                    among: Seats::FOUR,
                    at: None,
                };
                table.kong(kong);
                wall.kongs += 1;
                assert_eq!(rules.due(&table), Due::Draw(seat(turn), DrawFrom::Tail));
                let drawn = table.wall.at(DrawFrom::Tail).expect("a replacement");
                table.draw(seat(turn), drawn, DrawFrom::Tail);
                wall.replace();
            }
        }
        assert_eq!(table.wall.left(), wall.left());
        ends[wall.kongs] += 1;
        if kongs_at.is_empty() && wall.kongs < 2 {
            assert_eq!((draws, wall.left()), (68, 14 - wall.kongs));
        }
    }
    assert!(ends.iter().all(|&hands| hands > 300), "{ends:?}");
}

/// R05: live draws and reserved tiles if all kongs come early.
#[test]
fn bj_6c_kongs_move_the_reserve() {
    let rules = preset("beijing");
    for (kongs, (draws, stay)) in [(68, 14), (68, 13), (66, 14), (64, 15), (62, 16)].into_iter().enumerate() {
        let mut table = dealt();
        for _ in 0..kongs {
            table.kong(Konged {
                seat: seat(0),
                tile: any(),
                kind: KongKind::Concealed,
                dice: None,
                from: None,
                among: Seats::FOUR,
                at: None,
            });
            let drawn = table.wall.at(DrawFrom::Tail).expect("a replacement");
            table.draw(seat(0), drawn, DrawFrom::Tail);
        }
        let mut made = 0;
        loop {
            table.phase = Phase::Open { from: seat(0), tiles: Shown::one(any()), why: Offer::Discard };
            if rules.rules.due(&table) == Due::DrawGame {
                break;
            }
            let drawn = table.wall.at(DrawFrom::Wall).expect("a live tile");
            table.draw(seat(1), drawn, DrawFrom::Wall);
            made += 1;
        }
        assert_eq!((made, table.wall.left()), (draws, stay), "{kongs} kongs");
    }
}

/// R04: the indicator is the tile after the deal, the next draw the one after it, the first replacement the last tile.
#[test]
fn bj_4a_indicator_follows_the_deal() {
    let mut wall: Vec<Tile> = Deck::SUITS_AND_HONOURS.tiles().collect();
    // Each seat gets one copy of thirteen kinds, so nobody holds four of a kind or a run.
    wall.sort_by_key(|tile| (usize::from(tile.rank()) * 7 + tile.index() * 5) % 17);
    let rules = preset("beijing");
    let hand = HandLog { wall: Some(Tiles(wall.clone())), ..HandLog::default() };
    let before = Before {
        seats: Seats::FOUR,
        dealer: Seat::ALL[0],
        streak: None,
        floor: Some(0),
        picked: None,
        last_hand: None,
        holdings: None,
        owner: None,
        exchange: None,
    };
    let table = replay(rules.rules.as_ref(), &hand, before, |_, _| ()).table;
    assert_eq!(table.indicator, Some(wall[53]));
    assert_eq!((table.wall.at(DrawFrom::Wall), table.wall.at(DrawFrom::Tail)), (Some(wall[54]), Some(wall[135])));
    assert_eq!((table.wall.left(), rules.rules.reserved(&table)), (82, 14));
}

/// Dealing one tile at a time puts the dealer's last tile and the indicator in the same places.
#[test]
fn bj_3f_accepts_dealing_one_by_one() {
    let ruleset = caipan_engine::rules::resolve(&caipan_log::RulesDeclared {
        system: "beijing".into(),
        options: [("deal.pattern".to_owned(), caipan_log::OptionValue::Word("round_robin_1".into()))].into(),
        ..Default::default()
    });
    let rules = ruleset.unwrap();
    let wall: Vec<Tile> = Deck::SUITS_AND_HONOURS.tiles().collect();
    let mut deal = SeatMap::<Tiles>::default();
    let mut people = wall.iter().copied();
    for _ in 0..13 {
        for at in 0..4 {
            deal[seat((2 + at) % 4)].0.extend(people.next());
        }
    }
    deal[seat(2)].0.extend(people.next());
    let hand = HandLog {
        dealer: Some(seat(2)),
        wall: Some(Tiles(wall.clone())),
        deal: Some(deal),
        indicator: people.next(),
        events: vec![Event::from(Action::Leave { seat: seat(0) })],
        ..HandLog::default()
    };
    let replayed = replay(
        rules.rules.as_ref(),
        &hand,
        Before {
            seats: Seats::FOUR,
            dealer: seat(2),
            streak: None,
            floor: None,
            picked: None,
            last_hand: None,
            holdings: None,
            owner: None,
            exchange: None,
        },
        |_, _| (),
    );
    assert!(replayed.breaches.iter().all(|breach| matches!(breach.what, caipan_engine::replay::What::Left)));
    assert_eq!(replayed.table.indicator, wall.get(53).copied());
}

/// R01 and R02 through the rules: the wild of each indicator.
#[test]
fn bj_4b_indicator_sets_the_wild() {
    use crate::oracle::beijing::tiles::wild_after;
    let rules = preset("beijing");
    for plain in 0..34 {
        let (indicator, wild) = (super::bridge::tile(plain), super::bridge::tile(wild_after(plain)));
        assert_eq!(rules.rules.wild_kind(Some(indicator)), Some(wild));
    }
    assert_eq!(
        parse_tiles("9m4z5z").unwrap().into_iter().filter_map(|tile| rules.rules.wild_kind(Some(tile))).count(),
        3
    );
}
