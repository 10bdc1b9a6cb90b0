//! Locates the tiles, the acts and the points in a sample.

use super::super::error::AdapterError;
use super::super::separated::{Header, json_lines};
use super::super::tables::Tables;
use super::matches::{DEALERS, MATCH, hands_of_matches};
use super::names::{suit_of, suits};
use super::orders::Order;
use super::packed::{Packed, filter, is_hand, unpacked};
use super::paths::each;
use super::players::Players;
use super::prove::settle;
use super::readings::{Acts, acts};
use super::room::{Room, room};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The locations found. Places are jq paths from the root: `.rounds[].ops[]`.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// Tile names, with how often each occurs in hands and walls.
    pub(super) tiles: BTreeMap<String, usize>,
    /// The path of the dealt hands.
    pub(super) deal: Option<String>,
    /// The order of the dealt hands, and the member of one that holds a further tile.
    pub(super) deal_order: Order,
    pub(super) deal_more: Option<String>,
    pub(super) wall: Option<String>,
    pub(super) acts: Option<Acts>,
    pub(super) result: Option<String>,
    /// The order of the points, if they stand in a list of objects.
    pub(super) result_order: Order,
    pub(super) dealer: Option<String>,
    pub(super) id: Option<String>,
    /// The players of the match.
    pub(super) players: Option<Players>,
    /// The number of hands per deal.
    pub(super) seats: Option<usize>,
    /// The strings that hold lists.
    pub(super) packed: Packed,
    /// The grouping columns, if each line is one act.
    pub(super) rows: Option<Rows>,
    /// The grouping columns, if each line is one hand of a match. `of_hand` is empty.
    pub(super) hands: Option<Rows>,
    /// The path of the winner of a hand.
    pub(super) winner: Option<String>,
    /// The settings of the room.
    pub(super) room: Option<Room>,
}

/// The columns of a file with one act per line: match, hand within the match, and order of acts, as far as they are
/// known.
#[derive(Debug, Default)]
pub(super) struct Rows {
    pub(super) of_match: Option<String>,
    pub(super) of_hand: Option<String>,
    pub(super) order: Option<String>,
}

impl Found {
    /// Returns the path of one hand of the match: the innermost list around both the deal and the acts. Empty if that
    /// is the root.
    pub(super) fn hand_path(&self) -> String {
        let paths: Vec<&str> =
            [self.deal.as_deref(), self.acts.as_ref().map(|acts| acts.at.as_str())].into_iter().flatten().collect();
        let mut common: Option<Vec<&str>> = None;
        for path in paths {
            let steps: Vec<&str> = path.split_inclusive("[]").collect();
            // The last step belongs to the hand or act itself.
            let around = steps.get(..steps.len().saturating_sub(1)).unwrap_or_default().to_vec();
            common = Some(match common {
                None => around,
                Some(before) => {
                    before.into_iter().zip(around).take_while(|(one, other)| one == other).map(|(one, _)| one).collect()
                }
            });
        }
        common.unwrap_or_default().concat()
    }

    /// Returns a path relative to a hand, as a filter.
    pub(super) fn within(&self, hand: &str, at: &str) -> String {
        filter(at, if at.starts_with(hand) { hand.len() } else { 0 }, &self.packed)
    }

    /// Returns a path from the root, as a filter.
    pub(super) fn whole(&self, at: &str) -> String {
        filter(at, 0, &self.packed)
    }
}

