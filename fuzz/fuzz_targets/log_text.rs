//! Any text as the text notation: a log that comes back the same in both forms, or an error with a place in the text.
#![no_main]

use caipan::log::{Limits, from_text, read, to_text, write};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| match from_text(text, &Limits::default()) {
    Ok(log) => {
        assert_eq!(from_text(&to_text(&log), &Limits::default()).as_ref(), Ok(&log));
        assert_eq!(read(write(&log).as_bytes(), &Limits::default()), Ok(log));
    }
    Err(error) => assert!(error.offset <= text.len() as u64, "{error}"),
});
