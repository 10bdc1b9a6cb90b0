//! One wrong record gives one finding, and a second fault beside it gives its own; neither is settled by the wrong
//! record.

use super::doubt::{audited, reported, stands};
use super::matches_of;
use super::thefts::{STOLEN, is_found, is_open, take};
use crate::generate::{preset, presets};
use caipan_engine::audit::{Audit, Finding, Kind};
use caipan_lab::generate::{MatchConfig, Rng, matches};
use caipan_log::{Action, Event, GameLog, HandLog, HandResult, KongKind};
use caipan_tiles::tile::{Seat, Tile};

/// Codes and hands of the primary findings that are faults or variants.
fn faults(audit: &Audit) -> Vec<(&'static str, Option<usize>)> {
    let own = |found: &&Finding| found.because.is_none() && matches!(found.kind, Kind::Fault | Kind::Variant);
    audit.findings.iter().filter(own).map(|found| (found.check.code, found.hand)).collect()
}

/// Generates `each` matches per preset and applies `change` to one hand; returns the changed ones with the hand.
pub(super) fn changed(each: usize, mut change: impl FnMut(&mut HandLog, &mut Rng) -> bool) -> Vec<(GameLog, usize)> {
    let mut all = Vec::new();
    for (nth, id) in presets().enumerate() {
        for (at, log) in matches_of(id, each).1.into_iter().enumerate() {
            let mut chance = Rng::nth(nth as u64, at as u64);
            let mut log = log.clone();
            let hand = chance.below(log.hands.len());
            if change(&mut log.hands[hand], &mut chance) {
                all.push((log, hand));
            }
        }
    }
    all
}

fn at_random(events: &[Event], chance: &mut Rng, is: impl Fn(usize, &Action) -> bool) -> Option<usize> {
    let all: Vec<usize> =
        events.iter().enumerate().filter(|(at, event)| is(*at, &event.action)).map(|(at, _)| at).collect();
    if all.is_empty() { None } else { Some(all[chance.below(all.len())]) }
}

fn any_tile(chance: &mut Rng) -> Tile {
    Tile::played().nth(chance.below(27)).expect("three suits of nine")
}

pub(super) fn winner_and_loser(result: &HandResult) -> Option<(Seat, Seat)> {
    let deltas = result.deltas.as_ref()?;
    let winner = Seat::ALL.into_iter().find(|&seat| deltas[seat] > 0)?;
    Some((winner, Seat::ALL.into_iter().find(|&seat| deltas[seat] < 0)?))
}

/// A wrong tile drawn or discarded beside stolen points: the theft is found or unverifiable, and nobody is told to pay.
#[test]
fn theft_beside_wrong_step_moves_no_points() {
    let mut seen = 0;
    let logs = changed(16, |hand, chance| {
        let of_draw = chance.below(2) == 0;
        let is = |_: usize, action: &Action| match action {
            Action::Draw { .. } => of_draw,
            Action::Discard { .. } => !of_draw,
            _ => false,
        };
        let Some(at) = at_random(&hand.events, chance, is) else { return false };
        let other = any_tile(chance);
        match &mut hand.events[at].action {
            Action::Draw { tile, .. } | Action::Discard { tile, .. } => *tile = other,
            _ => return false,
        }
        let Some(result) = &mut hand.result else { return false };
        result.scores = None;
        winner_and_loser(result).is_some_and(|(winner, loser)| take(result, loser, winner, true))
    });
    for (mut log, at) in logs {
        log.hands.truncate(at + 1);
        let audit = audited(&log);
        let breaches = &audit.hands[at].1.replayed.breaches;
        let mut own = breaches.iter().filter(|breach| breach.because.is_none());
        if !own.any(|breach| breach.what.is_impossible()) {
            continue;
        }
        seen += 1;
        assert!(is_found(&audit, at) || is_open(&audit, at), "{}: {:?}", log.id, audit.findings);
        assert!(reported(&log).hands[at].transfers.is_empty(), "{}: {:?}", log.id, audit.findings);
    }
    assert!(seen > 100, "{seen}");
}

