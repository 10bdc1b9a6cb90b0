//! Slips of a record over several events: an event or a block written again, and seats too far. Over generated matches of
//! every preset each is one primary finding in its place, and a theft beside it is found.

use super::matches_of;
use super::thefts::{carried, is_found, take};
use crate::generate::{audited, presets};
use caipan_engine::audit::Audit;
use caipan_lab::generate::Rng;
use caipan_log::{Action, Event, GameLog};
use caipan_tiles::tile::Seat;
use std::collections::BTreeMap;

/// Matches of each preset.
const MATCHES: usize = 6;

/// Places tried in each match.
const PLACES: usize = 6;

/// A slip that is made at an event of a hand. Returns the code and the event of the finding; `None` if it does not fit.
type Slip = fn(&mut GameLog, hand: usize, at: usize, chance: &mut Rng) -> Option<(&'static str, usize)>;

const SLIPS: [(&str, Slip); 4] = [
    ("event written twice", twice),
    ("block written again", block),
    ("draw written again after others", later),
    ("seats too far", turned),
];

fn insert(log: &mut GameLog, hand: usize, at: usize, events: Vec<Event>) -> usize {
    log.hands[hand].events.splice(at..at, events);
    at
}

fn twice(log: &mut GameLog, hand: usize, at: usize, _: &mut Rng) -> Option<(&'static str, usize)> {
    let event = log.hands[hand].events[at].clone();
    let code = match event.action {
        Action::Win { .. } => "A510",
        Action::Birds { .. } => "A610",
        Action::Leave { .. } => "A902",
        Action::Seabed { .. } => "A112",
        Action::Opening { .. } | Action::MidOpening { .. } | Action::Exchange { .. } => return None,
        _ => "A010",
    };
    Some((code, insert(log, hand, at + 1, vec![event])))
}

fn block(log: &mut GameLog, hand: usize, at: usize, chance: &mut Rng) -> Option<(&'static str, usize)> {
    let count = 2 + chance.below(7);
    let events = log.hands[hand].events.get(at..at + count)?.to_vec();
    Some(("A011", insert(log, hand, at + count, events)))
}

fn later(log: &mut GameLog, hand: usize, at: usize, chance: &mut Rng) -> Option<(&'static str, usize)> {
    let events = &log.hands[hand].events;
    let event = events.get(at).filter(|event| matches!(event.action, Action::Draw { .. }))?.clone();
    let place = at + 2 + chance.below(4);
    let has_more = events.get(place).is_some_and(|next| !matches!(next.action, Action::Win { .. }));
    has_more.then(|| ("A011", insert(log, hand, place, vec![event])))
}

fn turned(log: &mut GameLog, hand: usize, at: usize, chance: &mut Rng) -> Option<(&'static str, usize)> {
    let seats = log.seats();
    let by = 1 + chance.below(seats.len() - 1);
    let events = &mut log.hands[hand].events;
    let acts: Vec<usize> = (at..events.len()).filter(|&at| events[at].action.seat().is_some()).collect();
    // The last events of a hand may as well be those of another seat.
    let first = *acts.first().filter(|_| acts.len() > 3)?;
    for event in events.iter_mut().skip(at) {
        event.digest = None;
        event.seats_mut().for_each(|seat| *seat = seats.after(*seat, by));
    }
    Some(("A012", first))
}

/// True if the only primary finding is this one.
fn is_told(audit: &Audit, code: &str, hand: usize, event: usize) -> bool {
    let mut primary = audit.findings.iter().filter(|found| found.is_primary());
    let is_it = primary
        .next()
        .is_some_and(|found| found.check.code == code && (found.hand, found.event) == (Some(hand), Some(event)));
    is_it && primary.next().is_none()
}

#[derive(Default)]
struct Row {
    tried: usize,
    told: usize,
    thefts: usize,
    found: usize,
    others: Vec<String>,
}

#[test]
fn slips_are_told_in_their_place() {
    let mut rows: BTreeMap<&str, Row> = BTreeMap::new();
    let mut chance = Rng::new(5);
    for id in presets() {
        let (_, logs) = matches_of(id, MATCHES);
        for log in &logs {
            let hand = chance.below(log.hands.len());
            for (name, slip) in (0..PLACES).flat_map(|_| SLIPS) {
                let at = chance.below(log.hands[hand].events.len());
                let mut bad = log.clone();
                let Some((code, event)) = slip(&mut bad, hand, at, &mut chance) else { continue };
                let audit = audited(&bad);
                let row = rows.entry(name).or_default();
                row.tried += 1;
                if !is_told(&audit, code, hand, event) {
                    let codes: Vec<_> = audit.findings.iter().map(|found| (found.check.code, found.event)).collect();
                    row.others.push(format!("{} hand {hand} event {event}: {codes:?}", log.id));
                    continue;
                }
                row.told += 1;
                let Some(result) = &mut bad.hands[hand].result else { continue };
                if !take(result, Seat::ALL[0], Seat::ALL[1], true) {
                    continue;
                }
                carried(&mut bad, hand);
                let audit = audited(&bad);
                let is_there = audit.findings.iter().any(|found| found.check.code == code && found.is_primary());
                row.thefts += 1;
                row.found += usize::from(is_there && is_found(&audit, hand));
            }
        }
    }
    for (name, row) in &rows {
        let Row { tried, told, thefts, found, others } = row;
        println!("{name}: {told} of {tried} told, {found} of {thefts} thefts beside it found");
        assert!(*tried > 100 && told * 100 >= tried * 95, "{name}: {told} of {tried}\n{}", others.join("\n"));
        assert_eq!(found, thefts, "{name}");
    }
}
