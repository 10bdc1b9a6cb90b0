//! Events that come a second time, or later than what they led to: said once, and not carried out again.

use super::breach::What;
use super::referee::Referee;
use crate::log::{Action, KongKind};
use crate::rules::Due;
use crate::tile::{Seat, Tile};

impl Referee<'_> {
    /// Whether this is the event before, written a second time: nobody draws, discards or lays down the same twice without
    /// anything in between.
    pub(super) fn was_written(&mut self, action: &Action) -> bool {
        let moves = matches!(
            action,
            Action::Draw { .. }
                | Action::Discard { .. }
                | Action::Chow { .. }
                | Action::Pung { .. }
                | Action::Kong { .. }
        );
        let before = std::mem::replace(&mut self.before, moves.then(|| action.clone()));
        if !moves || before.as_ref() != Some(action) {
            return false;
        }
        let Some(seat) = action.seat() else { return false };
        let due = self.table.in_turn().or(self.table.next_to_draw());
        let what = match *action {
            Action::Draw { .. } => What::DrawOutOfTurn { due },
            Action::Discard { .. } => What::DiscardOutOfTurn { due },
            Action::Kong { tile, kind: KongKind::Added, .. } => What::NoPung { tile },
            Action::Kong { tile, kind: KongKind::Concealed, .. } => {
                What::MeldNotHeld { tile, held: self.table.held(seat, tile), need: 4 }
            }
            _ => What::NothingOpen,
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
