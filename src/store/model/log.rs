//! What is given to the store, and what it says became of it.

use crate::store::model::search_tags::Marks;
use crate::store::model::tenant::Who;

/// A stored log without its bytes, with the outcome of its newest report.
#[derive(Clone, Debug)]
pub struct LogRow {
    /// The place among all that its tenant did; what lists are paged by.
    pub place: i64,
    /// The id.
    pub id: String,
    /// `sha256:` and 64 hex digits of the bytes as received.
    pub digest: String,
    /// The platform's name; empty when it has none.
    pub platform: String,
    /// The platform's own id of the game.
    pub game: String,
    /// The declared rule system.
    pub system: String,
    /// How many hands.
    pub hands: i32,
    /// How the bytes are to be read.
    pub media_type: String,
    /// The third-party format the bytes are in.
    pub import_name: Option<String>,
    /// How many bytes were received.
    pub size: i32,
    /// Microseconds since 1970.
    pub received_at: i64,
    /// The id of the log it replaces.
    pub corrects: Option<String>,
    /// The id of the log that replaces it.
    pub corrected_by: Option<String>,
    /// The rule system that it belongs to, which counts the revisions.
    pub rules: String,
    /// The revision of the newest report.
    pub revision: i32,
    /// The newest report's verdict.
    pub verdict: String,
    /// Findings of their own by kind: faults, variants, unverifiable, notes.
    pub counts: [i32; 4],
}

impl LogRow {
    /// The rule system and the revision of the newest report: `changsha@3`.
    pub fn revision(&self) -> String {
        format!("{}@{}", self.rules, self.revision)
    }
}

/// A stored report.
#[derive(Clone, Debug)]
pub struct ReportRow {
    /// The revision that made it.
    pub revision: i32,
    /// The report as published.
    pub body: Vec<u8>,
}

/// What a list of logs is narrowed to; an absent field does not narrow.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// Only logs of this platform.
    pub platform: Option<String>,
    /// Only logs with this platform id of the game.
    pub game: Option<String>,
    /// Only logs that declare this rule system.
    pub system: Option<String>,
    /// Only logs whose newest report has this verdict.
    pub verdict: Option<String>,
    /// Only logs from this client, in this version.
    pub client: Option<String>,
    /// Only logs whose newest report has this code.
    pub code: Option<String>,
    /// Only logs with a player of this digest.
    pub player: Option<String>,
    /// Only logs that were received then or later; microseconds since 1970.
    pub since: Option<i64>,
    /// Only logs that were received before; microseconds since 1970.
    pub until: Option<i64>,
    /// Only logs that came before this place.
    pub before: Option<i64>,
}

/// A log to store. Bytes are compressed by the caller, who has more threads than the writer.
#[derive(Clone, Debug)]
pub struct Fresh {
    /// Whose it is, and who stores it.
    pub who: Who,
    /// The id it gets, made from its bytes and what it was said to correct: the same id is the same log.
    pub id: String,
    /// `sha256:` and 64 hex digits of the bytes as received.
    pub digest: String,
    /// The platform's name; empty when it has none.
    pub platform: String,
    /// The platform's own id of the game.
    pub game: String,
    /// The declared rule system.
    pub system: String,
    /// The rule system that this belongs to, which counts the revisions.
    pub rules: String,
    /// How many hands.
    pub hands: i32,
    /// How the bytes are to be read.
    pub media_type: String,
    /// The third-party format the bytes are in.
    pub import_name: Option<String>,
    /// Microseconds since 1970.
    pub received_at: i64,
    /// The id of the stored log it replaces.
    pub corrects: Option<String>,
    /// How many bytes were received.
    pub size: i32,
    /// The bytes as received, packed ([`super::pack`]).
    pub raw: Vec<u8>,
    /// The client's key for this request.
    pub key: Option<String>,
    /// The versions of the tenant's settings by which it was read.
    pub by: Vec<i64>,
    /// The report; its `log` is this log's id.
    pub report: FreshReport,
}

impl Fresh {
    /// The log as a query finds it once it is stored; its place in the order is not known before.
    pub fn row(&self) -> LogRow {
        LogRow {
            place: 0,
            id: self.id.clone(),
            digest: self.digest.clone(),
            platform: self.platform.clone(),
            game: self.game.clone(),
            system: self.system.clone(),
            hands: self.hands,
            media_type: self.media_type.clone(),
            import_name: self.import_name.clone(),
            size: self.size,
            received_at: self.received_at,
            corrects: self.corrects.clone(),
            corrected_by: None,
            rules: self.rules.clone(),
            revision: self.report.revision,
            verdict: self.report.verdict.clone(),
            counts: self.report.counts,
        }
    }
}

/// A report to store.
#[derive(Clone, Debug)]
pub struct FreshReport {
    /// The id of the log.
    pub log: String,
    /// The revision of the rule system that made it.
    pub revision: i32,
    /// The verdict's name.
    pub verdict: String,
    /// Findings of their own by kind: faults, variants, unverifiable, notes.
    pub counts: [i32; 4],
    /// Microseconds since 1970.
    pub created_at: i64,
    /// The report as published, packed ([`super::pack`]).
    pub body: Vec<u8>,
    /// `sha256:` and 64 hex digits of the report as published.
    pub digest: String,
    /// What the log is found by under this report.
    pub marks: Marks,
}

/// What stands for a log now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// The id under which it is stored.
    pub id: String,
    /// False when the same content was stored before.
    pub created: bool,
}
