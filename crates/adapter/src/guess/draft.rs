//! Writes the draft of an adapter file: the guesses as comments, the program, and both tables.

use super::events::{events, piped, win_of_result};
use super::orders::{Order, split};
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
    // The filter of seats, and its definition where it does more than nothing.
    let seat = found.acts.as_ref().map_or(".".to_owned(), |acts| acts.who.filter(&found.packed));
    let (who, define) =
        if seat == "." { (seat, String::new()) } else { ("seat".to_owned(), format!("def seat: {seat};")) };
    let named = matches!(found.acts.as_ref().map(|acts| &acts.who), Some(Who::Listed(_)));
    match &found.hands {
        Some(Rows { of_match, order, .. }) => {
            let of_match = of_match.as_deref().unwrap_or(".which_match");
            let sorted = order.as_ref().map_or(String::new(), |order| format!("sort_by(.value{order})"));
            let sorted = if sorted.is_empty() { ".".to_owned() } else { sorted };
            let root = if named { " . as $root |" } else { "" };
            let define = if define.is_empty() { define } else { format!("\n      {define}\n     ") };
            writeln!(
                out,
                "[places(\"\")] | group_by(.value{of_match})[]\n| {{ id: (.[0].value{of_match} | tostring),"
            )?;
            if let Some(players) = &found.players {
                writeln!(out, "    players: (.[0].value | {}),", players.filter(&found.packed))?;
            }
            write!(out, "{}", start(found, "    "))?;
            writeln!(out, "    hands: [ {sorted}[] | .at as $at | .value |{root}{define} {{ x: {{at: $at}},")?;
        }
        None => {
            let id = found.id.as_ref();
            let id = id.map_or_else(|| "\"unnamed\"".to_owned(), |id| format!("({} | tostring)", found.whole(id)));
            if named {
                writeln!(out, ". as $root |")?;
            }
            if !define.is_empty() {
                writeln!(out, "{define}")?;
            }
            let room =
                found.room.as_ref().map_or(String::new(), |room| format!("  room: ({}),\n", found.whole(&room.at)));
            let start = start(found, "  ");
            let players =
                found.players.as_ref().map(|players| format!("  players: {},\n", players.filter(&found.packed)));
            let start = players.unwrap_or_default() + &start;
            writeln!(out, "{{ id: {id},\n{room}{start}  hands: [ {}\n    | {{", found.whole(&hand))?;
        }
    }
    let mut members = Vec::new();
    if let Some(at) = &found.dealer {
        members.push(format!("dealer: ({})", piped(&within(at), &who)));
    }
    if let Some(at) = &found.deal {
        members.push(format!("deal: [{} | tiles]", dealt(found, &hand, at, &who)));
    }
    if let Some(at) = &found.wall {
        members.push(format!("wall: ({} | tiles)", within(at)));
    }
    members.push(match &found.acts {
        Some(acts) => {
            let list = within(&acts.at);
            let list = if acts.reversed { format!("[{list}] | reverse[]") } else { list };
            let list = format!("{list} | {{value: .}}");
            let (begin, end) = win_of_result(found, &within, &who);
            format!("events: ({begin}{} | kinds{end})", events(acts, &found.packed, &list, false, few(found), &who))
        }
        None => "events: []".to_owned(),
    });
    if let Some(at) = &found.result {
        let is_list = found.result_order == Order::Listed && at.strip_prefix(&hand).unwrap_or(at).contains("[]");
        let points = match &found.result_order {
            Order::Listed if !is_list => format!("({})", within(at)),
            order => format!("[{}]", by_seat(found, &hand, at, order, &who, "")),
        };
        members.push(format!("result: {{deltas: {points}}}"));
    }
    writeln!(out, "        {} }} ] }}\n'''\n", members.join(",\n        "))
}

/// Returns the filter that gives the dealt hands as lists of tiles, by seat.
fn dealt(found: &Found, hand: &str, at: &str, who: &str) -> String {
    let more = found.deal_more.as_ref().map(|more| format!(" + [{more} | values]")).unwrap_or_default();
    by_seat(found, hand, at, &found.deal_order, who, &more)
}

/// Returns the filter that gives the values of a list with one entry per seat, in the order of seats. `more` is added to
/// each value.
fn by_seat(found: &Found, hand: &str, at: &str, order: &Order, who: &str, more: &str) -> String {
    let Some((list, own)) = split(at).filter(|_| *order != Order::Listed || !more.is_empty()) else {
        return found.within(hand, at);
    };
    let own = if own.is_empty() { ".".to_owned() } else { filter(at, list.len() + 2, &found.packed) };
    let own = if more.is_empty() { own } else { format!("({own}{more})") };
    let own = |of: &str| if own == "." { of.to_owned() } else { format!("{of} | {own}") };
    let list = found.within(hand, list);
    match order {
        Order::Listed => own(&format!("{list}[]")),
        Order::By(key) => own(&format!("{list} | sort_by({})[]", piped(key, who))),
        Order::Keyed => {
            let seat = piped(".key", who);
            own(&format!("{list} | to_entries | sort_by({seat})[] | .value"))
        }
    }
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
        let who = acts.who.filter(&found.packed);
        members.push(format!("events: ({} | kinds)", events(acts, &found.packed, ".[]", true, few(found), &who)));
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
    let acts = found.acts.iter().flat_map(|acts| acts.names.iter().map(move |(act, times)| (acts, act, times)));
    for (acts, act, times) in acts {
        let is_idle = acts.proven.as_ref().is_some_and(|proven| proven.idle.contains(act));
        match acts.event(act) {
            Some(event) => writeln!(out, "{} = \"{event}\"   # {times} times", quoted(act))?,
            None if is_idle => writeln!(
                out,
                "{} = \"ignore\"   # {times} times: the replay needs no event here, check it 重放时用不着它，请核对",
                quoted(act)
            )?,
            None => writeln!(out, "# {} = \"\"   # {times} times: which event is it? 是什么事件？", quoted(act))?,
        }
    }
    Ok(())
}
