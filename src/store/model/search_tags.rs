//! The search tags of a log and the fault counts of its report, as plain data. Reading them from a log or a report is
//! left to `app`.

use std::collections::{BTreeMap, BTreeSet};

/// The stored numbers of tag kinds; never reused.
pub(in crate::store) const PLAYER: i32 = 1;
pub(in crate::store) const CLIENT: i32 = 2;
pub(in crate::store) const CODE: i32 = 3;

/// The search tags of a log, and its faults for the counters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchTags {
    /// Digests of the players' names and ids.
    pub players: BTreeSet<String>,
    /// The client with its version; empty if the log names none.
    pub client: String,
    /// The codes of the report's findings.
    pub codes: BTreeSet<String>,
    /// The number of independent faults by code.
    pub faults: BTreeMap<String, i64>,
}

impl SearchTags {
    /// The tags as kind and word.
    pub(in crate::store) fn tags(&self) -> impl Iterator<Item = (i32, &str)> {
        let players = self.players.iter().map(|player| (PLAYER, player.as_str()));
        let client = Some((CLIENT, self.client.as_str())).filter(|(_, client)| !client.is_empty());
        players.chain(client).chain(self.codes.iter().map(|code| (CODE, code.as_str())))
    }
}

/// The first log whose newest report has a code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FirstSeen {
    /// The id of the log.
    pub id: String,
    /// Microseconds since 1970.
    pub received_at: i64,
    /// The client with its version; empty if it is not known.
    pub client: String,
}

/// Reads the codes and fault counts of a published report; `None` if the bytes are not a readable report.
pub type ReadTags = fn(&[u8]) -> Option<SearchTags>;
