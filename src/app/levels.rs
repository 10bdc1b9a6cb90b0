//! The levels of buffers, pools and files. They are read when metrics are asked for, not kept up to date.

use super::{App, AppError, JournalState};
use crate::store::StoreLevels;
use crate::telemetry::SpanCounts;
use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, EncodeLabelSet, EncodeMetric};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::{ConstGauge, Gauge};
use prometheus_client::registry::{Registry, Unit};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct StateLabel {
    state: &'static str,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct OutcomeLabel {
    outcome: &'static str,
}

/// Figures of the transport, in bytes and requests.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reading {
    /// The size of the memory budget of bodies.
    pub body_budget: usize,
    /// The part of it that bodies use.
    pub body_used: usize,
    /// The size of the memory budget of large answers.
    pub answer_budget: usize,
    /// The part of it that answers use.
    pub answer_used: usize,
    /// Requests that wait for a verdict to appear in the feed.
    pub feed_waiting: usize,
    /// Batches that run.
    pub batches: usize,
}

/// The gauges.
#[derive(Debug, Default)]
pub struct Levels {
    body_budget: Gauge,
    body_used: Gauge,
    answer_budget: Gauge,
    answer_used: Gauge,
    feed_waiting: Gauge,
    batches: Gauge,
    workers: Family<StateLabel, Gauge>,
    queue: Gauge,
    queue_capacity: Gauge,
    connections: Family<StateLabel, Gauge>,
    connections_max: Gauge,
    database: Gauge,
    backup: LastBackup,
    webhook_behind: Gauge,
    webhook_oldest: Gauge,
    retention_stopped: Gauge,
    journal: Gauge,
    journal_compared: Gauge,
    spans: Family<OutcomeLabel, Counter>,
    spans_waiting: Gauge,
}

impl Levels {
    /// Registers the gauges.
    pub(super) fn register(&self, registry: &mut Registry) {
        let mut bytes = |name: &str, help: &str, gauge: &Gauge| {
            registry.register_with_unit(name, help, Unit::Bytes, gauge.clone());
        };
        bytes("body_budget", "Memory budget of request bodies", &self.body_budget);
        bytes("body_used", "Part of the budget that request bodies use", &self.body_used);
        bytes("answer_budget", "Memory budget of large answers", &self.answer_budget);
        bytes("answer_used", "Part of the budget that large answers use", &self.answer_used);
        bytes("database_size", "Size of the database", &self.database);
        let mut count = |name: &str, help: &str, gauge: &Gauge| registry.register(name, help, gauge.clone());
        count("feed_waiting_requests", "Requests that wait for something new in the feed", &self.feed_waiting);
        count("batches", "Batches that run", &self.batches);
        count("write_queue_length", "Commands that wait for the writer", &self.queue);
        count("write_queue_capacity", "Commands that can wait for the writer", &self.queue_capacity);
        count("database_connections_max", "Connections for reading that there may be", &self.connections_max);
        count("webhook_behind_entries", "Entries of journals that webhooks have not dealt with", &self.webhook_behind);
        let stopped = "1 while retention erases nothing because the clock is far ahead of its last turn; 0 otherwise";
        count("retention_stopped", stopped, &self.retention_stopped);
        let help = "Rows and entries that disagree with the journal, of all tenants, as the last comparison found";
        count("journal_mismatches", help, &self.journal);
        count("trace_spans_waiting", "Spans that wait for the collector", &self.spans_waiting);
        registry.register("workers", "Threads for audits, by state", self.workers.clone());
        registry.register("database_connections", "Connections for reading, by state", self.connections.clone());
        registry.register("trace_spans", "Spans by what became of them", self.spans.clone());
        registry.register_collector(Box::new(self.backup.clone()));
        let when =
            "When the journal of all tenants was last compared with the rows; 0 before the first comparison ends";
        registry.register_with_unit("journal_compared_timestamp", when, Unit::Seconds, self.journal_compared.clone());
        let age = "Age of the oldest entry that a webhook has not dealt with; 0 if there is none";
        registry.register_with_unit("webhook_oldest_waiting", age, Unit::Seconds, self.webhook_oldest.clone());
    }

