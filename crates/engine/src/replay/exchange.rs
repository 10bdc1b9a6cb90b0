//! The exchange (换张) before the first discard: each seat gives tiles to one seat and takes tiles from another.

use super::breach::{BreachIdx, What};
use super::referee::Referee;
use crate::table::Exchanged;
use caipan_log::{Action, Event, EventKind};
use caipan_tiles::clause::Clause;
use caipan_tiles::tile::{Counts, Seat, Tile};

/// True for an action that may come before the exchange is complete.
fn is_before_play(action: &Action) -> bool {
    matches!(
        action,
        Action::Exchange { .. }
            | Action::Flower { .. }
            | Action::Leave { .. }
            | Action::Pass { .. }
            | Action::Opening { .. }
            | Action::MidOpening { .. }
            | Action::Flip { .. }
    )
}

/// True if play begins in this log of a hand, but no exchange is recorded.
pub(super) fn is_unrecorded(events: &[Event]) -> bool {
    let exchanged = |event: &Event| matches!(event.action, Action::Exchange { .. });
    !events.iter().any(exchanged) && events.iter().any(|event| !is_before_play(&event.action))
}

impl Referee<'_> {
    pub(super) fn exchange(&mut self, seat: Seat, gives: &[Tile], takes: &[Tile]) {
        let Some(due) = self.rules.exchange_due(&self.table, seat) else {
            // The exchange is not applied: every seat keeps its tiles.
            self.note(What::ExchangeUncalled, Some(seat), None);
            return;
        };
        let mut root = None;
        if gives.len() != due.count || takes.len() != due.count {
            let what = What::ExchangeCount { gave: gives.len(), took: takes.len(), due: due.count, clause: due.clause };
            root = Some(self.note(what, Some(seat), None));
        }
        let counts: Counts = gives.iter().copied().collect();
        for (tile, need) in counts.iter() {
            if self.table.held(seat, tile) < need && !self.table.is_hidden(seat) {
                let because = root.or(self.not_of_deck(&[tile]));
                root = Some(self.note(What::ExchangeNotHeld { tile, clause: due.clause }, Some(seat), because));
            }
        }
        let verdict = self.rules.exchange().map_or(Ok(()), |rule| rule.may_give(&self.table, seat, gives));
        root = root.or(self.refusable(EventKind::Exchange, seat, verdict));
        if let Some(root) = root {
            self.doubt_hand(seat, root);
        }
        let made = Exchanged { seat, gave: gives.to_vec(), took: takes.to_vec(), from: due.from };
        self.table.exchange(made);
        self.settle_direction();
        self.must_be_given(seat, due.clause, root);
        for taker in self.table.playing().others(seat) {
            let settled_now = due.from.is_none();
            if settled_now || self.exchange_of(taker).is_some_and(|made| made.from == Some(seat)) {
                self.must_be_given(taker, due.clause, root);
            }
        }
        self.note_ready(seat);
    }

    /// Finds the direction of an exchange that the table settles, once all have exchanged: the distance at which most seats
    /// took what the seat there gave.
    fn settle_direction(&mut self) {
        let (seats, made) = (self.table.playing(), &self.table.exchanged);
        if made.len() < seats.len() || made.iter().any(|made| made.from.is_some()) {
            return;
        }
        let counts = |tiles: &[Tile]| tiles.iter().copied().collect::<Counts>();
        let fits = |steps: usize| {
            let given = |seat: Seat| made.iter().find(|giver| giver.seat == seat).map(|giver| counts(&giver.gave));
            made.iter().filter(|taker| given(seats.after(taker.seat, steps)) == Some(counts(&taker.took))).count()
        };
        // Of equal directions the nearest one counts.
        let Some(steps) = (1..seats.len()).rev().max_by_key(|&steps| fits(steps)) else { return };
        for made in &mut self.table.exchanged {
            made.from = Some(seats.after(made.seat, steps));
        }
    }

    fn exchange_of(&self, seat: Seat) -> Option<&Exchanged> {
        self.table.exchanged.iter().find(|made| made.seat == seat)
    }

    /// Checks that this seat took what the other seat gave, if both exchanges are recorded.
    fn must_be_given(&mut self, seat: Seat, clause: &'static Clause, because: Option<BreachIdx>) {
        let Some(taker) = self.exchange_of(seat) else { return };
        let Some(from) = taker.from else { return };
        let Some(giver) = self.exchange_of(from) else { return };
        let counts = |tiles: &[Tile]| tiles.iter().copied().collect::<Counts>();
        if counts(&taker.took) == counts(&giver.gave) {
            return;
        }
        let what = What::ExchangeTiles { took: taker.took.clone(), gave: giver.gave.clone(), from, clause };
        let because = because.or(self.doubts.hand[seat]).or(self.doubts.hand[from]);
        let root = self.note(what, Some(seat), because);
        self.doubt_hand(seat, root);
        self.doubt_hand(from, root);
    }

    /// Checks that every seat made the exchange that is due before play begins. Reports the first missing exchange as
    /// primary and the others as its consequences.
    pub(super) fn must_have_exchanged(&mut self, action: &Action) {
        if is_before_play(action) || !self.table.is_untouched() || self.not_exchanged.is_some() {
            return;
        }
        for seat in self.table.playing().from(self.table.dealer) {
            let Some(due) = self.rules.exchange_due(&self.table, seat) else { continue };
            let first = self.note(What::ExchangeMissing { clause: due.clause }, Some(seat), self.not_exchanged);
            self.not_exchanged.get_or_insert(first);
            self.doubt_hand(seat, first);
        }
    }
}
