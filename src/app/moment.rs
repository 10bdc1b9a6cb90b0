//! The table at one moment of a hand, and who could do what: what a dispute is about.
//!
//! Step `k` of a hand is the table after its first `k` events: step 0 is the deal, and a finding at event `e` is about
//! what was done in step `e`.

use super::words::{happened, may, word};
use super::{AppError, engine};
use crate::log::GameLog;
use crate::replay::{Possible, possible};
use crate::rules::Pattern;
use crate::say;
use crate::say::Text;
use crate::table::{Phase, Table, digest};
use crate::tile::{Meld, Seat, Tile, Tiles};
use serde::Serialize;
use utoipa::ToSchema;

/// The table at a moment.
#[derive(Debug, Serialize, ToSchema)]
pub struct Moment {
    /// The hand, from 0.
    #[schema(example = 0)]
    pub hand: usize,
    /// The step, from 0.
    #[schema(example = 3)]
    pub step: usize,
    /// The last step of the hand.
    #[schema(example = 61)]
    pub last_step: usize,
    /// The rules that decide what may be done: a preset.
    #[schema(example = "changsha-a")]
    pub rules: &'static str,
    /// The event that led here; absent at the deal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub event: Option<Sentence>,
    /// The event that follows in the log; absent at the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_event: Option<Sentence>,
    /// Who deals.
    #[schema(example = 0)]
    pub dealer: usize,
    /// The wild kind.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "5p")]
    pub wild: Option<String>,
    /// Tiles left in the wall.
    #[schema(example = 52)]
    pub wall: usize,
    /// The next tile of the wall, where the log gives it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "7s")]
    pub wall_next: Option<String>,
    /// The birds turned up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub birds: Option<String>,
    /// The four seats.
    pub seats: Vec<SeatMoment>,
    /// What every seat may do now, by seat.
    pub possible: Vec<PossibleView>,
    /// The digest of the table, to compare with the client's own.
    #[schema(example = "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08")]
    pub digest: String,
}

/// A sentence in both languages.
#[derive(Debug, Serialize, ToSchema)]
pub struct Sentence {
    /// 中文.
    #[schema(example = "座位 2 碰 9m 九万")]
    pub zh: String,
    /// English.
    #[schema(example = "seat 2 pungs 9m 九万")]
    pub en: String,
}

impl From<Text> for Sentence {
    fn from(Text { zh, en }: Text) -> Sentence {
        Sentence { zh, en }
    }
}

/// What lies before a seat.
#[derive(Debug, Serialize, ToSchema)]
pub struct SeatMoment {
    /// The seat.
    #[schema(example = 2)]
    pub seat: usize,
    /// The platform's id of the player.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "u3")]
    pub player: Option<String>,
    /// The concealed tiles.
    #[schema(example = "1123m456p77s")]
    pub hand: String,
    /// Tiles of the hand of which the log does not tell the kind.
    #[schema(example = 0)]
    pub unknown: u8,
    /// The tile just drawn, still in the hand.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "7s")]
    pub drawn: Option<String>,
    /// The melds.
    pub melds: Vec<MeldView>,
    /// The discards in order, claimed ones left out.
    #[schema(example = "9m1z")]
    pub river: String,
    /// Tiles that complete the hand; empty when it is not ready.
    #[schema(example = "58p")]
    pub waits: String,
    /// Whether it is this seat's turn.
    pub in_turn: bool,
}

/// A meld.
#[derive(Debug, Serialize, ToSchema)]
pub struct MeldView {
    /// `chow`, `pung`, `exposed kong`, `added kong` or `concealed kong`.
    #[schema(example = "pung")]
    pub kind: &'static str,
    /// 中文.
    #[schema(example = "碰")]
    pub name: &'static str,
    /// The tiles.
    #[schema(example = "999m")]
    pub tiles: String,
    /// Whose discard completed it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = 0)]
    pub from: Option<usize>,
}

