//! Compares what is stored with what was acknowledged.

use crate::client::Client;
use crate::cluster::Cluster;
use crate::corpus::Corpus;
use serde_json::Value;
use std::collections::{HashMap, HashSet};
use std::fmt;

/// Number of connections that read the logs.
const READERS: usize = 4;

/// The logs and entries that are there after all kills.
#[derive(Default)]
pub struct Found {
    /// Logs with the bytes that were sent.
    same: u64,
    /// Acknowledged logs that are not there.
    lost: u64,
    /// Logs with other bytes.
    changed: u64,
    /// Logs that two answers acknowledged.
    twice: u64,
    /// Entries of the feed.
    entries: u64,
    /// Acknowledged logs without an entry in the feed.
    unfed: u64,
    /// Logs with more than one entry in the feed.
    doubled: u64,
    /// Entries of logs that nobody acknowledged, although every log was sent until it was acknowledged.
    strange: u64,
    /// The output of `caipan check-database`, and whether it found nothing.
    check: (bool, String),
}

impl Found {
    /// Returns true if nothing is lost, doubled or changed.
    pub fn is_whole(&self) -> bool {
        self.same > 0
            && self.lost + self.changed + self.twice + self.unfed + self.doubled + self.strange == 0
            && self.check.0
    }
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "| of these, stored unchanged | {} |", self.same)?;
        writeln!(
            f,
            "| lost | {} |\n| changed | {} |\n| acknowledged twice | {} |",
            self.lost, self.changed, self.twice
        )?;
        writeln!(f, "| entries of the feed | {} |", self.entries)?;
        writeln!(f, "| acknowledged, not in the feed | {} |", self.unfed)?;
        writeln!(
            f,
            "| twice in the feed | {} |\n| in the feed, never acknowledged | {} |",
            self.doubled, self.strange
        )?;
        write!(f, "| check-database | {} |", self.check.1)
    }
}

/// Reads everything that was acknowledged, the whole feed, and the database.
pub fn compare(cluster: &Cluster, corpus: &Corpus, acknowledged: &[(u64, String)]) -> Found {
    let mut found = Found::default();
    let mut client = Client::new(&cluster.address(0));
    let mut feed: HashMap<String, u64> = HashMap::new();
    let mut cursor = String::new();
    loop {
        let (status, page) = client.ask(&format!("GET /v1/feed?limit=200{cursor}"), b"");
        let page: Value = serde_json::from_slice(&page).unwrap();
        assert_eq!(status, 200, "{page}");
        let verdicts = page["verdicts"].as_array().unwrap();
        let Some(last) = verdicts.last() else { break };
        cursor = format!("&after={}", last["cursor"].as_str().unwrap());
        found.entries += verdicts.len() as u64;
        for verdict in verdicts {
            *feed.entry(verdict["log"].as_str().unwrap().to_owned()).or_default() += 1;
        }
    }
    found.doubled = feed.values().filter(|count| **count > 1).count() as u64;
    let share = acknowledged.len().div_ceil(READERS).max(1);
    std::thread::scope(|scope| {
        let read = |part| scope.spawn(move || compare_bytes(cluster, corpus, part));
        let readers: Vec<_> = acknowledged.chunks(share).map(read).collect();
        for reader in readers {
            let [same, changed, lost] = reader.join().unwrap();
            found.same += same;
            found.changed += changed;
            found.lost += lost;
        }
    });
    let mut seen = HashSet::new();
    for (_, id) in acknowledged {
        found.unfed += u64::from(!feed.contains_key(id));
        found.twice += u64::from(!seen.insert(id));
    }
    found.strange = feed.keys().filter(|id| !seen.contains(*id)).count() as u64;
    let check = cluster.check();
    let said = format!("{}{}", String::from_utf8_lossy(&check.stdout), String::from_utf8_lossy(&check.stderr));
    // The address of the database comes before the result and differs in each run.
    let result = said.trim().split_once(": ").map_or(said.trim(), |(_, result)| result);
    found.check = (check.status.success(), result.to_owned());
    found
}

/// Counts the logs that are stored unchanged, changed, and not at all.
fn compare_bytes(cluster: &Cluster, corpus: &Corpus, acknowledged: &[(u64, String)]) -> [u64; 3] {
    let (mut client, mut body, mut counts) = (Client::new(&cluster.address(0)), Vec::new(), [0; 3]);
    for (number, id) in acknowledged {
        corpus.write(*number, &mut body);
        let at = match client.ask(&format!("GET /v1/logs/{id}/raw"), b"") {
            (200, raw) if raw == body => 0,
            (200, _) => 1,
            _ => 2,
        };
        counts[at] += 1;
    }
    counts
}
