//! Arbitrary bytes that form a log: audited and written as text, JSON, SARIF and JUnit.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| caipan_fuzz::laws::reports(bytes));