/// The finding has the stolen amount, as in the hand with the right winner.
#[test]
fn theft_beside_wrong_winner_has_true_amount() {
    let mut seen = 0;
    let other_winner = |hand: &mut HandLog, chance: &mut Rng| {
        let Some(at) = at_random(&hand.events, chance, |_, action| matches!(action, Action::Win { .. })) else {
            return false;
        };
        if hand.events.iter().filter(|event| matches!(event.action, Action::Win { .. })).count() > 1 {
            return false;
        }
        if let Action::Win { seat, .. } = &mut hand.events[at].action {
            *seat = seat.others()[chance.below(3)];
        }
        true
    };
    for (log, at) in changed(12, other_winner) {
        let alone = reported(&log);
        if stands(&audited(&log), "A501").count() != 1 {
            continue;
        }
        assert!(alone.hands[at].transfers.is_empty(), "{}: {:?}", log.id, alone.findings);
        let mut log = log;
        log.hands.truncate(at + 1);
        let Some(result) = &mut log.hands[at].result else { continue };
        result.scores = None;
        let Some((winner, loser)) = winner_and_loser(result) else { continue };
        if !take(result, loser, winner, true) {
            continue;
        }
        let report = reported(&log);
        assert!(report.hands[at].transfers.is_empty(), "{}", log.id);
        let money = report.findings.iter().find(|found| found.because.is_none() && found.code.starts_with("A70"));
        let money = money.unwrap_or_else(|| panic!("{}: {:?}", log.id, report.findings));
        let amounts = money.claimed.as_ref().zip(money.computed.as_ref());
        let (claimed, due) =
            amounts.map(|(claimed, due)| (claimed.parse::<i64>(), due.parse::<i64>())).expect("amounts");
        assert_eq!((claimed.expect("points") - due.expect("points")).abs(), STOLEN, "{}: {}", log.id, money.message.en);
        seen += 1;
    }
    assert!(seen > 15, "{seen}");
}

/// The events show a false win of one seat, and the result names another that did not win either: it is unknown who is
/// owed.
#[test]
fn false_win_with_other_winner_moves_no_points() {
    let mut seen = 0;
    let renamed = |hand: &mut HandLog, chance: &mut Rng| {
        let is_win = |event: &&mut Event| matches!(event.action, Action::Win { .. });
        let Some(result) = hand.result.as_mut().filter(|of| of.wins.as_ref().is_some_and(|wins| wins.len() == 1))
        else {
            return false;
        };
        let Some(win) = result.wins.as_mut().and_then(|wins| wins.first_mut()) else { return false };
        let mut wins: Vec<&mut Event> = hand.events.iter_mut().filter(is_win).collect();
        let [Event { action: Action::Win { seat, .. }, .. }] = &mut wins[..] else { return false };
        let others = seat.others();
        let at = chance.below(3);
        (*seat, win.seat) = (others[at], others[(at + 1) % 3]);
        true
    };
    for (mut log, at) in changed(12, renamed) {
        log.hands.truncate(at + 1);
        let audit = audited(&log);
        if !audit.hands[at].1.replayed.standing.is_empty() || stands(&audit, "A501").count() != 1 {
            continue;
        }
        seen += 1;
        assert!(reported(&log).hands[at].transfers.is_empty(), "{}: {:?}", log.id, audit.findings);
        assert!(audit.findings.iter().any(|found| found.check.code == "A804"), "{}: {:?}", log.id, audit.findings);
    }
    assert!(seen > 15, "{seen}");
}

