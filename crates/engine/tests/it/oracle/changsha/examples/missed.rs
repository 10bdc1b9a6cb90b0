//! Worked examples of 跟胡 and 漏胡: seat 1 passes a win, and another chance comes.

use crate::oracle::changsha::house::{House, MissedWin};
use crate::oracle::changsha::missed::Chance::{Ron, SelfDraw};
use crate::oracle::changsha::missed::Happening::{self, Claim, Discard, Draw, Offer, Refuse, Win};
use crate::oracle::changsha::missed::{Chance, may_win, passes};
use crate::oracle::changsha::tiles::Tile;

const FIVE: Tile = 4;
const EIGHT: Tile = 7;

/// Seat 1 could have won on seat 0's 5m at that level, passed, and the game went on.
fn passed(level: u32, then: &[Happening]) -> Vec<Happening> {
    let mut all = vec![Discard { seat: 0, tile: FIVE }, Offer { seat: 1, tile: FIVE, level }, Refuse { seat: 1 }];
    all.extend(then);
    all
}

fn ron(tile: Tile, level: u32) -> Chance {
    Ron { tile, level }
}

#[test]
fn level_gate_allows_only_higher_wins() {
    // Before: seat 2 chows, so seat 1 has no turn. After: seat 1 has its turn.
    let before = [Claim { seat: 2 }, Discard { seat: 2, tile: 20 }, Draw { seat: 3 }];
    let after = [Draw { seat: 1 }, Discard { seat: 1, tile: 9 }];
    let rows: &[(&str, Vec<Happening>, Chance, bool)] = &[
        ("M01", passed(0, &before), ron(EIGHT, 0), false),
        ("M02", passed(0, &before), ron(EIGHT, 1), true),
        ("one big again", passed(1, &before), ron(EIGHT, 1), false),
        ("M04", passed(1, &before), ron(EIGHT, 2), true),
        ("M05", passed(0, &[Draw { seat: 1 }]), SelfDraw, true),
        ("M07, seat 2", passed(0, &[Claim { seat: 2 }]), ron(FIVE, 0), false),
        ("M07, seat 3", passed(0, &before), ron(FIVE, 0), false),
        ("M07, later", passed(0, &after), ron(FIVE, 0), true),
        ("M08", passed(0, &before), ron(FIVE, 0), false),
        ("M10", passed(0, &[Claim { seat: 2 }]), ron(EIGHT, 0), false),
        ("a claim is a turn", passed(0, &[Claim { seat: 1 }, Discard { seat: 1, tile: 9 }]), ron(FIVE, 0), true),
        ("others are not barred", vec![Draw { seat: 3 }], ron(FIVE, 0), true),
    ];
    for (id, happenings, chance, expected) in rows {
        assert_eq!(may_win(&House::a(), happenings, 1, *chance), *expected, "{id}");
        assert!(may_win(&House::a(), happenings, 3, *chance), "{id}");
    }
}

#[test]
fn same_tile_is_barred_until_the_draw() {
    let claimed = [Claim { seat: 1 }, Discard { seat: 1, tile: 9 }];
    let rows: &[(&str, Vec<Happening>, Chance, bool)] = &[
        ("M10", passed(0, &[Claim { seat: 2 }]), ron(EIGHT, 0), true),
        ("same tile, higher", passed(0, &[Claim { seat: 2 }]), ron(FIVE, 3), false),
        ("M11", passed(0, &claimed), ron(FIVE, 0), false),
        ("M13", passed(0, &[Draw { seat: 1 }]), SelfDraw, true),
        ("drawn since", passed(0, &[Draw { seat: 1 }, Discard { seat: 1, tile: 9 }]), ron(FIVE, 0), true),
        ("another's draw", passed(0, &[Draw { seat: 2 }]), ron(FIVE, 0), false),
    ];
    for (id, happenings, chance, expected) in rows {
        assert_eq!(may_win(&House::b(), happenings, 1, *chance), *expected, "{id}");
    }
}

#[test]
fn any_ron_gate_bars_all_and_off_bars_none() {
    let any = House { missed_win: MissedWin::AnyRon, ..House::a() };
    let off = House { missed_win: MissedWin::Off, ..House::a() };
    let early = passed(0, &[Claim { seat: 2 }]);
    assert!(!may_win(&any, &early, 1, ron(EIGHT, 3)), "M10");
    assert!(may_win(&any, &passed(0, &[Claim { seat: 1 }]), 1, ron(FIVE, 0)));
    assert!(may_win(&any, &early, 1, SelfDraw));
    assert!(may_win(&off, &early, 1, ron(FIVE, 0)));
}

/// Silence is a pass once the game goes on, but not if another's win ended the hand.
#[test]
fn m14_unanswered_is_no_pass() {
    let offered = [Offer { seat: 1, tile: FIVE, level: 0 }, Offer { seat: 2, tile: FIVE, level: 1 }];
    assert_eq!(passes(&[offered.as_slice(), &[Win { seat: 2 }]].concat()), []);
    let silent = [offered.as_slice(), &[Draw { seat: 1 }]].concat();
    assert_eq!(passes(&silent).iter().map(|pass| (pass.seat, pass.level)).collect::<Vec<_>>(), [(1, 0), (2, 1)]);
}
