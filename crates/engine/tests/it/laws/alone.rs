//! An injected fault gives one primary finding. Covers the kinds where the surrounding match decides whether a second
//! finding shows, with more matches than `proof`.

use crate::generate::preset;
use caipan_engine::audit::{Finding, Kind, audit};
use caipan_engine::rules::{Choices, Ruleset};
use caipan_lab::generate::faults::{inject, kinds};
use caipan_lab::generate::{MatchConfig, Rng, one};
use caipan_log::to_text;

/// Injects the fault into up to `games` matches of each configuration, asserts one primary finding, and returns the
/// number of injections.
fn gives_one_finding(ruleset: &Ruleset, name: &str, games: u64) -> usize {
    let id = ruleset.preset.id;
    let kind = kinds().find(|kind| kind.name == name).unwrap();
    let mut injected = 0;
    for game in 0..games {
        for (_, config) in &MatchConfig::ALL {
            let log = one(ruleset, 11, game, config);
            let Some((fault, bad)) = inject(ruleset, &log, kind, &mut Rng::nth(11, game)) else { continue };
            injected += 1;
            let (_, report) = audit(&bad).unwrap();
            let primary = |found: &&Finding| found.is_primary() && found.kind != Kind::Note;
            let primary: Vec<&Finding> = report.findings.iter().filter(primary).collect();
            assert!(
                matches!(primary[..], [one] if fault.is(one)),
                "{id} {name}: {:?}\n{}",
                primary.iter().map(|found| (found.check.code, found.hand, &found.text.en)).collect::<Vec<_>>(),
                to_text(&bad)
            );
        }
    }
    injected
}

/// The same seat may also make a true opening, before or after.
#[test]
fn false_initial_win_gives_one_finding() {
    for id in ["changsha-a", "changsha-csmj", "changsha-b"] {
        assert!(gives_one_finding(&preset(id), "initial win that is not there", 40) > 100);
    }
}

/// The next dealer is unknown if the winner deals.
#[test]
fn cut_off_hand_gives_one_finding() {
    for id in ["changsha-b", "changsha-a", "beijing", "guiyang"] {
        assert!(gives_one_finding(&preset(id), "events cut off", 25) > 60);
    }
    let winner = preset("changsha-b");
    let table = (winner.system.options)().iter().find(|decl| decl.id == "next_dealer_table").unwrap();
    let usual = Choices::of(winner.system, winner.preset).get(table.id).unwrap();
    for value in table.alternatives(usual) {
        let ruleset = Ruleset::new(winner.system, winner.preset, &[(table.id, value)]);
        assert!(gives_one_finding(&ruleset, "events cut off", 40) > 100);
    }
}

/// The number of birds due depends on where the wall goes on.
#[test]
fn draw_of_wrong_tile_gives_one_finding() {
    for id in ["changsha-a", "changsha-b"] {
        let kind = kinds().find(|kind| kind.code == "A107").unwrap().name;
        assert!(gives_one_finding(&preset(id), kind, 25) > 60);
    }
}
