//! Several records of one match: joined to one, or searched for what a client could not see.

#![expect(clippy::needless_pass_by_value, reason = "JavaScript hands over lists and strings, not references")]

use crate::audit::format_of;
use crate::error::{error, unusable};
use caipan_auditor::views::{Joined, Leaks, Named, Sent, join as joined, numbered, refused, whole_and_sent};
use caipan_auditor::{InputFormat, only, translated};
use caipan_log::{GameLog, Limits};
use caipan_tiles::bilingual;
use caipan_tiles::text::Text;
use caipan_tiles::tile::Seat;
use js_sys::Uint8Array;
use serde::Serialize;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

/// Joins the records that several clients wrote of one match. Returns JSON with the joined `log`, or with the
/// `differences` in which the records contradict each other. `names` are those by which sentences speak of the records;
/// without one a record has its number. Throws a `CaipanError` that names the record that is no log.
#[wasm_bindgen]
pub fn join(records: Vec<Uint8Array>, names: Option<Vec<String>>, adapter: Option<String>) -> Result<String, JsValue> {
    if records.is_empty() {
        return Err(unusable(bilingual!(
            "join 至少要一份牌谱。请给出同一场对局的各份记录。",
            "join needs a log. Give the records of one match."
        )));
    }
    let mut own = None;
    let from = format_of(adapter.as_deref(), &mut own)?;
    let names = names.unwrap_or_default();
    let named = |(index, bytes): (usize, &Uint8Array)| {
        let given = names.get(index).filter(|name| !name.is_empty());
        let name = given.map_or_else(|| numbered(index + 1), |name| bilingual!("{name}", "{name}"));
        read(&bytes.to_vec(), from, &name).map(|log| (name, log))
    };
    let logs = records.iter().enumerate().map(named).collect::<Result<Vec<(Text, GameLog)>, JsValue>>()?;
    let records: Vec<Named<'_>> = logs.iter().map(|(name, log)| Named { name, log }).collect();
    Ok(json(&Joined::from(joined(&records))))
}

/// Searches a record that was sent to a client for what the client could not see. Returns JSON with the `leaks`, or with
/// the `differences` in which the record contradicts the whole match. `seat` received the record, by default the seats of
/// its `view`. With `live` it was sent during play, so a tile is a leak until all can see it. Throws a `CaipanError` that
/// names the log that is none.
#[wasm_bindgen]
pub fn leaks(
    whole: &[u8],
    sent: &[u8],
    seat: Option<u8>,
    live: Option<bool>,
    adapter: Option<String>,
) -> Result<String, JsValue> {
    let mut own = None;
    let from = format_of(adapter.as_deref(), &mut own)?;
    let [of, name] = whole_and_sent();
    let (whole, part) = (read(whole, from, &of)?, read(sent, from, &name)?);
    let seated = |seat| {
        Seat::new(seat).ok_or_else(|| {
            unusable(bilingual!(
                "没有座位 {seat}。seat 请写 0 至 3。",
                "There is no seat {seat}. Give a seat from 0 to 3."
            ))
        })
    };
    let when = if live == Some(true) { Sent::Live } else { Sent::Afterwards };
    let found = Leaks::of(&whole, &part, seat.map(seated).transpose()?, when);
    found.map(|found| json(&found)).map_err(unusable)
}

/// Reads the only log in these bytes. Its refusal names it.
fn read(bytes: &[u8], from: InputFormat<'_>, name: &Text) -> Result<GameLog, JsValue> {
    let read = translated(bytes, from, &Limits::default()).and_then(only);
    read.map(|read| read.log).map_err(|refusal| error(&refused(name, refusal)))
}

fn json(answer: &impl Serialize) -> String {
    // Strings and integers always serialise.
    serde_json::to_string(answer).unwrap_or_default()
}
