//! Computes the end of a hand: the payments, the next dealer and the floor.

use super::table::Table;
use crate::oracle::beijing::pay::{Payments, kong_shares, pay};

/// Dealer and floor before a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    pub dealer: usize,
    pub floor: u32,
}

impl Table<'_> {
    /// True if a false win ended the hand.
    fn ended_by_false_win(&self) -> bool {
        self.won.is_empty() && self.play.false_win_ends && !self.false_wins.is_empty()
    }

    /// Counts how often the dealer was burnt: the first discards of all seats are equal and nothing was claimed in
    /// between. If repeats count, the second discards count too, and so on. BJ-5a, BJ-5d, BJ-5e.
    fn burnt(&self) -> u32 {
        let mut rounds = 0;
        if self.play.seats == 2 {
            return 0;
        }
        let seats = self.play.seats;
        let rivers = || (0..seats).map(|turn| &self.places[(self.dealer + turn) % seats].river);
        while let Some(&(tile, _)) = self.places[self.dealer].river.get(rounds) {
            let claims = self.places[self.dealer].river[0].1;
            if !rivers().all(|river| river.get(rounds) == Some(&(tile, claims))) {
                break;
            }
            rounds += 1;
        }
        (if self.play.burn_repeats { rounds } else { rounds.min(1) }) as u32
    }

    /// All payments of the hand. Rule book 2, BJ-5, BJ-10c.
    pub fn payments(&self) -> Payments {
        let mut paid = [[0; 4]; 4];
        let mut add = |from: usize, to: usize, points: i64| paid[from][to] += points;
        let winners: Vec<usize> = self.won.iter().map(|won| won.facts.winner).collect();
        for won in &self.won {
            for (from, row) in
                pay(&self.play.house, self.play.seats, &won.facts, &won.win, &winners).into_iter().enumerate()
            {
                row.into_iter().enumerate().for_each(|(to, points)| add(from, to, points));
            }
        }
        let (house, seats) = (&self.play.house, self.play.seats);
        let result = self.won.first().map(|won| won.facts.winner);
        for &(owner, meld, from) in self.konged.iter().filter(|_| result.is_some() || self.drawn) {
            // Of several winners on one tile, the owner itself comes first.
            let won = self
                .won
                .iter()
                .find(|won| won.facts.winner == owner)
                .or(self.won.first())
                .map(|won| (won.facts.winner, won.facts.from.filter(|_| !won.facts.how.self_drawn())));
            for (payer, points) in kong_shares(house, seats, self.dealer, self.floor, (owner, meld, from), won) {
                add(payer, owner, points);
            }
        }
        let upstairs = if house.floor_wins_only { 1 } else { 1i64 << self.floor };
        let due = !self.won.is_empty() || self.drawn && !self.play.burn_void;
        let rounds = self.burnt();
        if due && rounds > 0 {
            // the base does not multiply it.
            let points = (self.play.burn * upstairs) << (rounds - 1);
            (1..seats).for_each(|turn| add(self.dealer, (self.dealer + turn) % seats, points));
        }
        for &seat in &self.false_wins {
            let points = house.base * self.play.penalty * upstairs;
            (1..seats).for_each(|turn| add(seat, (seat + turn) % seats, points));
        }
        paid
    }

    /// Dealer and floor of the next hand; `None` if the hand was broken off. BJ-2, BJ-6f.
    pub fn next(&self) -> Option<Standing> {
        let stays = if !self.won.is_empty() {
            self.won.iter().any(|won| won.facts.winner == self.dealer)
        } else if self.ended_by_false_win() {
            !self.play.false_win_passes
        } else if self.drawn {
            true
        } else {
            return None;
        };
        let dealer = if stays { self.dealer } else { (self.dealer + 1) % self.play.seats };
        let drawn = self.won.is_empty() && !self.ended_by_false_win();
        let floor = if drawn {
            if self.play.floor_adds { self.floor + 1 } else { 1 }
        } else if self.play.floor_next_hand || self.dealer + 1 == self.play.seats && dealer == 0 {
            0
        } else {
            self.floor
        };
        Some(Standing { dealer, floor })
    }
}
