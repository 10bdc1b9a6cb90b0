//! The properties that the targets check, shared with the ordinary tests.

#[path = "../../crates/engine/tests/it/fuzzed/any.rs"]
pub mod any;
#[path = "../../crates/engine/tests/it/fuzzed/draw.rs"]
pub mod draw;
#[path = "../../crates/engine/tests/it/fuzzed/laws.rs"]
pub mod laws;
