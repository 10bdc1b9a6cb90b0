//! What a log is found by.

use std::collections::{BTreeMap, BTreeSet};

/// The kinds of tags at rest; never given anew.
pub(in crate::store) const PLAYER: i32 = 1;
pub(in crate::store) const CLIENT: i32 = 2;
pub(in crate::store) const CODE: i32 = 3;

/// What a log is found by and what is counted of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// Digests of the players' names and ids.
    pub players: BTreeSet<String>,
    /// The client with its version; empty where the log does not say.
    pub client: String,
    /// The codes that the report has.
    pub codes: BTreeSet<String>,
    /// How many faults of their own it has, by code.
    pub faults: BTreeMap<String, i64>,
}

impl Marks {
    /// Tags by kind and word.
    pub(in crate::store) fn tags(&self) -> impl Iterator<Item = (i32, &str)> {
        let players = self.players.iter().map(|player| (PLAYER, player.as_str()));
        let client = Some((CLIENT, self.client.as_str())).filter(|(_, client)| !client.is_empty());
        players.chain(client).chain(self.codes.iter().map(|code| (CODE, code.as_str())))
    }
}

/// Reads the codes of a published report and counts its faults; `None` if the bytes are no report that this program can read.
pub type ReadMarks = fn(&[u8]) -> Option<Marks>;
