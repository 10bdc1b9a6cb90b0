//! Each mode does what its documentation promises, and nothing else.

use super::{Act, Mode, Population, VERSIONS, one};
use crate::generate::MatchConfig;
use crate::generate::shanten::Profiles;
use caipan_engine::audit::{Verdict, audit};
use caipan_engine::rules::{Ruleset, resolve};
use caipan_log::{Action, GameLog, RulesDeclared};
use caipan_tiles::tile::{Seat, Tile};
use std::collections::{BTreeMap, BTreeSet};

fn rules(system: &str) -> Ruleset {
    resolve(&RulesDeclared { system: system.to_owned(), ..Default::default() }).expect("a preset")
}

/// Generates matches of this many players, unfair as written.
fn play(system: &str, players: u16, unfair: Option<&str>, matches: u64) -> Vec<(GameLog, Vec<Act>)> {
    let rules = rules(system);
    let population = Population { players, unfair: unfair.map(|mode| mode.parse().expect("a mode")) };
    (0..matches).map(|number| one(&rules, 5, number, &MatchConfig::USUAL, &population)).collect()
}

fn is_clean(log: &GameLog) -> bool {
    audit(log).expect("known rules").1.verdict() == Verdict::Clean
}

#[test]
fn fair_matches_are_clean_and_have_no_acts() {
    for system in ["changsha-a", "beijing", "guiyang"] {
        let all = play(system, 9, None, 30);
        assert!(all.iter().all(|(log, acts)| acts.is_empty() && is_clean(log)), "{system}");
        assert_eq!(all, play(system, 9, None, 30), "{system} repeats exactly");
        let walls: BTreeSet<String> = all
            .iter()
            .flat_map(|(log, _)| &log.hands)
            .filter_map(|hand| Some(hand.wall.as_ref()?.to_string()))
            .collect();
        assert_eq!(walls.len(), all.iter().map(|(log, _)| log.hands.len()).sum::<usize>(), "{system}");
    }
}

#[test]
fn players_rooms_and_versions_meet_again_and_time_moves_on() {
    let all = play("changsha-a", 9, None, 200);
    let mut names = BTreeMap::<&str, u32>::new();
    let mut sources = BTreeSet::new();
    for (log, _) in &all {
        let seated: BTreeSet<&str> = log.players.iter().map(|player| player.id.as_str()).collect();
        assert_eq!(seated.len(), 4, "{}", log.id);
        seated.into_iter().for_each(|name| *names.entry(name).or_default() += 1);
        sources.insert((&log.source.platform, &log.source.client, &log.source.version));
        assert!(log.hands.is_sorted_by_key(|hand| hand.started_at));
    }
    assert!(names.len() == 9 && names.values().all(|&met| met > 50), "{names:?}");
    assert_eq!(sources.len(), 18);
    assert!(all.is_sorted_by_key(|(log, _)| log.hands.first().and_then(|hand| hand.started_at)));
}

#[test]
fn repeated_walls_are_those_of_the_labels() {
    let all = play("changsha-a", 9, Some("repeated-walls=20"), 150);
    let mut walls = BTreeMap::new();
    let (mut within, mut across) = (0, 0);
    for (log, acts) in &all {
        // The audit sees a repetition within the match, and nothing else.
        let found = &audit(log).expect("known rules").1.findings;
        let here = acts.iter().filter(|act| act.of.as_ref().is_some_and(|of| of.log == log.id));
        let seen: BTreeSet<Option<usize>> = found.iter().map(|finding| finding.hand).collect();
        assert!(here.clone().all(|act| seen.contains(&Some(act.hand))), "{}", log.id);
        assert!(found.iter().all(|finding| finding.check.code == "A124"), "{}", log.id);
        for (at, hand) in log.hands.iter().enumerate() {
            let repeated = acts.iter().find(|act| act.hand == at).and_then(|act| act.of.as_ref());
            let first = walls.entry(hand.wall.clone().expect("a wall").to_string()).or_insert((log.id.clone(), at));
            match repeated {
                Some(of) => assert_eq!(first, &mut (of.log.clone(), of.hand)),
                None => assert_eq!(first, &mut (log.id.clone(), at)),
            }
            within += u32::from(repeated.is_some_and(|of| of.log == log.id));
            across += u32::from(repeated.is_some_and(|of| of.log != log.id));
        }
    }
    assert!(within > 5 && across > 20, "{within} within a match, {across} across matches");
}

#[test]
fn biased_deal_helps_the_first_seat_only() {
    let distance = |unfair| {
        let good = crate::generate::player::good_pairs(rules("changsha-a").rules.as_ref());
        let mut sums = [0_u32; 4];
        let mut hands = 0;
        for (log, acts) in play("changsha-a", 9, unfair, 200) {
            assert!(is_clean(&log), "{}", log.id);
            assert_eq!(acts.len(), if unfair.is_some() { log.hands.len() } else { 0 });
            for hand in &log.hands {
                hands += 1;
                for (sum, tiles) in sums.iter_mut().zip(hand.deal.as_ref().expect("a deal").0.iter()) {
                    let held = tiles.0.iter().copied().collect();
                    *sum += u32::from(Profiles::new(&held, good).distance(0));
                }
            }
        }
        // In hundredths of a tile.
        sums.map(|sum| sum * 100 / hands)
    };
    let (fair, biased) = (distance(None), distance(Some("biased-deal")));
    assert!(biased[0] + 50 < fair[0], "{fair:?} {biased:?}");
    assert!((1..4).all(|seat| biased[seat].abs_diff(fair[seat]) < 25), "{fair:?} {biased:?}");
}

