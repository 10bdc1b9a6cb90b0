//! Draws and discards: the seat in turn, the tile due, and the supply of missing draws and discards.

use super::breach::{BreachIdx, What};
use super::drawn::other;
use super::referee::Referee;
use crate::rules::{Due, Topic};
use crate::table::{Offer, Phase, Shown};
use caipan_log::{DrawFrom, EventKind};
use caipan_tiles::tile::{Seat, Tile};

impl Referee<'_> {
    /// Applies a draw; `tile` is `None` if the record does not show it.
    pub(super) fn draw(&mut self, seat: Seat, tile: Option<Tile>, from: Option<DrawFrom>) {
        self.supply_discard(seat, None);
        let due = self.rules.due(&self.table);
        // A known wall shows the tile.
        let due_end = if let Due::Draw(_, end) = due { end } else { DrawFrom::Wall };
        let tile = tile.or_else(|| self.table.wall.at(from.unwrap_or(due_end)));
        if let Some(tile) = tile
            && self.was_supplied(seat, tile, due)
        {
            return;
        }
        let mut end = from;
        // The other end, if both ends may have given the tile.
        let mut either = None;
        match due {
            Due::Draw(next, due) if next == seat => {
                if let Some(tile) = tile.filter(|&tile| from.is_none() && self.accepts_other(due, tile)) {
                    if self.table.wall.may_give(due, tile) {
                        either = Some(other(due));
                    } else {
                        end = Some(other(due));
                    }
                }
                let accepted = |from| from == due || self.rules.accepts_end(&self.table, from);
                if let Some(from) = from.filter(|&from| !accepted(from)) {
                    let root = self.note(What::DrawWrongEnd { due }, Some(seat), None);
                    let came_from = |end| self.table.wall.at(end) == tile;
                    if self.table.wall.is_known() && (came_from(due) || !came_from(from)) {
                        // The tile shows that only the end is recorded wrongly.
                        end = Some(due);
                    } else {
                        self.doubts.tiles.get_or_insert(root);
                    }
                }
                end = end.or(Some(due));
            }
            // If the log has no offers, the drawing seat took the last tile and the seats before it declined.
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
                    _ if self.table.wall.left() == 0 => What::DrawFromNothing,
                    Due::DrawGame if self.rules.reserved(&self.table) >= self.table.wall.left() => {
                        What::DrawFromReserve {
                            left: self.table.wall.left(),
                            option: self.rules.option_on(Topic::Reserve),
                        }
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
        self.void = None;
        self.close_window();
        let end = end.unwrap_or(DrawFrom::Wall);
        let Some(tile) = tile else {
            self.table.draw_hidden(seat, end);
            self.touch_after_draw(seat);
            return;
        };
        self.must_lie(seat, tile, end);
        if let Some(root) = self.not_of_deck(&[tile]) {
            self.doubt_hand(seat, root);
        }
        if !self.table.wall.is_known() {
            self.see(tile, Some(seat), None);
        }
        let there = either.map(|end| self.table.wall.taken(tile, end));
        self.table.draw(seat, tile, end);
        if let Some(there) = there {
            self.table.wall.or(&there);
        }
        self.tell_moved();
        self.touch_after_draw(seat);
    }

    pub(super) fn discard(&mut self, seat: Seat, tile: Tile) {
        self.supply_draw(seat, None);
        let out_of_turn = match self.table.phase {
            Phase::Turn { seat: turn, .. } if turn == seat => None,
            _ if self.voided(seat).is_some() => self.voided(seat),
            _ => {
                let due = self.table.in_turn().or(self.table.next_to_draw());
                let root = self.note_course(What::DiscardOutOfTurn { due }, seat, self.doubts.hand[seat]);
                if let Some(due) = due {
                    self.doubt_hand(due, root);
                }
                Some(root)
            }
        };
        self.void = None;
        self.close_window();
        // A refused discard may have a wrong seat or tile, so both hand and tile are uncertain.
        let held = self.table.held(seat, tile) > 0 || self.table.place(seat).unknown > 0;
        let wrong = if held {
            self.refusable(EventKind::Discard, seat, self.rules.may_discard(&self.table, seat, tile))
        } else {
            let because = self.not_of_deck(&[tile]).or_else(|| self.lacks_by(seat, tile)).or(out_of_turn);
            Some(self.note(What::DiscardNotHeld { tile }, Some(seat), because))
        };
        if self.table.held(seat, tile) == 0 {
            self.see_of_unseen(seat, tile, 1);
        }
        let doubt = out_of_turn.or(wrong).or(self.not_of_deck(&[tile]));
        if let Some(root) = doubt {
            self.doubt_hand(seat, root);
        }
        self.table.discard(seat, tile);
        self.note_ready(seat);
        self.doubts.open = doubt;
        self.open_window();
    }

    /// Returns the breach of this seat's claim or kong if the wall is too short for it and no tile has moved since.
    pub(super) fn voided(&self, seat: Seat) -> Option<BreachIdx> {
        self.void.filter(|&(void, _)| void == seat).map(|(_, root)| root)
    }

    /// Supplies a draw that the log lacks although the seat acts on it, from the wall if known. `claimed` is the tile
    /// that the seat acts on, if it shows the draw.
    pub(super) fn supply_draw(&mut self, seat: Seat, claimed: Option<Tile>) {
        let Some((next, from)) = self.due_draw() else { return };
        if next != seat || self.voided(seat).is_some() {
            return;
        }
        if self.table.is_hidden(next) && self.table.wall.at(from).is_none() {
            // The record need not tell the draws of a seat that it does not show.
            self.close_window();
            self.table.draw_hidden(next, from);
            self.touch_after_draw(next);
            return;
        }
        let supplied = self.table.wall.at(from).or(claimed.filter(|_| next == seat));
        let root = self.note(What::DrawMissing { supplied }, Some(next), None);
        if self.table.wall.at(from).is_none() {
            self.doubt_hand(next, root);
        }
        self.supplied[next] = Some((supplied, root));
        self.close_window();
        self.table.draw_unseen(next, supplied, from);
        self.touch_after_draw(next);
        if next != seat {
            self.note_ready(next);
        }
    }

    /// Supplies the discard of the seat in turn if another seat draws or claims first. A claimed tile identifies the
    /// discard; without one, the hand owes a tile.
    pub(super) fn supply_discard(&mut self, actor: Seat, claimed: Option<Tile>) {
        let Phase::Turn { seat, .. } = self.table.phase else { return };
        if seat == actor || self.table.next(seat) != actor && claimed.is_none() {
            return;
        }
        if claimed.is_none_or(|tile| self.table.held(seat, tile) > 0 || self.table.is_hidden(seat)) {
            self.discard_of(seat, claimed);
        }
    }

    /// Supplies the discard of the seat in turn if the log records a drawn hand before it.
    pub(super) fn supply_discard_of_turn(&mut self) {
        if let Phase::Turn { seat, .. } = self.table.phase
            && self.voided(seat).is_none()
            && self.table.wall.left() <= self.rules.reserved(&self.table)
        {
            self.discard_of(seat, None);
        }
    }

    /// Supplies the discard that this seat owes.
    fn discard_of(&mut self, seat: Seat, supplied: Option<Tile>) {
        if self.rules.due(&self.table) != Due::Act(seat) {
            return;
        }
        let root = self.note_course(What::DiscardMissing { supplied }, seat, None);
        let Some(tile) = supplied else {
            self.doubt_hand(seat, root);
            let owed = &mut self.table.places[seat].owed;
            *owed = owed.saturating_add(1);
            self.table.discards = self.table.discards.saturating_add(1);
            self.table.phase = Phase::Open { from: seat, tiles: Shown::unknown(), why: Offer::Discard };
            self.doubts.open = Some(root);
            return;
        };
        if self.table.held(seat, tile) == 0 {
            self.see_of_unseen(seat, tile, 1);
        }
        self.table.discard(seat, tile);
        self.touch(seat);
        self.open_window();
    }

    /// Clears the possible wins after a draw. The cached waits stay: they serve the seat's own win and are updated
    /// after its discard.
    fn touch_after_draw(&mut self, _seat: Seat) {
        self.able.clear();
    }
}
