//! Two faults: beside a labelled fault of any kind, in the same hand or the one after, points are stolen. The theft is a
//! finding of its own, whatever else is wrong; or it is said to be impossible to verify, where the fault took away what the
//! payments rest on.

use super::matches_of;
use caipan::audit::{Audit, Finding, Kind, audit};
use caipan::generate::Chance;
use caipan::generate::faults::{Stage, kinds};
use caipan::log::{GameLog, HandResult, Payment, to_text};
use caipan::tile::{Seat, SeatMap};

/// Of each kind of fault, so many matches.
const EACH: usize = 2;
/// What no payment of any rule comes to.
pub(super) const STOLEN: i64 = 37;

/// Takes from a loser, and says for whom; `false` where the result has no place for it.
type Theft = fn(&mut HandResult, winner: Seat, loser: Seat) -> bool;

const THEFTS: [(&str, Theft); 4] = [
    ("to the winner", |result, winner, loser| take(result, loser, winner, true)),
    ("from loser to loser", |result, winner, loser| {
        let other = winner.others().into_iter().find(|&other| other != loser).unwrap_or(winner);
        take(result, loser, other, true)
    }),
    ("in the point changes alone", |result, winner, loser| {
        result.payments = None;
        take(result, loser, winner, false)
    }),
    ("by the winner", |result, winner, loser| take(result, winner, loser, true)),
];

pub(super) fn take(result: &mut HandResult, from: Seat, to: Seat, paid: bool) -> bool {
    if let Some(payments) = result.payments.as_mut().filter(|_| paid) {
        let cause = payments.first().and_then(|payment| payment.cause.clone());
        payments.push(Payment { from, to, points: STOLEN, cause });
    }
    let Some(deltas) = &mut result.deltas else { return false };
    deltas[from] -= STOLEN;
    deltas[to] += STOLEN;
    true
}

/// Scores carried on from this hand as the client would.
pub(super) fn carried(log: &mut GameLog, from: usize) {
    let mut scores = match from.checked_sub(1) {
        None => log.start.scores,
        Some(before) => log.hands[before].result.as_ref().and_then(|result| result.scores),
    };
    for hand in log.hands.iter_mut().skip(from) {
        let Some(result) = &mut hand.result else { break };
        let (Some(before), Some(deltas)) = (scores, result.deltas) else { break };
        let mut after = SeatMap([0; 4]);
        Seat::ALL.into_iter().for_each(|seat| after[seat] = before[seat] + deltas[seat]);
        result.scores = result.scores.and(Some(after));
        scores = result.scores;
    }
}

fn of_money(found: &Finding, hand: usize) -> bool {
    found.hand == Some(hand) && ("A6".."A9").contains(&found.check.code)
}

/// Whether what was stolen in this hand counts by itself.
pub(super) fn is_found(audit: &Audit, hand: usize) -> bool {
    audit.findings.iter().any(|found| of_money(found, hand) && found.is_fault())
}

/// Whether the audit says that this hand's payments cannot be verified.
pub(super) fn is_open(audit: &Audit, hand: usize) -> bool {
    audit.findings.iter().any(|found| found.hand == Some(hand) && found.kind == Kind::Unverifiable)
}

fn holds(id: &'static str) {
    let (mut tried, mut open) = (0, 0);
    let (ruleset, logs) = matches_of(id, 24);
    {
        let stages: Vec<Stage<'_>> = logs.iter().map(|log| Stage::of(&ruleset, log)).collect();
        // Where money itself is the fault, there is nothing to hide behind.
        for kind in kinds().filter(|kind| !("A6".."A8").contains(&kind.code)) {
            let mut chance = Chance::new(29);
            let bad = stages.iter().filter_map(|stage| stage.inject(kind, &mut chance));
            for (fault, bad) in bad.take(EACH).collect::<Vec<_>>() {
                for (name, theft) in THEFTS {
                    for hand in [fault.hand, fault.hand + 1] {
                        let mut log = bad.clone();
                        let Some(result) = log.hands.get_mut(hand).and_then(|hand| hand.result.as_mut()) else {
                            continue;
                        };
                        let winner = result.wins.iter().flatten().next().map_or(Seat::ALL[0], |win| win.seat);
                        if !theft(result, winner, winner.others()[chance.below(3)]) {
                            continue;
                        }
                        carried(&mut log, hand);
                        let (_, audit) = audit(&log).expect("rules that there are");
                        tried += 1;
                        if !is_found(&audit, hand) {
                            open += 1;
                            let codes: Vec<_> = audit
                                .findings
                                .iter()
                                .map(|found| {
                                    format!(
                                        "{} {:?} {:?} {:?} {:?} {:?} {}",
                                        found.check.code,
                                        found.kind,
                                        found.hand,
                                        found.because,
                                        found.claimed,
                                        found.computed,
                                        found.text.en
                                    )
                                })
                                .collect();
                            assert!(
                                is_open(&audit, hand),
                                "{} {}: 37 {name} in hand {hand} hides: {codes:?}\n{}",
                                kind.code,
                                kind.name,
                                to_text(&log)
                            );
                        }
                    }
                }
            }
        }
    }
    assert!(tried > 200, "only {tried} thefts tried");
    assert!(open * 8 < tried, "{open} of {tried} thefts cannot be verified");
    println!("{id}: {tried} thefts, {} found, {open} cannot be verified", tried - open);
}

#[test]
fn no_fault_hides_a_theft_in_changsha() {
    holds("changsha-a");
}

#[test]
fn no_fault_hides_a_theft_in_beijing() {
    holds("beijing");
}

#[test]
fn no_fault_hides_a_theft_in_guiyang() {
    holds("guiyang");
}
