//! Noise as game servers produce it: an event left out, repeated, one place late, or with another seat or tile gives
//! about one finding at its place and hides no theft.

use super::clean;
use super::thefts::{STOLEN, carried, is_found, is_open, take};
use crate::generate::audited;
use caipan_engine::audit::{Audit, Finding, Kind};
use caipan_lab::generate::Rng;
use caipan_log::{Action, GameLog, to_text};
use caipan_tiles::tile::{Seat, TileSet};

/// Matches per preset.
const EACH: usize = 3;
/// Mutations per match.
const TRIES: usize = 12;

type Noise = fn(&mut GameLog, hand: usize, event: usize, chance: &mut Rng) -> bool;

const NOISES: [(&str, Noise); 5] = [
    ("left out", |log, hand, event, _| {
        log.hands[hand].events.remove(event);
        true
    }),
    ("written twice", |log, hand, event, _| {
        let events = &mut log.hands[hand].events;
        let again = events[event].clone();
        events.insert(event, again);
        true
    }),
    ("one place late", |log, hand, event, _| {
        let events = &mut log.hands[hand].events;
        if event + 1 < events.len() {
            events.swap(event, event + 1);
        }
        event + 1 < events.len()
    }),
    ("by another seat", |log, hand, event, chance| {
        let action = &mut log.hands[hand].events[event].action;
        let (Action::Draw { seat, .. } | Action::Discard { seat, .. } | Action::Pung { seat, .. }) = action else {
            return false;
        };
        *seat = seat.others()[chance.below(3)];
        true
    }),
    ("of another tile", |log, hand, event, chance| {
        let action = &mut log.hands[hand].events[event].action;
        let (Action::Draw { tile, .. } | Action::Discard { tile, .. } | Action::Pung { tile, .. }) = action else {
            return false;
        };
        let kinds: Vec<_> = TileSet::PLAYED.iter().collect();
        *tile = *chance.pick(&kinds).expect("there are tiles");
        true
    }),
];

/// The primary findings except notes.
fn primary(audit: &Audit) -> Vec<&Finding> {
    audit.findings.iter().filter(|found| found.is_primary() && found.kind != Kind::Note).collect()
}

/// Takes points from a loser of this hand; returns whether the result has a place for it.
fn steal(log: &mut GameLog, hand: usize, chance: &mut Rng) -> bool {
    let Some(result) = log.hands[hand].result.as_mut() else { return false };
    let winner = result.wins.iter().flatten().next().map_or(Seat::ALL[0], |win| win.seat);
    let stolen = take(result, winner.others()[chance.below(3)], winner, true);
    carried(log, hand);
    stolen
}

#[test]
fn noise_gives_one_finding_and_hides_no_theft() {
    let mut chance = Rng::new(61);
    let (mut tried, mut findings, mut placed, mut near, mut open, mut thefts) = (0, 0, 0, 0, 0, 0);
    for (_, log) in clean(EACH) {
        for turn in 0..TRIES {
            let hand = chance.below(log.hands.len());
            let event = chance.below(log.hands[hand].events.len());
            let (name, noise) = NOISES[turn % NOISES.len()];
            let mut bad = log.clone();
            if !noise(&mut bad, hand, event, &mut chance) {
                continue;
            }
            let audit = audited(&bad);
            let found = primary(&audit);
            let codes: Vec<_> = found.iter().map(|found| (found.check.code, found.hand, found.event)).collect();
            assert!(found.len() <= 6, "event {event} {name}: {codes:?}\n{}", to_text(&bad));
            tried += 1;
            findings += found.len();
            if let Some(first) = found.iter().filter(|found| found.hand == Some(hand)).filter_map(|f| f.event).min() {
                placed += 1;
                near += usize::from(first.abs_diff(event) <= 1);
            }
            if steal(&mut bad, hand, &mut chance) {
                let audit = audited(&bad);
                thefts += 1;
                if !is_found(&audit, hand) {
                    open += 1;
                    assert!(is_open(&audit, hand), "{STOLEN} hidden by event {event} {name}\n{}", to_text(&bad));
                }
            }
        }
    }
    println!("{tried} mutations: {findings} findings, {near} of {placed} near; {thefts} thefts, {open} unverifiable");
    assert!(tried > 300, "{tried}");
    assert!(findings * 100 <= tried * 115, "{findings} findings of {tried} mutations");
    assert!(near * 100 >= placed * 90, "{near} of {placed} near their place");
    assert!(open * 50 < thefts, "{open} of {thefts} thefts cannot be verified");
}
