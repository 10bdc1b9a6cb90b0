//! Draws and discards: whose turn it is, which tile it must be, and what to make of a draw or discard that is missing.

use super::breach::{Action, What};
use super::referee::Referee;
use crate::log::DrawFrom;
use crate::rules::Due;
use crate::table::{Phase, Shown};
use crate::tile::{Seat, Tile};

impl Referee<'_> {
    pub(super) fn draw(&mut self, seat: Seat, tile: Tile, from: Option<DrawFrom>) {
        self.supply_discard(seat, None);
        let due = self.rules.due(&self.table);
        let mut end = from;
        match due {
            Due::Draw(next, due) if next == seat => {
                if let Some(from) = from.filter(|&from| from != due) {
                    let root = self.note(What::DrawWrongEnd { due }, Some(seat), self.doubts.course);
                    if self.table.wall.is_known() && self.at_end(from) == Some(tile) {
                        // It really came from there: the tile itself is no second fault.
                        self.doubts.course = Some(root);
                    }
                }
                end = end.or(Some(due));
            }
            // A log that does not write the offers: the seat that draws took the last tile, those before it declined.
            Due::AnswerLast(asked) => {
                if seat != asked && self.table.last.offered_first.is_some() {
                    self.note_course(What::LastTileSkipped { asked }, seat, None);
                }
                let first = self.table.last.offered_first.unwrap_or(asked);
                self.close_window();
                self.table.offer_last(first);
                self.table.answer_last(seat, true);
            }
            _ => {
                let next = match due {
                    Due::Draw(next, _) | Due::Act(next) | Due::Reveal(next) => Some(next),
                    _ => None,
                };
                let what = match due {
                    Due::Reveal(_) => What::RevealMissing,
                    _ if self.table.wall.left() == 0 => What::DrawFromNothing,
                    Due::DrawGame if self.rules.reserve(&self.table) >= self.table.wall.left() => {
                        What::DrawFromReserve { left: self.table.wall.left() }
                    }
                    _ => What::DrawOutOfTurn { due: next },
                };
                let root = self.note_course(what, seat, None);
                self.doubt_hand(seat, root);
                if let Some(next) = next {
                    self.doubt_hand(next, root);
                }
            }
        }
        self.close_window();
        let end = end.unwrap_or(DrawFrom::Wall);
        self.refusable(Action::Draw, seat, self.rules.may_draw(&self.table, seat, end));
        if let Some(due) = self.at_end(end)
            && due != tile
        {
            let root = self.note(What::DrawWrongTile { tile, due }, Some(seat), self.doubts.course);
            self.doubt_hand(seat, root);
        }
        if !self.table.wall.is_known() {
            self.see(tile, Some(seat));
        }
        self.table.draw(seat, tile, end);
        self.touch_after_draw(seat);
    }

    pub(super) fn discard(&mut self, seat: Seat, tile: Tile) {
        self.supply_draw(seat, None);
        match self.table.phase {
            Phase::Turn { seat: turn, .. } if turn == seat => {}
            _ => {
                let due = self.table.in_turn().or(self.table.next_to_draw());
                let root = self.note_course(What::DiscardOutOfTurn { due }, seat, self.doubts.hand[seat]);
                self.doubt_hand(seat, root);
                if let Some(due) = due {
                    self.doubt_hand(due, root);
                }
            }
        }
        self.close_window();
        let refused = self.refusable(Action::Discard, seat, self.rules.may_discard(&self.table, seat, tile));
        let place = self.table.place(seat);
        let held = self.table.held(seat, tile) > 0 || place.unknown > 0;
        let mut doubt = refused;
        if !held {
            let root = self.note(What::DiscardNotHeld { tile }, Some(seat), self.doubts.hand[seat]);
            self.doubt_hand(seat, root);
            doubt = doubt.or(Some(root));
        }
        self.table.discard(seat, tile);
        self.touch(seat);
        self.doubts.open = if held { None } else { doubt };
        self.open_window();
    }

    /// A seat acts on a draw that the log does not have: it is supplied, from the wall where that is known.
    /// `claimed` is the tile the seat acts on, where that tells.
    pub(super) fn supply_draw(&mut self, seat: Seat, claimed: Option<Tile>) {
        let Some((next, from)) = self.due_draw() else { return };
        if next != seat {
            return;
        }
        let supplied = self.at_end(from).or(claimed);
        let root = self.note(What::DrawMissing { supplied }, Some(seat), self.doubts.course);
        if self.at_end(from).is_none() {
            self.doubt_hand(seat, root);
        }
        self.close_window();
        self.table.draw_unseen(seat, supplied, from);
        self.touch_after_draw(seat);
    }

    /// Another seat draws or claims although the seat in turn has not discarded: the discard is supplied where a claimed
    /// tile tells which it was, else the hand owes a tile.
    pub(super) fn supply_discard(&mut self, actor: Seat, claimed: Option<Tile>) {
        let Phase::Turn { seat, .. } = self.table.phase else { return };
        let due = Due::Act(seat);
        if seat == actor || self.rules.due(&self.table) != due || seat.next() != actor && claimed.is_none() {
            return;
        }
        let supplied = claimed.filter(|&tile| self.table.held(seat, tile) > 0);
        if claimed.is_some() && supplied.is_none() {
            return;
        }
        let root = self.note_course(What::DiscardMissing { supplied }, seat, None);
        match supplied {
            Some(tile) => {
                self.table.discard(seat, tile);
                self.touch(seat);
                self.open_window();
            }
            None => {
                self.doubt_hand(seat, root);
                let owed = &mut self.table.places[seat].owed;
                *owed = owed.saturating_add(1);
                // Nothing is known to lie open: the next seat is to draw.
                let Some(tile) = self.table.place(seat).hand.tiles().next() else { return };
                self.table.phase =
                    Phase::Open { from: seat, tiles: Shown::one(tile), why: crate::table::Offer::Discard };
                self.doubts.open = Some(root);
            }
        }
    }

    /// The tile that the wall gives next at this end, where known.
    pub(super) fn at_end(&self, end: DrawFrom) -> Option<Tile> {
        match end {
            DrawFrom::Wall => self.table.wall.at_head(),
            DrawFrom::Tail => self.table.wall.at_tail(),
        }
    }

    /// A drawn tile does not change what the seat waited for: its waits are needed for its own win and are found anew
    /// after its discard.
    fn touch_after_draw(&mut self, _seat: Seat) {
        self.able.clear();
    }
}
