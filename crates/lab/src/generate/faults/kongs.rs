//! A4: injects faults of kongs and of the tiles that they reveal.

use super::scene::{Place, Scene};
use caipan_engine::rules::{Due, Ground, Rules};
use caipan_engine::table::{Konged, Offer, Phase, Table};
use caipan_log::{Action, Dice, DrawFrom, Event, KongKind};
use caipan_tiles::tile::{Seat, Tile};

block! {
    "A401" "concealed kong of tiles not held" concealed_not_held;
    "A401" "exposed kong of tiles not held" exposed_not_held;
    "A402" "added kong without its pung" no_pung;
    "A403" "kong out of turn" out_of_turn;
    "A404" "dice kong of a hand that is not ready" not_ready;
    "A405" "kong that the wall cannot replace" wall_short;
    "A406" "kong of a locked hand" locked;
    "A407" "tiles turned up without a kong" uncalled;
    "A407" "dice kong without its dice" no_dice;
    "A408" "dice kong without its tiles" no_reveal;
    "A409" "one tile too few turned up" too_few;
    "A409" "one tile too many turned up" too_many;
    "A410" "other tiles turned up" other_tiles;
    "A411" "dice of a kong not recorded" throw_unknown;
}

/// The seat in turn, at a discard before which it may act freely.
fn turn(rules: &dyn Rules, event: &Event, table: &Table) -> Option<Seat> {
    match (&event.action, table.phase) {
        (Action::Discard { .. }, Phase::Turn { seat, .. }) if rules.due(table) == Due::Act(seat) => Some(seat),
        _ => None,
    }
}

fn kong(seat: Seat, tile: Tile, kind: KongKind, dice: Option<Dice>) -> Vec<Event> {
    vec![Action::Kong { seat, tile, kind, dice }.into()]
}

fn concealed_not_held(scene: &mut Scene<'_>) -> Option<Place> {
    let rules = scene.rules;
    let (at, seat, tile) = scene.any(|at, event, table| {
        let Some(seat) = turn(rules, event, table).filter(|&seat| table.place(seat).dice_kongs == 0) else {
            return vec![];
        };
        let hand = table.place(seat).hand;
        hand.kinds().iter().filter(|&tile| hand.count(tile) == 3).map(|tile| (at, seat, tile)).collect()
    })?;
    scene.break_off(at, kong(seat, tile, KongKind::Concealed, None));
    Place::at(at, seat)
}

fn exposed_not_held(scene: &mut Scene<'_>) -> Option<Place> {
    let (at, seat, tile) = scene.any(|at, event, table| match (&event.action, table.phase) {
        (Action::Draw { .. }, Phase::Open { from, tiles, why: Offer::Discard }) => {
            let tile = tiles.iter().next();
            let fits = |seat: &Seat| tile.is_some_and(|tile| table.held(*seat, tile) == 2);
            let seats = table.playing().others(from).filter(fits);
            seats.filter_map(|seat| tile.map(|tile| (at, seat, tile))).collect()
        }
        _ => vec![],
    })?;
    scene.break_off(at, kong(seat, tile, KongKind::Exposed, None));
    Place::at(at, seat)
}

fn no_pung(scene: &mut Scene<'_>) -> Option<Place> {
    let rules = scene.rules;
    let (at, seat, tile) = scene.any(|at, event, table| {
        let Some(seat) = turn(rules, event, table) else { return vec![] };
        let place = table.place(seat);
        place.hand.kinds().iter().filter(|&tile| place.pung_of(tile).is_none()).map(|tile| (at, seat, tile)).collect()
    })?;
    scene.break_off(at, kong(seat, tile, KongKind::Added, None));
    Place::at(at, seat)
}

fn out_of_turn(scene: &mut Scene<'_>) -> Option<Place> {
    let rules = scene.rules;
    let (at, seat, tile) = scene.any(|at, event, table| {
        let Some(turn) = turn(rules, event, table) else { return vec![] };
        let four = |seat: Seat| {
            let hand = table.place(seat).hand;
            let tiles: Vec<Tile> = hand.kinds().iter().filter(|&tile| hand.count(tile) == 4).collect();
            tiles.into_iter().map(move |tile| (at, seat, tile))
        };
        table.playing().others(turn).flat_map(four).collect()
    })?;
    scene.break_off(at, kong(seat, tile, KongKind::Concealed, None));
    Place::at(at, seat)
}

