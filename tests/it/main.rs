//! All integration tests, one binary.
#![expect(clippy::unwrap_used, reason = "helpers of tests stop where a test would")]

mod beijing;
mod changsha;
mod formats;
mod fourth;
mod fuzzed;
mod generate;
mod guiyang;
mod hand;
mod handbook;
mod laws;
mod layers;
mod log;
mod mangled;
mod mutants;
mod near;
mod oracle;
mod proof;
mod registry;
mod report_schema;
mod rulings;
mod samples;
mod source;
mod specs;

#[cfg(feature = "server")]
mod adapter;
#[cfg(feature = "server")]
mod api;
#[cfg(feature = "server")]
mod browser;
#[cfg(feature = "server")]
mod cli;
#[cfg(feature = "server")]
mod clients;
#[cfg(feature = "server")]
mod engine;
#[cfg(feature = "server")]
mod evidence;
#[cfg(feature = "server")]
mod postgres;
#[cfg(feature = "server")]
mod store;
