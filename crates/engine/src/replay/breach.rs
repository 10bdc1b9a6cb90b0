//! Breaches that the replay finds in a log, in neutral terms. `audit` gives each its code and sentence.

use self::Class::{Aside, Clear, Decided, Doubted, Impossible, Untold};
use self::Fact::{Birds, Course, End, Flip, Hand, Open, Tiles};
use self::Mark::{Claims, Discards, Drawn, FalseWin, NoSuchEvent, Turns, WallShort, WinDue};
use crate::rules::{Called, Ground, Refusal, Rules, Topic};
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

/// The class of a breach: what it leaves certain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// The breach affects no hand, no play and no payment.
    Aside,
    /// The rules determine its consequence, and it leaves no doubt about what a seat holds or did.
    Clear,
    /// The rules determine its consequence: a refused action is void, a false win is not a win, the wall's indicator
    /// decides the wild kind. The event itself may be recorded wrongly.
    Decided,
    /// As `Decided`, but a seat's hand is uncertain, so that the rules may not decide about later events. A refused claim
    /// may belong to another seat, and a player who sees a wrong wild kind does not knowingly make a false win.
    Doubted,
    /// A record of an impossible event.
    Impossible,
    /// As `Impossible`, but the record does not say what happened instead, so that the amounts due are unknown.
    Untold,
}

/// A mark of breaches that are alike in one respect, whatever their class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Its seat may have had another number of turns.
    Turns,
    /// Another tile may have been discarded.
    Discards,
    /// Its seat may have claimed no tile, or another.
    Claims,
    /// The wall is too short for it.
    WallShort,
    /// It concerns one drawn tile, which is not that of the wall.
    Drawn,
    /// A win was due, which ends the hand.
    WinDue,
    /// A called win that does not stand, for which its seat may owe a penalty.
    FalseWin,
    /// The rules do not have such an event, or not at that time.
    NoSuchEvent,
}

/// A fact of a hand that an earlier breach may have made uncertain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fact {
    /// The tiles that the seat of the breach holds.
    Hand,
    /// The open tiles.
    Open,
    /// The turn order.
    Course,
    /// The end of the hand.
    End,
    /// The birds.
    Birds,
    /// The flipped tile.
    Flip,
    /// The order and the tiles of the wall.
    Tiles,
}

impl What {
    /// Returns the class of the breach.
    pub const fn class(&self) -> Class {
        self.row().0
    }

    /// True if the breach has the mark.
    pub fn is(&self, mark: Mark) -> bool {
        self.row().1.contains(&mark)
    }

    /// Returns the facts on which the breach rests, the first one first.
    pub(super) const fn rests_on(&self) -> &'static [Fact] {
        self.row().2
    }

    /// True if the breach makes a seat's hand uncertain, so that the rules may not decide about later events.
    pub const fn leaves_doubt(&self) -> bool {
        matches!(self.class(), Class::Doubted | Class::Impossible | Class::Untold)
    }

    /// True if the rules determine the consequence of the breach.
    pub const fn is_decided(&self) -> bool {
        matches!(self.class(), Class::Clear | Class::Decided | Class::Doubted)
    }

    /// True if the breach records what cannot have happened, so that hands, play or payments may have been others.
    pub const fn is_impossible(&self) -> bool {
        matches!(self.class(), Class::Impossible | Class::Untold)
    }

    /// True if the breach leaves the amounts due unknown: a missing end of the hand, or an initial win of unknown name.
    pub const fn is_untold(&self) -> bool {
        matches!(self.class(), Class::Untold)
    }
}

