//! The exchange (换张) that a record leaves out: which exchanges make every recorded act possible.
//!
//! The tiles that a seat gave and took change its own hand only, so one seat already rules out nearly all pairs of gifts.
//! The few exchanges of all seats that are left are played to the end. A breach that shows with each of them and leaves no
//! doubt about anybody's tiles says nothing about the exchange; any other rules an exchange out.

use super::{Before, Breach, Class, Replayed, What, deal, exchange, replay};
use crate::rules::Rules;
use crate::table::{Exchanged, Table};
use caipan_log::{Action, Event, HandLog, KongKind};
use caipan_tiles::hand::Hand;
use caipan_tiles::inline_vec::InlineVec;
use caipan_tiles::ledger::Net;
use caipan_tiles::tile::{Counts, Seat, SeatMap, Seats, Tile};
use std::num::NonZeroU8;

/// The most exchanges of all seats that are played to the end. More of them would make nothing known.
const MOST: usize = 48;

/// The most pairs of gifts that are looked at, for each event of a hand: a short record shows nothing and costs little.
const PAIRS_PER_EVENT: usize = 600;

/// The most steps of the search for the gifts of all seats.
const MOST_STEPS: usize = 50_000;

/// The most tiles that a seat gives.
const MOST_GIVEN: usize = 4;

/// Tiles that a seat gives, each by one more than its index: the state before a hand is copied often, and this keeps it
/// small.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Gift([Option<NonZeroU8>; MOST_GIVEN]);

impl Gift {
    /// Puts a tile in this place.
    fn put(&mut self, at: usize, tile: Tile) {
        if let Some(place) = self.0.get_mut(at) {
            *place = u8::try_from(tile.index() + 1).ok().and_then(NonZeroU8::new);
        }
    }

    fn tiles(self) -> impl Iterator<Item = Tile> {
        self.0.into_iter().flatten().filter_map(|one| Tile::new(one.get() - 1))
    }
}

/// An exchange of all seats that the record leaves out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InferredExchange {
    gave: SeatMap<Gift>,
    /// Each seat takes what the seat so many places after it gave; 0 if they play with the tiles of the recorded deal.
    pub steps: u8,
    /// The number of exchanges that make every recorded act possible. All of them settle alike.
    pub fits: u8,
}

impl InferredExchange {
    /// Returns an exchange in which each seat gives these tiles; `None` if a seat gives more than four.
    pub fn of(gave: &SeatMap<Vec<Tile>>, steps: u8, fits: u8) -> Option<InferredExchange> {
        let mut gifts = SeatMap([Gift::default(); 4]);
        for seat in Seat::ALL {
            let tiles = &gave[seat];
            if tiles.len() > MOST_GIVEN {
                return None;
            }
            tiles.iter().enumerate().for_each(|(at, &tile)| gifts[seat].put(at, tile));
        }
        Some(InferredExchange { gave: gifts, steps, fits })
    }

    /// The tiles that a seat gives.
    pub fn gave(&self, seat: Seat) -> impl Iterator<Item = Tile> {
        self.gave[seat].tiles()
    }

    /// Carries it out.
    pub(super) fn carry_out(&self, table: &mut Table) {
        let seats = table.playing();
        for seat in seats.iter() {
            if self.steps == 0 {
                table.exchanged.push(Exchanged { seat, gave: Vec::new(), took: Vec::new(), from: None });
                continue;
            }
            let from = seats.after(seat, usize::from(self.steps));
            let (gave, took) = (self.gave(seat).collect(), self.gave(from).collect());
            table.exchange(Exchanged { seat, gave, took, from: Some(from) });
        }
    }
}

/// The answer to the question which exchange a record leaves out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unrecorded {
    /// One, or several that settle alike.
    Known(InferredExchange),
    /// Several, which settle differently.
    Several(usize),
    /// None makes every recorded act possible.
    Impossible,
    /// More than are played, or the record or the rules do not show what every seat could do.
    Open,
}

