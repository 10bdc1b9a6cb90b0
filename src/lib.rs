//! caipan (裁判, the referee): replays mahjong game logs and audits them against the rules of the region.
//!
//! The layers stand in reading order; each uses only those above it (see `ARCHITECTURE.md`).

pub mod say;
pub mod few;
pub mod tile;
pub mod cite;
pub mod hand;
pub mod ledger;
pub mod log;
pub mod import;
pub mod table;
pub mod rules;
pub mod replay;
pub mod audit;
pub mod generate;
pub mod proof;
pub mod report;
pub mod score;
pub mod handbook;
pub mod conformance;

#[cfg(feature = "server")]
pub mod adapter;
#[cfg(feature = "server")]
pub mod config;
#[cfg(feature = "server")]
pub mod evidence;
#[cfg(feature = "server")]
pub mod store;
#[cfg(feature = "server")]
pub mod courier;
#[cfg(feature = "server")]
pub mod app;
#[cfg(feature = "server")]
pub mod web;
#[cfg(feature = "server")]
pub mod api;
#[cfg(feature = "server")]
pub mod cli;
