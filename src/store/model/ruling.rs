//! Rulings in their recorded form.
//!
//! An entry is written once as canonical JSON (RFC 8785: sorted keys, no spaces), and its digest covers these bytes.
//! Each entry names the digest of the tenant's previous ruling, so nobody can change, remove or insert one unnoticed.
//! The doc comments of serialised types are descriptions in the OpenAPI document.

use crate::store::model::tenant::{Tenant, Who};
use caipan_tiles::tile::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Rulings that a log can have.
pub const MOST_RULINGS: i32 = 200;

/// The format of an entry.
pub(in crate::store) const FORMAT: &str = "caipan-ruling/1";

/// The decision of a referee.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum RulingKind {
    /// The report, or the finding, stands as it was given. No points are moved.
    Uphold,
    /// Points are moved, from what was recorded to what shall be.
    Correct,
    /// Points are moved as a punishment.
    Penalty,
    /// The finding, or the whole report, does not count: nothing is done about it. No points are moved.
    Dismiss,
    /// Something is put on record.
    Note,
}

/// Points that pass from one seat to another. Without a giver points are added that the record lacks, without a receiver points are taken
/// off that it has too many.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Moved {
    /// The seat that gives.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Seat>,
    /// The points, at least 1.
    pub points: i64,
    /// The seat that gets.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Seat>,
}

impl Moved {
    /// The change to the sum of all points: zero between two seats.
    pub fn open(self) -> i128 {
        let points = i128::from(self.points);
        match (self.from, self.to) {
            (None, Some(_)) => points,
            (Some(_), None) => -points,
            _ => 0,
        }
    }
}

/// The finding that a ruling is about, as the report of that time named it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Subject {
    /// The code of the check.
    pub code: String,
    /// Its number in the report.
    pub id: usize,
    /// JSON pointer into the log.
    pub pointer: String,
}

/// The key of a referee.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Author {
    /// The id of the key.
    pub id: String,
    /// The name of the key.
    pub name: String,
}

/// A ruling, with its fields in the order in which they are written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Entry {
    /// The time in UTC, to the microsecond.
    pub at: String,
    /// The digest of the tenant's ruling before this one; absent in the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    /// The finding it is about; absent where it is about a hand or the report as a whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub finding: Option<Subject>,
    /// Always `caipan-ruling/1`.
    pub format: String,
    /// The hand, from 0; absent where it is about the whole match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hand: Option<usize>,
    /// The key that it was made with; absent in the single-user mode.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<Author>,
    /// The decision.
    pub kind: RulingKind,
    /// The id of the log.
    pub log: String,
    /// The reason, or what is put on record; may be empty where a report is upheld.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// Its number among the rulings of the log, from 1.
    pub number: i32,
    /// Its place among everything that the tenant did.
    pub place: i64,
    /// The name that the referee gave; nobody has checked it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub referee: String,
    /// `sha256:` of the report that it is about, as published.
    pub report: String,
    /// The number of the ruling of this log that stands no longer because of this one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reverses: Option<i32>,
    /// The rule system and the revision of that report.
    pub revision: String,
    /// The points that are moved.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub transfers: Vec<Moved>,
}

impl Entry {
    /// The canonical bytes.
    pub fn canonical(&self) -> Vec<u8> {
        // Strings, integers and structs always serialise, and the fields are sorted.
        serde_json::to_vec(self).unwrap_or_default()
    }

    /// Compares the content, regardless of the time.
    pub(in crate::store) fn says_what(&self, fresh: &FreshRuling) -> bool {
        (self.kind, &self.finding, self.hand, &self.note, &self.referee, self.reverses, &self.transfers, &self.log)
            == (
                fresh.kind,
                &fresh.finding,
                fresh.hand,
                &fresh.note,
                &fresh.referee,
                fresh.reverses,
                &fresh.transfers,
                &fresh.log,
            )
    }
}

/// A stored ruling.
#[derive(Clone, Debug)]
pub struct RulingRow {
    /// `sha256:` of the canonical bytes.
    pub digest: String,
    /// The content.
    pub entry: Entry,
}

/// A new ruling. Its preconditions are checked inside the transaction.
#[derive(Clone, Debug)]
pub struct FreshRuling {
    /// The tenant and the key that rule.
    pub who: Who,
    /// Identifies the request if it is repeated.
    pub token: String,
    /// The id of the log.
    pub log: String,
    /// The decision.
    pub kind: RulingKind,
    /// The finding it concerns.
    pub finding: Option<Subject>,
    /// The hand.
    pub hand: Option<usize>,
    /// The reason.
    pub note: String,
    /// The name of the referee.
    pub referee: String,
    /// The digest of the report.
    pub report: String,
    /// The rule system and the revision of the report.
    pub revision: String,
    /// The number of the ruling that this one reverses.
    pub reverses: Option<i32>,
    /// The transfers of points.
    pub transfers: Vec<Moved>,
    /// The points that all seats together lack in the record of the hand or match: the sum that transfers without a
    /// giver or a receiver may reach.
    pub lacks: i128,
    /// The number of rulings that the referee has seen; absent: any.
    pub seen: Option<i32>,
    /// Microseconds since 1970.
    pub at: i64,
}

impl FreshRuling {
    /// The entry before it is recorded: without the time, the place, the key and the ruling before it.
    pub fn entry(&self, number: i32) -> Entry {
        Entry {
            at: String::new(),
            before: None,
            finding: self.finding.clone(),
            format: FORMAT.to_owned(),
            hand: self.hand,
            key: None,
            kind: self.kind,
            log: self.log.clone(),
            note: self.note.clone(),
            number,
            place: 0,
            referee: self.referee.clone(),
            report: self.report.clone(),
            reverses: self.reverses,
            revision: self.revision.clone(),
            transfers: self.transfers.clone(),
        }
    }

    /// The tenant.
    pub(in crate::store) const fn tenant(&self) -> Tenant {
        self.who.tenant
    }
}

/// The reason why a ruling conflicts with earlier ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfit {
    /// The log has no ruling with this number.
    Nothing(i32),
    /// The first ruling is already reversed by the second.
    Reversed(i32, i32),
    /// The log has this many rulings now, not the number that was seen.
    Unseen(i32),
    /// The log has the maximum number of rulings.
    Full,
    /// The idempotency key belongs to this ruling, which has other content.
    KeyReused(i32),
    /// Transfers without a giver or a receiver would add up to the first number, but the record lacks the second.
    Unbalanced(i128, i128),
}
