//! Tiles turned up after a win: birds (扎鸟) and the flip (翻鸡).

use super::breach::What;
use super::referee::{Referee, Seen};
use crate::rules::{BirdsDue, Due, Flip, Topic};
use caipan_tiles::clause::Clause;
use caipan_tiles::tile::Tile;

impl Referee<'_> {
    pub(super) fn birds(&mut self, tiles: &[Tile]) {
        if self.wins.iter().any(Seen::is_unseen) {
            // The number and the place of the birds may rest on the win.
            self.table.birds = Some(tiles.to_vec());
            return;
        }
        let shown = self.shown();
        let due = if self.wins.is_empty() && self.rules.due(&self.table) != Due::Finish {
            None
        } else {
            self.rules.birds_due(&self.table, &shown)
        };
        if self.table.birds.is_some() && due.is_some() {
            // The first birds count. A settlement by these later ones is a consequence of this breach.
            let root = self.note(What::BirdsTwice, None, None);
            self.doubts.birds.get_or_insert(root);
            self.birds_due.get_or_insert_with(|| tiles.to_vec());
            return;
        }
        // The rules use the next tiles of the wall. If the wall does not determine them, the recorded tiles count.
        let mut counted = tiles;
        let right: Vec<Tile>;
        // The next tiles depend on how the hand ended, on the draws and on the wall.
        let doubt = self.doubts.end.or(self.doubts.tiles).or(self.doubts.course);
        match &due {
            // Birds after a false win are not the fault.
            None if self.wins.is_empty() || self.doubts.end.is_none() => {
                let root = self.note(What::BirdsUncalled, None, None);
                self.doubts.birds = Some(root);
            }
            None => {}
            Some(due) if !due.counts(tiles.len()) && self.forced_now().is_none() => {
                let what = bird_count(tiles.len(), Some(due), due.clause, false);
                let root = self.note(what, None, doubt);
                self.doubts.birds = Some(root);
                self.birds_due = due.tiles().cloned();
                if let Some(due) = due.tiles().filter(|_| doubt.is_none()) {
                    right = due.clone();
                    counted = &right;
                }
            }
            Some(_) if self.forced_now().is_some() => {}
            Some(due) => {
                let may = if due.may.is_empty() { repeated(due, tiles) } else { due.may.to_vec() };
                if !may.is_empty() && !may.iter().any(|right| right == tiles) {
                    let because = self.not_of_deck(tiles).or(doubt);
                    if let ([due], None) = (&may[..], doubt) {
                        right = due.clone();
                        counted = &right;
                    }
                    let tiles = tiles.to_vec();
                    let what = match &may[..] {
                        [right] => What::BirdTiles { tiles, due: right.clone(), clause: due.clause },
                        _ => What::BirdsNoneOf { tiles, due: may.clone(), clause: due.clause },
                    };
                    let root = self.note(what, None, because);
                    self.doubts.birds = Some(root);
                    self.birds_due = may.into_iter().next();
                }
            }
        }
        // Birds of the last tile and repeated birds were seen before.
        let of_wall = due.map_or(tiles.len(), |due| {
            if tiles.len() == due.count { due.of_wall } else { due.of_wall.min(1) * tiles.len() }
        });
        self.see_birds(tiles, of_wall);
        self.table.birds = Some(counted.to_vec());
    }

    /// Flying birds, which follow the birds. Without them the wall shows them, or they are unknown.
    pub(super) fn fly(&mut self, tiles: Option<&[Tile]>) {
        let Some(tiles) = tiles.filter(|_| self.table.fly.is_none()) else { return };
        if self.wins.iter().any(Seen::is_unseen) {
            self.table.fly = Some(tiles.to_vec());
            return;
        }
        let doubt = self.doubts.birds.or(self.doubts.end).or(self.doubts.tiles).or(self.doubts.course);
        let due = self.rules.fly_due(&self.table, &self.shown());
        let what = match &due {
            None if tiles.is_empty() || self.doubts.end.is_some() => None,
            None => self.rules.clause_on(Topic::Birds).map(|clause| bird_count(tiles.len(), None, clause, true)),
            Some(due) if !due.counts(tiles.len()) => Some(bird_count(tiles.len(), Some(due), due.clause, true)),
            Some(due) => match &due.may[..] {
                [] => None,
                may if may.iter().any(|right| right == tiles) => None,
                [right] => Some(What::BirdTiles { tiles: tiles.to_vec(), due: right.clone(), clause: due.clause }),
                may => Some(What::BirdsNoneOf { tiles: tiles.to_vec(), due: may.into(), clause: due.clause }),
            },
        };
        let mut counted = tiles.to_vec();
        if let Some(what) = what {
            let because = self.not_of_deck(tiles).or(doubt);
            if let (Some(right), None) = (due.as_ref().and_then(BirdsDue::tiles), doubt) {
                counted.clone_from(right);
            }
            let root = self.note(what, None, because);
            self.doubts.birds.get_or_insert(root);
        }
        for &tile in tiles {
            let mut root = self.not_of_deck(&[tile]);
            if !self.table.wall.is_known() {
                root = root.or(self.see(tile, None, doubt));
            }
            if let Some(root) = root {
                self.doubts.birds.get_or_insert(root);
            }
        }
        self.table.fly = Some(counted);
    }

    /// Counts the first `of_wall` birds as seen if the wall is unknown. An impossible bird is a misrecorded tile, and
    /// the correct one is unknown.
    fn see_birds(&mut self, tiles: &[Tile], of_wall: usize) {
        for (at, &tile) in tiles.iter().enumerate() {
            let mut root = self.not_of_deck(&[tile]);
            if !self.table.wall.is_known() && at < of_wall {
                root = root.or(self.see(tile, None, self.doubts.birds.or(self.doubts.end)));
            }
            if let Some(root) = root {
                self.doubts.birds.get_or_insert(root);
                self.birds_open.push(at);
            }
        }
    }

    /// Applies the flip for chickens.
    pub(super) fn flip(&mut self, tile: Tile) {
        if self.wins.is_empty()
            && let Some(due) = self.rules.roll_due(&self.table)
        {
            return self.roll(tile, due);
        }
        let first = !self.wins.is_empty() && self.table.flip.is_none();
        match if first { self.rules.flip_due(&self.table) } else { None } {
            // A flip after a false win is not the fault.
            None if first && self.doubts.end.is_some() => self.table.flip = Some(tile),
            None => {
                let root = self.note(What::FlipUncalled { tile }, None, None);
                self.doubts.flip.get_or_insert(root);
                self.flip_due.get_or_insert(tile);
            }
            Some(flip) => {
                let foreign = self.not_of_deck(&[tile]);
                let mut counted = tile;
                if let Some(due) = flip.tile.filter(|&due| due != tile && self.forced_now().is_none()) {
                    let doubt = self.doubts.end.or(self.doubts.course).or(self.doubts.tiles);
                    let because = foreign.or(doubt);
                    if doubt.is_none() {
                        counted = due;
                    }
                    let root =
                        self.note(What::FlipTile { tile, due, opened: None, clause: flip.clause }, None, because);
                    self.doubts.flip = Some(root);
                    self.flip_due = Some(due);
                }
                let mut root = foreign;
                if !self.table.wall.is_known() {
                    root = root.or(self.see(tile, None, self.doubts.end));
                }
                self.doubts.flip = self.doubts.flip.or(root);
                self.table.flip = Some(counted);
            }
        }
    }
}

