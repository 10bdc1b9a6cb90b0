//! The examples of records of one match.

use super::LOG;
use super::values::{document, to_value};
use caipan_auditor::views::{Joined, Leaks, Named, Sent, join};
use caipan_lab::generate::view::{LaidOpen, view};
use caipan_log::{GameLog, Limits, read, write};
use caipan_tiles::bilingual;
use caipan_tiles::tile::Seat;
use serde_json::{Value, json};

/// The records of two seats, and the log that they make.
pub(super) fn joined() -> Option<(Value, Value)> {
    let records = [record(0)?, record(2)?];
    let names = ["zhou.json", "u3.json"].map(|name| bilingual!("{name}", "{name}"));
    let named: Vec<Named<'_>> = records.iter().zip(&names).map(|(log, name)| Named { name, log }).collect();
    let given = named.iter().map(|one| json!({ "name": one.name.en, "log": document(&write(one.log)) }));
    Some((json!({ "records": given.collect::<Vec<_>>() }), to_value(Joined::from(join(&named)))))
}

/// A record that tells a draw of another seat, and the answer about it.
pub(super) fn leaked() -> Option<(Value, Value)> {
    let whole = read(LOG.as_bytes(), &Limits::default()).ok()?;
    let mut sent = document(&write(&record(1)?));
    let draws = |log: &Value| {
        let events = log.pointer("/hands/0/events").and_then(Value::as_array)?;
        events.iter().position(|event| event["type"] == "draw" && event["seat"] != 1)
    };
    let (from, to) = (document(LOG), draws(&sent)?);
    let told = from.pointer(&format!("/hands/0/events/{}/tile", draws(&from)?))?;
    sent.pointer_mut(&format!("/hands/0/events/{to}"))?["tile"] = told.clone();
    let part = read(sent.to_string().as_bytes(), &Limits::default()).ok()?;
    let found = Leaks::of(&whole, &part, None, Sent::Live).ok()?;
    Some((json!({ "whole": from, "sent": sent, "live": true }), to_value(found)))
}

/// The record of a seat.
fn record(seat: u8) -> Option<GameLog> {
    let whole = read(LOG.as_bytes(), &Limits::default()).ok()?;
    view(&whole, Seat::new(seat).into_iter().collect(), true, LaidOpen::Winners)
}
