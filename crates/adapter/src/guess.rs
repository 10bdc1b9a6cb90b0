//! Drafts an adapter from one sample: finds the lists of tiles and acts and guesses what their names mean.
//!
//! The adapter marks every guess with a comment. It leaves an act without a telling name out of the table and thus
//! refuses it until the author adds it.

mod names;
mod packed;
mod shape;
mod who;

use super::error::AdapterError;
use caipan_tiles::bilingual;
use caipan_tiles::text::Text;
use names::{Suits, act_of, suits};
use packed::{Packed, filter};
use shape::{Found, Rows, look};
use std::collections::BTreeMap;
use std::fmt::Write;
use who::Who;

/// The draft of an adapter and its guesses.
#[derive(Clone, Debug)]
pub struct Guess {
    /// The adapter file.
    pub adapter: String,
    /// The guesses, in the order of the file.
    pub said: Vec<Text>,
}

/// The most values of a sample that is analysed: the analysis keeps all of them, some several times.
const MOST_VALUES: usize = 200_000;

/// True if a JSON text has too many values to be analysed. Counts the characters that begin or divide values, so texts
/// with many of them count more.
pub fn is_too_large(sample: &[u8]) -> bool {
    sample.iter().filter(|byte| b",[{\n".contains(byte)).count() > MOST_VALUES
}

/// Drafts an adapter called `name` for logs like `sample`, which is the content of the file `file`.
pub fn guess(name: &str, file: &str, sample: &[u8]) -> Result<Guess, AdapterError> {
    std::str::from_utf8(sample).map_err(|error| AdapterError::not_utf8(sample, error.valid_up_to()))?;
    if is_too_large(sample) {
        return Err(AdapterError::too_large(MOST_VALUES));
    }
    let (found, input) = look(sample)?;
    let mut said = Vec::new();
    let Found { tiles, acts, deal, wall, seats, result, id, .. } = &found;
    let tokens: BTreeMap<String, usize> = tiles.clone();
    let Suits { table, unknown, note } = suits(&tokens);
    said.push(bilingual!("文件：input = \"{input}\"。", "the file: input = \"{input}\""));
    said.push(note);
    match deal {
        Some(at) => said.push(bilingual!("各家的手牌在 {at}。", "the dealt hands stand at {at}")),
        None => said.push(bilingual!(
            "没有找到四家的起手牌（四个 13 或 14 张的列表）；没有它只能核对输赢的数目。",
            "no four dealt hands of 13 or 14 tiles were found; without them only the sums of points can be checked"
        )),
    }
    if let Some(at) = wall {
        said.push(bilingual!("牌墙在 {at}。", "the wall stands at {at}"));
    }
    match acts {
        Some(acts) => {
            let at = &acts.at;
            said.push(bilingual!(
                "动作在 {at}：动作 {}，座位 {}，牌 {}。",
                "the acts stand at {at}: the act is {}, the seat {}, the tile {}",
                acts.act,
                acts.seat,
                acts.tile
            ));
            match &acts.who {
                Who::FromZero => {}
                Who::FromOne => {
                    said.push(bilingual!(
                        "座位从 1 数起，程序中减 1。",
                        "seats are counted from 1; the program takes 1 off"
                    ));
                }
                Who::Names(names) => {
                    let names = serde_json::Value::from(names.clone());
                    said.push(bilingual!(
                        "座位用名字 {names}；谁在谁的下家看不出来，请按出牌的顺序重排。",
                        "seats go by the names {names}; who sits after whom cannot be seen: put them in the order of turns"
                    ));
                }
                Who::Listed(path) => said.push(bilingual!(
                    "座位用 {path} 中的名字，按那里的次序当作座位 0 到 3，请核对。",
                    "seats go by the names at {path}, taken as the seats 0 to 3 in that order: check it"
                )),
            }
        }
        None => said.push(bilingual!(
            "没有找到动作的列表；请在程序中写明 events 从哪里来。",
            "no list of acts was found; say in the program where `events` come from"
        )),
    }
    for (at, filter) in &found.packed {
        said.push(bilingual!("{at} 是文字，用 {filter} 拆开。", "{at} is a text; it is taken apart by {filter}"));
    }
    if let Some(rows) = &found.rows {
        let told = |column: &Option<String>| column.clone().unwrap_or_else(|| "?".to_owned());
        let (of_match, of_hand, order) = (told(&rows.of_match), told(&rows.of_hand), told(&rows.order));
        said.push(bilingual!(
            "每行一个动作：对局按 {of_match} 分，局按 {of_hand} 分，先后按 {order}；问号处请自己写明。",
            "a line an act: matches go by {of_match}, hands by {of_hand}, the order of acts by {order}; where a question mark stands, \
             say which"
        ));
    }
    if let Some(at) = result {
        said.push(bilingual!(
            "输赢在 {at}（四个数，和为零）。",
            "the points stand at {at} (four numbers that add up to nothing)"
        ));
    }
    if seats.is_some_and(|seats| seats != 4) {
        let seats = seats.unwrap_or_default();
        said.push(bilingual!(
            "样例像是 {seats} 人桌；只有四人桌可以复核。",
            "the sample looks like a table of {seats}; only tables of four can be audited"
        ));
    }
    let mut out = String::new();
    // Writing to a String cannot fail.
    let _ = write(&mut out, name, file, input, &found, (&table, &unknown), &said, id.as_deref());
    Ok(Guess { adapter: out, said })
}

