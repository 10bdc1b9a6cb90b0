//! Arbitrary bytes as JSON: a log that round-trips, or an error with a position in the bytes.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| caipan_fuzz::laws::json(bytes));
