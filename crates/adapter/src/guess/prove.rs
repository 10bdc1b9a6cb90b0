//! Chooses among the readings of a sample the one whose replay explains the most acts: which column names the act, the
//! seat and the tile, to whom each dealt hand belongs, and what the names of acts mean.

use super::super::tables::Tables;
use super::names::{act_of, suits};
use super::orders::{Order, in_order, keys_of_seats, order_of_points, split};
use super::paths::{each, entries, member};
use super::readings::{Acts, readings};
use super::replay::{Meaning, Play, Proof, Step, prove};
use super::shape::{Found, Lists, act_name, step, token};
use caipan_tiles::bilingual;
use caipan_tiles::text::Text;
use serde_json::Value;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// Results of the replay of the chosen reading.
#[derive(Clone, Debug, Default)]
pub(super) struct Proven {
    /// The events that names of acts mean, as the act table writes them.
    pub(super) events: BTreeMap<String, String>,
    /// The names without which the replay explains every act up to the win.
    pub(super) idle: BTreeSet<String>,
    /// The number of acts that the table allows, and of all that move tiles.
    pub(super) explained: usize,
    all: usize,
    /// The place of the claimed tile among the tiles of an act.
    pub(super) claimed: usize,
}

impl Proven {
    /// Returns the result of the replay as a sentence.
    pub(super) fn sentence(&self) -> Text {
        let Proven { explained, all, .. } = self;
        bilingual!(
            "在牌桌上重放：{all} 个动牌的动作中 {explained} 个说得通。",
            "Replayed at the table: {explained} of {all} actions that move tiles are possible."
        )
    }
}

/// The most hands that are replayed to compare readings, and to prove the best of them.
const COMPARED: usize = 3;
const PROVEN: usize = 24;
/// The best readings that are replayed on all hands.
const BEST: usize = 4;
/// The fewest acts in a hundred that a replay has to explain.
const LEAST: usize = 60;

/// A reading: the columns of acts, the order of the dealt hands, and the member that holds a further dealt tile.
#[derive(Clone, Debug)]
struct Reading {
    acts: Acts,
    deal: Order,
    more: Option<String>,
}

/// A hand of the sample with the record that holds it.
type Hand<'a> = (&'a Value, &'a Value);

