//! A hand of a clean match, prepared for a fault: its events, the table before each, and the result that a client
//! writes.

use crate::generate::Rng;
use crate::generate::result::{End, Style, result};
use caipan_engine::replay::{Before, replay};
use caipan_engine::rules::{Due, PatternKind, Rules, Ruleset, Won};
use caipan_engine::table::{Phase, Source, Table, WinChance as Moment};
use caipan_log::{Action, Event, GameLog, HandLog, HandResult};
use caipan_tiles::tile::{Seat, SeatMap, Seats, Tile};
use std::rc::Rc;

/// The place of a fault.
#[derive(Clone, Copy, Debug, Default)]
pub struct Place {
    /// The hand, if it is not the scene's.
    pub hand: Option<usize>,
    pub event: Option<usize>,
    pub seat: Option<Seat>,
    /// The option under which it would be right.
    pub option: Option<&'static str>,
}

impl Place {
    /// At an event, for a seat.
    pub fn at(event: usize, seat: Seat) -> Option<Place> {
        Some(Place { event: Some(event), seat: Some(seat), ..Place::default() })
    }

    /// For a seat, at no event.
    pub fn of(seat: Seat) -> Option<Place> {
        Some(Place { seat: Some(seat), ..Place::default() })
    }

    /// For no seat, at no event.
    pub fn somewhere() -> Option<Place> {
        Some(Place::default())
    }
}

/// The number of hands in a row that the dealer of hand `at` deals, by the hands before; `None` if the start is
/// unknown.
pub fn streak(log: &GameLog, at: usize) -> Option<u32> {
    let mut streak = log.start.dealer_streak?;
    for (one, next) in log.hands.iter().zip(log.hands.iter().skip(1)).take(at) {
        streak = if one.dealer == next.dealer { streak.saturating_add(1) } else { 1 };
    }
    Some(streak)
}

/// The points that each seat holds after this hand, if known.
pub fn held_after(rules: &dyn Rules, ended: &Table, wins: &[Won]) -> Option<SeatMap<i64>> {
    Some(ended.holdings?.plus(rules.settle(ended, wins).balance()))
}

/// The scene of a fault: the match to change, and the hand as it was replayed.
pub struct Scene<'a> {
    pub ruleset: &'a Ruleset,
    pub rules: &'a dyn Rules,
    pub log: GameLog,
    /// The totals at the end of the match, if the rules use them.
    pub totals: Option<SeatMap<i64>>,
    /// Index of the hand.
    pub at: usize,
    /// The table before each event, without winners whom the play leaves behind, and after the last.
    pub tables: Rc<Vec<Table>>,
    /// The wins of the hand.
    pub wins: Vec<Won>,
    /// True if the hand was drawn.
    pub drawn: bool,
    pub chance: Rng,
    /// The next dealer that the hand recorded.
    named_next: Option<Seat>,
    /// The floor of the next hand: as it was played, and as the client now sees it.
    floors: (Option<u32>, Option<u32>),
}

/// A replayed hand, which any number of scenes may share.
#[derive(Clone, Debug)]
pub struct Watched {
    tables: Rc<Vec<Table>>,
    wins: Vec<Won>,
    drawn: bool,
    /// The state before it.
    pub before: Before,
    /// The floor of the next hand.
    next_floor: Option<u32>,
}

impl Watched {
    /// Replays every hand of a clean match, up to the first without a dealer.
    pub fn all(rules: &dyn Rules, log: &GameLog) -> Vec<Watched> {
        let floor = rules.floors().and(log.start.upstairs).map(u32::from);
        let mut all: Vec<Watched> = Vec::with_capacity(log.hands.len());
        let mut holdings = log.start.holdings;
        for (at, hand) in log.hands.iter().enumerate() {
            let Some(dealer) = hand.dealer else { break };
            let floor = all.last().map_or(floor, |last| last.next_floor);
            let streak = streak(log, at);
            let before = Before {
                seats: log.seats(),
                dealer,
                streak,
                floor,
                picked: None,
                last_hand: None,
                holdings,
                owner: log.start.owner,
                exchange: None,
            };
            let watched = Watched::hand(rules, hand, before);
            holdings = watched.tables.last().and_then(|ended| held_after(rules, ended, &watched.wins));
            all.push(watched);
        }
        all
    }

