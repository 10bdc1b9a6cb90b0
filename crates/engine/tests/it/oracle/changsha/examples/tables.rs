//! The two tables of §2.9, and the effect of each paying option on a payment.

use super::settlements::{drawn, end, ron};
use crate::oracle::changsha::birds::bird_tiles;
use crate::oracle::changsha::house::{
    BirdMath, BirdOrigin, BirdRonScope, BirdSource, DealerBonus, DealerExtra, DrawBirds, House, Mutual, OpeningBirds,
    PlusOne, Profile, SeabedCopies, ShortWall,
};
use crate::oracle::changsha::opening::{BANBAN, LIULIUSHUN, QUEYISE, SIXI};
use crate::oracle::changsha::settle::{End, Win, deltas, settle};
use crate::oracle::changsha::tiles::read;

/// The payment of seat 3 to the winner, who is the dealer (d = 1) or seat 1 (d = 0), with that many birds on seat 3.
fn paid(house: &House, profile: Profile, d: usize, is_ron: bool, units: u32, hits: usize) -> i64 {
    let winner = 1 - d;
    let win: Win = if is_ron { ron(winner, 3, units) } else { drawn(winner, units) };
    settle(house, profile, &end(&[win], &"4m".repeat(hits)))[3][winner]
}

#[test]
fn pays_by_the_table_of_profile_a() {
    // d = 1 and d = 0, with no, one and two birds.
    let rows: &[(bool, u32, [[i64; 2]; 3])] = &[
        (true, 0, [[2, 1], [4, 2], [8, 4]]),
        (false, 0, [[3, 2], [5, 3], [9, 5]]),
        (true, 1, [[7, 6], [14, 12], [28, 24]]),
        (false, 1, [[7, 6], [14, 12], [28, 24]]),
        (true, 2, [[13, 12], [26, 24], [52, 48]]),
        (false, 2, [[13, 12], [26, 24], [52, 48]]),
        (true, 3, [[19, 18], [38, 36], [76, 72]]),
        (false, 3, [[19, 18], [38, 36], [76, 72]]),
    ];
    for (is_ron, units, by_hits) in rows {
        for (hits, by_dealer) in by_hits.iter().enumerate() {
            let got = [1, 0].map(|d| paid(&House::a(), Profile::A, d, *is_ron, *units, hits));
            assert_eq!(got, *by_dealer, "ron {is_ron}, {units} units, {hits} birds");
        }
    }
}

#[test]
fn pays_by_the_table_of_profile_b() {
    let rows: &[(House, bool, u32, [[i64; 2]; 2])] = &[
        (House::b(), true, 0, [[20, 10], [40, 20]]),
        (House::b(), false, 0, [[20, 10], [40, 20]]),
        (House::b(), false, 1, [[40, 30], [80, 60]]),
        (House::b(), false, 3, [[120, 90], [240, 180]]),
        (House::b(), true, 1, [[60, 60], [120, 120]]),
        (House::b(), true, 2, [[120, 120], [240, 240]]),
        (House::b_restored(), true, 1, [[70, 60], [140, 120]]),
        (House::b_restored(), true, 2, [[140, 120], [280, 240]]),
        (House { big_ron_dealer_extra: DealerExtra::Once, ..House::b() }, true, 2, [[130, 120], [260, 240]]),
    ];
    for (house, is_ron, units, by_hits) in rows {
        for (hits, by_dealer) in by_hits.iter().enumerate() {
            let got = [1, 0].map(|d| paid(house, Profile::B, d, *is_ron, *units, hits));
            assert_eq!(got, *by_dealer, "ron {is_ron}, {units} units, {hits} birds");
        }
    }
}

#[test]
fn options_change_the_payment() {
    let a = House::a;
    // The payment of seat 3 to the dealer under profile A: ron or not, units, birds on seat 3.
    let rows: &[(House, bool, u32, usize, i64)] = &[
        (House { big_bonus_under_birds: false, ..a() }, false, 2, 2, 49),
        (House { big_bonus_under_birds: false, ..a() }, true, 2, 2, 52),
        (House { dealer_bonus_big: DealerBonus::PerUnit, ..a() }, true, 2, 0, 14),
        (House { dealer_bonus_big: DealerBonus::PerUnit, ..a() }, false, 2, 1, 28),
        (House { bird_math: BirdMath::Linear, ..a() }, true, 1, 2, 21),
        (House { bird_math: BirdMath::PlusOne, ..a() }, true, 1, 2, 9),
        (House { bird_math: BirdMath::PlusOne, ..a() }, false, 0, 2, 5),
        (House { payment_cap: Some(25), ..a() }, false, 1, 2, 25),
        (House { payment_cap: Some(25), ..a() }, false, 1, 1, 14),
    ];
    for (house, is_ron, units, hits, expected) in rows {
        assert_eq!(paid(house, Profile::A, 1, *is_ron, *units, *hits), *expected, "{house:?}");
    }
}

