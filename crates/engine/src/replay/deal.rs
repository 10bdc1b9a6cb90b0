//! The deal (发牌): checks the wall, the hands and the dealer's fourteenth tile, and sets up the table.

use super::breach::What;
use super::events::may_follow_win;
use super::{Before, Referee, exchange};
use crate::rules::{DealOrder, IndicatorAt, Rules};
use crate::table::{Drawn, Moved, Phase, Table, Wall};
use caipan_log::{Action, DrawFrom, Event, HandLog};
use caipan_tiles::hash::sha256;
use caipan_tiles::tile::{Counts, Seat, SeatMap, Seats, Tile, Tiles};
use chrono::Datelike;
use smallvec::SmallVec;

/// Sets up the table. The referee follows the tiles only if the log gives a deal, or a wall to deal from.
pub(super) fn deal<'a>(rules: &'a dyn Rules, hand: &HandLog, before: Before) -> Referee<'a> {
    let deck = rules.deck();
    let wall = match &hand.wall {
        Some(tiles) => Wall::known(&tiles.0, rules.tail_order()),
        None => Wall::unknown(deck, rules.tail_order()),
    };
    let mut referee = Referee::new(rules, Table::new(deck, before.dealer, wall));
    referee.goes_on = hand.in_progress;
    if !hand.hidden.seats.is_empty() {
        let drawn = |event: &Event| match event.action {
            Action::Draw { seat, .. } | Action::DrawUnseen { seat, .. } => Some(seat),
            _ => None,
        };
        referee.draws_told = hand.events.iter().filter_map(drawn).collect();
        referee.last_act = hand.events.iter().rposition(|event| !may_follow_win(&event.action));
    }
    if let Some(shown) = &hand.shown {
        referee.laid_open = SeatMap(shown.0.each_ref().map(|tiles| tiles.0.clone()));
    }
    let table = &mut referee.table;
    table.seats = before.seats;
    table.streak = before.streak;
    table.floor = before.floor;
    table.picked = hand.piao.or(hand.gu_mai).or(before.picked);
    table.last_hand = before.last_hand.or(hand.last_hand);
    table.holdings = before.holdings;
    table.owner = before.owner;
    table.moved = hand.house().iter().map(|line| Moved { flow: line.flow(), kind: line.kind }).collect();
    let named = Indicator::of(rules, hand, table);
    table.indicator = named.map(|named| named.tile);
    table.wild = rules.wild_kind(table.indicator);
    table.weekday = hand.started_at.map(|at| at.weekday().number_from_monday() as u8);
    if let Some(tiles) = &hand.wall {
        referee.check_wall(&tiles.0);
        referee.check_commitment(hand, tiles);
    }
    referee.check_dice(hand);
    let shared = match (&hand.deal, &hand.wall) {
        // The wall shows what the record of some seats hides.
        (Some(deal), Some(wall)) if !hand.hidden.seats.is_empty() => {
            let shares = shares(&wall.0, before.seats, before.dealer, rules.deal_order());
            let of = |seat| if hand.hidden.seats.contains(seat) { &shares } else { deal };
            Some(SeatMap(Seat::ALL.map(|seat| of(seat)[seat].clone())))
        }
        (None, Some(wall)) => Some(shares(&wall.0, before.seats, before.dealer, rules.deal_order())),
        _ => None,
    };
    let Some(dealt) = shared.as_ref().or(hand.deal.as_ref()) else { return referee };
    // A wall shows the tiles of all seats.
    referee.table.hidden = if shared.is_some() { Seats::NONE } else { hand.hidden.seats };
    let counts = counts(dealt);
    if let Some(named) = hand.dealer.filter(|&named| named != before.dealer) {
        // The deal and the first turn already determine the dealer.
        referee.note(What::DealerDeal { dealt: before.dealer }, Some(named), None);
    }
    let sizes = SeatMap(Seat::ALL.map(|seat| match shared {
        Some(_) => dealt[seat].0.len(),
        None => hand.dealt(seat).unwrap_or(if seat == before.dealer { 14 } else { 13 }),
    }));
    referee.check_deal(dealt, &counts, sizes, hand.wall.as_ref().filter(|_| hand.deal.is_some()));
    let fourteenth = hand.wall.as_ref().and_then(|wall| wall.0.get(13 * before.seats.len()).copied());
    referee.lay_out(dealt, &counts, sizes, fourteenth);
    referee.turn_indicator(hand, named);
    referee.table.wall.begin();
    if rules.exchange_due(&referee.table, before.dealer).is_some() && exchange::is_unrecorded(&hand.events) {
        // Without the exchange nobody's tiles are known.
        let Some(inferred) = before.exchange else { return referee };
        inferred.carry_out(&mut referee.table);
    }
    referee.followed = true;
    referee
}

/// The indicator: the wall's if the wall is known, else the recorded one.
#[derive(Clone, Copy)]
struct Indicator {
    tile: Tile,
    /// True if the wall determines it.
    of_wall: bool,
}

