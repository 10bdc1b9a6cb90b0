//! What is new since a stored result: a report without the findings that were known before.

use super::document::{BaselineView, FindingView, Report, Summary};
use super::identity::identities;
use super::past::Past;
use crate::audit::{Kind, Verdict};
use caipan_tiles::bilingual;
use caipan_tiles::text::Text;
use std::collections::{BTreeMap, BTreeSet};

/// The findings of an earlier run, by log and identity.
#[derive(Clone, Debug, Default)]
pub struct Baseline {
    logs: BTreeMap<String, BTreeMap<String, Vec<Known>>>,
}

/// A finding of an earlier run, as far as it covers one found now.
#[derive(Clone, Debug)]
struct Known {
    digest: String,
    kind: Kind,
    claimed: Option<String>,
}

impl Known {
    /// Whether this is what is found now. Of a log whose bytes have changed it must claim the same: another amount in the
    /// same place is another matter. What was a house rule, or could not be verified, does not cover a fault.
    fn covers(&self, digest: &str, now: &FindingView) -> bool {
        grave(now.kind) <= grave(self.kind) && (self.digest == digest || self.claimed == now.claimed)
    }
}

impl Baseline {
    /// Takes up an earlier report. The error says why it cannot serve.
    pub fn add(&mut self, past: &Past) -> Result<(), Text> {
        if past.is_partial() {
            return Err(bilingual!(
                "这份结果是用 --baseline 写出的，只含新问题，不能作基线。请用不带 --baseline 的 caipan audit --format json 的输出。",
                "This result was itself written with --baseline and holds only what was new, so it is no baseline. Give what caipan \
                 audit --format json writes without --baseline."
            ));
        }
        let of_log = self.logs.entry(past.key().to_owned()).or_default();
        for (identity, finding) in past.identities().into_iter().zip(&past.findings) {
            let (digest, claimed) = (past.log.digest.clone(), finding.claimed.clone());
            of_log.entry(identity).or_default().push(Known { digest, kind: finding.kind, claimed });
        }
        Ok(())
    }

    /// How many findings are known of a log; `None` where the log is new.
    pub fn of(&self, log: &str) -> Option<usize> {
        self.logs.get(log).map(BTreeMap::len)
    }

    /// How many findings are known of all logs.
    pub fn len(&self) -> usize {
        self.logs.values().map(BTreeMap::len).sum()
    }

    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The report without what is known. Findings keep their numbers; verdict and summary are those of what is left.
    ///
    /// Whatever was not known is new. What follows from a known finding and is new itself stands by itself and counts as
    /// what its kind says: a known fault must not hide what comes of it later.
    pub fn without_known(&self, mut report: Report) -> Report {
        let none = BTreeMap::new();
        let of_log = self.logs.get(report.key()).unwrap_or(&none);
        let digest = report.log.digest.clone();
        let covered: BTreeMap<usize, String> = report
            .findings
            .iter()
            .zip(identities(&report))
            .filter(|(finding, identity)| {
                of_log.get(identity).is_some_and(|known| known.iter().any(|known| known.covers(&digest, finding)))
            })
            .map(|(finding, identity)| (finding.id, identity))
            .collect();
        let found: BTreeSet<&String> = covered.values().collect();
        let gone = of_log.keys().filter(|identity| !found.contains(identity)).count();
        report.findings.retain(|finding| !covered.contains_key(&finding.id));
        for variants in [&mut report.variants, &mut report.possible] {
            variants.iter_mut().for_each(|variant| variant.explains.retain(|id| !covered.contains_key(id)));
            variants.retain(|variant| !variant.explains.is_empty());
        }
        report.baseline = Some(BaselineView { known: covered.len(), gone });
        (report.summary, report.verdict) = counted(&report);
        report
    }
}

/// How grave a kind is: what may stand in for what.
const fn grave(kind: Kind) -> u8 {
    match kind {
        Kind::Note => 0,
        Kind::Unverifiable => 1,
        Kind::Variant => 2,
        Kind::Fault => 3,
    }
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
