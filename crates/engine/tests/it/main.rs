//! Integration tests of the engine, one binary: oracles, rule specs, laws and conformance.
#![expect(clippy::unwrap_used, reason = "helpers of tests stop where a test would")]

mod beijing;
mod changsha;
mod doubt;
mod fourth;
mod fuzzed;
mod generate;
#[path = "../../../../tests/it/golden.rs"]
mod golden;
mod guiyang;
mod hand;
mod laws;
mod log;
mod mangled;
mod mutants;
mod near;
mod offers;
mod oracle;
mod proof;
mod reasons;
mod registry;
mod replay;
mod report_schema;
mod rulings;
mod samples;
mod sichuan;
mod specs;

/// The root of the repository, where `docs` and `fixtures` are.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