    fn hand(rules: &dyn Rules, hand: &HandLog, before: Before) -> Watched {
        let mut tables = Vec::with_capacity(hand.events.len() + 1);
        let replayed = replay(rules, hand, before, |_, table| tables.push(table.clone()));
        for (event, table) in hand.events.iter().zip(&mut tables) {
            let follows = matches!(event.action, Action::Win { .. } | Action::Pass { .. } | Action::Leave { .. });
            if !follows && rules.goes_on(table) && table.winners_now().next().is_some() {
                table.play_on();
            }
        }
        // The final table includes the birds.
        if let Some(last) = tables.last_mut() {
            *last = replayed.table.clone();
        }
        let wins = replayed.standing.to_vec();
        let next_floor = rules.next_floor(&replayed.table, &wins, replayed.next_dealer(rules));
        Watched { tables: Rc::new(tables), wins, drawn: replayed.drawn_game, before, next_floor }
    }
}

impl<'a> Scene<'a> {
    pub fn of(ruleset: &'a Ruleset, log: &GameLog, at: usize, watched: &Watched, chance: Rng) -> Option<Scene<'a>> {
        let named_next = log.hands.get(at)?.result.as_ref().and_then(|result| result.next_dealer);
        let Watched { tables, wins, drawn, next_floor, .. } = watched.clone();
        let rules = ruleset.rules.as_ref();
        let floors = (next_floor, next_floor);
        // A fault may change who won or lost how much; only its own leaves the totals in the log.
        let (totals, log) = (log.totals, GameLog { totals: None, ..log.clone() });
        Some(Scene { ruleset, rules, log, totals, at, tables, wins, drawn, chance, named_next, floors })
    }

    pub fn hand(&self) -> &HandLog {
        // `of` checked the index, and no fault removes this hand.
        &self.log.hands[self.at]
    }

    pub fn hand_mut(&mut self) -> &mut HandLog {
        &mut self.log.hands[self.at]
    }

    pub fn dealer(&self) -> Seat {
        self.tables.first().map_or(Seat::ALL[0], |table| table.dealer)
    }

    /// The seats at the table.
    pub fn seats(&self) -> Seats {
        self.log.seats()
    }

    /// A seat at the table, by chance.
    pub fn a_seat(&mut self) -> Option<Seat> {
        let seats: Vec<Seat> = self.seats().iter().collect();
        self.pick(&seats)
    }

    /// Another seat at the table, by chance.
    pub fn another(&mut self, seat: Seat) -> Option<Seat> {
        let others: Vec<Seat> = self.seats().others(seat).collect();
        self.pick(&others)
    }

    /// Another seat that still plays before this event, by chance.
    pub fn another_playing(&mut self, at: usize, seat: Seat) -> Option<Seat> {
        let others: Vec<Seat> = self.tables.get(at)?.playing().others(seat).collect();
        self.pick(&others)
    }

    pub fn event_mut(&mut self, at: usize) -> Option<&mut Event> {
        self.hand_mut().events.get_mut(at)
    }

    pub fn result_mut(&mut self) -> Option<&mut HandResult> {
        self.hand_mut().result.as_mut()
    }

    /// Picks by chance one of the offers that an event and the table before it give, over all events.
    pub fn any<T: Clone>(&mut self, offers: impl Fn(usize, &Event, &Table) -> Vec<T>) -> Option<T> {
        let events = self.log.hands.get(self.at)?.events.iter().enumerate().zip(self.tables.iter());
        let all: Vec<T> = events.flat_map(|((at, event), table)| offers(at, event, table)).collect();
        self.chance.pick(&all).cloned()
    }

    /// Picks an element by chance.
    pub fn pick<T: Clone>(&mut self, all: &[T]) -> Option<T> {
        self.chance.pick(all).cloned()
    }

    /// Picks by chance a kind of the deck that fits.
    pub fn kind(&mut self, fits: impl Fn(Tile) -> bool) -> Option<Tile> {
        let kinds: Vec<Tile> = self.rules.deck().kinds().iter().filter(|&tile| fits(tile)).collect();
        self.pick(&kinds)
    }

    /// Removes the wall from the hand, and its commitment.
    pub fn without_wall(&mut self) {
        let hand = self.hand_mut();
        hand.wall = None;
        hand.fairness = None;
    }

    /// Replaces the events from `at` on and breaks the hand off.
    pub fn break_off(&mut self, at: usize, events: Vec<Event>) {
        self.replace_from(at, events);
        let table = self.tables.get(at).cloned();
        self.conclude(table, &[], false);
    }

    /// Replaces the events from `at` on and ends the hand: drawn if nothing can follow, otherwise broken off. `after`
    /// is the table after the events.
    pub fn stop(&mut self, at: usize, events: Vec<Event>, after: Table) {
        if self.rules.due(&after) != Due::DrawGame {
            return self.break_off(at, events);
        }
        self.replace_from(at, events);
        self.hand_mut().events.push(Action::DrawGame.into());
        self.conclude(Some(after), &[], true);
    }

    /// Replaces the events from `at` on.
    pub fn replace_from(&mut self, at: usize, events: Vec<Event>) {
        let hand = self.hand_mut();
        hand.events.truncate(at);
        hand.events.extend(events);
    }

    /// Replaces the events from `at` on by these wins, the birds and flip that follow, and the result of a client that
    /// accepts the wins.
    pub fn end_with(&mut self, at: usize, events: Vec<Event>, wins: &[Won]) {
        let Some(mut table) = self.tables.get(at).cloned() else { return };
        self.replace_from(at, events);
        // A robbed kong does not count.
        if let Phase::Kong { seat, tile, .. } = table.phase
            && wins.iter().any(|won| matches!(won.source, Source::Rob { .. }))
        {
            table.undo_kong(seat, tile);
        }
        if let Some(tiles) = self.rules.birds_due(&table, wins).and_then(|birds| birds.tiles().cloned()) {
            if !tiles.is_empty() {
                self.hand_mut().events.push(Action::Birds { tiles: tiles.clone(), fly: None }.into());
            }
            table.birds = Some(tiles);
        }
        wins.iter().for_each(|won| table.win(won.seat, won.from));
        if let Some(tile) = self.rules.flip_due(&table).and_then(|flip| flip.tile) {
            self.hand_mut().events.push(Action::Flip { tile }.into());
            table.flip = Some(tile);
        }
        self.conclude(Some(table), wins, false);
    }

    /// Writes the result as the client sees it from this table. `wins` are those that end the hand; without them it is
    /// drawn or broken off. Seats that won earlier and left keep their wins.
    pub fn conclude(&mut self, table: Option<Table>, wins: &[Won], drawn: bool) {
        let Some(table) = table else { return };
        let is_earlier = |won: &&Won| {
            let left = table.winners.iter().any(|winner| winner.seat == won.seat);
            left && wins.iter().all(|last| last.seat != won.seat)
        };
        let earlier = self.wins.iter().filter(is_earlier).filter(|_| self.rules.going_on().is_some());
        let all: Vec<Won> = earlier.chain(wins).cloned().collect();
        self.floors.1 = self.rules.next_floor(&table, &all, self.rules.next_dealer(&table, &all));
        let stops = wins.is_empty() && !all.is_empty() && !drawn;
        let end = End { table: &table, wins: &all, drawn, stops };
        let result = result(self.rules, self.style(), end, self.scores_before());
        self.hand_mut().result = Some(result);
    }

    pub fn style(&self) -> Style {
        let payments =
            self.log.hands.iter().flat_map(|hand| &hand.result).flat_map(|result| &result.payments).flatten();
        let mut causes = payments.map(|payment| payment.cause.is_some());
        if causes.next().unwrap_or(true) { Style::Causes } else { Style::Pairs }
    }

    pub fn scores_before(&self) -> SeatMap<i64> {
        let last = self.at.checked_sub(1).and_then(|at| self.log.hands.get(at)).and_then(|hand| hand.result.as_ref());
        last.map_or(self.log.start.scores, |result| result.scores).unwrap_or_default()
    }

    /// Returns the match with the fault. Scores are carried on as the client would. The match ends here if another seat
    /// deals next or the next hand would be on another floor.
    pub fn into_log(mut self) -> GameLog {
        let next = self.hand().result.as_ref().map(|result| result.next_dealer);
        if next.is_some_and(|next| next != self.named_next) || self.floors.0 != self.floors.1 {
            self.log.hands.truncate(self.at + 1);
        }
        let mut scores = self.log.hands.get(self.at).and_then(|hand| hand.result.as_ref()).and_then(|r| r.scores);
        for hand in self.log.hands.iter_mut().skip(self.at + 1) {
            let Some(result) = &mut hand.result else { break };
            let (Some(before), Some(deltas)) = (scores, result.deltas) else { break };
            let mut after = before;
            for seat in Seat::ALL {
                after[seat] = after[seat].saturating_add(deltas[seat]);
            }
            result.scores = Some(after);
            scores = result.scores;
        }
        self.log
    }

    /// A win that a client accepts regardless of the rules, with the first plain pattern of the sheet.
    pub fn believed(&self, seat: Seat, moment: Moment) -> Won {
        let plain = self.rules.system().patterns.iter().find(|pattern| pattern.kind == PatternKind::Hand);
        Won {
            seat,
            from: moment.from,
            tiles: moment.tiles.iter().take(1).collect(),
            source: moment.source,
            hits: plain
                .map(|pattern| caipan_engine::rules::Hit { pattern, value: pattern.value })
                .into_iter()
                .collect(),
            value: plain.map_or(0, |pattern| pattern.value),
            also: Vec::new(),
            options: caipan_engine::rules::Deciding::new(),
        }
    }
}
