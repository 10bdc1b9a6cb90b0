//! A5: injects false, forbidden and missed wins. The client accepts them: birds, payments and dealer follow.

use super::scene::{Place, Scene};
use caipan_engine::rules::{Ground, WinCandidate, Won};
use caipan_engine::table::{Phase, Shown, Source, Table, WinChance};
use caipan_log::{Action, Claim, Declaration, DrawFrom, Event, LostClaim};
use caipan_tiles::tile::{Seat, Tile};

block! {
    "A501" "false win on a discard" false_discard;
    "A501" "false self-draw" false_draw;
    "A502" "win with a pair it may not have" wrong_pair;
    "A503" "win after a missed one" missed;
    "A504" "win that must come another way" wrong_manner;
    "A505" "win overridden by a claim" overridden_by_claim;
    "A505" "one of several winners left out" overridden_by_win;
    "A506" "win on another tile" other_tile;
    "A507" "win right after a claim" after_claim;
    "A507" "win on the own discard" own_discard;
    "A508" "concealed kong robbed" concealed_robbed;
    "A509" "win beside the konger's own" beside_konger;
    "A510" "the same win twice" twice;
}

/// The seats that may try to win at a moment when nobody does.
fn tries(event: &Event, table: &Table) -> Vec<Seat> {
    let quiet = table.winners.is_empty()
        && !matches!(
            event.action,
            Action::Win { .. }
                | Action::Leave { .. }
                | Action::Opening { .. }
                | Action::Exchange { .. }
                | Action::Declare { what: Declaration::Void(_), .. }
                | Action::Birds { .. }
        );
    if !quiet || table.last.taken_by.is_some() {
        return vec![];
    }
    table.seats.iter().filter(|&seat| table.chance(seat).is_some()).collect()
}

/// Ends the hand with a win that the rules refuse on this ground.
fn refused(scene: &mut Scene<'_>, own: Option<bool>, ground: Ground) -> Option<Place> {
    let rules = scene.rules;
    let (at, seat, chance) = scene.any(|at, event, table| {
        if !scene_open(rules, table) {
            return vec![];
        }
        let tried = tries(event, table).into_iter().filter_map(|seat| {
            let case = WinCandidate::at(table, seat)?;
            let fits = own.is_none_or(|own| case.chance.source.is_own() == own);
            let refusal = rules.judge(&case).err()?;
            (fits && refusal.ground == ground).then_some((at, seat, case.chance))
        });
        tried.collect()
    })?;
    let tile = chance.tiles.iter().next()?;
    let won = scene.believed(seat, chance);
    scene.end_with(at, vec![Action::Win { seat, tile }.into()], &[won]);
    Place::at(at, seat)
}

fn scene_open(rules: &dyn caipan_engine::rules::Rules, table: &Table) -> bool {
    rules.due(table) != caipan_engine::rules::Due::Finish
}

fn false_discard(scene: &mut Scene<'_>) -> Option<Place> {
    refused(scene, Some(false), Ground::Shape)
}

fn false_draw(scene: &mut Scene<'_>) -> Option<Place> {
    refused(scene, Some(true), Ground::Shape)
}

fn wrong_pair(scene: &mut Scene<'_>) -> Option<Place> {
    refused(scene, None, Ground::Pair)
}

fn wrong_manner(scene: &mut Scene<'_>) -> Option<Place> {
    refused(scene, None, Ground::Manner)
}

fn missed(scene: &mut Scene<'_>) -> Option<Place> {
    let rules = scene.rules;
    let (at, seat, won): (usize, Seat, Won) = scene.any(|at, event, table| {
        let barred = tries(event, table).into_iter().filter_map(|seat| {
            let (won, verdict) = rules.win_left(table, &WinCandidate::at(table, seat)?).ok()?;
            let refusal = verdict.err()?;
            (refusal.ground == Ground::Missed).then_some((at, seat, won))
        });
        barred.collect()
    })?;
    let tile = *won.tiles.first()?;
    scene.end_with(at, vec![Action::Win { seat, tile }.into()], &[won]);
    Place::at(at, seat)
}

/// The seats that can win on the open tile.
fn able(rules: &dyn caipan_engine::rules::Rules, table: &Table, from: Seat) -> Vec<Seat> {
    let can = |seat: &Seat| {
        WinCandidate::at(table, *seat)
            .and_then(|case| rules.win_left(table, &case).ok())
            .is_some_and(|(_, verdict)| verdict.is_ok())
    };
    table.playing().others(from).filter(can).collect()
}

/// True if the seat has just passed: it does not claim the same win then.
fn has_refused(events: &[Event], at: usize, seat: Seat) -> bool {
    let before = events.get(..at).unwrap_or_default().iter().rev();
    let mut passes =
        before.map_while(|event| if let Action::Pass { seat, .. } = event.action { Some(seat) } else { None });
    passes.any(|who| who == seat)
}