/// Finds the exchanges that make every recorded act possible; `None` if the record leaves out none. It does not
/// read `before.exchange`. `spend` is told the events that are played, and returns false to stop the search.
pub fn unrecorded_exchange(
    rules: &dyn Rules,
    hand: &HandLog,
    before: Before,
    mut spend: impl FnMut(usize) -> bool,
) -> Option<Unrecorded> {
    let earlier = rules.asked().take();
    let before = Before { exchange: None, ..before };
    let answer = Search::of(rules, hand, before).map(|search| search.answer(hand, before, &mut spend));
    rules.asked().take();
    rules.asked().note(earlier);
    answer
}

/// The table after the deal, and the acts of each seat.
struct Search<'a> {
    rules: &'a dyn Rules,
    table: Table,
    /// The tiles that each seat gives.
    count: usize,
    acts: SeatMap<Vec<&'a Action>>,
}

impl<'a> Search<'a> {
    fn of(rules: &'a dyn Rules, hand: &'a HandLog, before: Before) -> Option<Search<'a>> {
        if rules.exchange().is_none() || !exchange::is_unrecorded(&hand.events) {
            return None;
        }
        let table = deal::deal(rules, hand, before).state.table;
        let due = rules.exchange_due(&table, before.dealer)?;
        let acts = |seat: Seat| {
            let own = |action: &&Action| action.seat() == Some(seat);
            hand.events.iter().map(|event| &event.action).filter(own).collect()
        };
        Some(Search { rules, count: due.count, acts: SeatMap(Seat::ALL.map(acts)), table })
    }

    fn answer(&self, hand: &HandLog, before: Before, spend: &mut impl FnMut(usize) -> bool) -> Unrecorded {
        let tells = |seat: Seat| {
            let hand = self.table.place(seat).hand;
            self.rules.exchange().and_then(|rule| rule.could_act(hand, &[])).is_some()
        };
        let is_known =
            |seat: Seat| self.table.place(seat).is_known() && matches!(self.table.place(seat).hand.len(), 13 | 14);
        let seats = self.table.playing();
        let unseen = |event: &Event| matches!(event.action, Action::DrawUnseen { .. });
        if !seats.iter().all(|seat| is_known(seat) && tells(seat))
            || self.count > MOST_GIVEN
            || hand.events.iter().any(unseen)
        {
            return Unrecorded::Open;
        }
        let mut played: Vec<(SeatMap<Hand>, InferredExchange, Replayed)> = Vec::new();
        // A deal may have been recorded after the exchange.
        if seats.iter().all(|seat| self.fits(seat, &Gift::default(), &Gift::default())) {
            let as_dealt = InferredExchange { gave: SeatMap([Gift::default(); 4]), steps: 0, fits: 1 };
            played.push((hands(&self.table), as_dealt, self.play(as_dealt, hand, before)));
        }
        let gifts = SeatMap(Seat::ALL.map(|seat| if seats.contains(seat) { self.gifts(seat) } else { Vec::new() }));
        let pairs = |steps: usize| {
            let of = |seat: Seat| gifts[seat].len() * gifts[seats.after(seat, steps)].len();
            seats.iter().map(of).sum::<usize>()
        };
        if (1..seats.len()).map(pairs).sum::<usize>() > PAIRS_PER_EVENT * hand.events.len() {
            return Unrecorded::Open;
        }
        for steps in 1..seats.len() {
            let Some(all) = self.of_all(&gifts, steps) else { return Unrecorded::Open };
            for gave in all {
                let one = InferredExchange { gave, steps: steps as u8, fits: 1 };
                let mut table = self.table.clone();
                one.carry_out(&mut table);
                let tiles = hands(&table);
                if played.iter().any(|(known, ..)| *known == tiles) {
                    continue;
                }
                if played.len() == MOST || !spend(hand.events.len()) {
                    return Unrecorded::Open;
                }
                played.push((tiles, one, self.play(one, hand, before)));
            }
        }
        let everywhere = |breach: &Breach| {
            let same = |other: &Breach| {
                (other.event, other.seat) == (breach.event, breach.seat)
                    && std::mem::discriminant(&other.what) == std::mem::discriminant(&breach.what)
            };
            played.iter().all(|(_, _, other)| other.breaches.iter().any(same))
        };
        let is_decided = |breach: &Breach| match breach.what.class() {
            Class::Aside | Class::Clear | Class::Decided => true,
            Class::Doubted | Class::Impossible | Class::Untold => matches!(breach.what, What::Unfinished { .. }),
        };
        let is_possible = |replayed: &Replayed| replayed.breaches.iter().all(|one| is_decided(one) && everywhere(one));
        let fitting: Vec<_> = played.iter().filter(|(.., replayed)| is_possible(replayed)).collect();
        let Some((_, first, replayed)) = fitting.first() else { return Unrecorded::Impossible };
        let settled = Settled::of(self.rules, replayed);
        if fitting.iter().skip(1).all(|(.., other)| Settled::of(self.rules, other) == settled) {
            Unrecorded::Known(InferredExchange { fits: u8::try_from(fitting.len()).unwrap_or(u8::MAX), ..*first })
        } else {
            Unrecorded::Several(fitting.len())
        }
    }

    fn play(&self, one: InferredExchange, hand: &HandLog, before: Before) -> Replayed {
        replay(self.rules, hand, Before { exchange: Some(one), ..before }, |_, _| ())
    }

    /// Returns every gift that the rules allow this seat.
    fn gifts(&self, seat: Seat) -> Vec<Gift> {
        let tiles: Vec<Tile> = self.table.place(seat).hand.tiles().collect();
        let mut all = vec![(Gift::default(), 0)];
        for at in 0..self.count {
            let longer = |(gift, from): (Gift, usize)| {
                let next = (from..tiles.len()).filter(|&one| one == from || tiles.get(one) != tiles.get(one - 1));
                next.map(|one| {
                    let mut gift = gift;
                    if let Some(&tile) = tiles.get(one) {
                        gift.put(at, tile);
                    }
                    (gift, one + 1)
                })
                .collect::<Vec<_>>()
            };
            all = all.into_iter().flat_map(longer).collect();
        }
        let may = |gift: &Gift| {
            let tiles: InlineVec<Tile, MOST_GIVEN> = gift.tiles().collect();
            self.rules.exchange().is_none_or(|rule| rule.may_give(&self.table, seat, &tiles).is_ok())
        };
        all.into_iter().map(|(gift, _)| gift).filter(may).collect()
    }

    /// Returns the exchanges in which each seat takes what the seat `steps` places after it gave, and that the tiles of no
    /// seat rule out; `None` if there are too many.
    fn of_all(&self, gifts: &SeatMap<Vec<Gift>>, steps: usize) -> Option<Vec<SeatMap<Gift>>> {
        let seats = self.table.playing();
        let mut all = vec![SeatMap([Gift::default(); 4])];
        let mut done = Seats::NONE;
        while let Some(first) = seats.iter().find(|&seat| !done.contains(seat)) {
            // The seats give round in circles: one of all seats, or two of opposite ones.
            let mut circle = vec![first];
            while let Some(next) = circle.last().map(|&last| seats.after(last, steps)).filter(|&next| next != first) {
                circle.push(next);
            }
            circle.iter().for_each(|&seat| done = done.with(seat));
            let round = self.round(gifts, &circle)?;
            let mut longer = Vec::new();
            for (gave, given) in all.iter().flat_map(|gave| round.iter().map(move |given| (gave, given))) {
                let mut gave = *gave;
                circle.iter().zip(given).for_each(|(&seat, &gift)| gave[seat] = gift);
                longer.push(gave);
            }
            if longer.len() > MOST {
                return None;
            }
            all = longer;
        }
        Some(all)
    }

    /// Returns what the seats of a circle may give, each to the one before it; `None` if that is too much.
    fn round(&self, gifts: &SeatMap<Vec<Gift>>, circle: &[Seat]) -> Option<Vec<Vec<Gift>>> {
        let (&first, others) = circle.split_first()?;
        let goes_with = |(&seat, &from): (&Seat, &Seat)| {
            let goes = |gave: &Gift| {
                let of = |(at, took): (usize, &Gift)| self.fits(seat, gave, took).then_some(at);
                gifts[from].iter().enumerate().filter_map(of).collect()
            };
            gifts[seat].iter().map(goes).collect()
        };
        let follow = circle.iter().zip(others.iter().chain([&first])).map(goes_with).collect();
        let mut round = Round { follow, found: Vec::new(), left: MOST_STEPS };
        for at in 0..gifts[first].len() {
            round.extend(&mut vec![at])?;
        }
        let given = |chain: &Vec<usize>| {
            circle.iter().zip(chain).filter_map(|(&seat, &at)| gifts[seat].get(at).copied()).collect()
        };
        Some(round.found.iter().map(given).collect())
    }

    /// True if a seat that gave and took these tiles could act as it did, as far as its own tiles show.
    fn fits(&self, seat: Seat, gave: &Gift, took: &Gift) -> bool {
        let mut hand = self.table.place(seat).hand;
        gave.tiles().for_each(|tile| {
            hand.take(tile);
        });
        took.tiles().for_each(|tile| hand.add(tile));
        could_hold(&hand, &self.acts[seat])
            && self.rules.exchange().and_then(|rule| rule.could_act(hand, &self.acts[seat])).unwrap_or(false)
    }
}

