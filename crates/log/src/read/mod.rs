//! Strict reader of `paipu/1`: converts bytes to a [`GameLog`] or to the first error with its place.
//!
//! It tries up to three passes. The fast path cuts out the lists of events, scans them ([`scan`]), and reads the rest
//! with serde_json into the wire structs. The general path sends all of the text through serde_json and builds each
//! event as it passes. If that fails, the diagnosing pass reads the text once more, through the same structs and a
//! parser of our own that knows offsets, to locate the error. It checks syntax and limits before it builds anything. The
//! reader checks nothing that needs the rules of the game.

pub(crate) mod claim;
mod convert;
mod deserializer;
pub(crate) mod event;
mod fault;
pub(crate) mod house_line;
mod json;
pub(crate) mod list;
mod one_event;
mod places;
pub(crate) mod scalar;
mod rules;
mod scan;
pub(crate) mod seated;
#[cfg(test)]
mod tests;
pub(crate) mod unmodelled;
pub(crate) mod view;
pub(crate) mod wire;

use super::problem::Problem;
use super::{GameLog, ReadError};
use event::{CutOut, Events, Ready, WireEvents};
use fault::Fault;
pub(crate) use fault::short;
pub use one_event::read_event;
pub use places::Places;
use scalar::Wire;
use scan::Cut;
use wire::{WireEvent, WireGame};

/// The UTF-8 byte order mark, which some editors write before the text.
pub(crate) const BOM: &[u8] = b"\xEF\xBB\xBF";

/// Maximum nesting depth of a document, as in serde_json.
pub(crate) const DEPTH: usize = 127;

/// The size limits of a log. A larger log is refused before anything is built from the excess.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Maximum bytes of one document.
    pub bytes: usize,
    /// Maximum hands in one document.
    pub hands: usize,
    /// Maximum events in one hand.
    pub events: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { bytes: 8 << 20, hands: 64, events: 600 }
    }
}

/// Reads one `paipu/1` document in JSON.
///
/// Accepts a byte order mark and any line ends. Refuses unknown keys, `null`, fractions and duplicate keys.
///
/// # Errors
/// The first error, with its place and its fix.
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

/// Says of a log that the play goes on after its last event, as `"in_progress": true` in its bytes does.
///
/// # Errors
/// The error of the reader for a log whose last hand or whose match has an end. The line is that of the end if the bytes
/// are JSON in `paipu/1`, else the last one.
pub fn set_in_progress(log: &mut GameLog, bytes: &[u8]) -> Result<(), ReadError> {
    seated::goes_on(log).map_err(|fault| {
        let at = Places::of(bytes).map_or(bytes.len(), |places| places.offset(&fault));
        ReadError::at(&fault.problem, fault::pointer(&fault.path), bytes, at)
    })
}

/// The fast path: reads a log of usual events; `None` if the log has others or any error.
fn usual(text: &str, limits: &Limits) -> Option<GameLog> {
    let Cut { rest, lists } = Cut::of(text, limits)?;
    let mut log = parsed::<CutOut>(&rest, limits).ok()?;
    // Every hand has exactly one list. If there are more lists, the key occurs elsewhere too.
    if log.hands.len() != lists.len() {
        return None;
    }
    log.hands.iter_mut().zip(lists).for_each(|(hand, events)| hand.events = events);
    seated::seated(&log).ok()?;
    Some(log)
}

/// The general path: reads any log in one pass, with little detail on errors.
fn general(text: &str, limits: &Limits) -> Result<GameLog, Detail> {
    parsed::<Events<Ready>>(text, limits)
}

/// The error of the general path.
enum Detail {
    /// The parser refused the text.
    Json(serde_json::Error),
    /// The parts are inconsistent or exceed a limit.
    Fault(Fault),
}

fn parsed<L: WireEvents>(text: &str, limits: &Limits) -> Result<GameLog, Detail> {
    let mut parser = serde_json::Deserializer::from_str(text);
    let wire = WireGame::<L>::read(&mut parser).map_err(Detail::Json)?;
    parser.end().map_err(Detail::Json)?;
    wire.game(limits).map_err(Detail::Fault)
}

/// Parses again to find the problem, its pointer and its byte offset.
fn diagnose(text: &str, limits: &Limits, detail: Detail) -> (Problem, String, usize) {
    let end = match json::check(text) {
        Ok(end) => end,
        Err(json::Stop { at, problem }) => return (problem, String::new(), at),
    };
    let checked = deserializer::format(text).and_then(|()| deserializer::limits(text, limits));
    let again = || WireGame::<Events<WireEvent>>::read(&mut json::Parser::of(text))?.game(limits);
    let Err(fault) = checked.and_then(|()| again()) else {
        let rest = text.get(end..).unwrap_or_default().trim_ascii_start();
        let at = text.len() - rest.len();
        return match rest.as_bytes().first() {
            Some(b'{') => (Problem::ManyDocuments, String::new(), at),
            Some(_) => (Problem::Trailing, String::new(), at),
            None => unexplained(text, detail),
        };
    };
    let at = json::locate(text, &fault.path, fault.problem.is_about_key());
    (fault.problem, fault::pointer(&fault.path), at)
}

/// Returns the message of the parser, if the diagnosing pass found no error.
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
