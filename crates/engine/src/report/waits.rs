//! The waits of each seat for the view of a step, and the wins that the rules forbid.

use crate::replay::{self, Possible};
use crate::rules::{Ground, Refusal, Rules, Verdict};
use crate::table::Table;
use caipan_tiles::text::Text;
use caipan_tiles::tile::{Seat, Tile, Tiles};
use schemars::JsonSchema;
use serde::Serialize;

/// A win that the tiles would make and the rules forbid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct BarredView {
    /// The kinds.
    pub tiles: String,
    /// The source of the win: `draw` for the next draw, `discard` for another seat's next discard, `now` for the open
    /// tile.
    pub by: &'static str,
    /// The discarding seats; absent if the seat makes no difference.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub from: Vec<Seat>,
    /// The clause of the refusal.
    pub clause: &'static str,
    /// The option that allows the win with another value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub option: Option<&'static str>,
    /// The reason.
    pub text: Text,
}

/// Returns the kinds on which the seat may win if they come next, and the forbidden wins with their reasons. `now`
/// lists the actions at this moment with their verdicts.
pub(super) fn waits(
    rules: &dyn Rules,
    table: &Table,
    seat: Seat,
    now: &[(Seat, Possible, Verdict)],
) -> (String, Vec<BarredView>) {
    let waits = replay::waits(rules, table, seat);
    let mut barred = Barred::default();
    for (of, can, verdict) in now {
        if let (Possible::Win { tile, .. }, Err(refusal)) = (can, verdict)
            && *of == seat
            && (refusal.ground != Ground::Shape || refusal.option.is_some())
        {
            barred.note(*tile, "now", Vec::new(), refusal, refusal.text());
        }
    }
    for wait in &waits {
        if let Some(refusal) = wait.not_drawn() {
            barred.note(wait.tile, "draw", Vec::new(), refusal, refusal.text());
        }
        let asked = wait.discard.0.iter().flatten().count();
        for (from, refusal, text) in wait.not_discarded() {
            let from = if from.len() == asked { Vec::new() } else { from };
            barred.note(wait.tile, "discard", from, refusal, text);
        }
    }
    (waits.iter().filter(|wait| wait.may_win()).map(|wait| wait.tile).collect::<Tiles>().to_string(), barred.views())
}

/// Forbidden wins, grouped by reason.
#[derive(Default)]
struct Barred(Vec<(BarredView, Vec<Tile>)>);

impl Barred {
    fn note(&mut self, tile: Tile, by: &'static str, from: Vec<Seat>, refusal: &Refusal, text: Text) {
        let Refusal { clause, option, .. } = refusal;
        let view = BarredView { tiles: String::new(), by, from, clause: clause.id, option: *option, text };
        match self.0.iter_mut().find(|(known, _)| *known == view) {
            Some((_, tiles)) => tiles.push(tile),
            None => self.0.push((view, vec![tile])),
        }
    }

    fn views(self) -> Vec<BarredView> {
        self.0.into_iter().map(|(view, tiles)| BarredView { tiles: Tiles(tiles).to_string(), ..view }).collect()
    }
}
