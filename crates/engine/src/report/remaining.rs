//! A report without some of its findings: those known from an earlier run, and those that the reader does not want.
//!
//! The complete report stays beside the rest, because some formats show what is left out, and no log may look clean
//! only because its findings are left out.

use super::baseline::Baseline;
use super::document::{FindingView, Report, Summary};
use crate::audit::{Kind, Verdict};
use std::collections::BTreeSet;

/// A complete report, with the findings that are left out of it.
#[derive(Clone, Debug)]
pub struct Remaining {
    full: Report,
    /// The known findings; `None` without a baseline.
    known: Option<BTreeSet<usize>>,
    ignored: BTreeSet<usize>,
    /// The report without the known findings, if a baseline was given.
    compared: Option<Report>,
    /// The report without the ignored findings too, if there are any.
    rest: Option<Report>,
}

impl Remaining {
    /// Separates the findings of a report: those of the baseline are known; of the others, those that are not `wanted`
    /// are ignored.
    pub fn of(full: Report, baseline: Option<&Baseline>, wanted: impl Fn(&FindingView) -> bool) -> Remaining {
        let known = baseline.map(|baseline| baseline.known(&full));
        let is_known = |finding: &FindingView| known.as_ref().is_some_and(|(ids, _)| ids.contains(&finding.id));
        let ignored: BTreeSet<usize> = full
            .findings
            .iter()
            .filter(|finding| !is_known(finding) && !wanted(finding))
            .map(|finding| finding.id)
            .collect();
        let compared = baseline.map(|baseline| baseline.without_known(full.clone()));
        let before = compared.as_ref().unwrap_or(&full);
        let rest = (!ignored.is_empty()).then(|| without(before.clone(), &ignored));
        Remaining { full, known: known.map(|(ids, _)| ids), ignored, compared, rest }
    }

    /// The complete report.
    pub const fn full(&self) -> &Report {
        &self.full
    }

    /// The report without the known findings: the published document of a comparison. Ignored findings are in it, as a
    /// document must not depend on what one reader wants to see.
    pub fn compared(&self) -> &Report {
        self.compared.as_ref().unwrap_or(&self.full)
    }

    /// The report of the findings that are left; its verdict covers only those.
    pub fn rest(&self) -> &Report {
        self.rest.as_ref().unwrap_or_else(|| self.compared())
    }

    /// The number of known findings.
    pub fn known(&self) -> usize {
        self.known.as_ref().map_or(0, BTreeSet::len)
    }

    /// The number of ignored findings.
    pub fn ignored(&self) -> usize {
        self.ignored.len()
    }

    /// True if nothing is left that decides a verdict, but findings were left out.
    pub fn is_left_out(&self) -> bool {
        self.rest().verdict == Verdict::Clean && self.known() + self.ignored() > 0
    }

    /// The number of known and of ignored findings of a hand; `None` for those of the log itself.
    pub(super) fn left_out_of(&self, hand: Option<usize>) -> [usize; 2] {
        let count = |ids: Option<&BTreeSet<usize>>| {
            let of_hand = self.full.findings.iter().filter(|finding| finding.hand == hand);
            ids.map_or(0, |ids| of_hand.filter(|finding| ids.contains(&finding.id)).count())
        };
        [count(self.known.as_ref()), count(Some(&self.ignored))]
    }

    /// True if the finding was known before; `None` without a baseline.
    pub(super) fn is_known(&self, finding: &FindingView) -> Option<bool> {
        self.known.as_ref().map(|ids| ids.contains(&finding.id))
    }

    /// True if the finding is shown beside its cause only: it has one, which is new or known as the finding is.
    pub(super) fn is_consequence(&self, finding: &FindingView) -> bool {
        let cause = finding.because.and_then(|id| self.full.findings.iter().find(|other| other.id == id));
        cause.is_some_and(|cause| !self.is_ignored(cause) && self.is_known(cause) == self.is_known(finding))
    }

    /// True if the finding was ignored.
    pub(super) fn is_ignored(&self, finding: &FindingView) -> bool {
        self.ignored.contains(&finding.id)
    }
}

/// Returns the report without the findings of these ids. The other findings keep their numbers; verdict, headline and
/// summary cover only them.
///
/// A consequence of a finding that is left out counts as primary, by its kind, so that no known or ignored fault hides
/// another.
pub(super) fn without(mut report: Report, ids: &BTreeSet<usize>) -> Report {
    report.findings.retain(|finding| !ids.contains(&finding.id));
    for variants in [&mut report.variants, &mut report.possible] {
        variants.iter_mut().for_each(|variant| variant.explains.retain(|id| !ids.contains(id)));
        variants.retain(|variant| !variant.explains.is_empty());
    }
    (report.summary, report.verdict) = counted(&report);
    report.headline = report.verdict_in_words();
    report
}

fn counted(report: &Report) -> (Summary, Verdict) {
    let mut summary = Summary::default();
    for finding in &report.findings {
        let counter = match finding.kind {
            _ if !report.stands_alone(finding) => &mut summary.consequences,
            Kind::Fault => &mut summary.faults,
            Kind::Variant => &mut summary.variants,
            Kind::Unverifiable => &mut summary.unverifiable,
            Kind::Note => &mut summary.notes,
        };
        *counter += 1;
    }
    let verdict = match summary {
        Summary { faults: 1.., .. } => Verdict::Faulty,
        Summary { variants: 1.., .. } => Verdict::Variant,
        Summary { unverifiable: 1.., .. } => Verdict::Unverifiable,
        _ => Verdict::Clean,
    };
    (summary, verdict)
}
