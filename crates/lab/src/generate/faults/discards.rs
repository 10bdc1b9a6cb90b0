//! A2: injects faults of discards and refusals.

use super::scene::{Place, Scene};
use caipan_engine::rules::Ground;
use caipan_engine::table::{Drawn, Phase};
use caipan_log::{Action, PassOf};
use caipan_tiles::tile::{Seat, Tile};

block! {
    "A201" "discard of a tile not held" not_held;
    "A202" "discard by the wrong seat" by_other;
    "A203" "locked hand changed" unlocked;
    "A204" "discard left out" no_discard;
    "A205" "refusal of nothing" idle_pass;
}

fn not_held(scene: &mut Scene<'_>) -> Option<Place> {
    let (at, who) = scene.any(|at, event, _| match event.action {
        Action::Discard { seat, .. } => vec![(at, seat)],
        _ => vec![],
    })?;
    let table = scene.tables.get(at)?.clone();
    let new = scene.kind(|tile| table.held(who, tile) == 0)?;
    let Action::Discard { tile, .. } = &mut scene.event_mut(at)?.action else { return None };
    *tile = new;
    Place::at(at, who)
}

fn by_other(scene: &mut Scene<'_>) -> Option<Place> {
    let (at, right, tile) = scene.any(|at, event, _| match event.action {
        Action::Discard { seat, tile } => vec![(at, seat, tile)],
        _ => vec![],
    })?;
    let wrong = scene.another_playing(at, right)?;
    // A tile that the other seat holds and may not discard would be a fault of its own.
    let table = scene.tables.get(at)?;
    if table.held(wrong, tile) > 0 && scene.rules.may_discard(table, wrong, tile).is_err() {
        return None;
    }
    let Action::Discard { seat, .. } = &mut scene.event_mut(at)?.action else { return None };
    *seat = wrong;
    Place::at(at, wrong)
}

fn unlocked(scene: &mut Scene<'_>) -> Option<Place> {
    let rules = scene.rules;
    let (at, who, new) = scene.any(|at, event, table| match (&event.action, table.phase) {
        (Action::Discard { seat, .. }, Phase::Turn { drawn: Drawn::Wall(_) | Drawn::Replacement(_), .. }) => {
            let locked = |tile: &Tile| {
                let verdict = rules.may_discard(table, *seat, *tile);
                verdict.is_err_and(|refusal| refusal.ground == Ground::Locked)
            };
            table.place(*seat).hand.kinds().iter().filter(locked).map(|other| (at, *seat, other)).collect()
        }
        _ => vec![],
    })?;
    let Action::Discard { tile, .. } = &mut scene.event_mut(at)?.action else { return None };
    *tile = new;
    Place::at(at, who)
}

/// Removes a discard whose absence shows in the next event of play.
fn no_discard(scene: &mut Scene<'_>) -> Option<Place> {
    let events = scene.hand().events.clone();
    let (at, seat) = scene.any(|at, event, _| match event.action {
        Action::Discard { seat, .. }
            if events.get(at + 1).is_some_and(|next| {
                !matches!(next.action, Action::Leave { .. } | Action::Pass { .. } | Action::Win { .. })
            }) =>
        {
            vec![(at, seat)]
        }
        _ => vec![],
    })?;
    scene.hand_mut().events.remove(at);
    Place::at(at, seat)
}

fn idle_pass(scene: &mut Scene<'_>) -> Option<Place> {
    let rules = scene.rules;
    let (at, seat) = scene.any(|at, event, table| match (&event.action, table.phase) {
        (Action::Draw { .. }, Phase::Open { from, .. }) => {
            let cannot = |seat: &Seat| {
                caipan_engine::rules::WinCandidate::at(table, *seat).is_none_or(|case| rules.judge(&case).is_err())
            };
            table.playing().others(from).filter(cannot).map(|seat| (at, seat)).collect()
        }
        _ => vec![],
    })?;
    scene.hand_mut().events.insert(at, Action::Pass { seat, of: PassOf::Win }.into());
    Place::at(at, seat)
}
