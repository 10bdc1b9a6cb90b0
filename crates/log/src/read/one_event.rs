//! Reads one event by itself, for a hand that is told event by event.

use super::super::problem::Problem;
use super::super::{Event, GameLog, HandLog, ReadError};
use super::event::{Ready, WireToEvent};
use super::fault::{self, Fault};
use super::scalar::Wire;
use super::seated::hand_seated;
use super::view::viewed;
use super::wire::WireEvent;
use super::{Limits, json};

/// Reads the next event of the last hand of a log, as it would stand in `events` of that hand.
///
/// # Errors
/// The first error, as the reader of a whole log tells it. Its place counts from the beginning of the event.
pub fn read_event(bytes: &[u8], log: &GameLog, limits: &Limits) -> Result<Event, ReadError> {
    let refuse =
        |fault: &Fault, offset: usize| ReadError::at(&fault.problem, fault::pointer(&fault.path), bytes, offset);
    let text = std::str::from_utf8(bytes).map_err(|error| refuse(&Problem::NotUtf8.into(), error.valid_up_to()))?;
    let event = match quickly(text) {
        Some(event) => event,
        None => closely(text).map_err(|(fault, at)| refuse(&fault, at))?,
    };
    let last = log.hands.last();
    if last.is_some_and(|hand| hand.events.len() >= limits.events) {
        return Err(refuse(&Problem::TooManyEvents { limit: limits.events }.into(), 0));
    }
    // The same checks as in a whole log, of a hand that has only this event.
    let hidden = last.map(|hand| hand.hidden).unwrap_or_default();
    let hand = HandLog { hidden, events: vec![event.clone()], ..HandLog::default() };
    let checked = viewed(&hand).and_then(|()| hand_seated(log.seats(), &hand));
    checked.map_err(|mut fault| {
        // The path begins with the list of events and the place in it.
        fault.path.truncate(fault.path.len().saturating_sub(2));
        let at = json::locate(text, &fault.path, fault.problem.is_about_key());
        refuse(&fault, at)
    })?;
    Ok(event)
}

fn quickly(text: &str) -> Option<Event> {
    let mut parser = serde_json::Deserializer::from_str(text);
    let event = Ready::read(&mut parser).ok()?;
    parser.end().ok()?;
    event.event().ok()
}

/// Reads the event with a parser that knows the places. The second part of an error is its byte offset.
fn closely(text: &str) -> Result<Event, (Fault, usize)> {
    let end = json::check(text).map_err(|json::Stop { at, problem }| (problem.into(), at))?;
    let read = || WireEvent::read(&mut json::Parser::of(text))?.event();
    let event = read().map_err(|fault: Fault| {
        let at = json::locate(text, &fault.path, fault.problem.is_about_key());
        (fault, at)
    })?;
    let rest = text.get(end..).unwrap_or_default().trim_ascii_start();
    if rest.is_empty() { Ok(event) } else { Err((Problem::Trailing.into(), text.len() - rest.len())) }
}
