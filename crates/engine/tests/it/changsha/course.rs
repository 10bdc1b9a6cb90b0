//! Compares the course of a match with the oracle: next dealers, the last tile, kongs, and the wall places that dice
//! name.

use super::bridge::{self, empty_table, hand, seat, sit, tile, tiles, won};
use crate::oracle::changsha::cases::{Case, Chance, case_of, house, others};
use crate::oracle::changsha::course::{
    Ending, dice_stack, flipped_may_be_melded, may_dice_kong, may_replace, may_take_seabed, next_dealer, seabed_order,
};
use crate::oracle::changsha::house::House;
use crate::oracle::changsha::settle::Win;
use crate::oracle::changsha::tiles::{Holding, Meld, Tile};
use crate::oracle::changsha::win::waits;
use caipan_engine::rules::{Due, Rules};
use caipan_engine::table::{Drawn, Offer, Phase, Shown, Source, Table, TailOrder, Wall};
use caipan_log::{DrawFrom, KongKind};

const CASES: usize = 30_000;

#[test]
fn next_dealers_agree() {
    let mut chance = Chance(41);
    let mut seen = [[0; 5]; 5];
    for _ in 0..CASES {
        let (profile, mut house) = house(&mut chance);
        let (dealer, ending) = (chance.below(4), others::ending(&mut chance));
        house.initial_hu_ends_hand |= matches!(ending, Ending::Opened { .. });
        let rules = bridge::rules(profile, &house);
        let mut table = empty_table(dealer, &[4]);
        let mut wins = Vec::new();
        let kind = match &ending {
            Ending::Won { winners, payer } => {
                let source = if payer.is_some() { Source::Discard } else { Source::Draw };
                let win = |&seat| won(&Win { seat, payer: *payer, units: 1, dealt: false }, source, tile(4));
                wins.extend(winners.iter().map(win));
                0
            }
            Ending::Opened { winners, birds } => {
                for &winner in winners {
                    if winner == dealer && chance.percent(50) {
                        let heavenly = Win { seat: winner, payer: None, units: 1, dealt: true };
                        wins.push(won(&heavenly, Source::Dealt, tile(4)));
                    } else {
                        table.open(seat(winner), vec!["sixi"], None);
                    }
                }
                table.birds = Some(tiles(birds));
                1
            }
            Ending::SeabedTaken { by } => {
                let first = chance.below(4);
                last_tile(rules.rules.as_ref(), &mut table, first, Some(*by));
                2
            }
            Ending::SeabedRefused { first_offered } => {
                last_tile(rules.rules.as_ref(), &mut table, *first_offered, None);
                3
            }
            Ending::SeabedConsumed { by } => {
                if chance.percent(50) {
                    table.draw(seat(*by), tile(4), DrawFrom::Tail);
                } else {
                    table.reveal(seat(*by), &[tile(4)], Some(3));
                }
                4
            }
        };
        let next = rules.rules.next_dealer(&table, &wins).map(|next| next.seat);
        let expected = next_dealer(&house, dealer, &ending).map(seat);
        assert_eq!(next, expected, "dealer {dealer}, {ending:?}");
        seen[kind][next.map_or(4, caipan_tiles::tile::Seat::index)] += 1;
    }
    assert!(seen.iter().all(|kind| kind[..4].iter().all(|&hands| hands >= CASES / 200)), "{seen:?}");
}

