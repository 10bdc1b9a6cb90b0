//! Payments put down to events (`at`): every line of every ledger that is for an event passes there, and nowhere else.

use super::clean;
use caipan_engine::audit::{Audit, Kind, audit_under};
use caipan_engine::rules::Ruleset;
use caipan_log::{GameLog, Payment};
use caipan_tiles::ledger::Party;

/// The payments of every hand as its ledger has them, a line each, with the event that each is for.
fn told(log: &GameLog, ruleset: &Ruleset) -> GameLog {
    let audit = audit_under(log, ruleset);
    let mut told = log.clone();
    for (hand, (_, audited)) in told.hands.iter_mut().zip(&audit.hands) {
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
    told
}

fn codes(audit: &Audit) -> Vec<&'static str> {
    let counts = |found: &&caipan_engine::audit::Finding| found.is_primary() && found.kind != Kind::Note;
    audit.findings.iter().filter(counts).map(|found| found.check.code).collect()
}

#[test]
fn payments_are_for_the_events_they_are_for() {
    let (mut clean_lines, mut moved_lines) = (0, 0);
    for (ruleset, log) in clean(6) {
        let told = told(&log, &ruleset);
        assert_eq!(codes(&audit_under(&told, &ruleset)), [""; 0], "{}", log.id);
        for (at, hand) in told.hands.iter().enumerate() {
            let Some(payments) = hand.result.as_ref().and_then(|result| result.payments.as_ref()) else { continue };
            clean_lines += payments.iter().filter(|payment| payment.at.is_some()).count();
            let Some(first) = payments.iter().position(|payment| payment.at.is_some()) else { continue };
            let mut moved = told.clone();
            let payments = moved.hands[at].result.as_mut().and_then(|result| result.payments.as_mut());
            payments.expect("there are some")[first].at = Some(hand.events.len());
            assert_eq!(codes(&audit_under(&moved, &ruleset)), ["A711"], "{} hand {at}", log.id);
            moved_lines += 1;
            break;
        }
    }
    assert!(clean_lines > 100 && moved_lines > 50, "{clean_lines} {moved_lines}");
}
