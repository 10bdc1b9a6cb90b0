//! Logs and reports: new ones, stored ones and the filter of lists.

use crate::store::model::search_tags::SearchTags;
use crate::store::model::tenant::Who;

/// A stored log without its bytes, with the outcome of its newest report.
#[derive(Clone, Debug)]
pub struct LogRow {
    /// The tenant's sequence number of the log; lists are paged by it.
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
    /// The number of hands.
    pub hands: i32,
    /// The media type of the bytes.
    pub media_type: String,
    /// The third-party format the bytes are in.
    pub import_name: Option<String>,
    /// The number of received bytes.
    pub size: i32,
    /// Microseconds since 1970.
    pub received_at: i64,
    /// The id of the log it replaces.
    pub corrects: Option<String>,
    /// The id of the log that replaces it.
    pub corrected_by: Option<String>,
    /// The rule system whose revisions count for this log.
    pub rules: String,
    /// The revision of the newest report.
    pub revision: i32,
    /// The newest report's verdict.
    pub verdict: String,
    /// Findings of their own by kind: faults, variants, unverifiable, notes.
    pub counts: [i32; 4],
    /// The number of bytes of the newest report.
    pub report_size: i32,
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
    /// The revision of the rule system.
    pub revision: i32,
    /// The report as published.
    pub body: Vec<u8>,
    /// The verdict that its row and the lists tell.
    pub verdict: String,
    /// The findings by kind that its row and the lists tell: faults, variants, unverifiable, notes.
    pub counts: [i32; 4],
}

/// A filter of logs; an absent field matches all.
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
    /// Only logs received at this time or later; microseconds since 1970.
    pub since: Option<i64>,
    /// Only logs received before this time; microseconds since 1970.
    pub until: Option<i64>,
    /// Only logs with a lower sequence number.
    pub before: Option<i64>,
}

/// A new log. The caller compresses the bytes, because the writer has only one thread.
#[derive(Clone, Debug)]
pub struct LogToStore {
    /// The tenant and the key that store it.
    pub who: Who,
    /// The log as a query returns it once it is stored, but for its sequence number. The id is derived from the bytes and from
    /// the corrected log: the same id is the same log.
    pub row: LogRow,
    /// The received bytes, compressed ([`pack`](crate::store::pack)).
    pub raw: Vec<u8>,
    /// The client's idempotency key.
    pub key: Option<String>,
    /// The setting versions that were used to read the log.
    pub by: Vec<i64>,
    /// The report; its `log` is this log's id.
    pub report: ReportToStore,
}

/// A new report.
#[derive(Clone, Debug)]
pub struct ReportToStore {
    /// The id of the log.
    pub log: String,
    /// The revision of the rule system.
    pub revision: i32,
    /// The verdict's name.
    pub verdict: String,
    /// Findings of their own by kind: faults, variants, unverifiable, notes.
    pub counts: [i32; 4],
    /// Microseconds since 1970.
    pub created_at: i64,
    /// The number of bytes of the published report.
    pub size: i32,
    /// The published report, compressed ([`pack`](crate::store::pack)).
    pub body: Vec<u8>,
    /// `sha256:` and 64 hex digits of the published report.
    pub digest: String,
    /// The search tags of the log under this report.
    pub tags: SearchTags,
}

/// The result of storing a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// The id of the stored log.
    pub id: String,
    /// False if the same content was stored before.
    pub created: bool,
}
