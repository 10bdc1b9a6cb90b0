//! Audits of game logs as Parquet files (牌谱审核的 Parquet 导出), partitioned by day and platform.
//!
//! A file appears complete or not at all. The files themselves say which logs are exported, so a second run continues
//! where a killed one stopped. Reading documents and command lines is left to the caller.
#![doc = include_str!("../README.md")]

mod error;
mod partition;
mod players;
mod target;
mod known;
mod file;
mod export;
mod step;

/// The library that reads the files, in the version of this crate.
pub use parquet;

pub use error::ExportError;
pub use export::{Export, Exported, Settings};
pub use partition::Partition;
pub use players::PlayerNames;
pub use step::{RANGE, Step, Stepped};
pub use target::Target;
