//! Topics of play that the rules decide without refusing anything. The rule book names the clause for each.

/// The topic of a finding whose clause no refusal, payment or pattern carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    /// The kinds of tiles, and the number of each.
    Deck,
    /// The number of tiles dealt to each seat.
    DealSize,
    /// The order in which they are dealt.
    DealOrder,
    /// The tile that is turned up to name the wild kind.
    Indicator,
    /// The end of the wall from which a tile comes.
    Replacement,
    /// The seat that is asked about the last tile.
    LastTile,
    /// Tiles kept from ordinary draws.
    Reserve,
    /// A wall with no tile left to draw.
    UsedUp,
    /// The precedence of claims.
    ClaimOrder,
    /// The precedence of a win over every other claim.
    WinFirst,
    /// The winner among several on one tile.
    Winners,
    /// The tiles that a dice kong turns up, and their number.
    DiceKong,
    /// The position in the wall to which the dice point.
    DicePlace,
    /// The precedence of the konger's own win on the tiles turned up.
    KongerFirst,
    /// The time when birds are turned up.
    Birds,
    /// The time when a tile is flipped.
    Flip,
    /// Leaving the table.
    Leaving,
    /// The payments added at the end of a match.
    MatchEnd,
}
