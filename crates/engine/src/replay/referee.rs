//! The referee of one hand: what it knows besides the table, and how it notes breaches and doubts.
//!
//! A doubt says which breach made something uncertain. A later breach that rests on it is noted as its consequence, so
//! that one fault of a log is reported once.

use super::ForcedEvent;
use super::breach::{Breach, What};
use super::breach_clause;
use super::drawn::Misses;
use super::duplicates::Moved;
use crate::rules::{Called, Case, Rules, Verdict, Won};
use crate::table::{Phase, Shown, Table, Wall};
use caipan_tiles::tile::{Counts, Seat, SeatMap, Tile, TileSet};
use smallvec::SmallVec;

/// After so many events in order, trouble with whose turn it is counts as over.
const COURSE_HEALS_AFTER: u8 = 8;

/// A seat that may win on the tiles that lie open.
#[derive(Clone, Debug)]
pub struct Able {
    /// The win.
    pub won: Won,
    /// Whether nothing that happened before forbids it.
    pub allowed: bool,
}

/// A win as the log has it.
#[derive(Clone, Debug)]
pub struct Seen {
    /// Who.
    pub seat: Seat,
    /// The win as judged; `None` for a false win.
    pub won: Option<Won>,
    /// What was judged; absent for a false win, and for one that only the client names.
    pub called: Option<Box<Called>>,
    /// The breach that makes it false or forbidden.
    pub breach: Option<usize>,
}

impl Seen {
    /// How its concealed tiles are read, for people: worked out when somebody asks.
    pub fn reading(&self, rules: &dyn Rules) -> String {
        let both = self.called.as_ref().zip(self.won.as_ref());
        both.map(|(called, won)| rules.reading(&called.case(), won)).unwrap_or_default()
    }
}

/// What the table was before a false win.
#[derive(Clone)]
pub(super) struct BeforeFalseWin {
    pub(super) table: Table,
    pub(super) able: Vec<Able>,
    pub(super) doubts: Doubts,
}

/// What became uncertain, and through which breach.
#[derive(Clone, Copy, Debug, Default)]
pub struct Doubts {
    /// What a seat holds.
    pub hand: SeatMap<Option<usize>>,
    /// What lies open.
    pub open: Option<usize>,
    /// Whose turn it is.
    pub course: Option<usize>,
    /// What the seats discarded first.
    pub first_discards: Option<usize>,
    /// How the hand ended.
    pub end: Option<usize>,
    /// Which tiles the birds are.
    pub birds: Option<usize>,
    /// Which tile is flipped.
    pub flip: Option<usize>,
    /// Whether the deck is the one declared.
    pub deck: Option<usize>,
    /// Which tile lies where in the wall, and which tiles there are at all.
    pub tiles: Option<usize>,
    /// Whether the client's table is still ours.
    pub digest: Option<usize>,
}

/// The referee of one hand.
#[expect(clippy::struct_excessive_bools, reason = "facts that are independent of each other")]
#[derive(Clone)]
pub struct Referee<'a> {
    pub(super) rules: &'a dyn Rules,
    pub(super) table: Table,
    pub(super) breaches: Vec<Breach>,
    pub(super) doubts: Doubts,
    /// Index of the event looked at.
    pub(super) at: Option<usize>,
    /// Kinds seen so far, to notice a fifth copy where the wall is unknown.
    pub(super) seen: Counts,
    /// Kinds that this deck does not have and that were said to have come up.
    pub(super) foreign: TileSet,
    /// Seats that may win on what lies open or on the kong declared, in turn order.
    pub(super) able: Vec<Able>,
    pub(super) wins: SmallVec<[Seen; 1]>,
    /// The table before a false win of which the rules do not say whether it ends the hand.
    pub(super) before_false_win: Option<Box<BeforeFalseWin>>,
    /// The birds that the rules ask for, where the table told them when they were turned up.
    pub(super) birds_due: Option<Vec<Tile>>,
    /// Places of birds that cannot be what is recorded.
    pub(super) birds_open: Vec<usize>,
    /// The flip that the rules ask for, or the one turned up where they ask for none.
    pub(super) flip_due: Option<Tile>,
    pub(super) drawn_game: bool,
    /// Whether it was said that a throw is not known.
    pub(super) throw_unknown: bool,
    /// Whether a win that ends the hand by itself was missed, and that was said.
    pub(super) automatic_noted: bool,
    pub(super) last_ms: u64,
    /// The event that is let stand whatever the rules say.
    pub(super) forced: Option<ForcedEvent>,
    /// Of the initial wins declared, the one that was let stand.
    pub(super) opened_let: Option<usize>,
    /// The breach that says that an exchange is missing.
    pub(super) not_exchanged: Option<usize>,
    /// The event before, where it moved a tile.
    pub(super) before: Option<Moved>,
    /// Draws that the wall did not give.
    pub(super) misses: Misses,
    /// Of each seat, the draw that was supplied since it last drew, as far as its tile is known, and the breach.
    pub(super) supplied: SeatMap<Option<(Option<Tile>, usize)>>,
    /// Whether usual events are looked at as closely as others.
    pub(super) closely: bool,
    /// Whether the tiles can be followed at all: a deal or a wall was given.
    pub(super) followed: bool,
    /// Where the digest of the table is worked out.
    pub(super) room: Vec<u8>,
    ready: SeatMap<Option<Ready>>,
    quiet: u8,
}

