//! The table at one moment of a hand, and who could do what: what a dispute is about.
//!
//! Step `k` of a hand is the table after its first `k` events: step 0 is the deal, and a finding at event `e` is about
//! what was done in step `e`.

use super::booked::players;
use super::words::{happened, may};
use super::{AppError, engine};
use crate::log::GameLog;
use crate::report::StepView;
use crate::say;
use crate::say::Text;
use schemars::JsonSchema;
use serde::Serialize;

/// The table at a moment.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Moment {
    /// The hand, from 0.
    pub hand: usize,
    /// The step, from 0.
    pub step: usize,
    /// The last step of the hand.
    pub last_step: usize,
    /// The preset that decides what may be done.
    pub rules: &'static str,
    /// The players by seat, where the log names them.
    pub players: Vec<String>,
    /// The event that led here; absent at the deal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub event: Option<Text>,
    /// The event that follows in the log; absent at the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_event: Option<Text>,
    /// The table.
    pub table: StepView,
    /// What each seat could do now, in words, by seat.
    pub could: [Vec<Text>; 4],
}

/// The table in one step of a hand.
pub fn moment(log: &GameLog, hand: usize, step: usize) -> Result<Moment, AppError> {
    let hands = log.hands.len();
    let Some(played) = log.hands.get(hand) else {
        return Err(AppError::NoStep(say!(
            "这份牌谱有 {hands} 局，从 0 数起，没有第 {hand} 局。",
            "The log has {hands} hands, counted from 0; there is no hand {hand}."
        )));
    };
    let last_step = played.events.len();
    let Some((ruleset, table)) = engine::step(log, hand, step)? else {
        return Err(AppError::NoStep(say!(
            "第 {hand} 局的步数从 0（发牌）到 {last_step}；若牌谱既没有发牌也没有牌墙，就无法复盘。",
            "Hand {hand} has the steps 0 (the deal) to {last_step}; without a deal or a wall there is nothing to replay."
        )));
    };
    let event = |at: Option<usize>| at.and_then(|at| played.events.get(at)).map(|event| happened(&event.action));
    let mut could: [Vec<Text>; 4] = Default::default();
    for can in &table.possible {
        if let Some(seat) = could.get_mut(can.seat.index()) {
            seat.push(may(can, ruleset.system.patterns));
        }
    }
    Ok(Moment {
        hand,
        step,
        last_step,
        rules: ruleset.preset.id,
        players: players(log),
        event: event(step.checked_sub(1)),
        next_event: event(Some(step)),
        table,
        could,
    })
}
