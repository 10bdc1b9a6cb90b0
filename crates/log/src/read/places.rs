//! Line and column of values in a log, to show a finding beside the text. The reader does not need it.

use super::BOM;
use super::fault::{Fault, Step};
use super::json::{self, Entry, Inside, Parser};
use std::cell::RefCell;
use std::collections::BTreeMap;

/// A JSON document in which values are located. Its memory depends on the pointers asked for, not on the text. Pointers
/// in the order of the text are located in one pass.
pub struct Places<'a> {
    text: &'a str,
    /// The offset of the text in the bytes: the length of a byte order mark.
    start: usize,
    located: RefCell<Located<'a>>,
}

/// The values located so far.
struct Located<'a> {
    text: &'a str,
    /// The offsets of the values located so far, by pointer.
    known: BTreeMap<String, usize>,
    /// The lists entered so far, by pointer, each at its last entry located.
    lists: BTreeMap<String, ListAt<'a>>,
    last: Place,
}

/// A parser at an entry of a list.
struct ListAt<'a> {
    parser: Parser<'a>,
    inside: Inside,
    index: usize,
}

/// An offset with its line and character, both from 1.
#[derive(Clone, Copy)]
struct Place {
    at: usize,
    line: u64,
    column: u64,
}

const START: Place = Place { at: 0, line: 1, column: 1 };

impl<'a> Places<'a> {
    /// Checks a log; `None` if the bytes are not a JSON log, as in the text notation or before an import.
    pub fn of(bytes: &'a [u8]) -> Option<Places<'a>> {
        let places = Places::of_json(bytes)?;
        let at = places.located.borrow_mut().value("/format")?;
        places.text.get(at..)?.starts_with("\"paipu/").then_some(places)
    }

    /// Checks any JSON document.
    pub fn of_json(bytes: &'a [u8]) -> Option<Places<'a>> {
        let text = std::str::from_utf8(bytes.strip_prefix(BOM).unwrap_or(bytes)).ok()?;
        json::check(text).ok()?;
        let located = Located { text, known: BTreeMap::new(), lists: BTreeMap::new(), last: START };
        Some(Places { text, start: bytes.len() - text.len(), located: RefCell::new(located) })
    }

    /// Returns the line and the character within it, both from 1, of the value at an RFC 6901 pointer. If a step is
    /// absent, as for a missing field, returns the place of the container.
    pub fn find(&self, pointer: &str) -> (u64, u64) {
        self.located.borrow_mut().find(pointer)
    }

    /// Returns the byte offset of a fault in the document.
    pub(super) fn offset(&self, fault: &Fault) -> usize {
        self.start + json::locate(self.text, &fault.path, fault.problem.is_about_key())
    }
}

impl Located<'_> {
    fn find(&mut self, pointer: &str) -> (u64, u64) {
        let mut prefix = pointer;
        let at = loop {
            match self.value(prefix) {
                Some(at) => break at,
                None => prefix = prefix.rsplit_once('/').map_or("", |(container, _)| container),
            }
        };
        let from = if self.last.at <= at { self.last } else { START };
        let passed = self.text.get(from.at..at).unwrap_or_default();
        let lines = passed.matches('\n').count() as u64;
        let within = passed.rsplit('\n').next().unwrap_or_default().chars().count() as u64;
        let column = if lines == 0 { from.column + within } else { within + 1 };
        self.last = Place { at, line: from.line + lines, column };
        (self.last.line, self.last.column)
    }

    /// Returns the offset of the value at a pointer, if it is there.
    fn value(&mut self, pointer: &str) -> Option<usize> {
        if let Some(&at) = self.known.get(pointer) {
            return Some(at);
        }
        let Some((container, step)) = pointer.rsplit_once('/') else { return Some(Parser::of(self.text).at()) };
        let at = self.value(container)?;
        let at = match Parser::at_offset(self.text, at).peek()? {
            b'{' => {
                let key = step.replace("~1", "/").replace("~0", "~");
                json::last_entry(self.text, at, &Step::Key(key))?.1
            }
            b'[' => self.entry(container, at, step.parse().ok()?)?,
            _ => return None,
        };
        self.known.insert(pointer.to_owned(), at);
        Some(at)
    }

    /// Returns the offset of an entry of the list at this pointer and offset.
    fn entry(&mut self, container: &str, at: usize, wanted: usize) -> Option<usize> {
        let earlier = self.lists.remove(container).filter(|list| list.index < wanted);
        let mut list = match earlier {
            Some(mut list) => {
                list.parser.skip(0).ok()?;
                list
            }
            None => {
                let mut parser = Parser::at_offset(self.text, at);
                let inside = parser.enter()?;
                ListAt { parser, inside, index: 0 }
            }
        };
        while let Some(Entry::Item(index)) = list.parser.entry(&mut list.inside).ok()? {
            if index == wanted {
                let at = list.parser.at();
                list.index = index;
                self.lists.insert(container.to_owned(), list);
                return Some(at);
            }
            list.parser.skip(0).ok()?;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_line_and_column_of_pointers() {
        let text = "\u{feff}{ \"format\": \"paipu/1\",\n  \"x\": {\"牌~/\": [1,\r\n 2]},\n \"a\": 0 }\n";
        let places = Places::of(text.as_bytes()).expect("a log");
        for (pointer, place) in [
            ("", (1, 1)),
            ("/format", (1, 13)),
            ("/x/牌~0~1", (2, 16)),
            ("/x/牌~0~1/0", (2, 17)),
            ("/x/牌~0~1/1", (3, 2)),
            ("/x/牌~0~1/7", (2, 16)),
            ("/a", (4, 7)),
            ("/nowhere/0", (1, 1)),
        ] {
            assert_eq!(places.find(pointer), place, "{pointer}");
        }
    }

    #[test]
    fn rejects_documents_that_are_not_logs() {
        for text in ["", "[1]", "{}", "{\"format\":\"other\"}", "{\"format\":\"paipu/1\"", "format paipu/1"] {
            assert!(Places::of(text.as_bytes()).is_none(), "{text}");
        }
        assert!(Places::of(b"{\"format\":\"paipu/\xFF\"}").is_none());
    }
}
