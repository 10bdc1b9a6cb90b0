//! A hand played event by event: the same referee, for whoever decides the next event by looking at the table.

use super::referee::Referee;
use super::{Before, Breach, Replayed, deal};
use crate::rules::{Birds, Rules};
use crate::table::Table;
use caipan_log::{Action, Event, HandLog};

/// A hand in play under the eyes of the referee.
pub struct Live<'a> {
    referee: Referee<'a>,
    events: usize,
}

impl<'a> Live<'a> {
    /// Deals a hand; its events are not looked at. `None` where it has neither a deal nor a wall.
    pub fn deal(rules: &'a dyn Rules, hand: &HandLog, before: Before) -> Option<Live<'a>> {
        let referee = deal::deal(rules, hand, before);
        referee.followed.then_some(Live { referee, events: 0 })
    }

    /// The table as it stands.
    pub fn table(&self) -> &Table {
        &self.referee.table
    }

    /// What was wrong so far.
    pub fn breaches(&self) -> &[Breach] {
        &self.referee.breaches
    }

    /// Plays an event.
    pub fn play(&mut self, event: &Event) {
        self.referee.event(self.events, event);
        self.events += 1;
    }

    /// The seat that took the last tile does not win with it: it lies open for the others.
    pub fn show_last_tile(&mut self) {
        self.referee.show_last_tile(&Action::DrawGame);
    }

    /// The birds that the hand asks for as it stands.
    pub fn birds(&self) -> Option<Birds> {
        self.referee.rules.birds(&self.referee.table, &self.referee.shown())
    }

    /// The hand as replayed, `hand` being its log.
    pub fn finish(self, hand: &HandLog) -> Replayed {
        self.referee.finish(hand.outcome())
    }
}
