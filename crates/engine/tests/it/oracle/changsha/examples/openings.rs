//! Worked examples of 起手胡: openings in the dealt tiles, and the number of times each is paid.

use crate::oracle::changsha::house::{DealerTiles, House, Quads, Stacking};
use crate::oracle::changsha::opening::{BANBAN, LIULIUSHUN, QUEYISE, SIXI, may_declare, opening};
use crate::oracle::changsha::tiles::read;

const OPENINGS: &[(&str, &str, &[&str])] = &[
    ("I01", "1234561234m789p", &[QUEYISE]),
    ("I02", "134679m134679p1s", &[BANBAN]),
    ("I04", "1111m234p567s8s99s", &[SIXI]),
    ("I05", "1111m3334679p33m", &[SIXI, BANBAN, QUEYISE, LIULIUSHUN]),
    ("I07", "1111m34679p13s79s", &[SIXI, BANBAN]),
    ("I08", "111222m33345m666m", &[QUEYISE, LIULIUSHUN]),
    ("I10", "1111m12457s33378p", &[SIXI, LIULIUSHUN]),
    ("I11", "555666m1489s3899p", &[LIULIUSHUN]),
    ("I13", "444m555s123p6789p", &[LIULIUSHUN]),
    ("I14", "1111m2222p345s67s", &[SIXI, LIULIUSHUN]),
    ("nothing", "123456m234p5678s", &[]),
];

#[test]
fn finds_openings_under_both_profiles() {
    for (id, tiles, expected) in OPENINGS {
        for house in [House::a(), House::b()] {
            let tiles = read(tiles);
            assert_eq!(opening(&house, &tiles, tiles.len() == 14), *expected, "{id}");
        }
    }
}

/// AMB-12.
#[test]
fn stacking_and_quads_set_the_count() {
    let present = |stacking, quads, tiles: &str| {
        let house = House { initial_hu_stacking: stacking, liuliushun_quads: quads, ..House::a() };
        opening(&house, &read(tiles), false)
    };
    let four_quads = "1111m2222p333s444s";
    let all = [SIXI, SIXI, LIULIUSHUN, LIULIUSHUN];
    assert_eq!(present(Stacking::PerInstance, Quads::Count, four_quads), all);
    assert_eq!(present(Stacking::PerTypeSum, Quads::Count, four_quads), [SIXI, LIULIUSHUN]);
    assert_eq!(present(Stacking::Single, Quads::Count, four_quads), [SIXI]);
    assert_eq!(present(Stacking::PerTypeSum, Quads::Exactly3, "1111m2222p345s67s"), [SIXI]);
    assert_eq!(present(Stacking::PerTypeSum, Quads::ExcludeSixi, "1111m222p3456s67s"), [SIXI]);
    assert_eq!(present(Stacking::PerInstance, Quads::Exactly3, four_quads), [SIXI, SIXI, LIULIUSHUN]);
}

/// A player may withhold a type, but never add one.
#[test]
fn allows_only_held_openings() {
    let tiles = read("1111m222p3456s67s");
    let declares = |quads, stacking, names: &[&str]| {
        let house = House { liuliushun_quads: quads, initial_hu_stacking: stacking, ..House::a() };
        may_declare(&house, &tiles, false, names)
    };
    assert!(declares(Quads::Count, Stacking::PerTypeSum, &[SIXI, LIULIUSHUN]));
    assert!(declares(Quads::Count, Stacking::PerTypeSum, &[LIULIUSHUN]));
    assert!(!declares(Quads::Count, Stacking::PerTypeSum, &[BANBAN]));
    assert!(!declares(Quads::Count, Stacking::PerTypeSum, &[]));
    assert!(!declares(Quads::Count, Stacking::PerTypeSum, &[SIXI, SIXI]));
    assert!(!declares(Quads::ExcludeSixi, Stacking::PerTypeSum, &[SIXI, LIULIUSHUN]));
    assert!(declares(Quads::ExcludeSixi, Stacking::PerTypeSum, &[LIULIUSHUN]));
    assert!(!declares(Quads::Exactly3, Stacking::PerTypeSum, &[LIULIUSHUN]));
    assert!(declares(Quads::Count, Stacking::Single, &[SIXI, LIULIUSHUN]));
    assert!(declares(Quads::Count, Stacking::Single, &[LIULIUSHUN]));
}

/// AMB-14: the fourteenth tile, which only the dealer has, completes the quad.
#[test]
fn fourteenth_tile_counts_by_option() {
    let tiles = read("111m234p567s8s999s1m");
    let thirteen = House { dealer_initial_tiles: DealerTiles::Thirteen, ..House::a() };
    assert_eq!(opening(&House::a(), &tiles, true), [SIXI, LIULIUSHUN]);
    assert_eq!(opening(&thirteen, &tiles, true), [LIULIUSHUN]);
    assert_eq!(opening(&thirteen, &tiles[1..], false), [LIULIUSHUN]);
}
