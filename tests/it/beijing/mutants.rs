//! One fault put into a clean match, and the one finding it must give: the right code, hand, event and seat.

use caipan::audit::{Finding, audit};
use caipan::generate::{Knobs, matches};
use caipan::log::{Action, Declaration, Dice, DrawFrom, Event, GameLog, KongKind, Outcome};
use caipan::rules::{RulesError, resolve};
use caipan::tile::{Seat, Tile, TileSet};

/// How many of each kind of mutant.
const EACH: usize = 3;

/// A match with one fault, and where it is.
struct Mutant {
    log: GameLog,
    hand: usize,
    event: Option<usize>,
    seat: Option<Seat>,
}

type Maker = fn(&GameLog, usize) -> Option<Mutant>;

/// Code and maker of each kind. A maker works on one hand of a clean match, or finds nothing to spoil in it.
const KINDS: [(&str, Maker); 18] = [
    ("A003", after_end),
    ("A104", other_deal),
    ("A107", other_draw),
    ("A108", draw_left_out),
    ("A109", replaced_from_the_head),
    ("A120", other_indicator),
    ("A122", draw_from_the_reserve),
    ("A123", one_die),
    ("A201", discard_not_held),
    ("A402", added_to_nothing),
    ("A601", fan_left_out),
    ("A602", other_value),
    ("A705", other_deltas),
    ("A707", other_scores),
    ("A801", other_dealer),
    ("A805", drawn_early),
    ("A820", floor_forgotten),
    ("A206", idle_hunyou),
];

fn at_event(log: GameLog, hand: usize, event: usize, seat: Seat) -> Option<Mutant> {
    Some(Mutant { log, hand, event: Some(event), seat: Some(seat) })
}

fn other(tile: Tile) -> Tile {
    Tile::new((tile.index() as u8 + 11) % 34).expect("one of 34 kinds")
}

fn after_end(log: &GameLog, hand: usize) -> Option<Mutant> {
    let mut log = log.clone();
    let events = &mut log.hands[hand].events;
    let Action::Win { seat, tile } = events.last()?.action else { return None };
    events.push(Action::Discard { seat, tile }.into());
    let at = events.len() - 1;
    at_event(log, hand, at, seat)
}

fn other_deal(log: &GameLog, hand: usize) -> Option<Mutant> {
    let mut log = log.clone();
    let spoilt = &mut log.hands[hand];
    let seat = Seat::ALL[hand % 4];
    let tiles = &mut spoilt.deal.as_mut()?[seat].0;
    let tile = tiles[0];
    // A tile that comes to light nowhere else in this hand would be a fifth one somewhere; any other kind will do.
    tiles[0] = other(tile);
    spoilt.events.truncate(0);
    spoilt.result = None;
    log.hands.truncate(hand + 1);
    Some(Mutant { log, hand, event: None, seat: Some(seat) })
}

fn other_draw(log: &GameLog, hand: usize) -> Option<Mutant> {
    let mut log = log.clone();
    let events = &mut log.hands[hand].events;
    for at in 0..events.len() {
        let Action::Draw { seat, tile, from } = events[at].action else { continue };
        // Discarded at once: nothing else rests on it.
        let Action::Discard { tile: out, .. } = events.get(at + 1)?.action else { continue };
        if out == tile && from.is_none() && at > 6 {
            let drawn = other(tile);
            events[at].action = Action::Draw { seat, tile: drawn, from };
            return at_event(log, hand, at, seat);
        }
    }
    None
}

fn draw_left_out(log: &GameLog, hand: usize) -> Option<Mutant> {
    let mut log = log.clone();
    let events = &mut log.hands[hand].events;
    let at = (6..events.len()).find(|&at| {
        matches!(events[at].action, Action::Draw { from: None, .. })
            && matches!(events.get(at + 1).map(|next| &next.action), Some(Action::Discard { .. }))
            && events[at + 1].claims.is_empty()
    })?;
    let seat = events[at].action.seat()?;
    events.remove(at);
    at_event(log, hand, at, seat)
}

fn replaced_from_the_head(log: &GameLog, hand: usize) -> Option<Mutant> {
    let mut log = log.clone();
    let wall = log.hands[hand].wall.clone()?;
    let events = &mut log.hands[hand].events;
    for at in 1..events.len() {
        let Action::Draw { seat, tile, from: Some(DrawFrom::Tail) } = events[at].action else { continue };
        // The last event but for what ends the hand, so that the head's next tile is not missed.
        let draws = events[..at].iter().filter(|event| matches!(event.action, Action::Draw { from: None, .. })).count();
        let head = *wall.0.get(54 + draws)?;
        if head == tile || !matches!(events.get(at + 1)?.action, Action::Discard { tile: out, .. } if out == tile) {
            continue;
        }
        events[at].action = Action::Draw { seat, tile: head, from: Some(DrawFrom::Wall) };
        events[at + 1].action = Action::Discard { seat, tile: head };
        events.truncate(at + 2);
        log.hands[hand].result = None;
        log.hands.truncate(hand + 1);
        return at_event(log, hand, at, seat);
    }
    None
}

