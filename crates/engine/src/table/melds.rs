//! The moves that make melds (副露), chow, pung and kong, and the undoing of a robbed kong.

use super::{Drawn, Konged, Phase, Table};
use caipan_log::KongKind;
use caipan_tiles::tile::{Meld, MeldKind, Seat, Tile};

impl Table {
    /// Makes a chow. `tiles` are the two from the hand.
    pub fn chow(&mut self, seat: Seat, tile: Tile, tiles: [Tile; 2]) {
        let from = self.claim_tile(seat, tile);
        for tile in tiles {
            self.remove(seat, tile);
        }
        let lowest = tiles.into_iter().fold(tile, Tile::min);
        self.lay(seat, Meld { kind: MeldKind::Chow, tile: lowest, from });
        self.phase = Phase::Turn { seat, drawn: Drawn::Nothing };
    }

    /// Makes a pung.
    pub fn pung(&mut self, seat: Seat, tile: Tile) {
        let from = self.claim_tile(seat, tile);
        for _ in 0..2 {
            self.remove(seat, tile);
        }
        if self.held(seat, tile) > 0 {
            self.places[seat].kept_fourth.push(tile);
        }
        self.lay(seat, Meld { kind: MeldKind::Pung, tile, from });
        self.phase = Phase::Turn { seat, drawn: Drawn::Nothing };
    }

    /// Makes a kong. The replacement or the dice tiles follow.
    pub fn kong(&mut self, kong: Konged) {
        let Konged { seat, tile, kind, dice, .. } = kong;
        let mut from = None;
        let drawn = match self.phase {
            Phase::Turn { seat: turn, drawn } if turn == seat => drawn,
            _ => Drawn::Nothing,
        };
        self.fresh_kong = drawn.tile() == Some(tile);
        self.kong_run = if matches!(drawn, Drawn::Replacement(_)) { self.kong_run.saturating_add(1) } else { 1 };
        self.kong_unseen |= kind == KongKind::Added && drawn != Drawn::Nothing && drawn.tile().is_none();
        match kind {
            KongKind::Exposed => {
                from = self.claim_tile(seat, tile);
                for _ in 0..3 {
                    self.remove(seat, tile);
                }
                self.lay(seat, Meld { kind: MeldKind::KongExposed, tile, from });
            }
            KongKind::Concealed => {
                for _ in 0..4 {
                    self.remove(seat, tile);
                }
                self.lay(seat, Meld { kind: MeldKind::KongConcealed, tile, from: None });
            }
            KongKind::Added => {
                if !matches!(self.phase, Phase::Turn { drawn, .. } if drawn.tile() == Some(tile)) {
                    self.places[seat].late_kongs.push(tile);
                }
                self.remove(seat, tile);
                let pung =
                    self.places[seat].melds.iter_mut().find(|meld| meld.kind == MeldKind::Pung && meld.tile == tile);
                match pung {
                    Some(meld) => meld.kind = MeldKind::KongAdded,
                    None => self.lay(seat, Meld { kind: MeldKind::KongAdded, tile, from: None }),
                }
                self.claims = self.claims.saturating_add(1);
            }
        }
        if kind == KongKind::Concealed {
            self.claims = self.claims.saturating_add(1);
        }
        if dice.is_some() {
            let place = &mut self.places[seat];
            place.dice_kongs = place.dice_kongs.saturating_add(1);
        }
        let among = self.playing();
        self.kongs.push(Konged { from, among, at: self.now, ..kong });
        self.kong_walls.push(u16::try_from(self.wall.left()).unwrap_or(u16::MAX));
        self.phase = Phase::Kong { seat, tile, kind, dice, from };
    }

    /// Undoes a robbed kong. An added kong becomes a pung again. For any other kong, the three tiles besides the robbed
    /// one return to the hand.
    pub fn undo_kong(&mut self, seat: Seat, tile: Tile) {
        self.kongs.retain(|kong| (kong.seat, kong.tile) != (seat, tile));
        let kongs = self.kongs.len();
        if self.kong_walls.len() > kongs {
            // The robbed kong is the latest.
            self.kong_walls = self.kong_walls.iter().copied().take(kongs).collect();
        }
        let melds = &mut self.places[seat].melds;
        let Some(at) = melds.iter().position(|meld| meld.kind.is_kong() && meld.tile == tile) else { return };
        if melds[at].kind == MeldKind::KongAdded {
            melds[at].kind = MeldKind::Pung;
        } else {
            melds.remove(at);
            (0..3).for_each(|_| self.give(seat, tile));
        }
    }

    fn lay(&mut self, seat: Seat, meld: Meld) {
        self.places[seat].melds.push(meld);
    }

    /// Takes a claimed tile out of its river and counts the claim. Returns the discarder.
    fn claim_tile(&mut self, seat: Seat, tile: Tile) -> Option<Seat> {
        self.claims = self.claims.saturating_add(1);
        let place = &mut self.places[seat];
        place.turns = place.turns.saturating_add(1);
        let Phase::Open { from, .. } = self.phase else { return None };
        if let Some(lying) =
            self.places[from].river.iter_mut().rev().take(2).find(|lying| lying.tile == tile && !lying.gone)
        {
            lying.gone = true;
        }
        Some(from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::{TailOrder, Wall};
    use caipan_tiles::tile::{Deck, Seats, Suit};

    /// The seat gets the other three tiles back, whichever way it made the kong.
    #[test]
    fn undoing_robbed_kong_returns_three_tiles() {
        let [seat, from] = [Seat::ALL[0], Seat::ALL[1]];
        let tile = Tile::of(Suit::Characters, 5).unwrap();
        for kind in [KongKind::Exposed, KongKind::Concealed] {
            let mut table = Table::new(Deck::SUITS, seat, Wall::unknown(Deck::SUITS, TailOrder::StackTopFirst));
            let own = if kind == KongKind::Concealed { 4 } else { 3 };
            (0..own).for_each(|_| table.give(seat, tile));
            if kind == KongKind::Exposed {
                table.give(from, tile);
                table.discard(from, tile);
            }
            table.kong(Konged { seat, tile, kind, dice: None, from: None, among: Seats::FOUR, at: None });
            assert_eq!((table.places[seat].melds.len(), table.kongs.len()), (1, 1));
            table.undo_kong(seat, tile);
            assert_eq!((table.places[seat].melds.len(), table.kongs.len()), (0, 0), "{kind:?}");
            assert_eq!(table.places[seat].hand.count(tile), 3, "{kind:?}");
        }
    }
}
