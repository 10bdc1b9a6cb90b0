//! The identity of a finding across reports: the log, the position, the check and the seat, but not the sentence.
//!
//! A reworded sentence or a shifted number must not turn an old finding into a new one.

use super::document::{FindingView, Report};
use super::origin::Origin;
use caipan_tiles::hash::sha256;
use std::collections::BTreeMap;

/// The hexadecimal digits of an identity: 128 bits.
const DIGITS: usize = 32;

/// The parts of a finding that its identity rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Mark<'a> {
    pub(super) code: &'a str,
    pub(super) hand: Option<usize>,
    pub(super) event: Option<usize>,
    pub(super) seat: Option<usize>,
    pub(super) pointer: &'a str,
}

impl<'a> From<&'a FindingView> for Mark<'a> {
    fn from(finding: &'a FindingView) -> Mark<'a> {
        let FindingView { code, hand, event, pointer, seat, .. } = finding;
        Mark { code, hand: *hand, event: *event, seat: seat.map(caipan_tiles::tile::Seat::index), pointer }
    }
}

/// Returns the name of the log: the platform's id, or the digest of the bytes if it has none.
pub(super) fn log_key<'a>(id: &'a str, digest: &'a str) -> &'a str {
    if id.is_empty() { digest } else { id }
}

impl Report {
    /// Returns the name of the log: its id, or its digest if it has none.
    pub fn key(&self) -> &str {
        log_key(&self.log.id, &self.log.digest)
    }
}

/// Returns the identities of a report's findings in their order: 32 hexadecimal digits each.
///
/// Findings that agree in all parts are numbered by their order, so that their identities differ.
pub fn identities(report: &Report) -> Vec<String> {
    of_marks(report.key(), report.findings.iter().map(Mark::from))
}

/// Returns the identity of an input that is not a log: its file, its line if it has one document per line, and the code
/// of the reader.
pub(super) fn unreadable_identity(origin: &Origin<'_>, reason: &str) -> String {
    let line = origin.line.map_or_else(|| "-".to_owned(), |line| line.to_string());
    digits(&format!("caipan-unreadable/1\n{reason}\n{line}\n{}", origin.file.unwrap_or("-")))
}

fn digits(written: &str) -> String {
    let digest = sha256(written.as_bytes());
    let digits = digest.rsplit(':').next().unwrap_or_default();
    digits.get(..DIGITS).unwrap_or(digits).to_owned()
}

pub(super) fn of_marks<'a>(log: &str, marks: impl Iterator<Item = Mark<'a>>) -> Vec<String> {
    let mut seen: BTreeMap<Mark<'_>, usize> = BTreeMap::new();
    marks
        .map(|mark| {
            let nth = seen.entry(mark).or_default();
            *nth += 1;
            let number = |number: Option<usize>| number.map_or_else(|| "-".to_owned(), |number| number.to_string());
            let Mark { code, hand, event, seat, pointer } = mark;
            let (hand, event, seat) = (number(hand), number(event), number(seat));
            // The log comes last because only it can contain arbitrary text, including line breaks.
            digits(&format!("caipan-finding/1\n{code}\n{hand}\n{event}\n{seat}\n{pointer}\n{nth}\n{log}"))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identity_depends_on_every_part_and_numbers_equal_findings() {
        let mark = Mark { code: "A702", hand: Some(1), event: None, seat: Some(2), pointer: "/hands/1/result" };
        let marks = [
            mark,
            mark,
            Mark { code: "A703", ..mark },
            Mark { hand: Some(2), ..mark },
            Mark { event: Some(1), ..mark },
            Mark { seat: None, ..mark },
            Mark { pointer: "/hands/1", ..mark },
        ];
        let mut all = of_marks("a", marks.into_iter());
        assert_eq!(all, of_marks("a", marks.into_iter()));
        assert!(all.iter().all(|one| one.len() == DIGITS));
        all.extend(of_marks("b", marks.into_iter()));
        all.sort();
        all.dedup();
        assert_eq!(all.len(), 2 * marks.len());
    }
}
