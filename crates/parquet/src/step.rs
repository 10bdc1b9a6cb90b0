//! A step of an export that a service does in many: logs of a numbered sequence, in files named after ranges of it.
//!
//! A log is only ever in a file of its range, so a step consults the files of the ranges that it touches and no others. A
//! file is created and never replaced. A step that was lost after it wrote is repeated: it finds its logs in the files,
//! writes those that are missing, and returns the sums that the lost step would have returned. Logs that the sequence gains
//! or loses in between change nothing. The order of the steps and their progress are left to the caller.

use crate::file::{Writer, fails};
use crate::known::{JOB, opened, stated, unread};
use crate::partition::Partition;
use crate::{ExportError, PlayerNames, Target};
use arrow_array::cast::AsArray;
use arrow_array::{Array, RecordBatch};
use caipan_adapter::{ReadLog, Refusal};
use caipan_arrow::Rows;
use caipan_tiles::hash::sha256;
use object_store::ObjectMeta;
use object_store::path::Path;
use parquet::arrow::ProjectionMask;
use std::collections::{BTreeMap, HashMap};

/// Length of a range of the sequence.
pub const RANGE: u64 = 1024;

/// Sums of a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stepped {
    /// Files written.
    pub files: u64,
    /// Their size in bytes.
    pub bytes: u64,
    /// Logs written, unreadable ones included.
    pub logs: u64,
    /// Logs written as a row with the reason why they cannot be read.
    pub unreadable: u64,
    /// Logs that another job wrote before, or that occurred earlier in this step.
    pub before: u64,
}

/// A step in progress.
#[derive(Debug)]
pub struct Step {
    target: Target,
    players: PlayerNames,
    job: String,
    rows: Rows,
    shelves: BTreeMap<(Partition, u64), Shelf>,
    sum: Stepped,
}

/// The files of a partition and a range.
#[derive(Debug, Default)]
struct Shelf {
    /// The logs that its files contain, by the digest of their documents.
    known: HashMap<String, Wrote>,
    /// The number of files.
    files: usize,
    /// The rows of this step, in `rows`.
    fresh: Vec<usize>,
}

/// The file that contains a log.
#[derive(Clone, Copy, Debug)]
enum Wrote {
    /// A file of another job, or a log that this step has seen.
    Before,
    /// A file of this job.
    ThisJob {
        is_unreadable: bool,
        /// The size of the file, if the log is its first. So each file counts once, whichever steps its logs are in.
        first_of: Option<u64>,
    },
}

impl Step {
    /// Begins a step of a job.
    pub fn new(target: Target, players: PlayerNames, job: &str) -> Step {
        let (rows, shelves, sum) = (Rows::default(), BTreeMap::new(), Stepped::default());
        Step { target, players, job: job.to_owned(), rows, shelves, sum }
    }

    /// Returns the number of files that the step may write.
    pub fn files(&self) -> usize {
        self.shelves.len()
    }

    /// Returns the approximate size of the rows in memory, in bytes.
    pub fn bytes(&self) -> usize {
        self.rows.bytes()
    }

    /// Audits a log, unless its row is written already. `number` is its place in the sequence; a document has one log.
    pub fn add(&mut self, number: u64, bytes: &[u8], read: &Result<ReadLog, Box<Refusal>>) -> Result<(), ExportError> {
        let digest = sha256(bytes);
        let hex = digest.trim_start_matches("sha256:");
        let partition = read.as_ref().map(Partition::of).unwrap_or_default();
        let place = (partition, number / RANGE);
        if !self.shelves.contains_key(&place) {
            let shelf = self.load(&place.0, place.1)?;
            self.shelves.insert(place.clone(), shelf);
        }
        let shelf = self.shelves.entry(place).or_default();
        match shelf.known.insert(hex.to_owned(), Wrote::Before) {
            Some(Wrote::Before) => self.sum.before += 1,
            Some(Wrote::ThisJob { is_unreadable, first_of }) => {
                self.sum.logs += 1;
                self.sum.unreadable += u64::from(is_unreadable);
                self.sum.files += u64::from(first_of.is_some());
                self.sum.bytes += first_of.unwrap_or_default();
            }
            None => {
                let rows = &mut self.rows;
                match read {
                    Ok(read) => {
                        let platform = read.log.source.platform.as_deref();
                        self.players.on(platform, |players| rows.push(read, &digest, players));
                    }
                    Err(refusal) => self.players.on(None, |players| rows.push_refused(refusal, &digest, players)),
                }
                shelf.fresh.push(rows.len() - 1);
            }
        }
        Ok(())
    }

