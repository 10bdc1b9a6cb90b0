//! The record of one seat: no record of an honest match accuses anybody, and what is wrong in the record of a seat is wrong
//! in the whole.

use super::{clean, faulty};
use crate::generate::{audited, presets, told};
use caipan_engine::audit::{Audit, Finding, Kind};
use caipan_engine::report::report;
use caipan_lab::generate::part::in_progress;
use caipan_lab::generate::view::{LaidOpen, view};
use caipan_log::{GameLog, Limits, from_text, read, to_text, write};
use caipan_tiles::tile::{Seat, Seats};
use std::collections::BTreeMap;

const FORMS: [(bool, LaidOpen); 4] =
    [(true, LaidOpen::Nobody), (true, LaidOpen::Winners), (true, LaidOpen::All), (false, LaidOpen::All)];

/// The faults and variants of an audit.
fn faults(audit: &Audit) -> impl Iterator<Item = &Finding> {
    audit.findings.iter().filter(|found| matches!(found.kind, Kind::Fault | Kind::Variant))
}

/// Calls the function with the records of each seat alone.
fn each_view(log: &GameLog, mut call: impl FnMut(Seat, (bool, LaidOpen), GameLog)) {
    for seat in log.seats().iter() {
        for form in FORMS {
            let Some(part) = view(log, Seats::NONE.with(seat), form.0, form.1) else { continue };
            call(seat, form, part);
        }
    }
}

#[test]
fn honest_record_of_a_seat_accuses_nobody() {
    let (mut count, mut wrong) = (0, Vec::new());
    for (_, log) in clean(6) {
        each_view(&log, |seat, form, part| {
            let audit = audited(&part);
            wrong.extend(faults(&audit).map(|found| format!("{seat} {form:?} {}", told(&part, found))));
            count += 1;
        });
    }
    let heads: Vec<&str> = wrong.iter().map(|told| told.lines().next().unwrap_or_default()).collect();
    assert!(wrong.is_empty(), "{} in {count}: {heads:#?}\n{}", wrong.len(), wrong[0]);
    assert!(count > 500, "{count}");
}

#[test]
fn record_of_a_seat_reads_as_written() {
    for (_, log) in clean(2) {
        each_view(&log, |_, _, part| {
            let json = write(&part).into_bytes();
            assert_eq!(read(&json, &Limits::default()).as_ref(), Ok(&part), "{}", String::from_utf8_lossy(&json));
            assert_eq!(from_text(&to_text(&part), &Limits::default()).as_ref(), Ok(&part), "{}", to_text(&part));
        });
    }
}

/// True if a fault of a part may be told by this code in the whole.
fn is_same(part: &str, whole: &str) -> bool {
    let groups: [&[&str]; 3] = [
        // The wall and the hands show an act in another way than the open tiles do.
        &[
            "A101", "A104", "A105", "A106", "A107", "A108", "A109", "A110", "A201", "A202", "A204", "A304", "A307",
            "A401",
        ],
        &["A701", "A702", "A703", "A704", "A705", "A707", "A708", "A711", "A712"],
        &["A501", "A504", "A507", "A506", "A922"],
    ];
    part == whole || groups.iter().any(|group| group.contains(&part) && group.contains(&whole))
}

/// Every fault in the record of a seat lies in a hand with a fault in the whole, and nearly all are told alike: where a
/// hidden seat is at fault, the whole may take what follows for a consequence.
#[test]
fn fault_in_the_record_of_a_seat_is_one_of_the_whole() {
    let (mut found, mut otherwise, mut elsewhere) = (0, 0, Vec::new());
    for id in presets() {
        for log in faulty(id, 2).step_by(3) {
            let whole = audited(&log);
            each_view(&log, |seat, form, part| {
                for fault in faults(&audited(&part)) {
                    found += 1;
                    let mut of_hand = faults(&whole).filter(|other| other.hand == fault.hand).peekable();
                    if of_hand.peek().is_none() {
                        elsewhere.push(format!("{seat} {form:?} {}", told(&part, fault)));
                    }
                    let all = || whole.findings.iter().filter(|other| other.hand == fault.hand);
                    otherwise += usize::from(!all().any(|other| is_same(fault.check.code, other.check.code)));
                }
            });
        }
    }
    let heads: Vec<&str> = elsewhere.iter().map(|told: &String| told.lines().next().unwrap_or_default()).collect();
    assert!(elsewhere.is_empty(), "{} of {found}: {heads:#?}\n{}", elsewhere.len(), elsewhere[0]);
    assert!(found > 5_000, "{found}");
    assert!(otherwise * 12 < found, "{otherwise} of {found}");
}

