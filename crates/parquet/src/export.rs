//! The course of an export: logs are collected by partition, and a file is written when enough are.
//!
//! The files follow from the order of the documents alone, whether logs are exported already or not. A run after a killed
//! one therefore writes exactly the files that are missing.

use crate::file::{self, Item};
use crate::known::{Known, key};
use crate::partition::Partition;
use crate::{ExportError, PlayerNames, Target};
use caipan_adapter::EachLog;
use caipan_tiles::hash::sha256;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

/// Maximum size of the documents of a file, in bytes.
const FILE_BYTES: usize = 64 << 20;

/// Maximum size of the documents that wait for their files, in bytes; beyond it the largest file is written.
const WAITING: usize = 256 << 20;

/// The settings of an export.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Names of the players.
    pub players: PlayerNames,
    /// Maximum number of logs per file, at least 1.
    pub file_logs: usize,
    /// Number of threads that audit.
    pub threads: usize,
}

/// Sums of an export.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Exported {
    /// Files written.
    pub files: u64,
    /// Logs written, unreadable ones included.
    pub logs: u64,
    /// Logs written as a row with the reason why they cannot be read.
    pub unreadable: u64,
    /// Logs that the target had already.
    pub before: u64,
    /// Documents that occurred again in this run and were left out.
    pub repeated: u64,
}

/// Logs that wait for their file.
#[derive(Debug, Default)]
struct Waiting {
    /// Those that are not exported yet.
    items: Vec<Item>,
    /// The number of all, exported ones included.
    logs: usize,
    /// The size of their documents in bytes, exported ones included.
    bytes: usize,
}

/// An export in progress.
#[derive(Debug)]
pub struct Export {
    target: Target,
    settings: Settings,
    waiting: BTreeMap<Partition, Waiting>,
    known: HashMap<Partition, Known>,
    documents: HashSet<String>,
    bytes: usize,
    sum: Exported,
}

impl Export {
    /// Begins an export into a target.
    pub fn new(target: Target, settings: Settings) -> Export {
        Export {
            target,
            settings,
            waiting: BTreeMap::new(),
            known: HashMap::new(),
            documents: HashSet::new(),
            bytes: 0,
            sum: Exported::default(),
        }
    }

    /// Takes the logs of a document, as [`caipan_adapter::read_each`] returns them, and writes files that are full. A document
    /// that cannot be read, or a log of it, becomes a row with the reason.
    pub fn add(&mut self, bytes: &[u8], logs: EachLog) -> Result<(), ExportError> {
        let digest = sha256(bytes);
        if !self.documents.insert(digest.clone()) {
            self.sum.repeated += 1;
            return Ok(());
        }
        let hex = digest.trim_start_matches("sha256:").to_owned();
        let digest: Arc<str> = digest.into();
        let logs = logs.unwrap_or_else(|refusal| vec![Err(refusal)]);
        let share = bytes.len() / logs.len().max(1);
        let mut seen: HashMap<(Partition, [u8; 32]), u32> = HashMap::new();
        for read in logs {
            let partition = read.as_ref().map(Partition::of).unwrap_or_default();
            // Without known rules there is no report, and the row has no id.
            let read = read.and_then(|read| read.rules().map(|_| read));
            let key = key(&hex, read.as_ref().ok().map(|read| read.log.id.as_str()));
            let earlier = seen.entry((partition.clone(), key)).or_default();
            let is_exported = self.known(&partition)?.rows(&key) > *earlier;
            *earlier += 1;
            self.wait(&partition, (!is_exported).then(|| Item { key, digest: Arc::clone(&digest), read }), share)?;
        }
        Ok(())
    }

    fn known(&mut self, partition: &Partition) -> Result<&Known, ExportError> {
        if !self.known.contains_key(partition) {
            let known = Known::load(&self.target, partition, &self.settings.players)?;
            self.known.insert(partition.clone(), known);
        }
        Ok(self.known.entry(partition.clone()).or_default())
    }

    fn wait(&mut self, partition: &Partition, item: Option<Item>, bytes: usize) -> Result<(), ExportError> {
        let waiting = self.waiting.entry(partition.clone()).or_default();
        waiting.logs += 1;
        waiting.bytes += bytes;
        self.bytes += bytes;
        match item {
            Some(item) => waiting.items.push(item),
            None => self.sum.before += 1,
        }
        if waiting.logs >= self.settings.file_logs.max(1) || waiting.bytes >= FILE_BYTES {
            self.close(&partition.clone())?;
        }
        while self.bytes > WAITING {
            let largest = self.waiting.iter().max_by_key(|(_, waiting)| waiting.bytes);
            let Some(partition) = largest.map(|(partition, _)| partition.clone()) else { break };
            self.close(&partition)?;
        }
        Ok(())
    }

    /// Writes the file of what waits in a partition.
    fn close(&mut self, partition: &Partition) -> Result<(), ExportError> {
        let Some(Waiting { items, bytes, .. }) = self.waiting.remove(partition) else { return Ok(()) };
        self.bytes = self.bytes.saturating_sub(bytes);
        if items.is_empty() {
            return Ok(());
        }
        let content = file::content(&items, &self.settings.players, self.settings.threads)?;
        self.target.put(&file::path(partition, self.target.below(), &items), content)?;
        self.sum.files += 1;
        self.sum.logs += items.len() as u64;
        self.sum.unreadable += items.iter().filter(|item| item.read.is_err()).count() as u64;
        Ok(())
    }

    /// Writes what waits and returns the sums.
    pub fn end(mut self) -> Result<Exported, ExportError> {
        while let Some(partition) = self.waiting.keys().next().cloned() {
            self.close(&partition)?;
        }
        Ok(self.sum)
    }
}
