//! 混儿: the kind that an indicator makes wild, and the number of tiles of that kind in a win. BJ-4.

use crate::rules::WinCandidate;
use caipan_tiles::tile::{Meld, Suit, Tile};

/// The kind after the indicator: 9 leads to 1 in a suit, and the winds and the dragons each form a cycle (BJ-4b). The
/// dragons' cycle is 中 发 白; the notation's order is 白 发 中.
pub fn after(indicator: Tile) -> Option<Tile> {
    let rank = match (indicator.suit(), indicator.rank()) {
        (Suit::Honours, 4) => 1,
        (Suit::Honours, 5) => 7,
        (Suit::Honours, rank @ (6 | 7)) => rank - 1,
        (Suit::Honours, rank) => rank + 1,
        (_, 9) => 1,
        (_, rank) => rank + 1,
    };
    Tile::of(indicator.suit(), rank)
}

/// The number of the winner's fourteen tiles that are of the wild kind, in whatever role (BJ-8f, BJ-8j).
pub fn among(case: &WinCandidate<'_>, tile: Tile) -> usize {
    let Some(wild) = case.wild else { return 0 };
    let laid = Meld::counts(case.melds).of(wild);
    usize::from(case.wilds) + usize::from(tile == wild) + usize::from(laid)
}

#[cfg(test)]
mod tests {
    use super::*;
    use caipan_tiles::tile::parse_tiles;

    #[test]
    fn bj_4b_wild_follows_indicator_in_cycle() {
        let after = |text: &str| -> Vec<Tile> { parse_tiles(text).unwrap().into_iter().filter_map(after).collect() };
        assert_eq!(after("1m8m9m9p9s"), parse_tiles("2m9m1m1p1s").unwrap());
        assert_eq!(after("1234z"), parse_tiles("2341z").unwrap());
        assert_eq!(after("7z6z5z"), parse_tiles("6z5z7z").unwrap());
    }
}
