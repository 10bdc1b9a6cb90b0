//! Kong dice with unknown faces: revealed tiles are accepted if some throw could have produced them.

use super::clean;
use crate::generate::{audited, told};
use caipan_engine::audit::Kind;
use caipan_log::{Action, Dice, GameLog};
use caipan_tiles::tile::{Counts, Tile};

/// Removes the dice faces of all kongs and returns the number of kongs.
fn clear(log: &mut GameLog) -> usize {
    let mut cleared = 0;
    for event in log.hands.iter_mut().flat_map(|hand| &mut hand.events) {
        if let Action::Kong { dice: Some(dice), .. } = &mut event.action {
            *dice = Dice::new(&[]).unwrap();
            cleared += 1;
        }
    }
    cleared
}

#[test]
fn accepts_only_possible_reveals_of_unknown_dice() {
    let (mut kongs, mut impossible) = (0, 0);
    for (_, mut log) in clean(24).filter(|(ruleset, _)| ruleset.system.id == "changsha") {
        let cleared = clear(&mut log);
        if cleared == 0 {
            continue;
        }
        kongs += cleared;
        let audit = audited(&log);
        let wrong = |kind: Kind| matches!(kind, Kind::Fault | Kind::Variant);
        if let Some(found) = audit.findings.iter().find(|found| found.is_primary() && wrong(found.kind)) {
            panic!("{}", told(&log, found));
        }
        for hand in 0..log.hands.len() {
            let turned = log.hands[hand].events.iter().position(|event| matches!(event.action, Action::Reveal { .. }));
            let Some(event) = turned else { continue };
            assert!(audit.findings.iter().any(|found| found.check.code == "A411" && found.hand == Some(hand)));
            // A tile kind with no copy left in the wall.
            let deal = log.hands[hand].deal.as_ref().unwrap();
            let dealt: Counts = deal.0.iter().flat_map(|tiles| tiles.0.iter().copied()).collect();
            let Some(exhausted) = Tile::all().find(|&tile| dealt.of(tile) == 4) else { continue };
            let mut bad = log.clone();
            let Action::Reveal { tiles, .. } = &mut bad.hands[hand].events[event].action else { unreachable!() };
            tiles[0] = exhausted;
            let audit = audited(&bad);
            let same = |found: &&caipan_engine::audit::Finding| {
                found.check.code == "A410" && (found.hand, found.event) == (Some(hand), Some(event))
            };
            assert!(audit.findings.iter().any(|found| found.is_fault() && same(&found)), "{} {hand} {event}", log.id);
            impossible += 1;
            break;
        }
    }
    assert!(kongs > 20 && impossible > 1, "{kongs} {impossible}");
}
