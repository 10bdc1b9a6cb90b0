//! Flowers (花牌): laying, replacement, counting and their faults.

use super::{codes, played, rules, with_fault};
use crate::laws::table::tiles;
use caipan_engine::audit::audit_under;
use caipan_engine::replay::replay;
use caipan_engine::rules::SYSTEMS;
use caipan_log::{Action, DrawFrom, HandLog};
use caipan_tiles::tile::{Counts, Seat, Tile, parse_tile};

fn is_flower(event: &caipan_log::Event) -> bool {
    matches!(event.action, Action::Flower { .. })
}

fn first_flower(hand: &HandLog) -> Option<usize> {
    hand.events.iter().position(is_flower)
}

/// Every flower is laid and replaced from the tail at once, and no tile of the deck is lost. The preset has no
/// exchange, because exchanged tiles are for a moment nowhere.
#[test]
fn flowers_are_laid_and_replaced() {
    let ruleset = rules(1);
    let (mut dealt, mut drawn) = (0, 0);
    for log in played(&ruleset, 40) {
        let audit = audit_under(&log, &ruleset);
        for (hand, (before, _)) in log.hands.iter().zip(&audit.hands) {
            for (at, event) in hand.events.iter().enumerate().filter(|(_, event)| is_flower(event)) {
                let next = hand.events.get(at + 1).map(|next| &next.action);
                let replaced = matches!(next, Some(Action::Draw { seat, from: Some(DrawFrom::Tail), .. })
                    if Some(*seat) == event.action.seat());
                let used_up = matches!(next, Some(Action::DrawGame));
                assert!(replaced || used_up, "{} {next:?}", log.id);
                let opened = hand.events[..at].iter().any(|event| matches!(event.action, Action::Discard { .. }));
                *(if opened { &mut drawn } else { &mut dealt }) += 1;
            }
            let deck: Counts = hand.wall.as_ref().expect("generated").0.iter().copied().collect();
            let is_win = |at: usize| matches!(hand.events[at].action, Action::Win { .. });
            replay(ruleset.rules.as_ref(), hand, *before, |at, table| {
                let now: Counts = tiles(ruleset.rules.as_ref(), table).into_iter().collect();
                // The tile of a win on a discard lies in no river.
                if !hand.events[..at.map_or(0, |at| at + 1)].iter().enumerate().any(|(at, _)| is_win(at)) {
                    assert_eq!(now, deck, "{} {at:?}", log.id);
                }
            });
        }
    }
    assert!(dealt > 100 && drawn > 100, "{dealt} {drawn}");
}

/// Counts the laid flowers from the events alone.
#[test]
fn flowers_count_in_a_win() {
    let ruleset = rules(0);
    let mut counted = 0;
    for log in played(&ruleset, 60) {
        let audit = audit_under(&log, &ruleset);
        for (hand, (_, audited)) in log.hands.iter().zip(&audit.hands) {
            for won in &audited.replayed.wins {
                let won = won.won.as_ref().expect("a clean match");
                let until = hand
                    .events
                    .iter()
                    .position(|event| matches!(event.action, Action::Win { seat, .. } if seat == won.seat));
                let laid = hand.events[..until.expect("a win of the log")].iter();
                let laid = laid.filter(|event| is_flower(event) && event.action.seat() == Some(won.seat)).count();
                let hit = won.hits.iter().find(|hit| hit.pattern.id == "flowers").map_or(0, |hit| hit.value);
                assert_eq!(usize::try_from(hit), Ok(laid), "{}", log.id);
                counted += laid;
            }
        }
    }
    assert!(counted > 30, "{counted}");
}

#[test]
fn flower_not_held_cannot_be_laid() {
    let audit = with_fault(&rules(0), |hand| {
        let Some(at) = first_flower(hand) else { return false };
        let Action::Flower { tile, .. } = &mut hand.events[at].action else { return false };
        let other = Tile::all().rev().find(|other| other.is_flower() && *other != *tile);
        *tile = other.expect("eight flowers");
        true
    });
    assert_eq!(codes(&audit).first(), Some(&"A126"), "{:#?}", audit.findings);
}

#[test]
fn plain_tile_cannot_be_laid_as_flower() {
    let audit = with_fault(&rules(0), |hand| {
        let Some(seat) = hand.events.iter().find_map(|event| match event.action {
            Action::Discard { seat, .. } => Some(seat),
            _ => None,
        }) else {
            return false;
        };
        let at = hand.events.iter().position(|event| matches!(event.action, Action::Discard { .. })).unwrap_or(0);
        let Action::Discard { tile, .. } = hand.events[at].action else { return false };
        hand.events.insert(at, Action::Flower { seat, tile }.into());
        true
    });
    assert_eq!(codes(&audit), ["A126"], "{:#?}", audit.findings);
}

/// Removes the replacement of a flower laid after the first discard (`after`), or before it by a seat other than the
/// dealer.
fn without_replacement(hand: &mut HandLog, after: bool) -> bool {
    let discards = |event: &caipan_log::Event| matches!(event.action, Action::Discard { .. });
    let Some(first) = hand.events.iter().position(discards) else { return false };
    let dealer = hand.events[first].action.seat();
    let found = (0..hand.events.len().saturating_sub(2)).find(|&at| {
        let others = at < first && hand.events[at].action.seat() != dealer;
        is_flower(&hand.events[at])
            && (if after { at > first } else { others })
            && matches!(hand.events[at + 1].action, Action::Draw { .. })
            && (!after || discards(&hand.events[at + 2]))
    });
    let Some(at) = found else { return false };
    // The removed draw must not be a flower that is laid next.
    if is_flower(&hand.events[at + 2]) && hand.events[at + 2].action.seat() == hand.events[at].action.seat() {
        return false;
    }
    hand.events.remove(at + 1);
    true
}

/// The fault is the same with the wall recorded and without.
#[test]
fn missing_replacement_is_one_fault() {
    for after in [true, false] {
        for wall in [true, false] {
            let audit = with_fault(&rules(1), |hand| {
                if !wall {
                    hand.wall = None;
                }
                without_replacement(hand, after)
            });
            assert_eq!(codes(&audit), ["A108"], "{after} {wall} {:#?}", audit.findings);
        }
    }
}

/// A second flower of the same kind is one copy too many.
#[test]
fn second_copy_of_a_flower_is_found() {
    let audit = with_fault(&rules(1), |hand| {
        let Some(wall) = &mut hand.wall else { return false };
        let at: Vec<usize> = (0..wall.0.len()).filter(|&at| wall.0[at].is_flower()).collect();
        let (last, first) = (at[7], wall.0[at[0]]);
        // Changes a tile that is never drawn, so that nothing else is wrong.
        let unseen = last > 60 && !hand.events.iter().any(|event| event.action == Action::DrawGame);
        wall.0[last] = first;
        unseen
    });
    assert!(codes(&audit).contains(&"A105"), "{:#?}", audit.findings);
}

/// In games without flowers one is a tile outside the deck, and laying it changes nothing else.
#[test]
fn flower_is_refused_in_games_without_flowers() {
    for system in SYSTEMS {
        let ruleset = caipan_engine::rules::Ruleset::new(system, &system.presets[0], &[]);
        for mut log in played(&ruleset, 5) {
            let tile = parse_tile("3f").expect("a flower");
            log.hands[0].events.insert(0, Action::Flower { seat: Seat::ALL[1], tile }.into());
            assert_eq!(codes(&audit_under(&log, &ruleset)), ["A102"], "{}", log.id);
        }
    }
}