impl Indicator {
    fn of(rules: &dyn Rules, hand: &HandLog, table: &Table) -> Option<Indicator> {
        let of_wall = match rules.indicator()? {
            IndicatorAt::FirstLive | IndicatorAt::Peek => table.wall.tiles_from_head().nth(dealt(table.seats)),
            IndicatorAt::Last => table.wall.at(DrawFrom::Tail),
        };
        of_wall
            .map(|tile| Indicator { tile, of_wall: true })
            .or(hand.indicator.map(|tile| Indicator { tile, of_wall: false }))
    }
}

/// Returns the number of dealt tiles of each kind, per seat.
fn counts(dealt: &SeatMap<Tiles>) -> SeatMap<Counts> {
    SeatMap(dealt.0.each_ref().map(|tiles| tiles.0.iter().copied().collect()))
}

/// Returns the number of dealt tiles: 13 per seat and the dealer's fourteenth.
pub const fn dealt(seats: Seats) -> usize {
    13 * seats.len() + 1
}

/// Returns the offset from the dealer of the seat that receives the tile at this position of the wall. The order is
/// three rounds of four tiles, then one each, then the dealer's fourteenth. With four seats the dealer's last two tiles
/// are numbers 49 and 53.
fn receiver_offset(at: usize, players: usize, order: DealOrder) -> Option<usize> {
    let by_four = match order {
        DealOrder::Fours => 3 * 4 * players,
        DealOrder::Ones => 0,
    };
    let turn = if at < by_four { at / 4 } else { at - by_four };
    turn.checked_rem(players)
}

/// Calls `give` for each dealt tile of a wall, with its receiver.
fn each_dealt(wall: &[Tile], seats: Seats, dealer: Seat, order: DealOrder, mut give: impl FnMut(Seat, Tile)) {
    let round: SmallVec<[Seat; 4]> = seats.from(dealer).collect();
    for (at, &tile) in wall.iter().enumerate().take(dealt(seats)) {
        if let Some(&seat) = receiver_offset(at, round.len(), order).and_then(|turn| round.get(turn)) {
            give(seat, tile);
        }
    }
}

/// Deals a wall: returns the tiles of each seat.
pub(crate) fn shares(wall: &[Tile], seats: Seats, dealer: Seat, order: DealOrder) -> SeatMap<Tiles> {
    let mut shares = SeatMap([(); 4].map(|()| Tiles(Vec::with_capacity(14))));
    each_dealt(wall, seats, dealer, order, |seat, tile| shares[seat].0.push(tile));
    shares
}

/// Returns the seat that receives the tile at this position of the wall.
pub fn receiver(at: usize, seats: Seats, dealer: Seat, order: DealOrder) -> Seat {
    receiver_offset(at, seats.len(), order).and_then(|turn| seats.from(dealer).nth(turn)).unwrap_or(dealer)
}

