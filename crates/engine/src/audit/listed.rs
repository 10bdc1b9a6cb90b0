//! The findings that a report lists: of each hand at most [`MOST`] of each kind. The others are counted.
//!
//! A log of a few kilobytes can have faults in every event, and a report is made of sentences. Nobody reads the fiftieth
//! finding of a hand; the first ones are to be corrected before the rest means anything.

use super::Audit;
use super::check::Kind;
use super::finding::{Finding, FindingIdx};
use std::collections::BTreeMap;

/// Maximum findings of a hand that are listed, of each kind; consequences are a kind of their own.
pub const MOST: usize = 50;

/// The findings that are not listed: by hand, and in it by kind, with `None` for consequences.
pub type Unlisted = BTreeMap<Option<usize>, BTreeMap<Option<Kind>, usize>>;

/// Removes the findings beyond the limits and counts them.
pub(super) fn limited(audit: Audit) -> Audit {
    let mut counts = Unlisted::new();
    let kind = |finding: &Finding| finding.is_primary().then_some(finding.kind);
    let mut places: Vec<Option<usize>> = Vec::with_capacity(audit.findings.len());
    let mut kept = 0;
    for finding in &audit.findings {
        let count = counts.entry(finding.hand).or_default().entry(kind(finding)).or_default();
        *count += 1;
        // The cause of a consequence is listed with it, so that it is never without one.
        let cause = finding.because.is_none_or(|because| places.get(because.0).is_some_and(Option::is_some));
        let is_listed = *count <= MOST && cause;
        places.push(is_listed.then_some(kept));
        kept += usize::from(is_listed);
    }
    if kept == audit.findings.len() {
        return audit;
    }
    let mut unlisted = Unlisted::new();
    let place = |at: usize| places.get(at).copied().flatten();
    let mut findings = Vec::with_capacity(kept);
    for (at, mut finding) in audit.findings.into_iter().enumerate() {
        if place(at).is_none() {
            *unlisted.entry(finding.hand).or_default().entry(kind(&finding)).or_default() += 1;
            continue;
        }
        finding.because = finding.because.and_then(|because| place(because.0)).map(FindingIdx);
        findings.push(finding);
    }
    let mut audit = Audit { findings, unlisted, ..audit };
    for explanation in audit.explanations.iter_mut().chain(&mut audit.possible) {
        explanation.explains = explanation.explains.iter().filter_map(|&at| place(at)).collect();
    }
    audit
}
