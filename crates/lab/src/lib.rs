//! Measures the engine with generated matches, injected faults and conformance cases.
#![doc = include_str!("../README.md")]
#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

pub mod generate;
pub mod proof;
pub mod conformance;
