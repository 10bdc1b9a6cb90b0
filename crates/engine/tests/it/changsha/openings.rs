//! Compares 起手胡 with the oracle: the openings of a dealt hand, the declarations allowed and their payments.

use super::bridge::{self, empty_table, hand, opening as pattern, seat, tile, tiles, won};
use super::compare::same_payments;
use crate::oracle::changsha::cases::{Chance, house, others};
use crate::oracle::changsha::house::{House, Profile, Quads, Stacking};
use crate::oracle::changsha::opening::{BANBAN, LIULIUSHUN, QUEYISE, SIXI, may_declare, opening};
use crate::oracle::changsha::settle::{End, Win, settle};
use caipan_engine::rules::{Pattern, Ruleset, Won};
use caipan_engine::table::{Drawn, Phase, Source, Table};
use caipan_log::Dice;
use std::collections::BTreeMap;

const HANDS: usize = 60_000;

/// One seat's dealt tiles, in the order of the deal.
struct Dealt {
    seat: usize,
    tiles: Vec<u8>,
    is_dealer: bool,
}

fn deal(chance: &mut Chance, dealer: usize, avoiding: Option<usize>) -> Dealt {
    loop {
        let (tiles, is_dealer) = others::dealt(chance);
        let seat = if is_dealer { dealer } else { (dealer + 1 + chance.below(3)) % 4 };
        if Some(seat) != avoiding {
            return Dealt { seat, tiles, is_dealer };
        }
    }
}

/// The table after the deal.
fn table(dealer: usize, hands: &[Dealt]) -> Table {
    let mut table = empty_table(dealer, &[]);
    table.discards = 0;
    let mut fourteenth = tile(0);
    for dealt in hands {
        table.places[seat(dealt.seat)].hand = hand(&dealt.tiles);
        if dealt.is_dealer {
            fourteenth = tile(dealt.tiles[13]);
        }
    }
    table.phase = Phase::Turn { seat: seat(dealer), drawn: Drawn::Dealt(Some(fourteenth)) };
    table
}

/// Up to five names, sometimes with one repeated.
fn named(chance: &mut Chance) -> Vec<&'static str> {
    let mut names: Vec<&str> = [SIXI, BANBAN, QUEYISE, LIULIUSHUN].into_iter().filter(|_| chance.percent(50)).collect();
    if chance.percent(10) && !names.is_empty() {
        names.push(chance.pick(&names));
    }
    names
}

/// A declaration of all or some of a hand's openings, with each name as often as it counts.
fn declared(chance: &mut Chance, house: &House, dealt: &Dealt) -> Vec<&'static str> {
    let keeps_back = chance.percent(30);
    let mut kept = Vec::new();
    if keeps_back {
        kept.push(chance.pick(&[SIXI, BANBAN, QUEYISE, LIULIUSHUN]));
    }
    let mut plain = house.clone();
    if plain.initial_hu_stacking == Stacking::Single {
        plain.initial_hu_stacking = Stacking::PerTypeSum;
    }
    let joys = opening(&plain, &dealt.tiles, dealt.is_dealer).contains(&SIXI) && !kept.contains(&SIXI);
    if plain.liuliushun_quads == Quads::ExcludeSixi && !joys {
        plain.liuliushun_quads = Quads::Count;
    }
    opening(&plain, &dealt.tiles, dealt.is_dealer).into_iter().filter(|name| !kept.contains(name)).collect()
}

#[test]
fn held_and_allowed_openings_agree() {
    let mut chance = Chance(21);
    let mut seen: BTreeMap<Vec<&str>, usize> = BTreeMap::new();
    let mut answers = [0; 2];
    for _ in 0..HANDS {
        let (profile, house) = house(&mut chance);
        let rules = bridge::rules(profile, &house);
        let dealer = chance.below(4);
        let dealt = deal(&mut chance, dealer, None);
        let table = table(dealer, std::slice::from_ref(&dealt));
        let context = || format!("{:?} of {:?} under {house:?}", dealt.tiles, dealt.seat);

        let types = House { initial_hu_stacking: Stacking::PerTypeSum, ..house.clone() };
        let expected = opening(&types, &dealt.tiles, dealt.is_dealer);
        let held: Vec<&str> =
            rules.rules.openings_held(&table, seat(dealt.seat)).iter().map(|pattern| pattern.name.zh).collect();
        assert_eq!(held, expected, "{}", context());
        *seen.entry(expected).or_insert(0) += 1;

        let names = named(&mut chance);
        let kinds: Vec<&'static Pattern> = names.iter().map(|name| pattern(name)).collect();
        let allowed = may_declare(&house, &dealt.tiles, dealt.is_dealer, &names);
        let answer = rules.rules.may_open(&table, seat(dealt.seat), &kinds);
        assert_eq!(answer.is_ok(), allowed, "{names:?}: {answer:?}, {}", context());
        answers[usize::from(allowed)] += 1;
    }
    for names in
        [vec![], vec![SIXI], vec![BANBAN], vec![QUEYISE], vec![LIULIUSHUN], vec![SIXI, BANBAN, QUEYISE, LIULIUSHUN]]
    {
        assert!(seen.get(&names).is_some_and(|&hands| hands >= HANDS / 200), "{names:?}: {seen:?}");
    }
    assert!(answers.iter().all(|&number| number >= HANDS / 20), "{answers:?}");
}

