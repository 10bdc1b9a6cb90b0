//! Arbitrary text as the text notation: a log that round-trips in both forms, or an error with a position in the text.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| caipan_fuzz::laws::notation(text));