/// Offers the last tile from `first` on until `taker` takes it. Nobody wins afterwards.
fn last_tile(rules: &dyn Rules, table: &mut Table, first: usize, taker: Option<usize>) {
    table.phase = Phase::Open { from: seat((first + 3) % 4), tiles: Shown::one(tile(0)), why: Offer::Discard };
    assert!(rules.may_draw_game(table).is_err(), "the last tile has not been offered");
    for asked in seabed_order(first) {
        assert_eq!(rules.due(table), Due::AnswerLast(seat(asked)));
        table.answer_last(seat(asked), taker == Some(asked));
        if taker == Some(asked) {
            assert_eq!(rules.due(table), Due::Draw(seat(asked), DrawFrom::Wall));
            table.draw(seat(asked), tile(4), DrawFrom::Wall);
            assert!(rules.may_discard(table, seat(asked), tile(4)).is_err(), "the last tile is no discard");
            table.show_last(seat(asked), tile(4));
            assert!(rules.may_pung(table, seat((asked + 2) % 4), tile(4)).is_err());
            assert!(rules.may_chow(table, seat((asked + 1) % 4), tile(4)).is_err());
            break;
        }
    }
    assert_eq!(rules.due(table), Due::DrawGame);
    assert!(rules.may_draw_game(table).is_ok());
}

/// A random case in which a holding has a kong.
fn konging(chance: &mut Chance) -> (Case, usize, Holding, Meld) {
    loop {
        let (profile, house) = house(chance);
        let case = case_of(chance, profile, &house);
        let (at, holding) = case.claims[0].clone();
        let kong = holding.melds.iter().copied().find(|meld| meld.is_kong());
        if let Some(kong) = kong {
            return (case, at, holding, kong);
        }
    }
}

/// The table before the kong: its tiles in hand, on a pung, or one of them just discarded by another seat.
fn before_kong(case: &Case, at: usize, holding: &Holding, kong: Meld, left: usize) -> (Table, Tile, KongKind) {
    let mut table = empty_table(case.dealer, &vec![26; left]);
    let mut before = holding.clone();
    before.melds.retain(|meld| *meld != kong);
    let (kind, on) = match kong {
        Meld::ConcealedKong(on) => (KongKind::Concealed, on),
        Meld::ExposedKong(on) => (KongKind::Exposed, on),
        Meld::AddedKong(on) => (KongKind::Added, on),
        Meld::Chow(_) | Meld::Pung(_) => unreachable!("not a kong"),
    };
    let in_hand = match kind {
        KongKind::Concealed => 4,
        KongKind::Exposed => 3,
        KongKind::Added => 1,
    };
    before.rest.extend(vec![on; in_hand]);
    if kind == KongKind::Added {
        before.melds.push(Meld::Pung(on));
    }
    sit(&mut table, at, &before);
    table.phase = if kind == KongKind::Exposed {
        Phase::Open { from: seat((at + 1) % 4), tiles: Shown::one(tile(on)), why: Offer::Discard }
    } else {
        Phase::Turn { seat: seat(at), drawn: Drawn::Wall(Some(tile(on))) }
    };
    (table, on, kind)
}

/// Readiness is judged without the four tiles, and the wall must have the tiles that the kong needs.
#[test]
fn kongs_agree() {
    let mut chance = Chance(42);
    let mut dice = [0; 2];
    for _ in 0..CASES {
        let (case, at, holding, kong) = konging(&mut chance);
        let rules = bridge::rules(case.profile, &case.house);
        let left = chance.pick(&[0, 1, 2, 3, 4, 30, 30, 30, 30]);
        let (table, on, kind) = before_kong(&case, at, &holding, kong, left);
        let context = || format!("{kind:?} of {on} in {holding:?}, {left} left, {:?}", case.house);

        let plain = rules.rules.may_kong(&table, seat(at), tile(on), kind, false);
        assert_eq!(plain.is_ok(), may_replace(&case.house, left), "{plain:?}: {}", context());
        let thrown = rules.rules.may_kong(&table, seat(at), tile(on), kind, true);
        let expected = may_dice_kong(&case.house, case.profile, &holding.rest, &holding.melds, left);
        assert_eq!(thrown.is_ok(), expected, "{thrown:?}: {}", context());
        dice[usize::from(expected)] += 1;
    }
    assert!(dice.iter().all(|&kongs| kongs >= CASES / 10), "{dice:?}");
}

