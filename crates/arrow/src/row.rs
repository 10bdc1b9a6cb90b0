//! Rows of the table: one for each log, with its report or the reason why it cannot be read.

use crate::claims::{self, Claim};
use crate::columns::{Column, count, group, list, total};
use crate::findings::{self, Finding};
use crate::hands::{self, Payment, PlayedHand, hex};
use arrow_array::builder::{
    ArrayBuilder, Int32Builder, Int64Builder, ListBuilder, StringBuilder, TimestampMicrosecondBuilder,
};
use arrow_array::{RecordBatch, StructArray};
use arrow_schema::{ArrowError, Schema};
use caipan_adapter::{ReadLog, Refusal};
use caipan_engine::report::{Report, to_json};
use caipan_log::{GameLog, Player};
use caipan_tiles::hash::sha256;
use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

/// The version of the schema. Within a version, columns and fields are only ever added.
const VERSION: &str = "2";

/// Maximum size of a batch in bytes of text and numbers: offsets of Arrow lists and texts have 31 bits.
pub(crate) const MOST_BYTES: usize = 1 << 30;

group! {
    /// The reason why a log cannot be read.
    Refused {
        code: required StringBuilder,
        path: optional StringBuilder,
        line: optional Int64Builder,
        column: optional Int64Builder,
        message_zh: optional StringBuilder,
        message_en: optional StringBuilder,
    }
}

group! {
    /// The sums of a log.
    Counted {
        hands: required Int32Builder,
        events: required Int64Builder,
        findings: required Int32Builder,
        faults: required Int32Builder,
        variants: required Int32Builder,
        unverifiable: required Int32Builder,
        notes: required Int32Builder,
        consequences: required Int32Builder,
        checked: required Int64Builder,
        unverified: required Int64Builder,
    }
}

group! {
    /// A log.
    Row {
        log_id: optional StringBuilder,
        log_sha256: optional StringBuilder,
        report_sha256: optional StringBuilder,
        verdict: optional StringBuilder,
        system: optional StringBuilder,
        preset: optional StringBuilder,
        revision: optional Int32Builder,
        options: optional StringBuilder,
        house_sha256: optional StringBuilder,
        adapter: optional StringBuilder,
        seats: optional Int32Builder,
        platform: optional StringBuilder,
        client: optional StringBuilder,
        client_version: optional StringBuilder,
        players: optional ListBuilder<StringBuilder>,
        started_at: optional TimestampMicrosecondBuilder,
        error: optional Refused,
        findings: optional ListBuilder<Finding>,
        hands: optional ListBuilder<PlayedHand>,
        payments: optional ListBuilder<Payment>,
        claims: optional ListBuilder<Claim>,
        counts: optional Counted,
    }
}

/// Returns the schema of the table. `docs/parquet.md` describes every column.
pub fn schema() -> Schema {
    let metadata = HashMap::from([("caipan.schema".to_owned(), VERSION.to_owned())]);
    Schema::new_with_metadata(Row::fields(), metadata)
}

/// The names that a table gives to the players of a log, in the column `players` and in sentences.
#[derive(Clone, Copy)]
pub enum Players<'a> {
    /// By the ids and names of the log.
    Clear,
    /// By their seats only; the column is null.
    LeftOut,
    /// By what the function returns for their ids.
    Renamed(&'a (dyn Fn(&str) -> String + Sync)),
}

impl fmt::Debug for Players<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Players::Clear => "Clear",
            Players::LeftOut => "LeftOut",
            Players::Renamed(_) => "Renamed",
        })
    }
}

impl Players<'_> {
    /// Returns the players of a log under these names.
    fn of(self, log: &GameLog) -> Vec<Player> {
        match self {
            Players::Clear => log.players.clone(),
            Players::LeftOut => Vec::new(),
            Players::Renamed(name) => {
                log.players.iter().map(|player| Player { id: name(&player.id), name: None }).collect()
            }
        }
    }
}

/// A table that grows row by row.
pub struct Rows(Row);

impl Default for Rows {
    fn default() -> Rows {
        Rows(Row::empty())
    }
}

impl fmt::Debug for Rows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rows").field("len", &self.len()).field("bytes", &self.bytes()).finish()
    }
}

impl Rows {
    /// Returns the number of rows.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// True if there are no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the approximate size of the rows in bytes.
    pub fn bytes(&self) -> usize {
        self.0.bytes()
    }

    /// Audits a log and appends its row. `digest` is the `sha256:` of the bytes that it was read from. If its rules cannot
    /// be resolved, the row has the reason.
    pub fn push(&mut self, read: &ReadLog, digest: &str, players: Players<'_>) {
        let report = match read.report(digest) {
            Ok(report) => report,
            Err(refusal) => return self.push_refused(&refusal, digest, players),
        };
        let report_digest = sha256(&to_json(&report));
        if matches!(players, Players::Clear) {
            return self.append(&read.log, &report, &report_digest);
        }
        let log = GameLog { players: players.of(&read.log), ..read.log.clone() };
        // The digest is that of the report with its names; only the sentences of findings have names.
        if report.findings.is_empty() {
            return self.append(&log, &report, &report_digest);
        }
        let renamed = ReadLog { log, adapter: read.adapter.clone() };
        match renamed.report(digest) {
            Ok(report) => self.append(&renamed.log, &report, &report_digest),
            Err(refusal) => self.push_refused(&refusal, digest, players),
        }
    }

