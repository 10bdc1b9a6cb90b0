//! A labelled fault stands alone: kinds of which the match around them decides whether a second finding shows, put into more
//! matches than the common proof does.

use crate::generate::preset;
use caipan_engine::audit::{Finding, Kind, audit};
use caipan_engine::rules::{Choices, Ruleset};
use caipan_lab::generate::faults::{inject, kinds};
use caipan_lab::generate::{MatchConfig, Rng, one};
use caipan_log::to_text;

/// Puts the fault into up to `games` matches of each temper, and returns in how many it found a place.
fn alone(ruleset: &Ruleset, name: &str, games: u64) -> usize {
    let id = ruleset.preset.id;
    let kind = kinds().find(|kind| kind.name == name).unwrap();
    let mut spoilt = 0;
    for game in 0..games {
        for (_, config) in &MatchConfig::ALL {
            let log = one(ruleset, 11, game, config);
            let Some((fault, bad)) = inject(ruleset, &log, kind, &mut Rng::nth(11, game)) else { continue };
            spoilt += 1;
            let (_, report) = audit(&bad).unwrap();
            let own = |found: &&Finding| found.is_primary() && found.kind != Kind::Note;
            let own: Vec<&Finding> = report.findings.iter().filter(own).collect();
            assert!(
                matches!(own[..], [one] if fault.is(one)),
                "{id} {name}: {:?}\n{}",
                own.iter().map(|found| (found.check.code, found.hand, &found.text.en)).collect::<Vec<_>>(),
                to_text(&bad)
            );
        }
    }
    spoilt
}

/// The seat may open truly as well, before or after.
#[test]
fn an_initial_win_that_is_not_there() {
    for id in ["changsha-a", "changsha-csmj", "changsha-b"] {
        assert!(alone(&preset(id), "initial win that is not there", 40) > 100);
    }
}

/// Who deals after it is not known, where the winner deals.
#[test]
fn a_hand_that_is_cut_off() {
    for id in ["changsha-b", "changsha-a", "beijing", "guiyang"] {
        assert!(alone(&preset(id), "events cut off", 25) > 60);
    }
    let winner = preset("changsha-b");
    let table = (winner.system.options)().iter().find(|decl| decl.id == "next_dealer_table").unwrap();
    let usual = Choices::of(winner.system, winner.preset).get(table.id).unwrap();
    for value in table.alternatives(usual) {
        let ruleset = Ruleset::new(winner.system, winner.preset, &[(table.id, value)]);
        assert!(alone(&ruleset, "events cut off", 40) > 100);
    }
}

/// How many birds are due hangs on where the wall goes on.
#[test]
fn a_draw_of_another_tile() {
    for id in ["changsha-a", "changsha-b"] {
        let kind = kinds().find(|kind| kind.code == "A107").unwrap().name;
        assert!(alone(&preset(id), kind, 25) > 60);
    }
}
