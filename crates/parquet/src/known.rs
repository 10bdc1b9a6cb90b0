//! The logs that the files of a partition contain already.

use crate::partition::Partition;
use crate::target::Remote;
use crate::{ExportError, PlayerNames, Target};
use arrow_array::cast::AsArray;
use caipan_arrow::schema;
use caipan_tiles::bilingual;
use object_store::ObjectMeta;
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use parquet::errors::ParquetError;
use ring::digest::{Context, SHA256};
use std::collections::HashMap;

/// The key of a file's metadata that states how players are named.
pub(crate) const PLAYERS: &str = "caipan.players";

/// The key of a file's metadata that states the version of its schema.
pub(crate) const SCHEMA: &str = "caipan.schema";

/// The key of a file's metadata that states the job of a service that wrote it.
pub(crate) const JOB: &str = "caipan.job";

/// A log: the digest of its document and its id. A document may have several.
pub(crate) type LogKey = [u8; 32];

/// Returns the key of a log. `digest` is hexadecimal, without the name of the function.
pub(crate) fn key(digest: &str, id: Option<&str>) -> LogKey {
    let mut context = Context::new(&SHA256);
    context.update(digest.as_bytes());
    context.update(if id.is_some() { b"\0" } else { b"\x01" });
    context.update(id.unwrap_or_default().as_bytes());
    let mut key = LogKey::default();
    key.copy_from_slice(context.finish().as_ref());
    key
}

/// The logs of a partition, each with its number of rows.
#[derive(Debug, Default)]
pub(crate) struct Known(HashMap<LogKey, u32>);

impl Known {
    /// Reads the logs that the files of a partition contain.
    pub(crate) fn load(target: &Target, partition: &Partition, names: &PlayerNames) -> Result<Known, ExportError> {
        let mut known = Known::default();
        for file in target.files(&partition.path(target.below()))? {
            let shown = target.shown(&file.location);
            let foreign = |error: &dyn std::fmt::Display| ExportError::foreign(&shown, error);
            let reader = opened(target, &file, names)?;
            let columns = ProjectionMask::columns(reader.parquet_schema(), ["log_id", "log_sha256"]);
            let batches = reader.with_projection(columns).build().map_err(|error| foreign(&error))?;
            for batch in batches {
                let batch = batch.map_err(|error| foreign(&error))?;
                let text = |name: &str| batch.column_by_name(name).and_then(|column| column.as_string_opt::<i32>());
                let (Some(ids), Some(digests)) = (text("log_id"), text("log_sha256")) else {
                    return Err(foreign(&"log_id, log_sha256"));
                };
                for (id, digest) in ids.iter().zip(digests) {
                    known.add(key(digest.unwrap_or_default(), id));
                }
            }
        }
        Ok(known)
    }

    fn add(&mut self, key: LogKey) {
        let count = self.0.entry(key).or_default();
        *count = count.saturating_add(1);
    }

    /// Returns the number of rows of a log.
    pub(crate) fn rows(&self, key: &LogKey) -> u32 {
        self.0.get(key).copied().unwrap_or_default()
    }
}

fn other_version(file: &str, version: &str) -> ExportError {
    ExportError::of(bilingual!(
        "{file} 的列是第 {version} 版，与本程序不同，混在一起同一列会有两种类型。请换一个目录，把牌谱全部重新导出。",
        "{file} has columns of schema version {version}, not of this program's, so that one column would have two types. Export all logs \
         again, into another folder."
    ))
}

/// Opens a file of an export. Fails if it is none; if it names players otherwise, because then one player would have two
/// names; and if it has another version of the schema, because then one column would have two types.
pub(crate) fn opened(
    target: &Target,
    file: &ObjectMeta,
    names: &PlayerNames,
) -> Result<ParquetRecordBatchReaderBuilder<Remote>, ExportError> {
    let shown = target.shown(&file.location);
    let reader = ParquetRecordBatchReaderBuilder::try_new(target.reader(file));
    let reader = reader.map_err(|error| unread(&shown, &error))?;
    let required = |key: &'static str| stated(&reader, key).ok_or_else(|| ExportError::foreign(&shown, &key));
    let version = required(SCHEMA)?;
    if Some(&version) != schema().metadata().get(SCHEMA) {
        return Err(other_version(&shown, &version));
    }
    let players = required(PLAYERS)?;
    if players != names.stated() {
        return Err(named_otherwise(&shown, &players, &names.stated()));
    }
    Ok(reader)
}

/// Returns the error of a file that cannot be read: that of its store, or that it is no Parquet file.
pub(crate) fn unread(shown: &str, error: &ParquetError) -> ExportError {
    let cause = if let ParquetError::External(cause) = error { cause.downcast_ref() } else { None };
    cause.map_or_else(|| ExportError::foreign(shown, error), |cause| ExportError::store(shown, cause))
}

/// Returns what a file states under a key.
pub(crate) fn stated(reader: &ParquetRecordBatchReaderBuilder<Remote>, key: &str) -> Option<String> {
    let stated = reader.metadata().file_metadata().key_value_metadata().into_iter().flatten();
    stated.filter(|pair| pair.key == key).find_map(|pair| pair.value.clone())
}

fn named_otherwise(file: &str, stated: &str, asked: &str) -> ExportError {
    ExportError::of(bilingual!(
        "{file} 中玩家的写法（{stated}）与这次（{asked}）不同，混在一起同一人会有两个名字。请用同样的密钥（--key-file，服务用 --export-key-file）或 --players，或换一个目录导出。",
        "{file} names players otherwise ({stated}) than this run ({asked}), so that one player would have two names. Use the same key \
         (--key-file, or --export-key-file of the service) or --players, or export into another folder."
    ))
}