/// Analyses a sample. If each line is a match, the longest shows the shape, and all of them what the names mean.
pub(super) fn analyse(sample: &[u8]) -> Result<(Found, &'static str), AdapterError> {
    let is_table = Header::of(sample).is_some();
    let sample = &*json_lines(sample)?;
    let mut hands = None;
    let (mut records, input) = match serde_json::from_slice::<Value>(sample) {
        Ok(value) if !is_table => (vec![value], "json"),
        whole => {
            let text = String::from_utf8_lossy(sample);
            let lines: Result<Vec<Value>, _> =
                text.lines().filter(|line| !line.trim().is_empty()).map(serde_json::from_str).collect();
            let lines = match (lines, whole) {
                (Ok(lines), _) if is_table && lines.is_empty() => return Err(AdapterError::no_rows()),
                (Ok(lines), _) if is_table || lines.len() > 1 => lines,
                (_, Err(error)) | (Err(error), _) => return Err(AdapterError::not_json(&error, 1)),
                (Ok(_), Ok(_)) => return Err(AdapterError::nothing()),
            };
            if let Some(found) = an_act_a_line(&lines) {
                return Ok((found, "rows"));
            }
            hands = hands_of_matches(&lines);
            (lines, "lines")
        }
    };
    let mut packed = Packed::new();
    // The longest record shows the most; the others follow it.
    let longest = records.iter().enumerate().max_by_key(|(_, record)| record.to_string().len());
    let longest = longest.map_or(0, |(at, _)| at);
    records.swap(0, longest);
    let records: Vec<Value> = records.into_iter().map(|record| unpacked(record, "", 0, &mut packed)).collect();
    let value = records.first().unwrap_or(&Value::Null);
    let mut lists = BTreeMap::new();
    collect(value, "", 0, &mut lists);
    let mut found = Found { packed, ..find(&lists, value) };
    let paths = [found.deal.clone(), found.wall.clone()];
    for path in paths.iter().flatten() {
        let lists = records.iter().skip(1).flat_map(|record| each(record, path)).filter_map(Value::as_array);
        for name in lists.filter_map(|list| tokens(list)).flatten() {
            *found.tiles.entry(name).or_default() += 1;
        }
    }
    settle(&mut found, &records, &lists);
    found.hands = hands.filter(|_| found.hand_path().is_empty());
    found.room = room(value).filter(|_| found.hands.is_none());
    let input = if found.hands.is_some() { "rows" } else { input };
    Ok((found, input))
}

/// Analyses a file in which every line is one act, apart from a few lines that deal or settle a hand.
fn an_act_a_line(lines: &[Value]) -> Option<Found> {
    let all = Value::Array(lines.to_vec());
    let mut packed = Packed::new();
    let value = unpacked(all, "", 0, &mut packed);
    let mut lists = BTreeMap::new();
    collect(&value, "", 0, &mut lists);
    let found = find(&lists, &value);
    let acts = found.acts.as_ref().filter(|acts| acts.at == "[]")?;
    let rows = value.as_array()?;
    let taken = [acts.act.as_str(), &acts.seat, &acts.tile];
    let mut columns: BTreeMap<String, Vec<&Value>> = BTreeMap::new();
    for row in rows {
        row.as_object()?.iter().for_each(|(key, value)| columns.entry(step(key)).or_default().push(value));
    }
    columns.retain(|column, values| values.len() == rows.len() && !taken.contains(&column.as_str()));
    let distinct = |values: &[&Value]| values.iter().map(ToString::to_string).collect::<BTreeSet<_>>().len();
    let turns = |values: &[&Value]| values.windows(2).filter(|pair| pair.first() != pair.last()).count();
    let numbers = |values: &[&Value]| values.iter().map(|value| value.as_i64()).collect::<Option<Vec<i64>>>();
    let rises = |values: &[&Value]| {
        numbers(values).is_some_and(|numbers| {
            let up = numbers.windows(2).filter(|pair| pair.first() < pair.last()).count();
            distinct(values) > 8 && up * 10 > numbers.len() * 8
        })
    };
    let order = columns.iter().find(|(_, values)| rises(values)).map(|(column, _)| column.clone());
    // Columns that keep their value over many lines, the most stable first. The first is the match, the last small
    // number is the hand.
    let mut groups: Vec<(usize, bool, &String)> = columns
        .iter()
        .filter(|(column, values)| Some(*column) != order.as_ref() && turns(values) * 8 < rows.len())
        .map(|(column, values)| {
            (turns(values), numbers(values).is_some_and(|numbers| numbers.iter().all(|n| (0..100).contains(n))), column)
        })
        .collect();
    groups.sort();
    let of_hand = groups.iter().rev().find(|(_, small, _)| *small).map(|(.., column)| (*column).clone());
    let of_match = groups.iter().map(|(.., column)| *column).find(|column| Some(*column) != of_hand.as_ref()).cloned();
    Some(Found { packed, rows: Some(Rows { of_match, of_hand, order }), id: None, dealer: None, ..found })
}

/// All lists of a sample by path; lists with the same path share an entry.
pub(super) type Lists<'a> = BTreeMap<String, Vec<&'a Vec<Value>>>;

fn collect<'a>(value: &'a Value, path: &str, deep: usize, lists: &mut Lists<'a>) {
    if deep > 16 {
        return;
    }
    match value {
        Value::Array(entries) => {
            lists.entry(path.to_owned()).or_default().push(entries);
            entries.iter().for_each(|entry| collect(entry, &format!("{path}[]"), deep + 1, lists));
        }
        Value::Object(members) => {
            let spread = spreads(members);
            members.iter().for_each(|(key, member)| {
                let step = if spread { "[]".to_owned() } else { step(key) };
                collect(member, &format!("{path}{step}"), deep + 1, lists);
            });
        }
        _ => {}
    }
}

