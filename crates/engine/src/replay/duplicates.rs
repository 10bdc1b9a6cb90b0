//! Events that come a second time, or later than what they led to: said once, and not carried out again.

use super::breach::What;
use super::referee::Referee;
use crate::rules::Due;
use caipan_log::{Action, Dice, DrawFrom, KongKind};
use caipan_tiles::tile::{Seat, Tile};

/// An event that moved a tile, so that the next one can be seen to be the same.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Moved {
    Draw(Seat, Tile, Option<DrawFrom>),
    Discard(Seat, Tile),
    Chow(Seat, Tile, [Tile; 2]),
    Pung(Seat, Tile),
    Kong(Seat, Tile, KongKind, Option<Dice>),
}

impl Moved {
    const fn of(action: &Action) -> Option<Moved> {
        Some(match *action {
            Action::Draw { seat, tile, from } => Moved::Draw(seat, tile, from),
            Action::Discard { seat, tile } => Moved::Discard(seat, tile),
            Action::Chow { seat, tile, with } => Moved::Chow(seat, tile, with),
            Action::Pung { seat, tile } => Moved::Pung(seat, tile),
            Action::Kong { seat, tile, kind, dice } => Moved::Kong(seat, tile, kind, dice),
            _ => return None,
        })
    }
}

impl Referee<'_> {
    /// Whether this is the event before, written a second time: nobody draws, discards or lays down the same twice without
    /// anything in between.
    pub(super) fn was_written(&mut self, action: &Action) -> bool {
        let before = std::mem::replace(&mut self.before, Moved::of(action));
        let Some(moved) = self.before.filter(|_| self.before == before) else { return false };
        let due = self.table.in_turn().or(self.table.next_to_draw());
        let (seat, what) = match moved {
            Moved::Draw(seat, ..) => (seat, What::DrawOutOfTurn { due }),
            Moved::Discard(seat, _) => (seat, What::DiscardOutOfTurn { due }),
            Moved::Kong(seat, tile, KongKind::Added, _) => (seat, What::NoPung { tile }),
            Moved::Kong(seat, tile, KongKind::Concealed, _) => {
                (seat, What::MeldNotHeld { tile, held: self.table.held(seat, tile), need: 4 })
            }
            Moved::Chow(seat, ..) | Moved::Pung(seat, _) | Moved::Kong(seat, ..) => (seat, What::NothingOpen),
        };
        self.note(what, Some(seat), self.doubts.course);
        true
    }

    /// A draw that the log did not have when the seat acted on it comes after all: it is the same fault, and the tile is in
    /// that hand already.
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

    /// A draw was supplied from the wall, and now another seat draws that tile: the seat had made its turn otherwise, and
    /// nobody knows what it holds. The breach that said that the draw is missing.
    pub(super) fn went_elsewhere(&mut self, tile: Tile) -> Option<usize> {
        let taken = |seat: &Seat| self.supplied[*seat].is_some_and(|(supplied, _)| supplied == Some(tile));
        let seat = Seat::ALL.into_iter().find(taken)?;
        let (_, root) = self.supplied[seat].take()?;
        self.doubt_hand(seat, root);
        Some(root)
    }
}
