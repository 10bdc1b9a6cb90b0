//! Settles a hand at its end, and names the next dealer.

use super::shape::{Counts, Kind, Tile, fan_of_wait, pattern, waits};
use super::table::{Konged, Moment, Table};
use std::collections::BTreeMap;

/// Points by payer, recipient and cause.
pub type Payments = BTreeMap<(usize, usize, &'static str), i64>;

impl Table {
    /// True for each seat that has won or waits for a tile.
    pub fn ready(&self) -> [bool; 4] {
        [0, 1, 2, 3].map(|seat| self.places[seat].won || !self.waits_of(seat).is_empty())
    }

    /// The tiles that the seat held after its last discard or kong.
    fn rest(&self, seat: usize) -> Counts {
        let mut hand = self.places[seat].counts();
        if let Moment::Turn { seat: turn, got } = self.moment
            && turn == seat
            && let Some(tile) = got.tile()
        {
            hand[usize::from(tile)] -= 1;
        }
        hand
    }

    fn waits_of(&self, seat: usize) -> Vec<Tile> {
        let place = &self.places[seat];
        waits(&self.rest(seat), &place.melds, place.void)
    }

    /// Everything that is paid for the hand.
    pub fn settle(&self) -> Payments {
        let mut paid = Payments::new();
        let mut pay = |from: usize, to: usize, cause, points: i64| {
            if from != to && points != 0 {
                *paid.entry((from, to, cause)).or_default() += points;
            }
        };
        for win in &self.wins {
            win.payers.iter().for_each(|&payer| pay(payer, win.seat, "win", win.price));
        }
        let ready = self.ready();
        for kong in &self.kongs {
            let transferred = self.house.zhuan_yi && !kong.winners.is_empty();
            // SC-6.5; SC-6.6: a kong whose money is transferred needs its seat ready after three wins too.
            let kept = !self.house.tui_shui || self.three_won() && !transferred;
            if ready[kong.seat] || kept {
                self.pay_kong(kong, &mut pay);
            }
        }
        if !self.three_won() && self.house.cha_jiao {
            // SC-7.3.
            for asker in (0..4).filter(|&seat| ready[seat] && !self.places[seat].won) {
                let price = self.dearest_wait(asker);
                (0..4).filter(|&seat| !ready[seat]).for_each(|seat| pay(seat, asker, "cha-jiao", price));
            }
        }
        paid
    }

    fn pay_kong(&self, kong: &Konged, pay: &mut impl FnMut(usize, usize, &'static str, i64)) {
        let base = self.house.base;
        let each = match kong.kind {
            _ if kong.robbed => return,
            // SC-6.4.
            Kind::Added { late: true } if !self.house.late_kong => return,
            Kind::Added { .. } | Kind::Pung => base,
            Kind::Exposed | Kind::Concealed => 2 * base,
        };
        let winners = if self.house.zhuan_yi { kong.winners.as_slice() } else { &[] };
        let Some((&first, more)) = winners.split_first() else {
            return kong.payers.iter().for_each(|&payer| pay(payer, kong.seat, "kong", each));
        };
        // SC-6.6: the first winner gets the money of the kong, every further one the same from the konger.
        kong.payers.iter().for_each(|&payer| pay(payer, first, "transfer", each));
        for &winner in more {
            pay(kong.seat, winner, "transfer", kong.payers.iter().map(|_| each).sum());
        }
    }

    /// The price of the wait with the dearest pattern, of several the lowest tile.
    fn dearest_wait(&self, seat: usize) -> i64 {
        let (hand, place) = (self.rest(seat), &self.places[seat]);
        let mut best = None;
        for tile in self.waits_of(seat) {
            let mut full = hand;
            full[usize::from(tile)] += 1;
            let shape = pattern(&full, &place.melds).expect("a wait").fan();
            let fan = fan_of_wait(&self.house, &hand, &place.melds, tile).expect("a wait");
            if best.is_none_or(|(dearest, _)| shape > dearest) {
                best = Some((shape, fan));
            }
        }
        best.map_or(0, |(_, fan)| self.house.price(fan))
    }

    /// The next dealer (SC-8.1, SC-8.2, SC-8.3).
    pub fn next_dealer(&self) -> usize {
        let by_tile = match self.house.multi_dealer {
            "last_winner" => self.several,
            "discarder" => self.first_several_from,
            _ => None,
        };
        if let Some(dealer) = by_tile {
            return dealer;
        }
        if let Some(win) = self.wins.first() {
            return win.seat;
        }
        if self.house.draw_dealer == "stays" {
            return self.dealer;
        }
        let next = match self.moment {
            Moment::Lying { from, .. } => self.after(from),
            Moment::Turn { seat, .. } | Moment::Konged { seat, .. } | Moment::Drew { seat } => self.after(seat),
        };
        self.after(next)
    }
}
