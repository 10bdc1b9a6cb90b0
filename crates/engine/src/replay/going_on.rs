//! Play that goes on after a win: without its winner (血战), or because the win was a false one.

use super::referee::{BeforeFalseWin, Referee, Seen};
use crate::table::Table;
use caipan_log::{Action, KongKind};

impl Referee<'_> {
    /// Continues play without the latest winners, if the rules say so.
    pub(super) fn go_on(&mut self) {
        if self.has_just_won() && self.rules.goes_on(&self.table) {
            self.close_window();
            self.table.play_on();
        }
    }

    /// True if the hand goes on without its latest winner: the seat that then draws next draws or, where the record leaves
    /// out its draws, acts in its turn.
    pub(super) fn goes_on_without_winner(&self, action: &Action) -> bool {
        let (Some(seat), true) = (action.seat(), self.rules.goes_on(&self.table)) else { return false };
        let is_in_turn = match action {
            Action::Draw { .. } | Action::DrawUnseen { .. } => true,
            Action::Discard { .. } | Action::Win { .. } => {
                self.table.is_hidden(seat) && !self.draws_told.contains(seat)
            }
            Action::Kong { kind, .. } => {
                *kind != KongKind::Exposed && self.table.is_hidden(seat) && !self.draws_told.contains(seat)
            }
            _ => false,
        };
        let next = || {
            let mut after = self.table.clone();
            after.play_on();
            after.next_to_draw()
        };
        is_in_turn && next() == Some(seat)
    }

    /// Keeps the table before a false win if the rules do not say whether it ends the hand. The following events then
    /// decide.
    pub(super) fn keep_before_false_win(&mut self) {
        if self.rules.false_wins().is_none() && !self.has_just_won() && self.before_false_win.is_none() {
            let (table, able) = (self.table.clone(), self.able.clone());
            self.before_false_win = Some(Box::new(BeforeFalseWin { table, able, doubts: self.doubts }));
        }
    }

    /// Restores the table when play continues after false wins only: they did not end the hand. Where the hand goes
    /// on without its winners, an act in turn of the seat after them shows that the record counts the false win as one.
    pub(super) fn go_on_after_false_win(&mut self, action: &Action) {
        let Some(before) = self.before_false_win.take() else { return };
        let is_now = |seen: &Seen| !before.table.out.contains(seen.seat);
        let is_true = |seen: &Seen| is_now(seen) && seen.breach.is_none() && !seen.is_unseen();
        if self.wins.iter().any(is_true) || self.goes_on_without_winner(action) {
            return;
        }
        self.wins.retain(|seen| !is_now(seen));
        let now = self.table.now;
        let BeforeFalseWin { table, able, doubts } = *before;
        (self.table, self.able, self.doubts) = (Table { now, ..table }, able, doubts);
    }
}
