//! Logs in which a doubt could hide a fault: what is wrong whatever the doubt hides must be a primary finding.

use caipan_engine::audit::{Verdict, audit};
use caipan_engine::report::{Style, report, text};
use caipan_log::{Limits, from_text, read};
use caipan_tiles::tile::Seat;
use std::collections::BTreeSet;

/// Codes of wrong payments and point changes.
const MONEY: [&str; 10] = ["A701", "A702", "A703", "A704", "A705", "A706", "A708", "A711", "A712", "A820"];

struct Case {
    verdict: Verdict,
    /// The primary faults, each with its hand and the codes that say it.
    faults: &'static [(usize, &'static [&'static str])],
}

const fn case(verdict: Verdict, faults: &'static [(usize, &'static [&'static str])]) -> Case {
    Case { verdict, faults }
}

fn cases() -> Vec<(&'static str, Case)> {
    use Verdict::{Clean, Faulty, Unverifiable};
    vec![
        ("no-birds.json", case(Unverifiable, &[])),
        ("no-birds-a-million.json", case(Faulty, &[(0, &MONEY)])),
        ("no-birds-paid-backwards.json", case(Faulty, &[(0, &MONEY)])),
        ("no-birds-deltas-not-the-payments.json", case(Faulty, &[(0, &["A705"])])),
        ("no-events-deltas-not-the-payments.json", case(Faulty, &[(0, &["A705"])])),
        // Nothing says who deals after wins on different tiles.
        ("two-turned-tiles-two-winners.json", case(Clean, &[])),
        ("no-deal-deltas-not-the-payments.json", case(Faulty, &[(0, &["A705"])])),
        // All money of a false win follows from it.
        ("false-win-paid-otherwise.json", case(Faulty, &[(0, &["A501"])])),
        ("no-indicator-loser-robs-loser.json", case(Faulty, &[(0, &MONEY)])),
        ("floor-unknown-times-8.json", case(Faulty, &[(0, &MONEY)])),
        ("floor-unknown-two-hands-two-floors.json", case(Faulty, &[(1, &MONEY)])),
        // No indicator gives the payments, so they are at fault; that 无混 counts nobody can know.
        ("beijing-no-indicator-patterns.json", case(Faulty, &[(0, &MONEY)])),
        ("pung-without-tiles-and-winner-unpaid-changsha.json", case(Faulty, &[(0, &MONEY)])),
        ("two-draws-not-the-walls-and-winner-unpaid-guiyang.json", case(Faulty, &[(0, &MONEY)])),
        ("false-opening-and-loser-robbed.paipu", case(Faulty, &[(0, &["A511"]), (0, &MONEY)])),
        ("winner-left-out-and-two-do-not-pay.json", case(Faulty, &[(0, &["A804"]), (0, &MONEY)])),
        ("win-event-missing-and-loser-robbed-changsha.json", case(Faulty, &[(0, &MONEY)])),
        ("scores-slip-and-back-after-a-drift.json", case(Faulty, &[(1, &["A707"]), (3, &["A707"])])),
        ("one-hand-sent-twice.json", case(Faulty, &[(2, &["A124"])])),
        ("nine-idle-claims-and-loser-robbed-changsha.json", case(Faulty, &[(0, &MONEY)])),
        ("scores-jump-over-payments-only.json", case(Faulty, &[(2, &["A707"])])),
        ("scores-jump-over-no-result.json", case(Faulty, &[(2, &["A707"])])),
        ("scores-only-no-birds.json", case(Faulty, &[(0, &MONEY)])),
        ("scores-only-no-flip.json", case(Faulty, &[(0, &MONEY)])),
        // The scores follow the wrong payment, so they are no second fault.
        ("scores-follow-a-theft.json", case(Faulty, &[(1, &MONEY)])),
        // Each hand alone is right with some streak, the two together with none.
        ("streak-of-two-hands-differs.json", case(Faulty, &[(1, &MONEY)])),
        ("penalised-false-win-and-theft.json", case(Faulty, &[(0, &MONEY)])),
        ("penalised-false-win-scores-only.json", case(Clean, &[])),
        ("no-indicator-and-false-next-dealer.json", case(Faulty, &[(0, &["A801"])])),
        ("floor-unknown-in-first-hand.json", case(Faulty, &[(0, &["A702"])])),
    ]
}

#[test]
fn doubt_hides_no_fault() {
    let folder = std::path::Path::new(crate::ROOT).join("fixtures/doubt");
    let mut wrong = Vec::new();
    for (file, Case { verdict, faults }) in cases() {
        let text = std::fs::read_to_string(folder.join(file)).unwrap();
        let limits = Limits::default();
        let log = read(text.as_bytes(), &limits).or_else(|_| from_text(&text, &limits)).unwrap();
        let (_, audit) = audit(&log).unwrap();
        let primary = audit.findings.iter().filter(|found| found.is_primary() && found.is_fault());
        let primary: Vec<_> = primary.map(|found| (found.hand, found.check.code, &found.text.en)).collect();
        let found = |(hand, codes): &(usize, &[&str])| {
            primary.iter().any(|(at, code, _)| *at == Some(*hand) && codes.contains(code))
        };
        let patterns = ["A601", "A602"];
        let guessed = file.contains("no-indicator") && primary.iter().any(|(_, code, _)| patterns.contains(code));
        let told_twice =
            ["scores-", "one-hand", "penalised", "floor-unknown-in"].iter().any(|name| file.starts_with(name))
                && primary.len() != faults.len();
        if audit.verdict() != verdict || !faults.iter().all(found) || guessed || told_twice {
            let all: Vec<_> =
                audit.findings.iter().map(|found| (found.check.code, found.because, &found.text.en)).collect();
            wrong.push(format!("{file}: {} {all:#?}", audit.verdict().word()));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), cases().len(), wrong.join("\n"));
}

/// Two birds make 52 due at most, so all above it goes back, in the hand and in the match.
#[test]
fn transfers_are_those_needed_in_any_case() {
    let file = std::path::Path::new(crate::ROOT).join("fixtures/doubt/no-birds-a-million.json");
    let log = read(&std::fs::read(file).unwrap(), &Limits::default()).unwrap();
    let report = report(&log, "sha256:00").unwrap();
    for transfers in [&report.transfers, &report.hands[0].transfers] {
        let [one] = transfers[..] else { panic!("{transfers:?}") };
        assert_eq!((one.from, one.to, one.points), (Some(Seat::ALL[0]), Some(Seat::ALL[3]), 1_000_003 - 52));
    }
    assert!(text(&report, Style::default()).contains("999951"));
}

#[test]
fn every_log_of_the_folder_is_a_case() {
    let folder = std::path::Path::new(crate::ROOT).join("fixtures/doubt");
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let files: BTreeSet<String> = files.filter(|name| name != "README.md").collect();
    assert_eq!(files, cases().iter().map(|(file, _)| (*file).to_owned()).collect());
}
