//! Arbitrary bytes as each third-party format: the first byte selects the format.
#![no_main]

use caipan_log::import::FORMATS;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if let Some((&first, rest)) = bytes.split_first() {
        caipan_fuzz::laws::import(&FORMATS[usize::from(first) % FORMATS.len()], rest);
    }
});
