//! Tiles outside the deck and fifth copies are found wherever they occur, with the wall recorded and without.

use super::clean;
use crate::generate::{audited, preset, told};
use caipan_engine::audit::Kind;
use caipan_engine::rules::Value;
use caipan_lab::generate::{MatchConfig, Rng, matches};
use caipan_log::{Action, GameLog, HandLog};
use caipan_tiles::tile::{Counts, Seat, Suit, Tile};

/// The tiles that an event names.
fn named(action: &mut Action) -> Vec<&mut Tile> {
    match action {
        Action::Draw { tile, .. }
        | Action::Discard { tile, .. }
        | Action::Pung { tile, .. }
        | Action::Kong { tile, .. }
        | Action::Win { tile, .. }
        | Action::Flip { tile } => vec![tile],
        Action::Chow { tile, with, .. } => {
            let [one, other] = with;
            vec![tile, one, other]
        }
        Action::Reveal { tiles, .. } | Action::Birds { tiles, .. } => tiles.iter_mut().collect(),
        _ => Vec::new(),
    }
}

/// Asserts that the only primary fault is A102 at this hand and event.
fn assert_only_fault(log: &GameLog, hand: usize, event: Option<usize>) {
    let audit = audited(log);
    let wrong = |kind: Kind| matches!(kind, Kind::Fault | Kind::Variant);
    let found: Vec<_> = audit.findings.iter().filter(|found| found.is_primary() && wrong(found.kind)).collect();
    let [one] = found[..] else {
        let all: String = found.iter().map(|found| told(log, found)).collect();
        panic!("{} faults at {hand} {event:?}: {all}", found.len());
    };
    assert_eq!((one.check.code, one.hand, one.event), ("A102", Some(hand), event), "{}", told(log, one));
}

fn without_wall(hand: &mut HandLog) {
    hand.wall = None;
    hand.fairness = None;
}

#[test]
fn tile_outside_the_deck_is_found_anywhere() {
    let mut chance = Rng::new(23);
    let mut tried = 0;
    for (ruleset, log) in clean(16) {
        let foreign: Vec<Tile> = Suit::Honours.mask().minus(ruleset.system.deck.kinds()).iter().collect();
        let Some(&honour) = chance.pick(&foreign) else { continue };
        for hand in 0..log.hands.len() {
            for event in 0..log.hands[hand].events.len() {
                let mut bad = log.clone();
                // Tries every rare event, but only 6% of draws and discards.
                let action = &mut bad.hands[hand].events[event].action;
                let usual = matches!(action, Action::Draw { .. } | Action::Discard { .. });
                if usual && !chance.percent(6) || named(action).is_empty() {
                    continue;
                }
                let mut places = named(action);
                let at = chance.below(places.len());
                *places[at] = honour;
                assert_only_fault(&bad, hand, Some(event));
                without_wall(&mut bad.hands[hand]);
                assert_only_fault(&bad, hand, Some(event));
                tried += 2;
            }
            let mut bad = log.clone();
            let seats: Vec<Seat> = log.seats().iter().collect();
            let (seat, at) = (*chance.pick(&seats).unwrap(), chance.below(13));
            bad.hands[hand].deal.as_mut().unwrap()[seat].0[at] = honour;
            assert_only_fault(&bad, hand, None);
            without_wall(&mut bad.hands[hand]);
            assert_only_fault(&bad, hand, None);
            let mut bad = log.clone();
            let wall = bad.hands[hand].wall.as_mut().unwrap();
            let at = chance.below(wall.0.len());
            wall.0[at] = honour;
            assert_only_fault(&bad, hand, None);
            tried += 3;
        }
    }
    assert!(tried > 3_000, "{tried}");
}

/// Tile kinds of which all four copies are dealt.
fn all_dealt(hand: &HandLog) -> Vec<Tile> {
    let deal = hand.deal.as_ref().expect("generated");
    let counts: Counts = deal.0.iter().flat_map(|tiles| tiles.0.iter().copied()).collect();
    counts.iter().filter(|&(_, n)| n == 4).map(|(tile, _)| tile).collect()
}

#[test]
fn fifth_copy_is_found_anywhere() {
    let mut chance = Rng::new(29);
    let mut tried = 0;
    for (_, log) in clean(16) {
        for hand in 0..log.hands.len() {
            let Some(&fifth) = chance.pick(&all_dealt(&log.hands[hand])) else { continue };
            for event in 0..log.hands[hand].events.len() {
                let mut bad = log.clone();
                without_wall(&mut bad.hands[hand]);
                let action = &mut bad.hands[hand].events[event].action;
                if !matches!(
                    action,
                    Action::Draw { .. } | Action::Reveal { .. } | Action::Birds { .. } | Action::Flip { .. }
                ) || matches!(action, Action::Draw { .. }) && !chance.percent(6)
                {
                    continue;
                }
                let mut places = named(action);
                let at = chance.below(places.len());
                if *places[at] == fifth {
                    continue;
                }
                *places[at] = fifth;
                let audit = audited(&bad);
                assert!(
                    audit.findings.iter().any(caipan_engine::audit::Finding::is_fault),
                    "{} {hand} {event} {fifth}",
                    log.id
                );
                tried += 1;
            }
        }
    }
    assert!(tried > 100, "{tried}");
}

/// A match of a house with another pack, whose log declares the rules without that option.
fn undeclared(id: &str, option: &'static str, value: Value) -> GameLog {
    let house = preset(id).changed(None, [(option, value)]);
    let mut log = matches(&house, 1, MatchConfig::default()).next().expect("a match");
    log.rules.options.remove(option);
    log
}

#[test]
fn finding_names_the_option_of_the_pack() {
    let houses = [
        ("beijing", "tiles.honours", Value::Flag(false)),
        ("guiyang-sanding-liangfang", "suits", Value::Number(3)),
        ("guiyang", "hongzhong_ji", Value::Flag(true)),
    ];
    for (id, option, value) in houses {
        let log = undeclared(id, option, value);
        let audit = audited(&log);
        let found = audit.findings.iter().find(|found| ["A102", "A105"].contains(&found.check.code));
        let found = found.unwrap_or_else(|| panic!("{id} {option}: no finding about the pack"));
        assert_eq!(found.option, Some(option), "{}", told(&log, found));
    }
    // A tile that no house of the system plays with names nothing.
    let mut log = undeclared("guiyang", "suits", Value::Number(3));
    let tile = log.hands[0].events.iter_mut().find_map(|event| match &mut event.action {
        Action::Draw { tile, .. } => Some(tile),
        _ => None,
    });
    *tile.expect("a draw") = Suit::Honours.mask().iter().next().expect("an honour");
    let audit = audited(&log);
    let found = audit.findings.iter().find(|found| found.check.code == "A102").expect("a tile outside the deck");
    assert_eq!(found.option, None, "{}", told(&log, found));
}