#[expect(clippy::too_many_arguments, reason = "the parts of one file, in its order")]
fn write(
    out: &mut String,
    name: &str,
    file: &str,
    input: &str,
    found: &Found,
    (table, unknown): (&[(String, String)], &[String]),
    said: &[Text],
    id: Option<&str>,
) -> std::fmt::Result {
    writeln!(out, "# Guessed from one sample: check every line. 由一份样例猜出，请逐行核对。")?;
    for Text { zh, en } in said {
        writeln!(out, "# * {en} · {zh}")?;
    }
    let quoted = |text: &str| serde_json::Value::from(text).to_string();
    writeln!(out, "name = \"{name}\"\nversion = \"1\"\ninput = \"{input}\"")?;
    writeln!(out, "rules = \"changsha-a\"   # which rules? `caipan explain` and docs/rules know them 改成你的规则")?;
    writeln!(out, "samples = [{}]\n\nprogram = '''", quoted(file))?;
    if let Some(rows) = &found.rows {
        write_rows(out, found, rows)?;
        return write_tables(out, found, (table, unknown), quoted);
    }
    let hand = found.hand_path();
    let within = |at: &str| found.within(&hand, at);
    let id = id.map_or_else(|| "\"unnamed\"".to_owned(), |id| format!("({} | tostring)", found.whole(id)));
    if matches!(found.acts.as_ref().map(|acts| &acts.who), Some(Who::Listed(_))) {
        writeln!(out, ". as $root |")?;
    }
    writeln!(out, "{{ id: {id},\n  hands: [ {}\n    | {{", found.whole(&hand))?;
    let mut members = Vec::new();
    let who = found.acts.as_ref().map_or(".".to_owned(), |acts| acts.who.filter(&found.packed));
    if let Some(at) = &found.dealer {
        members.push(format!("dealer: ({} | {who})", within(at)));
    }
    if let Some(at) = &found.deal {
        members.push(format!("deal: [{} | tiles]", within(at)));
    }
    if let Some(at) = &found.wall {
        members.push(format!("wall: ({} | tiles)", within(at)));
    }
    if let Some(acts) = &found.acts {
        let seat = format!("{} | {who}", acts.seat);
        let tile = &acts.tile;
        let list = within(&acts.at);
        members.push(format!(
            "events: [ {list} | . as $a | ({} | act) as $act | select($act != \"ignore\")\n        | event($act; $a | {seat}; $a | {tile} \
             | if . == null then null elif type == \"array\" then tiles else tile end) ] | kinds",
            acts.act
        ));
    } else {
        members.push("events: []".to_owned());
    }
    if let Some(at) = &found.result {
        members.push(format!("result: {{deltas: ({})}}", within(at)));
    }
    writeln!(out, "        {} }} ] }}\n'''\n", members.join(",\n        "))?;
    write_tables(out, found, (table, unknown), quoted)
}

