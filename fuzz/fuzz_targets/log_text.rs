//! Any text as the text notation: a log that comes back the same in both forms, or an error with a place in the text.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| caipan_fuzz::laws::notation(text));
