//! Strict reading of `paipu/1`: bytes in, a [`GameLog`] or the one place that is wrong out.
//!
//! Three ways, each for what the one before leaves. Usually the lists of events are cut out and scanned ([`scan`]), and the rest
//! goes through serde_json into the wire structs. Else all of it goes through serde_json, each event built as it passes. Where that
//! fails the text is read again, slowly and with the place of everything, through the same structs, to say what is wrong where.
//! Nothing is judged here that needs the rules of the game.

mod convert;
pub(crate) mod event;
mod fault;
mod json;
pub(crate) mod list;
mod node;
mod places;
pub(crate) mod scalar;
mod scan;
pub(crate) mod seated;
#[cfg(test)]
mod tests;
pub(crate) mod wire;

use super::problem::Problem;
use super::{GameLog, ReadError};
use event::{CutOut, Events, Ready, WireEvents};
use fault::Fault;
pub(crate) use fault::short;
pub use places::Places;
use scalar::Wire;
use scan::Cut;
use wire::{WireEvent, WireGame};

/// The byte order mark of UTF-8, which some editors write before the text.
pub(crate) const BOM: &[u8] = b"\xEF\xBB\xBF";

/// How deep a document may be nested; the same as in serde_json.
pub(crate) const DEPTH: usize = 127;

/// How large a log may be. What is beyond is refused before anything is built from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of one document.
    pub bytes: usize,
    /// Hands in one document.
    pub hands: usize,
    /// Events in one hand.
    pub events: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { bytes: 8 << 20, hands: 64, events: 600 }
    }
}

/// Reads one `paipu/1` document in JSON.
///
/// A byte order mark and any line ends are accepted; unknown keys, `null`, fractions and duplicate keys are not.
///
/// # Errors
/// The first thing that is wrong, with its place and what to write instead.
pub fn read(bytes: &[u8], limits: &Limits) -> Result<GameLog, ReadError> {
    if bytes.len() > limits.bytes {
        return Err(ReadError::at(&Problem::TooLarge { limit: limits.bytes }, String::new(), bytes, limits.bytes));
    }
    let start = if bytes.starts_with(BOM) { BOM.len() } else { 0 };
    let text = match std::str::from_utf8(bytes.get(start..).unwrap_or_default()) {
        Ok(text) => text,
        Err(error) => {
            return Err(ReadError::at(&Problem::NotUtf8, String::new(), bytes, start + error.valid_up_to()));
        }
    };
    if let Some(log) = usual(text, limits) {
        return Ok(log);
    }
    general(text, limits).map_err(|detail| {
        let (problem, pointer, at) = diagnose(text, limits, detail);
        ReadError::at(&problem, pointer, bytes, start + at)
    })
}

/// Reads a log of usual events; `None` where it is not one, or is wrong in any way.
fn usual(text: &str, limits: &Limits) -> Option<GameLog> {
    let Cut { rest, lists } = Cut::of(text, limits)?;
    let mut log = parsed::<CutOut>(&rest, limits).ok()?;
    // Every hand has one list. Where there are more the key stands elsewhere too.
    if log.hands.len() != lists.len() {
        return None;
    }
    log.hands.iter_mut().zip(lists).for_each(|(hand, events)| hand.events = events);
    seated::seated(&log).ok()?;
    Some(log)
}

/// Reads any log in one pass, with little to say about an error.
fn general(text: &str, limits: &Limits) -> Result<GameLog, Detail> {
    parsed::<Events<Ready>>(text, limits)
}

/// What serde_json knows of an error.
enum Detail {
    /// The parser refused it.
    Json(serde_json::Error),
    /// The parts do not fit together.
    Fault(Fault),
}

fn parsed<L: WireEvents>(text: &str, limits: &Limits) -> Result<GameLog, Detail> {
    let mut parser = serde_json::Deserializer::from_str(text);
    let wire = WireGame::<L>::read(&mut parser).map_err(Detail::Json)?;
    parser.end().map_err(Detail::Json)?;
    wire.game(limits).map_err(Detail::Fault)
}

/// Reads again to find the problem, its pointer and its byte offset.
fn diagnose(text: &str, limits: &Limits, detail: Detail) -> (Problem, String, usize) {
    let document = match json::parse(text) {
        Ok(document) => document,
        Err(json::Stop::Syntax { at, problem }) => return (problem, String::new(), at),
        Err(json::Stop::TooMuch) => return unexplained(text, detail),
    };
    let again = || WireGame::<Events<WireEvent>>::read(&document.root)?.game(limits);
    let Err(fault) = node::format(&document.root).and_then(|()| again()) else {
        let rest = text.get(document.end..).unwrap_or_default().trim_ascii_start();
        let at = text.len() - rest.len();
        return match rest.as_bytes().first() {
            Some(b'{') => (Problem::ManyDocuments, String::new(), at),
            Some(_) => (Problem::Trailing, String::new(), at),
            None => unexplained(text, detail),
        };
    };
    let at = document.root.locate(&fault.path, fault.problem.is_about_key());
    (fault.problem, fault::pointer(&fault.path), at)
}

/// The parser's own words, where the slow way has none.
fn unexplained(text: &str, detail: Detail) -> (Problem, String, usize) {
    match detail {
        Detail::Fault(fault) => (fault.problem, fault::pointer(&fault.path), 0),
        Detail::Json(error) => {
            let line = error.line().saturating_sub(1);
            let start = if line == 0 { 0 } else { text.match_indices('\n').nth(line - 1).map_or(0, |(at, _)| at + 1) };
            let mut at = (start + error.column().saturating_sub(1)).min(text.len());
            while !text.is_char_boundary(at) {
                at -= 1;
            }
            (Problem::Unreadable { detail: error.to_string() }, String::new(), at)
        }
    }
}
