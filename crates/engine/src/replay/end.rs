//! Checks at the end of a hand's log: whether the hand ended, and whether the birds are there.

use super::breach::What;
use super::possible::possible;
use super::referee::Referee;
use crate::rules::Due;
use crate::table::Phase;
use caipan_log::{Action, Outcome};

impl Referee<'_> {
    /// Notes what is missing at the end of the log. `claimed` is the recorded outcome. Returns true if birds are due
    /// that nothing shows.
    pub(super) fn end(&mut self, claimed: Option<Outcome>) -> bool {
        let is_asked_before_its_end = self.goes_on;
        self.goes_on = self.goes_on && !self.is_over();
        if self.goes_on {
            return false;
        }
        let played = self.at.take().is_some();
        let left = self.table.seats.iter().any(|seat| self.table.place(seat).left);
        self.go_on();
        // A hand claimed as drawn ends when nobody takes the last tile, whether or not an event says so.
        if claimed == Some(Outcome::Draw) || is_asked_before_its_end {
            self.show_last_tile(&Action::DrawGame);
        }
        // Without events, a win that needs no declaration ends the hand.
        if !played && let (Some((seat, _)), Some(tile)) = (self.rules.automatic(&self.table), self.table.wild) {
            self.win(seat, tile);
        }
        let finished = self.drawn_game
            || self.has_just_won()
            || matches!(self.rules.due(&self.table), Due::Finish | Due::DrawGame | Due::Nothing);
        // A drawn hand needs no event of its own if nothing else can follow.
        if finished && !self.has_just_won() && self.rules.due(&self.table) == Due::DrawGame {
            self.close_window();
            self.drawn_game = true;
            self.doubts.end = self.doubts.end.or(self.doubts.tiles).or(self.doubts.course);
        }
        // Where the record stops, the win may have been the next event.
        if finished
            && !self.has_just_won()
            && !self.automatic_noted
            && let Some((seat, clause)) = self.rules.automatic(&self.table)
        {
            self.note_automatic(seat, clause);
        }
        self.table.cut_short = !finished;
        // A hand shown at the end is not the one at the step where a record stops.
        if finished {
            self.lay_all_open();
        }
        if !finished && !left && claimed != Some(Outcome::Aborted) {
            let root = self.note(What::Unfinished { played }, None, None);
            self.doubts.end.get_or_insert(root);
        }
        let ended = self.has_just_won() || self.rules.due(&self.table) == Due::Finish;
        let due =
            if ended && self.table.birds.is_none() { self.rules.birds_due(&self.table, &self.shown()) } else { None };
        if !self.wins.is_empty() && self.table.flip.is_none() {
            self.table.flip = self.rules.flip_due(&self.table).and_then(|flip| flip.tile);
        }
        if self.has_just_won() {
            self.table.phase = Phase::Won;
        }
        match due {
            Some(due) if due.tiles().is_none() && due.count > 0 => true,
            Some(due) => {
                self.table.birds = due.tiles().cloned();
                false
            }
            None => false,
        }
    }

    /// True if the hand is over though the log says that the play goes on: a seat won, or no seat may do anything.
    fn is_over(&self) -> bool {
        match self.rules.due(&self.table) {
            _ if self.has_just_won() => !self.rules.goes_on(&self.table),
            Due::Finish | Due::Nothing => true,
            _ if self.drawn_game => true,
            // A seat that the record does not show may do what its tiles allow.
            _ => self.table.hidden.is_empty() && possible(self.rules, &self.table).is_empty(),
        }
    }
}
