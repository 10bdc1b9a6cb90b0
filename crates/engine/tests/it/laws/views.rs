//! The record of one seat: no record of an honest match accuses anybody, and what is wrong in the record of a seat is wrong
//! in the whole.

use super::clean;
use crate::generate::{audited, told};
use caipan_engine::audit::{Audit, Finding, Kind};
use caipan_lab::generate::view::{LaidOpen, view};
use caipan_log::{GameLog, Limits, from_text, read, to_text, write};
use caipan_tiles::tile::{Seat, Seats};

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
