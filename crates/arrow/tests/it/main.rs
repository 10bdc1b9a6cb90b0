//! The table against the report that the engine gives as JSON, and against its documentation.

#![expect(clippy::unwrap_used, reason = "helpers of tests stop where a test would")]

mod columns;
mod documented;
mod inputs;
mod json;

use caipan_engine::rules::{Ruleset, SYSTEMS, resolve};
use caipan_log::RulesDeclared;

/// Returns the rules of every preset of every system.
pub(crate) fn presets() -> impl Iterator<Item = Ruleset> {
    let ids = SYSTEMS.iter().flat_map(|system| system.presets).map(|preset| preset.id.to_owned());
    ids.map(|system| resolve(&RulesDeclared { system, ..Default::default() }).unwrap())
}
