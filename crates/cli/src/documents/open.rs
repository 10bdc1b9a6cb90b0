//! Reads the documents of one file: the file itself, or one per line.
//!
//! In a file with one document per line each line is independent, so a damaged line is refused alone. A file counts as
//! such if its first line is a complete document, if its name says so, or if a later line is a document.

use super::Document;
use super::packed::{Packing, Reader, unpacked, unreadable};
use caipan_adapter::{Header, shelf};
use caipan_tiles::bilingual;
use caipan_tiles::text::Text;
use serde::Deserialize;
use serde::de::IgnoredAny;
use std::io::{self, BufRead, BufReader, Cursor, Read};

/// The UTF-8 byte order mark.
const BOM: &[u8] = b"\xEF\xBB\xBF";

/// A file that is being read.
pub(super) struct Open {
    name: String,
    reader: Reader,
    packing: Option<Packing>,
    /// The read error to report after the lines read before it.
    broken: Option<Text>,
    at: At,
}

enum At {
    /// Nothing has been read.
    Beginning,
    /// One document per line; the number of lines read.
    Line(u64),
    End,
}

impl Open {
    pub(super) fn new(name: String, reader: Box<dyn Read + Send>) -> Open {
        Open { name, reader: BufReader::new(reader), packing: None, broken: None, at: At::Beginning }
    }

    /// Returns the next document, of at most `limit` bytes, or `None` at the end. With `whole` the file is one
    /// document.
    pub(super) fn proceed(mut self, limit: u64, whole: bool) -> (Option<Document>, Option<Open>) {
        let next = match self.at {
            At::Beginning => match self.begin(limit, whole) {
                Ok(None) => return self.proceed(limit, whole),
                Ok(Some(bytes)) => Some(self.ended(None, within(limit, bytes))),
                Err(text) => Some(self.ended(None, Err(text))),
            },
            At::Line(before) => self.line(before, limit),
            At::End => None,
        };
        let open = next.is_some().then_some(self);
        (next, open)
    }

    /// Returns the file if it is one document, or `None` if it has one document per line.
    fn begin(&mut self, limit: u64, whole: bool) -> Result<Option<Vec<u8>>, Text> {
        (self.reader, self.packing) = unpacked(std::mem::replace(&mut self.reader, nothing()))?;
        let mut head = Vec::new();
        let mut read_on = |head: &mut Vec<u8>, line: bool| {
            let mut limited = (&mut self.reader).take((limit + 1).saturating_sub(head.len() as u64));
            let read = if line { limited.read_until(b'\n', head) } else { limited.read_to_end(head) };
            read.map_err(|error| unreadable(&error, self.packing))
        };
        // Skip blank lines before the first document.
        while !whole && head.trim_ascii().is_empty() && read_on(&mut head, true)? > 0 {}
        if !whole && shelf::is_row(line_of(&head)) {
            // The rows of a match belong together. A file over the limit is read row by row, each row as a hand. A row
            // of a table cannot be read without its header.
            let is_table = Header::of(&head).is_some();
            read_on(&mut head, false)?;
            if is_table || head.len() as u64 <= limit {
                return Ok(Some(head));
            }
            let rest = std::mem::replace(&mut self.reader, nothing());
            self.reader = BufReader::new(Box::new(Cursor::new(head).chain(rest)));
            self.at = At::Line(0);
            return Ok(None);
        }
        if whole || !is_document(line_of(&head)) {
            let rest = read_on(&mut head, false);
            let named = is_called_a_batch(&self.name) && !head.trim_ascii().is_empty();
            if whole || !(named || is_one_long_line(&head, limit) || is_batch(&head)) {
                return rest.map(|_| Some(head));
            }
            // The complete lines before the read error are documents.
            self.broken = rest.err();
            if self.broken.is_some() {
                head.truncate(head.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1));
            }
        }
        let rest = std::mem::replace(&mut self.reader, nothing());
        self.reader = BufReader::new(Box::new(Cursor::new(head).chain(rest)));
        self.at = At::Line(0);
        Ok(None)
    }

    /// Returns the next line that is not blank.
    fn line(&mut self, before: u64, limit: u64) -> Option<Document> {
        let mut number = before;
        loop {
            let mut bytes = Vec::new();
            let read = (&mut self.reader).take(limit + 1).read_until(b'\n', &mut bytes);
            number += 1;
            match read {
                Err(error) => {
                    let text = unreadable(&error, self.packing);
                    return Some(self.ended(Some(number), Err(text)));
                }
                Ok(0) => return self.broken.take().map(|text| self.ended(Some(number), Err(text))),
                Ok(_) => {}
            }
            let ended = bytes.ends_with(b"\n");
            if number == 1 && bytes.starts_with(BOM) {
                bytes.drain(..BOM.len());
            }
            bytes.truncate(bytes.trim_ascii_end().len());
            if bytes.is_empty() {
                continue;
            }
            let bytes = within(limit, bytes);
            if !ended
                && bytes.is_err()
                && let Err(error) = self.reader.skip_until(b'\n')
            {
                let text = unreadable(&error, self.packing);
                return Some(self.ended(Some(number), Err(text)));
            }
            self.at = At::Line(number);
            return Some(Document { file: self.name.clone(), line: Some(number), bytes });
        }
    }

    /// Returns the last document of the file.
    fn ended(&mut self, line: Option<u64>, bytes: Result<Vec<u8>, Text>) -> Document {
        self.at = At::End;
        Document { file: self.name.clone(), line, bytes }
    }
}

