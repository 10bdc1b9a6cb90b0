//! Builds walls: shuffled, or with favoured deals so that rare hands occur often enough.

use super::config::MatchConfig;
use super::rng::Rng;
use caipan_engine::replay::{dealt as dealt_to, receiver};
use caipan_engine::rules::DealOrder;
use caipan_tiles::tile::{Counts, Deck, Seat, SeatMap, Seats, Suit, Tile, TileSet};

/// The number of tiles at the tail that dice can reach.
const TAIL: usize = 24;

/// The kind of hand that a seat is favoured with.
#[derive(Clone, Copy)]
enum Favour {
    Runs,
    Triplets,
    Pairs,
    OneSuit,
    /// Only these kinds, in any shape.
    Only(TileSet),
    /// One or two sets of four alike, and a good hand around them.
    Four,
    /// Two suits only.
    SuitMissing,
    /// Triplets of honours.
    Honours,
    /// One to nine of a suit.
    Dragon,
}

/// Builds a wall in drawing order for this dealer. `good` are the kinds that may be the pair of any win.
pub fn wall(
    chance: &mut Rng,
    config: &MatchConfig,
    deck: Deck,
    seats: Seats,
    dealer: Seat,
    order: DealOrder,
    good: TileSet,
) -> Vec<Tile> {
    let mut pool: Counts = deck.tiles().collect();
    let swift = chance.percent(config.swift);
    let mut dealt: SeatMap<Vec<Tile>> = SeatMap::default();
    // By chance the favoured seats lack the same tile, and another seat holds it.
    let kinds: Vec<Tile> = if chance.percent(50) { good } else { deck.kinds() }.iter().collect();
    let snare = if chance.percent(50) { chance.pick(&kinds).copied() } else { None };
    let holder = if swift { dealer } else { seats.after(dealer, chance.below(seats.len())) };
    if let Some(tile) = snare {
        let copies = if chance.percent(60) { 1 } else { 2 };
        take_groups(chance, &mut pool, TileSet::from_iter([tile]), &mut dealt[holder], copies, |_, tile| vec![tile]);
    }
    for seat in seats.from(dealer) {
        if !swift && !chance.percent(config.favour) || snare.is_some() && seat == holder {
            continue;
        }
        let mut hand = favoured(chance, &mut pool, deck, good, snare);
        let snared = snare.and_then(|tile| hand.iter().position(|&held| held == tile));
        if let Some(at) = snared {
            pool.add(hand.swap_remove(at));
        }
        let spare = match (swift, seat == dealer) {
            (true, true) if chance.percent(50) => 0,
            (true, _) => usize::from(snared.is_none()),
            (false, _) => chance.below(4),
        };
        for _ in 0..spare.min(hand.len()) {
            pool.add(hand.swap_remove(chance.below(hand.len())));
        }
        let due = if seat == dealer { 14 } else { 13 };
        hand.drain(due.min(hand.len())..).for_each(|tile| pool.add(tile));
        dealt[seat] = hand;
    }
    let mut rest: Vec<Tile> = pool.tiles().collect();
    chance.shuffle(&mut rest);
    for seat in seats.from(dealer) {
        let due = if seat == dealer { 14 } else { 13 };
        while dealt[seat].len() < due
            && let Some(tile) = rest.pop()
        {
            dealt[seat].push(tile);
        }
        chance.shuffle(&mut dealt[seat]);
    }
    // Sort the tail into stacks of two alike: a dice kong that points to a wait then wins on both.
    if chance.percent(config.dice / 2) {
        let tail = rest.len().saturating_sub(TAIL);
        rest[tail..].sort_unstable();
    }
    laid(seats, dealer, order, dealt, rest)
}

/// Builds the wall that deals these hands: each position holds a tile of the seat that receives it.
fn laid(seats: Seats, dealer: Seat, order: DealOrder, mut dealt: SeatMap<Vec<Tile>>, rest: Vec<Tile>) -> Vec<Tile> {
    let dealing =
        (0..dealt_to(seats)).filter_map(|at| dealt[receiver(at, seats, dealer, order)].pop()).collect::<Vec<_>>();
    dealing.into_iter().chain(rest).collect()
}

/// Moves two to four tiles of a kind into the deal of one seat, and one more to an early draw or to the end of the
/// wall.
pub fn gather(chance: &mut Rng, wall: &mut [Tile], seats: Seats, dealer: Seat, order: DealOrder, tile: Tile) {
    let seat = seats.after(dealer, chance.below(seats.len()));
    let all = dealt_to(seats);
    let mut places: Vec<usize> = (0..all).filter(|&at| receiver(at, seats, dealer, order) == seat).collect();
    places.retain(|&at| wall.get(at) != Some(&tile));
    chance.shuffle(&mut places);
    let dealt = 2 + chance.below(3);
    let last = wall.len().saturating_sub(1 + chance.below(2));
    let later = if chance.percent(50) { last } else { all + 1 + chance.below(16) };
    let copies: Vec<usize> = (0..wall.len()).filter(|&at| wall.get(at) == Some(&tile)).collect();
    places.truncate(dealt);
    for (from, to) in copies.into_iter().zip(places.into_iter().chain([later])) {
        wall.swap(from, to);
    }
}

