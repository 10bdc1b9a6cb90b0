//! The referee of one hand: its state besides the table, and how it notes breaches and doubts.
//!
//! A doubt names the breach that made a fact uncertain. A later breach that depends on the fact is noted as a
//! consequence of that breach, so that one fault of a log is reported once.

use super::breach::{Breach, BreachIdx, Mark, What};
use super::doubts::Doubts;
use super::drawn::Misses;
use super::duplicates::{OnceOnly, Repeats};
use super::{ForcedEvent, Slip};
use crate::rules::{Called, Rules, Verdict, WinCandidate, Won};
use crate::table::{Phase, Shown, Table};
use caipan_tiles::tile::{Counts, Seat, SeatMap, Seats, Tile, TileSet};
use smallvec::SmallVec;
use std::ops::{Deref, DerefMut};

/// The number of events in order after which the turn order is trusted again.
const COURSE_HEALS_AFTER: u8 = 8;

/// A seat that can win on the open tiles.
#[derive(Clone, Debug)]
pub struct Able {
    /// The win.
    pub won: Won,
    /// True if no earlier event forbids it.
    pub allowed: bool,
    /// The index of the event that offered the tiles.
    pub at: Option<usize>,
}

/// A recorded win.
#[derive(Clone, Debug)]
pub struct Seen {
    /// The winner.
    pub seat: Seat,
    /// The win as judged; `None` for a false win.
    pub won: Option<Won>,
    /// The case judged; absent for a false win and for a win that only the client names.
    pub called: Option<Box<Called>>,
    /// The breach that makes it false or forbidden.
    pub breach: Option<BreachIdx>,
}

impl Seen {
    /// True if the record does not show whether it is a win.
    pub const fn is_unseen(&self) -> bool {
        self.won.is_none() && self.breach.is_none()
    }

    /// Returns the reading of the concealed tiles, for people. It is computed on demand.
    pub fn reading(&self, rules: &dyn Rules) -> String {
        let both = self.called.as_ref().zip(self.won.as_ref());
        both.map(|(called, won)| rules.reading(&called.case(), won)).unwrap_or_default()
    }
}

/// The state before a false win.
#[derive(Clone)]
pub(super) struct BeforeFalseWin {
    pub(super) table: Table,
    pub(super) able: Vec<Able>,
    pub(super) doubts: Doubts,
}

/// The referee of one hand: the rules, and what it knows.
#[derive(Clone)]
pub struct Referee<'a> {
    pub(super) rules: &'a dyn Rules,
    pub(super) state: State,
}

impl Deref for Referee<'_> {
    type Target = State;

    #[inline]
    fn deref(&self) -> &State {
        &self.state
    }
}

impl DerefMut for Referee<'_> {
    #[inline]
    fn deref_mut(&mut self) -> &mut State {
        &mut self.state
    }
}