/// Returns whether an object acts as a list: one hand of tiles per seat, or members that have the same keys.
pub(super) fn spreads(members: &serde_json::Map<String, Value>) -> bool {
    let hand = |member: &Value| match member {
        Value::Array(list) => matches!(list.len(), 13 | 14),
        Value::String(text) => is_hand(text),
        _ => false,
    };
    let keys = |member: &Value| member.as_object().map(|member| member.keys().cloned().collect::<BTreeSet<_>>());
    let first = members.values().next().and_then(keys).filter(|keys| keys.len() > 1);
    (2..=4).contains(&members.len()) && members.values().all(hand)
        || members.len() > 1 && first.is_some() && members.values().all(|member| keys(member) == first)
}

/// Returns the path step to a member.
pub(super) fn step(key: &str) -> String {
    let plain = key.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if plain { format!(".{key}") } else { format!(".{}", Value::from(key)) }
}

/// Returns the tile name that a value may be, judged by its form alone.
pub(super) fn token(value: &Value) -> Option<String> {
    match value {
        Value::Number(number) => number.as_i64().filter(|number| (0..=255).contains(number)).map(|n| n.to_string()),
        Value::String(text) if text.chars().count() <= 10 => Some(unpadded(text).to_owned()),
        _ => None,
    }
}

/// Returns the name of an act that a value may be: a short text, or a number, which may be a power of two.
pub(super) fn act_name(value: &Value) -> Option<String> {
    match value {
        Value::Number(number) => number.as_i64().map(|number| number.to_string()),
        Value::String(text) if text.chars().count() <= 20 => Some(text.clone()),
        _ => None,
    }
}

/// Returns a number in a text without its leading zeros, as the tile table reads it.
fn unpadded(text: &str) -> &str {
    let rest = text.trim_start_matches('0');
    let is_number = rest.len() < text.len() && !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit());
    if is_number { rest } else { text }
}

/// Returns the names in a list if all of its entries may be tiles.
pub(super) fn tokens(list: &[Value]) -> Option<Vec<String>> {
    list.iter().map(token).collect()
}

fn find(lists: &Lists<'_>, root: &Value) -> Found {
    let mut found = Found::default();
    let is_hand = |list: &&&Vec<Value>| {
        matches!(list.len(), 13 | 14)
            && tokens(list).is_some_and(|names| {
                names
                    .iter()
                    .all(|name| name.parse::<u8>().is_ok() || suit_of(name).is_some() || name.chars().count() <= 4)
            })
    };
    for (path, of) in lists {
        let hands = of.iter().filter(is_hand).count();
        // In a file with one act per line, the column of a deal has the few tiles or points of other acts too.
        let is_short = |list: &&&Vec<Value>| list.len() <= 4 && tokens(list).is_some();
        let among = path.starts_with("[].") && hands >= 4 && hands + of.iter().filter(is_short).count() == of.len();
        if (among || hands == of.len()) && hands >= 2 && found.deal.is_none() {
            found.deal = Some(path.clone());
            let around = path.rfind("[]").and_then(|at| lists.get(path.get(..at)?)).and_then(|around| around.first());
            // Hands in a member of entries stand among the rows of a table too.
            let is_seats = |seats: &usize| path.ends_with("[]") || (2..=4).contains(seats);
            found.seats = around.map(|around| around.len()).filter(is_seats);
        }
        let is_wall = |list: &&Vec<Value>| matches!(list.len(), 108 | 112 | 120 | 136 | 144) && tokens(list).is_some();
        if found.wall.is_none() && of.iter().all(is_wall) {
            found.wall = Some(path.clone());
        }
    }
    let seats = found.seats.filter(|seats| (2..=4).contains(seats)).unwrap_or(4);
    for (path, of) in lists {
        let is_points = |list: &&Vec<Value>| {
            let points: Option<Vec<i64>> = list.iter().map(Value::as_i64).collect();
            points.is_some_and(|points| points.len() == seats && points.iter().sum::<i64>() == 0)
        };
        if found.result.is_none()
            && of.iter().all(is_points)
            && of.iter().any(|list| list.iter().any(|point| point.as_i64() != Some(0)))
        {
            found.result = Some(path.clone());
        }
    }
    if found.result.is_none() {
        found.result = points_of_entries(lists, seats);
    }
    found.players = Players::find(lists, seats);
    for path in found.deal.iter().chain(&found.wall) {
        for name in lists.get(path).into_iter().flatten().filter_map(|list| tokens(list)).flatten() {
            *found.tiles.entry(name).or_default() += 1;
        }
    }
    // A deal shows half of the tiles, and the acts draw the others.
    for name in names_of(&found.tiles) {
        found.tiles.entry(name).or_default();
    }
    found.acts = acts(lists, &found.tiles);
    let hand = found.hand_path();
    found.winner = key_like(
        root,
        &hand,
        &[
            "winner",
            "win_seat",
            "winseat",
            "winSeat",
            "winner_seat",
            "hu_seat",
            "huseat",
            "huSeat",
            "hu_pos",
            "赢家",
            "胡家",
        ],
    );
    found.dealer = key_like(root, &hand, &DEALERS);
    found.id = key_like(root, "", &MATCH);
    found
}

