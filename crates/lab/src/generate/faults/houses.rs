//! Injects hands that are settled by another house rule than the declared one. The label names the option: the inverse
//! audit must name it as the explanation, or as a possible one if the evidence is too little.

use super::bugs::disagreement;
use super::scene::{Place, Scene, Watched};
use crate::generate::result::{End, result};
use caipan_engine::replay::{Before, Replayed, What, replay};
use caipan_engine::rules::{Ruleset, Search, System, WinCandidate, Won};
use caipan_log::{Action, HandResult, WinClaimed};
use caipan_tiles::tile::Seat;

block! {
    "A601" "patterns as another house counts them" patterns;
    "A602" "value as another house counts it" value;
    "A702" "payments as another house settles" payments;
    "A801" "next dealer as another house has it" next_dealer;
}

/// The first difference between a result and the right one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Differs {
    Patterns(Seat),
    Value(Seat),
    Payments(Seat),
    Dealer(Seat),
}

fn patterns(scene: &mut Scene<'_>) -> Option<Place> {
    settled(scene, |differs| if let Differs::Patterns(seat) = differs { Some(seat) } else { None })
}

fn value(scene: &mut Scene<'_>) -> Option<Place> {
    settled(scene, |differs| if let Differs::Value(seat) = differs { Some(seat) } else { None })
}

fn payments(scene: &mut Scene<'_>) -> Option<Place> {
    settled(scene, |differs| if let Differs::Payments(seat) = differs { Some(seat) } else { None })
}

fn next_dealer(scene: &mut Scene<'_>) -> Option<Place> {
    settled(scene, |differs| if let Differs::Dealer(seat) = differs { Some(seat) } else { None })
}

/// Settles the hand under one other price, such that only this part differs and no other hand of the match changes.
fn settled(scene: &mut Scene<'_>, wanted: impl Fn(Differs) -> Option<Seat>) -> Option<Place> {
    // Under limits by holdings another price changes what the seats hold in every hand after it.
    if scene.rules.house_money().is_limited() {
        return None;
    }
    let mut houses = Vec::new();
    for decl in (scene.ruleset.system.options)() {
        let now = scene.ruleset.choices.get(decl.id)?;
        if decl.search == Search::Price {
            houses.extend(decl.alternatives(now).into_iter().map(|value| (decl.id, value)));
        }
    }
    scene.chance.shuffle(&mut houses);
    let right = scene.hand().result.clone()?;
    let differs = |wrong: &HandResult| differs(scene.rules.system(), &scene.wins, &right, wrong);
    for (option, value) in houses {
        let other = scene.ruleset.changed(None, [(option, value)]);
        let Some(seat) = here(scene, &other).and_then(|wrong| differs(&wrong)).and_then(&wanted) else {
            continue;
        };
        let befores: Vec<Before> =
            Watched::all(other.rules.as_ref(), &scene.log).into_iter().map(|watched| watched.before).collect();
        let under = |at: usize| under(scene, &other, at, *befores.get(at)?);
        let claimed = |at: usize| scene.log.hands.get(at).and_then(|hand| hand.result.clone());
        let is_right = |at: usize| under(at) == claimed(at);
        let Some(wrong) = under(scene.at).filter(|wrong| differs(wrong).is_some()) else { continue };
        // A multiple would look like payments of another floor: they double upstairs.
        if scene.rules.floors().is_some() && is_multiple(&right, &wrong) {
            continue;
        }
        if (0..scene.log.hands.len()).filter(|&at| at != scene.at).all(is_right) {
            *scene.result_mut()? = wrong;
            return Some(Place { option: Some(option), ..Place::of(seat)? });
        }
    }
    None
}

/// The result of the scene's hand under other rules, with unchanged play: a cheap first check.
fn here(scene: &Scene<'_>, other: &Ruleset) -> Option<HandResult> {
    let rules = other.rules.as_ref();
    let mut wins = Vec::with_capacity(scene.wins.len());
    for (event, table) in scene.hand().events.iter().zip(scene.tables.iter()) {
        if let Action::Win { seat, .. } = event.action {
            wins.push(rules.judge(&WinCandidate::at(table, seat)?).ok()?);
        }
    }
    let end = End { table: scene.tables.last()?, wins: &wins, drawn: scene.drawn, stops: false };
    Some(result(rules, scene.style(), end, scene.scores_before()))
}

/// The result of a hand of the match under other rules; `None` if the play breaks those rules.
fn under(scene: &Scene<'_>, other: &Ruleset, at: usize, before: Before) -> Option<HandResult> {
    let hand = scene.log.hands.get(at)?;
    let rules = other.rules.as_ref();
    let played: Replayed = replay(rules, hand, before, |_, _| ());
    let note = |what: &What| matches!(what, What::DoubtfulWin { .. } | What::Left);
    if !played.breaches.iter().all(|breach| note(&breach.what)) {
        return None;
    }
    let end = End { table: &played.table, wins: &played.standing, drawn: played.drawn_game, stops: false };
    let last = at.checked_sub(1).and_then(|at| scene.log.hands.get(at)).and_then(|hand| hand.result.as_ref());
    let scores = last.map_or(scene.log.start.scores, |result| result.scores).unwrap_or_default();
    Some(result(rules, scene.style(), end, scores))
}

/// True if the point changes of all seats are the same multiple, or the same fraction, of the right ones.
fn is_multiple(right: &HandResult, wrong: &HandResult) -> bool {
    let (Some(right), Some(wrong)) = (right.deltas, wrong.deltas) else { return false };
    let times = |by: i64| Seat::ALL.iter().all(|&seat| wrong[seat] == by.saturating_mul(right[seat]));
    let parts = |by: i64| Seat::ALL.iter().all(|&seat| right[seat] == by.saturating_mul(wrong[seat]));
    (2..=4).any(|by| times(by) || parts(by))
}

fn differs(system: &System, won: &[Won], right: &HandResult, wrong: &HandResult) -> Option<Differs> {
    let (wins, others) = (right.wins.as_ref()?, wrong.wins.as_ref()?);
    let pairs = || wins.iter().zip(others);
    let is_other = |(one, other): &(&WinClaimed, &WinClaimed)| one != other;
    if wins.len() != others.len() || right.outcome != wrong.outcome || pairs().filter(is_other).count() > 1 {
        return None;
    }
    if let Some((one, other)) = pairs().find(is_other) {
        let won = won.iter().find(|won| won.seat == one.seat)?;
        let misnamed = !won.is_named(other.patterns.as_ref()?, system);
        return match (misnamed, one.value == other.value) {
            (true, _) => Some(Differs::Patterns(one.seat)),
            (false, false) => Some(Differs::Value(one.seat)),
            (false, true) => None,
        };
    }
    let money = disagreement(right.payments.as_ref()?, wrong.payments.as_ref()?);
    match (money, right.next_dealer == wrong.next_dealer) {
        (Some(payer), true) => payer.amount().map(Differs::Payments),
        (None, false) => right.next_dealer.and(wrong.next_dealer).map(Differs::Dealer),
        _ => None,
    }
}
