//! Breaches that the replay finds in a log, in neutral terms. `audit` gives each its code and sentence.

use crate::rules::{Called, Refusal};
use caipan_log::{Claim, DrawFrom, EventKind};
use caipan_tiles::clause::Clause;
use caipan_tiles::tile::{Seat, Tile};

/// The position of a breach among those of its hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct BreachIdx(pub usize);

impl BreachIdx {
    /// Returns the breach.
    pub fn of(self, breaches: &[Breach]) -> Option<&Breach> {
        breaches.get(self.0)
    }
}

/// Returns the first breach of this kind.
pub fn first(breaches: &[Breach], is: impl Fn(&What) -> bool) -> Option<BreachIdx> {
    breaches.iter().position(|breach| is(&breach.what)).map(BreachIdx)
}

/// One breach, with its position and its cause.
#[derive(Clone, Debug)]
pub struct Breach {
    /// The kind of breach.
    pub what: What,
    /// The index of the event; `None` before the first event or after the last.
    pub event: Option<usize>,
    /// The seat concerned.
    pub seat: Option<Seat>,
    /// The primary breach; without that breach this one would not exist.
    pub because: Option<BreachIdx>,
    /// The clause broken, if a rule applies.
    pub clause: Option<&'static Clause>,
    /// The number of tiles by which the wall position moves from here on, as later draws show. Negative: towards the
    /// start.
    pub moved: Option<isize>,
}

/// Returns the breach that leaves the wild tiles unknown.
pub(super) fn wild_unknown(breaches: &[Breach]) -> Option<BreachIdx> {
    first(breaches, |what| matches!(what, What::IndicatorMissing))
}

impl What {
    /// True if the breach makes a seat's hand uncertain, so that the rules may not decide about later events. A refused
    /// claim may belong to another seat, and a player who sees a wrong wild kind does not knowingly make a false win.
    pub const fn leaves_doubt(&self) -> bool {
        let claim = matches!(self, What::Refused { action: EventKind::Chow | EventKind::Pung | EventKind::Kong, .. });
        !self.is_decided() || claim || matches!(self, What::IndicatorDiffers { .. })
    }

    /// True if the breach affects no hand, no play and no payment.
    pub const fn is_aside(&self) -> bool {
        matches!(
            self,
            What::AfterEnd
                | What::IdlePass { .. }
                | What::IdleClaim { .. }
                | What::WinPassed { .. }
                | What::TimeBackwards { .. }
                | What::DigestDiffers { .. }
                | What::CommitmentBroken { .. }
                | What::CutDice { .. }
                | What::FlowerUncalled
                | What::ExchangeUncalled
        )
    }

    /// True if the rules determine the consequence of the breach: a refused action is void, a false win is not a win,
    /// the wall's indicator decides the wild kind. All other breaches are records of impossible events.
    pub const fn is_decided(&self) -> bool {
        matches!(
            self,
            What::IndicatorDiffers { .. }
                | What::Refused { .. }
                | What::FalseWin { .. }
                | What::ForbiddenWin { .. }
                | What::DoubtfulWin { .. }
                | What::NoChance
                | What::WonTwice
                | What::Preempted { .. }
                | What::SecondWinner { .. }
                | What::AutomaticWin { .. }
                | What::ClaimOverridden { .. }
                | What::WinOverridden { .. }
                | What::BirdsUncalled
                | What::BirdCount { .. }
                | What::BirdTiles { .. }
                | What::BirdsTwice
                | What::FlipUncalled { .. }
                | What::FlipTile { .. }
                | What::OutOfPlay
                | What::Left
                | What::LeftTwice
        )
    }
}

/// Kinds of breach.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "each variant's sentence names its fields")]
pub enum What {
    /// The wall does not match the deck: a kind has a wrong number of copies.
    WallTiles { tile: Tile, count: usize },
    /// The wall has a wrong number of tiles.
    WallSize { count: usize, due: usize },
    /// The deck does not have this tile.
    NotInDeck { tile: Tile },
    /// A seat was dealt a wrong number of tiles.
    DealSize { count: usize, due: usize },
    /// A seat's dealt tiles differ from those at its positions in the wall.
    DealNotFromWall { dealt: Vec<Tile>, due: Vec<Tile> },
    /// More copies of a kind appeared than the deck has.
    TooManyCopies { tile: Tile, count: usize },
    /// The named dealer is not the seat that was dealt the extra tile.
    DealerDeal { dealt: Seat },

    /// The number of dice that cut the wall differs from the rules.
    CutDice { count: usize, due: usize, clause: &'static Clause, option: Option<&'static str> },
    /// The indicator differs from that of the wall.
    IndicatorDiffers { claimed: Tile, due: Tile },
    /// The indicator is missing, so the wild kind is unknown.
    IndicatorMissing,