fn other_indicator(log: &GameLog, hand: usize) -> Option<Mutant> {
    let mut log = log.clone();
    let indicator = log.hands[hand].indicator.as_mut()?;
    *indicator = other(*indicator);
    Some(Mutant { log, hand, event: None, seat: None })
}

fn draw_from_the_reserve(log: &GameLog, hand: usize) -> Option<Mutant> {
    let mut log = log.clone();
    let spoilt = &mut log.hands[hand];
    let Action::DrawGame = spoilt.events.last()?.action else { return None };
    let at = spoilt.events.len() - 1;
    let from = spoilt.events[..at].iter().rev().find_map(|event| match event.action {
        Action::Discard { seat, .. } => Some(seat),
        _ => None,
    })?;
    let head = spoilt.events.iter().filter(|event| matches!(event.action, Action::Draw { from: None, .. })).count();
    let tile = *spoilt.wall.as_ref()?.0.get(54 + head)?;
    let seat = from.next();
    spoilt.events.insert(at, Action::Draw { seat, tile, from: None }.into());
    spoilt.events.insert(at + 1, Action::Discard { seat, tile }.into());
    at_event(log, hand, at, seat)
}

fn one_die(log: &GameLog, hand: usize) -> Option<Mutant> {
    let mut log = log.clone();
    log.hands[hand].dice = Dice::new(&[4]);
    Some(Mutant { log, hand, event: None, seat: None })
}

fn discard_not_held(log: &GameLog, hand: usize) -> Option<Mutant> {
    let mut log = log.clone();
    let dealt: TileSet = log.hands[hand].deal.as_ref()?.0.iter().flat_map(|tiles| tiles.0.iter().copied()).collect();
    let spoilt = &mut log.hands[hand];
    let Action::Discard { seat, .. } = spoilt.events.first()?.action else { return None };
    let tile = Tile::all().find(|&tile| !dealt.contains(tile))?;
    spoilt.events[0].action = Action::Discard { seat, tile };
    spoilt.events.truncate(1);
    spoilt.result = None;
    log.hands.truncate(hand + 1);
    at_event(log, hand, 0, seat)
}

fn added_to_nothing(log: &GameLog, hand: usize) -> Option<Mutant> {
    let mut log = log.clone();
    let events = &mut log.hands[hand].events;
    let at = events.iter().position(|event| matches!(event.action, Action::Kong { kind: KongKind::Concealed, .. }))?;
    let Action::Kong { seat, tile, .. } = events[at].action else { return None };
    events[at].action = Action::Kong { seat, tile, kind: KongKind::Added, dice: None };
    events.truncate(at + 1);
    log.hands[hand].result = None;
    log.hands.truncate(hand + 1);
    at_event(log, hand, at, seat)
}

fn fan_left_out(log: &GameLog, hand: usize) -> Option<Mutant> {
    let mut log = log.clone();
    let win = log.hands[hand].result.as_mut()?.wins.as_mut()?.first_mut()?;
    let fans = win.patterns.as_mut().filter(|fans| fans.len() > 1)?;
    fans.pop();
    let seat = win.seat;
    Some(Mutant { log, hand, event: None, seat: Some(seat) })
}

fn other_value(log: &GameLog, hand: usize) -> Option<Mutant> {
    let mut log = log.clone();
    let win = log.hands[hand].result.as_mut()?.wins.as_mut()?.first_mut()?;
    win.value = win.value.map(|value| value * 2);
    let seat = win.seat;
    Some(Mutant { log, hand, event: None, seat: Some(seat) })
}

fn other_deltas(log: &GameLog, hand: usize) -> Option<Mutant> {
    let mut log = log.clone();
    let result = log.hands[hand].result.as_mut()?;
    let deltas = result.deltas.as_mut()?;
    (deltas.0[0], deltas.0[1]) = (deltas.0[0] + 7, deltas.0[1] - 7);
    // Scores are carried on from what is claimed.
    for at in hand..log.hands.len() {
        let scores = log.hands[at].result.as_mut()?.scores.as_mut()?;
        (scores.0[0], scores.0[1]) = (scores.0[0] + 7, scores.0[1] - 7);
    }
    Some(Mutant { log, hand, event: None, seat: Some(Seat::ALL[0]) })
}

fn other_scores(log: &GameLog, hand: usize) -> Option<Mutant> {
    let mut log = log.clone();
    log.hands.truncate(hand + 1);
    log.hands[hand].result.as_mut()?.scores.as_mut()?.0[2] += 5;
    Some(Mutant { log, hand, event: None, seat: Some(Seat::ALL[2]) })
}

