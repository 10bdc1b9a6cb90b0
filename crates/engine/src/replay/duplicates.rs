//! Detection of events that are written twice, or written after an event that depends on them. Such an event is
//! reported once and not applied again.

use super::breach::{BreachIdx, What};
use super::referee::Referee;
use crate::rules::Due;
use caipan_log::{Action, Dice, DrawFrom, KongKind};
use caipan_tiles::tile::{Seat, Tile};

/// An event that moved a tile, kept for comparison with the next event.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum TileEvent {
    Draw(Seat, Tile, Option<DrawFrom>),
    Discard(Seat, Tile),
    Chow(Seat, Tile, [Tile; 2]),
    Pung(Seat, Tile),
    Kong(Seat, Tile, KongKind, Option<Dice>),
}

impl TileEvent {
    const fn of(action: &Action) -> Option<TileEvent> {
        Some(match *action {
            Action::Draw { seat, tile, from } => TileEvent::Draw(seat, tile, from),
            Action::Discard { seat, tile } => TileEvent::Discard(seat, tile),
            Action::Chow { seat, tile, with } => TileEvent::Chow(seat, tile, with),
            Action::Pung { seat, tile } => TileEvent::Pung(seat, tile),
            Action::Kong { seat, tile, kind, dice } => TileEvent::Kong(seat, tile, kind, dice),
            _ => return None,
        })
    }
}

impl Referee<'_> {
    /// Returns whether this event repeats the previous one. No seat draws, discards or melds the same tiles twice with
    /// nothing in between.
    pub(super) fn repeats_the_last(&mut self, action: &Action) -> bool {
        let before = std::mem::replace(&mut self.before, TileEvent::of(action));
        let Some(moved) = self.before.filter(|_| self.before == before) else { return false };
        let due = self.table.in_turn().or(self.table.next_to_draw());
        let (seat, what) = match moved {
            TileEvent::Draw(seat, tile, end) => {
                self.may_have_taken(tile, end.unwrap_or(DrawFrom::Wall));
                (seat, What::DrawOutOfTurn { due })
            }
            TileEvent::Discard(seat, _) => (seat, What::DiscardOutOfTurn { due }),
            TileEvent::Kong(seat, tile, KongKind::Added, _) => (seat, What::NoPung { tile }),
            TileEvent::Kong(seat, tile, KongKind::Concealed, _) => {
                (seat, What::MeldNotHeld { tile, held: self.table.held(seat, tile), need: 4 })
            }
            TileEvent::Chow(seat, ..) | TileEvent::Pung(seat, _) | TileEvent::Kong(seat, ..) => {
                (seat, What::NothingOpen)
            }
        };
        self.note(what, Some(seat), self.doubts.course);
        true
    }

    /// Lets the wall go on with and without this tile: a draw written twice took one tile, or two that are alike.
    fn may_have_taken(&mut self, tile: Tile, end: DrawFrom) {
        if self.table.wall.may_give(end, tile) {
            let taken = self.table.wall.taken(tile, end);
            self.table.wall.or(&taken);
        }
    }

    /// Returns whether this draw was already supplied because the seat acted on it before the log recorded it. The late
    /// draw has the same cause, and the tile is already in the hand.
    pub(super) fn was_supplied(&mut self, seat: Seat, tile: Tile, due: Due) -> bool {
        let Some((supplied, root)) = self.supplied[seat].take() else { return false };
        let (next, fits) = match due {
            Due::Draw(next, end) => (Some(next), next == seat && self.table.wall.at(end).is_none_or(|due| due == tile)),
            Due::Act(next) | Due::Reveal(next) => (Some(next), false),
            _ => (None, false),
        };
        if fits || supplied.is_some_and(|supplied| supplied != tile) {
            return false;
        }
        self.note(What::DrawOutOfTurn { due: next }, Some(seat), Some(root));
        if supplied.is_none() && self.table.place(seat).unknown > 0 {
            self.see_of_unseen(seat, tile, 1);
            self.table.learn(seat, tile);
        }
        true
    }

    /// Returns the breach of the missing draw if that draw was supplied from the wall and another seat now draws the
    /// same tile. The first seat drew something else, so its hand is uncertain.
    pub(super) fn went_elsewhere(&mut self, tile: Tile) -> Option<BreachIdx> {
        let taken = |seat: &Seat| self.supplied[*seat].is_some_and(|(supplied, _)| supplied == Some(tile));
        let seat = Seat::ALL.into_iter().find(taken)?;
        let (_, root) = self.supplied[seat].take()?;
        self.doubt_hand(seat, root);
        Some(root)
    }
}