/// One thing that a seat may do.
#[derive(Debug, Serialize, ToSchema)]
pub struct PossibleView {
    /// Who.
    #[schema(example = 1)]
    pub seat: usize,
    /// What, as a word: `win`, `discard`, `chow`, `pung`, `kong`, `opening`, `take_last`, `decline_last`, `draw`, `reveal`.
    #[schema(example = "pung")]
    pub action: &'static str,
    /// The tile it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "9m")]
    pub tile: Option<String>,
    /// What it is worth, for a win, in the system's own measure.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = 1)]
    pub value: Option<i64>,
    /// The same as a sentence.
    pub text: Sentence,
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
    let Some(stage) = engine::table(log, hand, step)? else {
        return Err(AppError::NoStep(say!(
            "第 {hand} 局的步数从 0（发牌）到 {last_step}；若牌谱既没有发牌也没有牌墙，就无法复盘。",
            "Hand {hand} has the steps 0 (the deal) to {last_step}; without a deal or a wall there is nothing to replay."
        )));
    };
    let (rules, table) = (&stage.ruleset.rules, &stage.table);
    let event = |at: Option<usize>| at.and_then(|at| played.events.get(at)).map(|event| happened(&event.action).into());
    Ok(Moment {
        hand,
        step,
        last_step,
        rules: stage.ruleset.preset.id,
        event: event(step.checked_sub(1)),
        next_event: event(Some(step)),
        dealer: table.dealer.index(),
        wild: table.wild.map(|tile| tile.to_string()),
        wall: table.wall.left(),
        wall_next: table.wall.at_head().map(|tile| tile.to_string()),
        birds: table.birds.as_ref().map(|birds| Tiles(birds.clone()).to_string()),
        seats: Seat::ALL
            .into_iter()
            .map(|seat| SeatMoment {
                player: log.players.get(seat.index()).map(|player| player.id.clone()),
                waits: rules.waits(table, seat).iter().collect::<Tiles>().to_string(),
                ..seat_moment(table, seat)
            })
            .collect(),
        possible: possible(rules.as_ref(), table)
            .iter()
            .map(|(seat, possible)| possible_view(*seat, possible, stage.ruleset.system.patterns))
            .collect(),
        digest: digest(table),
    })
}

fn seat_moment(table: &Table, seat: Seat) -> SeatMoment {
    let place = table.place(seat);
    let wilds = table.wild.into_iter().flat_map(|tile| std::iter::repeat_n(tile, usize::from(place.wilds)));
    let mut hand: Vec<Tile> = place.hand.tiles().chain(wilds).collect();
    hand.sort_unstable();
    let drawn = match table.phase {
        Phase::Turn { seat: turn, drawn } if turn == seat => drawn.tile(),
        _ => None,
    };
    SeatMoment {
        seat: seat.index(),
        player: None,
        hand: Tiles(hand).to_string(),
        unknown: place.unknown,
        drawn: drawn.map(|tile| tile.to_string()),
        melds: place.melds.iter().map(meld_view).collect(),
        river: place.river.iter().filter(|lying| !lying.gone).map(|lying| lying.tile).collect::<Tiles>().to_string(),
        waits: String::new(),
        in_turn: table.in_turn() == Some(seat),
    }
}

fn meld_view(meld: &Meld) -> MeldView {
    MeldView {
        kind: meld.kind.english(),
        name: meld.kind.chinese(),
        tiles: meld.tiles().collect::<Tiles>().to_string(),
        from: meld.from.map(Seat::index),
    }
}

fn possible_view(seat: Seat, possible: &Possible, patterns: &[&Pattern]) -> PossibleView {
    let (tile, value) = match possible {
        Possible::Win { tile, value } => (Some(tile), Some(*value)),
        Possible::Discard { tile }
        | Possible::Chow { tile, .. }
        | Possible::Pung { tile }
        | Possible::Kong { tile, .. } => (Some(tile), None),
        Possible::Opening { .. } | Possible::TakeLast | Possible::DeclineLast | Possible::Draw | Possible::Reveal => {
            (None, None)
        }
    };
    PossibleView {
        seat: seat.index(),
        action: word(possible),
        tile: tile.map(ToString::to_string),
        value,
        text: may(possible, patterns).into(),
    }
}
