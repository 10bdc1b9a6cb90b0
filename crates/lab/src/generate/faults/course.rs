//! A8 and A9: injects faults of how hands end, who deals next, and who leaves.

use super::scene::{Place, Scene, held_after, streak};
use crate::generate::result::{End, result};
use caipan_engine::replay::{Before, replay};
use caipan_engine::rules::{Due, Rules};
use caipan_engine::table::{Phase, Table};
use caipan_log::{Action, Event, HandLog, Outcome};
use caipan_tiles::tile::{Seat, SeatMap, Seats};

block! {
    "A801" "wrong next dealer" next_dealer;
    "A802" "hand dealt by the wrong seat" dealer;
    "A803" "win recorded as a draw" win_as_draw;
    "A804" "win credited to another seat" other_winner;
    "A807" "hand broken off without a cause" broken_off;
    "A808" "two hands in each other's place" exchanged;
    "A809" "hand left out" left_out;
    "A805" "win turned into a draw" win_drawn;
    "A805" "hand drawn too early" drawn_early;
    "A901" "player leaves" leaves;
    "A902" "player leaves twice" leaves_twice;
}

/// The client names another seat as the next dealer.
fn next_dealer(scene: &mut Scene<'_>) -> Option<Place> {
    let right = scene.hand().result.as_ref()?.next_dealer?;
    let wrong = scene.another(right)?;
    scene.result_mut()?.next_dealer = Some(wrong);
    Place::of(wrong)
}

/// Lets another seat deal the next hand: rotates all seats of that hand.
fn dealer(scene: &mut Scene<'_>) -> Option<Place> {
    let seats = scene.seats();
    let steps = 1 + scene.chance.below(seats.len().saturating_sub(1).max(1));
    let next = scene.at + 1;
    let before = scene.hand().result.as_ref()?.scores?;
    let right = streak(&scene.log, next);
    let hand = scene.log.hands.get_mut(next)?;
    turn(hand, seats, steps, before);
    let wrong = hand.dealer?;
    let dealt = hand.clone();
    scene.log.hands.truncate(next + 1);
    // If the dealer's streak affects the payments, the client settles by the dealer that it let deal.
    let streak = streak(&scene.log, next);
    let holdings = scene.tables.last().and_then(|ended| held_after(scene.rules, ended, &scene.wins));
    let replayed = |streak| {
        replay(
            scene.rules,
            &dealt,
            Before {
                seats,
                dealer: wrong,
                streak,
                floor: None,
                picked: None,
                last_hand: None,
                holdings,
                owner: scene.log.start.owner,
                exchange: None,
            },
            |_, _| (),
        )
    };
    let (by_right, by_wrong) = (replayed(right), replayed(streak));
    // Limits stay with the seats while the tiles move.
    if by_right.ledger(scene.rules).net() != by_wrong.ledger(scene.rules).net() || holdings.is_some() {
        let (table, wins, drawn) = (&by_wrong.table, &by_wrong.standing[..], by_wrong.drawn_game);
        let result = result(scene.rules, scene.style(), End { table, wins, drawn, stops: false }, before);
        scene.log.hands.get_mut(next)?.result = Some(result);
    }
    Some(Place { hand: Some(next), seat: Some(wrong), ..Place::default() })
}

/// The client numbers the hands and leaves one out.
fn left_out(scene: &mut Scene<'_>) -> Option<Place> {
    let missing = scene.at + 1;
    let hands = &mut scene.log.hands;
    if missing + 1 >= hands.len() {
        return None;
    }
    for (hand, number) in hands.iter_mut().zip(1..) {
        hand.number = Some(number);
    }
    hands.remove(missing);
    scene.log.totals = None;
    scene.log.between = None;
    Some(Place { hand: Some(missing), ..Place::default() })
}

/// The client writes a hand before the one that was played before it.
fn exchanged(scene: &mut Scene<'_>) -> Option<Place> {
    let (at, next) = (scene.at, scene.at + 1);
    let hands = &scene.log.hands;
    let (one, other) = (hands.get(at)?, hands.get(next)?);
    let moves = |hand: &HandLog| {
        let result = hand.result.as_ref()?;
        result.scores?;
        result.deltas.filter(|gains| gains.0.iter().any(|&gain| gain != 0))
    };
    // Only then the scores of both hands contradict the new order.
    if moves(one)? == moves(other)? || one.dealer == other.dealer {
        return None;
    }
    scene.log.hands.swap(at, next);
    // No score after it changes.
    scene.at = scene.log.hands.len().saturating_sub(1);
    Some(Place { hand: Some(at), ..Place::default() })
}

