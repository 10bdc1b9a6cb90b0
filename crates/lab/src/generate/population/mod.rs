//! Matches as a platform records them: players who meet again, several rooms and client versions, starting times over
//! days, honest walls. By wish one thing is unfair, and every unfair act is returned beside the match.
//!
//! The log says nothing about the unfairness. Statistics over many matches are left to the reader of the logs.

mod host;
mod unfair;

pub use unfair::{Act, Mode, Rate, Source, Unfair};

pub(super) use host::Host;
pub(super) use unfair::Feeding;

use super::config::MatchConfig;
use caipan_engine::rules::Ruleset;
use caipan_log::GameLog;

/// The rooms that record matches, as `source.platform`.
pub const ROOMS: [&str; 3] = ["room-1", "room-2", "room-3"];

/// The clients that write logs, as `source.client`.
pub const CLIENTS: [&str; 2] = ["phone", "desktop"];

/// The versions of the clients, as `source.version`. The last one is the one that rounds wrongly in [`Mode::Rounding`].
pub const VERSIONS: [&str; 3] = ["1.0", "1.1", "1.2"];

/// The players of a platform, and the one thing that is unfair there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Population {
    /// The number of players, `p0001` and so on; at least as many as there are seats.
    pub players: u16,
    /// The unfair mode, if any.
    pub unfair: Option<Unfair>,
}

/// Generates the match with this number, and the unfair acts in it. The same seed gives the same bytes.
///
/// Players, room, client and version are drawn anew for each match, all equally likely. Match `n` starts in the `n`-th
/// period of ten minutes from 1 January 2026, and its hands three minutes apart. All walls are shuffled evenly: the
/// favours and the feeding of `config` are switched off.
pub fn one(
    ruleset: &Ruleset,
    seed: u64,
    number: u64,
    config: &MatchConfig,
    population: &Population,
) -> (GameLog, Vec<Act>) {
    let config = MatchConfig { favour: 0, swift: 0, wilds: 0, alike: 0, feed: 0, ..*config };
    let mut host = Host::new(ruleset, seed, number, population);
    let log = super::hosted(ruleset, seed, number, &config, Some(&mut host));
    (log, host.acts())
}

#[cfg(test)]
mod tests;
