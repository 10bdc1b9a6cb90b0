//! The answers of this engine: audits the log of a case and converts the audit to an answer.

use super::answer::{Answer, FindingAnswered, HandAnswered, PaymentAnswered, WinAnswered};
use super::case::Case;
use caipan_engine::audit::{Audit, Audited, Finding, audit};
use caipan_log::{Limits, read};
use caipan_tiles::ledger::{Line, Party};
use caipan_tiles::text::Text;
use caipan_tiles::tile::{Seat, SeatList};

/// Audits the case's log. The error says why the log or its rules cannot be used.
pub fn answer(case: &Case) -> Result<Answer, Text> {
    // A map of JSON always serialises.
    let bytes = serde_json::to_vec(&case.log).unwrap_or_default();
    let log = read(&bytes, &Limits::default()).map_err(|error| Text { zh: error.zh, en: error.en })?;
    let (_, audit) = audit(&log).map_err(|error| error.text)?;
    Ok(Answer {
        id: case.id.clone(),
        declines: None,
        verdict: Some(audit.verdict()),
        findings: Some(audit.findings.iter().filter(|finding| finding.is_primary()).map(finding).collect()),
        explained_by: Some(explained_by(&audit)),
        hands: audit.hands.iter().enumerate().map(|(at, (_, audited))| hand(at, audited)).collect(),
    })
}

fn finding(finding: &Finding) -> FindingAnswered {
    let field = finding.event.is_none().then(|| finding.pointer.split('/').skip(3).collect::<Vec<_>>().join("/"));
    FindingAnswered {
        code: Some(finding.check.code.to_owned()),
        hand: finding.hand.unwrap_or_default(),
        event: finding.event,
        field: field.filter(|field| !field.is_empty()),
    }
}

fn explained_by(audit: &Audit) -> Vec<String> {
    let named = audit.explanations.iter().chain(&audit.possible);
    let changes = named.flat_map(|explanation| &explanation.changes);
    changes.map(|change| format!("{}={}", change.decl.id, change.to)).collect()
}

fn hand(at: usize, audited: &Audited) -> HandAnswered {
    let wins = audited.recorded().standing.iter().map(|won| WinAnswered {
        seat: won.seat,
        patterns: Some(won.hits.iter().map(|hit| hit.pattern.id.to_owned()).collect()),
        value: Some(won.value),
    });
    HandAnswered {
        hand: at,
        wins: Some(wins.collect()),
        payments: Some(audited.ledger.lines().iter().map(payment).collect()),
        balance: Some(SeatList::new(audited.ledger.balance(), audited.recorded().table.seats)),
        next_dealer: audited.next.map(|next| next.seat),
    }
}

fn payment(line: &Line) -> PaymentAnswered {
    let seat = |party: Party| -> Option<Seat> { if let Party::Seat(seat) = party { Some(seat) } else { None } };
    PaymentAnswered { from: seat(line.from), to: seat(line.to), points: line.sum.value() }
}
