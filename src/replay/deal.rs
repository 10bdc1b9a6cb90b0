//! The deal (发牌): the wall, the four hands and the dealer's fourteenth tile are checked and laid out.

use super::breach::What;
use super::{Before, Referee};
use crate::log::HandLog;
use crate::rules::Rules;
use crate::table::{Drawn, Phase, Table, Wall, sha256};
use crate::tile::{Counts, Seat, SeatMap, Tile, Tiles};
use chrono::Datelike;

/// Lays out the table. The flag says whether there is anything to replay: a deal, or a wall to deal from.
pub(super) fn deal<'a>(rules: &'a dyn Rules, hand: &HandLog, before: Before) -> (Referee<'a>, bool) {
    let deck = rules.system().deck;
    let wall = match &hand.wall {
        Some(tiles) => Wall::known(&tiles.0, rules.tail_order()),
        None => Wall::unknown(deck, rules.tail_order()),
    };
    let mut table = Table::new(deck, before.dealer, wall);
    table.streak = before.streak;
    table.weekday = hand.started_at.map(|at| at.weekday().number_from_monday() as u8);
    let mut referee = Referee::new(rules, table);
    if let Some(tiles) = &hand.wall {
        referee.check_wall(&tiles.0);
        referee.check_commitment(hand, tiles);
    }
    let from_wall = hand.wall.as_ref().map(|wall| shares(&wall.0, before.dealer));
    let Some(dealt) = hand.deal.clone().or_else(|| from_wall.clone()) else { return (referee, false) };
    referee.check_deal(&dealt, hand.deal.is_some().then_some(from_wall).flatten());
    let fourteenth = hand.wall.as_ref().and_then(|wall| wall.0.get(52).copied());
    referee.lay_out(&dealt, fourteenth);
    (referee, true)
}

/// How a wall is dealt: three rounds of four from the dealer on, then one each, then the dealer's fourteenth. In drawing
/// order the dealer's last two are the tiles 49 and 53.
pub(crate) fn shares(wall: &[Tile], dealer: Seat) -> SeatMap<Tiles> {
    let mut dealt = SeatMap::<Tiles>::default();
    for (at, &tile) in wall.iter().take(53).enumerate() {
        dealt[receiver(at, dealer)].0.push(tile);
    }
    dealt
}

/// Who gets the tile at this place of the wall in the deal.
pub(crate) fn receiver(at: usize, dealer: Seat) -> Seat {
    dealer.after(if at < 48 { at / 4 } else { at - 48 })
}

impl Referee<'_> {
    fn check_wall(&mut self, wall: &[Tile]) {
        let deck = self.table.deck;
        let counts: Counts = wall.iter().copied().collect();
        if let Some((tile, count)) = counts.iter().find(|&(tile, n)| !deck.kinds().contains(tile) || n > 4) {
            let what = if deck.kinds().contains(tile) {
                What::WallTiles { tile, count: usize::from(count) }
            } else {
                What::NotInDeck { tile }
            };
            self.doubts.tiles = Some(self.note(what, None, None));
        } else if wall.len() != deck.size() {
            let what = What::WallSize { count: wall.len(), due: deck.size() };
            self.doubts.tiles = Some(self.note(what, None, None));
        }
    }

    fn check_commitment(&mut self, hand: &HandLog, wall: &Tiles) {
        let Some(fairness) = &hand.fairness else { return };
        let Some(salt) = &fairness.salt else { return };
        let computed = sha256(format!("{salt}{wall}").as_bytes());
        if computed != fairness.commitment {
            let what = What::CommitmentBroken { published: fairness.commitment.clone(), computed };
            self.note(what, None, self.doubts.tiles);
        }
    }

    fn check_deal(&mut self, dealt: &SeatMap<Tiles>, from_wall: Option<SeatMap<Tiles>>) {
        let dealer = self.table.dealer;
        let deck = self.table.deck;
        let has_extra = |seat: Seat| dealt[seat].0.len() == 14;
        let extra = dealer.others().into_iter().find(|&seat| has_extra(seat));
        if let Some(dealt) = extra.filter(|_| !has_extra(dealer)) {
            let root = self.note(What::DealerDeal { dealt }, Some(dealer), None);
            self.doubts.course = Some(root);
            self.doubts.hand[dealer] = Some(root);
            self.doubts.hand[dealt] = Some(root);
        }
        let mut counts = Counts::default();
        for seat in dealer.from_here() {
            let (tiles, due) = (&dealt[seat].0, if seat == dealer { 14 } else { 13 });
            if tiles.len() != due {
                let root = self.note(What::DealSize { count: tiles.len(), due }, Some(seat), self.doubts.hand[seat]);
                self.doubts.tiles.get_or_insert(root);
                self.doubt_hand(seat, root);
            }
            for &tile in tiles {
                counts.add(tile);
                let count = usize::from(counts.of(tile));
                let what = if deck.kinds().contains(tile) {
                    What::TooManyCopies { tile, count }
                } else {
                    What::NotInDeck { tile }
                };
                if matches!(what, What::NotInDeck { .. }) || count > 4 {
                    let root = self.note(what, Some(seat), self.doubts.hand[seat].or(self.doubts.tiles));
                    self.doubts.tiles.get_or_insert(root);
                    self.doubt_hand(seat, root);
                }
            }
        }
        let Some(from_wall) = from_wall else { return };
        let mut misdealt = None;
        for seat in dealer.from_here() {
            let due: Counts = from_wall[seat].0.iter().copied().collect();
            if due != dealt[seat].0.iter().copied().collect() {
                let what = What::DealNotFromWall { dealt: dealt[seat].0.clone(), due: from_wall[seat].0.clone() };
                // One wrong deal, however many hands it touches.
                let root = self.note(what, Some(seat), self.doubts.hand[seat].or(misdealt).or(self.doubts.tiles));
                misdealt.get_or_insert(root);
                self.doubt_hand(seat, root);
            }
        }
    }

    fn lay_out(&mut self, dealt: &SeatMap<Tiles>, fourteenth: Option<Tile>) {
        for seat in Seat::ALL {
            for &tile in &dealt[seat].0 {
                self.table.give(seat, tile);
                self.seen.add(tile);
            }
        }
        for _ in 0..53 {
            self.table.wall.take_head();
        }
        let dealer = self.table.dealer;
        // The fourteenth is the dealer's last place in the wall, or the last tile written where the wall is unknown.
        let last = fourteenth.filter(|&tile| self.table.held(dealer, tile) > 0).or(dealt[dealer].0.last().copied());
        let drawn = last.map_or(Drawn::Nothing, Drawn::Dealt);
        self.table.phase = Phase::Turn { seat: dealer, drawn };
    }
}
