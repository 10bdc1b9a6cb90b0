//! Reports of an earlier run, reduced to the fields that a comparison needs. Fields added by later versions are
//! ignored.

use super::identity::{Mark, log_key, of_marks};
use crate::audit::{Kind, Verdict};
use caipan_tiles::bilingual;
use caipan_tiles::text::Text;
use caipan_tiles::tile::SeatList;
use serde::Deserialize;
use serde::de::IgnoredAny;

/// One line of the output of `caipan audit --format json`.
#[derive(Clone, Debug)]
pub enum PastLine {
    /// A report.
    Report(Box<Past>),
    /// An input that is not a log.
    Unreadable,
}

/// A report of an earlier run.
#[derive(Clone, Debug, Deserialize)]
pub struct Past {
    format: String,
    /// The verdict.
    pub verdict: Verdict,
    /// The log.
    pub log: PastLog,
    /// The rules applied.
    pub rules: PastRules,
    /// All findings.
    pub findings: Vec<PastFinding>,
    /// The hands.
    pub hands: Vec<PastHand>,
    baseline: Option<IgnoredAny>,
}

/// The log of an earlier report.
#[derive(Clone, Debug, Deserialize)]
pub struct PastLog {
    /// The platform's id.
    pub id: String,
    /// `sha256:` of its bytes.
    pub digest: String,
}

/// The rules of an earlier report.
#[derive(Clone, Debug, Deserialize)]
pub struct PastRules {
    /// The rule system.
    pub system: String,
    /// Its revision.
    pub revision: u32,
    /// The preset.
    pub preset: String,
}

/// A finding of an earlier report.
#[derive(Clone, Debug, Deserialize)]
pub struct PastFinding {
    /// The check's code.
    pub code: String,
    /// The check's name.
    pub name: String,
    /// The kind of finding.
    pub kind: Kind,
    /// The index of the hand.
    pub hand: Option<usize>,
    /// The index of the event.
    pub event: Option<usize>,
    /// The JSON pointer into the log.
    pub pointer: String,
    /// The seat.
    pub seat: Option<usize>,
    /// The sentence that describes it.
    pub message: Text,
    /// The recorded value.
    pub claimed: Option<String>,
    /// The correct value.
    pub computed: Option<String>,
    /// The finding that caused it.
    pub because: Option<usize>,
}

/// A hand of an earlier report.
#[derive(Clone, Debug, Deserialize)]
pub struct PastHand {
    /// Its index.
    pub hand: usize,
    /// The points that each seat gained or lost under the rules.
    pub balance: SeatList<i64>,
}

/// Reads one line of reports. The error describes the line and the fix.
pub fn past(line: &[u8]) -> Result<PastLine, Text> {
    #[derive(Deserialize)]
    struct Unreadable {
        #[serde(rename = "source")]
        _source: IgnoredAny,
        #[serde(rename = "error")]
        _error: IgnoredAny,
    }
    let past: Past = match serde_json::from_slice(line) {
        Ok(past) => past,
        Err(_) if serde_json::from_slice::<Unreadable>(line).is_ok() => return Ok(PastLine::Unreadable),
        Err(error) => {
            return Err(bilingual!(
                "这不是审核报告（{error}）。请给 caipan audit --format json 的输出，或服务返回的 JSON 报告。",
                "This is not a report ({error}). Give the output of caipan audit --format json, or a JSON report of the service."
            ));
        }
    };
    if past.format != super::FORMAT {
        let (found, known) = (&past.format, super::FORMAT);
        return Err(bilingual!(
            "报告格式是 {found}，这里只认 {known}；请用同一大版本的 caipan 重新审核。",
            "The report has format {found}, but this program reads {known}. Audit again with the same major version of caipan."
        ));
    }
    Ok(PastLine::Report(Box::new(past)))
}

impl Past {
    /// Returns the name of the log: its id, or its digest if it has none.
    pub fn key(&self) -> &str {
        log_key(&self.log.id, &self.log.digest)
    }

    /// Returns the identities of the findings, in their order.
    pub fn identities(&self) -> Vec<String> {
        of_marks(self.key(), self.findings.iter().map(Mark::from))
    }

    /// True if it was written against a baseline and therefore lacks the findings known then.
    pub fn is_partial(&self) -> bool {
        self.baseline.is_some()
    }
}

impl<'a> From<&'a PastFinding> for Mark<'a> {
    fn from(finding: &'a PastFinding) -> Mark<'a> {
        let PastFinding { code, hand, event, pointer, seat, .. } = finding;
        Mark { code, hand: *hand, event: *event, seat: *seat, pointer }
    }
}
