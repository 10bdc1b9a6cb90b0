//! The audit of an array of logs: a row for each value, and an error in the row of a value that is no log.

use crate::row::{MOST_BYTES, Players, Rows};
use arrow_array::cast::AsArray;
use arrow_array::{Array, RecordBatch, StructArray};
use arrow_schema::{ArrowError, DataType};
use caipan_adapter::{Adapter, InputFormat, only, read_each};
use caipan_log::{Houses, Limits};
use caipan_tiles::hash::sha256;

/// The way to read logs.
#[derive(Debug)]
enum Source {
    Format(InputFormat<'static>),
    Adapter(Box<Adapter>),
}

/// Audits arrays of logs, each value the bytes of one log in any form that caipan reads.
#[derive(Debug)]
pub struct Auditor {
    source: Source,
    houses: Houses,
    limits: Limits,
}

impl Default for Auditor {
    /// Recognises the form of each log, knows no house rules, and has the limits of the command line.
    fn default() -> Auditor {
        Auditor { source: Source::Format(InputFormat::Content), houses: Houses::default(), limits: Limits::default() }
    }
}

impl Auditor {
    /// Reads every log in this format.
    #[must_use]
    pub fn reading(self, format: InputFormat<'static>) -> Auditor {
        Auditor { source: Source::Format(format), ..self }
    }

    /// Reads every log through this adapter.
    #[must_use]
    pub fn with_adapter(self, adapter: Adapter) -> Auditor {
        Auditor { source: Source::Adapter(Box::new(adapter)), ..self }
    }

    /// Knows these house rules, which logs may name.
    #[must_use]
    pub fn with_houses(self, houses: Houses) -> Auditor {
        Auditor { houses, ..self }
    }

    /// Audits the values of an array of bytes or texts. The result has a row for each value, null where the value is null;
    /// a value that cannot be read has its reason in `error`.
    ///
    /// Fails if the array has another type, or if the result would exceed 1 GiB, which Arrow's offsets cannot address.
    pub fn audit(&self, logs: &dyn Array) -> Result<StructArray, ArrowError> {
        Ok(self.rows(logs)?.finish_struct())
    }

    /// Audits like [`Auditor::audit`] and returns a batch with [`crate::schema`]; a null value is a row of nulls.
    pub fn batch(&self, logs: &dyn Array) -> Result<RecordBatch, ArrowError> {
        self.rows(logs)?.finish()
    }

    fn rows(&self, logs: &dyn Array) -> Result<Rows, ArrowError> {
        let mut rows = Rows::default();
        match logs.data_type() {
            DataType::Binary => self.all(logs.as_binary::<i32>().iter(), &mut rows),
            DataType::LargeBinary => self.all(logs.as_binary::<i64>().iter(), &mut rows),
            DataType::BinaryView => self.all(logs.as_binary_view().iter(), &mut rows),
            DataType::FixedSizeBinary(_) => self.all(logs.as_fixed_size_binary().iter(), &mut rows),
            DataType::Utf8 => self.all(bytes(logs.as_string::<i32>().iter()), &mut rows),
            DataType::LargeUtf8 => self.all(bytes(logs.as_string::<i64>().iter()), &mut rows),
            DataType::Utf8View => self.all(bytes(logs.as_string_view().iter()), &mut rows),
            DataType::Null => {
                (0..logs.len()).for_each(|_| rows.push_null());
                Ok(())
            }
            other => Err(ArrowError::InvalidArgumentError(format!(
                "牌谱列的类型应为 Binary 或 Utf8（及其 Large、View），这里是 {other}，请先转换。 · Logs must be a column of Binary or \
                 Utf8 (also Large or View), not {other}. Cast the column."
            ))),
        }?;
        Ok(rows)
    }

    fn all<'a>(&self, logs: impl Iterator<Item = Option<&'a [u8]>>, rows: &mut Rows) -> Result<(), ArrowError> {
        for log in logs {
            if rows.bytes() > MOST_BYTES {
                return Err(ArrowError::InvalidArgumentError(
                    "这一批的结果超过 1 GiB。请把牌谱分成更小的批次。 · The result of this batch exceeds 1 GiB. Split the logs into \
                     smaller batches."
                        .to_owned(),
                ));
            }
            match log {
                Some(bytes) => self.one(bytes, rows),
                None => rows.push_null(),
            }
        }
        Ok(())
    }

    fn one(&self, bytes: &[u8], rows: &mut Rows) {
        let digest = sha256(bytes);
        let from = match &self.source {
            Source::Format(format) => *format,
            Source::Adapter(adapter) => InputFormat::Adapter(adapter),
        };
        let logs = read_each(bytes, from, &self.limits);
        match logs.and_then(only).and_then(|read| read) {
            Ok(mut read) => {
                read.log.rules.houses = self.houses.clone();
                rows.push(&read, &digest, Players::Clear);
            }
            Err(refusal) => rows.push_refused(&refusal, &digest, Players::Clear),
        }
    }
}

fn bytes<'a>(texts: impl Iterator<Item = Option<&'a str>>) -> impl Iterator<Item = Option<&'a [u8]>> {
    texts.map(|text| text.map(str::as_bytes))
}
