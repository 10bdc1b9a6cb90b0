//! Worked settlements: gain or loss of each seat. The dealer is seat 0.

use crate::oracle::changsha::birds::bird_tiles;
use crate::oracle::changsha::house::{Distribution, House, Profile, UnitsCap};
use crate::oracle::changsha::opening::{LIULIUSHUN, SIXI};
use crate::oracle::changsha::settle::{End, Win, deltas, escape, settle};
use crate::oracle::changsha::tiles::read;

pub fn drawn(seat: usize, units: u32) -> Win {
    Win { seat, payer: None, units, dealt: false }
}

pub fn ron(seat: usize, payer: usize, units: u32) -> Win {
    Win { seat, payer: Some(payer), units, dealt: false }
}

/// Wins and birds of a hand; without openings, payments need nothing else.
pub fn end(wins: &[Win], birds: &str) -> End {
    End { wins: wins.to_vec(), birds: read(birds), ..End::default() }
}

/// Seat 1 declares two types before anything else happens.
fn opened(birds: &str) -> End {
    End { openings: vec![(1, vec![SIXI, LIULIUSHUN])], birds: read(birds), ..End::default() }
}

#[test]
fn settles_under_profile_a() {
    let rows: &[(&str, End, [i64; 4])] = &[
        ("S01, example 1", end(&[drawn(0, 0)], "1m5m"), [27, -9, -9, -9]),
        ("S02", end(&[ron(1, 0, 2)], ""), [-13, 13, 0, 0]),
        ("S04", end(&[drawn(1, 2)], ""), [-13, 37, -12, -12]),
        ("S05", end(&[ron(2, 0, 1)], ""), [-7, 0, 7, 0]),
        ("S07", end(&[ron(0, 3, 1)], ""), [7, 0, 0, -7]),
        ("S08a", end(&[ron(0, 2, 0)], ""), [2, 0, -2, 0]),
        ("S08c", end(&[ron(3, 1, 0)], ""), [0, -1, 0, 1]),
        ("S09", end(&[drawn(0, 0)], ""), [9, -3, -3, -3]),
        ("S11, example 2", end(&[drawn(1, 0)], "2m1m"), [-9, 15, -3, -3]),
        ("S12, example 3", end(&[drawn(1, 1)], "2m3m"), [-14, 50, -24, -12]),
        ("S14a, example 4", end(&[ron(1, 0, 2)], "3m4p"), [-13, 13, 0, 0]),
        ("S14b", end(&[ron(1, 0, 2)], "2m"), [-26, 26, 0, 0]),
        ("S16", end(&[ron(1, 2, 1)], "3m2m"), [0, 24, -24, 0]),
        ("S17", end(&[drawn(0, 1)], "2m3p"), [35, -14, -14, -7]),
        ("S19", end(&[ron(1, 0, 1), ron(3, 0, 0)], "5m7m"), [-18, 14, 0, 4]),
        ("S20, example 6", end(&[ron(0, 2, 2), ron(3, 2, 1)], "8m"), [13, 0, -25, 12]),
        ("example 5", end(&[ron(1, 3, 0), ron(2, 3, 2)], "2m4p"), [0, 4, 24, -28]),
        ("S22a", opened(""), [-6, 14, -4, -4]),
        ("S22b", opened("2m1m"), [-18, 30, -6, -6]),
        ("S24", end(&[], ""), [0, 0, 0, 0]),
    ];
    for (id, end, expected) in rows {
        assert_eq!(deltas(&settle(&House::a(), Profile::A, end)), *expected, "{id}");
    }
}

#[test]
fn settles_under_profile_b() {
    let rows: &[(&str, End, [i64; 4])] = &[
        ("S30", end(&[drawn(0, 0)], ""), [60, -20, -20, -20]),
        ("S32a", end(&[ron(1, 2, 0)], ""), [0, 10, -10, 0]),
        ("S32b", end(&[ron(1, 0, 0)], ""), [-20, 20, 0, 0]),
        ("S33a", end(&[drawn(0, 1)], ""), [120, -40, -40, -40]),
        ("S33b", end(&[drawn(2, 1)], ""), [-40, -30, 100, -30]),
        ("example 7", end(&[drawn(2, 1)], "3m"), [-80, -60, 200, -60]),
        ("S35", end(&[drawn(2, 1)], "4m"), [-40, -30, 130, -60]),
        ("S36a", end(&[drawn(0, 2)], ""), [240, -80, -80, -80]),
        ("S37, example 8", end(&[Win { dealt: true, ..drawn(0, 2) }], "2m"), [320, -160, -80, -80]),
        ("S38a", end(&[ron(1, 2, 1)], ""), [0, 60, -60, 0]),
        ("S39", end(&[ron(0, 2, 2)], ""), [120, 0, -120, 0]),
        ("S40a", end(&[ron(1, 0, 0), ron(2, 0, 1)], "1m"), [-160, 40, 120, 0]),
        ("S41a", opened(""), [-40, 80, -20, -20]),
        ("S41b", opened("2m"), [-80, 160, -40, -40]),
    ];
    for (id, end, expected) in rows {
        assert_eq!(deltas(&settle(&House::b(), Profile::B, end)), *expected, "{id}");
    }
}

#[test]
fn s43_units_are_capped() {
    let house = House { big_units_cap: UnitsCap::Two, ..House::b() };
    assert_eq!(deltas(&settle(&house, Profile::B, &end(&[drawn(2, 3)], ""))), [-80, -60, 200, -60]);
}

#[test]
fn s42_escape_costs_the_penalty() {
    let coins = House { escape_distribution: Distribution::SplitEqual, ..House::b() };
    assert_eq!(escape(&House::b(), 3), [0, 0, 0, -70]);
    assert_eq!(escape(&coins, 3), [23, 23, 23, -70]);
}

/// H07: the seabed tile is the only bird, whatever the usual number of birds.
#[test]
fn h07_seabed_tile_is_the_only_bird() {
    assert_eq!(bird_tiles(&House::a(), Profile::A, &[], read("8m").pop()), read("8m"));
    assert_eq!(bird_tiles(&House::a(), Profile::A, &read("1m2m3m"), None), read("1m2m"));
    assert_eq!(bird_tiles(&House::b(), Profile::B, &read("1m2m3m"), None), read("1m"));
    assert_eq!(bird_tiles(&House::a(), Profile::A, &read("1m"), None), read("1m"));
    assert_eq!(bird_tiles(&House::a(), Profile::A, &[], None), read(""));
}

/// An opening and 天胡 on the same tiles are 天胡 alone where openings end the hand (CS-B.8.5); elsewhere both are paid.
#[test]
fn dealt_win_absorbs_its_opening() {
    let end = End {
        wins: vec![Win { dealt: true, ..drawn(0, 1) }],
        openings: vec![(0, vec![SIXI]), (2, vec![SIXI])],
        ..End::default()
    };
    assert_eq!(deltas(&settle(&House::b(), Profile::B, &end)), [100, -50, 0, -50]);
    assert_eq!(deltas(&settle(&House::a(), Profile::A, &end)), [27, -12, -3, -12]);
}
