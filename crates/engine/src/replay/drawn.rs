//! Check of drawn tiles against a known wall, and the position of the wall after a mismatch.

use super::breach::{BreachIdx, What};
use super::referee::Referee;
use caipan_log::DrawFrom;
use caipan_tiles::tile::{Seat, Tile};

/// The number of consecutive mismatched draws after which the wall counts as a different one. Further mismatches are
/// consequences of the first.
const ANOTHER_WALL: u8 = 2;

/// Draws that the wall did not give.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Misses {
    /// The number of consecutive mismatches, and the breach of the first.
    run: u8,
    first: Option<BreachIdx>,
    /// The breach of the last mismatch, which records how far the wall position moved.
    last: Option<BreachIdx>,
}

impl Misses {
    /// Ends the run of mismatches: a draw matched, or the wall is unknown.
    pub(super) const fn hit(&mut self) {
        (self.run, self.first) = (0, None);
    }
}

impl Referee<'_> {
    /// Checks that the drawn tile is the next at this end of the wall. After a mismatch, the wall continues at every
    /// position that fits. An extra, missing or repeated draw is therefore one breach, not one per later draw.
    pub(super) fn must_lie(&mut self, seat: Seat, tile: Tile, end: DrawFrom) {
        let lies = self.table.wall.may_give(end, tile);
        let may = if lies { Vec::new() } else { self.table.wall.may_come(end) };
        if may.is_empty() {
            self.misses.hit();
            return;
        }
        let another = self.misses.first.filter(|_| self.misses.run >= ANOTHER_WALL);
        let because = self.not_of_deck(&[tile]).or(self.doubts.course).or(self.doubts.tiles);
        let because = because.or_else(|| self.went_elsewhere(tile)).or(another);
        let what = match may[..] {
            [due] => What::DrawWrongTile { tile, due },
            _ => What::DrawNoneOf { tile, due: may },
        };
        let root = self.note(what, Some(seat), because);
        self.doubt_hand(seat, root);
        self.misses.run = self.misses.run.saturating_add(1);
        self.misses.first.get_or_insert(root);
        self.misses.last = Some(root);
    }

    /// Records how far the wall position moved in the breach of the last mismatch, once that is certain.
    pub(super) fn tell_moved(&mut self) {
        if let Some(by) = self.table.wall.moved()
            && let Some(breach) = self.misses.last.and_then(|root| self.breaches.get_mut(root.0))
        {
            breach.moved = Some(breach.moved.unwrap_or(0) + by).filter(|&by| by != 0);
        }
    }

    /// True if the other end has the tile and the rules accept a draw from there.
    pub(super) fn accepts_other(&self, due: DrawFrom, tile: Tile) -> bool {
        self.rules.accepts_end(&self.table, other(due)) && self.table.wall.may_give(other(due), tile)
    }
}

/// Returns the other end of the wall.
pub(super) fn other(end: DrawFrom) -> DrawFrom {
    match end {
        DrawFrom::Wall => DrawFrom::Tail,
        DrawFrom::Tail => DrawFrom::Wall,
    }
}
