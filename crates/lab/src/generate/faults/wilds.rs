//! Injects faults of rules with wild tiles: the indicator, the reserve, forbidden uses of a wild, and 混儿悠.

use super::claims::{discarded, runs};
use super::scene::{Place, Scene};
use caipan_engine::rules::{Due, Ground, IndicatorAt, WinCandidate, Won};
use caipan_engine::table::{Drawn, Phase, Table};
use caipan_log::{Action, Declaration, Dice, DrawFrom, Event, KongKind};
use caipan_tiles::tile::{Seat, Tile};

block! {
    "A101" "fourth tile of the indicator's kind" fourth_of_indicator;
    "A120" "another indicator" indicator;
    "A121" "indicator not recorded" no_indicator;
    "A122" "draw from the reserve" reserve;
    "A123" "wrong number of dice" dice;
    "A203" "wild discarded" wild_discarded;
    "A203" "promise of 混儿悠 broken" promise_broken;
    "A206" "混儿悠 of a hand that does not win" idle_promise;
    "A206" "混儿悠 out of turn" promise_out_of_turn;
    "A308" "second pung" second_pung;
    "A308" "second chow" second_chow;
    "A308" "pung of wilds" wilds_punged;
    "A308" "wild used in a chow" wild_chowed;
    "A401" "concealed kong filled with a wild" kong_with_wild;
    "A504" "opened hand wins on a discard" opened;
    "A504" "three wilds win on a discard" three_wilds;
    "A504" "win while 混儿悠 is pending" pending;
    "A504" "win right after 混儿悠 gave it up" given_up;
    "A521" "four wilds dealt and played on" four_dealt;
    "A521" "four wilds drawn and played on" four_drawn;
    "A805" "last live tile left undrawn" undrawn;
}

/// The wild kind and the indicator of the hand.
fn wild(scene: &Scene<'_>) -> Option<(Tile, Tile)> {
    let table = scene.tables.first()?;
    table.wild.zip(table.indicator)
}

fn fourth_of_indicator(scene: &mut Scene<'_>) -> Option<Place> {
    let (wild, indicator) = wild(scene)?;
    if scene.rules.indicator()? == IndicatorAt::Peek {
        return None;
    }
    let mut seen =
        1 + scene.hand().deal.as_ref()?.0.iter().flat_map(|tiles| &tiles.0).filter(|&&t| t == indicator).count();
    let events = scene.hand().events.iter().enumerate();
    let mut places = Vec::new();
    for (at, event) in events {
        let Action::Draw { seat, tile, .. } = event.action else { continue };
        if seen == 4 && tile != wild {
            places.push((at, seat));
        }
        seen += usize::from(tile == indicator);
    }
    let (at, seat) = scene.pick(&places)?;
    scene.without_wall();
    let Action::Draw { tile, .. } = &mut scene.event_mut(at)?.action else { return None };
    *tile = indicator;
    Place::at(at, seat)
}

fn indicator(scene: &mut Scene<'_>) -> Option<Place> {
    let (_, right) = wild(scene)?;
    let wrong = scene.kind(|tile| tile != right)?;
    scene.hand_mut().indicator = Some(wrong);
    Place::somewhere()
}

fn no_indicator(scene: &mut Scene<'_>) -> Option<Place> {
    wild(scene)?;
    scene.without_wall();
    scene.hand_mut().indicator = None;
    let at = scene.at;
    scene.log.hands.truncate(at + 1);
    Place::somewhere()
}

fn reserve(scene: &mut Scene<'_>) -> Option<Place> {
    let (wild, _) = wild(scene)?;
    let (at, seat, tile) = scene.any(|at, event, table| match (&event.action, table.phase) {
        (Action::DrawGame, Phase::Open { from, .. }) => {
            let tile = table.wall.at(DrawFrom::Wall).filter(|&tile| tile != wild);
            tile.map(|tile| (at, table.next(from), tile)).into_iter().collect()
        }
        _ => vec![],
    })?;
    let events = &mut scene.hand_mut().events;
    events.insert(at, Action::Discard { seat, tile }.into());
    events.insert(at, Action::Draw { seat, tile, from: None }.into());
    Place::at(at, seat)
}

fn dice(scene: &mut Scene<'_>) -> Option<Place> {
    wild(scene)?;
    let (due, _) = scene.rules.cut_dice()?.dice();
    scene.hand_mut().dice.as_ref()?;
    scene.hand_mut().dice = Dice::new(if due == 1 { &[2, 2] } else { &[4] });
    Place::somewhere()
}

