//! Writes the draft of an adapter file: the guesses as comments, the program, and both tables.

use super::events::{events, piped, win_of_result};
use super::names::act_of;
use super::packed::{Packed, filter};
use super::room::Room;
use super::shape::{Found, Rows};
use super::who::Who;
use caipan_tiles::text::Text;
use std::fmt::Write;

/// The head of the draft.
pub(super) struct Named<'a> {
    pub(super) name: &'a str,
    pub(super) file: &'a str,
    pub(super) input: &'a str,
}

/// The guessed tile table, and the names without a guess.
pub(super) struct Tables<'a> {
    pub(super) tiles: &'a [(String, String)],
    pub(super) unknown: &'a [String],
}

/// Returns the adapter file.
pub(super) fn draft(named: &Named<'_>, found: &Found, tables: &Tables<'_>, said: &[Text]) -> String {
    let mut out = String::new();
    // Writing to a String cannot fail.
    let _ = write(&mut out, named, found, tables, said);
    out
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

fn write(out: &mut String, named: &Named<'_>, found: &Found, tables: &Tables<'_>, said: &[Text]) -> std::fmt::Result {
    writeln!(out, "# Guessed from one sample: check every line. 由一份样例猜出，请逐行核对。")?;
    for Text { zh, en } in said {
        writeln!(out, "# * {en} · {zh}")?;
    }
    let Named { name, file, input } = named;
    writeln!(out, "name = \"{name}\"\nversion = \"1\"\ninput = \"{input}\"")?;
    writeln!(out, "rules = \"changsha-a\"   # which rules? `caipan explain` and docs/rules know them 改成你的规则")?;
    if found.room.is_some() {
        writeln!(
            out,
            "unknown_flags = \"unmodelled\"   # flags left out below count as rules that caipan does not know 没写的开关算作不认识的规则"
        )?;
    }
    writeln!(out, "samples = [{}]\n\nprogram = '''", quoted(file))?;
    match &found.rows {
        Some(rows) => write_rows(out, found, rows)?,
        None => write_hands(out, found)?,
    }
    write_tables(out, found, tables)
}

/// Writes the program for a value that contains the hands, or for a file with one hand per line.
fn write_hands(out: &mut String, found: &Found) -> std::fmt::Result {
    let hand = found.hand_path();
    let within = |at: &str| found.within(&hand, at);
    let who = found.acts.as_ref().map_or(".".to_owned(), |acts| acts.who.filter(&found.packed));
    let named = matches!(found.acts.as_ref().map(|acts| &acts.who), Some(Who::Listed(_)));
    match &found.hands {
        Some(Rows { of_match, order, .. }) => {
            let of_match = of_match.as_deref().unwrap_or(".which_match");
            let sorted = order.as_ref().map_or(String::new(), |order| format!("sort_by(.value{order})"));
            let sorted = if sorted.is_empty() { ".".to_owned() } else { sorted };
            let root = if named { " . as $root |" } else { "" };
            writeln!(
                out,
                "[places(\"\")] | group_by(.value{of_match})[]\n| {{ id: (.[0].value{of_match} | tostring),"
            )?;
            write!(out, "{}", start(found, "    "))?;
            writeln!(out, "    hands: [ {sorted}[] | .at as $at | .value |{root} {{ x: {{at: $at}},")?;
        }
        None => {
            let id = found.id.as_ref();
            let id = id.map_or_else(|| "\"unnamed\"".to_owned(), |id| format!("({} | tostring)", found.whole(id)));
            if named {
                writeln!(out, ". as $root |")?;
            }
            let room =
                found.room.as_ref().map_or(String::new(), |room| format!("  room: ({}),\n", found.whole(&room.at)));
            let start = start(found, "  ");
            writeln!(out, "{{ id: {id},\n{room}{start}  hands: [ {}\n    | {{", found.whole(&hand))?;
        }
    }
    let mut members = Vec::new();
    if let Some(at) = &found.dealer {
        members.push(format!("dealer: ({})", piped(&within(at), &who)));
    }
    if let Some(at) = &found.deal {
        members.push(format!("deal: [{} | tiles]", within(at)));
    }
    if let Some(at) = &found.wall {
        members.push(format!("wall: ({} | tiles)", within(at)));
    }
    members.push(match &found.acts {
        Some(acts) => {
            let list = format!("{} | {{value: .}}", within(&acts.at));
            let (begin, end) = win_of_result(found, &within);
            format!("events: ({begin}{} | kinds{end})", events(acts, &found.packed, &list, false))
        }
        None => "events: []".to_owned(),
    });
    if let Some(at) = &found.result {
        members.push(format!("result: {{deltas: ({})}}", within(at)));
    }
    writeln!(out, "        {} }} ] }}\n'''\n", members.join(",\n        "))
}

/// The number of players, if it is not the four of a log that says nothing.
fn few(found: &Found) -> Option<usize> {
    found.seats.filter(|seats| matches!(seats, 2 | 3))
}

/// Returns the member `start` of a table of two or three; nothing for four.
fn start(found: &Found, indent: &str) -> String {
    few(found).map_or_else(String::new, |seats| format!("{indent}start: {{seats: {seats}}},\n"))
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
    let seat = found
        .acts
        .as_ref()
        .map(|acts| format!("({})", piped(&format!(".value{}", acts.seat), &acts.who.filter(&found.packed))));
    if let Some((at, seat)) = found.deal.as_ref().zip(seat.as_ref()) {
        // A line with a dealt hand is recognised by its list of tiles.
        let (here, apart) = (from(at), packed(at));
        members.push(format!(
            "deal: [ .[] | select(try (.value{here}{apart} | type == \"array\" and length > 12) catch false) ]\n              \
             | sort_by{seat} | map(.value{here}{apart} | tiles)"
        ));
    }
    if let Some(acts) = &found.acts {
        members.push(format!("events: ({} | kinds)", events(acts, &found.packed, ".[]", true)));
    }
    // The dealer holds fourteen tiles, two letters each.
    let dealer = if found.deal.is_some() {
        "\n        | ([.deal[] | length] | index(28)) as $dealer | if $dealer == null then . else .dealer = $dealer end"
    } else {
        ""
    };
    writeln!(out, "          {} }}{dealer} ] }}\n'''\n", members.join(",\n          "))
}

/// Writes the room flags as comments, each with the value of the sample: only the author knows their meaning.
fn write_flags(out: &mut String, room: &Room) -> std::fmt::Result {
    writeln!(out, "[options]   # the room flags at {}: name the option of each 写明每个开关是哪个选项", room.at)?;
    writeln!(
        out,
        "# \"FLAG\" = {{ option = \"OPTION\" }}  |  {{ option = \"OPTION\", values = {{ 0 = false, 1 = true }} }}"
    )?;
    writeln!(
        out,
        "#        = {{ unmodelled = \"RULE\", touches = \"birds\" }}  |  {{ ignore = true }}   (docs/adapters.md#room)"
    )?;
    for (flag, value) in &room.flags {
        writeln!(out, "# {} = {{ option = \"\" }}   # here 样例中为 {value}", quoted(flag))?;
    }
    writeln!(out)
}

fn write_tables(out: &mut String, found: &Found, tables: &Tables<'_>) -> std::fmt::Result {
    if let Some(room) = &found.room {
        write_flags(out, room)?;
    }
    writeln!(out, "[tiles]")?;
    for (theirs, ours) in tables.tiles {
        writeln!(out, "{} = {}", quoted(theirs), quoted(ours))?;
    }
    for theirs in tables.unknown {
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