/// One or two seats declare; then the hand continues, changes and ends.
#[test]
fn opening_payments_agree() {
    let mut chance = Chance(22);
    let (mut twice, mut drawn, mut both, mut spared) = (0, 0, 0, 0);
    for _ in 0..HANDS {
        let (profile, mut house) = house(&mut chance);
        if chance.percent(50) {
            house.initial_hu_stacking = chance.pick(&[Stacking::PerInstance, Stacking::Single]);
        }
        let rules = bridge::rules(profile, &house);
        let dealer = chance.below(4);
        let mut hands = vec![deal(&mut chance, dealer, None)];
        if chance.percent(50) {
            hands.push(deal(&mut chance, dealer, Some(hands[0].seat)));
        }
        let mut table = table(dealer, &hands);
        let dice = vec![1 + chance.below(6) as u8, 1 + chance.below(6) as u8];
        let mut openings = Vec::new();
        for dealt in &hands {
            let names = declared(&mut chance, &house, dealt);
            if names.is_empty() {
                continue;
            }
            let mut kinds: Vec<&'static Pattern> = names.iter().map(|name| pattern(name)).collect();
            kinds.dedup_by_key(|pattern| pattern.id);
            let answer = rules.rules.may_open(&table, seat(dealt.seat), &kinds);
            assert!(answer.is_ok(), "{names:?} {answer:?} {:?} {house:?}", dealt.tiles);
            table.open(seat(dealt.seat), kinds.iter().map(|kind| kind.id).collect(), Dice::new(&dice));
            twice += usize::from(names.len() > kinds.len());
            openings.push((dealt.seat, names));
        }
        let (wins, end) = ended(&mut chance, &house, profile, &mut table, openings);
        let end = End { opening_dice: dice, ..end };
        drawn += usize::from(end.wins.is_empty() && !house.initial_hu_ends_hand && !end.openings.is_empty());
        both += usize::from(end.openings.len() == 2);
        spared += usize::from(end.wins.iter().any(|win| win.dealt && end.openings.iter().any(|o| o.0 == win.seat)));
        // A declaration keeps its value when the hands change.
        table.places.0.iter_mut().for_each(|place| place.hand = hand(&[0, 0, 0, 0, 9, 9, 9, 9]));
        let ledger = rules.rules.settle(&table, &wins);
        same_payments(&ledger, &settle(&house, profile, &end), &format_args!("{end:?} {profile:?} {house:?}"));
    }
    assert!([twice, drawn, both, spared].iter().all(|&hands| hands >= HANDS / 200), "{twice} {drawn} {both} {spared}");
}

/// Ends the hand: by the openings, by a win with birds, or without a winner.
fn ended(
    chance: &mut Chance,
    house: &House,
    profile: Profile,
    table: &mut Table,
    openings: Vec<(usize, Vec<&'static str>)>,
) -> (Vec<Won>, End) {
    let dealer = table.dealer.index();
    let mut end = End { dealer, openings, ..End::default() };
    let heavenly = chance.percent(40);
    if house.initial_hu_ends_hand && !heavenly {
        end.birds = others::birds(chance, profile);
    } else if house.initial_hu_ends_hand || heavenly {
        end.wins.push(Win { seat: dealer, payer: None, units: 1 + chance.below(2) as u32, dealt: true });
        end.birds = others::birds(chance, profile);
    } else if chance.percent(50) {
        let payer = chance.below(4);
        end.wins.push(Win { seat: (payer + 1) % 4, payer: Some(payer), units: chance.below(3) as u32, dealt: false });
        end.birds = others::birds(chance, profile);
    } else {
        end.drawn_seabed = chance.pick(&[None, Some(3), Some(13)]);
        table.last.tile = end.drawn_seabed.map(tile);
    }
    table.birds = (!end.birds.is_empty()).then(|| tiles(&end.birds));
    let wins =
        end.wins.iter().map(|win| won(win, if win.dealt { Source::Dealt } else { Source::Discard }, tile(0))).collect();
    (wins, end)
}

#[test]
fn cs_b_8_5_rejects_repeated_and_missing_names() {
    let rules: Ruleset = bridge::preset("changsha-a");
    let dealt = Dealt { seat: 1, tiles: crate::oracle::changsha::tiles::read("1111m234p567s8s99s"), is_dealer: false };
    let table = table(0, &[dealt]);
    let joys = pattern(SIXI);
    assert!(rules.rules.may_open(&table, seat(1), &[joys]).is_ok());
    let twice = rules.rules.may_open(&table, seat(1), &[joys, joys]).expect_err("one quad");
    assert_eq!(twice.clause.id, "CS-B.8.5");
    assert!(rules.rules.may_open(&table, seat(1), &[]).is_err());
}