/// Chooses the reading that explains the most acts, and writes what it shows to `found`.
pub(super) fn settle(found: &mut Found, records: &[Value], lists: &Lists<'_>) {
    let (Some(deal), Some(at)) = (found.deal.clone(), found.acts.as_ref().map(|acts| acts.at.clone())) else { return };
    let hand = found.hand_path();
    let rows: BTreeMap<String, String> = suits(&found.tiles).table.into_iter().collect();
    let Ok(tables) = Tables::read(&rows, &BTreeMap::new()) else { return };
    let (Some(deal), Some(list)) = (deal.strip_prefix(&hand), at.strip_prefix(&hand)) else { return };
    let mut hands: Vec<Hand<'_>> =
        records.iter().flat_map(|record| each(record, &hand).into_iter().map(move |hand| (record, hand))).collect();
    hands.retain(|(_, hand)| !each(hand, list).is_empty());
    hands.sort_by_key(|(_, hand)| Reverse(each(hand, list).len()));
    hands.truncate(PROVEN);
    let read = Read { tables, deal: deal.to_owned(), list: list.to_owned() };
    let dealt = read.orders(&hands);
    let more = read.further_tiles(&hands);
    let mut all = Vec::new();
    for acts in readings(&at, lists, &found.tiles) {
        for deal in &dealt {
            for more in &more {
                all.push(Reading { acts: acts.clone(), deal: deal.clone(), more: more.clone() });
            }
        }
    }
    let few = hands.get(..COMPARED.min(hands.len())).unwrap_or_default();
    let mut ranked: Vec<(Reverse<usize>, usize, Reading)> = Vec::new();
    for (at, reading) in all.into_iter().enumerate() {
        if let Some((proof, _)) = read.replay(&reading, few) {
            ranked.push((Reverse(proof.explained), at, reading));
        }
    }
    ranked.sort_by_key(|(explained, at, _)| (*explained, *at));
    ranked.truncate(BEST);
    let proven = ranked.into_iter().filter_map(|(_, _, reading)| {
        let (proof, names) = read.replay(&reading, &hands)?;
        Some((proof, names, reading))
    });
    let best = proven.reduce(|best, other| if other.0.explained > best.0.explained { other } else { best });
    let Some((proof, names, reading)) = best else { return };
    let all = proof.explained + proof.refused;
    if proof.explained * 100 < all * LEAST || proof.explained < 8 {
        return;
    }
    let Reading { mut acts, deal, more } = reading;
    let least = found.tiles.keys().filter_map(|name| name.parse().ok()).min().filter(|_| found.tiles.len() > 9);
    let is_blank = |act: &Value| is_below(member(act, &acts.tile), least);
    acts.blank = least.filter(|_| hands.iter().flat_map(|(_, hand)| each(hand, list)).any(is_blank));
    acts.names = names_of(&acts, records, &at);
    let events = events(&proof, &names, &acts, &hands, list);
    let idle = if proof.refused == 0 { idle(&events, &acts, &hands, list) } else { BTreeSet::new() };
    let claimed = proof.claimed.iter().enumerate().max_by_key(|(at, count)| (**count, Reverse(*at)));
    let claimed = claimed.map_or(0, |(at, _)| at);
    acts.proven = Some(Proven { events, idle, explained: proof.explained, all, claimed });
    let seat_of = |record: &Value, value: &Value| acts.who.seat_of(value, record);
    if let Some(points) = &found.result {
        found.result_order = order_of_points(points, &hand, &hands, &seat_of);
    }
    let dealers = || hands.iter().filter_map(|hand| Some((hand, read.dealer(&deal, more.as_deref(), &acts, hand)?)));
    let right = |at: &str| {
        let own = at.strip_prefix(&hand);
        dealers().all(|((record, hand), dealer)| {
            let told = own.map_or_else(|| each(record, at), |own| each(hand, own));
            told.first().is_some_and(|told| seat_of(record, told) == Some(dealer))
        })
    };
    if dealers().next().is_some() && found.dealer.as_deref().is_some_and(|at| !right(at)) {
        found.dealer = None;
    }
    found.deal_order = deal;
    found.deal_more = more;
    found.acts = Some(acts);
}

/// The paths of the deal and of the acts within a hand, and the tile table.
struct Read {
    tables: Tables,
    deal: String,
    list: String,
}

impl Read {
    /// Returns the number of the kind of a tile.
    fn kind(&self, value: &Value) -> Option<usize> {
        let tile = self.tables.tile(&token(value)?)?;
        let mut letters = tile.chars();
        let rank = letters.next()?.to_digit(10)? as usize;
        Some("mpsz".find(letters.next()?)? * 9 + rank - 1)
    }

    /// Returns the tiles of a value: one, or a list.
    fn kinds(&self, value: Option<&Value>) -> Vec<usize> {
        match value {
            Some(Value::Array(list)) => list.iter().filter_map(|one| self.kind(one)).collect(),
            Some(one) => self.kind(one).into_iter().collect(),
            None => Vec::new(),
        }
    }

    /// Splits the path of the deal into that of the list of hands, and that within an entry.
    fn split(&self) -> Option<(&str, &str)> {
        split(&self.deal)
    }

