//! Compares wins by the hundred thousand: each published preset, and random houses.

use super::bridge;
use super::compare::{Tally, compare};
use crate::oracle::changsha::cases::{Chance, case_of};
use crate::oracle::changsha::house::{House, Profile};
use std::collections::BTreeMap;

/// Wins compared in each run of a preset.
const WINS: usize = 100_000;

const OF_HANDS: &str = "小胡 碰碰胡 将将胡 清一色 七小对";
const OF_SITUATIONS: &str = "天胡 地胡 海底捞月 海底炮 杠上开花 杠上炮 抢杠胡";

/// Combinations that every preset must show, with no further pattern. (碰碰胡 and 抢杠胡 exclude each other: the konger has
/// all four of the tile that would be paired or tripled.)
const TOGETHER: [&str; 12] = [
    "碰碰胡 清一色",
    "碰碰胡 将将胡",
    "将将胡 七小对",
    "清一色 七小对",
    "七小对 天胡",
    "清一色 地胡",
    "清一色 海底捞月",
    "碰碰胡 海底炮",
    "将将胡 杠上炮",
    "清一色 杠上开花",
    "清一色 抢杠胡",
    "碰碰胡 将将胡 杠上炮",
];

fn preset(system: &str, profile: Profile, house: &House, seed: u64) -> Tally {
    let rules = bridge::preset(system);
    let mut chance = Chance(seed);
    let mut tally = Tally::default();
    while tally.wins < WINS {
        compare(&rules, &case_of(&mut chance, profile, house), &mut tally);
    }
    for name in OF_HANDS.split(' ').chain(OF_SITUATIONS.split(' ')) {
        assert!(tally.of(name) >= WINS / 200, "{name} only {} times", tally.of(name));
    }
    for names in TOGETHER {
        assert!(tally.together(names) >= WINS / 2000, "{names} only {} times", tally.together(names));
    }
    assert!(tally.refused >= WINS / 10, "only {} hands were refused", tally.refused);
    assert!(tally.winners.iter().all(|&hands| hands >= WINS / 100), "winners a hand: {:?}", tally.winners);
    assert!(tally.birds[..=profile.birds()].iter().all(|&hands| hands >= WINS / 100), "birds: {:?}", tally.birds);
    assert!(tally.dealers.iter().all(|&hands| hands >= WINS / 100), "next dealers: {:?}", tally.dealers);
    tally
}

fn preset_a(system: &str, house: &House, seed: u64) {
    let tally = preset(system, Profile::A, house, seed);
    for name in ["全求人", "双杠上花", "双杠上炮"] {
        assert!(tally.of(name) >= WINS / 200, "{name} only {} times", tally.of(name));
    }
    for names in ["碰碰胡 全求人", "清一色 双杠上花", "碰碰胡 将将胡 双杠上炮", "全求人 海底炮"]
    {
        assert!(tally.together(names) >= WINS / 10_000, "{names} only {} times", tally.together(names));
    }
    assert!(tally.openings >= WINS / 10);
}

/// Profile B has neither 全求人 nor two dice-kong tiles.
fn preset_b(system: &str, house: &House, seed: u64) {
    let tally = preset(system, Profile::B, house, seed);
    for name in ["全求人", "双杠上花", "双杠上炮"] {
        assert_eq!(tally.of(name), 0, "{name}");
    }
    assert!(tally.openings >= WINS / 200);
}

#[test]
fn agrees_on_changsha_a_seed_1() {
    preset_a("changsha-a", &House::a(), 1);
}

#[test]
fn agrees_on_changsha_a_seed_2() {
    preset_a("changsha-a", &House::a(), 2);
}

#[test]
fn agrees_on_changsha_b_seed_3() {
    preset_b("changsha-b", &House::b(), 3);
}

#[test]
fn agrees_on_changsha_b_seed_4() {
    preset_b("changsha-b", &House::b(), 4);
}

#[test]
fn agrees_on_changsha_b_restored_seed_5() {
    preset_b("changsha-b-restored", &House::b_restored(), 5);
}

#[test]
fn agrees_on_changsha_b_restored_seed_6() {
    preset_b("changsha-b-restored", &House::b_restored(), 6);
}

#[test]
fn agrees_on_changsha_csmj() {
    preset_a("changsha-csmj", &House::csmj(), 9);
}

/// Each case has its own house; about a third of the options are drawn anew.
fn varied(seed: u64) {
    const CASES: usize = 50_000;
    let mut chance = Chance(seed);
    let mut tally = Tally::default();
    let mut values: BTreeMap<(&str, String), usize> = BTreeMap::new();
    for at in 0..CASES {
        let profile = chance.pick(&[Profile::A, Profile::B]);
        let mut house = House::of(profile);
        house.vary(|values| if chance.percent(33) { Some(chance.below(values)) } else { None });
        let rules = bridge::rules(profile, &house);
        compare(&rules, &case_of(&mut chance, profile, &house), &mut tally);
        if at % 50 == 0 {
            house.entries().into_iter().for_each(|entry| *values.entry(entry).or_insert(0) += 1);
        }
    }
    let mut possible = 0;
    House::a().vary(|values| {
        possible += values;
        None
    });
    assert_eq!(values.len(), possible, "every value of every option: {values:?}");
    for name in OF_HANDS.split(' ').chain(OF_SITUATIONS.split(' ')).chain(["全求人", "双杠上花", "双杠上炮"])
    {
        assert!(tally.of(name) >= CASES / 500, "{name} only {} times", tally.of(name));
    }
    assert!(tally.wins >= CASES / 2 && tally.refused >= CASES / 20 && tally.openings >= CASES / 20, "{tally:?}");
}

#[test]
fn agrees_on_random_houses_seed_7() {
    varied(7);
}

#[test]
fn agrees_on_random_houses_seed_8() {
    varied(8);
}
