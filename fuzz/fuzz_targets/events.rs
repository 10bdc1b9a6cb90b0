//! Arbitrary bytes as events after a legal beginning, under any preset: replay and audit end, ledgers balance, results
//! repeat.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| caipan_fuzz::laws::events(bytes));
