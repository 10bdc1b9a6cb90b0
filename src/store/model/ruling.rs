//! A ruling as it is recorded.
//!
//! An entry is written once, as canonical JSON (RFC 8785: keys in order, no spaces), and its digest is that of these bytes. Each names the
//! digest of the tenant's ruling before it, so that none can be changed, taken out or put in between without a trace; a chain over
//! everything that a tenant does can take the digests up as they are.

use crate::store::model::tenant::{Tenant, Who};
use caipan_tiles::tile::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The most rulings of a log.
pub const MOST_RULINGS: i32 = 200;

/// The format of an entry.
pub(in crate::store) const FORMAT: &str = "caipan-ruling/1";

/// What a referee decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum RulingKind {
    /// The report, or the finding, stands as it was given. No points are moved.
    Uphold,
    /// Points are moved, from what was recorded to what shall be.
    Correct,
    /// Points are moved as a punishment.
    Penalty,
    /// Something is put on record.
    Note,
}

/// Points that pass from one seat to another. Without a giver points are added that the record lacks, without a receiver points are taken
/// off that it has too many.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Moved {
    /// Who gives.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Seat>,
    /// How many; more than none.
    pub points: i64,
    /// Who gets.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Seat>,
}

impl Moved {
    /// What is added to all points together: nothing between two seats.
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

/// Whose key it was.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Author {
    /// What the key is called by.
    pub id: String,
    /// What it was made for.
    pub name: String,
}

/// A ruling, with its fields in the order in which they are written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Entry {
    /// When, in UTC to the microsecond.
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
    /// What was decided.
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
    /// Who ruled, as they call themselves; nobody has checked it.
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
    /// The bytes that are kept.
    pub fn canonical(&self) -> Vec<u8> {
        // Strings, whole numbers and fields whose names are in order always serialise, and so.
        serde_json::to_vec(self).unwrap_or_default()
    }

    /// Whether both say the same, whenever they were said.
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

/// A ruling as stored.
#[derive(Clone, Debug)]
pub struct RulingRow {
    /// `sha256:` of the bytes that are kept.
    pub digest: String,
    /// What they say.
    pub entry: Entry,
}

/// A ruling to record. What it rests on is checked where nothing can come between.
#[derive(Clone, Debug)]
pub struct FreshRuling {
    /// Whose it is, and who rules.
    pub who: Who,
    /// What the same request is known by when it comes again.
    pub token: String,
    /// The id of the log.
    pub log: String,
    /// What was decided.
    pub kind: RulingKind,
    /// The finding it is about.
    pub finding: Option<Subject>,
    /// The hand.
    pub hand: Option<usize>,
    /// The reason.
    pub note: String,
    /// Who ruled.
    pub referee: String,
    /// The digest of the report.
    pub report: String,
    /// The rule system and the revision of the report.
    pub revision: String,
    /// The ruling that stands no longer.
    pub reverses: Option<i32>,
    /// The points that are moved.
    pub transfers: Vec<Moved>,
    /// How many points all seats together lack in the record of the hand, or of the match: what transfers without a giver or a receiver may
    /// come to.
    pub lacks: i128,
    /// How many rulings of the log whoever rules has seen; any number where absent.
    pub seen: Option<i32>,
    /// Microseconds since 1970.
    pub at: i64,
}

impl FreshRuling {
    /// Whose things it is about.
    pub(in crate::store) const fn tenant(&self) -> Tenant {
        self.who.tenant
    }
}

/// Why a ruling does not fit to those that there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfit {
    /// The log has no ruling of this number.
    Nothing(i32),
    /// This one was reversed before, by that one.
    Reversed(i32, i32),
    /// The log has so many rulings now, more than were seen.
    Unseen(i32),
    /// The log has as many as it may have.
    Full,
    /// The request's key was used for this ruling, which says something else.
    KeyReused(i32),
    /// All transfers without a giver or a receiver would come to so much, where the record lacks so much.
    Unbalanced(i128, i128),
}
