//! Lists the readings of a list as acts: the columns of the act, the seat and the tile.

use super::parts::Parts;
use super::prove::Proven;
use super::shape::{Lists, act_name, step, token, tokens};
use super::who::Who;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The most columns that are tried for one part of an act.
const MOST_COLUMNS: usize = 3;

/// The list of acts and the places within one act.
#[derive(Clone, Debug)]
pub(super) struct Acts {
    pub(super) at: String,
    pub(super) act: String,
    pub(super) seat: String,
    pub(super) tile: String,
    pub(super) who: Who,
    pub(super) names: BTreeMap<String, usize>,
    pub(super) parts: Parts,
    /// The column of the tile that is drawn after the act.
    pub(super) drawn: Option<String>,
    /// Tiles stand in lists of one or several.
    pub(super) listed: bool,
    /// The last act stands first.
    pub(super) reversed: bool,
    /// The least number of a tile, if the column of tiles has lesser ones: they stand for no tile.
    pub(super) blank: Option<i64>,
    /// The results of the replay, if there are dealt hands.
    pub(super) proven: Option<Proven>,
}

impl Acts {
    /// Returns the event that a name means, by the name itself or by the replay.
    pub(super) fn event(&self, name: &str) -> Option<&str> {
        let proven = || self.proven.as_ref()?.events.get(name).map(String::as_str);
        super::names::act_of(name).or_else(proven)
    }
}

/// Finds the list whose entries each have a seat, an act and possibly a tile.
pub(super) fn acts(lists: &Lists<'_>, tiles: &BTreeMap<String, usize>) -> Option<Acts> {
    let mut best: Option<(usize, Acts)> = None;
    for (path, of) in lists {
        let size = of.iter().map(|list| list.len()).sum();
        if size < 8 || best.as_ref().is_some_and(|(most, _)| *most >= size) {
            continue;
        }
        if let Some(acts) = readings(&format!("{path}[]"), lists, tiles).into_iter().next() {
            best = Some((size, acts));
        }
    }
    best.map(|(_, acts)| acts)
}

/// Returns the values of every column of acts; `None` if an entry is no act.
fn columns_of<'a>(entries: &[&'a Value]) -> Option<BTreeMap<String, Vec<&'a Value>>> {
    let mut columns: BTreeMap<String, Vec<&Value>> = BTreeMap::new();
    for entry in entries {
        match entry {
            Value::Object(members) => members.iter().for_each(|(key, value)| {
                columns.entry(step(key)).or_default().push(value);
            }),
            Value::Array(parts) if (2..=8).contains(&parts.len()) => {
                parts.iter().enumerate().for_each(|(at, value)| {
                    columns.entry(format!(".[{at}]")).or_default().push(value);
                });
            }
            _ => return None,
        }
    }
    Some(columns)
}

/// Returns the tile names of a value that may be a tile, or a list of up to four.
fn tokens_in(value: &Value) -> Vec<String> {
    match value {
        Value::Array(list) if list.len() <= 4 => tokens(list).unwrap_or_default(),
        one => token(one).into_iter().collect(),
    }
}

/// Returns the readings of the list at a path as acts, the likeliest first: the columns of the act, the seat and the tile.
pub(super) fn readings(at: &str, lists: &Lists<'_>, tiles: &BTreeMap<String, usize>) -> Vec<Acts> {
    let path = at.strip_suffix("[]").unwrap_or(at);
    let entries: Vec<&Value> = lists.get(path).into_iter().flatten().flat_map(|list| list.iter()).collect();
    let Some(columns) = columns_of(&entries) else { return Vec::new() };
    let distinct = |values: &[&Value]| values.iter().flat_map(|value| tokens_in(value)).collect::<BTreeSet<_>>().len();
    let is_tile = |value: &&&Value| {
        let names = tokens_in(value);
        !names.is_empty() && names.iter().all(|name| tiles.contains_key(name))
    };
    // The tile column has the most tile names, of more than nine kinds.
    let mut of_tiles: Vec<(&String, bool, usize)> = columns
        .iter()
        .filter(|(_, values)| {
            let told = values.iter().filter(|value| !tokens_in(value).is_empty()).count();
            told > 3 && values.iter().filter(is_tile).count() * 100 >= told * 80 && distinct(values) > 9
        })
        .map(|(column, values)| {
            let are_lists = values.iter().any(|value| value.is_array());
            (column, are_lists, values.iter().filter(is_tile).count())
        })
        .collect();
    of_tiles.sort_by_key(|&(_, are_lists, count)| (are_lists, std::cmp::Reverse(count)));
    of_tiles.truncate(MOST_COLUMNS);
    let mut readings = Vec::new();
    for (tile, are_lists, _) in &of_tiles {
        for (seat, who) in Who::all(&columns, entries.len(), lists, |column| column == *tile) {
            let mut of_acts: Vec<(&String, usize)> = columns
                .iter()
                .rev()
                .filter(|(column, values)| {
                    column != tile
                        && **column != seat
                        && values.len() == entries.len()
                        && values.iter().all(|value| act_name(value).is_some())
                        && (2..=24)
                            .contains(&values.iter().filter_map(|value| act_name(value)).collect::<BTreeSet<_>>().len())
                })
                .map(|(column, values)| {
                    let names = values.iter().filter_map(|value| value.as_str());
                    (column, names.filter(|name| super::names::act_of(name).is_some()).count())
                })
                .collect();
            of_acts.sort_by_key(|&(_, named)| std::cmp::Reverse(named));
            for (act, _) in of_acts.into_iter().take(MOST_COLUMNS) {
                let drawn = of_tiles.iter().map(|(column, ..)| column).filter(|column| column != &tile);
                for drawn in std::iter::once(None).chain(drawn.map(Some)) {
                    readings.push(Acts {
                        at: at.to_owned(),
                        act: act.clone(),
                        seat: seat.clone(),
                        tile: (*tile).clone(),
                        who: who.clone(),
                        names: BTreeMap::new(),
                        parts: Parts::default(),
                        drawn: drawn.map(|column| (*column).clone()),
                        listed: *are_lists,
                        reversed: false,
                        blank: None,
                        proven: None,
                    });
                }
            }
        }
    }
    if let Some(first) = readings.first().cloned() {
        readings.push(Acts { reversed: true, ..first });
    }
    for acts in &mut readings {
        let Acts { act, seat, tile, .. } = &*acts;
        let mut parts = Parts::of(&entries, &columns, tiles, [act, seat, tile]);
        let shows_all = |value: &&Value| value.as_array().is_some_and(|list| list.len() == 3);
        if parts.more.is_none() && columns.get(tile).into_iter().flatten().any(shows_all) {
            parts.more = Some(tile.clone());
        }
        acts.parts = parts;
        for name in columns.get(&acts.act).into_iter().flatten().filter_map(|value| act_name(value)) {
            *acts.names.entry(name).or_default() += 1;
        }
    }
    readings
}