fn nothing() -> Reader {
    BufReader::new(Box::new(io::empty()))
}

fn within(limit: u64, bytes: Vec<u8>) -> Result<Vec<u8>, Text> {
    if bytes.len() as u64 <= limit {
        return Ok(bytes);
    }
    Err(bilingual!(
        "一份牌谱不得超过 {limit} 字节。请按局拆开。",
        "a log may hold at most {limit} bytes. Split the match into parts."
    ))
}

/// Strips the byte order mark and the surrounding blanks of a line.
fn line_of(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(BOM).unwrap_or(bytes).trim_ascii()
}

/// Returns whether a line is exactly one JSON object.
fn is_document(line: &[u8]) -> bool {
    line.starts_with(b"{") && serde_json::from_slice::<IgnoredAny>(line).is_ok()
}

/// Returns whether a file is NDJSON although its first line is not a document: one line is a log, a report or an error
/// of this program, or two lines begin as logs, and the file as a unit is no document.
fn is_batch(head: &[u8]) -> bool {
    #[derive(Deserialize)]
    struct Named {
        format: Option<IgnoredAny>,
        source: Option<IgnoredAny>,
        error: Option<IgnoredAny>,
    }
    let is_named = |line: &[u8]| {
        serde_json::from_slice::<Named>(line)
            .is_ok_and(|named| named.format.is_some() || (named.source.is_some() && named.error.is_some()))
    };
    let begins =
        |line: &[u8]| line.strip_prefix(b"{").is_some_and(|rest| rest.trim_ascii_start().starts_with(b"\"format\""));
    let lines = || head.split(|&byte| byte == b'\n').map(line_of).filter(|line| line.starts_with(b"{"));
    (lines().any(is_named) || lines().filter(|line| begins(line)).nth(1).is_some()) && !is_document(line_of(head))
}

/// Returns whether a file begins with a line over the limit, after which other lines may follow.
fn is_one_long_line(head: &[u8], limit: u64) -> bool {
    head.len() as u64 > limit && line_of(head).starts_with(b"{") && !head.contains(&b'\n')
}

fn is_called_a_batch(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let plain = name.strip_suffix(".gz").or_else(|| name.strip_suffix(".zst")).unwrap_or(&name);
    [".ndjson", ".jsonl"].iter().any(|ending| plain.ends_with(ending))
}
