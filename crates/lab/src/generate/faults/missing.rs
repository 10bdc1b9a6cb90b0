//! Injects faults of what comes before play: exchanged tiles (换张) and missing suits (定缺).

use super::scene::{Place, Scene};
use caipan_engine::rules::Ground;
use caipan_engine::table::{Offer, Phase};
use caipan_log::{Action, Declaration};
use caipan_tiles::tile::{Seat, Suit, Tile};

block! {
    "A125" "exchange left out" not_exchanged;
    "A125" "other tiles taken than given" took_others;
    "A206" "missing suit named after a discard" named_late;
    "A308" "pung of the missing suit" pung_of_missing;
}

/// The last exchange of the hand; the hand is broken off before the first event of play.
fn not_exchanged(scene: &mut Scene<'_>) -> Option<Place> {
    let (at, seat, _) = last_exchange(scene)?;
    let play = first_of_play(scene)?;
    let kept = scene.hand().events.get(at + 1..=play)?.to_vec();
    scene.break_off(at, kept);
    // Play begins one event earlier now.
    Place::at(play - 1, seat)
}

fn took_others(scene: &mut Scene<'_>) -> Option<Place> {
    let (at, seat, takes) = last_exchange(scene)?;
    let first = *takes.first()?;
    let other = scene.kind(|tile| tile.suit() == first.suit() && !takes.contains(&tile))?;
    let event = scene.event_mut(at)?;
    if let Action::Exchange { takes, .. } = &mut event.action {
        *takes.first_mut()? = other;
    }
    let wrong = scene.hand().events.get(at)?.clone();
    scene.break_off(at, vec![wrong]);
    Place::at(at, seat)
}

/// The exchange by which the last seat gave and took.
fn last_exchange(scene: &Scene<'_>) -> Option<(usize, Seat, Vec<Tile>)> {
    scene.hand().events.iter().enumerate().rev().find_map(|(at, event)| match &event.action {
        Action::Exchange { seat, takes, .. } => Some((at, *seat, takes.clone())),
        _ => None,
    })
}

/// The first event that needs the exchanges to be made.
fn first_of_play(scene: &Scene<'_>) -> Option<usize> {
    scene.hand().events.iter().position(|event| {
        matches!(
            event.action,
            Action::Declare { .. } | Action::Discard { .. } | Action::Kong { .. } | Action::Win { .. }
        )
    })
}

fn named_late(scene: &mut Scene<'_>) -> Option<Place> {
    let rules = scene.rules;
    let (at, seat, suit) = scene.any(|at, event, table| match event.action {
        Action::Discard { seat, .. } if !table.place(seat).river.is_empty() => {
            let late = |suit: &Suit| {
                rules.may_declare(table, seat, Declaration::Void(*suit)).is_err_and(|no| no.ground == Ground::Time)
            };
            Suit::NUMBERED.into_iter().filter(late).map(|suit| (at, seat, suit)).collect()
        }
        _ => vec![],
    })?;
    scene.break_off(at, vec![Action::Declare { seat, what: Declaration::Void(suit) }.into()]);
    Place::at(at, seat)
}

fn pung_of_missing(scene: &mut Scene<'_>) -> Option<Place> {
    let rules = scene.rules;
    let (at, seat, tile) = scene.any(|at, event, table| match (&event.action, table.phase) {
        (Action::Draw { .. }, Phase::Open { from, tiles, why: Offer::Discard }) => {
            let Some(tile) = tiles.iter().next() else { return vec![] };
            let refused = |seat: &Seat| {
                table.held(*seat, tile) >= 2
                    && table.place(*seat).void == Some(tile.suit())
                    && rules.may_pung(table, *seat, tile).is_err_and(|no| no.ground == Ground::Tile)
            };
            table.playing().others(from).filter(refused).map(|seat| (at, seat, tile)).collect()
        }
        _ => vec![],
    })?;
    scene.break_off(at, vec![Action::Pung { seat, tile }.into()]);
    Place::at(at, seat)
}
