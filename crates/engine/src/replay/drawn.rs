//! Which tile a draw must be, where the wall is known, and where the wall is read on after one that was another.

use super::breach::What;
use super::referee::Referee;
use caipan_log::DrawFrom;
use caipan_tiles::tile::{Seat, Tile};

/// After so many draws in a row that lie nowhere near, the wall is another one: further ones go back to the first.
const ANOTHER_WALL: u8 = 2;

/// Draws that the wall did not give.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Misses {
    /// How many there were in a row, and the breach of the first.
    run: u8,
    first: Option<usize>,
    /// The breach of the last: what is told of where the wall goes on is told there.
    last: Option<usize>,
}

impl Misses {
    /// A draw was what the wall gives, or the wall is not known.
    pub(super) const fn hit(&mut self) {
        (self.run, self.first) = (0, None);
    }
}

impl Referee<'_> {
    /// The tile drawn must be the next at this end of the wall. After one that was not, the wall is read on in every way that
    /// fits, so that a draw too many, one left out or one written twice is one breach and not as many as draws follow.
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

    /// Once it is certain where the wall goes on, the breach says so from which that comes.
    pub(super) fn tell_moved(&mut self) {
        if let Some(by) = self.table.wall.moved()
            && let Some(breach) = self.misses.last.and_then(|root| self.breaches.get_mut(root))
        {
            breach.moved = Some(breach.moved.unwrap_or(0) + by).filter(|&by| by != 0);
        }
    }

    /// Whether the tile lies at the other end than the one due, and the rules let it come from there.
    pub(super) fn accepts_other(&self, due: DrawFrom, tile: Tile) -> bool {
        self.rules.accepts_end(&self.table, other(due)) && self.table.wall.may_give(other(due), tile)
    }
}

/// The other end of the wall.
pub(super) fn other(end: DrawFrom) -> DrawFrom {
    match end {
        DrawFrom::Wall => DrawFrom::Tail,
        DrawFrom::Tail => DrawFrom::Wall,
    }
}
