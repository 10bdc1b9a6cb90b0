//! What is new since a stored result: a report without the findings that were known before.

use super::document::{BaselineView, Report, Summary};
use super::identity::identities;
use super::past::Past;
use crate::audit::{Kind, Verdict};
use crate::say;
use crate::say::Text;
use std::collections::{BTreeMap, BTreeSet};

/// The findings of an earlier run, by log.
#[derive(Clone, Debug, Default)]
pub struct Baseline {
    logs: BTreeMap<String, BTreeSet<String>>,
}

impl Baseline {
    /// Takes up an earlier report. The error says why it cannot serve.
    pub fn add(&mut self, past: &Past) -> Result<(), Text> {
        if past.is_partial() {
            return Err(say!(
                "这份结果是用 --baseline 写出的，只含新问题，不能作基线。请用不带 --baseline 的 caipan audit --format json 的输出。",
                "This result was itself written with --baseline and holds only what was new, so it is no baseline. Give what caipan \
                 audit --format json writes without --baseline."
            ));
        }
        self.logs.entry(past.key().to_owned()).or_default().extend(past.identities());
        Ok(())
    }

    /// How many findings are known of a log; `None` where the log is new.
    pub fn of(&self, log: &str) -> Option<usize> {
        self.logs.get(log).map(BTreeSet::len)
    }

    /// How many findings are known of all logs.
    pub fn len(&self) -> usize {
        self.logs.values().map(BTreeSet::len).sum()
    }

    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The report without what is known. Findings keep their numbers; verdict and summary are those of what is left.
    ///
    /// A finding that follows from another goes and stays with it.
    pub fn without_known(&self, mut report: Report) -> Report {
        let none = BTreeSet::new();
        let known = self.logs.get(report.key()).unwrap_or(&none);
        let now = identities(&report);
        let found: BTreeSet<&String> = now.iter().collect();
        let gone = known.iter().filter(|identity| !found.contains(identity)).count();
        let new: BTreeSet<usize> = report
            .findings
            .iter()
            .zip(&now)
            .filter(|(finding, identity)| finding.because.is_none() && !known.contains(*identity))
            .map(|(finding, _)| finding.id)
            .collect();
        let before = report.findings.len();
        report.findings.retain(|finding| new.contains(&finding.because.unwrap_or(finding.id)));
        let kept: BTreeSet<usize> = report.findings.iter().map(|finding| finding.id).collect();
        for variant in &mut report.variants {
            variant.explains.retain(|id| kept.contains(id));
        }
        report.variants.retain(|variant| !variant.explains.is_empty());
        report.baseline = Some(BaselineView { known: before.saturating_sub(kept.len()), gone });
        (report.summary, report.verdict) = counted(&report);
        report
    }
}

fn counted(report: &Report) -> (Summary, Verdict) {
    let mut summary = Summary::default();
    for finding in &report.findings {
        let counter = match finding.kind {
            _ if finding.because.is_some() => &mut summary.consequences,
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
