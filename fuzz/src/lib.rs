//! The laws that the targets hold are those of the ordinary tests: the same files.

#[path = "../../tests/it/fuzzed/any.rs"]
pub mod any;
#[path = "../../tests/it/fuzzed/draw.rs"]
pub mod draw;
#[path = "../../tests/it/fuzzed/laws.rs"]
pub mod laws;
