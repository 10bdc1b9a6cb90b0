//! A7: injects faults of payments and scores.

use super::scene::{Place, Scene};
use caipan_engine::replay::{Before, Replayed, replay};
use caipan_engine::rules::{Open, Rules};
use caipan_engine::table::Fill;
use caipan_log::{Action, Payment};
use caipan_tiles::ledger::{Net, Pair, Pairs};
use caipan_tiles::tile::{Seat, SeatMap};

block! {
    "A701" "points out of nothing" out_of_nothing;
    "A702" "wrong amount" amount;
    "A703" "wrong payer" payer;
    "A704" "wrong receiver" receiver;
    "A705" "point changes other than the payments" not_the_payments;
    "A706" "wrong point changes" deltas;
    "A707" "scores carried over wrongly" scores;
    "A708" "right total for the wrong cause" cause;
    "A710" "payment to oneself" to_oneself;
    "A711" "payment put down to an event that costs nothing" of_a_draw;
    "A712" "payments of two values of a field left out" of_two_values;
    "A715" "wrong totals at the end of the match" totals;
}

/// A field is left out, and one pair pays by another of its values than the others.
fn of_two_values(scene: &mut Scene<'_>) -> Option<Place> {
    let last = scene.tables.last()?.clone();
    let place = match scene.wins.as_slice() {
        [_] if last.floor.is_some() => super::stakes::floor_unknown(scene)?,
        [_] if last.last.tile.is_none() => {
            scene.without_wall();
            let events = &mut scene.hand_mut().events;
            events.retain(|event| !matches!(event.action, Action::Birds { .. } | Action::Flip { .. }));
            Place::somewhere()?
        }
        _ => return None,
    };
    let floor = if scene.at == 0 && scene.log.start.upstairs.is_none() { None } else { last.floor };
    let before = Before {
        seats: last.seats,
        dealer: last.dealer,
        streak: last.streak,
        floor,
        picked: None,
        last_hand: None,
        holdings: last.holdings,
        owner: last.owner,
        exchange: None,
    };
    let replayed = replay(scene.rules, scene.hand(), before, |_, _| ());
    // With several unknown fields, or one with many values, no pair of values is impossible.
    let mut unknown = scene.rules.open(&replayed.table, &replayed.standing).into_iter();
    let open = unknown.next().filter(|open| unknown.next().is_none() && open.values.len() <= Open::MOST)?;
    let table = scene.seats();
    let nets: Vec<Net> = open.values.iter().map(|value| settled(scene.rules, &replayed, value)).collect();
    let seated = |pair: &Pair| [pair.seats().0, pair.seats().1].into_iter().all(|seat| table.contains(seat));
    let pairs = || Pair::ALL.into_iter().filter(seated);
    let mix = nets.iter().flat_map(|one| nets.iter().map(move |other| (one, other))).find_map(|(one, other)| {
        let mixed = |pair: Pair| one.with(other, Pairs::NONE.with(pair));
        pairs().map(mixed).find(|mix| !nets.contains(mix))
    })?;
    let mut ledger: Vec<Payment> = Vec::new();
    for pair in pairs() {
        let (points, (a, b)) = (mix.at(pair), pair.seats());
        let (from, to) = if points < 0 { (b, a) } else { (a, b) };
        if points != 0 {
            ledger.push(Payment { from, to, points: points.saturating_abs(), cause: None, at: None });
        }
    }
    let mut scores = scene.scores_before();
    let result = scene.result_mut()?;
    let mut deltas = SeatMap::default();
    for payment in &ledger {
        for (seat, points) in [(payment.from, -payment.points), (payment.to, payment.points)] {
            deltas[seat] += points;
            scores[seat] = scores[seat].saturating_add(points);
        }
    }
    (result.payments, result.deltas, result.scores) = (Some(ledger), Some(deltas), Some(scores));
    Some(place)
}

/// Returns the payments of a hand with this value.
fn settled(rules: &dyn Rules, replayed: &Replayed, value: &Fill) -> Net {
    let mut table = replayed.table.clone();
    table.fill(value);
    rules.settle(&table, &replayed.standing).net()
}

/// Adds points to a seat's recorded point change and score.
fn shift(scene: &mut Scene<'_>, seat: Seat, points: i64) -> Option<()> {
    let result = scene.result_mut()?;
    for field in [result.deltas.as_mut()?, result.scores.as_mut()?] {
        field[seat] = field[seat].saturating_add(points);
    }
    Some(())
}

fn out_of_nothing(scene: &mut Scene<'_>) -> Option<Place> {
    let seat = scene.a_seat()?;
    shift(scene, seat, 5)?;
    Place::of(seat)
}

/// A payment that is the only one between its two seats, with its index.
fn lone(scene: &mut Scene<'_>) -> Option<(usize, Payment)> {
    let payments = scene.hand().result.as_ref()?.payments.clone()?;
    let pair = |one: &Payment, other: &Payment| {
        (one.from, one.to) == (other.from, other.to) || (one.from, one.to) == (other.to, other.from)
    };
    let all: Vec<(usize, Payment)> = payments
        .iter()
        .enumerate()
        .filter(|(_, one)| payments.iter().filter(|other| pair(one, other)).count() == 1)
        .map(|(at, payment)| (at, payment.clone()))
        .collect();
    scene.pick(&all)
}