    /// Writes the files and returns the sums. After an error, files that were written stay, and a repeated step finds them.
    pub fn end(mut self) -> Result<Stepped, ExportError> {
        if self.rows.is_empty() {
            return Ok(self.sum);
        }
        let batch = self.rows.finish().map_err(|error| fails(&error))?;
        for ((partition, range), shelf) in &self.shelves {
            if shelf.fresh.is_empty() {
                continue;
            }
            let mut writer = Writer::new(&self.players, Some(&self.job))?;
            for run in shelf.fresh.chunk_by(|one, next| one + 1 == *next) {
                let Some(&first) = run.first() else { continue };
                let rows = batch.slice(first, run.len());
                self.sum.unreadable += errors(&rows).iter().map(|&is| u64::from(is)).sum::<u64>();
                writer.write(&rows)?;
            }
            let content = writer.end()?;
            let bytes = content.len() as u64;
            self.target.create(&self.path(partition, *range, shelf.files), content)?;
            self.sum.logs += shelf.fresh.len() as u64;
            self.sum.files += 1;
            self.sum.bytes += bytes;
        }
        Ok(self.sum)
    }

    /// Returns the path of a file: files of a range are numbered from 0.
    fn path(&self, partition: &Partition, range: u64, number: usize) -> Path {
        partition.path(self.target.below()).join(format!("part-{range:010}-{number}.parquet"))
    }

    fn load(&self, partition: &Partition, range: u64) -> Result<Shelf, ExportError> {
        let mut shelf = Shelf::default();
        while let Some(file) = self.target.file(&self.path(partition, range, shelf.files))? {
            self.load_file(&file, &mut shelf.known)?;
            shelf.files += 1;
        }
        Ok(shelf)
    }

    fn load_file(&self, file: &ObjectMeta, known: &mut HashMap<String, Wrote>) -> Result<(), ExportError> {
        let shown = self.target.shown(&file.location);
        let reader = opened(&self.target, file, &self.players)?;
        let is_of_this_job = stated(&reader, JOB).is_some_and(|job| job == self.job);
        let columns = ProjectionMask::columns(reader.parquet_schema(), ["log_sha256", "error"]);
        let batches = reader.with_projection(columns).build().map_err(|error| unread(&shown, &error))?;
        let mut first_of = Some(file.size);
        for batch in batches {
            let batch = batch.map_err(|error| ExportError::foreign(&shown, &error))?;
            let digests = batch.column_by_name("log_sha256").and_then(|column| column.as_string_opt::<i32>());
            let digests = digests.ok_or_else(|| ExportError::foreign(&shown, &"log_sha256"))?;
            for (digest, is_unreadable) in digests.iter().zip(errors(&batch)) {
                let first_of = first_of.take();
                let wrote = if is_of_this_job { Wrote::ThisJob { is_unreadable, first_of } } else { Wrote::Before };
                known.insert(digest.unwrap_or_default().to_owned(), wrote);
            }
        }
        Ok(())
    }
}

/// Returns for each row whether it has a reason instead of a report.
fn errors(rows: &RecordBatch) -> Vec<bool> {
    let column = rows.column_by_name("error");
    (0..rows.num_rows()).map(|at| column.is_some_and(|column| column.is_valid(at))).collect()
}
