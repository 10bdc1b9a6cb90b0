//! All integration tests, one binary.
#![expect(clippy::unwrap_used, reason = "helpers of tests stop where a test would")]

mod formats;
mod handbook;
mod layers;
mod matches;
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
mod steps;
