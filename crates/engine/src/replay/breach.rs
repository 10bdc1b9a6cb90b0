//! What a log did that it should not have done, in neutral terms; `audit` gives each its code and its sentence.

use crate::rules::{Called, Refusal};
use caipan_log::{Claim, DrawFrom, EventKind};
use caipan_tiles::clause::Clause;
use caipan_tiles::tile::{Seat, Tile};

/// One breach, where it happened and what it follows from.
#[derive(Clone, Debug)]
pub struct Breach {
    /// What happened.
    pub what: What,
    /// Index of the event; `None` before the first one or after the last.
    pub event: Option<usize>,
    /// The seat it concerns.
    pub seat: Option<Seat>,
    /// Index of the breach that this one follows from: it would not be there without that one.
    pub because: Option<usize>,
    /// The clause that makes it one, where a rule does.
    pub clause: Option<&'static Clause>,
    /// By how many tiles the wall goes on further on (further back where negative) from here on, as the draws after it show.
    pub moved: Option<isize>,
}

/// The breach that says that nobody knows which tiles are wild.
pub(super) fn wild_unknown(breaches: &[Breach]) -> Option<usize> {
    breaches.iter().position(|breach| matches!(breach.what, What::IndicatorMissing))
}

impl What {
    /// Whether what a seat holds is in doubt through it, so that what follows may not be for the rules to say: a claim that they refuse may be another
    /// seat's; and nobody calls a false win who is shown another wild kind than the wall's.
    pub const fn leaves_doubt(&self) -> bool {
        let claim = matches!(self, What::Refused { action: EventKind::Chow | EventKind::Pung | EventKind::Kong, .. });
        !self.is_decided() || claim || matches!(self, What::IndicatorDiffers { .. })
    }

    /// Whether nothing that anybody holds, did or is owed hangs on it.
    pub const fn is_aside(&self) -> bool {
        matches!(
            self,
            What::AfterEnd
                | What::IdlePass { .. }
                | What::IdleClaim { .. }
                | What::TimeBackwards { .. }
                | What::DigestDiffers { .. }
                | What::CommitmentBroken { .. }
                | What::CutDice { .. }
                | What::FlowerUncalled
                | What::ExchangeUncalled
        )
    }

    /// Whether it is for the rules to say what comes of it, and they do: what was refused does not stand, a false win is none, what
    /// the wall turns up is wild. Anything else is a record of what cannot have happened so.
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
    /// The wall is not the deck: a kind with a wrong number of copies.
    WallTiles { tile: Tile, count: usize },
    /// The wall has a wrong number of tiles.
    WallSize { count: usize, due: usize },
    /// A tile that this deck does not have.
    NotInDeck { tile: Tile },
    /// A seat was dealt a wrong number of tiles.
    DealSize { count: usize, due: usize },
    /// A seat's dealt tiles are not those at its places in the wall.
    DealNotFromWall { dealt: Vec<Tile>, due: Vec<Tile> },
    /// More copies of a kind were seen than there are.
    TooManyCopies { tile: Tile, count: usize },
    /// The named dealer is not the seat that was dealt the extra tile.
    DealerDeal { dealt: Seat },

    /// Another number of dice than the rules cut the wall with.
    CutDice { count: usize, due: usize, clause: &'static Clause, option: Option<&'static str> },
    /// Another indicator than the wall's.
    IndicatorDiffers { claimed: Tile, due: Tile },
    /// No indicator, so that the wild kind is not known.
    IndicatorMissing,

    /// A draw by a seat that is not next.
    DrawOutOfTurn { due: Option<Seat> },
    /// A draw from the wrong end of the wall.
    DrawWrongEnd { due: DrawFrom },
    /// A draw although the wall is used up.
    DrawFromNothing,
    /// An ordinary draw although only the reserve for replacements is left.
    DrawFromReserve { left: usize },
    /// A draw of another tile than the next of the wall.
    DrawWrongTile { tile: Tile, due: Tile },
    /// The same, where an unknown throw leaves several that may be the next.
    DrawNoneOf { tile: Tile, due: Vec<Tile> },
    /// A seat acted on a draw that is not in the log.
    DrawMissing { supplied: Option<Tile> },
    /// A seat that had to discard did not, and the game went on.
    DiscardMissing { supplied: Option<Tile> },
    /// The last tile was drawn by a seat that was not asked yet.
    LastTileSkipped { asked: Seat },

    /// A discard by a seat that is not in turn.
    DiscardOutOfTurn { due: Option<Seat> },
    /// A discard of a tile that is not in the hand.
    DiscardNotHeld { tile: Tile },

