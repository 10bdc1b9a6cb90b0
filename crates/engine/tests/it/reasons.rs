//! Runs `fixtures/reasons.json`: payments that are recorded although nothing is due, each with the reason why not. Writes
//! the list of all reasons.

use crate::golden;
use caipan_engine::audit::audit;
use caipan_engine::rules::SYSTEMS;
use caipan_engine::score::{ScoreRequest, explain, score};
use caipan_log::GameLog;
use caipan_tiles::ledger::{Ledger, Reason, ReasonRow};
use caipan_tiles::tile::Seat;
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fmt::Write;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Reasons {
    #[serde(rename = "about")]
    _about: String,
    settlements: Vec<Settlement>,
    logs: Vec<Recorded>,
}

/// Payments recorded beside those of a settlement.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Settlement {
    row: String,
    clause: String,
    request: ScoreRequest,
    recorded: Vec<Payment>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Payment {
    from: Seat,
    to: Seat,
    #[serde(rename = "points")]
    _points: i64,
    #[serde(rename = "for")]
    cause: String,
}

/// A log with payments that are not due.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Recorded {
    row: String,
    log: Value,
}

fn reasons() -> Reasons {
    serde_json::from_str(include_str!("../../../../fixtures/reasons.json")).expect("the file is in its form")
}

/// The rows that answer a recorded payment, each once.
fn rows(ledger: &Ledger, payment: &Payment) -> Vec<&'static ReasonRow> {
    let answers = |reason: &&Reason| reason.answers(&payment.cause, payment.from, payment.to);
    let answering = ledger.reasons().iter().filter(answers);
    let mut rows: Vec<&'static ReasonRow> = answering.map(|reason| reason.row).collect();
    rows.dedup_by_key(|row| row.id);
    rows
}

#[test]
fn settlement_says_why_nothing_is_due() {
    for Settlement { row, clause, request, recorded } in reasons().settlements {
        let ledger = explain(&request).unwrap_or_else(|error| panic!("{row}: {error:?}"));
        assert_eq!(ledger.balance().0, score(&request).expect("the same request").balance.map().0, "{row}");
        for payment in &recorded {
            let [only] = rows(&ledger, payment)[..] else { panic!("{row}: {:?}", rows(&ledger, payment)) };
            assert_eq!((only.id, only.clause.id), (row.as_str(), clause.as_str()), "{payment:?}");
        }
    }
}

#[test]
fn report_says_why_nothing_is_due() {
    for Recorded { row, log } in reasons().logs {
        let log: GameLog = crate::log::json(&log.to_string()).expect("a log");
        let (ruleset, audit) = audit(&log).expect("known rules");
        let known = ruleset.system.reasons.iter().find(|known| known.id == row).expect("a row of the system");
        let found = audit.findings.iter().find_map(|found| Some((found, found.mistake.as_ref()?)));
        let (found, mistake) = found.unwrap_or_else(|| panic!("{row}: {:#?}", audit.findings));
        assert_eq!((mistake.id, mistake.is_certain), (known.id, true), "{}", found.text.en);
        assert!(found.text.en.contains(known.words.en) && found.text.zh.contains(known.words.zh), "{}", found.text.en);
        assert!(found.clauses.contains(&mistake.clause), "{row}");
    }
}

#[test]
fn rows_are_short_and_listed() {
    for system in SYSTEMS {
        let mut ids = BTreeSet::new();
        for row in system.reasons {
            assert!(ids.insert(row.id), "{} is declared twice", row.id);
            assert!(system.clauses.contains(&row.clause), "{}: {} is of another book", row.id, row.clause.id);
            let is_known = |option: &str| (system.options)().iter().any(|decl| decl.id == option);
            assert!(row.option.is_none_or(is_known), "{}: {:?}", row.id, row.option);
            assert!(row.words.zh.chars().count() <= 30, "{}", row.id);
            assert!(!row.words.zh.ends_with('。') && !row.words.en.ends_with('.'), "{}", row.id);
            assert!(!row.words.en.contains(": "), "{}: a colon follows the reason", row.id);
        }
    }
    golden::assert_current([("docs/reasons.md".to_owned(), page())]);
}

fn page() -> String {
    let mut out = "# 为什么不付 Why nothing is due\n\n\
        记录里有一笔写了名目（`for`）的付款，按规则却不该付，报告就说出下面的一条理由和它的条文，`mistake.id` 是它的编号。\
        只有事实成立的理由才会说；只有一条成立、多付的是整笔，才是肯定的，否则写“多半”。\n\n\
        If a recorded payment that names its cause (`for`) is not due, the report gives one of these reasons with its clause, and\n\
        `mistake.id` is its id. A reason is given only if its facts hold. It is certain if the facts of no other reason hold and a\n\
        whole payment is too many; otherwise the report says *probably*.\n"
        .to_owned();
    for system in SYSTEMS {
        let _ = write!(
            out,
            "\n## {} {}\n\n| 编号 id | 不付的 not due | 条文 clause | 选项 option | 理由 reason |\n|---|---|---|---|---|\n",
            system.name.zh, system.name.en
        );
        for row in system.reasons {
            let name = |of: &&caipan_tiles::ledger::Expected| {
                let cause = of.cause.filter(|_| of.is_cause).map(|cause| cause.name.zh);
                cause.or(of.names.first().copied()).unwrap_or_default()
            };
            let names: Vec<&str> = row.expected.iter().map(name).collect();
            let (names, clause) = (names.join("、"), row.clause.id);
            let option = row.option.map(|option| format!("`{option}`")).unwrap_or_default();
            let _ = writeln!(out, "| {} | {names} | {clause} | {option} | {} {} |", row.id, row.words.zh, row.words.en);
        }
    }
    out
}