/// Declares the kinds of breach, one row each, with its class and the clause that it breaks.
///
/// `Kind { fields } = Class;` if no rule of the region applies: missing tiles, a turn out of order, or a record that
/// contradicts itself. `= Class, on Topic::Of;` if the region has the clause of a topic, `= Class, under clause;` if the
/// breach carries its clause; then `, of [Mark]` if it has marks, and `, from [Fact]` if it is a consequence of the first
/// of these facts that is uncertain. Each part of a row may read the fields.
macro_rules! kinds {
    ($($(#[$doc:meta])+ $kind:ident $({ $($field:ident: $type:ty),+ })? = $class:expr
       $(, on $topic:expr)? $(, under $clause:expr)? $(, of $marks:expr)? $(, from $facts:expr)?;)+) => {
        /// Kinds of breach.
        #[derive(Clone, Debug)]
        #[expect(missing_docs, reason = "each variant's sentence names its fields")]
        pub enum What {
            $($(#[$doc])+ $kind $({ $($field: $type),+ })?,)+
        }

        impl What {
            /// Returns the class, the marks and the facts of the row.
            #[expect(unused_variables, reason = "a row binds all fields of its kind, and most read none")]
            const fn row(&self) -> (Class, &'static [Mark], &'static [Fact]) {
                match self {
                    $(What::$kind $({ $($field),+ })? => ($class, kinds!(@all $($marks)?), kinds!(@all $($facts)?)),)+
                }
            }

            /// Returns the clause that makes this a breach; `None` if no rule of the region applies.
            #[expect(unused_variables, reason = "a row binds all fields of its kind, and most read none")]
            pub(super) fn clause(&self, rules: &dyn Rules) -> Option<&'static Clause> {
                match self {
                    $(What::$kind $({ $($field),+ })? => {
                        $(return rules.clause_on($topic);)?
                        $(return Some($clause);)?
                    })+
                }
                None
            }
        }
    };
    (@all) => { &[] };
    (@all $all:expr) => { &$all };
}

kinds! {
    /// The wall does not match the deck: a kind has a wrong number of copies.
    WallTiles { tile: Tile, count: usize } = Impossible, on Topic::Deck;
    /// The wall has a wrong number of tiles.
    WallSize { count: usize, due: usize } = Impossible, on Topic::Deck;
    /// The deck does not have this tile.
    NotInDeck { tile: Tile } = Impossible, on Topic::Deck;
    /// A seat was dealt a wrong number of tiles.
    DealSize { count: usize, due: usize } = Impossible, on Topic::DealSize, from [Hand];
    /// A seat's dealt tiles differ from those at its positions in the wall.
    DealNotFromWall { dealt: Vec<Tile>, due: Vec<Tile> } = Impossible, on Topic::DealOrder;
    /// More copies of a kind appeared than the deck has.
    TooManyCopies { tile: Tile, count: usize } = Impossible, on Topic::Deck;
    /// The named dealer is not the seat that was dealt the extra tile.
    DealerDeal { dealt: Seat } = Impossible, on Topic::DealSize;

    /// The number of dice that cut the wall differs from the rules.
    CutDice { count: usize, due: usize, clause: &'static Clause, option: Option<&'static str> } = Aside, under clause;
    /// The indicator differs from that of the wall.
    IndicatorDiffers { claimed: Tile, due: Tile } = Doubted, on Topic::Indicator, from [Tiles];
    /// The indicator is missing, so the wild kind is unknown.
    IndicatorMissing = Impossible, on Topic::Indicator;

    /// A draw by a seat that is not next.
    DrawOutOfTurn { due: Option<Seat> } = Impossible, of [Turns];
    /// A draw from the wrong end of the wall.
    DrawWrongEnd { due: DrawFrom } = Impossible, on Topic::Replacement, from [Course];
    /// A draw after the wall is used up.
    DrawFromNothing = Impossible, on Topic::UsedUp;
    /// An ordinary draw when only the reserve for replacements is left.
    DrawFromReserve { left: usize, option: Option<&'static str> } = Impossible, on Topic::Reserve;
    /// A drawn tile that is not the next tile of the wall.
    DrawWrongTile { tile: Tile, due: Tile } = Impossible, of [Drawn];
    /// A drawn tile that is none of the possible next tiles, where an unknown throw leaves several.
    DrawNoneOf { tile: Tile, due: Vec<Tile> } = Impossible, of [Drawn];
    /// A seat acted on a draw that is not in the log.
    DrawMissing { supplied: Option<Tile> } = Impossible, of [Turns], from [Course];
    /// A seat did not discard in its turn, and play continued.
    DiscardMissing { supplied: Option<Tile> } = Impossible, of [Turns, Discards];
    /// The last tile was drawn by a seat that was not asked yet.
    LastTileSkipped { asked: Seat } = Impossible, on Topic::LastTile;

    /// A discard by a seat that is not in turn.
    DiscardOutOfTurn { due: Option<Seat> } = Impossible, of [Turns, Discards];
    /// A discard of a tile that is not in the hand.
    DiscardNotHeld { tile: Tile } = Impossible, of [Discards];

    /// A claim when no tile is open.
    NothingOpen { tile: Tile } = Impossible, of [Claims];
    /// A claim of a tile that is not open.
    TileNotOpen { tile: Tile, open: Vec<Tile> } = Impossible, of [Claims], from [Open];
    /// A claim of the seat's own discard.
    OwnTile { tile: Tile } = Impossible, of [Claims];
    /// A chow of three tiles that do not form a run.
    NotARun { tiles: [Tile; 3] } = Impossible;
    /// A meld of tiles that are not in the hand.
    MeldNotHeld { tile: Tile, held: u8, need: u8 } = Impossible, of [Claims];
    /// A kong by a seat that is not in turn.
    KongOutOfTurn { due: Option<Seat> } = Impossible;
    /// An added kong without its pung.
    NoPung { tile: Tile } = Impossible;
    /// A claim was carried out although a stronger one was made.
    ClaimOverridden { by: Claim, stronger: Claim, seat: Seat } = Clear, on Topic::ClaimOrder, from [Open];

    /// An action that the rules refuse.
    Refused { action: EventKind, refusal: Box<Refusal> } = refused(*action), under refusal.clause, of *marks(*action, refusal);

    /// Tiles turned up without a dice kong.
    RevealUncalled = Impossible, on Topic::DiceKong, from [Course, Open];
    /// A dice kong without its reveal.
    RevealMissing = Impossible, on Topic::DiceKong;
    /// A wrong number of tiles turned up.
    RevealCount { count: usize, due: usize, option: Option<&'static str> } = Impossible, on Topic::DiceKong, from [Course];
    /// Tiles turned up that differ from those that the dice point to.
    RevealTiles { tiles: Vec<Tile>, due: Vec<Tile> } = Impossible, on Topic::DicePlace, from [Course, Tiles];
    /// Tiles turned up that no throw points to.
    RevealNowhere { tiles: Vec<Tile> } = Impossible, on Topic::DicePlace, from [Course, Tiles];
    /// Tiles turned up after an unknown throw.
    ThrowUnknown = Impossible, on Topic::DicePlace, from [Course, Tiles];

    /// A win when there is no tile to win on.
    NoChance = Decided, of [FalseWin];
    /// A win on a tile other than the winning tile.
    WinTile { tile: Tile, open: Vec<Tile> } = Impossible, from [Open, Hand];
    /// A false win: the hand is not a winning hand.
    FalseWin { refusal: Box<Refusal>, called: Box<Called> } = Decided, under refusal.clause, of [FalseWin];
    /// A win that an earlier event forbids.
    ForbiddenWin { refusal: Box<Refusal> } = Decided, under refusal.clause, of [FalseWin];
    /// A valid win with a circumstance that needs review.
    DoubtfulWin { refusal: Box<Refusal> } = Clear, under refusal.clause;
    /// A win although the konger's own win takes precedence.
    Preempted { by: Seat } = Clear, on Topic::KongerFirst;
    /// A second winner where only one seat wins; `first` is the seat that wins.
    SecondWinner { first: Seat, clause: &'static Clause, option: &'static str } = Clear, under clause;
    /// A win that ends the hand automatically was not carried out.
    AutomaticWin { clause: &'static Clause } = Clear, under clause, of [WinDue], from [Hand];
    /// More wins by a seat that has won; `times`: their number.
    WonAgain { times: usize } = Clear, from [End];
    /// A claimed win was overridden by another claim, or by a draw, although it takes precedence.
    WinOverridden { tile: Tile, by: Option<Claim> } = Clear, on overridden(*by), of [WinDue], from [Open];

    /// An initial win that no house of the system has.
    UnknownOpening { name: String } = Untold;
    /// Declarations of initial wins that the seat declared often before; `times`: their number.
    OpeningRepeated { times: usize } = Clear, from [Hand, Course];
    /// An answer about the last tile by a seat that was not asked.
    LastTileAnswer { asked: Option<Seat> } = Impossible, on Topic::LastTile;
    /// Birds turned up without a winner.
    BirdsUncalled = Decided, on Topic::Birds, from [End, Course];
    /// A wrong number of birds.
    BirdCount { count: usize, due: usize, flying: bool, clause: &'static Clause, option: Option<&'static str> } = Decided, under clause;
    /// Birds that differ from the next tiles.
    BirdTiles { tiles: Vec<Tile>, due: Vec<Tile>, clause: &'static Clause } = Decided, under clause;
    /// Birds that match none of the possible choices, where an unknown throw leaves several.
    BirdsNoneOf { tiles: Vec<Tile>, due: Vec<Vec<Tile>>, clause: &'static Clause } = Impossible, under clause;
    /// Birds turned up a second time.
    BirdsTwice = Decided, on Topic::Birds, from [Birds, End];

    /// A flip when none is due.
    FlipUncalled { tile: Tile } = Decided, on Topic::Flip, of [NoSuchEvent], from [End, Course, Flip];
    /// A flipped tile that is not the one due; `opened`: its number, from 1, among those opened during play.
    FlipTile { tile: Tile, due: Tile, opened: Option<usize>, clause: &'static Clause } = Decided, under clause;

    /// A pass of something that was not on offer.
    IdlePass { of: Claim } = Aside, from [Open, Hand];
    /// A pass of a win that must be taken.
    WinPassed { refusal: Box<Refusal> } = Aside, under refusal.clause, from [Open, Hand];
    /// A lost claim that the seat could not have made.
    IdleClaim { of: Claim } = Aside, from [Open, Hand, Course];
    /// A choice that was offered although the seat lacks the tiles or the turn for it.
    OfferImpossible { of: Claim } = Aside, from [Open, Hand, Course, End];
    /// A choice that was offered although the rules refuse it.
    OfferForbidden { of: Claim, refusal: Box<Refusal> } = Aside, under refusal.clause, from [Open, Hand, Course, End];
    /// A choice that a seat had and was not offered.
    OfferMissing { of: Claim } = Aside, from [Open, Hand, Course, End];
    /// An exchange that is not due.
    ExchangeUncalled = Aside, of [NoSuchEvent], from [Course];
    /// An exchange of a wrong number of tiles.
    ExchangeCount { gave: usize, took: usize, due: usize, clause: &'static Clause } = Impossible, under clause, from [Hand];
    /// Tiles taken that differ from those given.
    ExchangeTiles { took: Vec<Tile>, gave: Vec<Tile>, from: Seat, clause: &'static Clause } = Impossible, under clause;
    /// A given tile that is not in the hand.
    ExchangeNotHeld { tile: Tile, clause: &'static Clause } = Impossible, under clause, from [Hand];
    /// An exchange that is due but missing.
    ExchangeMissing { clause: &'static Clause } = Impossible, under clause;
    /// A flower set aside, which no rules have.
    FlowerUncalled = Aside, of [NoSuchEvent];
    /// An event that repeats the one before it; `times`: how often, `moves`: whether the event moves anything.
    Repeated { times: usize, moves: bool } = Aside;
    /// Events that repeat the `count` events from `of` on, and do not count.
    EventsAgain { from: usize, count: usize, of: usize } = Aside;
    /// From here on all seats are this many places too far. The replay turns them back.
    SeatsTurned { from: usize, by: usize } = Aside;
    /// A player left.
    Left = Clear, on Topic::Leaving;
    /// A seat left a second time.
    LeftTwice = Clear;
    /// An event after the end of the hand.
    AfterEnd = Aside, from [End, Course];
    /// An event by a seat that no longer plays or never sat at the table.
    OutOfPlay = Decided;
    /// The events stop before the end of the hand, or there are none.
    Unfinished { played: bool } = Untold, from [End, Course];
    /// The client's digest of the table differs from the computed one.
    DigestDiffers { claimed: String, computed: String } = Aside;
    /// Tiles laid open that are not those of the hand: `held` are the known tiles of the hand, and `size` their number with
    /// those that the record does not show.
    ShownDiffers { shown: Vec<Tile>, held: Vec<Tile>, size: usize } = Aside, from [Hand, Course, End];
    /// The timestamps of the events run backwards, for the first time in this hand; `times`: how often they do.
    TimeBackwards { ms: u64, before: u64, times: usize } = Aside;
    /// The wall does not match the commitment published before the hand.
    CommitmentBroken { published: String, computed: String } = Aside;
}

const fn is_claim(action: EventKind) -> bool {
    matches!(action, EventKind::Chow | EventKind::Pung | EventKind::Kong)
}

/// Returns the class of an action that the rules refuse.
const fn refused(action: EventKind) -> Class {
    if is_claim(action) { Doubted } else { Decided }
}

/// Returns the marks of an action that the rules refuse.
const fn marks(action: EventKind, refusal: &Refusal) -> &'static [Mark] {
    match (is_claim(action), refusal.ground) {
        (true, Ground::NoSuchAction) => &[Claims, NoSuchEvent],
        (true, Ground::WallShort) => &[Claims, WallShort],
        (true, _) => &[Claims],
        (false, Ground::NoSuchAction) => &[NoSuchEvent],
        (false, _) => &[],
    }
}

/// Returns the topic of a win that another claim, or a draw, overrode.
const fn overridden(by: Option<Claim>) -> Topic {
    if matches!(by, Some(Claim::Win)) { Topic::Winners } else { Topic::WinFirst }
}
