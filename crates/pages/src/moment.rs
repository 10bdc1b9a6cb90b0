//! The table at one step of a hand with the legal actions of each seat. All steps at once are left to `hand_steps`.
//!
//! People count hands and steps from 1: the first event of a hand is step 1, and step 0 is the deal. Step `k` is the
//! table after the first `k` events. Addresses, documents and JSON pointers count hands and events from 0. A finding at
//! event `e` is about the action of step `e + 1`, and step `e` is the table just before it.

use crate::PageError;
use crate::event_text::{barred, may};
use crate::tables::Tables;
use caipan_engine::report::{StepView, event_in_words};
use caipan_engine::rules::Pattern;
use caipan_log::{GameLog, People};
use caipan_tiles::bilingual;
use caipan_tiles::text::Text;
use caipan_tiles::tile::{Seat, SeatList, SeatMap};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

/// The table at a step.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Moment {
    /// The hand, from 0.
    pub hand: usize,
    /// The step: the number of events played; 0 is the deal.
    pub step: usize,
    /// The last step of the hand.
    pub last_step: usize,
    /// The preset that applies.
    pub rules: String,
    /// The players by seat, if the log names them.
    pub players: Vec<String>,
    /// The event of this step; absent at the deal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub event: Option<Text>,
    /// The next event in the log; absent at the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_event: Option<Text>,
    /// The table.
    pub table: StepView,
    /// The legal actions of each seat, in words.
    pub could: SeatList<Vec<Text>>,
    /// The wins of each seat that the rules bar, in words.
    pub barred: SeatList<Vec<Text>>,
    /// The names of the initial wins that seats could declare now, by id.
    #[serde(skip)]
    pub names: BTreeMap<&'static str, Text>,
}

/// Builds the table at a step of a hand.
pub fn moment(tables: &Tables<'_>, hand: usize, step: usize) -> Result<Moment, PageError> {
    moment_of_table(tables, hand, step, tables.step(hand, step))
}

/// Builds the moment of a table from a replay; `None` if the replay has no such step.
pub(crate) fn moment_of_table(
    tables: &Tables<'_>,
    hand: usize,
    step: usize,
    table: Option<StepView>,
) -> Result<Moment, PageError> {
    let Tables { log, ruleset, .. } = tables;
    let Some(played) = log.hands.get(hand) else { return Err(no_hand(log, hand)) };
    let last_step = played.events.len();
    let Some(table) = table else {
        let number = hand.saturating_add(1);
        return Err(if step > last_step {
            PageError::NoStep(bilingual!(
                "第 {number} 局的步数从 0（发牌）到 {last_step}，没有第 {step} 手。请改用有的步。",
                "Hand {number} has the steps 0 (the deal) to {last_step} and no step {step}. Name one that is there."
            ))
        } else {
            no_tiles(hand)
        });
    };
    let people = People::of(log);
    let event = |at: Option<usize>| at.and_then(|at| played.events.get(at)).map(|event| event_in_words(event, &people));
    let mut could = SeatMap::<Vec<Text>>::default();
    for can in &table.possible {
        could[can.seat].push(may(can, ruleset.system.patterns));
    }
    let seats = table.places.seats();
    let barred = Seat::ALL.map(|seat| table.places[seat].barred.iter().map(barred).collect());
    Ok(Moment {
        hand,
        step,
        last_step,
        rules: ruleset.id().to_owned(),
        players: people.names(),
        event: event(step.checked_sub(1)),
        next_event: event(Some(step)),
        names: initial_win_names(std::slice::from_ref(&table), ruleset.system.patterns),
        table,
        could: SeatList::new(could, seats),
        barred: SeatList::new(SeatMap(barred), seats),
    })
}

/// The error for a hand that the log does not have.
pub(crate) fn no_hand(log: &GameLog, hand: usize) -> PageError {
    let (hands, number) = (log.hands.len(), hand.saturating_add(1));
    PageError::NoStep(bilingual!(
        "牌谱只有 {hands} 局，没有第 {number} 局（局从 1 数起；网址与 JSON 里从 0 数起，那里写作 {hand}）。请改用有的局。",
        "There is no hand {number}: the log has {hands}. Hands are counted from 1, in addresses and in JSON from 0, where this is \
         {hand}. Name one that is there."
    ))
}

/// The error for a hand without tiles to replay.
pub(crate) fn no_tiles(hand: usize) -> PageError {
    let number = hand.saturating_add(1);
    PageError::NoStep(bilingual!(
        "第 {number} 局既没有发牌也没有牌墙，无法复盘。请在牌谱中补上 deal 或 wall。",
        "Hand {number} has neither a deal nor a wall, so it cannot be replayed. Add `deal` or `wall` to the log."
    ))
}

/// The names of the initial wins that seats could declare at these tables, by id.
pub(crate) fn initial_win_names(tables: &[StepView], patterns: &[&'static Pattern]) -> BTreeMap<&'static str, Text> {
    let could =
        tables.iter().flat_map(|table| &table.possible).filter(|can| matches!(can.kind, "opening" | "mid_opening"));
    let ids = could.flat_map(|can| can.detail.as_deref().unwrap_or_default().split(' '));
    ids.filter_map(|id| patterns.iter().find(|pattern| pattern.id == id))
        .map(|pattern| (pattern.id, pattern.name.text()))
        .collect()
}
