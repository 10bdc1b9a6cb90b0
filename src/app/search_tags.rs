//! The search tags of logs: digests of player names, clients and codes. Storing and querying them is left to the store.

use super::engine;
use super::metrics::client;
use super::{App, AppError};
use crate::store::SearchTags;
use caipan_engine::audit::Kind;
use caipan_engine::report::Report;
use caipan_log::GameLog;
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};

/// The search key of a player: the first 16 hex digits of the SHA-256 of the name or the id, as the log writes it.
///
/// Addresses contain it instead of the name, so that no browser history or proxy log contains names, while lists can
/// still be paged and shared. It is no protection against an attacker who has a list of names.
pub fn player_digest(name: &str) -> String {
    let digest = Sha256::digest(name.trim());
    caipan_tiles::hash::hex(digest.get(..8).unwrap_or_default())
}

/// Returns whether a word has the form of a player digest.
pub fn is_player_digest(word: &str) -> bool {
    word.len() == 16 && word.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// The search tags of a log with this report.
pub(super) fn marks(log: Option<&GameLog>, report: &Report) -> SearchTags {
    let SearchTags { codes, faults, .. } = of_report(report);
    SearchTags { codes, faults, ..log.map(named).unwrap_or_default() }
}

/// The codes of a published report and the number of its primary faults by code; `None` if the bytes are no report.
pub fn report_tags(report: &[u8]) -> Option<SearchTags> {
    serde_json::from_slice(report).ok().map(|report| of_report(&report))
}

fn of_report(report: &Report) -> SearchTags {
    let mut faults = BTreeMap::new();
    for found in report.findings.iter().filter(|found| found.because.is_none() && found.kind == Kind::Fault) {
        *faults.entry(found.code.to_string()).or_default() += 1;
    }
    SearchTags {
        codes: report.findings.iter().map(|found| found.code.to_string()).collect(),
        faults,
        ..SearchTags::default()
    }
}

/// The search tags that do not depend on a report.
pub(super) fn named(log: &GameLog) -> SearchTags {
    let names = log.players.iter().flat_map(|player| {
        [Some(player.id.as_str()), player.name.as_deref()].into_iter().flatten().filter(|name| !name.trim().is_empty())
    });
    let players: BTreeSet<String> = names.map(player_digest).collect();
    SearchTags { players, client: client(&log.source), ..SearchTags::default() }
}

impl App {
    /// Audits a stored log again and collects its new search tags.
    pub(super) async fn read_again(&self, source: super::Source) -> Result<(engine::Audited, SearchTags), AppError> {
        let limits = self.limits();
        self.audit_on(source.bytes.len(), self.config.queue_timeout, move |watch| {
            let read = source.parse(&limits)?;
            let audited = engine::audit_read(&read, &source.bytes, watch)?;
            let marks = marks(Some(&read.log), &audited.report);
            Ok((audited, marks))
        })
        .await?
    }
}
