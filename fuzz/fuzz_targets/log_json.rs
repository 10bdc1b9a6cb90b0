//! Any bytes as JSON: a log that comes back the same, or an error with a place in the bytes.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| caipan_fuzz::laws::json(bytes));
