//! Compares wins by the hundred thousand with the reference scorer, under fixed and random houses: fans, value and
//! every payment.

use super::bridge::{self, seat};
use crate::oracle::beijing::cases::case;
use crate::oracle::beijing::fan_table::FANS;
use crate::oracle::beijing::house::House;
use crate::oracle::beijing::pay::pay;
use crate::oracle::beijing::win::{Facts, How, No, win};
use crate::oracle::changsha::cases::Chance;
use caipan_engine::rules::{Ground, Hits, Ruleset};
use caipan_tiles::ledger::Party;
use caipan_tiles::tile::Meld;
use std::collections::{BTreeMap, BTreeSet};

/// Wins compared in each run.
const WINS: usize = 12_000;

#[derive(Debug, Default)]
struct Tally {
    wins: usize,
    tied: usize,
    by_wilds: [usize; 5],
    refused: BTreeMap<No, usize>,
    fans: BTreeMap<&'static str, usize>,
    how: BTreeMap<How, usize>,
}

/// Panics with the case if the two disagree.
fn compare(house: &House, ruleset: &Ruleset, facts: &Facts, tally: &mut Tally) {
    let melds: Vec<Meld> = facts.melds.iter().copied().map(bridge::meld).collect();
    let asked = bridge::case(facts, &melds);
    let (won, expected) = match (ruleset.rules.judge(&asked), win(house, facts)) {
        (Ok(won), Ok(expected)) => (won, expected),
        (Err(refusal), Err(no)) => {
            let ground = match no {
                No::Shape => Ground::Shape,
                No::Unrobbable => Ground::Unrobbable,
                No::Manner => Ground::Manner,
            };
            assert_eq!(refusal.ground, ground, "{refusal:?} of {facts:?}");
            *tally.refused.entry(no).or_default() += 1;
            return;
        }
        (engine, oracle) => panic!("engine: {engine:?}\noracle: {oracle:?}\n{facts:?}\n{house:?}"),
    };
    let named = |hits: &Hits| hits.iter().map(|hit| (hit.pattern.name.zh, hit.value)).collect::<BTreeSet<_>>();
    let fans = named(&won.hits);
    assert_eq!(fans, expected.fans, "fans of {facts:?}\n{house:?}");
    let also: Vec<_> = won.also.iter().map(named).collect();
    assert_eq!(also, expected.also, "readings worth as much of {facts:?}\n{house:?}");
    assert_eq!(won.hits.len(), fans.len(), "a fan twice in {facts:?}");
    assert_eq!(won.value, expected.value, "value of {facts:?}\n{house:?}");
    let mut paid = [[0; 4]; 4];
    for line in ruleset.rules.settle(&bridge::table(facts), std::slice::from_ref(&won)).lines() {
        let (Party::Seat(from), Party::Seat(to)) = (line.from, line.to) else {
            panic!("no house in Beijing: {line:?}")
        };
        paid[from.index()][to.index()] += line.sum.value();
    }
    assert_eq!(paid, pay(house, 4, facts, &expected, &[facts.winner]), "payments of {facts:?}\n{house:?}");
    let natural_win = facts.tile != facts.wild;
    if !facts.how.own() && natural_win {
        let mut table = bridge::table(facts);
        table.wild = asked.wild;
        let place = &mut table.places[seat(facts.winner)];
        (place.hand, place.wilds, place.melds) = (asked.hand, asked.wilds, melds.as_slice().into());
        assert!(ruleset.rules.waits(&table, asked.seat).contains(bridge::tile(facts.tile)), "no wait in {facts:?}");
    }
    tally.wins += 1;
    tally.tied += usize::from(!won.also.is_empty());
    tally.by_wilds[facts.hand.iter().chain([&facts.tile]).filter(|&&held| held == facts.wild).count()] += 1;
    *tally.how.entry(facts.how).or_default() += 1;
    for (name, _) in expected.fans {
        *tally.fans.entry(name).or_default() += 1;
    }
}

fn run(house: &House, seed: u64) -> Tally {
    let ruleset = bridge::rules(house);
    let mut chance = Chance(seed);
    let mut tally = Tally::default();
    while tally.wins < WINS {
        compare(house, &ruleset, &case(&mut chance, house.wilds), &mut tally);
    }
    assert_coverage(house, &tally);
    tally
}

/// Asserts that every fan, way of winning, number of wilds and refusal occurred often enough.
fn assert_coverage(house: &House, tally: &Tally) {
    let names =
        "庄胡 门清 自摸 无混 捉五魁 海底捞月 一条龙 本混龙 七对 杠上开花 清一色 混一色 字一色 豪华七对 混杠 天和 地和";
    // A fan that the house does not count never occurs.
    let left_out = |name: &str| {
        let number = FANS.iter().any(|&(known, ..)| known == name) && house.numbers.of(name) == 1;
        number || name == "混杠" && !house.four_end
    };
    for name in names.split(' ').filter(|name| !left_out(name)) {
        assert!(tally.fans.get(name).is_some_and(|&n| n >= WINS / 1500), "{name} is rare: {tally:?}");
    }
    assert!(tally.by_wilds.iter().all(|&n| n >= WINS / 200), "{tally:?}");
    assert!(tally.tied > 0, "{tally:?}");
    assert!(tally.how.len() >= 9 && tally.how.values().all(|&n| n >= WINS / 1500), "{tally:?}");
    assert!(tally.refused.values().all(|&n| n >= WINS / 100) && tally.refused.len() == 3, "{tally:?}");
}

#[test]
fn agrees_on_rules_as_written_seed_1() {
    run(&House::written(), 1);
}

#[test]
fn agrees_on_rules_as_written_seed_2() {
    run(&House::written(), 2);
}

#[test]
fn agrees_on_common_rules() {
    run(&House::common(), 3);
}

#[test]
fn agrees_on_the_rules_of_friends() {
    let tally = run(&House::friends(), 7);
    for name in ["对对胡", "大吊车", "杠上炮"] {
        assert!(tally.fans.contains_key(name), "{tally:?}");
    }
}

#[test]
fn agrees_on_the_rules_of_the_calculator() {
    run(&House::calc(), 8);
}

#[test]
fn agrees_with_every_option_changed() {
    run(&House::other(), 4);
}

#[test]
fn presets_equal_the_oracle_houses() {
    for (id, house) in [
        ("beijing", House::written()),
        ("beijing-common", House::common()),
        ("beijing-friends", House::friends()),
        ("beijing-calc", House::calc()),
    ] {
        let (preset, declared) = (bridge::preset(id), bridge::rules(&house));
        for (option, _) in house.entries() {
            assert_eq!(preset.choices.get(option), declared.choices.get(option), "{option} of {id}");
        }
    }
}

fn varied(seed: u64) {
    let mut chance = Chance(seed);
    let mut tally = Tally::default();
    while tally.wins < WINS {
        let house = House::varied(&mut chance);
        let ruleset = bridge::rules(&house);
        for _ in 0..20 {
            compare(&house, &ruleset, &case(&mut chance, house.wilds), &mut tally);
        }
    }
    assert_coverage(&House::written(), &tally);
    for name in "抢杠 大吊车 边张 卡张 单吊将 混吊 混吊混 对对胡 十三幺 杠上炮 天听 潇洒".split(' ')
    {
        assert!(tally.fans.contains_key(name), "{name}: {tally:?}");
    }
}

#[test]
fn agrees_on_random_houses_seed_5() {
    varied(5);
}

#[test]
fn agrees_on_random_houses_seed_6() {
    varied(6);
}
