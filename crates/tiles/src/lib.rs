//! Tiles, hands, ledgers, clauses and bilingual text: the vocabulary of every other crate of caipan.
//!
//! This crate knows no regional rule, no log format and no table.
#![doc = include_str!("../README.md")]
#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

pub mod text;
pub mod suggest;
pub mod hash;
pub mod inline_vec;
pub mod tile;
pub mod clause;
pub mod hand;
pub mod ledger;