impl Referee<'_> {
    /// A tile opened for chickens during play. It stays in the wall and is drawn in its turn.
    fn roll(&mut self, tile: Tile, due: Flip) {
        let foreign = self.not_of_deck(&[tile]);
        let mut counted = tile;
        if let Some(right) = due.tile.filter(|&right| right != tile) {
            let doubt = self.doubts.course.or(self.doubts.tiles);
            if doubt.is_none() {
                counted = right;
            }
            let opened = Some(self.table.rolls.len() + 1);
            let what = What::FlipTile { tile, due: right, opened, clause: due.clause };
            let root = self.note(what, None, foreign.or(doubt));
            self.doubts.flip.get_or_insert(root);
        }
        self.table.rolls.push(counted);
    }
}

/// A wrong number of birds, or of flying ones; none are due without `due`.
fn bird_count(count: usize, due: Option<&BirdsDue>, clause: &'static Clause, flying: bool) -> What {
    let option = due.map(|due| due.counted_by);
    What::BirdCount { count, due: due.map_or(0, |due| due.count), flying, clause, option }
}

/// Returns the birds for an unknown wall that is too short: the last of the wall's birds repeats for the missing ones.
fn repeated(due: &BirdsDue, tiles: &[Tile]) -> Vec<Vec<Tile>> {
    let Some(&last) = due.of_wall.checked_sub(1).and_then(|at| tiles.get(at)) else { return Vec::new() };
    let mut all: Vec<Tile> = tiles.iter().copied().take(due.of_wall).collect();
    all.resize(due.count, last);
    vec![all]
}
