//! What stored logs are found by: digests of players' names, clients, codes.

use super::engine;
use super::metrics::client;
use super::{App, AppError, Media, now};
use crate::config::Database;
use crate::store::{self, Marks, StoreError, Unmarked};
use caipan_engine::report::Report;
use caipan_log::{GameLog, Limits};
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;

/// What a player is found by: the first 16 hex digits of the SHA-256 of the name, or of the id, as the log writes it.
///
/// It stands in addresses in the place of the name, which then is in no history and in no proxy's log, while a list can still be
/// paged and sent on. Whoever has a list of names can try them all: it hides a name from those who look, not from those who search.
pub fn player_digest(name: &str) -> String {
    let digest = Sha256::digest(name.trim());
    caipan_tiles::hash::hex(digest.get(..8).unwrap_or_default())
}

/// Whether it can be such a digest.
pub fn is_player_digest(word: &str) -> bool {
    word.len() == 16 && word.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// What a log with this report is found by.
pub(super) fn marks(log: Option<&GameLog>, report: &Report) -> Marks {
    let Marks { client, players, .. } = log.map(named).unwrap_or_default();
    Marks::of(report, client, players)
}

/// What a log is found by whatever is said of it.
pub(super) fn named(log: &GameLog) -> Marks {
    let names = log.players.iter().flat_map(|player| {
        [Some(player.id.as_str()), player.name.as_deref()].into_iter().flatten().filter(|name| !name.trim().is_empty())
    });
    let players: BTreeSet<String> = names.map(player_digest).collect();
    Marks { players, client: client(&log.source), ..Marks::default() }
}

/// Brings what was stored by earlier versions up to date: marks for every log that has none. Says how many there were.
pub fn mark_stored(database: &Database, limits: &Limits) -> Result<usize, StoreError> {
    let began = now();
    let count = store::backfill(database, |stored| {
        let Unmarked { media_type, import_name, raw, report } = stored;
        let read = engine::read(raw, Media::of(media_type), import_name.as_deref(), limits).ok();
        // What can no longer be read is still found by what its report says.
        let report: Option<Report> = serde_json::from_slice(report).ok();
        report.map(|report| marks(read.as_ref().map(|read| &read.log), &report)).unwrap_or_default()
    })?;
    if count > 0 {
        let seconds = (now() - began) / 1_000_000;
        tracing::info!(logs = count, seconds, "stored logs can be found by player, client and code now");
    }
    Ok(count)
}

impl App {
    /// A stored log and what it is found by under a new report.
    pub(super) async fn read_again(&self, source: super::Source) -> Result<(engine::Audited, Marks), AppError> {
        let limits = self.limits();
        self.work(move || {
            let read = source.parse(&limits)?;
            let audited = engine::audit_read(&read, &source.bytes)?;
            let marks = marks(Some(&read.log), &audited.report);
            Ok((audited, marks))
        })
        .await?
    }
}