/// What the referee knows of the hand after an event. It borrows nothing, so that it can be kept from one event to the next.
#[expect(clippy::struct_excessive_bools, reason = "facts that are independent of each other")]
#[derive(Clone)]
pub struct State {
    pub(super) table: Table,
    pub(super) breaches: Vec<Breach>,
    /// The breaches that a tile was drawn which the wall does not show, by their places.
    misdrawn: Vec<usize>,
    pub(super) doubts: Doubts,
    /// The index of the current event.
    pub(super) at: Option<usize>,
    /// The tiles seen so far, for detecting a fifth copy when the wall is unknown.
    pub(super) seen: Counts,
    /// The kinds already reported as missing from the deck.
    pub(super) foreign: TileSet,
    /// The seats that can win on the open tiles or on the declared kong, in turn order.
    pub(super) able: Vec<Able>,
    pub(super) wins: SmallVec<[Seen; 1]>,
    /// The state before a false win, if the rules do not say whether it ends the hand.
    pub(super) before_false_win: Option<Box<BeforeFalseWin>>,
    /// The birds due, if the table determined them when they were turned up.
    pub(super) birds_due: Option<Vec<Tile>>,
    /// The positions of birds that cannot be the recorded tiles.
    pub(super) birds_open: Vec<usize>,
    /// The flip due, or the tile turned up if no flip was due.
    pub(super) flip_due: Option<Tile>,
    pub(super) drawn_game: bool,
    /// True if the play goes on after the last event; until the end of the log, what the log says.
    pub(super) goes_on: bool,
    /// True if an unknown throw was noted.
    pub(super) throw_unknown: bool,
    /// True if a missed automatic win was noted.
    pub(super) automatic_noted: bool,
    pub(super) last_ms: u64,
    /// The event accepted regardless of the rules.
    pub(super) forced: Option<ForcedEvent>,
    /// The slip of the record that is undone.
    pub(super) slip: Option<Slip>,
    /// The index of the accepted initial win among the declared ones.
    pub(super) forced_opening: Option<usize>,
    /// The breach of the first missing exchange.
    pub(super) not_exchanged: Option<BreachIdx>,
    /// The previous event, if it cannot happen twice in a row.
    pub(super) before: Option<OnceOnly>,
    pub(super) repeats: Repeats,
    /// The seat whose claim or kong the wall is too short for, until the next tile moves, with the breach. Such a claim does
    /// not count, so the seat need not draw or discard after it.
    pub(super) void: Option<(Seat, BreachIdx)>,
    /// The draws that the wall did not give.
    pub(super) misses: Misses,
    /// Per seat, the draw supplied since its last own draw: the tile, if known, and the breach.
    pub(super) supplied: SeatMap<Option<(Option<Tile>, BreachIdx)>>,
    /// True if the fast path for common events is off.
    pub(super) closely: bool,
    /// True if the log gives a deal or a wall, so that the replay can follow the tiles.
    pub(super) followed: bool,
    /// The seats whose draws the record tells, if it does not show all tiles; the draws of the others are left out.
    pub(super) draws_told: Seats,
    /// The index of the last event that may not follow the end of a hand; `None` without one.
    pub(super) last_act: Option<usize>,
    /// The tiles that the seats laid open when the play was over, as recorded.
    pub(super) laid_open: SeatMap<Vec<Tile>>,
    /// The buffer for computing the digest of the table.
    pub(super) room: Vec<u8>,
    ready: SeatMap<Option<Ready>>,
    quiet: u8,
}

/// The waits of a hand, with the hand that they belong to.
#[derive(Clone, Copy)]
struct Ready {
    hand: Counts,
    wilds: u8,
    melds: usize,
    waits: TileSet,
}