/// Amounts that the record of one seat decides are those of the whole.
#[test]
fn amounts_known_in_the_record_of_a_seat_are_those_of_the_whole() {
    let mut known: BTreeMap<(&str, bool), (usize, usize)> = BTreeMap::new();
    for (ruleset, log) in clean(6) {
        let whole = audited(&log);
        each_view(&log, |seat, (draws, laid_open), part| {
            let audit = audited(&part);
            for ((at, hand), (_, all)) in
                audit.hands.iter().zip(&whole.hands).filter(|(_, (_, all))| all.due_unknown.is_none())
            {
                let shown = laid_open != LaidOpen::Nobody;
                let (settled, hands) = known.entry((ruleset.system.id, shown)).or_default();
                *hands += 1;
                if hand.due_unknown.is_none() {
                    *settled += 1;
                    assert_eq!(
                        hand.ledger.balance(),
                        all.ledger.balance(),
                        "{} {seat} {draws} {laid_open:?} {at:?}",
                        log.id
                    );
                }
            }
        });
    }
    // Hands shown at the end settle most hands; without them, drawn ones remain.
    for (system, least) in [("changsha", 85), ("beijing", 70), ("guiyang", 50)] {
        let (settled, hands) = known[&(system, true)];
        assert!(settled * 100 > hands * least, "{system}: {settled} of {hands}, {known:?}");
    }
}

/// The wall shows what the record of one seat hides.
#[test]
fn record_of_a_seat_with_the_wall_hides_nothing() {
    let mut count = 0;
    for (_, log) in clean(2) {
        let Some(mut part) = view(&log, Seats::NONE.with(Seat::ALL[0]), true, LaidOpen::Nobody) else { continue };
        for (hand, whole) in part.hands.iter_mut().zip(&log.hands) {
            hand.wall = whole.wall.clone();
        }
        if part.hands.iter().any(|hand| hand.wall.is_none()) {
            continue;
        }
        let audit = audited(&part);
        assert_eq!(faults(&audit).count(), 0, "{:#?}", audit.findings);
        assert!(
            audit
                .hands
                .iter()
                .zip(&audited(&log).hands)
                .all(|((_, one), (_, all))| one.ledger.balance() == all.ledger.balance())
        );
        count += 1;
    }
    assert!(count > 5, "{count}");
}

/// The record of one seat of a hand in progress accuses nobody either, and every table of it can be shown.
#[test]
fn record_of_a_seat_in_progress_accuses_nobody() {
    let mut count = 0;
    for (_, log) in clean(2) {
        let hand = log.hands.len() - 1;
        for events in (0..=log.hands[hand].events.len()).step_by(5) {
            let part = in_progress(&log, hand, events).unwrap();
            for form in [(true, LaidOpen::Nobody), (false, LaidOpen::All)] {
                let seat = Seat::ALL[events % 2];
                let Some(part) = view(&part, Seats::NONE.with(seat), form.0, form.1) else { continue };
                let report = report(&part, "sha256:0").unwrap();
                assert_eq!(report.summary.faults, 0, "{} after {events}: {:#?}", log.id, report.findings);
                assert!(report.progress.is_some());
                count += 1;
            }
        }
    }
    assert!(count > 300, "{count}");
}
