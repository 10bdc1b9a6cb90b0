//! The waits of each seat for the view of a step, and the wins that the rules forbid.

use crate::replay::{self, Possible};
use crate::rules::{Ground, Refusal, Rules, Verdict};
use crate::table::{Phase, Table};
use caipan_tiles::text::Text;
use caipan_tiles::tile::{Meld, Seat, Tile, Tiles, parse_tiles};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

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
    let is_own_turn = matches!(table.phase, Phase::Turn { seat: turn, .. } if turn == seat);
    for (of, can, verdict) in now {
        if let (Possible::Win { tile, .. }, Err(refusal)) = (can, verdict)
            && *of == seat
            && (refusal.ground != Ground::Shape || refusal.option.is_some())
            // A rule can bar everyone from a tile, such as one of a concealed kong; it concerns a hand that waits for it.
            && (is_own_turn || waits.iter().any(|wait| wait.tile == *tile))
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

/// Returns the number of tiles of each of these kinds that the seat has not seen: neither in its hand nor open on the
/// table.
pub(super) fn unseen(table: &Table, seat: Seat, waits: &str, barred: &[BarredView]) -> BTreeMap<String, u8> {
    let kinds = barred.iter().map(|barred| barred.tiles.as_str()).chain([waits]);
    let kinds = kinds.flat_map(|tiles| parse_tiles(tiles).unwrap_or_default());
    let lying = |tile: Tile| {
        let open = Seat::ALL.into_iter().map(|seat| {
            let place = table.place(seat);
            let river = place.river.iter().filter(|lying| !lying.gone && lying.tile == tile).count();
            river + usize::from(Meld::counts(&place.melds).of(tile))
        });
        let turned = [table.indicator, table.flip].into_iter().flatten().filter(|one| *one == tile).count();
        let won = table.won.iter().filter(|one| **one == tile).count();
        open.sum::<usize>() + turned + won
    };
    let left = |tile: Tile| 4_usize.saturating_sub(lying(tile) + usize::from(table.held(seat, tile)));
    kinds.map(|tile| (tile.to_string(), u8::try_from(left(tile)).unwrap_or_default())).collect()
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
