//! Tile conservation: every tile that appears must be in the deck, with no more copies than the deck has.

use super::breach::{BreachIdx, What};
use super::referee::Referee;
use caipan_log::Action;
use caipan_tiles::tile::{Seat, Tile};

impl Referee<'_> {
    /// Checks every tile that an event names.
    pub(super) fn check_tiles(&mut self, action: &Action) {
        let seat = action.seat();
        match action {
            Action::Draw { tile, .. }
            | Action::Discard { tile, .. }
            | Action::Pung { tile, .. }
            | Action::Kong { tile, .. }
            | Action::Flower { tile, .. }
            | Action::Win { tile, .. }
            | Action::Flip { tile } => self.must_be_of_deck(*tile, seat),
            Action::Chow { tile, with, .. } => {
                [*tile, with[0], with[1]].into_iter().for_each(|tile| self.must_be_of_deck(tile, seat));
            }
            Action::Exchange { tiles, takes, .. } => {
                tiles.iter().chain(takes).for_each(|&tile| self.must_be_of_deck(tile, seat));
            }
            Action::Reveal { tiles, .. } => {
                tiles.iter().for_each(|&tile| self.must_be_of_deck(tile, seat));
            }
            Action::Birds { tiles, fly } => {
                tiles.iter().chain(fly.iter().flatten()).for_each(|&tile| self.must_be_of_deck(tile, seat));
            }
            Action::DrawUnseen { .. }
            | Action::Opening { .. }
            | Action::MidOpening { .. }
            | Action::Declare { .. }
            | Action::Seabed { .. }
            | Action::Pass { .. }
            | Action::Leave { .. }
            | Action::DrawGame => {}
        }
    }

    /// Notes a kind that the deck does not have, once per kind. Further foreign kinds are consequences of the first,
    /// because the deck differs.
    pub(super) fn must_be_of_deck(&mut self, tile: Tile, seat: Option<Seat>) {
        if !self.table.deck.kinds().contains(tile) && !self.foreign.contains(tile) {
            let root = self.note(What::NotInDeck { tile }, seat, self.doubts.deck);
            self.is_foreign(tile, root);
        }
    }

    /// Records that a breach reported this tile as foreign to the deck.
    pub(super) fn is_foreign(&mut self, tile: Tile, root: BreachIdx) {
        self.foreign.insert(tile);
        self.doubts.deck.get_or_insert(root);
    }

    /// Returns the breach of the foreign kinds if one of these tiles is foreign. Other breaches of the tile are its
    /// consequences.
    pub(super) fn not_of_deck(&self, tiles: &[Tile]) -> Option<BreachIdx> {
        let kinds = self.table.deck.kinds();
        self.doubts.deck.filter(|_| tiles.iter().any(|&tile| !kinds.contains(tile)))
    }

    /// Counts a newly seen tile. Returns the breach if its kind has too many copies.
    pub(super) fn see(&mut self, tile: Tile, seat: Option<Seat>, because: Option<BreachIdx>) -> Option<BreachIdx> {
        self.seen.add(tile);
        let count = usize::from(self.seen.of(tile));
        if count <= usize::from(tile.copies()) {
            return None;
        }
        let because = because.or(seat.and_then(|seat| self.doubts.hand[seat]));
        let because = because.or(self.not_of_deck(&[tile])).or(self.doubts.tiles);
        let root = self.note(What::TooManyCopies { tile, count }, seat, because);
        self.doubts.tiles.get_or_insert(root);
        if let Some(seat) = seat {
            self.doubt_hand(seat, root);
        }
        Some(root)
    }

    /// Counts `count` copies of this kind that appear from the unseen tiles of a hand with a missing draw.
    pub(super) fn see_of_unseen(&mut self, seat: Seat, tile: Tile, count: u8) {
        let unseen = count.min(self.table.place(seat).unknown);
        (0..unseen).for_each(|_| {
            self.see(tile, Some(seat), None);
        });
    }
}
