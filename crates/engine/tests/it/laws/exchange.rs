//! The exchange that a record leaves out: it is worked out from the play, or the hand is not judged.

use crate::generate::{audited, preset, presets, told};
use caipan_engine::audit::{Audit, Finding, Kind};
use caipan_engine::report::report;
use caipan_lab::generate::{MatchConfig, matches};
use caipan_log::{Action, Declaration, GameLog};
use caipan_tiles::tile::Tile;

/// Generated matches of the presets that exchange tiles.
fn exchanging(count: usize) -> impl Iterator<Item = GameLog> {
    let exchanges = |log: &GameLog| {
        let mut events = log.hands.iter().flat_map(|hand| &hand.events);
        events.any(|event| matches!(event.action, Action::Exchange { .. }))
    };
    let of = move |id| matches(&preset(id), 31, MatchConfig::USUAL).take(count).collect::<Vec<_>>();
    presets().map(of).filter(move |logs| logs.iter().any(exchanges)).flatten()
}

/// The match as a server records it that writes neither exchanges nor void suits.
fn without_exchange(log: &GameLog) -> GameLog {
    let mut log = log.clone();
    for hand in &mut log.hands {
        hand.events.retain(|event| {
            !matches!(event.action, Action::Exchange { .. } | Action::Declare { what: Declaration::Void(_), .. })
        });
        hand.events.iter_mut().for_each(|event| event.digest = None);
    }
    log
}

/// The match with the deal that each seat played with, and without a wall.
fn dealt_after_exchange(log: &GameLog) -> GameLog {
    let mut log = log.clone();
    for hand in &mut log.hands {
        let mut deal = hand.deal.clone().unwrap();
        for event in &hand.events {
            let Action::Exchange { seat, tiles, takes } = &event.action else { continue };
            for tile in tiles {
                let at = deal[*seat].0.iter().position(|one| one == tile).unwrap();
                deal[*seat].0.remove(at);
            }
            deal[*seat].0.extend(takes);
        }
        (hand.deal, hand.wall, hand.dice) = (Some(deal), None, None);
    }
    without_exchange(&log)
}

fn faults(log: &GameLog, audit: &Audit) -> Vec<String> {
    let is_fault = |kind: Kind| matches!(kind, Kind::Fault | Kind::Variant);
    audit.findings.iter().filter(|found| is_fault(found.kind)).map(|found| told(log, found)).collect()
}

/// Audits the parts of honest matches. None has a fault, and every hand that is settled is settled as in the whole. Returns
/// the number of hands and of settled ones.
fn settled(part_of: fn(&GameLog) -> GameLog) -> (usize, usize) {
    let (mut hands, mut known) = (0, 0);
    for log in exchanging(24) {
        let part = part_of(&log);
        let wrong = faults(&part, &audited(&part));
        assert!(wrong.is_empty(), "{}: {wrong:#?}", log.id);
        let [whole, told] = [&log, &part].map(|log| report(log, "sha256:0").unwrap().hands);
        for (whole, told) in whole.iter().zip(&told) {
            hands += 1;
            if told.exchange.is_some() && told.due_unknown.is_none() {
                known += 1;
                assert_eq!(whole.balance, told.balance, "{} hand {}", log.id, whole.hand);
            }
        }
    }
    println!("{known} of {hands} hands settled");
    (hands, known)
}

#[test]
fn unrecorded_exchange_is_worked_out() {
    let (hands, known) = settled(without_exchange);
    assert!(hands > 80 && known * 4 > hands * 3, "{known} of {hands}");
}

#[test]
fn deal_after_the_exchange_is_taken_as_such() {
    let (hands, known) = settled(dealt_after_exchange);
    assert!(hands > 80 && known * 3 > hands * 2, "{known} of {hands}");
}

#[test]
fn theft_in_a_hand_whose_exchange_is_left_out_is_found() {
    let mut thefts = 0;
    for log in exchanging(24) {
        let mut part = without_exchange(&log);
        let honest = report(&part, "sha256:0").unwrap();
        let Some(hand) = honest.hands.iter().position(|hand| hand.exchange.is_some() && hand.due_unknown.is_none())
        else {
            continue;
        };
        let result = part.hands[hand].result.as_mut().unwrap();
        let Some(deltas) = &mut result.deltas else { continue };
        deltas.0[0] += 5;
        deltas.0[1] -= 5;
        let audit = audited(&part);
        let is_found = |found: &Finding| found.kind == Kind::Fault && found.hand == Some(hand);
        assert!(audit.findings.iter().any(is_found), "{} hand {hand}", log.id);
        thefts += 1;
    }
    assert!(thefts > 20, "{thefts}");
}

/// Acts that no deal allows leave the hand unjudged, with the reason.
#[test]
fn impossible_acts_show_no_exchange() {
    let mut count = 0;
    for log in exchanging(6) {
        let mut part = without_exchange(&log);
        let mut acts = part.hands[0].events.iter_mut().map(|event| &mut event.action);
        let Some(Action::Pung { tile, .. }) = acts.find(|act| matches!(act, Action::Pung { .. })) else { continue };
        *tile = Tile::of(tile.suit(), if tile.rank() == 1 { 9 } else { 1 }).unwrap();
        let audit = audited(&part);
        assert!(audit.findings.iter().any(|found| found.check.code == "A001"), "{}", log.id);
        count += 1;
    }
    assert!(count > 3, "{count}");
}
