//! All integration tests, one binary.
#![expect(clippy::unwrap_used, reason = "helpers of tests stop where a test would")]

mod documents;
mod formats;
mod golden;
mod handbook;
mod install;
mod layers;
mod matches;
mod released;
mod source;

mod adapter;
mod api;
mod browser;
mod cli;
mod clients;
mod engine;
mod evidence;
mod postgres;
mod programs;
mod store;
mod witness;
mod witnessed;
mod steps;

/// The root of the repository, where `docs` and `fixtures` are.
const ROOT: &str = env!("CARGO_MANIFEST_DIR");