/// The seat that discards at this event, and the kinds in its hand.
fn discards(event: &Event, table: &Table) -> Option<(Seat, Vec<Tile>)> {
    let Action::Discard { seat, .. } = event.action else { return None };
    let place = table.place(seat);
    let wild = table.wild.filter(|_| place.wilds > 0);
    (table.in_turn() == Some(seat)).then(|| (seat, place.hand.kinds().iter().chain(wild).collect()))
}

/// Injects a discard that the rules refuse on this ground.
fn wrong_discard(scene: &mut Scene<'_>, ground: Ground) -> Option<Place> {
    wild(scene)?;
    let rules = scene.rules;
    let (at, seat, tile) = scene.any(|at, event, table| {
        let Some((seat, tiles)) = discards(event, table) else { return vec![] };
        // A discard after which no tile is left to draw would end the hand.
        if table.wall.left() <= rules.reserved(table) {
            return vec![];
        }
        let refused =
            |tile: &Tile| rules.may_discard(table, seat, *tile).is_err_and(|refusal| refusal.ground == ground);
        tiles.into_iter().filter(refused).map(|tile| (at, seat, tile)).collect()
    })?;
    scene.break_off(at, vec![Action::Discard { seat, tile }.into()]);
    Place::at(at, seat)
}

fn wild_discarded(scene: &mut Scene<'_>) -> Option<Place> {
    wrong_discard(scene, Ground::Tile)
}

fn promise_broken(scene: &mut Scene<'_>) -> Option<Place> {
    wrong_discard(scene, Ground::Shape)
}

/// Inserts, before a discard, a declaration of 混儿悠 that the rules refuse on this ground: by the seat in turn if
/// `own`, otherwise by another.
fn wrong_promise(scene: &mut Scene<'_>, own: bool, ground: Ground) -> Option<Place> {
    wild(scene)?;
    let rules = scene.rules;
    let what = Declaration::Hunyou;
    let (at, seat) = scene.any(|at, event, table| {
        let Some((turn, _)) = discards(event, table) else { return vec![] };
        let seats = if own { vec![turn] } else { table.playing().others(turn).collect() };
        let refused =
            |seat: &Seat| rules.may_declare(table, *seat, what).is_err_and(|refusal| refusal.ground == ground);
        seats.into_iter().filter(refused).map(|seat| (at, seat)).collect()
    })?;
    scene.hand_mut().events.insert(at, Action::Declare { seat, what }.into());
    Place::at(at, seat)
}

fn idle_promise(scene: &mut Scene<'_>) -> Option<Place> {
    wrong_promise(scene, true, Ground::Shape)
}

fn promise_out_of_turn(scene: &mut Scene<'_>) -> Option<Place> {
    wrong_promise(scene, false, Ground::Time)
}

/// Injects a pung that the rules refuse on this ground although its tiles are there.
fn wrong_pung(scene: &mut Scene<'_>, ground: Ground) -> Option<Place> {
    wild(scene)?;
    let rules = scene.rules;
    let (at, seat, tile) = scene.any(|at, event, table| match (&event.action, discarded(table)) {
        (Action::Draw { .. }, Some((from, tile))) => {
            let fits = |seat: &Seat| {
                table.held(*seat, tile) >= 2
                    && rules.may_pung(table, *seat, tile).is_err_and(|refusal| refusal.ground == ground)
            };
            table.playing().others(from).filter(fits).map(|seat| (at, seat, tile)).collect()
        }
        _ => vec![],
    })?;
    scene.break_off(at, vec![Action::Pung { seat, tile }.into()]);
    Place::at(at, seat)
}

fn second_pung(scene: &mut Scene<'_>) -> Option<Place> {
    wrong_pung(scene, Ground::Limit)
}

fn wilds_punged(scene: &mut Scene<'_>) -> Option<Place> {
    wrong_pung(scene, Ground::Tile)
}

/// Injects a chow by the next seat: over the limit if `limit`, otherwise with a wild in it.
fn wrong_chow(scene: &mut Scene<'_>, limit: bool) -> Option<Place> {
    wild(scene)?;
    let rules = scene.rules;
    let (at, seat, tile, with) = scene.any(|at, event, table| match (&event.action, discarded(table)) {
        (Action::Draw { .. }, Some((from, tile))) => {
            let seat = from.next();
            let of_limit = rules.may_chow(table, seat, tile).map_err(|refusal| refusal.ground == Ground::Limit);
            let fits = |with: &[Tile; 2]| {
                let wild = rules.may_lay(table, seat, with).is_err();
                let wrong = if limit { of_limit == Err(true) && !wild } else { of_limit == Ok(()) && wild };
                wrong && with.iter().all(|&one| table.held(seat, one) > 0)
            };
            runs(tile).into_iter().filter(fits).map(|with| (at, seat, tile, with)).collect()
        }
        _ => vec![],
    })?;
    scene.break_off(at, vec![Action::Chow { seat, tile, with }.into()]);
    Place::at(at, seat)
}

