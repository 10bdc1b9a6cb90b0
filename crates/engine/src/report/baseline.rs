//! Comparison with a stored result: a report without the findings that were known before.

use super::document::{BaselineView, FindingView, Report};
use super::identity::identities;
use super::past::Past;
use super::remaining::without;
use crate::audit::Kind;
use caipan_tiles::bilingual;
use caipan_tiles::text::Text;
use std::collections::{BTreeMap, BTreeSet};

/// The findings of an earlier run, by log and identity.
#[derive(Clone, Debug, Default)]
pub struct Baseline {
    logs: BTreeMap<String, BTreeMap<String, Vec<KnownFinding>>>,
}

/// A finding of an earlier run, with the data for matching it to a current finding.
#[derive(Clone, Debug)]
struct KnownFinding {
    digest: String,
    kind: Kind,
    claimed: Option<String>,
}

impl KnownFinding {
    /// True if this covers the current finding. If the log's bytes have changed, both must claim the same value,
    /// because another amount at the same position is another finding. A variant or an unverifiable finding does not
    /// cover a fault.
    fn covers(&self, digest: &str, now: &FindingView) -> bool {
        rank(now.kind) <= rank(self.kind) && (self.digest == digest || self.claimed == now.claimed)
    }
}

impl Baseline {
    /// Adds an earlier report. An error if that report was itself written against a baseline.
    pub fn add(&mut self, past: &Past) -> Result<(), Text> {
        if past.is_partial() {
            return Err(bilingual!(
                "这份结果是带 --baseline 写出的，只含新问题，不能当基线。请用不带 --baseline 的 caipan audit --format json 输出。",
                "This result was itself written with --baseline and holds only what was new, so it is no baseline. Give what caipan \
                 audit --format json writes without --baseline."
            ));
        }
        let of_log = self.logs.entry(past.key().to_owned()).or_default();
        for (identity, finding) in past.identities().into_iter().zip(&past.findings) {
            let (digest, claimed) = (past.log.digest.clone(), finding.claimed.clone());
            of_log.entry(identity).or_default().push(KnownFinding { digest, kind: finding.kind, claimed });
        }
        Ok(())
    }

    /// Returns the number of known findings of a log; `None` if the log is new.
    pub fn of(&self, log: &str) -> Option<usize> {
        self.logs.get(log).map(BTreeMap::len)
    }

    /// Returns the number of known findings of all logs.
    pub fn len(&self) -> usize {
        self.logs.values().map(BTreeMap::len).sum()
    }

    /// True if no finding is known.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the ids of a report's known findings, and the number of known findings that it no longer has.
    pub fn known(&self, report: &Report) -> (BTreeSet<usize>, usize) {
        let none = BTreeMap::new();
        let of_log = self.logs.get(report.key()).unwrap_or(&none);
        let digest = &report.log.digest;
        let covered: BTreeMap<usize, String> = report
            .findings
            .iter()
            .zip(identities(report))
            .filter(|(finding, identity)| {
                of_log.get(identity).is_some_and(|known| known.iter().any(|known| known.covers(digest, finding)))
            })
            .map(|(finding, identity)| (finding.id, identity))
            .collect();
        let found: BTreeSet<&String> = covered.values().collect();
        let gone = of_log.keys().filter(|identity| !found.contains(identity)).count();
        (covered.into_keys().collect(), gone)
    }

    /// Returns the report without the known findings. Findings keep their numbers; verdict and summary cover the
    /// remaining ones.
    pub fn without_known(&self, report: Report) -> Report {
        let (known, gone) = self.known(&report);
        let baseline = Some(BaselineView { known: known.len(), gone });
        Report { baseline, ..without(report, &known) }
    }
}

/// The rank of a kind: a known finding covers only kinds of the same or a lower rank.
const fn rank(kind: Kind) -> u8 {
    match kind {
        Kind::Note => 0,
        Kind::Unverifiable => 1,
        Kind::Variant => 2,
        Kind::Fault => 3,
    }
}
