//! Fast path for common events: the draw that is due and a legal discard in turn, which together are about nine in ten
//! events.
//!
//! All other events take the full check. `tests/it/laws/usual.rs` compares both paths.

use super::drawn::other;
use super::duplicates::OnceOnly;
use super::referee::Referee;
use crate::rules::Due;
use crate::table::Phase;
use caipan_log::{Action, DrawFrom, Event};
use caipan_tiles::tile::{Seat, Tile};

impl Referee<'_> {
    /// Applies the event if it qualifies for the fast path. Returns whether it did.
    #[inline]
    pub(super) fn apply_fast(&mut self, event: &Event) -> bool {
        let nothing_before = self.wins.is_empty() && !self.drawn_game && self.doubts.course.is_none() && !self.closely;
        if !nothing_before || !event.claims.is_empty() || self.table.is_untouched() {
            return false;
        }
        match event.action {
            Action::Draw { seat, tile, from } => self.usual_draw(seat, tile, from),
            Action::Discard { seat, tile } => self.usual_discard(seat, tile),
            _ => false,
        }
    }

    fn usual_draw(&mut self, seat: Seat, tile: Tile, from: Option<DrawFrom>) -> bool {
        if !matches!(self.table.phase, Phase::Open { .. } | Phase::Kong { dice: None, .. }) {
            return false;
        }
        let Due::Draw(next, end) = self.rules.due(&self.table) else { return false };
        let wall = &self.table.wall;
        let there = from.map_or_else(|| !self.rules.accepts_end(&self.table, other(end)), |from| from == end);
        let is_due = next == seat && there && (wall.may_give(end, tile) || !wall.is_known());
        if !is_due || self.supplied[seat].is_some() || !self.is_plain(seat, tile) {
            return false;
        }
        self.before = Some(OnceOnly::Draw(seat, tile, from));
        self.close_window();
        self.misses.hit();
        if !self.table.wall.is_known() {
            self.see(tile, Some(seat), None);
        }
        self.table.draw(seat, tile, end);
        self.tell_moved();
        true
    }

    fn usual_discard(&mut self, seat: Seat, tile: Tile) -> bool {
        let in_turn = matches!(self.table.phase, Phase::Turn { seat: turn, .. } if turn == seat);
        if !in_turn
            || !self.able.is_empty()
            || self.table.held(seat, tile) == 0
            || self.rules.due(&self.table) != Due::Act(seat)
            || !self.is_plain(seat, tile)
            || self.rules.may_discard(&self.table, seat, tile).is_err()
        {
            return false;
        }
        self.before = Some(OnceOnly::Discard(seat, tile));
        self.table.discard(seat, tile);
        self.note_ready(seat);
        self.doubts.open = None;
        self.open_window();
        true
    }

    /// True if the seat is playing, the deck has the tile, and no automatic win has ended the hand.
    fn is_plain(&self, seat: Seat, tile: Tile) -> bool {
        self.table.playing().contains(seat)
            && self.table.deck.kinds().contains(tile)
            && (self.automatic_noted || self.rules.automatic(&self.table).is_none())
    }
}
