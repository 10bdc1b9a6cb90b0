//! Generated matches, injected faults and conformance cases: how the engine is measured.

#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

pub mod generate;
pub mod proof;
pub mod conformance;