    /// A claim while nothing lies open.
    NothingOpen,
    /// A claim of a tile that is not the one lying open.
    TileNotOpen { tile: Tile, open: Vec<Tile> },
    /// A claim of the own discard.
    OwnTile { tile: Tile },
    /// Three tiles that are no run.
    NotARun { tiles: [Tile; 3] },
    /// Tiles for a meld that are not in the hand.
    MeldNotHeld { tile: Tile, held: u8, need: u8 },
    /// A kong by a seat that is not in turn.
    KongOutOfTurn { due: Option<Seat> },
    /// An added kong without its pung.
    NoPung { tile: Tile },
    /// A claim was carried out although a stronger one was made.
    ClaimOverridden { by: Claim, stronger: Claim, seat: Seat },

    /// The rules say no.
    Refused { action: EventKind, refusal: Box<Refusal> },

    /// Tiles turned up without a dice kong.
    RevealUncalled,
    /// A dice kong of which the tiles were not turned up.
    RevealMissing,
    /// A wrong number of tiles turned up.
    RevealCount { count: usize, due: usize },
    /// Other tiles turned up than the dice point to.
    RevealTiles { tiles: Vec<Tile>, due: Vec<Tile> },
    /// Tiles turned up to which no throw points.
    RevealNowhere { tiles: Vec<Tile> },
    /// Tiles turned up of which the throw is not known.
    ThrowUnknown,

    /// A win without any tile to win on.
    NoChance,
    /// A win on a tile that is not the one to win on.
    WinTile { tile: Tile, open: Vec<Tile> },
    /// A hand that is no win.
    FalseWin { refusal: Box<Refusal>, called: Box<Called> },
    /// A win that something earlier forbids.
    ForbiddenWin { refusal: Box<Refusal> },
    /// A win that stands though something speaks against it.
    DoubtfulWin { refusal: Box<Refusal> },
    /// A win although the konger's own win goes first.
    Preempted { by: Seat },
    /// A second winner where only one wins, and who that is.
    SecondWinner { first: Seat, clause: &'static Clause, option: &'static str },
    /// A win that ends the hand by itself was not carried out.
    AutomaticWin { clause: &'static Clause },
    /// The same seat won twice.
    WonTwice,
    /// A claimed win was not carried out although it should have been, but that claim, or none.
    WinOverridden { tile: Tile, by: Option<Claim> },

    /// An initial win of an unknown name.
    UnknownOpening { name: String },
    /// An answer about the last tile by a seat that is not asked.
    LastTileAnswer { asked: Option<Seat> },
    /// Birds turned up though nobody won.
    BirdsUncalled,
    /// A wrong number of birds.
    BirdCount { count: usize, due: usize, clause: &'static Clause },
    /// Other birds than the next tiles.
    BirdTiles { tiles: Vec<Tile>, due: Vec<Tile>, clause: &'static Clause },
    /// The same, where an unknown throw leaves several choices.
    BirdsNoneOf { tiles: Vec<Tile>, due: Vec<Vec<Tile>>, clause: &'static Clause },
    /// Birds turned up once more.
    BirdsTwice,

    /// A tile flipped though none is due.
    FlipUncalled { tile: Tile },
    /// Another tile flipped than the next one.
    FlipTile { tile: Tile, due: Tile, clause: &'static Clause },

    /// A pass of something that was not on offer.
    IdlePass { of: Claim },
    /// A claim, lost to another event, that the seat could not have made.
    IdleClaim { of: Claim },
    /// An exchange that is not due.
    ExchangeUncalled,
    /// An exchange of a wrong number of tiles.
    ExchangeCount { gave: usize, took: usize, due: usize, clause: &'static Clause },
    /// Tiles taken that are not those given.
    ExchangeTiles { took: Vec<Tile>, gave: Vec<Tile>, from: Seat, clause: &'static Clause },
    /// A tile given away that is not in the hand.
    ExchangeNotHeld { tile: Tile },
    /// An exchange that is due and was not made.
    ExchangeMissing { clause: &'static Clause },
    /// A flower laid where none may be, now or ever.
    FlowerUncalled,
    /// What was laid as a flower is none, or is not in the hand.
    FlowerWrong { tile: Tile },
    /// A player left.
    Left,
    /// A seat leaves that has left before.
    LeftTwice,
    /// An event after the hand had ended.
    AfterEnd,
    /// An event by a seat that plays no more, or does not sit at the table.
    OutOfPlay,
    /// The events stop before the hand has ended, or there are none.
    Unfinished { played: bool },
    /// The client's digest of the table is not ours.
    DigestDiffers { claimed: String, computed: String },
    /// The clock of the events runs backwards.
    TimeBackwards { ms: u64, before: u64 },
    /// The wall does not fit what was published before the hand.
    CommitmentBroken { published: String, computed: String },
}