    /// A draw by a seat that is not next.
    DrawOutOfTurn { due: Option<Seat> },
    /// A draw from the wrong end of the wall.
    DrawWrongEnd { due: DrawFrom },
    /// A draw after the wall is used up.
    DrawFromNothing,
    /// An ordinary draw when only the reserve for replacements is left.
    DrawFromReserve { left: usize, option: Option<&'static str> },
    /// A drawn tile that is not the next tile of the wall.
    DrawWrongTile { tile: Tile, due: Tile },
    /// A drawn tile that is none of the possible next tiles, where an unknown throw leaves several.
    DrawNoneOf { tile: Tile, due: Vec<Tile> },
    /// A seat acted on a draw that is not in the log.
    DrawMissing { supplied: Option<Tile> },
    /// A seat did not discard in its turn, and play continued.
    DiscardMissing { supplied: Option<Tile> },
    /// The last tile was drawn by a seat that was not asked yet.
    LastTileSkipped { asked: Seat },

    /// A discard by a seat that is not in turn.
    DiscardOutOfTurn { due: Option<Seat> },
    /// A discard of a tile that is not in the hand.
    DiscardNotHeld { tile: Tile },

    /// A claim when no tile is open.
    NothingOpen,
    /// A claim of a tile that is not open.
    TileNotOpen { tile: Tile, open: Vec<Tile> },
    /// A claim of the seat's own discard.
    OwnTile { tile: Tile },
    /// A chow of three tiles that do not form a run.
    NotARun { tiles: [Tile; 3] },
    /// A meld of tiles that are not in the hand.
    MeldNotHeld { tile: Tile, held: u8, need: u8 },
    /// A kong by a seat that is not in turn.
    KongOutOfTurn { due: Option<Seat> },
    /// An added kong without its pung.
    NoPung { tile: Tile },
    /// A claim was carried out although a stronger one was made.
    ClaimOverridden { by: Claim, stronger: Claim, seat: Seat },

    /// An action that the rules refuse.
    Refused { action: EventKind, refusal: Box<Refusal> },

    /// Tiles turned up without a dice kong.
    RevealUncalled,
    /// A dice kong without its reveal.
    RevealMissing,
    /// A wrong number of tiles turned up.
    RevealCount { count: usize, due: usize, option: Option<&'static str> },
    /// Tiles turned up that differ from those that the dice point to.
    RevealTiles { tiles: Vec<Tile>, due: Vec<Tile> },
    /// Tiles turned up that no throw points to.
    RevealNowhere { tiles: Vec<Tile> },
    /// Tiles turned up after an unknown throw.
    ThrowUnknown,

    /// A win when there is no tile to win on.
    NoChance,
    /// A win on a tile other than the winning tile.
    WinTile { tile: Tile, open: Vec<Tile> },
    /// A false win: the hand is not a winning hand.
    FalseWin { refusal: Box<Refusal>, called: Box<Called> },
    /// A win that an earlier event forbids.
    ForbiddenWin { refusal: Box<Refusal> },
    /// A valid win with a circumstance that needs review.
    DoubtfulWin { refusal: Box<Refusal> },
    /// A win although the konger's own win takes precedence.
    Preempted { by: Seat },
    /// A second winner where only one seat wins; `first` is the seat that wins.
    SecondWinner { first: Seat, clause: &'static Clause, option: &'static str },
    /// A win that ends the hand automatically was not carried out.
    AutomaticWin { clause: &'static Clause },
    /// A second win by the same seat.
    WonTwice,
    /// A claimed win was overridden by another claim, or by a draw, although it takes precedence.
    WinOverridden { tile: Tile, by: Option<Claim> },

    /// An initial win that no house of the system has.
    UnknownOpening { name: String },
    /// An answer about the last tile by a seat that was not asked.
    LastTileAnswer { asked: Option<Seat> },
    /// Birds turned up without a winner.
    BirdsUncalled,
    /// A wrong number of birds.
    BirdCount { count: usize, due: usize, flying: bool, clause: &'static Clause, option: Option<&'static str> },
    /// Birds that differ from the next tiles.
    BirdTiles { tiles: Vec<Tile>, due: Vec<Tile>, clause: &'static Clause },
    /// Birds that match none of the possible choices, where an unknown throw leaves several.
    BirdsNoneOf { tiles: Vec<Tile>, due: Vec<Vec<Tile>>, clause: &'static Clause },
    /// Birds turned up a second time.
    BirdsTwice,

    /// A flip when none is due.
    FlipUncalled { tile: Tile },
    /// A flipped tile that is not the one due; `opened`: its number, from 1, among those opened during play.
    FlipTile { tile: Tile, due: Tile, opened: Option<usize>, clause: &'static Clause },

    /// A pass of something that was not on offer.
    IdlePass { of: Claim },
    /// A pass of a win that must be taken.
    WinPassed { refusal: Box<Refusal> },
    /// A lost claim that the seat could not have made.
    IdleClaim { of: Claim },
    /// An exchange that is not due.
    ExchangeUncalled,
    /// An exchange of a wrong number of tiles.
    ExchangeCount { gave: usize, took: usize, due: usize, clause: &'static Clause },
    /// Tiles taken that differ from those given.
    ExchangeTiles { took: Vec<Tile>, gave: Vec<Tile>, from: Seat, clause: &'static Clause },
    /// A given tile that is not in the hand.
    ExchangeNotHeld { tile: Tile },
    /// An exchange that is due but missing.
    ExchangeMissing { clause: &'static Clause },
    /// A flower when none may be set aside, now or under these rules.
    FlowerUncalled,
    /// A tile set aside as a flower that is no flower or not in the hand.
    FlowerWrong { tile: Tile },
    /// A player left.
    Left,
    /// A seat left a second time.
    LeftTwice,
    /// An event after the end of the hand.
    AfterEnd,
    /// An event by a seat that no longer plays or never sat at the table.
    OutOfPlay,
    /// The events stop before the end of the hand, or there are none.
    Unfinished { played: bool },
    /// The client's digest of the table differs from the computed one.
    DigestDiffers { claimed: String, computed: String },
    /// The timestamps of the events run backwards.
    TimeBackwards { ms: u64, before: u64 },
    /// The wall does not match the commitment published before the hand.
    CommitmentBroken { published: String, computed: String },
}
