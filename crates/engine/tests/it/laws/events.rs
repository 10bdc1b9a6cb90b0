//! Payments with their event (`at`): accepted at the event they are for and rejected at any other.

use super::clean;
use caipan_engine::audit::{Audit, Kind, audit_under};
use caipan_engine::rules::Ruleset;
use caipan_log::{GameLog, Payment};
use caipan_tiles::ledger::Party;

/// Returns the log with the payments of every hand taken line by line from its ledger, each with its event.
fn itemized(log: &GameLog, ruleset: &Ruleset) -> GameLog {
    let audit = audit_under(log, ruleset);
    let mut itemized = log.clone();
    for (hand, (_, audited)) in itemized.hands.iter_mut().zip(&audit.hands) {
        let payments = audited.ledger.lines().iter().filter_map(|line| match (line.from, line.to) {
            (Party::Seat(from), Party::Seat(to)) => {
                Some(Payment { from, to, points: line.sum.value(), cause: None, at: line.at })
            }
            _ => None,
        });
        if let Some(result) = hand.result.as_mut().filter(|result| result.payments.is_some()) {
            result.payments = Some(payments.collect());
        }
    }
    itemized
}

fn codes(audit: &Audit) -> Vec<&'static str> {
    let counts = |found: &&caipan_engine::audit::Finding| found.is_primary() && found.kind != Kind::Note;
    audit.findings.iter().filter(counts).map(|found| found.check.code).collect()
}

#[test]
fn accepts_payments_only_at_their_event() {
    let (mut clean_lines, mut moved_lines) = (0, 0);
    for (ruleset, log) in clean(6) {
        let itemized = itemized(&log, &ruleset);
        assert_eq!(codes(&audit_under(&itemized, &ruleset)), [""; 0], "{}", log.id);
        for (at, hand) in itemized.hands.iter().enumerate() {
            let Some(payments) = hand.result.as_ref().and_then(|result| result.payments.as_ref()) else { continue };
            clean_lines += payments.iter().filter(|payment| payment.at.is_some()).count();
            let Some(first) = payments.iter().position(|payment| payment.at.is_some()) else { continue };
            let mut moved = itemized.clone();
            let payments = moved.hands[at].result.as_mut().and_then(|result| result.payments.as_mut());
            payments.expect("there are some")[first].at = Some(hand.events.len());
            assert_eq!(codes(&audit_under(&moved, &ruleset)), ["A711"], "{} hand {at}", log.id);
            moved_lines += 1;
            break;
        }
    }
    assert!(clean_lines > 100 && moved_lines > 50, "{clean_lines} {moved_lines}");
}