impl<'a> Referee<'a> {
    pub(super) fn new(rules: &'a dyn Rules, table: Table) -> Referee<'a> {
        let state = State {
            table,
            breaches: Vec::new(),
            misdrawn: Vec::new(),
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
            goes_on: false,
            throw_unknown: false,
            automatic_noted: false,
            last_ms: 0,
            forced: None,
            slip: None,
            forced_opening: None,
            not_exchanged: None,
            before: None,
            repeats: Repeats::default(),
            void: None,
            misses: Misses::default(),
            supplied: SeatMap::default(),
            closely: false,
            followed: false,
            draws_told: Seats::NONE,
            last_act: None,
            laid_open: SeatMap::default(),
            room: Vec::new(),
            ready: SeatMap::default(),
            quiet: 0,
        };
        Referee { rules, state }
    }

    /// Notes a breach, as a consequence of `because` if given, else of the first uncertain fact on which its kind rests.
    /// Returns the index of the primary breach.
    pub(super) fn note(&mut self, what: What, seat: Option<Seat>, because: Option<BreachIdx>) -> BreachIdx {
        let because = because.or_else(|| self.doubts.first(what.rests_on(), seat));
        let root = because.unwrap_or(BreachIdx(self.breaches.len()));
        if what.is(Mark::Discards) && usize::from(self.table.discards) <= self.table.seats.len() {
            self.doubts.first_discards.get_or_insert(root);
        }
        let clause = what.clause(self.rules);
        if what.is(Mark::Drawn) {
            let at = self.breaches.len();
            self.misdrawn.push(at);
        }
        let event = self.at;
        self.breaches.push(Breach { what, event, seat, because, clause, moved: None });
        root
    }

    /// Notes a breach of the turn order. Later breaches of the turn order are its consequences for a while.
    pub(super) fn note_course(&mut self, what: What, seat: Seat, because: Option<BreachIdx>) -> BreachIdx {
        let root = self.note(what, Some(seat), because.or(self.doubts.course));
        self.doubts.course = Some(root);
        self.quiet = 0;
        root
    }

    /// Marks the seat's hand as uncertain from here on. The first doubt is kept.
    pub(super) fn doubt_hand(&mut self, seat: Seat, root: BreachIdx) {
        self.doubts.hand[seat].get_or_insert(root);
    }

    /// Returns the breach that explains why this seat acts on a tile that it does not have. A breach about a specific
    /// tile explains only that tile.
    pub(super) fn lacks_by(&self, seat: Seat, tile: Tile) -> Option<BreachIdx> {
        let of_seat = || self.breaches.iter().enumerate().filter(|(_, breach)| breach.seat == Some(seat));
        let root = |(at, breach): (usize, &Breach)| breach.because.unwrap_or(BreachIdx(at));
        // The tile drawn according to the wall, though not recorded, may be in the hand.
        let misdrawn = self.misdrawn.iter().filter_map(|&at| Some((at, self.breaches.get(at)?)));
        let drawn = misdrawn.filter(|(_, breach)| breach.seat == Some(seat)).find(|(_, breach)| match &breach.what {
            What::DrawWrongTile { due, .. } => *due == tile,
            What::DrawNoneOf { due, .. } => due.contains(&tile),
            _ => false,
        });
        if let Some(drawn) = drawn {
            return Some(root(drawn));
        }
        let first = self.doubts.hand[seat]?;
        let is_of_one_tile = |what: &What| match what {
            // A wrong indicator affects only who holds the wild kind.
            What::IndicatorDiffers { .. } => self.table.wild != Some(tile),
            what => what.is(Mark::Drawn),
        };
        if first.of(&self.breaches).is_none_or(|first| !is_of_one_tile(&first.what)) {
            return Some(first);
        }
        let other = of_seat()
            .find(|(_, breach)| breach.because.is_none() && !breach.what.is_decided() && !is_of_one_tile(&breach.what));
        other.map(root)
    }

    /// Counts an event in order. After enough of them the turn order is trusted again.
    pub(super) fn count_orderly_event(&mut self) {
        if self.doubts.course.is_some() {
            self.quiet += 1;
            if self.quiet > COURSE_HEALS_AFTER {
                self.doubts.course = None;
            }
        }
    }

    /// Invalidates the cached waits of a seat whose hand changed.
    pub(super) fn touch(&mut self, seat: Seat) {
        self.ready[seat] = None;
    }

    /// Updates the waits of a seat whose hand changed and is not to discard. Remembers whether it is ready if the rules
    /// need that.
    pub(super) fn note_ready(&mut self, seat: Seat) {
        if self.table.is_hidden(seat) {
            return;
        }
        // A seat that discards the tile just drawn keeps its waits.
        let place = self.table.place(seat);
        let same = |ready: &Ready| {
            ready.wilds == place.wilds && ready.melds == place.melds.len() && ready.hand == place.hand.counts()
        };
        if !self.ready[seat].as_ref().is_some_and(same) {
            self.touch(seat);
        }
        let waits = self.waits(seat);
        let is_noted = self.rules.readiness().is_some_and(|rule| rule.notes(&self.table, seat, waits));
        self.table.places[seat].was_ready |= is_noted;
    }

    /// Returns the tiles on which the seat might win. The result is cached between its turns.
    fn waits(&mut self, seat: Seat) -> TileSet {
        if let Some(ready) = &self.ready[seat] {
            return ready.waits;
        }
        if self.table.is_hidden(seat) {
            return TileSet::EMPTY;
        }
        let waits = self.rules.waits(&self.table, seat);
        let place = self.table.place(seat);
        let (hand, wilds, melds) = (place.hand.counts(), place.wilds, place.melds.len());
        self.ready[seat] = Some(Ready { hand, wilds, melds, waits });
        waits
    }

    /// Finds the seats that can win on the open tiles or rob the declared kong.
    pub(super) fn open_window(&mut self) {
        self.able.clear();
        let (from, tiles) = match self.table.phase {
            Phase::Open { from, tiles, .. } => (from, tiles),
            Phase::Kong { seat, tile, .. } => (seat, Shown::one(tile)),
            _ => return,
        };
        let tiles: TileSet = tiles.iter().collect();
        // In most cases the cached waits already show that no seat waits for these tiles.
        if self.ready.0.iter().all(|ready| ready.as_ref().is_some_and(|ready| ready.waits.and(tiles).is_empty())) {
            return;
        }
        for seat in self.table.playing().from(from) {
            // The cached waits make this check cheap.
            if self.waits(seat).and(tiles).is_empty() {
                continue;
            }
            if let Some((won, verdict)) = self.judge(seat) {
                let at = self.at;
                self.able.push(Able { won, allowed: verdict.is_ok(), at });
            }
        }
    }

    /// Returns the seat's win on the open tiles, if there is one, with the verdict of the rules.
    fn judge(&self, seat: Seat) -> Option<(Won, Verdict)> {
        if self.table.is_hidden(seat) {
            return None;
        }
        self.rules.win_left(&self.table, &WinCandidate::at(&self.table, seat)?).ok()
    }

    /// True if a seat has won at the current moment. The hand is then over, except for further winners, unless play
    /// continues without the winners.
    pub(super) fn has_just_won(&self) -> bool {
        self.wins.iter().any(|seen| !self.table.out.contains(seen.seat))
    }

    /// True if the seat may win on the open tiles and nothing forbids it.
    pub(super) fn can_win(&self, seat: Seat) -> bool {
        self.able.iter().any(|able| able.allowed && able.won.seat == seat)
    }

    /// True if the seat may win with the tiles that it has in its turn.
    pub(super) fn can_win_by_draw(&self, seat: Seat) -> bool {
        self.judge(seat).is_some_and(|(_, verdict)| verdict.is_ok())
    }

    /// Closes the claim window. Seats that could have won on another seat's tile have passed it, unless a seat won.
    pub(super) fn close_window(&mut self) {
        if !self.able.is_empty() {
            let able = std::mem::take(&mut self.able);
            self.let_go(able.iter());
        }
        self.doubts.open = None;
    }

    /// Records that the seat declines its win on another seat's tile. The pass takes effect immediately.
    pub(super) fn refuse(&mut self, seat: Seat) {
        let (refused, open) = std::mem::take(&mut self.able)
            .into_iter()
            .partition::<Vec<Able>, _>(|able| able.won.seat == seat && !able.won.source.is_own());
        self.able = open;
        self.let_go(refused.iter());
    }

    /// Records these seats' passes of a win on another seat's tile, unless a seat won. A pass of a tile that may be
    /// recorded wrongly does not count.
    pub(super) fn let_go<'b>(&mut self, able: impl Iterator<Item = &'b Able>) {
        let rules = self.rules;
        let others = |able: &&Able| able.allowed && !able.won.source.is_own() && rules.is_pass(&able.won);
        if self.has_just_won() || self.doubts.open.is_some() {
            return;
        }
        for able in able.filter(others) {
            for &tile in &able.won.tiles {
                self.table.pass_win(able.won.seat, tile, able.won.value, able.at);
            }
        }
    }
}
