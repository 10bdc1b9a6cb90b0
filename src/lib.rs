//! caipan (裁判, the referee): the service and the command line around `caipan-engine`.
//!
//! The modules stand in reading order; each uses only those above it (see `ARCHITECTURE.md`). The crates of the workspace
//! are re-exported, so that one dependency gives everything.

pub use caipan_adapter as adapter;
pub use caipan_auditor as auditor;
pub use caipan_engine::{audit, options, patterns, replay, report, rules, score, table, words};
pub use caipan_evidence as evidence;
pub use caipan_handbook as handbook;
pub use caipan_lab::{conformance, generate, proof};
pub use caipan_log as log;
pub use caipan_log::import;
pub use caipan_pages as pages;
pub use caipan_tiles::{bilingual, clause, clauses, hand, hash, inline_vec, ledger, suggest, text, tile};

pub mod host;
pub mod config;
pub mod store;
pub mod webhook_client;
pub mod telemetry;
pub mod app;
pub mod web;
pub mod api;
pub mod cli;

/// Compiles the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