fn overridden_by_claim(scene: &mut Scene<'_>) -> Option<Place> {
    let rules = scene.rules;
    let events = scene.hand().events.clone();
    let refused = |at: usize, seat: Seat| has_refused(&events, at, seat);
    let (at, seat) = scene.any(|at, event, table| match (&event.action, table.phase) {
        (
            Action::Chow { .. } | Action::Pung { .. } | Action::Kong { .. } | Action::Draw { .. },
            Phase::Open { from, .. },
        ) => able(rules, table, from).into_iter().filter(|&seat| !refused(at, seat)).map(|seat| (at, seat)).collect(),
        _ => vec![],
    })?;
    scene.event_mut(at)?.claims.push(LostClaim { seat, what: Claim::Win });
    Place::at(at, seat)
}

/// Two seats could win and one did: adds a lost claim of the other.
fn overridden_by_win(scene: &mut Scene<'_>) -> Option<Place> {
    let rules = scene.rules;
    // If only one seat may win, the other was rightly left out.
    if rules.one_winner().is_some() {
        return None;
    }
    let events = scene.hand().events.clone();
    let (at, seat) = scene.any(|at, event, table| match (&event.action, table.phase) {
        (Action::Win { seat: winner, .. }, Phase::Open { from, .. }) if from != *winner && table.winners.is_empty() => {
            // If only the first in order wins, a later seat is rightly left out.
            let first = |seat: &Seat| rules.one_winner().is_none() || from.distance(*seat) < from.distance(*winner);
            let stays = |seat: &Seat| seat != winner && first(seat) && !has_refused(&events, at, *seat);
            let left_out = able(rules, table, from).into_iter().filter(stays);
            left_out.map(|seat| (at, seat)).collect()
        }
        _ => vec![],
    })?;
    let events = scene.hand().events.clone();
    if events.iter().any(|event| matches!(event.action, Action::Win { seat: winner, .. } if winner == seat)) {
        return None;
    }
    scene.event_mut(at)?.claims.push(LostClaim { seat, what: Claim::Win });
    Place::at(at, seat)
}

fn other_tile(scene: &mut Scene<'_>) -> Option<Place> {
    let (at, who, shown) = scene.any(|at, event, table| match event.action {
        Action::Win { seat, .. } => {
            let chance = table.chance(seat).filter(|chance| chance.source != Source::Dealt);
            chance.map(|chance| (at, seat, (chance.tiles, table.wall.at(DrawFrom::Wall)))).into_iter().collect()
        }
        _ => vec![],
    })?;
    // A win on the wall's next tile would read as a self-draw whose draw is missing.
    let (shown, next) = shown;
    let new = scene.kind(|tile| !shown.has(tile) && next != Some(tile))?;
    let Action::Win { tile, .. } = &mut scene.event_mut(at)?.action else { return None };
    *tile = new;
    Place::at(at, who)
}

/// A chance that does not exist: the tile cannot be won.
fn imagined(tile: Tile) -> WinChance {
    WinChance { tiles: Shown::one(tile), source: Source::Draw, from: None }
}

fn after_claim(scene: &mut Scene<'_>) -> Option<Place> {
    let (at, seat, tile) = scene.any(|at, event, table| match (&event.action, table.phase) {
        (Action::Discard { seat, tile }, Phase::Turn { drawn: caipan_engine::table::Drawn::Nothing, .. }) => {
            vec![(at, *seat, *tile)]
        }
        _ => vec![],
    })?;
    let won = scene.believed(seat, imagined(tile));
    scene.end_with(at, vec![Action::Win { seat, tile }.into()], &[won]);
    Place::at(at, seat)
}

fn own_discard(scene: &mut Scene<'_>) -> Option<Place> {
    let (at, seat, tile) = scene.any(|at, event, table| match (&event.action, table.phase) {
        (Action::Draw { .. }, Phase::Open { from, tiles, why: caipan_engine::table::Offer::Discard }) => {
            tiles.iter().map(|tile| (at, from, tile)).collect()
        }
        _ => vec![],
    })?;
    let won = scene.believed(seat, imagined(tile));
    scene.end_with(at, vec![Action::Win { seat, tile }.into()], &[won]);
    Place::at(at, seat)
}

fn concealed_robbed(scene: &mut Scene<'_>) -> Option<Place> {
    refused(scene, Some(false), Ground::Unrobbable)
}

fn beside_konger(scene: &mut Scene<'_>) -> Option<Place> {
    let (at, konger, tile) = scene.any(|at, event, table| match (&event.action, table.phase) {
        (Action::Win { seat, tile }, Phase::Open { from, .. }) if from == *seat => vec![(at + 1, *seat, *tile)],
        _ => vec![],
    })?;
    let seat = scene.another(konger)?;
    scene.hand_mut().events.insert(at, Action::Win { seat, tile }.into());
    Place::at(at, seat)
}

fn twice(scene: &mut Scene<'_>) -> Option<Place> {
    let (at, seat, event) = scene.any(|at, event, _| match event.action {
        Action::Win { seat, .. } => vec![(at + 1, seat, event.clone())],
        _ => vec![],
    })?;
    scene.hand_mut().events.insert(at, Event { claims: Vec::new(), digest: None, ..event });
    Place::at(at, seat)
}