#[test]
fn options_change_the_birds() {
    // Bird 2m lies on seat 1 counted from the dealer, on seat 2 counted from seat 1.
    let on_winner = end(&[ron(1, 2, 1)], "2m");
    let discarder = House { bird_ron_scope: BirdRonScope::DiscarderOnly, ..House::a() };
    assert_eq!(settle(&House::a(), Profile::A, &on_winner)[2][1], 12);
    assert_eq!(settle(&discarder, Profile::A, &on_winner)[2][1], 6);
    let from_winner = House { bird_origin: BirdOrigin::Winner, ..discarder };
    assert_eq!(settle(&from_winner, Profile::A, &on_winner)[2][1], 12);
    assert_eq!(settle(&from_winner, Profile::A, &end(&[drawn(1, 1)], "1m"))[3][1], 12);

    let tiles =
        |house: House, left: &str, seabed: &str| bird_tiles(&house, Profile::A, &read(left), read(seabed).pop());
    let copies = House { haidi_bird_copies: SeabedCopies::BirdCount, ..House::a() };
    assert_eq!(tiles(copies, "", "8m"), read("8m8m"));
    let repeat = House { bird_short_wall: ShortWall::RepeatLast, ..House::a() };
    assert_eq!(tiles(repeat.clone(), "3p", ""), read("3p3p"));
    assert_eq!(tiles(repeat, "", ""), read(""));
    let tail = House { bird_source: BirdSource::LastTile, ..House::a() };
    assert_eq!(tiles(tail, "1m2m3m", ""), read("3m2m"));
}

#[test]
fn options_change_the_openings() {
    let opened = End { openings: vec![(1, vec![SIXI, BANBAN, QUEYISE])], ..end(&[drawn(2, 0)], "2m") };
    let of_seat_3 = |house: House| settle(&house, Profile::A, &opened)[3][1];
    assert_eq!(of_seat_3(House::a()), 9);
    assert_eq!(of_seat_3(House { initial_hu_birds: OpeningBirds::None, ..House::a() }), 6);
    assert_eq!(of_seat_3(House { initial_hu_plus_one: PlusOne::OncePerPayer, ..House::a() }), 7);
    let dice = House { initial_hu_birds: OpeningBirds::Dice, ..House::a() };
    let thrown = End { opening_dice: vec![4, 3], ..opened.clone() };
    assert_eq!(settle(&dice, Profile::A, &thrown)[3][1], 9);
    assert_eq!(settle(&dice, Profile::A, &thrown)[2][1], 9);
    assert_eq!(settle(&dice, Profile::A, &thrown)[0][1], 9);

    // Two declarers pay each other, or not.
    let both = End { openings: vec![(1, vec![SIXI]), (3, vec![LIULIUSHUN])], ..End::default() };
    assert_eq!(deltas(&settle(&House::a(), Profile::A, &both)), [-6, 5, -4, 5]);
    let exempt = House { initial_hu_mutual: Mutual::WinnersExempt, ..House::a() };
    assert_eq!(deltas(&settle(&exempt, Profile::A, &both)), [-6, 5, -4, 5]);
    assert_eq!(settle(&House::a(), Profile::A, &both)[1][3], 2);
    assert_eq!(settle(&exempt, Profile::A, &both)[1][3], 0);

    // A drawn hand: no birds, or the seabed tile.
    let drawn_hand = End { drawn_seabed: read("2m").pop(), openings: vec![(1, vec![SIXI])], ..End::default() };
    let seabed = House { initial_hu_birds_on_draw: DrawBirds::SeabedTile, ..House::a() };
    assert_eq!(settle(&House::a(), Profile::A, &drawn_hand)[3][1], 2);
    assert_eq!(settle(&seabed, Profile::A, &drawn_hand)[3][1], 3);
}