/// The seat with fourteen tiles that plays first deals; another `dealer` is one fault and nothing else.
#[test]
fn wrong_dealer_is_one_fault() {
    let mut seen = 0;
    let renamed = |hand: &mut HandLog, chance: &mut Rng| {
        let Some(deal) = &hand.deal else { return false };
        let dealer = Seat::ALL.into_iter().find(|&seat| deal[seat].0.len() == 14);
        let plays = |event: &Event| match event.action {
            Action::Discard { seat, .. } | Action::Kong { seat, .. } | Action::Win { seat, .. } => Some(seat),
            _ => None,
        };
        if dealer.is_none() || hand.dealer != dealer || hand.events.iter().find_map(plays) != dealer {
            return false;
        }
        let others = dealer.map(Seat::others).expect("a dealer");
        hand.dealer = Some(others[chance.below(3)]);
        true
    };
    for (log, at) in changed(10, renamed) {
        // A dealer outside a table of three is refused when the log is read.
        if !log.seats().contains(log.hands[at].dealer.expect("a dealer")) {
            continue;
        }
        seen += 1;
        assert_eq!(faults(&audited(&log)), [("A111", Some(at))], "{}", log.id);
    }
    assert!(seen > 50, "{seen}");
}

/// Birds and flips come from the wall; another tile is one fault where the payments are right.
#[test]
fn wrong_bird_is_one_fault() {
    let mut seen = 0;
    let turned = |hand: &mut HandLog, chance: &mut Rng| {
        let Some(at) =
            at_random(&hand.events, chance, |_, action| matches!(action, Action::Birds { .. } | Action::Flip { .. }))
        else {
            return false;
        };
        let other = any_tile(chance);
        // A kind that the deck lacks would be another fault.
        if !hand.wall.as_ref().is_some_and(|wall| wall.0.contains(&other)) {
            return false;
        }
        match &mut hand.events[at].action {
            Action::Birds { tiles, .. } if !tiles.is_empty() && tiles[0] != other => tiles[0] = other,
            Action::Flip { tile } if *tile != other => *tile = other,
            _ => return false,
        }
        hand.wall.is_some()
    };
    for (log, at) in changed(16, turned) {
        let (audit, report) = (audited(&log), reported(&log));
        let found = faults(&audit);
        assert!(matches!(found[..], [("A603" | "A604" | "A608", Some(hand))] if hand == at), "{}: {found:?}", log.id);
        assert!(report.hands[at].transfers.is_empty(), "{}", log.id);
        seen += 1;
    }
    assert!(seen > 20, "{seen}");
}

/// The tiles show the kind of a kong; another kind is one fault.
#[test]
fn wrong_kong_kind_is_one_fault() {
    let mut seen = 0;
    let renamed = |hand: &mut HandLog, chance: &mut Rng| {
        let Some(at) = at_random(&hand.events, chance, |_, action| matches!(action, Action::Kong { .. })) else {
            return false;
        };
        if let Action::Kong { kind, .. } = &mut hand.events[at].action {
            *kind = match *kind {
                KongKind::Concealed => KongKind::Added,
                KongKind::Added => KongKind::Concealed,
                KongKind::Exposed => KongKind::Added,
            };
        }
        true
    };
    for (log, at) in changed(24, renamed) {
        let found = faults(&audited(&log));
        assert!(matches!(found[..], [("A401" | "A402", Some(hand))] if hand == at), "{}: {found:?}", log.id);
        seen += 1;
    }
    assert!(seen > 10, "{seen}");
}

/// Play goes on after a false win where no rule ends the hand, so the win did not count.
#[test]
fn false_win_amid_play_is_one_fault() {
    let mut seen = 0;
    let called = |hand: &mut HandLog, chance: &mut Rng| {
        let discard = |at: usize, action: &Action| at > 8 && matches!(action, Action::Discard { .. });
        let Some(at) = at_random(&hand.events, chance, discard) else { return false };
        let Action::Discard { seat, tile } = hand.events[at].action else { return false };
        // The next event must be a draw, so that play goes on.
        let goes_on = hand.events.get(at + 1).is_some_and(|next| matches!(next.action, Action::Draw { .. }));
        if !goes_on {
            return false;
        }
        hand.events.insert(at + 1, Action::Win { seat: seat.others()[chance.below(3)], tile }.into());
        hand.result
            .iter_mut()
            .flat_map(|result| result.payments.iter_mut().flatten())
            .for_each(|payment| payment.at = None);
        true
    };
    for (log, at) in changed(12, called) {
        let audit = audited(&log);
        if log.rules.system.starts_with("beijing") || stands(&audit, "A501").count() != 1 {
            continue;
        }
        assert_eq!(faults(&audit), [("A501", Some(at))], "{}", log.id);
        assert!(reported(&log).hands[at].transfers.is_empty(), "{}", log.id);
        seen += 1;
    }
    assert!(seen > 20, "{seen}");
}

