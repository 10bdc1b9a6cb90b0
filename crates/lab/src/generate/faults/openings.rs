//! A5: injects faults of initial wins (起手胡).

use super::scene::{Place, Scene};
use caipan_engine::rules::{Due, Pattern, PatternKind};
use caipan_engine::table::Table;
use caipan_log::Action;
use caipan_tiles::tile::Seat;

block! {
    "A511" "initial win that is not there" not_there;
    "A512" "initial win after the first discard" late;
    "A512" "initial win declared twice" twice;
    "A513" "initial win of an unknown name" unnamed;
}

/// The initial wins that these rules play.
fn sheet(scene: &Scene<'_>) -> Vec<&'static Pattern> {
    let all = scene.rules.system().patterns.iter().copied();
    all.filter(|pattern| pattern.kind == PatternKind::Opening && scene.rules.knows(pattern)).collect()
}

/// The client pays for the initial win; if initial wins end the hand, it ends here.
fn not_there(scene: &mut Scene<'_>) -> Option<Place> {
    let rules = scene.rules;
    let sheet = sheet(scene);
    let mut dealt: Table = scene.tables.first()?.clone();
    let declares = |seat: Seat| {
        matches!(scene.hand().events.first()?.action, Action::Opening { seat: who, .. } if who == seat).then_some(())
    };
    let all: Vec<(Seat, &'static Pattern)> = scene
        .seats()
        .iter()
        .filter(|&seat| declares(seat).is_none())
        .flat_map(|seat| sheet.iter().map(move |&pattern| (seat, pattern)))
        .filter(|(seat, pattern)| rules.may_open(&dealt, *seat, &[*pattern]).is_err())
        .collect();
    let (seat, pattern) = scene.pick(&all)?;
    let event = Action::Opening { seat, kinds: vec![pattern.name.zh.to_owned()], dice: None };
    dealt.open(seat, vec![pattern.id], None);
    if rules.due(&dealt) == Due::Finish {
        *std::rc::Rc::make_mut(&mut scene.tables).first_mut()? = dealt;
        scene.end_with(0, vec![event.into()], &[]);
    } else {
        let mut end = scene.tables.last()?.clone();
        // The event is put before all others.
        end.openings.splice(0..0, dealt.openings);
        let (wins, drawn) = (scene.wins.clone(), scene.drawn);
        // Where dice decide the birds of an initial win, a client would have thrown them.
        if !rules.open(&end, &wins).is_empty() {
            return None;
        }
        scene.conclude(Some(end), &wins, drawn);
        scene.hand_mut().events.insert(0, event.into());
    }
    Place::at(0, seat)
}

/// The initial win is declared too late, and not paid.
fn late(scene: &mut Scene<'_>) -> Option<Place> {
    let sheet = sheet(scene);
    let at = scene.any(|at, event, table| match event.action {
        Action::Draw { .. } if table.discards > 0 => vec![at],
        _ => vec![],
    })?;
    let seat = scene.a_seat()?;
    let pattern = scene.pick(&sheet)?;
    let event = Action::Opening { seat, kinds: vec![pattern.name.zh.to_owned()], dice: None };
    scene.hand_mut().events.insert(at, event.into());
    Place::at(at, seat)
}

fn twice(scene: &mut Scene<'_>) -> Option<Place> {
    let (at, seat, event) = scene.any(|at, event, _| match event.action {
        Action::Opening { seat, .. } => vec![(at + 1, seat, event.clone())],
        _ => vec![],
    })?;
    let event = caipan_log::Event { digest: None, ..event };
    scene.hand_mut().events.insert(at, event);
    Place::at(at, seat)
}

fn unnamed(scene: &mut Scene<'_>) -> Option<Place> {
    let (at, seat) = scene.any(|at, event, _| match event.action {
        Action::Opening { seat, .. } => vec![(at, seat)],
        _ => vec![],
    })?;
    let Action::Opening { kinds, .. } = &mut scene.event_mut(at)?.action else { return None };
    *kinds.first_mut()? = "十三不靠".to_owned();
    Place::at(at, seat)
}
