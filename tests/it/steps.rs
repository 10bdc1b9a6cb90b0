//! The steps of a hand as its first table and changes: applied in order they give the table of each step, and every
//! finding of a hand has a step.

use crate::matches::{clean, faulty, presets};
use caipan::app::{Tables, hand_steps, moment, moment_of};
use caipan::generate::Rng;
use caipan::log::{Action, GameLog, KongKind};
use caipan::report::{BarredView, Report, apply, report};
use caipan::tile::{Seat, Tile, parse_tiles};
use serde_json::{Value, to_value};

/// Compares the changes of a hand with the tables of some of its steps; returns the number of steps.
fn check(log: &GameLog, report: &Report, hand: usize, chance: &mut Rng) -> usize {
    let (reported, unreported) = (Tables::of(log, report).unwrap(), Tables::unreported(log).unwrap());
    let Ok(played) = hand_steps(&reported, report, hand) else {
        assert!(moment(&unreported, hand, 0).is_err(), "a hand that has moments has steps");
        return 0;
    };
    let last = log.hands[hand].events.len();
    assert_eq!(played.steps.len(), last, "a change for every event");
    let compared: Vec<usize> = [0, last, chance.below(last + 1), chance.below(last + 1)].into();
    let mut table: Value = to_value(&played.first).unwrap();
    for step in 0..=last {
        if step > 0 {
            apply(&mut table, &played.steps[step - 1].change);
        }
        if compared.contains(&step) {
            let moment = moment(&unreported, hand, step).unwrap();
            assert_eq!(table, to_value(&moment.table).unwrap(), "{} hand {hand} step {step}", log.id);
            assert_eq!(moment.event.as_ref(), step.checked_sub(1).map(|at| &played.steps[at].event));
            assert_eq!(moment.next_event.as_ref(), played.steps.get(step).map(|done| &done.event));
        }
    }
    for found in &played.findings {
        assert!(found.step <= last && !found.message.zh.is_empty() && !found.title.en.is_empty(), "{found:?}");
    }
    let here = report.findings.iter().filter(|finding| report.stands_alone(finding) && finding.hand == Some(hand));
    for finding in here {
        let found = played.findings.iter().find(|found| found.id == finding.id).expect("every finding has a moment");
        assert_eq!(Some((hand, found.step)), moment_of(finding, log));
    }
    last
}

#[test]
fn changes_rebuild_table_of_each_step() {
    let mut chance = Rng::new(3);
    let (mut steps, mut findings) = (0, 0);
    let with_faults = presets().flat_map(|id| faulty(id, 1).into_iter().step_by(9));
    for log in clean(2).chain(with_faults) {
        let report = report(&log, "sha256:0").unwrap();
        findings += report.findings.len();
        for hand in 0..log.hands.len().min(2) {
            steps += check(&log, &report, hand, &mut chance);
        }
    }
    println!("{steps} steps, {findings} findings");
    assert!(steps > 2_000 && findings > 20, "{steps} {findings}");
}

/// The report names the dealer of a hand, and the tables believe it: nothing is audited for them.
#[test]
fn tables_take_dealer_from_report() {
    let log = clean(1).next().expect("a match");
    let mut report = report(&log, "sha256:0").unwrap();
    let (dealer, other) = (report.hands[0].dealer, Seat::ALL[(report.hands[0].dealer.index() + 1) % 4]);
    assert_eq!(Tables::of(&log, &report).unwrap().step(0, 0).unwrap().dealer, dealer);
    report.hands[0].dealer = other;
    assert_eq!(Tables::of(&log, &report).unwrap().step(0, 0).unwrap().dealer, other);
}

/// Counts a tile in notation.
fn count(notation: &str, tile: Tile) -> usize {
    parse_tiles(notation).unwrap().into_iter().filter(|one| *one == tile).count()
}

