//! Reads stored logs and reports again for the check of a database, by the adapters that read them first.

use super::search_tags::named;
use super::{Media, Settings, engine, report_outcome, report_tags};
use crate::store::{ContentReader, Described, LogToRead, SearchTags};
use caipan_adapter::Adapter;
use caipan_engine::rules;
use caipan_log::Limits;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// The reader, with the adapters that it has parsed.
#[derive(Debug, Default)]
pub struct StoredReader(BTreeMap<i64, Option<Arc<Adapter>>>);

impl ContentReader for StoredReader {
    fn outcome(&self, report: &[u8]) -> Option<(String, [i32; 4])> {
        report_outcome(report)
    }

    fn tags(&self, report: &[u8]) -> Option<SearchTags> {
        report_tags(report)
    }

    fn describe(&mut self, log: LogToRead<'_>) -> Option<Described> {
        let adapter = match log.adapter {
            None => None,
            Some((seq, file)) => {
                let parse = || Adapter::reread(file.as_bytes()).ok().map(Arc::new);
                Some((seq, self.0.entry(seq).or_insert_with(parse).clone()?))
            }
        };
        let set = Settings::of_adapter(adapter);
        let bytes = Limits::default().bytes.max(log.bytes.len());
        let limits = Limits { bytes, ..Limits::default() };
        let parse = || engine::parse(log.bytes, Media::of(log.media_type), log.import_name, &set, &limits).ok();
        // A log that an earlier version accepted must not end the check.
        let read = catch_unwind(AssertUnwindSafe(parse)).ok().flatten()?.log;
        Some(Described {
            system: rules::declared_id(&read.rules).to_owned(),
            hands: i32::try_from(read.hands.len()).unwrap_or(i32::MAX),
            tags: named(&read),
            platform: read.source.platform.unwrap_or_default(),
            game: read.id,
        })
    }
}