    /// Appends the row of a log that cannot be read. Its sentences may quote the log, so they are left out unless players
    /// are named in clear.
    pub fn push_refused(&mut self, refusal: &Refusal, digest: &str, players: Players<'_>) {
        let text = matches!(players, Players::Clear).then_some(&refusal.text);
        let row = &mut self.0;
        row.log_sha256.append_value(hex(digest));
        row.error.code.append_value(&refusal.code);
        row.error.path.append_option(refusal.pointer.as_ref());
        row.error.line.append_option(refusal.line.map(total));
        row.error.column.append_option(refusal.column.map(total));
        row.error.message_zh.append_option(text.map(|text| &text.zh));
        row.error.message_en.append_option(text.map(|text| &text.en));
        row.error.end();
        self.0.rest_is_null();
        self.0.end();
    }

    /// Appends a row of nulls.
    pub fn push_null(&mut self) {
        self.0.null();
    }

    fn append(&mut self, log: &GameLog, report: &Report, report_digest: &str) {
        let row = &mut self.0;
        row.log_id.append_value(&report.log.id);
        row.log_sha256.append_value(hex(&report.log.digest));
        row.report_sha256.append_value(hex(report_digest));
        row.verdict.append_value(report.verdict.word());
        row.system.append_value(&report.rules.system);
        row.preset.append_value(&report.rules.preset);
        row.revision.append_value(report.rules.revision.into());
        // Words, numbers and truth values always serialise.
        row.options.append_option(serde_json::to_string(&report.rules.options).ok());
        row.house_sha256.append_option(report.rules.house.as_deref().map(hex));
        row.adapter.append_option(report.log.adapter.as_ref().map(|adapter| &adapter.name));
        row.seats.append_value(count(log.seats().len()));
        row.platform.append_option(log.source.platform.as_ref());
        row.client.append_option(log.source.client.as_ref());
        row.client_version.append_option(log.source.version.as_ref());
        let players = (!log.players.is_empty()).then_some(&log.players);
        list(&mut row.players, players, |to, player| to.append_value(&player.id));
        let started = log.hands.first().and_then(|hand| hand.started_at);
        row.started_at.append_option(started.map(|at| at.timestamp_micros()));
        row.error.null();
        findings::push(&mut row.findings, report);
        hands::push(&mut row.hands, log, report);
        hands::push_payments(&mut row.payments, report);
        claims::push(&mut row.claims, log);
        row.counts.append(report);
        row.end();
    }

    /// Returns the rows as a struct array, in which rows appended as null are null, and empties the table.
    pub fn finish_struct(&mut self) -> StructArray {
        self.0.rows()
    }

    /// Returns the rows as a batch and empties the table.
    pub fn finish(&mut self) -> Result<RecordBatch, ArrowError> {
        let (_, columns, _) = self.0.rows().into_parts();
        RecordBatch::try_new(Arc::new(schema()), columns)
    }
}

impl Row {
    /// Appends null to every column but those of a log that cannot be read.
    fn rest_is_null(&mut self) {
        for text in [
            &mut self.log_id,
            &mut self.report_sha256,
            &mut self.verdict,
            &mut self.system,
            &mut self.preset,
            &mut self.options,
            &mut self.house_sha256,
            &mut self.adapter,
            &mut self.platform,
            &mut self.client,
            &mut self.client_version,
        ] {
            text.append_null();
        }
        self.revision.append_null();
        self.seats.append_null();
        self.players.null();
        self.started_at.append_null();
        self.findings.null();
        self.hands.null();
        self.payments.null();
        self.claims.null();
        self.counts.null();
    }
}

impl Counted {
    fn append(&mut self, report: &Report) {
        let summary = report.summary;
        let missing = report.coverage.iter().flat_map(|coverage| coverage.missing.values());
        self.hands.append_value(count(report.log.hands));
        self.events.append_value(total(report.log.events as u64));
        self.findings.append_value(count(report.findings.len()));
        self.faults.append_value(count(summary.faults));
        self.variants.append_value(count(summary.variants));
        self.unverifiable.append_value(count(summary.unverifiable));
        self.notes.append_value(count(summary.notes));
        self.consequences.append_value(count(summary.consequences));
        self.checked.append_value(total(report.coverage.iter().map(|coverage| coverage.checked as u64).sum()));
        self.unverified.append_value(total(missing.map(|&count| count as u64).sum()));
        self.end();
    }
}
