//! Audits over Arrow columns: the bytes of a log in, a row of its report out.
//!
//! One function for every host that has Arrow: pyarrow, Polars, DuckDB, Spark, Parquet files. A log that cannot be read is
//! a row with the reason and never fails a batch. Threads, processes and files are left to the host.
#![doc = include_str!("../README.md")]

mod columns;
mod findings;
mod claims;
mod hands;
mod row;
mod auditor;

pub use auditor::Auditor;
pub use row::{Players, Rows, schema};

use arrow_array::{Array, StructArray};
use arrow_schema::ArrowError;

/// Audits an array of logs as bytes or texts, with the settings of [`Auditor::default`].
pub fn audit(logs: &dyn Array) -> Result<StructArray, ArrowError> {
    Auditor::default().audit(logs)
}
