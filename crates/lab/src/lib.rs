//! Measures the engine with generated matches, injected faults and conformance cases.

#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

pub mod generate;
pub mod proof;
pub mod conformance;
