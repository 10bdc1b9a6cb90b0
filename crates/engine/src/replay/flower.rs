//! Flowers (补花), each set aside and replaced from the wall.

use super::breach::What;
use super::referee::Referee;
use caipan_tiles::tile::{Seat, Tile};

impl Referee<'_> {
    /// Sets a flower aside. An impossible flower leaves the hand unchanged.
    pub(super) fn flower(&mut self, seat: Seat, tile: Tile) {
        self.supply_draw(seat, None);
        if self.rules.flower(&self.table, seat).is_none() {
            self.note_course(What::FlowerUncalled, seat, self.not_of_deck(&[tile]));
            return;
        }
        let held = self.table.held(seat, tile) > 0;
        if !tile.is_flower() || !held && self.table.place(seat).unknown == 0 {
            let root = self.note(What::FlowerWrong { tile }, Some(seat), self.not_of_deck(&[tile]));
            self.doubt_hand(seat, root);
            if !tile.is_flower() {
                return;
            }
        }
        if !held {
            self.see_of_unseen(seat, tile, 1);
        }
        self.table.lay_flower(seat, tile);
        self.touch(seat);
    }
}
