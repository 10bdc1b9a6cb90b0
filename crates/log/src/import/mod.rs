//! Third-party logs: one format a file, each turned into the canonical [`GameLog`] and forgotten.
//!
//! An adapter translates what was written; it neither judges nor repairs play. Only a log that contradicts itself, so that
//! no table could have looked as it says, is refused, with the line and what to do next. What the platform claims came of a
//! hand goes to its `result` and never into its events.

mod error;
pub mod csmj;

pub use error::{ImportError, Problem};

use crate::GameLog;
use caipan_tiles::text::Label;

/// A format that can be read.
#[derive(Debug)]
pub struct Format {
    /// What `--from` names.
    pub id: &'static str,
    /// What it is called.
    pub name: Label,
    /// Whether the bytes look like this format. Looks at the beginning only, and may be asked about anything.
    pub sniff: fn(&[u8]) -> bool,
    /// Reads every match in the bytes, in the order they stand there.
    pub read: fn(&[u8]) -> Result<Vec<GameLog>, ImportError>,
}

/// Every format there is. Adding one is a module here and a line in this list.
pub const FORMATS: &[Format] = &[csmj::FORMAT];

/// The format with this id.
pub fn find(id: &str) -> Option<&'static Format> {
    FORMATS.iter().find(|format| format.id == id)
}

/// The first format that the bytes look like.
pub fn sniff(bytes: &[u8]) -> Option<&'static Format> {
    FORMATS.iter().find(|format| (format.sniff)(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_unique_and_found() {
        for (at, format) in FORMATS.iter().enumerate() {
            assert_eq!(FORMATS.iter().position(|other| other.id == format.id), Some(at), "{}", format.id);
            assert_eq!(find(format.id).map(|found| found.id), Some(format.id));
            assert!(!format.name.zh.is_empty() && !format.name.en.is_empty());
        }
        assert!(find("no-such-format").is_none());
    }

    #[test]
    fn nothing_claims_what_is_not_a_log() {
        for bytes in [&b""[..], b"{}", b"{\"format\":\"paipu/1\"}", b"time=", &[0xff, 0xfe, 0x00]] {
            assert!(sniff(bytes).is_none(), "{bytes:?}");
        }
    }

    /// No format may panic or loop, whatever it is given.
    #[test]
    fn reading_nonsense_is_an_error() {
        for format in FORMATS {
            for bytes in [&b""[..], b"\n\n\n", b"time=\"", b"[[[[", &[0xff, 0xfe, 0x00]] {
                assert!((format.read)(bytes).is_err(), "{} {bytes:?}", format.id);
            }
        }
    }
}
