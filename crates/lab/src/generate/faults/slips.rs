//! A0: injects slips of a record over several events: events written again after a reconnect, and seats too far.

use super::scene::{Place, Scene};
use caipan_engine::rules::Due;
use caipan_engine::table::Table;
use caipan_log::{Action, Event};

block! {
    "A011" "last events written again" last_again;
    "A011" "draw written again after others" draw_again;
    "A012" "seats too far from an event on" turned;
}

/// The client writes its last events again.
fn last_again(scene: &mut Scene<'_>) -> Option<Place> {
    let rules = scene.rules;
    let events = scene.hand().events.clone();
    let tables = scene.tables.clone();
    let count = 2 + scene.chance.below(6);
    let at = scene.any(|at, event, _| {
        let next = at + count;
        let last = events.get(next - 1).is_some_and(|last| last.action != event.action);
        let refused = tables.get(next).is_some_and(|table| !may_follow(rules.due(table), table, &event.action));
        if last && refused { vec![at] } else { vec![] }
    })?;
    let again: Vec<_> = events.get(at..at + count)?.to_vec();
    let seat = again.first()?.action.seat();
    let place = at + count;
    let hand = scene.hand_mut();
    hand.events.splice(place..place, again);
    Some(Place { event: Some(place), seat, ..Place::default() })
}

/// The server writes a draw again after some other events.
fn draw_again(scene: &mut Scene<'_>) -> Option<Place> {
    let rules = scene.rules;
    let events = scene.hand().events.clone();
    let tables = scene.tables.clone();
    let others = 1 + scene.chance.below(4);
    let at = scene.any(|at, event, _| {
        let next = at + 1 + others;
        let table = tables.get(next).filter(|_| next < events.len() && matches!(event.action, Action::Draw { .. }));
        let refused =
            table.is_some_and(|table| table.winners.is_empty() && !may_follow(rules.due(table), table, &event.action));
        // Beside an event like it, it would be that event written twice.
        let is_apart = [at + others, next].into_iter().all(|beside| events.get(beside) != Some(event));
        if refused && is_apart { vec![at] } else { vec![] }
    })?;
    let event = events.get(at)?.clone();
    let (seat, place) = (event.action.seat()?, at + 1 + others);
    scene.hand_mut().events.insert(place, event);
    Place::at(place, seat)
}

/// True if this draw or discard may be the next event. Other events are left out.
fn may_follow(due: Due, table: &Table, action: &Action) -> bool {
    match action {
        Action::Draw { seat, .. } => matches!(due, Due::Draw(next, _) | Due::AnswerLast(next) if next == *seat),
        Action::Discard { seat, .. } => table.in_turn() == Some(*seat),
        _ => true,
    }
}

/// After a reconnect the client counts the seats from another one.
fn turned(scene: &mut Scene<'_>) -> Option<Place> {
    let seats = scene.seats();
    let by = 1 + scene.chance.below(seats.len().saturating_sub(1).max(1));
    let events = scene.hand().events.clone();
    let tables = scene.tables.clone();
    let at = scene.any(|at, event, table| {
        // Discards that the other seat does not hold show that more than one event is wrong.
        let is_shown = |&other: &usize| match (events.get(other - 1), events.get(other)) {
            (Some(before), Some(Event { action: Action::Discard { seat, tile }, .. })) => {
                let too_far = seats.after(*seat, by);
                let drawn = matches!(before.action, Action::Draw { tile: drawn, .. } if drawn == *tile);
                let held = [Some(table), tables.get(other)].into_iter().flatten();
                !drawn && held.into_iter().all(|table| table.held(too_far, *tile) == 0)
            }
            _ => false,
        };
        let begins = matches!(event.action, Action::Draw { .. } | Action::Discard { .. }) && table.out.is_empty();
        if begins && (at + 1..events.len()).filter(is_shown).count() > 2 { vec![at] } else { vec![] }
    })?;
    for event in scene.hand_mut().events.iter_mut().skip(at) {
        event.digest = None;
        event.seats_mut().for_each(|seat| *seat = seats.after(*seat, by));
    }
    Some(Place { event: Some(at), ..Place::default() })
}
