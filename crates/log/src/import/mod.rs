//! Importers for third-party logs: each format is converted to the canonical [`GameLog`].
//!
//! An importer translates the log; it neither judges nor repairs play. It refuses only a log that contradicts itself,
//! so that no table could have looked like it, with the line and what to do next. The results that the platform claims
//! go to `result` and never into the events.

mod error;
pub mod csmj;

pub use error::{ImportError, Problem};

use crate::GameLog;
use caipan_tiles::text::Label;

/// A format that can be imported.
#[derive(Debug)]
pub struct Format {
    /// The id for `--from`.
    pub id: &'static str,
    /// The display name.
    pub name: Label,
    /// Returns whether the bytes look like this format. It looks at the beginning only and accepts any input.
    pub sniff: fn(&[u8]) -> bool,
    /// Reads every match in the bytes, in their order.
    pub read: fn(&[u8]) -> Result<Vec<GameLog>, ImportError>,
}

/// Every format. A new format needs a module here and an entry in this list.
pub const FORMATS: &[Format] = &[csmj::FORMAT];

/// Returns the format with this id.
pub fn find(id: &str) -> Option<&'static Format> {
    FORMATS.iter().find(|format| format.id == id)
}

/// Returns the first format that the bytes look like.
pub fn sniff(bytes: &[u8]) -> Option<&'static Format> {
    FORMATS.iter().find(|format| (format.sniff)(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn format_ids_are_unique() {
        for (at, format) in FORMATS.iter().enumerate() {
            assert_eq!(FORMATS.iter().position(|other| other.id == format.id), Some(at), "{}", format.id);
            assert_eq!(find(format.id).map(|found| found.id), Some(format.id));
            assert!(!format.name.zh.is_empty() && !format.name.en.is_empty());
        }
        assert!(find("no-such-format").is_none());
    }

    #[test]
    fn sniff_rejects_other_files() {
        for bytes in [&b""[..], b"{}", b"{\"format\":\"paipu/1\"}", b"time=", &[0xff, 0xfe, 0x00]] {
            assert!(sniff(bytes).is_none(), "{bytes:?}");
        }
    }

    /// No format may panic or loop on any input.
    #[test]
    fn reading_garbage_is_an_error() {
        for format in FORMATS {
            for bytes in [&b""[..], b"\n\n\n", b"time=\"", b"[[[[", &[0xff, 0xfe, 0x00]] {
                assert!((format.read)(bytes).is_err(), "{} {bytes:?}", format.id);
            }
        }
    }
}