/// Deals one tile of this kind to each seat.
pub fn spread(wall: &mut [Tile], seats: Seats, dealer: Seat, order: DealOrder, tile: Tile) {
    let all = dealt_to(seats);
    let copies: Vec<usize> = (0..wall.len()).filter(|&at| wall.get(at) == Some(&tile)).collect();
    for (from, seat) in copies.into_iter().zip(seats.from(dealer)) {
        let has = (0..all).any(|at| receiver(at, seats, dealer, order) == seat && wall.get(at) == Some(&tile));
        let to = (0..all).find(|&at| receiver(at, seats, dealer, order) == seat);
        if let (false, Some(to)) = (has, to) {
            wall.swap(from, to);
        }
    }
}

/// Takes a complete hand out of the pool, as far as the pool allows.
fn favoured(chance: &mut Rng, pool: &mut Counts, deck: Deck, good: TileSet, snare: Option<Tile>) -> Vec<Tile> {
    let only = if good.len() < deck.kinds().len() { good } else { Suit::Characters.mask() };
    let all = [
        Favour::Runs,
        Favour::Triplets,
        Favour::Pairs,
        Favour::OneSuit,
        Favour::Only(only),
        Favour::Four,
        Favour::SuitMissing,
    ];
    let more = [&all[..], &[Favour::Honours, Favour::Dragon]].concat();
    let honours = Suit::Honours.mask().within(deck.kinds());
    let all = if honours { more.as_slice() } else { &all };
    let favour = *chance.pick(all).unwrap_or(&Favour::Runs);
    let suit = *chance.pick(&Suit::NUMBERED).unwrap_or(&Suit::Characters);
    let kinds = match favour {
        Favour::OneSuit => suit.mask(),
        Favour::Only(kinds) => kinds,
        Favour::SuitMissing => deck.kinds().minus(suit.mask()),
        Favour::Honours => Suit::Honours.mask(),
        _ => deck.kinds(),
    };
    let mut hand = Vec::with_capacity(14);
    if let Some(tile) = snare.filter(|_| matches!(favour, Favour::Runs | Favour::OneSuit)) {
        // The tile that will be missing from the hand belongs to its pair or to a run.
        let around = if good.contains(tile) && chance.percent(50) {
            vec![tile; 2]
        } else {
            [tile.up(0), tile.up(1), tile.up(2)].into_iter().flatten().collect()
        };
        take(pool, &around, &mut hand);
    }
    let sets = 4 - usize::from(hand.len() == 3);
    match favour {
        Favour::Pairs => take_groups(chance, pool, kinds, &mut hand, 7, |_, tile| vec![tile; 2]),
        Favour::Dragon => {
            let dragon: Vec<Tile> = suit.mask().iter().collect();
            take(pool, &dragon, &mut hand);
            let sets = if hand.is_empty() { 4 } else { 1 };
            take_groups(chance, pool, kinds, &mut hand, sets, set);
        }
        Favour::Triplets | Favour::Honours => take_groups(chance, pool, kinds, &mut hand, 4, |_, tile| vec![tile; 3]),
        Favour::Only(_) => take_groups(chance, pool, kinds, &mut hand, 14, |_, tile| vec![tile]),
        Favour::Four => {
            let fours = 1 + chance.below(2);
            take_groups(chance, pool, kinds, &mut hand, fours, |_, tile| vec![tile; 4]);
            take_groups(chance, pool, kinds, &mut hand, 4 - fours, set);
        }
        Favour::Runs | Favour::OneSuit | Favour::SuitMissing => {
            take_groups(chance, pool, kinds, &mut hand, sets, set);
        }
    }
    if hand.len() < 14 {
        let pairs = if matches!(favour, Favour::Runs | Favour::SuitMissing | Favour::Four) { good } else { kinds };
        take_groups(chance, pool, pairs, &mut hand, 1, |_, tile| vec![tile; 2]);
    }
    hand
}

/// A run that starts with this tile, or a triplet of it.
fn set(chance: &mut Rng, tile: Tile) -> Vec<Tile> {
    match (tile.up(1), tile.up(2)) {
        (Some(second), Some(third)) if chance.percent(75) => vec![tile, second, third],
        _ => vec![tile; 3],
    }
}

/// Takes this many groups out of the pool, with extra attempts for groups that are not available.
fn take_groups(
    chance: &mut Rng,
    pool: &mut Counts,
    kinds: TileSet,
    hand: &mut Vec<Tile>,
    groups: usize,
    group: fn(&mut Rng, Tile) -> Vec<Tile>,
) {
    let kinds: Vec<Tile> = kinds.iter().collect();
    let mut taken = 0;
    for _ in 0..groups * 8 {
        let Some(&tile) = chance.pick(&kinds) else { return };
        let wanted = group(chance, tile);
        if taken < groups && take(pool, &wanted, hand) {
            taken += 1;
        }
    }
}

/// Takes these tiles out of the pool, all or none. Returns whether they were taken.
fn take(pool: &mut Counts, wanted: &[Tile], hand: &mut Vec<Tile>) -> bool {
    let counts: Counts = wanted.iter().copied().collect();
    let there = counts.iter().all(|(tile, n)| pool.of(tile) >= n);
    if there {
        wanted.iter().for_each(|&tile| {
            pool.take(tile);
        });
        hand.extend(wanted);
    }
    there
}
