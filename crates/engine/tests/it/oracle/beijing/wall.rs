//! Models the wall as stacks on a table, moved tile by tile. BJ-3, BJ-4a, BJ-6.

/// The place of a tile: its side, its column from that seat's right end, and 0 for the upper or 1 for the lower tile.
pub type Place = (usize, usize, usize);

/// A wall as people handle it on the table.
#[derive(Clone, Debug)]
pub struct Wall {
    /// Stacks in drawing order, each with its tiles from the top down.
    pub stacks: Vec<Vec<Place>>,
    pub kongs: usize,
    pub replaced: usize,
}

impl Wall {
    /// Builds four sides of seventeen stacks, counts off the throw on the side it names, and cuts.
    pub fn cut(dealer: usize, throw: usize) -> Wall {
        // Counting goes in turn order; the dealer is one.
        let mut side = dealer;
        for _ in 1..throw {
            side = (side + 1) % 4;
        }
        let mut column = 0;
        let step = |side: &mut usize, column: &mut usize| {
            *column += 1;
            if *column == 17 {
                // Clockwise along the wall runs against the order of play.
                *column = 0;
                *side = (*side + 3) % 4;
            }
        };
        for _ in 0..throw {
            step(&mut side, &mut column);
        }
        let mut stacks = Vec::new();
        for _ in 0..68 {
            stacks.push(vec![(side, column, 0), (side, column, 1)]);
            step(&mut side, &mut column);
        }
        Wall { stacks, kongs: 0, replaced: 0 }
    }

    /// The next tile from the front.
    pub fn take(&mut self) -> Option<Place> {
        self.stacks.retain(|stack| !stack.is_empty());
        self.stacks.first_mut().map(|stack| stack.remove(0))
    }

    /// A replacement from the very end.
    pub fn replace(&mut self) -> Option<Place> {
        self.stacks.retain(|stack| !stack.is_empty());
        self.replaced += 1;
        self.stacks.last_mut().and_then(Vec::pop)
    }

    pub fn left(&self) -> usize {
        self.stacks.iter().map(Vec::len).sum()
    }

    /// True if only reserved tiles are left: seven stacks from the original end, eight with two kongs, nine with three,
    /// ten with four, minus the tiles taken from them.
    pub fn is_reserve_only(&self) -> bool {
        let stacks = [7, 7, 8, 9, 10][self.kongs];
        self.left() <= 2 * stacks - self.replaced
    }
}