/// Returns every name that the tile table guessed from these names has.
fn names_of(tiles: &BTreeMap<String, usize>) -> Vec<String> {
    let rows = suits(tiles).table.into_iter().collect();
    let tables = Tables::read(&rows, &BTreeMap::new()).unwrap_or_default();
    tables.each_tile().map(|(name, _)| name.to_owned()).collect()
}

/// Returns the points that stand in a list of objects, one for each seat, with the sum 0.
fn points_of_entries(lists: &Lists<'_>, seats: usize) -> Option<String> {
    let mut best: Option<(bool, String)> = None;
    for (path, of) in lists {
        let first = of.first().and_then(|list| list.first()).and_then(Value::as_object);
        for key in first.into_iter().flatten().map(|(key, _)| key) {
            let points = |list: &&Vec<Value>| -> Option<Vec<i64>> {
                let points = list.iter().map(|entry| entry.get(key)?.as_i64()).collect::<Option<Vec<i64>>>()?;
                (points.len() == seats && points.iter().sum::<i64>() == 0).then_some(points)
            };
            let all: Option<Vec<Vec<i64>>> = of.iter().map(points).collect();
            let moves = all.is_some_and(|all| all.iter().flatten().any(|points| *points != 0));
            let name = key.to_lowercase();
            let is_score = name.contains("score") || name.contains('分');
            let is_called =
                is_score || ["point", "win", "gold", "money", "coin", "delta"].iter().any(|word| name.contains(word));
            if moves && is_called && best.as_ref().is_none_or(|(score, _)| is_score && !score) {
                best = Some((is_score, format!("{path}[]{}", step(key))));
            }
        }
    }
    best.map(|(_, path)| path)
}

/// Returns a key without what its writers vary: `bankerId`, `banker_seat` and `banker` are one.
pub(super) fn plain(key: &str) -> String {
    let plain = key.to_lowercase().replace('_', "");
    let ends = ["id", "uid", "seat", "index", "pos", "chair", "no", "number"];
    let cut = ends.iter().filter_map(|end| plain.strip_suffix(end)).find(|rest| !rest.is_empty()).map(str::to_owned);
    cut.unwrap_or(plain)
}

/// Returns the member with one of these names in the object at a path, or in an object among its members.
fn key_like(root: &Value, path: &str, names: &[&str]) -> Option<String> {
    let mut here = root;
    let mut rest = path.trim_start_matches('.');
    while !rest.is_empty() {
        let end = rest.find(['.', '[']).unwrap_or(rest.len());
        let (step, after) = rest.split_at(end);
        if !step.is_empty() {
            here = here.get(step.trim_matches('"'))?;
        }
        rest = after;
        while let Some(after) = rest.strip_prefix("[]") {
            here = here.get(0).or_else(|| here.as_object()?.values().next())?;
            rest = after;
        }
        rest = rest.trim_start_matches('.');
    }
    let members = here.as_object()?;
    let name_in = |members: &serde_json::Map<String, Value>| {
        let named = |name: &&str| members.keys().find(|key| key == name || plain(key) == plain(name));
        let is_plain = |key: &&String| members.get(*key).is_some_and(|value| !value.is_object() && !value.is_array());
        names.iter().filter_map(named).find(is_plain).map(|name| step(name))
    };
    let within =
        || members.iter().find_map(|(key, member)| Some(format!("{}{}", step(key), name_in(member.as_object()?)?)));
    name_in(members).or_else(within).map(|found| format!("{path}{found}"))
}
