//! Event-by-event replay of a hand in progress, for callers that choose each event by inspecting the table.

use super::referee::{Referee, State};
use super::{Before, Breach, Replayed, What, deal};
use crate::rules::{BirdsDue, Rules};
use crate::table::Table;
use caipan_log::{Action, Event, HandLog};
use caipan_tiles::tile::Counts;

/// A hand in progress.
pub struct Live<'a> {
    referee: Referee<'a>,
    events: usize,
}

/// A hand in progress, kept without the rules from one event to the next.
pub struct Kept {
    state: State,
    events: usize,
}

impl Kept {
    /// Takes the hand up again. `rules` are those by which it was dealt.
    pub fn live(self, rules: &dyn Rules) -> Live<'_> {
        Live { referee: Referee { rules, state: self.state }, events: self.events }
    }
}

impl<'a> Live<'a> {
    /// Deals a hand and ignores its events. `None` if it has neither a deal nor a wall.
    pub fn deal(rules: &'a dyn Rules, hand: &HandLog, before: Before) -> Option<Live<'a>> {
        let referee = deal::deal(rules, hand, before);
        referee.followed.then_some(Live { referee, events: 0 })
    }

    /// Takes up a hand at this table, whose earlier events are unknown. `seen` are the tiles that have appeared so far.
    pub(crate) fn at(rules: &'a dyn Rules, table: Table, seen: Counts) -> Live<'a> {
        let mut referee = Referee::new(rules, table);
        (referee.seen, referee.followed) = (seen, true);
        Live { referee, events: 0 }
    }

    /// Returns the current table.
    pub fn table(&self) -> &Table {
        &self.referee.table
    }

    /// Returns the current table, so that the moment can be set at which the next event happens.
    pub(crate) fn table_mut(&mut self) -> &mut Table {
        &mut self.referee.table
    }

    /// Returns the breaches so far.
    pub fn breaches(&self) -> &[Breach] {
        &self.referee.breaches
    }

    /// Applies an event.
    pub fn play(&mut self, event: &Event) {
        self.referee.event(self.events, event);
        self.events += 1;
    }

    /// Applies an action and returns the first breach that it shows. A doubt about a valid win is none.
    pub(crate) fn first_breach_of(&mut self, action: Action) -> Option<&Breach> {
        let before = self.breaches().len();
        self.play(&action.into());
        self.breaches().iter().skip(before).find(|breach| !matches!(breach.what, What::DoubtfulWin { .. }))
    }

    /// Opens the last tile to the other seats because its taker does not win with it.
    pub fn show_last_tile(&mut self) {
        self.referee.show_last_tile(&Action::DrawGame);
    }

    /// Returns the flying birds due after these birds.
    pub fn fly(&self) -> Option<BirdsDue> {
        self.referee.rules.fly_due(&self.referee.table, &self.referee.shown())
    }

    /// Returns the birds due now.
    pub fn birds(&self) -> Option<BirdsDue> {
        self.referee.rules.birds_due(&self.referee.table, &self.referee.shown())
    }

    /// Returns the hand as replayed so far, while the play goes on as its log says.
    pub fn so_far(&self) -> Replayed {
        self.referee.clone().finish(None)
    }

    /// Keeps the hand without the rules.
    pub fn keep(self) -> Kept {
        Kept { state: self.referee.state, events: self.events }
    }

    /// Ends the replay and returns the replayed hand. `hand` is its log.
    pub fn finish(self, hand: &HandLog) -> Replayed {
        self.referee.finish(hand.outcome())
    }
}
