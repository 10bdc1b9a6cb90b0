//! A report as an earlier run wrote it, as far as comparing needs it. What later versions add is passed over.

use super::identity::{Mark, log_key, of_marks};
use crate::audit::{Kind, Verdict};
use caipan_tiles::bilingual;
use caipan_tiles::text::Text;
use serde::Deserialize;
use serde::de::IgnoredAny;

/// One line of what `caipan audit --format json` writes.
#[derive(Clone, Debug)]
pub enum PastLine {
    /// A report.
    Report(Box<Past>),
    /// An input that was no log.
    Unreadable,
}

/// A report of an earlier run.
#[derive(Clone, Debug, Deserialize)]
pub struct Past {
    format: String,
    /// What it came to.
    pub verdict: Verdict,
    /// The log.
    pub log: PastLog,
    /// The rules it was judged by.
    pub rules: PastRules,
    /// Everything found.
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
    /// What it was.
    pub kind: Kind,
    /// Index of the hand.
    pub hand: Option<usize>,
    /// Index of the event.
    pub event: Option<usize>,
    /// JSON pointer into the log.
    pub pointer: String,
    /// The seat.
    pub seat: Option<usize>,
    /// What was wrong.
    pub message: Text,
    /// What the log said.
    pub claimed: Option<String>,
    /// What it should have said.
    pub computed: Option<String>,
    /// The finding that it followed from.
    pub because: Option<usize>,
}

/// A hand of an earlier report.
#[derive(Clone, Debug, Deserialize)]
pub struct PastHand {
    /// Its index.
    pub hand: usize,
    /// What each seat gained or lost under the rules.
    pub balance: [i64; 4],
}

/// Reads one line of reports. The error says what it is instead and what to do.
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
                "不是审核报告（{error}）。请给出 caipan audit --format json 的输出，或服务返回的 JSON 报告。",
                "This is no report ({error}). Give what caipan audit --format json wrote, or a JSON report of the service."
            ));
        }
    };
    if past.format != super::FORMAT {
        let (found, known) = (&past.format, super::FORMAT);
        return Err(bilingual!(
            "报告格式是 {found}，这里只认 {known}。请用同一主版本的 caipan 重新审核。",
            "The report is {found}, and {known} is what can be read here. Audit again with a caipan of the same major version."
        ));
    }
    Ok(PastLine::Report(Box::new(past)))
}

impl Past {
    /// What names the log: its id, or its digest where it has none.
    pub fn key(&self) -> &str {
        log_key(&self.log.id, &self.log.digest)
    }

    /// The identities of the findings, in their order.
    pub fn identities(&self) -> Vec<String> {
        of_marks(self.key(), self.findings.iter().map(Mark::from))
    }

    /// Whether it was itself written against a baseline, so that it lacks what was known then.
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