impl Referee<'_> {
    fn check_wall(&mut self, wall: &[Tile]) {
        let deck = self.table.deck;
        let counts: Counts = wall.iter().copied().collect();
        let too_many = || counts.iter().find(|&(tile, n)| n > deck.copies(tile));
        if let Some((tile, count)) = if deck.has(&counts) { None } else { too_many() } {
            let what = if deck.kinds().contains(tile) {
                What::WallTiles { tile, count: usize::from(count) }
            } else {
                What::NotInDeck { tile }
            };
            let root = self.note(what, None, None);
            self.doubts.tiles = Some(root);
            if !deck.kinds().contains(tile) {
                self.is_foreign(tile, root);
            }
        } else if wall.len() != deck.size() {
            let what = What::WallSize { count: wall.len(), due: deck.size() };
            self.doubts.tiles = Some(self.note(what, None, None));
        }
    }

    /// Checks that the throw that cuts the wall has the number of dice in the rules.
    fn check_dice(&mut self, hand: &HandLog) {
        let (Some(dice), Some(cut)) = (hand.dice, self.rules.cut_dice()) else { return };
        let (due, clause) = cut.dice();
        let count = dice.faces().len();
        // A throw without faces is an unknown throw.
        if count != due && count > 0 {
            self.note(What::CutDice { count, due, clause, option: cut.option(count) }, None, None);
        }
    }

    /// Turns up the indicator after the deal. It leaves play unless the rules only peek at it.
    fn turn_indicator(&mut self, hand: &HandLog, named: Option<Indicator>) {
        let Some(at) = self.rules.indicator() else {
            hand.indicator.into_iter().for_each(|tile| self.must_be_of_deck(tile, None));
            return;
        };
        let root = match (named, hand.indicator) {
            (None, _) => Some(self.note(What::IndicatorMissing, None, None)),
            (Some(Indicator { tile, of_wall: true }), Some(claimed)) if claimed != tile => {
                Some(self.note(What::IndicatorDiffers { claimed, due: tile }, None, None))
            }
            _ => None,
        };
        if let Some(root) = root {
            // The wild kind affects every hand.
            self.table.seats.iter().for_each(|seat| self.doubt_hand(seat, root));
        }
        match at {
            IndicatorAt::FirstLive => self.table.wall.take(DrawFrom::Wall),
            IndicatorAt::Last => self.table.wall.take(DrawFrom::Tail),
            // It stays in the wall and counts when drawn, but a copy must be left.
            IndicatorAt::Peek => {
                if let Some(Indicator { tile, of_wall: false }) =
                    named.filter(|named| self.seen.of(named.tile) >= self.table.deck.copies(named.tile))
                {
                    self.see(tile, None, None);
                }
                return;
            }
        }
        if let Some(Indicator { tile, of_wall: false }) = named {
            self.see(tile, None, None);
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

    /// Checks the dealt tiles. `sizes` are their numbers, and `wall` is the wall that they must come from, if known.
    fn check_deal(
        &mut self,
        dealt: &SeatMap<Tiles>,
        counts: &SeatMap<Counts>,
        sizes: SeatMap<usize>,
        wall: Option<&Tiles>,
    ) {
        let dealer = self.table.dealer;
        let has_extra = |seat: Seat| sizes[seat] == 14;
        let extra = self.table.seats.others(dealer).find(|&seat| has_extra(seat));
        if let Some(dealt) = extra.filter(|_| !has_extra(dealer)) {
            let root = self.note(What::DealerDeal { dealt }, Some(dealer), None);
            self.doubts.course = Some(root);
            self.doubts.hand[dealer] = Some(root);
            self.doubts.hand[dealt] = Some(root);
        }
        let all = self.table.seats.iter().fold(Counts::default(), |all, seat| all.and(&counts[seat]));
        let of_deck = self.table.deck.has(&all);
        let mut seen = Counts::default();
        for seat in self.table.seats.from(dealer) {
            let (tiles, due) = (&dealt[seat].0, if seat == dealer { 14 } else { 13 });
            if sizes[seat] != due {
                let root = self.note(What::DealSize { count: sizes[seat], due }, Some(seat), None);
                self.doubts.tiles.get_or_insert(root);
                self.doubt_hand(seat, root);
            }
            if !of_deck {
                self.check_dealt(seat, tiles, &mut seen);
            }
        }
        let (Some(wall), seats, order) = (wall, self.table.seats, self.rules.deal_order()) else { return };
        let mut due = SeatMap::<Counts>::default();
        each_dealt(&wall.0, seats, dealer, order, |seat, tile| due[seat].add(tile));
        if due == *counts {
            return;
        }
        let from_wall = shares(&wall.0, seats, dealer, order);
        let mut misdealt = None;
        for seat in self.table.seats.from(dealer) {
            if due[seat] != counts[seat] {
                let what = What::DealNotFromWall { dealt: dealt[seat].0.clone(), due: from_wall[seat].0.clone() };
                // A wrong deal is one primary breach, regardless of the number of hands affected.
                let root = self.note(what, Some(seat), self.doubts.hand[seat].or(misdealt).or(self.doubts.tiles));
                misdealt.get_or_insert(root);
                self.doubt_hand(seat, root);
            }
        }
    }

    /// Notes the dealt tiles of a seat that the deck does not have. `seen` counts the tiles dealt before.
    fn check_dealt(&mut self, seat: Seat, tiles: &[Tile], seen: &mut Counts) {
        let deck = self.table.deck;
        for &tile in tiles {
            seen.add(tile);
            let what = match deck.kinds().contains(tile) {
                false => What::NotInDeck { tile },
                true if seen.of(tile) > deck.copies(tile) => {
                    What::TooManyCopies { tile, count: usize::from(seen.of(tile)) }
                }
                true => continue,
            };
            let root = self.note(what, Some(seat), self.doubts.hand[seat].or(self.doubts.tiles));
            self.doubts.tiles.get_or_insert(root);
            self.doubt_hand(seat, root);
            if !deck.kinds().contains(tile) {
                self.is_foreign(tile, root);
            }
        }
    }

    fn lay_out(
        &mut self,
        dealt: &SeatMap<Tiles>,
        counts: &SeatMap<Counts>,
        sizes: SeatMap<usize>,
        fourteenth: Option<Tile>,
    ) {
        let seats = self.table.seats;
        for seat in seats.iter() {
            self.table.deal(seat, counts[seat]);
            // A hidden seat may name some of its tiles.
            let unknown = sizes[seat].saturating_sub(dealt[seat].0.len());
            self.table.places[seat].unknown = u8::try_from(unknown).unwrap_or(u8::MAX);
            self.seen = self.seen.and(&counts[seat]);
        }
        self.table.wall.deal(self::dealt(seats));
        let dealer = self.table.dealer;
        // The fourteenth tile is the dealer's last position in the wall, or the last tile written if the wall is
        // unknown.
        let last = fourteenth.filter(|&tile| self.table.held(dealer, tile) > 0).or(dealt[dealer].0.last().copied());
        let drawn = if last.is_some() || self.table.is_hidden(dealer) { Drawn::Dealt(last) } else { Drawn::Nothing };
        self.table.phase = Phase::Turn { seat: dealer, drawn };
        seats.others(dealer).for_each(|seat| self.note_ready(seat));
    }
}
