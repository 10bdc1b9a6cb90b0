//! Detects a wall that occurs twice in a match: a shuffle was repeated, or one hand is recorded twice.

use super::Finding;
use super::checks::deal;
use caipan_log::{GameLog, HandLog};
use caipan_tiles::bilingual;
use caipan_tiles::tile::{Counts, Seat, Seats};

/// Returns a finding if an earlier hand was dealt from the same wall as this one.
pub(super) fn wall(log: &GameLog, index: usize) -> Option<Finding> {
    let hand = log.hands.get(index)?;
    let earlier = log.hands.iter().take(index).position(|other| is_dealt_alike(log.seats(), hand, other))?;
    let number = earlier.saturating_add(1);
    let text = bilingual!(
        "这一局的牌墙与第 {number} 局一模一样。",
        "this hand has the same tiles in the same places as hand {number}"
    );
    let field = if hand.wall.is_some() { "wall" } else { "deal" };
    Some(Finding::new(&deal::REPEATED, index, text).at_field(field))
}

/// True if both hands have the same wall, tile by tile. If a wall is missing, compares the dealt hands seat by seat
/// from the dealer on, in any order of tiles.
fn is_dealt_alike(seats: Seats, one: &HandLog, other: &HandLog) -> bool {
    if let (Some(one), Some(other)) = (&one.wall, &other.wall) {
        return one == other && !one.0.is_empty();
    }
    let (Some(one), Some(other)) = (Dealt::of(one, seats), Dealt::of(other, seats)) else { return false };
    (0..seats.len()).all(|at| one.counts(at) == other.counts(at))
}

struct Dealt<'a> {
    hand: &'a HandLog,
    seats: Seats,
    dealer: Seat,
}

impl Dealt<'_> {
    /// Returns the deal if it is complete; an incomplete one cannot be compared.
    fn of(hand: &HandLog, seats: Seats) -> Option<Dealt<'_>> {
        let deal = hand.deal.as_ref()?;
        let dealer = seats.iter().find(|&seat| deal[seat].0.len() == 14)?;
        let whole = seats.others(dealer).all(|seat| deal[seat].0.len() == 13);
        whole.then_some(Dealt { hand, seats, dealer })
    }

    fn counts(&self, at: usize) -> Option<Counts> {
        let deal = self.hand.deal.as_ref()?;
        Some(deal[self.seats.after(self.dealer, at)].0.iter().copied().collect())
    }
}
