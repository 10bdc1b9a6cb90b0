//! The column `findings`: what the audit found, in the order of the report.

use crate::columns::{count, group, list};
use arrow_array::builder::{BooleanBuilder, Int32Builder, Int64Builder, ListBuilder, StringBuilder};
use caipan_engine::audit::{Kind, Severity};
use caipan_engine::report::{FindingView, Report};
use caipan_tiles::tile::Seat;

group! {
    /// A finding of a report.
    Finding {
        id: required Int32Builder,
        code: required StringBuilder,
        kind: required StringBuilder,
        severity: required StringBuilder,
        hand: optional Int32Builder,
        event: optional Int32Builder,
        seat: optional Int32Builder,
        clause: optional StringBuilder,
        primary: required BooleanBuilder,
        because: optional Int32Builder,
        mistake: optional StringBuilder,
        claimed: optional Int64Builder,
        computed: optional Int64Builder,
        claimed_text: optional StringBuilder,
        computed_text: optional StringBuilder,
        pointer: required StringBuilder,
        message_zh: required StringBuilder,
        message_en: required StringBuilder,
    }
}

/// Appends the findings of a report.
pub(crate) fn push(to: &mut ListBuilder<Finding>, report: &Report) {
    list(to, Some(&report.findings), |to, finding| one(to, report, finding));
}

fn one(to: &mut Finding, report: &Report, finding: &FindingView) {
    let number = |text: &Option<String>| text.as_ref().and_then(|text| text.parse().ok());
    to.id.append_value(count(finding.id));
    to.code.append_value(&finding.code);
    to.kind.append_value(kind(finding.kind));
    to.severity.append_value(severity(finding.severity));
    to.hand.append_option(finding.hand.map(count));
    to.event.append_option(finding.event.map(count));
    to.seat.append_option(finding.seat.map(seat));
    to.clause.append_option(finding.clauses.first().map(|clause| &clause.id));
    to.primary.append_value(report.stands_alone(finding));
    to.because.append_option(finding.because.map(count));
    to.mistake.append_option(finding.mistake.as_ref().map(|mistake| &mistake.id));
    to.claimed.append_option(number(&finding.claimed));
    to.computed.append_option(number(&finding.computed));
    to.claimed_text.append_option(finding.claimed.as_ref());
    to.computed_text.append_option(finding.computed.as_ref());
    to.pointer.append_value(&finding.pointer);
    to.message_zh.append_value(&finding.message.zh);
    to.message_en.append_value(&finding.message.en);
    to.end();
}

/// Returns a seat as the schema stores it, from 0.
pub(crate) fn seat(seat: Seat) -> i32 {
    count(seat.index())
}

const fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Fault => "fault",
        Kind::Variant => "variant",
        Kind::Unverifiable => "unverifiable",
        Kind::Note => "note",
    }
}

const fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "info",
    }
}