fn other_dealer(log: &GameLog, hand: usize) -> Option<Mutant> {
    let mut log = log.clone();
    log.hands.truncate(hand + 1);
    let next = log.hands[hand].result.as_mut()?.next_dealer.as_mut()?;
    *next = next.after(2);
    let seat = *next;
    Some(Mutant { log, hand, event: None, seat: Some(seat) })
}

fn drawn_early(log: &GameLog, hand: usize) -> Option<Mutant> {
    let mut log = log.clone();
    let events = &mut log.hands[hand].events;
    let [.., draw, discard, end] = events.as_slice() else { return None };
    let plain = matches!(draw.action, Action::Draw { from: None, .. })
        && matches!(discard.action, Action::Discard { .. })
        && matches!(end.action, Action::DrawGame);
    if !plain {
        return None;
    }
    let at = events.len() - 3;
    events.drain(at..at + 2);
    Some(Mutant { log, hand, event: Some(at), seat: None })
}

fn floor_forgotten(log: &GameLog, hand: usize) -> Option<Mutant> {
    let mut log = log.clone();
    log.hands.truncate(hand + 1);
    let before = log.hands.get(hand.checked_sub(1)?)?.result.clone()?;
    let drawn = before.outcome == Some(Outcome::Draw);
    let result = log.hands[hand].result.as_mut()?;
    if !drawn || result.outcome != Some(Outcome::Win) {
        return None;
    }
    result.payments.as_mut()?.iter_mut().for_each(|payment| payment.points /= 2);
    let deltas = result.deltas.as_mut()?;
    deltas.0.iter_mut().for_each(|delta| *delta /= 2);
    let mut scores = before.scores?;
    scores.0.iter_mut().zip(deltas.0).for_each(|(score, delta)| *score += delta);
    result.scores = Some(scores);
    Some(Mutant { log, hand, event: None, seat: None })
}

fn idle_hunyou(log: &GameLog, hand: usize) -> Option<Mutant> {
    let mut log = log.clone();
    let events = &mut log.hands[hand].events;
    let at = (3..events.len()).find(|&at| {
        matches!(events[at - 1].action, Action::Draw { .. }) && matches!(events[at].action, Action::Discard { .. })
    })?;
    let seat = events[at].action.seat()?;
    events.insert(at, Event::from(Action::Declare { seat, what: Declaration::Hunyou }));
    at_event(log, hand, at, seat)
}

/// The faults of a log that go back to nothing else, and are nothing that the mutation leaves open on purpose.
fn faults(log: &GameLog) -> Result<Vec<Finding>, RulesError> {
    let cut_off = ["A004"];
    let (_, audit) = audit(log)?;
    let faults = audit.findings.into_iter().filter(caipan::audit::Finding::is_primary);
    Ok(faults
        .filter(|found| found.check.severity != caipan::audit::Severity::Info)
        .filter(|found| found.check.kind != caipan::audit::Kind::Unverifiable && !cut_off.contains(&found.check.code))
        .collect())
}

#[test]
fn every_mutant_is_found_where_it_is() {
    let declared = caipan::log::RulesDeclared { system: "beijing".into(), options: [].into() };
    let ruleset = resolve(&declared).unwrap();
    let mut made = [0; KINDS.len()];
    let mut wrong = Vec::new();
    let clean = [Knobs::USUAL, Knobs::EXHAUSTED, Knobs::KONGS].into_iter().enumerate();
    let clean = clean.flat_map(|(seed, knobs)| matches(&ruleset, 100 + seed as u64, knobs).take(120));
    for log in clean {
        for (kind, (code, make)) in KINDS.iter().enumerate() {
            let hand = made[kind] % log.hands.len();
            let hands = (0..log.hands.len()).map(|at| (at + hand) % log.hands.len());
            if made[kind] == EACH {
                continue;
            }
            let Some(mutant) = hands.into_iter().find_map(|hand| make(&log, hand)) else { continue };
            made[kind] += 1;
            let found = faults(&mutant.log).unwrap();
            let fits = |one: &Finding| {
                one.check.code == *code
                    && one.hand == Some(mutant.hand)
                    && one.event == mutant.event
                    && (mutant.seat.is_none() || one.seat == mutant.seat)
            };
            if found.len() != 1 || !fits(&found[0]) {
                let list: Vec<String> = found
                    .iter()
                    .map(|one| {
                        format!("{} {:?} {:?} {:?} {}", one.check.code, one.hand, one.event, one.seat, one.text.en)
                    })
                    .collect();
                let (hand, event, seat) = (mutant.hand, mutant.event, mutant.seat);
                wrong.push(format!("{code} in {} at {hand} {event:?} {seat:?}: {}", log.id, list.join(" | ")));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let short: Vec<&str> = KINDS.iter().zip(made).filter(|(_, n)| *n < EACH).map(|((code, _), _)| *code).collect();
    assert!(short.is_empty(), "too few of {short:?}");
    assert!(made.iter().sum::<usize>() >= 40);
}