/// Each tile of a river names the event that laid it, and a tile marked as drawn follows its draw. The unseen tiles of a
/// wait are those in the wall and in other hands. A reason not to win now concerns only a hand that waits for the tile.
#[test]
fn steps_agree_with_wall_and_events() {
    let (mut laid, mut drawn, mut waits, mut kongs) = (0, 0, 0, 0);
    for log in clean(6) {
        let report = report(&log, "sha256:0").unwrap();
        for (hand, played) in log.hands.iter().enumerate().take(3) {
            let tables = Tables::of(&log, &report).unwrap();
            let steps = hand_steps(&tables, &report, hand).unwrap();
            for (step, done) in steps.steps.iter().enumerate() {
                assert_eq!(
                    (done.kind, done.seat),
                    (played.events[step].action.name(), played.events[step].action.seat())
                );
            }
            for step in 0..=played.events.len() {
                let before = step.checked_sub(1).map(|at| &played.events[at].action);
                let is_kong = matches!(before, Some(Action::Kong { kind: KongKind::Concealed, .. }));
                // Every table is looked at closely at kongs only, because each takes a replay.
                if !is_kong && step % 7 != 0 {
                    continue;
                }
                kongs += usize::from(is_kong);
                let table = moment(&tables, hand, step).unwrap().table;
                for seat in Seat::ALL {
                    let place = &table.places[seat];
                    let river = parse_tiles(&place.river).unwrap();
                    assert_eq!(river.len(), place.river_events.len());
                    for (at, (tile, event)) in river.iter().zip(&place.river_events).enumerate() {
                        match &played.events[*event].action {
                            Action::Discard { seat: by, tile: discarded } => assert_eq!((by, discarded), (&seat, tile)),
                            Action::Reveal { seat: by, tiles, .. } => assert!(*by == seat && tiles.contains(tile)),
                            other => panic!("{other:?} lays no tile"),
                        }
                        laid += 1;
                        if place.river_drawn.contains(&at) && *event > 0 {
                            let own = played.events[..*event].iter().rev().find(|one| one.action.seat() == Some(seat));
                            let took = own.map(|one| &one.action);
                            assert!(
                                matches!(
                                    took,
                                    None | Some(
                                        Action::Draw { .. }
                                            | Action::Pass { .. }
                                            | Action::Seabed { .. }
                                            | Action::Opening { .. }
                                            | Action::Declare { .. }
                                    )
                                ),
                                "{took:?}"
                            );
                            drawn += 1;
                        }
                    }
                    let known = |bar: &&BarredView| bar.by != "now";
                    let waited: String = place
                        .barred
                        .iter()
                        .filter(known)
                        .map(|bar| bar.tiles.as_str())
                        .chain([place.waits.as_str()])
                        .collect();
                    let is_turn = table.possible.iter().any(|can| can.seat == seat && can.kind == "discard");
                    for bar in place.barred.iter().filter(|bar| !known(bar) && !is_turn) {
                        for tile in parse_tiles(&bar.tiles).unwrap() {
                            assert!(count(&waited, tile) > 0, "{} {hand} {step} {seat} {bar:?}", log.id);
                        }
                    }
                    let Some(wall) = table.wall.as_ref().filter(|_| table.birds.is_none() && table.flip.is_none())
                    else {
                        continue;
                    };
                    if matches!(before, Some(Action::Win { .. })) {
                        continue;
                    }
                    for (tile, unseen) in &place.unseen {
                        let tile = parse_tiles(tile).unwrap()[0];
                        let held = seat
                            .others()
                            .into_iter()
                            .map(|other| count(&table.places[other].hand, tile))
                            .sum::<usize>();
                        assert_eq!(
                            usize::from(*unseen),
                            held + count(wall, tile),
                            "{} {hand} {step} {seat} {tile}",
                            log.id
                        );
                        waits += 1;
                    }
                }
            }
        }
    }
    println!("{laid} tiles laid, {drawn} drawn, {waits} waits, {kongs} concealed kongs");
    assert!(laid > 1_000 && drawn > 100 && waits > 100 && kongs > 0, "{laid} {drawn} {waits} {kongs}");
}
