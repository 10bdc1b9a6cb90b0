//! Matters of play that a rule decides without a question to be refused: the rule book names the clause for each.

/// What a finding may be about though no refusal, payment or pattern carries its clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Matter {
    /// Which tiles there are, and how many of each.
    Deck,
    /// How many tiles each seat is dealt.
    DealSize,
    /// In which order they are dealt.
    DealOrder,
    /// Which tile is turned up to name the wild kind.
    Indicator,
    /// From which end of the wall a tile comes.
    Replacement,
    /// Who is asked about the last tile.
    LastTile,
    /// Tiles kept from ordinary draws.
    Reserve,
    /// A wall with no tile left to draw.
    UsedUp,
    /// Which claim goes before which.
    ClaimOrder,
    /// That a win goes before every other claim.
    WinFirst,
    /// Who wins of several on one tile.
    Winners,
    /// That a dice kong turns tiles up, and how many.
    DiceKong,
    /// Where in the wall the dice point.
    DicePlace,
    /// That the konger's own win on the tiles turned up goes first.
    KongerFirst,
    /// When birds are turned up.
    Birds,
    /// When a tile is flipped.
    Flip,
    /// Leaving the table.
    Leaving,
}