/// What a hand waits for, and the hand.
#[derive(Clone, Copy)]
struct Ready {
    hand: Counts,
    wilds: u8,
    melds: usize,
    waits: TileSet,
}

impl<'a> Referee<'a> {
    pub(super) fn new(rules: &'a dyn Rules, dealer: Seat, wall: Wall) -> Referee<'a> {
        Referee {
            rules,
            table: Table::new(rules.system().deck, dealer, wall),
            breaches: Vec::new(),
            doubts: Doubts::default(),
            at: None,
            seen: Counts::default(),
            foreign: TileSet::EMPTY,
            able: Vec::new(),
            wins: SmallVec::new(),
            before_false_win: None,
            birds_due: None,
            birds_open: Vec::new(),
            flip_due: None,
            drawn_game: false,
            throw_unknown: false,
            automatic_noted: false,
            last_ms: 0,
            forced: None,
            opened_let: None,
            not_exchanged: None,
            before: None,
            misses: Misses::default(),
            supplied: SeatMap::default(),
            closely: false,
            followed: false,
            room: Vec::new(),
            ready: SeatMap::default(),
            quiet: 0,
        }
    }

    /// Notes a breach, as a consequence of another where there is one. Returns the index of the breach it goes back to.
    pub(super) fn note(&mut self, what: What, seat: Option<Seat>, because: Option<usize>) -> usize {
        let root = because.unwrap_or(self.breaches.len());
        let of_discards =
            matches!(what, What::DiscardMissing { .. } | What::DiscardOutOfTurn { .. } | What::DiscardNotHeld { .. });
        if of_discards && usize::from(self.table.discards) <= self.table.seats.len() {
            self.doubts.first_discards.get_or_insert(root);
        }
        let clause = breach_clause::clause(self.rules, &what);
        self.breaches.push(Breach { what, event: self.at, seat, because, clause, moved: None });
        root
    }

    /// Trouble with whose turn it is: later trouble of that kind goes back to it for a while.
    pub(super) fn note_course(&mut self, what: What, seat: Seat, because: Option<usize>) -> usize {
        let root = self.note(what, Some(seat), because.or(self.doubts.course));
        self.doubts.course = Some(root);
        self.quiet = 0;
        root
    }

    /// From here on it is uncertain what this seat holds. The first doubt stays.
    pub(super) fn doubt_hand(&mut self, seat: Seat, root: usize) {
        self.doubts.hand[seat].get_or_insert(root);
    }

    /// The breach that explains why this seat acts on a tile that it does not have. One that says which tile it is about explains that tile
    /// alone.
    pub(super) fn lacks_by(&self, seat: Seat, tile: Tile) -> Option<usize> {
        let of_seat = || self.breaches.iter().enumerate().filter(|(_, breach)| breach.seat == Some(seat));
        let root = |(at, breach): (usize, &Breach)| breach.because.unwrap_or(at);
        // What was drawn by the wall, and not by the record, is there after all.
        let drawn = of_seat().find(|(_, breach)| match &breach.what {
            What::DrawWrongTile { due, .. } => *due == tile,
            What::DrawNoneOf { due, .. } => due.contains(&tile),
            _ => false,
        });
        if let Some(drawn) = drawn {
            return Some(root(drawn));
        }
        let first = self.doubts.hand[seat]?;
        let is_of_one_tile = |what: &What| match what {
            What::DrawWrongTile { .. } | What::DrawNoneOf { .. } => true,
            // Which tiles are wild says nothing of who holds which others.
            What::IndicatorDiffers { .. } => self.table.wild != Some(tile),
            _ => false,
        };
        if self.breaches.get(first).is_none_or(|first| !is_of_one_tile(&first.what)) {
            return Some(first);
        }
        let other = of_seat()
            .find(|(_, breach)| breach.because.is_none() && !breach.what.is_decided() && !is_of_one_tile(&breach.what));
        other.map(root)
    }

    /// An event went by; after enough of them in order the course is trusted again.
    pub(super) fn heal(&mut self) {
        if self.doubts.course.is_some() {
            self.quiet += 1;
            if self.quiet > COURSE_HEALS_AFTER {
                self.doubts.course = None;
            }
        }
    }

    /// The seat's hand changed: its waits are to be found anew.
    pub(super) fn touch(&mut self, seat: Seat) {
        self.ready[seat] = None;
    }

    /// The seat's hand changed and is a tile less than a whole one: whether it is ready is remembered where the rules ask
    /// for that.
    pub(super) fn note_ready(&mut self, seat: Seat) {
        // Whoever discards what was just drawn waits for what it waited for before.
        let place = self.table.place(seat);
        let same = |ready: &Ready| {
            ready.wilds == place.wilds && ready.melds == place.melds.len() && ready.hand == place.hand.counts()
        };
        if !self.ready[seat].as_ref().is_some_and(same) {
            self.touch(seat);
        }
        let waits = self.waits(seat);
        self.table.places[seat].was_ready |= self.rules.notes_ready(&self.table, seat, waits);
    }

    /// Tiles on which the seat might win, kept between its turns.
    fn waits(&mut self, seat: Seat) -> TileSet {
        if let Some(ready) = &self.ready[seat] {
            return ready.waits;
        }
        let waits = self.rules.waits(&self.table, seat);
        let place = self.table.place(seat);
        let (hand, wilds, melds) = (place.hand.counts(), place.wilds, place.melds.len());
        self.ready[seat] = Some(Ready { hand, wilds, melds, waits });
        waits
    }

    /// Finds who may win on what lies open now, or rob the kong declared now.
    pub(super) fn open_window(&mut self) {
        self.able.clear();
        let (from, tiles) = match self.table.phase {
            Phase::Open { from, tiles, .. } => (from, tiles),
            Phase::Kong { seat, tile, .. } => (seat, Shown::one(tile)),
            _ => return,
        };
        let tiles: TileSet = tiles.iter().collect();
        // Mostly it is known that nobody waits for them.
        if self.ready.0.iter().all(|ready| ready.as_ref().is_some_and(|ready| ready.waits.and(tiles).is_empty())) {
            return;
        }
        for seat in self.table.playing().from(from) {
            // Cheap where it has none.
            if self.waits(seat).and(tiles).is_empty() {
                continue;
            }
            if let Some((won, verdict)) = self.judge(seat) {
                self.able.push(Able { won, allowed: verdict.is_ok() });
            }
        }
    }

    /// The seat's win on what lies open, if it has one, and whether it may be taken.
    fn judge(&self, seat: Seat) -> Option<(Won, Verdict)> {
        self.rules.win_left(&self.table, &Case::at(&self.table, seat)?).ok()
    }

    /// Whether somebody has won on what the last moment showed: but for further winners the hand is over, unless it goes on
    /// without them.
    pub(super) fn has_just_won(&self) -> bool {
        self.wins.iter().any(|seen| !self.table.out.contains(seen.seat))
    }

    /// Where the hand goes on without those who have just won, it does.
    pub(super) fn go_on(&mut self) {
        if self.has_just_won() && self.rules.goes_on(&self.table) {
            self.close_window();
            self.table.play_on();
        }
    }

    /// Whether the seat may win on what lies open, and nothing forbids it.
    pub(super) fn can_win(&self, seat: Seat) -> bool {
        self.able.iter().any(|able| able.allowed && able.won.seat == seat)
    }

    /// What lay open is settled: who could have won on another's tile and did not, while nobody won, has passed.
    pub(super) fn close_window(&mut self) {
        if !self.able.is_empty() {
            let able = std::mem::take(&mut self.able);
            self.let_go(able.iter());
        }
        self.doubts.open = None;
    }

    /// The seat says no to its win on another's tile: it has passed from here on, not only when the game goes on.
    pub(super) fn refuse(&mut self, seat: Seat) {
        let (refused, open) = std::mem::take(&mut self.able)
            .into_iter()
            .partition::<Vec<Able>, _>(|able| able.won.seat == seat && !able.won.source.is_own());
        self.able = open;
        self.let_go(refused.iter());
    }

    /// These seats let their win on another's tile go by, unless somebody won. A pass of a tile that may be recorded
    /// wrongly is none.
    pub(super) fn let_go<'b>(&mut self, able: impl Iterator<Item = &'b Able>) {
        let rules = self.rules;
        let others = |able: &&Able| able.allowed && !able.won.source.is_own() && rules.is_pass(&able.won);
        if self.has_just_won() || self.doubts.open.is_some() {
            return;
        }
        for able in able.filter(others) {
            for &tile in &able.won.tiles {
                self.table.pass_win(able.won.seat, tile, able.won.value);
            }
        }
    }
}
