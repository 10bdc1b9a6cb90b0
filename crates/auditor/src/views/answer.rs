//! The results of `join` and `leaks` as one document each, for programs that answer in JSON.

use super::given::{sent_to, whole_and_sent};
use super::{Difference, Leak, Named, Sent, leaks};
use caipan_log::{GameLog, write};
use caipan_tiles::text::Text;
use caipan_tiles::tile::Seat;
use serde::Serialize;
use serde_json::value::RawValue;

/// One record made of several, or the contradictions between them.
#[derive(Debug, Serialize, schemars::JsonSchema)]
pub struct Joined {
    /// The joined log in `paipu/1`; absent if the records contradict each other.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<serde_json::Value>")]
    pub log: Option<Box<RawValue>>,
    /// The facts in which the records contradict each other; empty if they were joined.
    pub differences: Vec<Difference>,
}

impl From<Result<GameLog, Vec<Difference>>> for Joined {
    fn from(joined: Result<GameLog, Vec<Difference>>) -> Joined {
        match joined {
            Ok(log) => Joined { log: RawValue::from_string(write(&log)).ok(), differences: Vec::new() },
            Err(differences) => Joined { log: None, differences },
        }
    }
}

/// The leaks of a record, or its contradictions to the whole.
#[derive(Debug, Serialize, schemars::JsonSchema)]
pub struct Leaks {
    /// The leaks, in the order of the record; absent if it contradicts the whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub leaks: Option<Vec<Leak>>,
    /// The facts in which the record contradicts the whole; empty if it was searched.
    pub differences: Vec<Difference>,
}

impl Leaks {
    /// Searches a record of a match for what its seat could not see; without a seat, those of its `view`.
    ///
    /// # Errors
    /// The advice if no seat is named.
    pub fn of(whole: &GameLog, part: &GameLog, seat: Option<Seat>, sent: Sent) -> Result<Leaks, Text> {
        let seats = sent_to(part, seat)?;
        let [of, name] = whole_and_sent();
        let found = leaks(Named { name: &of, log: whole }, Named { name: &name, log: part }, seats, sent);
        Ok(match found {
            Ok(leaks) => Leaks { leaks: Some(leaks), differences: Vec::new() },
            Err(differences) => Leaks { leaks: None, differences },
        })
    }
}
