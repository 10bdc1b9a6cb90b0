//! Compares dealers and floors with the reference model over ten thousand matches of cheap hands.

use super::bridge::{preset, seat};
use crate::oracle::beijing::course::{End, Standing, next};
use crate::oracle::changsha::cases::Chance;
use caipan_engine::rules::{Deciding, Hits, Won};
use caipan_engine::table::{Source, Table, TailOrder, Wall};
use caipan_tiles::inline_vec::InlineVec;
use caipan_tiles::tile::{Deck, Seat, parse_tile};

fn won(by: Seat) -> Won {
    Won {
        seat: by,
        from: None,
        tiles: InlineVec::one(parse_tile("1m").unwrap()),
        source: Source::Draw,
        hits: Hits::new(),
        value: 2,
        also: Vec::new(),
        options: Deciding::new(),
    }
}

/// BJ-2 and BJ-6f.
#[test]
fn dealers_and_floors_follow_the_model() {
    let rules = preset("beijing");
    let rules = rules.rules.as_ref();
    let mut chance = Chance(23);
    let (mut upstairs, mut down) = (0, 0);
    for _ in 0..10_000 {
        let mut now = Standing { dealer: 0, upstairs: false };
        let mut floor = Some(0);
        let mut dealer = seat(0);
        for _ in 0..4 + chance.below(13) {
            let end = match chance.below(10) {
                0 | 1 => End::Drawn,
                2 => End::FalseWin(chance.below(4)),
                _ => End::Won(chance.below(4)),
            };
            let mut table = Table::new(
                Deck::SUITS_AND_HONOURS,
                dealer,
                Wall::unknown(Deck::SUITS_AND_HONOURS, TailOrder::LinearLast),
            );
            table.floor = floor;
            let wins = match end {
                End::Won(winner) => vec![won(seat(winner))],
                End::FalseWin(offender) => {
                    table.false_win(seat(offender));
                    Vec::new()
                }
                End::Drawn => Vec::new(),
            };
            let ledger = rules.settle(&table, &wins);
            let factor = if now.upstairs { 2 } else { 1 };
            match end {
                End::Won(winner) => assert_eq!(ledger.balance().0[winner], 6 * factor, "{now:?} {end:?}"),
                End::FalseWin(offender) => assert_eq!(ledger.balance().0[offender], -60 * factor, "{now:?} {end:?}"),
                End::Drawn => assert!(ledger.lines().is_empty()),
            }
            let due = rules.next_dealer(&table, &wins).expect("the hand tells");
            floor = rules.next_floor(&table, &wins, Some(due));
            dealer = due.seat;
            let was = now;
            now = next(now, end);
            assert_eq!((dealer.index(), floor), (now.dealer, Some(u32::from(now.upstairs))), "after {was:?} {end:?}");
            upstairs += usize::from(now.upstairs);
            down += usize::from(was.upstairs && !now.upstairs);
        }
    }
    assert!(upstairs > 10_000 && down > 1_000, "{upstairs} {down}");
}