/// The last tile, the turned tiles of a dice kong, and every kind a hand waits for.
#[test]
fn waits_and_claims_agree() {
    let mut chance = Chance(43);
    let (mut takes, mut melds) = ([0; 2], [0; 2]);
    for _ in 0..CASES {
        let (profile, house) = house(&mut chance);
        let house = House { haidi_requires_ting: chance.percent(90), ..house };
        let rules = bridge::rules(profile, &house);
        let case = case_of(&mut chance, profile, &house);
        let (at, holding) = &case.claims[0];
        let mut table = empty_table(case.dealer, &[26]);
        sit(&mut table, *at, holding);

        let possible = rules.rules.waits(&table, seat(*at));
        for wait in waits(&house, &holding.rest, &holding.melds) {
            assert!(possible.contains(tile(wait)), "{possible:?} lacks {wait} of {holding:?}");
        }
        table.offer_last(seat(*at));
        let expected = may_take_seabed(&house, &holding.rest, &holding.melds);
        assert_eq!(rules.rules.may_take_last(&table, seat(*at)).is_ok(), expected, "{holding:?} {house:?}");
        takes[usize::from(expected)] += 1;

        let from = seat((at + 3) % 4);
        table.phase = Phase::Open { from, tiles: Shown::one(tile(0)), why: Offer::DiceKong };
        let expected = flipped_may_be_melded(&house);
        assert_eq!(rules.rules.may_pung(&table, seat(*at), tile(0)).is_ok(), expected);
        assert_eq!(rules.rules.may_chow(&table, seat(*at), tile(0)).is_ok(), expected);
        melds[usize::from(expected)] += 1;
    }
    assert!(takes.iter().chain(&melds).all(|&answers| answers >= CASES / 50), "{takes:?} {melds:?}");
}

/// Compares a wall of stacks, as people handle it, with the engine's wall.
#[test]
fn walls_agree() {
    let mut chance = Chance(44);
    let mut short = 0;
    for _ in 0..2_000 {
        let all: Vec<Tile> = (0..55).map(|_| chance.below(27) as Tile).collect();
        let mut wall = Wall::known(&tiles(&all), TailOrder::StackTopFirst);
        // Head first; in each stack the upper tile first.
        let mut stacks: Vec<Vec<Tile>> = all.chunks(2).map(<[Tile]>::to_vec).collect();
        while !stacks.is_empty() {
            let remaining = hand(&stacks.concat());
            assert_eq!(wall.tiles_from_head().collect::<caipan_tiles::hand::Hand>(), remaining);
            match chance.below(4) {
                0 | 1 => {
                    assert_eq!(wall.at(DrawFrom::Wall), Some(tile(stacks[0][0])));
                    wall.take(DrawFrom::Wall);
                    stacks[0].remove(0);
                }
                2 => {
                    let last = stacks.len() - 1;
                    assert_eq!(wall.at(DrawFrom::Tail), Some(tile(stacks[last][0])));
                    wall.take(DrawFrom::Tail);
                    stacks[last].remove(0);
                }
                _ => {
                    let dice = [1 + chance.below(6), 1 + chance.below(6)];
                    let count = 1 + chance.below(2);
                    let named = stacks.len() - dice_stack(&dice, stacks.len());
                    short += usize::from(dice[0] + dice[1] > stacks.len());
                    let turned = turn_up(&mut stacks, named, count);
                    assert_eq!(wall.at_dice(dice[0] + dice[1], count), tiles(&turned));
                    wall.take_dice(Some(dice[0] + dice[1]), count, &[]);
                }
            }
            stacks.retain(|stack| !stack.is_empty());
            assert_eq!(wall.left(), stacks.concat().len());
        }
    }
    assert!(short >= 2_000, "{short}");
}

/// Turns up tiles of the named stack, then of those before it, then of those behind it, nearest first.
fn turn_up(stacks: &mut [Vec<Tile>], named: usize, count: usize) -> Vec<Tile> {
    let mut turned = Vec::new();
    for at in (0..=named).rev().chain(named + 1..stacks.len()) {
        while turned.len() < count && !stacks[at].is_empty() {
            turned.push(stacks[at].remove(0));
        }
    }
    turned
}
