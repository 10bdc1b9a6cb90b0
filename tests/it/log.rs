//! The log at its border: reading, writing, the schema and the text notation.

use caipan::log::{Limits, read};

const EXAMPLE: &str = include_str!("../../docs/examples/changsha-a.json");

#[test]
fn the_example_reads() {
    let log = read(EXAMPLE.as_bytes(), &Limits::default()).unwrap();
    assert_eq!(log.hands[0].events.len(), 8);
}
