//! Changes for a deal recorded wrongly: another tile, a tile too many or missing, another dealer.

use super::change::LogChange;
use super::changes::BreachContext;
use crate::replay::shares;
use caipan_log::Action;
use caipan_tiles::tile::{Counts, Seat, Tile, Tiles};

impl BreachContext<'_> {
    /// Returns the changes in which the seat holds this tile because one that it was dealt or drew before is recorded
    /// wrongly.
    pub(super) fn held_after_all(&self, at: usize, seat: Seat, tile: Tile) -> Vec<LogChange> {
        let dealt: Counts = self.hand.deal.iter().flat_map(|deal| deal[seat].0.iter().copied()).collect();
        let mut all: Vec<LogChange> = dealt.iter().filter_map(|(kind, _)| self.dealt(seat, kind, tile)).collect();
        for (at, event) in self.hand.events.iter().enumerate().take(at) {
            if matches!(event.action, Action::Draw { seat: who, .. } if who == seat) {
                all.extend(self.drawn(at, seat, tile));
            }
        }
        all.extend(self.dealt_to_another(seat, tile));
        all
    }

    /// Returns the changes that swap this tile, dealt to another seat, with one dealt to this seat.
    fn dealt_to_another(&self, seat: Seat, tile: Tile) -> Vec<LogChange> {
        let Some(deal) = &self.hand.deal else { return Vec::new() };
        let own: Counts = deal[seat].0.iter().copied().collect();
        let kinds: &[Tile] = &own.iter().map(|(kind, _)| kind).collect::<Vec<_>>();
        let with = |other: Seat| {
            let there = deal[other].0.iter().rposition(|&dealt| dealt == tile);
            there.into_iter().flat_map(move |there| kinds.iter().map(move |&out| (other, there, out)))
        };
        let exchanged = |(other, there, out): (Seat, usize, Tile)| {
            let mut deal = deal.clone();
            let here = deal[seat].0.iter().rposition(|&dealt| dealt == out)?;
            *deal[seat].0.get_mut(here)? = tile;
            *deal[other].0.get_mut(there)? = out;
            Some(LogChange::Deal(deal))
        };
        self.before.seats.others(seat).flat_map(with).filter_map(exchanged).collect()
    }

    /// Returns the change that replaces one dealt tile of a seat.
    pub(super) fn dealt(&self, seat: Seat, out: Tile, by: Tile) -> Option<LogChange> {
        let mut tiles = self.hand.deal.as_ref()?[seat].clone();
        let at = tiles.0.iter().rposition(|&tile| tile == out)?;
        *tiles.0.get_mut(at)? = by;
        Some(LogChange::Dealt(seat, tiles))
    }

    /// Returns the changes that add or remove one tile of a deal with a wrong size.
    pub(super) fn sized(&self, seat: Seat, count: usize, due: usize) -> Vec<LogChange> {
        let Some(deal) = &self.hand.deal else { return Vec::new() };
        let tiles = &deal[seat];
        if count == due + 1 {
            let without = |at: usize| {
                let mut tiles = tiles.clone();
                tiles.0.remove(at);
                LogChange::Dealt(seat, tiles)
            };
            return (0..tiles.0.len()).map(without).collect();
        }
        if count + 1 == due {
            let with = |tile: Tile| LogChange::Dealt(seat, Tiles(tiles.0.iter().copied().chain([tile]).collect()));
            return self.kinds().map(with).collect();
        }
        Vec::new()
    }

    /// Returns the changes in which the seat dealt fourteen tiles is the dealer, or one of its tiles belongs to the
    /// dealer.
    pub(super) fn extra_tile_moved(&self, dealer: Seat, dealt: Seat) -> Vec<LogChange> {
        let mut all = vec![LogChange::Dealer(dealt)];
        let Some(deal) = &self.hand.deal else { return all };
        for at in (0..deal[dealt].0.len()).rev() {
            let mut deal = deal.clone();
            let tile = deal[dealt].0.remove(at);
            deal[dealer].0.push(tile);
            all.push(LogChange::Deal(deal));
        }
        all
    }

    pub(super) fn dealt_by_wall(&self) -> Vec<LogChange> {
        let wall = self.hand.wall.iter();
        let deal = wall.map(|wall| {
            LogChange::Deal(shares(&wall.0, self.before.seats, self.before.dealer, self.rules.deal_order()))
        });
        deal.chain([LogChange::NoWall]).collect()
    }
}
