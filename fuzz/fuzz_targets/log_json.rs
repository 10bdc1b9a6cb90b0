//! Any bytes as JSON: a log that comes back the same, or an error with a place in the bytes.
#![no_main]

use caipan::log::{Limits, read, write};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| match read(bytes, &Limits::default()) {
    Ok(log) => assert_eq!(read(write(&log).as_bytes(), &Limits::default()), Ok(log)),
    Err(error) => {
        assert!(error.code != "unreadable", "{error}");
        assert!(error.offset <= bytes.len() as u64, "{error}");
    }
});