/// A kong, with dice or without, that the rules refuse on this ground although its tiles are there.
fn refused(scene: &mut Scene<'_>, ground: Ground, with_dice: bool) -> Option<(usize, Seat, Tile, KongKind)> {
    let rules = scene.rules;
    scene.any(|at, event, table| {
        let refused = |seat: Seat, tile: Tile, kind: KongKind| {
            rules.may_kong(table, seat, tile, kind, with_dice).is_err_and(|refusal| refusal.ground == ground)
        };
        let mut found = Vec::new();
        if let Some(seat) = turn(rules, event, table) {
            let place = table.place(seat);
            for tile in place.hand.kinds().iter() {
                let kinds = [
                    (place.hand.count(tile) >= 4, KongKind::Concealed),
                    (place.pung_of(tile).is_some(), KongKind::Added),
                ];
                let fits = kinds.into_iter().filter(|&(there, kind)| there && refused(seat, tile, kind));
                found.extend(fits.map(|(_, kind)| (at, seat, tile, kind)));
            }
        }
        if let (Action::Draw { .. } | Action::DrawGame, Phase::Open { from, tiles, why: Offer::Discard }) =
            (&event.action, table.phase)
        {
            for (seat, tile) in table.playing().others(from).flat_map(|seat| tiles.iter().map(move |tile| (seat, tile)))
            {
                if table.held(seat, tile) >= 3 && refused(seat, tile, KongKind::Exposed) {
                    found.push((at, seat, tile, KongKind::Exposed));
                }
            }
        }
        found
    })
}

fn not_ready(scene: &mut Scene<'_>) -> Option<Place> {
    let (at, seat, tile, kind) = refused(scene, Ground::NotReady, true)?;
    scene.break_off(at, kong(seat, tile, kind, Dice::new(&[3])));
    Place::at(at, seat)
}

fn wall_short(scene: &mut Scene<'_>) -> Option<Place> {
    let with_dice = scene.chance.percent(50);
    let (at, seat, tile, kind) = refused(scene, Ground::WallShort, with_dice)?;
    let dice = if with_dice { Dice::new(&[3]) } else { None };
    let mut table = scene.tables.get(at)?.clone();
    table.kong(Konged { seat, tile, kind, dice, from: None, among: table.playing(), at: None });
    scene.stop(at, kong(seat, tile, kind, dice), table);
    Place::at(at, seat)
}

fn locked(scene: &mut Scene<'_>) -> Option<Place> {
    let (at, seat, tile, kind) = refused(scene, Ground::Locked, false)?;
    scene.break_off(at, kong(seat, tile, kind, None));
    Place::at(at, seat)
}

fn uncalled(scene: &mut Scene<'_>) -> Option<Place> {
    let rules = scene.rules;
    let (at, seat) =
        scene.any(|at, event, table| turn(rules, event, table).map(|seat| (at, seat)).into_iter().collect())?;
    let tiles = scene.tables.get(at)?.wall.at_dice(3, 1);
    if tiles.is_empty() {
        return None;
    }
    scene.break_off(at, vec![Action::Reveal { seat, tiles }.into()]);
    Place::at(at, seat)
}

/// The reveal of a dice kong: its event, seat and tiles.
fn reveals(scene: &mut Scene<'_>) -> Option<(usize, Seat, Vec<Tile>)> {
    scene.any(|at, event, _| match &event.action {
        Action::Reveal { seat, tiles } => vec![(at, *seat, tiles.clone())],
        _ => vec![],
    })
}

fn no_dice(scene: &mut Scene<'_>) -> Option<Place> {
    let (at, seat, _) = reveals(scene)?;
    let Action::Kong { dice, .. } = &mut scene.event_mut(at.checked_sub(1)?)?.action else { return None };
    *dice = None;
    Place::at(at, seat)
}

fn no_reveal(scene: &mut Scene<'_>) -> Option<Place> {
    let (at, seat, _) = reveals(scene)?;
    let next = scene.hand().events.get(at + 1)?;
    if matches!(next.action, Action::Leave { .. } | Action::Pass { .. } | Action::Win { .. }) {
        return None;
    }
    scene.hand_mut().events.remove(at);
    Place::at(at, seat)
}

fn too_few(scene: &mut Scene<'_>) -> Option<Place> {
    let (at, seat, mut tiles) = reveals(scene)?;
    tiles.pop().filter(|_| !tiles.is_empty())?;
    scene.break_off(at, vec![Action::Reveal { seat, tiles }.into()]);
    Place::at(at, seat)
}

fn too_many(scene: &mut Scene<'_>) -> Option<Place> {
    let (at, seat, mut tiles) = reveals(scene)?;
    tiles.push(*tiles.first()?);
    scene.break_off(at, vec![Action::Reveal { seat, tiles }.into()]);
    Place::at(at, seat)
}

fn other_tiles(scene: &mut Scene<'_>) -> Option<Place> {
    let (at, seat, tiles) = reveals(scene)?;
    let old = *tiles.first()?;
    // If the tile that was due is the wall's next tile, a win on it would read as a draw from the wall.
    if scene.tables.get(at + 1)?.wall.at(DrawFrom::Wall) == Some(old) {
        return None;
    }
    let new = scene.kind(|tile| tile != old)?;
    let Action::Reveal { tiles, .. } = &mut scene.event_mut(at)?.action else { return None };
    *tiles.first_mut()? = new;
    Place::at(at, seat)
}

fn throw_unknown(scene: &mut Scene<'_>) -> Option<Place> {
    let (at, seat, _) = reveals(scene)?;
    let Action::Kong { dice, .. } = &mut scene.event_mut(at.checked_sub(1)?)?.action else { return None };
    *dice = Dice::new(&[]);
    Place::at(at, seat)
}
