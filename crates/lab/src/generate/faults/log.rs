//! A0: injects faults of the log itself.

use super::scene::{Place, Scene};
use caipan_engine::rules::Ground;
use caipan_engine::table::Phase;
use caipan_log::{Action, Declaration, Event};

block! {
    "A001" "deal not recorded" undealt;
    "A002" "result not recorded" unresolved;
    "A003" "play after the end" after_end;
    "A004" "events cut off" cut_off;
    "A005" "client's table differs" digest;
    "A006" "another wall than published" commitment;
    "A007" "clock runs backwards" clock;
    "A008" "declaration that the rules do not have" declared;
    "A009" "play not recorded" unplayed;
    "A010" "turn written twice" turn_again;
    "A010" "claim written twice" claim_again;
    "A010" "drawn game written twice" end_again;
}

fn undealt(scene: &mut Scene<'_>) -> Option<Place> {
    scene.without_wall();
    scene.hand_mut().deal = None;
    Place::somewhere()
}

fn unresolved(scene: &mut Scene<'_>) -> Option<Place> {
    scene.hand_mut().result.take()?;
    Place::somewhere()
}

fn after_end(scene: &mut Scene<'_>) -> Option<Place> {
    let events = &scene.hand().events;
    let last = events.last()?;
    if !matches!(last.action, Action::Birds { .. } | Action::DrawGame | Action::Win { .. }) {
        return None;
    }
    let at = events.len();
    let seat = scene.a_seat()?;
    let tile = scene.kind(|_| true)?;
    let draw = scene.chance.percent(50);
    let action = if draw { Action::Draw { seat, tile, from: None } } else { Action::Discard { seat, tile } };
    scene.hand_mut().events.push(action.into());
    Place::at(at, seat)
}

fn cut_off(scene: &mut Scene<'_>) -> Option<Place> {
    let rules = scene.rules;
    let at = scene.any(|at, event, table| {
        // A log that lacks only its drawn game is not cut off.
        let open = !matches!(rules.due(table), caipan_engine::rules::Due::Finish | caipan_engine::rules::Due::DrawGame);
        let ending = matches!(event.action, Action::Leave { .. } | Action::Birds { .. });
        // A hand that is won automatically is over, even if the log does not say so.
        let open = open && rules.automatic(table).is_none();
        if open && !ending && table.winners.is_empty() && at > 0 { vec![at] } else { vec![] }
    })?;
    let ended = scene.hand().result.as_ref()?.outcome != Some(caipan_log::Outcome::Aborted);
    if !ended {
        return None;
    }
    scene.hand_mut().events.truncate(at);
    Place::somewhere()
}

fn unplayed(scene: &mut Scene<'_>) -> Option<Place> {
    let rules = scene.rules;
    // A hand that is over as dealt has nothing to record.
    scene.any(|at, _, table| if at == 0 && rules.automatic(table).is_none() { vec![()] } else { vec![] })?;
    if scene.hand().result.as_ref()?.outcome == Some(caipan_log::Outcome::Aborted) {
        return None;
    }
    scene.hand_mut().events.clear();
    Place::somewhere()
}

fn digest(scene: &mut Scene<'_>) -> Option<Place> {
    let (at, seat) =
        scene.any(|at, event, _| if event.digest.is_some() { vec![(at, event.action.seat())] } else { vec![] })?;
    let event: &mut Event = scene.event_mut(at)?;
    event.digest = Some(format!("sha256:{}", "0".repeat(64)).into_boxed_str());
    Some(Place { event: Some(at), seat, ..Place::default() })
}

fn commitment(scene: &mut Scene<'_>) -> Option<Place> {
    scene.hand_mut().fairness.as_mut()?.salt.as_mut()?.push('0');
    Place::somewhere()
}

fn clock(scene: &mut Scene<'_>) -> Option<Place> {
    let (at, seat) = scene
        .any(|at, event, _| event.action.seat().filter(|_| at > 0).map(|seat| (at, seat)).into_iter().collect())?;
    for (event, ms) in scene.hand_mut().events.iter_mut().zip((1000u64..).step_by(700)) {
        event.ms = Some(ms);
    }
    scene.event_mut(at)?.ms = Some(999);
    Place::at(at, seat)
}

fn declared(scene: &mut Scene<'_>) -> Option<Place> {
    let rules = scene.rules;
    let (at, seat, what) = scene.any(|at, event, table| match (&event.action, table.phase) {
        (Action::Discard { seat, .. }, Phase::Turn { .. }) => {
            let unknown = |what: &Declaration| {
                let verdict = rules.may_declare(table, *seat, *what);
                verdict.is_err_and(|refusal| refusal.ground == Ground::NoSuchAction)
            };
            let all = [Declaration::Ready, Declaration::Hunyou].into_iter();
            all.filter(unknown).map(|what| (at, *seat, what)).collect()
        }
        _ => vec![],
    })?;
    scene.hand_mut().events.insert(at, Action::Declare { seat, what }.into());
    Place::at(at, seat)
}

fn turn_again(scene: &mut Scene<'_>) -> Option<Place> {
    again(scene, |action| matches!(action, Action::Draw { .. } | Action::Discard { .. } | Action::Declare { .. }))
}

fn claim_again(scene: &mut Scene<'_>) -> Option<Place> {
    again(scene, |action| matches!(action, Action::Chow { .. } | Action::Pung { .. } | Action::Kong { .. }))
}

fn end_again(scene: &mut Scene<'_>) -> Option<Place> {
    again(scene, |action| matches!(action, Action::DrawGame))
}

/// The server writes one of these events twice, as it was sent.
fn again(scene: &mut Scene<'_>, is: fn(&Action) -> bool) -> Option<Place> {
    let (at, event) =
        scene.any(|at, event, _| if is(&event.action) { vec![(at + 1, event.clone())] } else { vec![] })?;
    let seat = event.action.seat();
    scene.hand_mut().events.insert(at, event);
    Some(Place { event: Some(at), seat, ..Place::default() })
}