fn second_chow(scene: &mut Scene<'_>) -> Option<Place> {
    wrong_chow(scene, true)
}

fn wild_chowed(scene: &mut Scene<'_>) -> Option<Place> {
    wrong_chow(scene, false)
}

fn kong_with_wild(scene: &mut Scene<'_>) -> Option<Place> {
    let rules = scene.rules;
    let (at, seat, tile) = scene.any(|at, event, table| {
        let Some((seat, tiles)) = discards(event, table).filter(|&(seat, _)| rules.due(table) == Due::Act(seat)) else {
            return vec![];
        };
        let place = table.place(seat);
        let three = |tile: &Tile| place.wilds > 0 && place.hand.count(*tile) == 3;
        tiles.into_iter().filter(three).map(|tile| (at, seat, tile)).collect()
    })?;
    scene.break_off(at, vec![Action::Kong { seat, tile, kind: KongKind::Concealed, dice: None }.into()]);
    Place::at(at, seat)
}

/// Ends the hand with a win that this clause forbids.
fn forbidden(scene: &mut Scene<'_>, clause: &str) -> Option<Place> {
    wild(scene)?;
    let rules = scene.rules;
    let (at, seat, tile, won): (usize, Seat, Tile, Option<Won>) = scene.any(|at, event, table| {
        if !table.winners.is_empty() || matches!(event.action, Action::Win { .. } | Action::Leave { .. }) {
            return vec![];
        }
        let tried = table.seats.iter().filter_map(|seat| {
            let case = WinCandidate::at(table, seat)?;
            let tile = case.chance.tiles.iter().next()?;
            let (refusal, won) = match rules.judge(&case) {
                Err(refusal) => (refusal, None),
                Ok(won) => (rules.may_win(table, &won).err()?, Some(won)),
            };
            (refusal.clause.id == clause).then_some((at, seat, tile, won))
        });
        tried.collect()
    })?;
    let chance = scene.tables.get(at)?.chance(seat)?;
    let won = won.unwrap_or_else(|| scene.believed(seat, chance));
    scene.end_with(at, vec![Action::Win { seat, tile }.into()], &[won]);
    Place::at(at, seat)
}

fn opened(scene: &mut Scene<'_>) -> Option<Place> {
    forbidden(scene, "BJ-7c")
}

fn three_wilds(scene: &mut Scene<'_>) -> Option<Place> {
    forbidden(scene, "BJ-4h")
}

fn pending(scene: &mut Scene<'_>) -> Option<Place> {
    forbidden(scene, "BJ-13f")
}

fn given_up(scene: &mut Scene<'_>) -> Option<Place> {
    forbidden(scene, "BJ-13a")
}

/// Ignores a win that ends the hand automatically: the seat in turn discards instead.
fn played_on(scene: &mut Scene<'_>, dealt: bool) -> Option<Place> {
    let rules = scene.rules;
    let (at, seat, turn, tile) = scene.any(|at, event, table| {
        let (Action::Win { .. }, Phase::Turn { seat: turn, drawn }) = (&event.action, table.phase) else {
            return vec![];
        };
        let Some((seat, _)) = rules.automatic(table) else { return vec![] };
        let fits = matches!(drawn, Drawn::Dealt(_)) == dealt;
        // If that discard is the last of the hand, the hand is not broken off.
        let goes_on = |tile: &Tile| {
            let mut after = table.clone();
            after.discard(turn, *tile);
            rules.may_draw_game(&after).is_err()
        };
        let kinds = table.place(turn).hand.kinds();
        kinds.iter().filter(|_| fits).filter(goes_on).map(|tile| (at, seat, turn, tile)).collect()
    })?;
    scene.break_off(at, vec![Action::Discard { seat: turn, tile }.into()]);
    Place::at(at, seat)
}

fn four_dealt(scene: &mut Scene<'_>) -> Option<Place> {
    played_on(scene, true)
}

fn four_drawn(scene: &mut Scene<'_>) -> Option<Place> {
    played_on(scene, false)
}

/// Removes the last draw and its discard, so that the hand is drawn too early.
fn undrawn(scene: &mut Scene<'_>) -> Option<Place> {
    wild(scene)?;
    let events = &mut scene.hand_mut().events;
    let [.., draw, discard, end] = events.as_slice() else { return None };
    let plain = matches!(draw.action, Action::Draw { from: None, .. })
        && matches!(discard.action, Action::Discard { .. })
        && matches!(end.action, Action::DrawGame);
    let at = events.len().checked_sub(3).filter(|_| plain)?;
    events.drain(at..at + 2);
    Some(Place { event: Some(at), ..Place::default() })
}
