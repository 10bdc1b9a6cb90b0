//! Reports with their published JSON, and the words of the verdicts.

use caipan_adapter::{ReadLog, Refusal};
use caipan_engine::audit::Verdict;
use caipan_engine::report::{Report, to_json};
use caipan_tiles::hash::sha256;

/// A report and its published JSON.
#[derive(Clone, Debug)]
pub struct Audited {
    /// The report.
    pub report: Report,
    /// The report as published JSON.
    pub json: Vec<u8>,
}

impl Audited {
    /// Audits a log that was read from these bytes.
    pub fn of(read: &ReadLog, bytes: &[u8]) -> Result<Audited, Box<Refusal>> {
        read.report(&sha256(bytes)).map(Audited::from)
    }
}

impl From<Report> for Audited {
    fn from(report: Report) -> Audited {
        Audited { json: to_json(&report), report }
    }
}

/// All verdicts.
const ALL: [Verdict; 4] = [Verdict::Clean, Verdict::Faulty, Verdict::Variant, Verdict::Unverifiable];

/// The words of the verdicts.
pub const VERDICTS: [&str; 4] = [ALL[0].word(), ALL[1].word(), ALL[2].word(), ALL[3].word()];

/// Returns the verdict with this name.
pub fn verdict_named(name: &str) -> Option<Verdict> {
    ALL.into_iter().find(|one| one.word() == name)
}