/// Writes the program for a file with one act per line: groups the lines by match and hand, sorts them and records the
/// origin of each.
fn write_rows(out: &mut String, found: &Found, rows: &Rows) -> std::fmt::Result {
    let column = |column: &Option<String>, missing: &str| column.clone().unwrap_or_else(|| missing.to_owned());
    let (of_match, of_hand) = (column(&rows.of_match, ".which_match"), column(&rows.of_hand, ".which_hand"));
    let sorted = rows.order.as_ref().map_or(String::new(), |order| format!(" | sort_by(.value{order})"));
    writeln!(out, "[places(\"\")] | group_by(.value{of_match})[]\n| {{ id: (.[0].value{of_match} | tostring),")?;
    writeln!(out, "    hands: [ group_by(.value{of_hand})[]{sorted}\n      | {{")?;
    let mut members = Vec::new();
    let from = |at: &str| filter(at.strip_prefix("[]").unwrap_or(at), 0, &Packed::new());
    let packed = |at: &str| found.packed.get(at).map_or(String::new(), |filter| format!(" | {filter}"));
    let seat = found.acts.as_ref().map(|acts| format!("(.value{} | {})", acts.seat, acts.who.filter(&found.packed)));
    if let Some((at, seat)) = found.deal.as_ref().zip(seat.as_ref()) {
        // A line with a dealt hand is recognised by its list of tiles.
        let (here, apart) = (from(at), packed(at));
        members.push(format!(
            "deal: [ .[] | select(try (.value{here}{apart} | type == \"array\" and length > 12) catch false) ]\n              \
             | sort_by{seat} | map(.value{here}{apart} | tiles)"
        ));
    }
    if let Some(acts) = &found.acts {
        let who = acts.who.filter(&found.packed);
        let (act, seat, tile) = (&acts.act, &acts.seat, &acts.tile);
        members.push(format!(
            "events: [ .[] | .at as $at | .value as $a | ($a{act} | act) as $act | select($act != \"ignore\")\n            \
             | event($act; $a{seat} | {who}; $a{tile} | if . == null or . == \"\" then null elif type == \"array\" then tiles else tile end)\n            \
             + {{x: {{at: $at}}}} ] | kinds"
        ));
    }
    // The dealer holds fourteen tiles, two letters each.
    let dealer = if found.deal.is_some() {
        "\n        | ([.deal[] | length] | index(28)) as $dealer | if $dealer == null then . else .dealer = $dealer end"
    } else {
        ""
    };
    writeln!(out, "          {} }}{dealer} ] }}\n'''\n", members.join(",\n          "))
}

fn write_tables(
    out: &mut String,
    found: &Found,
    (table, unknown): (&[(String, String)], &[String]),
    quoted: impl Fn(&str) -> String,
) -> std::fmt::Result {
    writeln!(out, "[tiles]")?;
    for (theirs, ours) in table {
        writeln!(out, "{} = {}", quoted(theirs), quoted(ours))?;
    }
    for theirs in unknown {
        writeln!(out, "# {} = \"\"   # which suit, or which tile? 是哪一门、哪张牌？", quoted(theirs))?;
    }
    writeln!(out, "\n[acts]")?;
    for (act, times) in found.acts.iter().flat_map(|acts| &acts.names) {
        match act_of(act) {
            Some(event) => writeln!(out, "{} = \"{event}\"   # {times} times", quoted(act))?,
            None => writeln!(out, "# {} = \"\"   # {times} times: which event is it? 是什么事件？", quoted(act))?,
        }
    }
    Ok(())
}