/// Rotates every seat of a hand by `steps` around the table.
fn turn(hand: &mut HandLog, seats: Seats, steps: usize, before: SeatMap<i64>) {
    let moved = |seat: Seat| seats.after(seat, steps);
    hand.dealer = hand.dealer.map(moved);
    for picked in [&mut hand.piao, &mut hand.gu_mai].into_iter().flatten() {
        let old = *picked;
        seats.iter().for_each(|seat| picked[moved(seat)] = old[seat]);
    }
    if let Some(deal) = &mut hand.deal {
        let old = deal.clone();
        seats.iter().for_each(|seat| deal[moved(seat)] = old[seat].clone());
    }
    for event in &mut hand.events {
        event.digest = None;
        event.seats_mut().for_each(|seat| *seat = moved(*seat));
    }
    let Some(result) = &mut hand.result else { return };
    result.wins.iter_mut().flatten().for_each(|win| win.seat = moved(win.seat));
    for payment in result.payments.iter_mut().flatten() {
        (payment.from, payment.to) = (moved(payment.from), moved(payment.to));
    }
    if let Some(deltas) = &mut result.deltas {
        let old = *deltas;
        let mut scores = before;
        for seat in seats.iter() {
            deltas[moved(seat)] = old[seat];
            scores[moved(seat)] = scores[moved(seat)].saturating_add(old[seat]);
        }
        result.scores = Some(scores);
    }
    result.next_dealer = result.next_dealer.map(moved);
}

fn win_as_draw(scene: &mut Scene<'_>) -> Option<Place> {
    let result = scene.result_mut()?;
    if result.outcome != Some(Outcome::Win) {
        return None;
    }
    result.outcome = Some(Outcome::Draw);
    Place::somewhere()
}

fn other_winner(scene: &mut Scene<'_>) -> Option<Place> {
    let wins = scene.result_mut()?.wins.as_mut()?;
    let winners: Vec<Seat> = wins.iter().map(|win| win.seat).collect();
    let right = *winners.first()?;
    let others: Vec<Seat> = scene.seats().others(right).filter(|seat| !winners.contains(seat)).collect();
    let wrong = scene.pick(&others)?;
    scene.result_mut()?.wins.as_mut()?.first_mut()?.seat = wrong;
    Place::of(wrong)
}

/// Replaces the win by a drawn hand; nobody pays for a win.
fn win_drawn(scene: &mut Scene<'_>) -> Option<Place> {
    let rules = scene.rules;
    let at = scene.any(|at, event, table| match event.action {
        // A robbed kong would also lack its tiles.
        Action::Win { .. }
            if table.winners.is_empty()
                && table.wall.left() > 0
                && table.discards > 0
                && rules.automatic(table).is_none()
                && !matches!(table.phase, Phase::Kong { .. })
                && rules.may_draw_game(table).is_err()
                && !drawn_after_discard(rules, table) =>
        {
            vec![at]
        }
        _ => vec![],
    })?;
    draw_at(scene, at)
}

/// True if the hand is drawn once the seat in turn discards: without its win only that discard is missing (A204).
fn drawn_after_discard(rules: &dyn Rules, table: &Table) -> bool {
    let Phase::Turn { seat, drawn } = table.phase else { return false };
    let mut after = table.clone();
    drawn.tile().into_iter().for_each(|tile| after.discard(seat, tile));
    rules.may_draw_game(&after).is_ok()
}

fn drawn_early(scene: &mut Scene<'_>) -> Option<Place> {
    let rules = scene.rules;
    let at = scene.any(|at, event, table| match event.action {
        Action::Draw { .. } if matches!(rules.due(table), Due::Draw(..)) && table.winners.is_empty() => vec![at],
        _ => vec![],
    })?;
    draw_at(scene, at)
}

fn draw_at(scene: &mut Scene<'_>, at: usize) -> Option<Place> {
    let table = scene.tables.get(at).cloned();
    scene.replace_from(at, vec![Action::DrawGame.into()]);
    scene.conclude(table, &[], true);
    Some(Place { event: Some(at), ..Place::default() })
}

fn leaves(scene: &mut Scene<'_>) -> Option<Place> {
    let at = scene.any(|at, event, table| match event.action {
        Action::Draw { .. } if table.winners.is_empty() => vec![at],
        _ => vec![],
    })?;
    let seat = scene.a_seat()?;
    let mut table = scene.tables.get(at)?.clone();
    table.places[seat].left = true;
    scene.replace_from(at, vec![Action::Leave { seat }.into()]);
    scene.conclude(Some(table), &[], false);
    Place::at(at, seat)
}

fn leaves_twice(scene: &mut Scene<'_>) -> Option<Place> {
    let Place { event: Some(at), seat: Some(seat), .. } = leaves(scene)? else { return None };
    scene.hand_mut().events.insert(at, Action::Leave { seat }.into());
    Place::at(at + 1, seat)
}

/// Breaks off a hand that could go on; nobody is paid.
fn broken_off(scene: &mut Scene<'_>) -> Option<Place> {
    let rules = scene.rules;
    let at = scene.any(|at, event, table| {
        let goes_on = matches!(rules.due(table), Due::Act(_) | Due::Draw(..)) && rules.automatic(table).is_none();
        let leaves = matches!(event.action, Action::Leave { .. });
        if at > 0 && goes_on && !leaves && table.winners.is_empty() { vec![at] } else { vec![] }
    })?;
    let left = |event: &Event| matches!(event.action, Action::Leave { .. });
    if scene.hand().events.iter().take(at).any(left) {
        return None;
    }
    scene.break_off(at, vec![]);
    Place::somewhere()
}