    /// Returns the possible orders of the dealt hands.
    fn orders(&self, hands: &[Hand<'_>]) -> Vec<Order> {
        let mut orders = vec![Order::Listed];
        let Some((list, _)) = self.split() else { return orders };
        let lists: Vec<&Value> = hands.iter().flat_map(|(_, hand)| each(hand, list)).collect();
        if lists.iter().all(|list| list.is_object()) {
            orders.push(Order::Keyed);
        }
        orders.extend(keys_of_seats(&lists).into_iter().map(Order::By));
        orders
    }

    /// Returns the members of a dealt hand that may hold a further tile: only one seat has it.
    fn further_tiles(&self, hands: &[Hand<'_>]) -> Vec<Option<String>> {
        let mut found = vec![None];
        let Some((list, _)) = self.split() else { return found };
        let lists: Vec<Vec<&Value>> =
            hands.iter().flat_map(|(_, hand)| each(hand, list)).map(entries).filter(|list| list.len() > 1).collect();
        let keys: BTreeSet<&String> =
            lists.iter().flatten().filter_map(|entry| entry.as_object()).flat_map(|entry| entry.keys()).collect();
        for key in keys {
            let is_one = |list: &Vec<&Value>| {
                let mut told = list.iter().filter_map(|entry| entry.get(key).filter(|value| !value.is_null()));
                told.next().is_some_and(|value| self.kind(value).is_some()) && told.next().is_none()
            };
            if !lists.is_empty() && lists.iter().all(is_one) {
                found.push(Some(step(key)));
            }
        }
        found
    }

    /// Returns the dealt hands by seat.
    fn dealt(
        &self,
        order: &Order,
        more: Option<&str>,
        acts: &Acts,
        (record, hand): &Hand<'_>,
    ) -> Option<Vec<Vec<usize>>> {
        let tiles = |entry: &Value, own: &str| {
            let mut tiles = self.kinds(each(entry, own).first().copied());
            tiles.extend(more.and_then(|more| self.kind(member(entry, more)?)));
            tiles
        };
        let (list, own) = self.split()?;
        let list = each(hand, list).into_iter().next()?;
        let seat_of = |value: &Value| acts.who.seat_of(value, record);
        let placed = in_order(list, order, &seat_of)?;
        Some(placed.into_iter().map(|entry| tiles(entry, own)).collect())
    }

    /// Returns the seat that was dealt fourteen tiles.
    fn dealer(&self, order: &Order, more: Option<&str>, acts: &Acts, hand: &Hand<'_>) -> Option<usize> {
        self.dealt(order, more, acts, hand)?.iter().position(|tiles| tiles.len() == 14)
    }

    /// Replays hands by a reading. Returns the names of acts by number too.
    fn replay(&self, Reading { acts, deal, more }: &Reading, hands: &[Hand<'_>]) -> Option<(Proof, Vec<String>)> {
        // A draw that stands in the act before it has no name.
        const DRAWN: &str = "\0";
        let mut names: Vec<String> = Vec::new();
        let mut plays = Vec::new();
        for hand in hands {
            let dealt = self.dealt(deal, more.as_deref(), acts, hand)?;
            if !dealt.iter().all(|tiles| matches!(tiles.len(), 13 | 14)) {
                continue;
            }
            let mut number = |name: String| {
                names.iter().position(|known| *known == name).unwrap_or_else(|| {
                    names.push(name);
                    names.len() - 1
                })
            };
            let mut steps = Vec::new();
            let mut list = each(hand.1, &self.list);
            if acts.reversed {
                list.reverse();
            }
            for act in list {
                let Some(name) = member(act, &acts.act).and_then(act_name) else { continue };
                let seat = member(act, &acts.seat).and_then(|value| acts.who.seat_of(value, hand.0));
                let own = acts.parts.own(act).iter().filter_map(|tile| self.kind(tile)).collect();
                let tiles = self.kinds(member(act, &acts.tile));
                steps.push(Step { name: number(name), seat, tiles, own });
                let drawn = acts.drawn.as_deref().and_then(|column| self.kind(member(act, column)?));
                if let Some(tile) = drawn {
                    steps.push(Step { name: number(DRAWN.to_owned()), seat: None, tiles: vec![tile], own: vec![] });
                }
            }
            plays.push(Play { deal: dealt, steps });
        }
        let meaning = |name: &String| {
            if name == DRAWN { Some(Meaning::Draw) } else { act_of(name).map(Meaning::of) }
        };
        let known: Vec<Option<Meaning>> = names.iter().map(meaning).collect();
        (!plays.is_empty()).then(|| (prove(&plays, &known), names))
    }
}

/// Returns whether a number is less than that of any tile, such as 0 or -1: it stands for no tile.
fn is_below(value: Option<&Value>, least: Option<i64>) -> bool {
    let value = match value {
        Some(Value::Array(list)) => list.first(),
        other => other,
    };
    value.and_then(Value::as_i64).zip(least).is_some_and(|(number, least)| number < least)
}

/// Counts the names of acts in all records.
fn names_of(acts: &Acts, records: &[Value], at: &str) -> BTreeMap<String, usize> {
    let mut names = BTreeMap::new();
    let all = records.iter().flat_map(|record| each(record, at));
    for name in all.filter_map(|act| member(act, &acts.act).and_then(act_name)) {
        *names.entry(name).or_default() += 1;
    }
    names
}

/// Returns the events of the names whose meaning the replay shows.
fn events(proof: &Proof, names: &[String], acts: &Acts, hands: &[Hand<'_>], list: &str) -> BTreeMap<String, String> {
    let mut events = BTreeMap::new();
    let kongs = proof.meanings.iter().filter(|meaning| **meaning == Some(Meaning::Kong)).count();
    for (number, name) in names.iter().enumerate() {
        let kinds: Vec<&str> = proof.kongs.iter().filter(|(name, _)| *name == number).map(|(_, kind)| *kind).collect();
        let event = match proof.meanings.get(number).copied().flatten() {
            Some(Meaning::Draw) => "draw".to_owned(),
            Some(Meaning::Discard) => "discard".to_owned(),
            Some(Meaning::Chow) => "chow".to_owned(),
            Some(Meaning::Pung) => "pung".to_owned(),
            Some(Meaning::Win) => "win".to_owned(),
            // A single name stands for kongs of every kind, whatever the sample shows.
            Some(Meaning::Kong) => match kinds.as_slice() {
                [kind] if kongs > 1 => format!("kong:{kind}"),
                _ => "kong".to_owned(),
            },
            Some(Meaning::Nothing) | None => continue,
        };
        events.insert(name.clone(), event);
    }
    // Names that move no tile: the last act of hands that nobody wins is the drawn hand.
    let code = |act: &&Value| member(act, &acts.act).and_then(act_name);
    let is_won = |hand: &Value| {
        each(hand, list).iter().filter_map(code).any(|name| events.get(&name).is_some_and(|event| event == "win"))
    };
    let lasts = |name: &str| {
        let told = hands.iter().filter(|(_, hand)| each(hand, list).iter().filter_map(code).any(|own| own == name));
        let mut told = told.peekable();
        told.peek().is_some()
            && told.all(|(_, hand)| !is_won(hand) && each(hand, list).last().and_then(code).as_deref() == Some(name))
    };
    let ends: Vec<&String> =
        names.iter().filter(|name| !events.contains_key(*name) && act_of(name).is_none() && lasts(name)).collect();
    if let [end] = ends.as_slice() {
        let end = (*end).clone();
        events.insert(end, "draw_game".to_owned());
    }
    events.remove("\0");
    events
}

/// Returns the names of acts that mean no event and stand before the win, or without tiles after it.
fn idle(events: &BTreeMap<String, String>, acts: &Acts, hands: &[Hand<'_>], list: &str) -> BTreeSet<String> {
    let mut idle: BTreeSet<String> = acts.names.keys().filter(|name| acts.event(name).is_none()).cloned().collect();
    idle.retain(|name| !events.contains_key(name));
    for (_, hand) in hands {
        let mut is_won = false;
        for act in each(hand, list) {
            let Some(name) = member(act, &acts.act).and_then(act_name) else { continue };
            let shows = member(act, &acts.tile).is_some_and(|tile| !tile.is_null());
            if is_won && shows {
                idle.remove(&name);
            }
            let event = events.get(&name).map(String::as_str).or_else(|| act_of(&name));
            is_won |= event == Some("win");
        }
    }
    idle
}
