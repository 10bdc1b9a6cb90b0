//! The rules engine: replays a game log on a table of its own, asks the rules of the region about every event, settles
//! every payment, and compares the result with what the log claims.
//!
//! The engine is pure: no input or output, no clock, no randomness. The same log under the same rules gives the same bytes.
#![doc = include_str!("../README.md")]
#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

pub use caipan_log as log;
pub use caipan_tiles::{clause, hand, hash, ledger, text, tile};

pub mod meter;
pub mod table;
pub mod rules;
pub mod replay;
pub mod audit;
pub mod report;
pub mod score;