/// Events after such a win are audited as if it had not been called.
#[test]
fn false_win_amid_play_hides_no_wrong_bird() {
    let mut seen = 0;
    let both = |hand: &mut HandLog, chance: &mut Rng| {
        let last = |_: usize, action: &Action| matches!(action, Action::Birds { .. });
        let Some(at) = at_random(&hand.events, chance, last) else { return false };
        let other = any_tile(chance);
        match &mut hand.events[at].action {
            Action::Birds { tiles, .. } if !tiles.is_empty() && tiles[0] != other => tiles[0] = other,
            _ => return false,
        }
        let draws = |nth: usize, action: &Action| nth > 9 && matches!(action, Action::Draw { .. });
        let Some(at) = at_random(&hand.events, chance, draws) else { return false };
        let Action::Discard { seat, tile } = hand.events[at - 1].action else { return false };
        hand.events.insert(at, Action::Win { seat: seat.others()[chance.below(3)], tile }.into());
        hand.result
            .iter_mut()
            .flat_map(|result| result.payments.iter_mut().flatten())
            .for_each(|payment| payment.at = None);
        hand.wall.is_some()
    };
    for (log, at) in changed(24, both) {
        let audit = audited(&log);
        if stands(&audit, "A501").count() != 1 {
            continue;
        }
        assert_eq!(faults(&audit), [("A501", Some(at)), ("A603", Some(at))], "{}", log.id);
        seen += 1;
    }
    assert!(seen > 5, "{seen}");
}

/// Without a deal it is unknown what the house takes when a player leaves.
#[test]
fn points_need_not_sum_to_zero_after_leaving() {
    let mut seen = 0;
    for id in presets().filter(|id| id.starts_with("changsha")) {
        for log in matches(&preset(id), 3, MatchConfig::LEAVING).take(40) {
            let mut log = log.clone();
            let leaves = |hand: &HandLog| hand.events.iter().any(|event| matches!(event.action, Action::Leave { .. }));
            let Some(at) = log.hands.iter().position(leaves) else { continue };
            let hand = &mut log.hands[at];
            (hand.deal, hand.wall) = (None, None);
            hand.result.iter_mut().for_each(|result| result.outcome = None);
            let audit = audited(&log);
            assert_eq!(stands(&audit, "A701").count(), 0, "{}", log.id);
            seen += 1;
        }
    }
    assert!(seen > 5, "{seen}");
}

/// Point changes alone or scores alone are wrong; later hands go on from the right ones.
#[test]
fn wrong_scores_are_found_in_their_hand() {
    let mut seen = 0;
    let of_changes = |hand: &mut HandLog, _: &mut Rng| {
        let Some(result) = hand.result.as_mut().filter(|result| result.payments.is_some() && result.scores.is_some())
        else {
            return false;
        };
        let Some(deltas) = &mut result.deltas else { return false };
        deltas[Seat::ALL[0]] += 4;
        deltas[Seat::ALL[1]] -= 4;
        true
    };
    for (log, at) in changed(6, of_changes) {
        assert_eq!(faults(&audited(&log)), [("A705", Some(at))], "{}", log.id);
        seen += 1;
    }
    let of_scores = |hand: &mut HandLog, _: &mut Rng| {
        let Some(scores) = hand.result.as_mut().and_then(|result| result.scores.as_mut()) else { return false };
        scores[Seat::ALL[0]] += 4;
        scores[Seat::ALL[1]] -= 4;
        true
    };
    for (log, at) in changed(6, of_scores) {
        assert_eq!(faults(&audited(&log)), [("A707", Some(at))], "{}", log.id);
        seen += 1;
    }
    assert!(seen > 60, "{seen}");
}