    /// Sets what the transport knows.
    pub fn set_transport(&self, reading: &Reading) {
        for (gauge, value) in [
            (&self.body_budget, reading.body_budget),
            (&self.body_used, reading.body_used),
            (&self.answer_budget, reading.answer_budget),
            (&self.answer_used, reading.answer_used),
            (&self.feed_waiting, reading.feed_waiting),
            (&self.batches, reading.batches),
        ] {
            set(gauge, value);
        }
    }

    /// Sets what webhooks have not dealt with.
    pub(super) fn set_webhooks(&self, behind: i64, oldest: Duration) {
        self.webhook_behind.set(behind);
        self.webhook_oldest.set(i64::try_from(oldest.as_secs()).unwrap_or(i64::MAX));
    }

    /// Sets whether retention erases nothing because of the clock.
    pub(super) fn set_retention_stopped(&self, stopped: bool) {
        self.retention_stopped.set(i64::from(stopped));
    }

    /// Sets what the comparison of the journal found.
    pub(super) fn set_journal(&self, state: JournalState) {
        self.journal.set(i64::try_from(state.mismatches).unwrap_or(i64::MAX));
        self.journal_compared.set(state.compared_at.unwrap_or_default() / 1_000_000);
    }

    /// Sets what became of spans.
    pub fn set_spans(&self, counts: &SpanCounts) {
        set(&self.spans_waiting, counts.waiting());
        for (outcome, count) in
            [("exported", &counts.exported), ("failed", &counts.failed), ("dropped", &counts.dropped)]
        {
            let counter = self.spans.get_or_create_owned(&OutcomeLabel { outcome });
            // The count only grows, and one thread at a time reads it.
            counter.inc_by(count.load(Ordering::Relaxed).saturating_sub(counter.get()));
        }
    }

    fn set_store(&self, levels: &StoreLevels) {
        set(&self.queue, levels.queue_length);
        set(&self.queue_capacity, levels.queue_capacity);
        set(&self.connections_max, levels.connections_max);
        let idle = levels.connections_idle;
        let in_use = levels.connections.saturating_sub(idle);
        for (state, count) in [("idle", idle), ("in_use", in_use)] {
            set(&self.connections.get_or_create_owned(&StateLabel { state }), count);
        }
    }

    fn set_workers(&self, all: usize, free: usize) {
        for (state, count) in [("idle", free), ("busy", all.saturating_sub(free))] {
            set(&self.workers.get_or_create_owned(&StateLabel { state }), count);
        }
    }
}

/// The time of the last backup, in seconds since 1970; absent where nobody records backups.
#[derive(Clone, Debug, Default)]
struct LastBackup(Arc<Mutex<Option<i64>>>);

impl Collector for LastBackup {
    fn encode(&self, mut encoder: DescriptorEncoder) -> Result<(), std::fmt::Error> {
        let Some(time) = *self.0.lock().unwrap_or_else(PoisonError::into_inner) else { return Ok(()) };
        let when = "When `caipan backup` last copied the data directory; 0 if never";
        let gauge = ConstGauge::new(time);
        let metric =
            encoder.encode_descriptor("last_backup_timestamp", when, Some(&Unit::Seconds), gauge.metric_type())?;
        gauge.encode(metric)
    }
}

fn set(gauge: &Gauge, value: usize) {
    gauge.set(i64::try_from(value).unwrap_or(i64::MAX));
}

impl App {
    /// Reads the levels of threads, queue, connections and files. What the database does not answer keeps its last value.
    pub async fn read_levels(&self) -> Result<(), AppError> {
        let levels = &self.metrics.levels;
        levels.set_workers(self.config.workers.max(1), self.workers.available_permits());
        levels.set_store(&self.store.levels());
        let (size, backup) = self.query(|store| Ok((store.size()?, store.last_backup()))).await?;
        levels.database.set(size);
        if self.config.database.directory().is_some() {
            *levels.backup.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(backup.unwrap_or_default());
        }
        Ok(())
    }
}
