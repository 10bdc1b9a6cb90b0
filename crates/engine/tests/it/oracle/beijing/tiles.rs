//! Tiles as numbers, melds, and the cycle of the wild.

pub type Tile = u8;

/// 五万.
pub const FIVE: Tile = 4;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meld {
    /// The lowest tile of the run.
    Chow(Tile),
    Pung(Tile),
    Exposed(Tile),
    Added(Tile),
    Concealed(Tile),
}

impl Meld {
    pub fn tiles(self) -> Vec<Tile> {
        match self {
            Meld::Chow(low) => vec![low, low + 1, low + 2],
            Meld::Pung(of) => vec![of; 3],
            Meld::Exposed(of) | Meld::Added(of) | Meld::Concealed(of) => vec![of; 4],
        }
    }

    pub fn is_kong(self) -> bool {
        matches!(self, Meld::Exposed(_) | Meld::Added(_) | Meld::Concealed(_))
    }

    pub fn is_open(self) -> bool {
        !matches!(self, Meld::Concealed(_))
    }
}

/// 0, 1, 2 for the suits, 3 for honours.
pub fn suit(tile: Tile) -> u8 {
    if tile < 27 { tile / 9 } else { 3 }
}

/// True if a run can begin at this tile.
pub fn begins_run(tile: Tile) -> bool {
    tile < 27 && tile % 9 < 7
}

/// BJ-4b.
pub fn wild_after(indicator: Tile) -> Tile {
    match indicator {
        8 | 17 | 26 => indicator - 8,
        30 => 27,
        33 => 31,
        other => other + 1,
    }
}

#[test]
fn wild_cycle_returns() {
    for start in [0, 9, 18, 27, 31] {
        let mut at = start;
        let mut steps = 0;
        loop {
            at = wild_after(at);
            steps += 1;
            if at == start {
                break;
            }
        }
        assert_eq!(
            steps,
            match start {
                27 => 4,
                31 => 3,
                _ => 9,
            }
        );
    }
}
