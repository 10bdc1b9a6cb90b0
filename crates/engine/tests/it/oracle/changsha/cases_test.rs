//! Tests of the coverage of the generated cases. Run with `--nocapture` to read the counts.

use std::collections::{BTreeMap, BTreeSet};

use super::cases::{Case, Chance, case, house, others};
use super::course::next_dealer;
use super::examples::hands::shown;
use super::house::House;
use super::missed::{Chance as Win, may_win};
use super::opening::opening;
use super::settle::deltas;
use super::tiles::count;

const SEED: u64 = 108;

fn cases(number: usize) -> Vec<Case> {
    let mut chance = Chance(SEED);
    (0..number).map(|_| case(&mut chance)).collect()
}

/// Counts by key, in the order of the keys.
fn tally<K: Ord>(keys: impl IntoIterator<Item = K>) -> BTreeMap<K, usize> {
    let mut counts = BTreeMap::new();
    for key in keys {
        *counts.entry(key).or_insert(0) += 1;
    }
    counts
}

#[test]
fn cases_cover_every_kind_of_win() {
    let cases = cases(20_000);
    let outcomes: Vec<_> = cases.iter().flat_map(Case::outcomes).collect();
    let wins: Vec<_> = outcomes.iter().flatten().collect();
    let together = tally(wins.iter().map(|win| win.patterns.join(" ")));
    let single = tally(wins.iter().flat_map(|win| win.patterns.iter().copied().collect::<BTreeSet<_>>()));
    let units = tally(wins.iter().map(|win| win.units));
    println!("{} of {} claims win", wins.len(), outcomes.len());
    println!("patterns: {single:?}\nunits: {units:?}\ncombinations, {}:", together.len());
    for (names, number) in &together {
        println!("{number:6} {names}");
    }

    assert!(wins.len() * 100 >= outcomes.len() * 60, "{} of {}", wins.len(), outcomes.len());
    let names =
        "小胡 碰碰胡 将将胡 清一色 七小对 全求人 天胡 地胡 海底捞月 海底炮 杠上开花 双杠上花 杠上炮 双杠上炮 抢杠胡";
    for name in names.split(' ') {
        assert!(single.get(name).is_some_and(|&number| number >= 100), "{name}: {:?}", single.get(name));
    }
    for combination in [
        "碰碰胡 清一色",
        "碰碰胡 将将胡",
        "将将胡 七小对",
        "清一色 七小对",
        "碰碰胡 清一色 全求人",
        "将将胡 七小对 天胡",
        "清一色 双杠上花",
        "碰碰胡 将将胡 双杠上炮",
        "清一色 抢杠胡",
        "清一色 海底炮",
        "清一色 地胡",
    ] {
        assert!(together.contains_key(combination), "{combination}");
    }
    assert!(together.len() >= 80, "{}", together.len());
}

/// §2.5: combinations that no hand can have.
#[test]
fn impossible_combinations_do_not_occur() {
    for case in cases(6_000) {
        for (outcome, (_, holding)) in case.outcomes().iter().zip(&case.claims) {
            let names = shown(outcome.as_ref());
            let has = |name: &str| names.split(' ').any(|other| other == name);
            assert!(!(has("清一色") && has("将将胡")), "{case:?}");
            assert!(!(has("碰碰胡") && has("七小对")), "{case:?}");
            assert!(!(has("全求人") && has("七小对")), "{case:?}");
            let kept = case.house.first_turn_requires_no_kong;
            assert!(!(has("天胡") && kept && !holding.melds.is_empty()), "{case:?}");
            assert_eq!(has("小胡"), outcome.as_ref().is_some_and(|win| win.units == 0), "{case:?}");
        }
    }
}

