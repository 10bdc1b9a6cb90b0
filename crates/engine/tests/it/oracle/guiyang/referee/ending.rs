//! Converts the table for the reference scorer: for the value of a win, and for the result of the hand.

use super::super::settle::{End, How, Seat};
use super::table::{Got, Moment, Table};

impl Table {
    /// The end of the hand if these seats claim a win at this moment.
    pub fn end(&self, how: How, claims: &[usize]) -> End {
        let tile = match self.moment {
            Moment::Turn { got, .. } => got.tile().unwrap_or(0),
            Moment::Lying { tile, .. } | Moment::Konged { tile, .. } => tile,
        };
        let own = matches!(how, How::SelfDraw | How::Bloom);
        let seats = [0, 1, 2, 3].map(|seat| {
            let place = &self.places[seat];
            let mut hand = place.counts();
            // A winner's hand does not include the tile it won on.
            if own && claims.contains(&seat) {
                hand[usize::from(tile)] -= 1;
            }
            let (declared, hard, was_ready) = (place.is_bound(), place.hard, place.was_ready);
            Seat { hand, melds: place.melds.clone(), declared, hard, was_ready, lack: place.lack }
        });
        let mut discards = self.discards.clone();
        if matches!(how, How::Discard { .. }) {
            discards.pop();
        }
        let (house, dealer, streak, weekday) = (self.house.clone(), self.dealer, self.streak, self.weekday);
        let untouched = self.places.iter().all(|place| place.melds.is_empty());
        let first = matches!(how, How::Discard { from, .. } if from == dealer) && discards.is_empty() && untouched;
        let dealt = matches!(self.moment, Moment::Turn { seat, got: Got::Dealt(_) } if seat == dealer);
        let claims = claims.to_vec();
        let (rolls, picked, last_hand) = (self.rolls.clone(), self.picked, self.last_hand);
        End {
            house,
            dealer,
            streak,
            weekday,
            seats,
            discards,
            how,
            claims,
            tile,
            flip: self.flip,
            rolls,
            last_hand,
            picked,
            dealt,
            first,
        }
    }

    /// The end of the hand; `None` if it was broken off.
    pub fn ending(&self) -> Option<End> {
        match self.winners.first() {
            Some(&winner) => Some(self.end(self.how(winner)?, &self.winners)),
            None => self.exhausted.then(|| self.end(How::Exhausted, &[])),
        }
    }
}