/// A search for the gifts of a circle of seats, by the number of a gift in the list of its seat.
struct Round {
    /// By seat and gift: the gifts of the seat from which it takes that go with it.
    follow: Vec<Vec<Vec<usize>>>,
    found: Vec<Vec<usize>>,
    /// The steps that it may still make.
    left: usize,
}

impl Round {
    /// Finds every way to close a circle that begins with these gifts; `None` if there are too many or it takes too long.
    fn extend(&mut self, chain: &mut Vec<usize>) -> Option<()> {
        self.left = self.left.checked_sub(1)?;
        let next = self.follow.get(chain.len() - 1)?.get(*chain.last()?)?;
        if chain.len() == self.follow.len() {
            if next.contains(chain.first()?) {
                self.found.push(chain.clone());
            }
            return (self.found.len() <= MOST).then_some(());
        }
        for one in next.clone() {
            chain.push(one);
            self.extend(chain)?;
            chain.pop();
        }
        Some(())
    }
}

/// The tiles of each seat.
fn hands(table: &Table) -> SeatMap<Hand> {
    SeatMap(table.places.0.each_ref().map(|place| place.hand))
}

/// True if a seat that begins with these tiles holds every tile that it lays down.
fn could_hold(hand: &Hand, acts: &[&Action]) -> bool {
    let mut held: Counts = hand.counts();
    let lay = |held: &mut Counts, tile: Tile, count: usize| (0..count).all(|_| held.take(tile));
    acts.iter().all(|act| match **act {
        Action::Draw { tile, .. } => {
            held.add(tile);
            true
        }
        Action::Discard { tile, .. } => lay(&mut held, tile, 1),
        Action::Pung { tile, .. } => lay(&mut held, tile, 2),
        Action::Kong { tile, kind: KongKind::Concealed, .. } => lay(&mut held, tile, 4),
        Action::Kong { tile, kind: KongKind::Exposed, .. } => lay(&mut held, tile, 3),
        Action::Kong { tile, kind: KongKind::Added, .. } => lay(&mut held, tile, 1),
        Action::Chow { with: [one, other], .. } => lay(&mut held, one, 1) && lay(&mut held, other, 1),
        _ => true,
    })
}

/// The payments of a hand, one for each value of the fields that the record leaves open, and the next dealer.
struct Settled {
    pays: Vec<Net>,
    next: Option<Seat>,
}

impl Settled {
    fn of(rules: &dyn Rules, replayed: &Replayed) -> Settled {
        let mut pays = vec![replayed.ledger(rules).net()];
        for open in rules.left_open(&replayed.table, &replayed.standing) {
            for value in &open.values {
                let mut table = replayed.table.clone();
                table.fill(value);
                let net = rules.settle(&table, &replayed.standing).net();
                if !pays.contains(&net) {
                    pays.push(net);
                }
            }
        }
        Settled { pays, next: replayed.next_dealer(rules).map(|next| next.seat) }
    }
}

impl PartialEq for Settled {
    fn eq(&self, other: &Settled) -> bool {
        self.next == other.next
            && self.pays.len() == other.pays.len()
            && self.pays.iter().all(|net| other.pays.contains(net))
    }
}