#[test]
fn biased_draws_help_the_first_seat_only_and_leave_the_deal() {
    let good = crate::generate::player::good_pairs(rules("changsha-a").rules.as_ref());
    let lacking = |tiles: &[Tile]| u32::from(Profiles::new(&tiles.iter().copied().collect(), good).distance(0));
    let fair = play("changsha-a", 9, None, 400);
    let biased = play("changsha-a", 9, Some("biased-draws"), 400);
    for ((log, acts), (fair, _)) in biased.iter().zip(&fair) {
        assert!(is_clean(log), "{}", log.id);
        assert!(acts.iter().all(|act| act.unfair == "biased-draws" && act.seat == Some(0)));
        assert_eq!(acts.iter().map(|act| act.hand).collect::<Vec<_>>(), (0..log.hands.len()).collect::<Vec<_>>());
        assert_eq!(log.hands.first().map(|hand| &hand.deal), fair.hands.first().map(|hand| &hand.deal), "{}", log.id);
    }
    // The tiles that the first draws of each seat take off its way, in hundredths.
    let gain = |all: &[(GameLog, Vec<Act>)]| {
        let (mut sums, mut hands) = ([0; 4], 0);
        for hand in all.iter().flat_map(|(log, _)| &log.hands) {
            hands += 1;
            for (seat, dealt) in Seat::ALL.into_iter().zip(&hand.deal.as_ref().expect("a deal").0) {
                let draws = hand.events.iter().filter_map(|event| match event.action {
                    Action::Draw { seat: of, tile, .. } if of == seat => Some(tile),
                    _ => None,
                });
                let held: Vec<Tile> = dealt.0.iter().copied().chain(draws.take(4)).collect();
                sums[seat.index()] += lacking(&dealt.0) - lacking(&held);
            }
        }
        sums.map(|sum: u32| sum * 100 / hands)
    };
    let (fair, biased) = (gain(&fair), gain(&biased));
    assert!(biased[0] > fair[0] + 20, "{fair:?} {biased:?}");
    assert!((1..4).all(|seat| biased[seat].abs_diff(fair[seat]) < 12), "{fair:?} {biased:?}");
}

/// Every region plays on with biased draws, whatever its indicator and its number of seats.
#[test]
fn biased_draws_stay_clean_in_every_region() {
    for system in ["changsha-a", "beijing", "guiyang"] {
        for (log, acts) in play(system, 9, Some("biased-draws"), 20) {
            assert!(is_clean(&log) && acts.len() == log.hands.len(), "{}", log.id);
        }
    }
}

#[test]
fn fed_discards_are_taken_by_the_partner() {
    let (mut taken, mut fed) = (0, 0);
    for (log, acts) in play("changsha-a", 5, Some("feeding"), 60) {
        assert!(is_clean(&log), "{}", log.id);
        let seat = |name| log.players.iter().position(|player| player.id == name);
        let pair = [seat("p0001"), seat("p0002")];
        for act in &acts {
            assert!(pair.contains(&act.seat) && pair.contains(&act.to) && act.seat != act.to);
            let events = &log.hands[act.hand].events;
            let at = act.event.expect("a discard");
            assert!(matches!(events[at].action, Action::Discard { seat, .. } if Some(seat.index()) == act.seat));
            let answer = events[at + 1..].iter().find(|event| !matches!(event.action, Action::Pass { .. }));
            fed += 1;
            taken += u32::from(answer.is_some_and(|event| event.action.seat().map(Seat::index) == act.to));
        }
    }
    assert!(fed > 100 && taken * 10 > fed * 8, "{taken} of {fed}");
}

#[test]
fn rounding_is_a_fault_of_the_last_version_only() {
    let all = play("changsha-a", 9, Some("rounding"), 120);
    let last = VERSIONS.last().copied();
    for (log, acts) in &all {
        assert!(acts.is_empty() || log.source.version.as_deref() == last);
        assert_eq!(is_clean(log), acts.is_empty(), "{}", log.id);
    }
    assert!(all.iter().filter(|(_, acts)| !acts.is_empty()).count() > 15);
}

/// A lower rate acts less often, and changes no hand in which it does not act.
#[test]
fn rate_is_the_share_of_hands() {
    let all = play("changsha-a", 9, Some("biased-deal=25"), 400);
    let hands: usize = all.iter().map(|(log, _)| log.hands.len()).sum();
    let acts: usize = all.iter().map(|(_, acts)| acts.len()).sum();
    assert!((acts * 100 / hands).abs_diff(25) < 5, "{acts} of {hands}");
    let fair = play("changsha-a", 9, None, 400);
    assert!(all.iter().zip(&fair).all(|((log, acts), (fair, _))| !acts.is_empty() || log == fair));
}

#[test]
fn rejects_modes_and_rates_that_do_not_exist() {
    for wrong in
        ["luck", "feeding=", "feeding=0", "feeding=101", "feeding=1.234", "feeding=-1", "feeding=5.", "feeding=1e1"]
    {
        assert!(wrong.parse::<super::Unfair>().is_err(), "{wrong}");
    }
    let feeding = |rate: &str| format!("feeding={rate}").parse::<super::Unfair>().expect("a rate");
    assert_eq!("feeding=2.5".parse(), Ok(feeding("2.50")));
    assert_ne!(feeding("2.5"), feeding("25"));
    assert_eq!("feeding".parse(), Ok(feeding("100")));
    assert_eq!(feeding("100").mode, Mode::Feeding);
}