/// One pack serves all the players of a case, and the robbed kong.
#[test]
fn cases_draw_from_one_pack() {
    let mut sizes = BTreeSet::new();
    for case in cases(5_000) {
        let (_, first) = &case.claims[0];
        let mut seen = [first.won.clone(), case.left.clone()].concat();
        for (_, holding) in &case.claims {
            assert_eq!(holding.won, first.won);
            assert_eq!(holding.rest.len() + 3 * holding.melds.len(), 13);
            seen.extend(&holding.rest);
            seen.extend(holding.melds.iter().flat_map(|meld| meld.tiles()));
        }
        assert!(count(&seen).iter().all(|&copies| copies <= 4), "{case:?}");
        assert_eq!(case.payer.is_some(), case.situation.is_ron());
        assert!(case.claims.iter().all(|(seat, _)| Some(*seat) != case.payer));
        sizes.insert(case.claims.len());
    }
    assert_eq!(Vec::from_iter(sizes), [1, 2, 3]);
}

#[test]
fn payments_cover_birds_and_openings() {
    let cases = cases(6_000);
    let mut seen = BTreeMap::new();
    for case in &cases {
        let (end, payments) = (case.end(), case.payments());
        assert!(payments.iter().flatten().all(|&amount| amount >= 0), "{case:?}");
        assert_eq!(deltas(&payments).iter().sum::<i64>(), 0);
        assert_eq!(end.wins.is_empty() && end.openings.is_empty(), payments == [[0; 4]; 4], "{case:?}");
        let key = (end.wins.len(), !end.openings.is_empty(), end.birds.len());
        *seen.entry(key).or_insert(0) += 1;
    }
    println!("winners, openings, birds: {seen:?}");
    for winners in 0..=3 {
        assert!(seen.keys().any(|key| key.0 == winners), "{winners} winners");
    }
    for (openings, birds) in [(false, 0), (false, 1), (false, 2), (true, 0), (true, 1), (true, 2)] {
        assert!(seen.keys().any(|key| key.1 == openings && key.2 == birds), "{openings} {birds}");
    }
}

/// Each value of each option occurs, and the same seed gives the same cases.
#[test]
fn houses_try_every_value() {
    let mut chance = Chance(SEED);
    let mut seen: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for _ in 0..2_000 {
        for (id, value) in house(&mut chance).1.entries() {
            seen.entry(id).or_default().insert(value);
        }
    }
    let mut possible = 0;
    House::a().vary(|values| {
        possible += values;
        None
    });
    assert_eq!(seen.values().map(BTreeSet::len).sum::<usize>(), possible, "{seen:?}");
    assert_eq!(format!("{:?}", cases(50)), format!("{:?}", cases(50)));
}

#[test]
fn other_cases_cover_both_answers() {
    let mut chance = Chance(SEED);
    let mut openings = Vec::new();
    let mut gates = Vec::new();
    let mut dealers = Vec::new();
    for _ in 0..5_000 {
        let (_, house) = house(&mut chance);
        let (tiles, is_dealer) = others::dealt(&mut chance);
        assert!(count(&tiles).iter().all(|&copies| copies <= 4) && tiles.len() == 13 + usize::from(is_dealer));
        openings.push(opening(&house, &tiles, is_dealer).join(" "));
        let (happenings, now) = others::missed(&mut chance);
        gates.push((house.missed_win as u8, now == Win::SelfDraw, may_win(&house, &happenings, 1, now)));
        let (dealer, ending) = (chance.below(4), others::ending(&mut chance));
        dealers.push(next_dealer(&house, dealer, &ending));
    }
    let (openings, gates, dealers) = (tally(openings), tally(gates), tally(dealers));
    println!("openings: {openings:?}\ngates: {gates:?}\ndealers: {dealers:?}");
    for name in ["", "四喜", "板板胡", "缺一色", "六六顺", "四喜 板板胡 缺一色 六六顺", "四喜 四喜 六六顺"]
    {
        assert!(openings.contains_key(name), "{name:?}");
    }
    for gate in 0..3 {
        assert!(gates.contains_key(&(gate, false, true)) && gates.contains_key(&(gate, false, false)), "{gate}");
    }
    assert!((0..4).all(|seat| dealers.contains_key(&Some(seat))));
}
