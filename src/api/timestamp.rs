//! The format of timestamps in answers.

use chrono::{DateTime, SecondsFormat};

/// Formats microseconds since 1970 as RFC 3339 in UTC.
pub(super) fn time(micros: i64) -> String {
    DateTime::from_timestamp_micros(micros).unwrap_or_default().to_rfc3339_opts(SecondsFormat::Micros, true)
}
