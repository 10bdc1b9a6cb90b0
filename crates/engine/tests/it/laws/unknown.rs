//! A field that is left out hides no theft: what no value of it explains is a primary fault with its transfer, and
//! without a theft the match has no fault.

use super::clean;
use super::thefts::{carried, pay};
use crate::generate::{audited, told};
use caipan_engine::audit::Verdict;
use caipan_engine::report::report;
use caipan_engine::rules::Ruleset;
use caipan_log::{Action, GameLog};
use caipan_tiles::tile::Seat;

/// More than any value of any field makes due.
const MILLION: i64 = 1_000_003;
/// More than the payments of one pair that depend on a field.
const RANGE: i64 = 2_000;

/// The name of a field and the function that removes it, with all from which it follows.
type Cut = (&'static str, fn(&mut GameLog));

const CUTS: [Cut; 6] = [
    ("birds", |log| without(log, |action| matches!(action, Action::Birds { .. }))),
    ("flip", |log| without(log, |action| matches!(action, Action::Flip { .. }))),
    ("indicator", |log| {
        log.hands.iter_mut().for_each(|hand| hand.indicator = None);
        without(log, |_| false);
    }),
    ("dealer_streak", |log| log.start.dealer_streak = None),
    ("upstairs", |log| log.start.upstairs = None),
    ("started_at", |log| log.hands.iter_mut().for_each(|hand| hand.started_at = None)),
];

fn without(log: &mut GameLog, left_out: fn(&Action) -> bool) {
    for hand in &mut log.hands {
        hand.wall = None;
        hand.events.retain(|event| !left_out(&event.action));
        hand.events.iter_mut().for_each(|event| event.digest = None);
    }
}

/// Returns the thief and the victim of each theft: between losers, to the winner, from the winner.
fn thefts(ruleset: &Ruleset, log: &GameLog, hand: usize) -> Vec<(Seat, Seat)> {
    let Some(result) = &log.hands[hand].result else { return Vec::new() };
    let [winner] = result.wins.as_deref().unwrap_or_default() else { return Vec::new() };
    let losers = losers(ruleset, log, hand, winner.seat);
    let mut all = vec![(winner.seat, losers[0]), (losers[0], winner.seat)];
    if let [one, other, ..] = losers[..] {
        all.push((one, other));
    }
    all
}

/// Returns the losers whose payments among each other no field changes.
fn losers(ruleset: &Ruleset, log: &GameLog, hand: usize, winner: Seat) -> Vec<Seat> {
    let dealer = log.hands[hand].dealer;
    // The dealer of Beijing may owe a loser for a burnt dealership, whatever else is known.
    let apart = |seat: &Seat| ruleset.system.id == "beijing" && Some(*seat) == dealer;
    let mut losers: Vec<Seat> = winner.others().into_iter().filter(|seat| !apart(seat)).collect();
    losers.sort_by_key(|seat| seat.index());
    losers
}

#[test]
fn missing_field_hides_no_theft() {
    let (mut tried, mut open) = (0, 0);
    for (ruleset, log) in clean(6) {
        for (name, cut) in CUTS {
            let mut less = log.clone();
            cut(&mut less);
            if less == log {
                continue;
            }
            let audit = audited(&less);
            assert!(audit.verdict() <= Verdict::Unverifiable, "without {name}: {}", told(&less, &audit.findings[0]));
            open += usize::from(audit.verdict() == Verdict::Unverifiable);
            for hand in 0..less.hands.len() {
                for (thief, victim) in thefts(&ruleset, &less, hand) {
                    let mut stolen = less.clone();
                    let Some(result) = stolen.hands[hand].result.as_mut() else { continue };
                    if result.payments.is_none() {
                        continue;
                    }
                    pay(result, victim, thief, MILLION);
                    carried(&mut stolen, hand);
                    let audit = audited(&stolen);
                    let own = audit.findings.iter().find(|found| {
                        found.hand == Some(hand)
                            && found.is_primary()
                            && found.is_fault()
                            && found.check.code.starts_with("A7")
                    });
                    assert!(
                        own.is_some(),
                        "without {name}: {thief} robs {victim} in hand {hand}: {}",
                        caipan_log::to_text(&stolen)
                    );
                    let report = report(&stolen, "sha256:00").unwrap();
                    let transfers = &report.hands[hand].transfers;
                    let back = |transfer: &&caipan_engine::report::TransferView| {
                        (transfer.from, transfer.to) == (Some(thief), Some(victim))
                            && (transfer.points - MILLION).abs() < RANGE
                    };
                    assert!(
                        transfers.iter().any(|transfer| back(&transfer)),
                        "without {name}: {thief} robs {victim} in hand {hand}: {transfers:?} {:?} {}",
                        own.map(|own| &own.text.en),
                        caipan_log::to_text(&stolen)
                    );
                    tried += 1;
                }
            }
        }
    }
    assert!(tried > 300 && open > 30, "{tried} thefts, {open} matches with something missing");
}
