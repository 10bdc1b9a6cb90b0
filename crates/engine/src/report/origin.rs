//! The origin of a log: the document that an adapter translated, and the file, for renderings that point into it.

use super::document::{AdapterView, FindingView, Report};
use caipan_log::Places;
use std::fmt::Write;

/// The positions of the parts of a log in the document that an adapter translated.
pub trait Original {
    /// Returns the position of a pointer into the log, or of its nearest ancestor with a position.
    fn of_pointer(&self, pointer: &str) -> Option<&str>;

    /// Returns the line of a pointer into the log, from 1, if it is known.
    fn line_of_pointer(&self, pointer: &str) -> Option<u64>;
}

/// The document that an adapter translated to a log.
#[derive(Clone, Copy)]
pub struct Translation<'a> {
    /// The adapter.
    pub adapter: &'a AdapterView,
    /// The positions in the document.
    pub original: &'a dyn Original,
}

/// A log's origin, as far as it is known.
#[derive(Clone, Copy, Default)]
pub struct Origin<'a> {
    /// The file as the user named it, or the path under which a service serves the bytes.
    pub file: Option<&'a str>,
    /// The line of the file on which the document begins, from 1; `None` if the file is the document.
    pub line: Option<u64>,
    /// The positions of values in the document.
    pub places: Option<&'a Places<'a>>,
}

impl Origin<'_> {
    /// Returns the line and column in the file for a pointer. Without [`Origin::places`], returns the line of the
    /// document, if known.
    pub(super) fn find(&self, pointer: &str) -> Option<(u64, Option<u64>)> {
        let first = self.line.unwrap_or(1).saturating_sub(1);
        match self.places {
            Some(places) => {
                let (line, column) = places.find(pointer);
                Some((first.saturating_add(line), Some(column)))
            }
            None => self.line.map(|line| (line, None)),
        }
    }

    /// Returns the line and column of a finding in the file. If an adapter read the file, the position is that in the
    /// file, as far as the adapter gives it.
    pub fn place(&self, report: &Report, finding: &FindingView) -> Option<(u64, Option<u64>)> {
        if report.log.adapter.is_none() {
            return self.find(&finding.pointer);
        }
        let of_line = finding.original_line.map(|line| (line, None));
        of_line.or_else(|| match &finding.original {
            Some(original) => self.find(original),
            None => self.line.map(|line| (line, None)),
        })
    }

    /// Returns the file as a URI reference (RFC 3986) with escaped characters. Standard input has none.
    pub(super) fn uri(&self) -> Option<String> {
        let file = self.file.filter(|file| *file != "-")?;
        let mut uri = String::new();
        // A colon in the first segment would make it a scheme.
        if file.split('/').next().is_some_and(|part| part.contains(':')) {
            uri.push_str("./");
        }
        for byte in file.bytes() {
            match byte {
                b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' | b':' | b'@' => {
                    uri.push(char::from(byte));
                }
                // Writing to a String cannot fail.
                byte => _ = write!(uri, "%{byte:02X}"),
            }
        }
        Some(uri)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uri_escapes_file_paths() {
        let uri = |file: &str| Origin { file: Some(file), ..Origin::default() }.uri();
        for (file, written) in [
            ("logs/a b.json", "logs/a%20b.json"),
            ("牌.json", "%E7%89%8C.json"),
            ("a:b/c", "./a:b/c"),
            ("/v1/logs/8f/raw", "/v1/logs/8f/raw"),
            ("100%.json#1", "100%25.json%231"),
        ] {
            assert_eq!(uri(file).as_deref(), Some(written), "{file}");
        }
        assert_eq!(uri("-"), None, "standard input has no name");
    }

    #[test]
    fn find_adds_the_line_of_the_document() {
        let text = "{\"format\":\"paipu/1\",\"hands\":[]}";
        let places = Places::of(text.as_bytes());
        let origin = Origin { file: Some("x"), line: Some(7), places: places.as_ref() };
        assert_eq!(origin.find("/hands"), Some((7, Some(29))));
        assert_eq!(Origin { places: None, ..origin }.find("/hands"), Some((7, None)));
        assert_eq!(Origin::default().find("/hands"), None);
    }
}