#[expect(clippy::needless_pass_by_value, reason = "the payment is put in place of another")]
fn replace(scene: &mut Scene<'_>, at: usize, new: Payment) -> Option<()> {
    let payments = scene.result_mut()?.payments.as_mut()?;
    let old = std::mem::replace(payments.get_mut(at)?, new.clone());
    shift(scene, old.from, old.points)?;
    shift(scene, old.to, -old.points)?;
    shift(scene, new.from, -new.points)?;
    shift(scene, new.to, new.points)
}

fn amount(scene: &mut Scene<'_>) -> Option<Place> {
    let (at, old) = lone(scene)?;
    let from = old.from;
    // An amount that no usual mistake leads to: a part paid twice, a factor counted twice.
    let ledger = scene.rules.settle(scene.tables.last()?, &scene.wins);
    let parts: Vec<i64> = ledger.lines().iter().map(|line| line.sum.value()).chain([old.points]).collect();
    let more = [97, 89].into_iter().find(|more| !parts.contains(more))?;
    replace(scene, at, Payment { points: old.points.saturating_add(more), ..old })?;
    Place::of(from)
}

fn payer(scene: &mut Scene<'_>) -> Option<Place> {
    let (at, old) = lone(scene)?;
    // Only if it is the hand's only payment: the other two seats then owe nothing.
    let payments = scene.hand().result.as_ref()?.payments.as_ref()?;
    if payments.len() != 1 {
        return None;
    }
    let others: Vec<Seat> = scene.seats().iter().filter(|seat| ![old.from, old.to].contains(seat)).collect();
    let other = scene.pick(&others)?;
    replace(scene, at, Payment { from: other, ..old })?;
    Place::of(other)
}

fn receiver(scene: &mut Scene<'_>) -> Option<Place> {
    let (at, old) = lone(scene)?;
    let payments = scene.hand().result.as_ref()?.payments.as_ref()?;
    if payments.len() != 1 {
        return None;
    }
    let others: Vec<Seat> = scene.seats().iter().filter(|seat| ![old.from, old.to].contains(seat)).collect();
    let other = scene.pick(&others)?;
    replace(scene, at, Payment { to: other, ..old })?;
    Place::of(other)
}

/// Moves points between two seats. The place is the first of them in order.
fn moved(scene: &mut Scene<'_>) -> Option<Place> {
    let one = scene.a_seat()?;
    let other = scene.another(one)?;
    shift(scene, one, 3)?;
    shift(scene, other, -3)?;
    Place::of(one.min(other))
}

fn not_the_payments(scene: &mut Scene<'_>) -> Option<Place> {
    moved(scene)
}

fn deltas(scene: &mut Scene<'_>) -> Option<Place> {
    scene.result_mut()?.payments = None;
    moved(scene)
}

fn scores(scene: &mut Scene<'_>) -> Option<Place> {
    let seat = scene.a_seat()?;
    let scores: &mut SeatMap<i64> = scene.result_mut()?.scores.as_mut()?;
    scores[seat] = scores[seat].saturating_add(4);
    Place::of(seat)
}

/// A point too many in the totals at the end of the match.
fn totals(scene: &mut Scene<'_>) -> Option<Place> {
    let seats: Vec<Seat> = scene.seats().iter().collect();
    let [one, other, ..] = seats[..] else { return None };
    let mut totals = scene.totals?;
    totals[one] = totals[one].saturating_add(1);
    totals[other] = totals[other].saturating_sub(1);
    scene.log.totals = Some(totals);
    Some(Place { hand: scene.log.hands.len().checked_sub(1), seat: Some(one), ..Place::default() })
}

/// Moves a point between two payments of one pair for two causes.
fn cause(scene: &mut Scene<'_>) -> Option<Place> {
    // Where limits give something back, causes and events are not compared.
    if scene.rules.house_money().is_limited() {
        return None;
    }
    let payments = scene.result_mut()?.payments.as_mut()?;
    let pair = |payments: &[Payment]| {
        for (at, one) in payments.iter().enumerate() {
            let twin = payments.iter().position(|other| {
                (other.from, other.to) == (one.from, one.to) && other.cause != one.cause && other.cause.is_some()
            });
            if let Some(other) = twin {
                return Some((at, other));
            }
        }
        None
    };
    let (one, other) = pair(payments)?;
    let first = payments.get_mut(one)?;
    first.points = first.points.saturating_add(1);
    let seat = first.from.min(first.to);
    let second = payments.get_mut(other)?;
    second.points = second.points.checked_sub(1)?;
    Place::of(seat)
}

fn to_oneself(scene: &mut Scene<'_>) -> Option<Place> {
    let seat = scene.a_seat()?;
    let payments = scene.result_mut()?.payments.as_mut()?;
    let cause = payments.first().and_then(|first| first.cause.clone());
    payments.push(Payment { from: seat, to: seat, points: 5, cause, at: None });
    Place::of(seat)
}

/// Attributes a payment to a draw, which costs nothing.
fn of_a_draw(scene: &mut Scene<'_>) -> Option<Place> {
    if scene.rules.house_money().is_limited() {
        return None;
    }
    let (at, _) = lone(scene)?;
    let draw = scene.hand().events.iter().position(|event| matches!(event.action, Action::Draw { .. }))?;
    let payment = scene.result_mut()?.payments.as_mut()?.get_mut(at)?;
    payment.at = Some(draw);
    Place::of(payment.from)
}
