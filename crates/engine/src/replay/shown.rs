//! Tiles that a record does not show and that become known: a win names its tile, and hands are laid open when the play is
//! over.

use super::breach::What;
use super::referee::{Referee, Seen};
use crate::table::{Drawn, Offer, Phase, Shown, Source, WinChance};
use caipan_tiles::tile::{Counts, Seat, Tile};

impl Referee<'_> {
    /// True if this seat draws next, and the record does not tell its draws.
    pub(super) fn may_have_drawn(&self, seat: Seat) -> bool {
        let is_left_out = self.table.is_hidden(seat) && !self.draws_told.contains(seat);
        is_left_out && self.due_draw().is_some_and(|(next, _)| next == seat)
    }

    /// Draws the last tile for the seat that took it, where the record leaves its draws out.
    pub(super) fn supply_last_draw(&mut self) {
        if let Phase::SeabedDraw { seat } = self.table.phase
            && self.may_have_drawn(seat)
        {
            self.supply_draw(seat, None);
        }
    }

    /// Identifies the tile that a seat wins on, where only the win names it: the seat's own draw, or the last tile that
    /// another seat drew and showed.
    pub(super) fn identify_won(&mut self, seat: Seat, tile: Tile) {
        match self.table.phase {
            Phase::Turn { seat: turn, drawn }
                if turn == seat && self.table.is_hidden(seat) && drawn != Drawn::Nothing && drawn.tile().is_none() =>
            {
                if self.table.held(seat, tile) == 0 {
                    self.see_of_unseen(seat, tile, 1);
                    self.table.learn(seat, tile);
                }
                if self.table.last.taken_by == Some(seat) {
                    self.table.last.tile = Some(tile);
                }
                self.table.phase = Phase::Turn { seat, drawn: drawn.of(tile) };
            }
            Phase::Open { from, tiles, why: Offer::Seabed }
                if from != seat && tiles.iter().next().is_none() && self.table.is_hidden(from) =>
            {
                self.see_of_unseen(from, tile, 1);
                self.table.learn(from, tile);
                self.table.last.tile = Some(tile);
                self.table.phase = Phase::Open { from, tiles: Shown::one(tile), why: Offer::Seabed };
            }
            _ => {}
        }
    }

    /// Takes over the tiles that a winner laid open: its hand stays as it is if its win ends the hand or if winners leave.
    /// In a hand that goes on, tiles that contradict the play so far are those of a seat that went on playing.
    pub(super) fn lay_winner_open(&mut self, seat: Seat, won: Tile) {
        if self.is_last_act() {
            self.lay_open(seat, Some(won));
        } else if self.rules.going_on().is_some() && self.fits(seat, &self.laid_open_by(seat, Some(won))) {
            self.keep_before_false_win();
            self.lay_open(seat, Some(won));
        }
    }

    /// The tiles that a seat laid open, without the tile that it won on. Some clients show it with the hand and others do
    /// not.
    fn laid_open_by(&self, seat: Seat, won: Option<Tile>) -> Counts {
        let tiles = &self.laid_open[seat];
        let mut shown: Counts = tiles.iter().copied().collect();
        let held = self.table.place(seat).held();
        match won {
            Some(won) if tiles.len() == held + 1 => {
                shown.take(won);
            }
            Some(won) if tiles.len() + 1 == held => shown.add(won),
            _ => {}
        }
        shown
    }

    /// True if the hand of a seat may be these tiles.
    fn fits(&self, seat: Seat, shown: &Counts) -> bool {
        let (known, place) = (self.table.concealed(seat), self.table.place(seat));
        let holds = shown.total() == place.held() && !known.iter().any(|(tile, n)| shown.of(tile) < n);
        holds && (!place.is_known() || *shown == known)
    }

    /// Takes over the tiles that a seat laid open. `won`: the tile that it won on. Tiles that contradict the play are noted
    /// and not taken over.
    pub(super) fn lay_open(&mut self, seat: Seat, won: Option<Tile>) {
        if self.laid_open[seat].is_empty() {
            return;
        }
        let shown = self.laid_open_by(seat, won);
        let known = self.table.concealed(seat);
        if !self.fits(seat, &shown) {
            let (shown, size) = (self.laid_open[seat].clone(), self.table.place(seat).held());
            self.note(What::ShownDiffers { shown, held: known.tiles().collect(), size }, Some(seat), None);
            return;
        }
        if self.table.place(seat).is_known() {
            return;
        }
        for (tile, n) in shown.iter() {
            for _ in known.of(tile)..n {
                self.see(tile, Some(seat), None);
                self.table.learn(seat, tile);
            }
        }
    }

    /// Takes over the tiles of all seats when the hand is over.
    pub(super) fn lay_all_open(&mut self) {
        for seat in self.table.seats.iter() {
            let seen = self.wins.iter().find(|seen| seen.seat == seat);
            let won = seen.and_then(|seen| seen.won.as_ref()?.tiles.first().copied());
            // The tiles of a winner that nobody shows were looked at when it won.
            if !seen.is_some_and(Seen::is_unseen) {
                self.lay_open(seat, won);
            }
        }
    }

    /// True if only what may follow the end of a hand follows the current event.
    pub(super) fn is_last_act(&self) -> bool {
        self.at >= self.last_act
    }

    /// Accepts the win of a seat whose tiles nobody showed: neither whether it is a win nor its value can be verified.
    pub(super) fn win_unseen(&mut self, seat: Seat, chance: WinChance) {
        if let (Source::Rob { .. }, Phase::Kong { seat: konger, tile, .. }) = (chance.source, self.table.phase)
            && !self.has_just_won()
        {
            self.table.undo_kong(konger, tile);
        }
        self.table.win(seat, chance.from);
        self.wins.push(Seen { seat, won: None, called: None, breach: None });
    }

    /// True if the win of this seat rests on tiles, or on draws before, that the record does not show.
    pub(super) fn wins_unseen(&self, seat: Seat) -> bool {
        let place = self.table.place(seat);
        let rests_on_draws = place.declared.is_some() || place.sky || place.xiaosa.is_some();
        self.table.is_hidden(seat) || self.table.hidden.contains(seat) && rests_on_draws
    }
}
