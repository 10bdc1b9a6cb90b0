//! One file of an export: audits its logs on several threads and writes row groups as they fill.

use crate::known::{JOB, LogKey, PLAYERS, SCHEMA};
use crate::partition::Partition;
use crate::{ExportError, PlayerNames};
use arrow_array::RecordBatch;
use caipan_adapter::{ReadLog, Refusal};
use caipan_arrow::{Rows, schema};
use caipan_tiles::hash::sha256;
use object_store::path::Path;
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, ZstdLevel};
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use std::sync::Arc;

/// Maximum number of logs per row group.
const ROW_GROUP: usize = 1024;

/// Maximum number of logs that a thread audits before its rows are written.
const TURN: usize = 128;

/// Maximum size of rows in memory, per thread and per row group, in bytes.
const BYTES: usize = 64 << 20;

/// The columns that the path of a file states.
const IN_PATH: &str = "platform";

/// A log of a file.
#[derive(Debug)]
pub(crate) struct Item {
    pub(crate) key: LogKey,
    /// `sha256:` of its document.
    pub(crate) digest: Arc<str>,
    pub(crate) read: Result<ReadLog, Box<Refusal>>,
}

/// Returns the path of a file: its name follows from the logs that it contains.
pub(crate) fn path(partition: &Partition, below: &Path, items: &[Item]) -> Path {
    let keys: Vec<u8> = items.iter().flat_map(|item| item.key).collect();
    let digest = sha256(&keys);
    let name = digest.trim_start_matches("sha256:").get(..24).unwrap_or_default();
    partition.path(below).join(format!("part-{name}.parquet"))
}

/// Returns the content of a file.
pub(crate) fn content(items: &[Item], names: &PlayerNames, threads: usize) -> Result<Vec<u8>, ExportError> {
    let mut writer = Writer::new(names, None)?;
    for turn in items.chunks(TURN.saturating_mul(threads.max(1))) {
        for batch in audited(turn, names).map_err(|error| fails(&error))? {
            writer.write(&batch)?;
        }
    }
    writer.end()
}

/// A file in writing.
pub(crate) struct Writer {
    columns: Vec<usize>,
    file: ArrowWriter<Vec<u8>>,
}

impl Writer {
    /// Begins a file. It states how it names players, and the job that writes it, if there is one.
    pub(crate) fn new(names: &PlayerNames, job: Option<&str>) -> Result<Writer, ExportError> {
        let all = schema();
        let columns = all.fields().iter().enumerate().filter(|(_, field)| field.name() != IN_PATH);
        let columns: Vec<usize> = columns.map(|(at, _)| at).collect();
        let written = Arc::new(all.project(&columns).map_err(|error| fails(&error))?);
        let mut stated = vec![
            KeyValue::new(SCHEMA.to_owned(), written.metadata().get(SCHEMA).cloned()),
            KeyValue::new(PLAYERS.to_owned(), names.stated()),
        ];
        stated.extend(job.map(|job| KeyValue::new(JOB.to_owned(), job.to_owned())));
        let properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(ZstdLevel::default()))
            .set_max_row_group_row_count(Some(ROW_GROUP))
            .set_key_value_metadata(Some(stated))
            .set_created_by("caipan".to_owned())
            .build();
        let file = ArrowWriter::try_new(Vec::new(), written, Some(properties)).map_err(|error| fails(&error))?;
        Ok(Writer { columns, file })
    }

    /// Appends rows.
    pub(crate) fn write(&mut self, batch: &RecordBatch) -> Result<(), ExportError> {
        let batch = batch.project(&self.columns).map_err(|error| fails(&error))?;
        self.file.write(&batch).map_err(|error| fails(&error))?;
        if self.file.in_progress_size() > BYTES {
            self.file.flush().map_err(|error| fails(&error))?;
        }
        Ok(())
    }

    /// Returns the content.
    pub(crate) fn end(self) -> Result<Vec<u8>, ExportError> {
        self.file.into_inner().map_err(|error| fails(&error))
    }
}

pub(crate) fn fails(error: &dyn std::fmt::Display) -> ExportError {
    ExportError::target("Parquet", error)
}

/// Audits logs, a thread for each part of them, and returns their rows in order.
fn audited(items: &[Item], names: &PlayerNames) -> Result<Vec<RecordBatch>, String> {
    std::thread::scope(|scope| {
        let threads: Vec<_> = items.chunks(TURN).map(|part| scope.spawn(move || batches(part, names))).collect();
        let mut all = Vec::new();
        for thread in threads {
            let batches = thread.join().map_err(|_| "an audit ended early".to_owned())?;
            all.extend(batches.map_err(|error| error.to_string())?);
        }
        Ok(all)
    })
}

fn batches(items: &[Item], names: &PlayerNames) -> Result<Vec<RecordBatch>, arrow_schema::ArrowError> {
    let mut rows = Rows::default();
    let mut batches = Vec::new();
    for item in items {
        match &item.read {
            Ok(read) => {
                let platform = read.log.source.platform.as_deref();
                names.on(platform, |players| rows.push(read, &item.digest, players));
            }
            Err(refusal) => names.on(None, |players| rows.push_refused(refusal, &item.digest, players)),
        }
        if rows.bytes() > BYTES {
            batches.push(rows.finish()?);
        }
    }
    if !rows.is_empty() {
        batches.push(rows.finish()?);
    }
    Ok(batches)
}
