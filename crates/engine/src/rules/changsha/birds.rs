//! 扎鸟: the birds of a hand, the seats that they hit, and the effect of hits. CS-A.27, CS-A.28, CS-B.9.2.

use super::options::{
    BirdHit, BirdMath, BirdOrigin, BirdScope, BirdSource, LastBirds, OpeningBirds, Options, Scale, ShortWall,
    ThreeSeats, WildKind,
};
use super::{clauses as c, dealer, fly};
use crate::rules::{BirdsDue, Missing, Open, Won};
use crate::table::{Fill, Opened, Source, Table, WallHypothesis};
use caipan_log::Dice;
use caipan_tiles::clause::Clause;
use caipan_tiles::ledger::Sum;
use caipan_tiles::text::Label;
use caipan_tiles::tile::{Seat, Seats, Suit, Tile};
use smallvec::SmallVec;

/// The birds that a won hand turns up. A drawn hand turns up none, whatever was declared at its start.
pub fn due(options: &Options, table: &Table, wins: &[Won]) -> Option<BirdsDue> {
    let wanted = wanted(options);
    let opened = options.initial_hu_ends_hand() && !table.openings.is_empty();
    if wins.is_empty() && !opened || wanted == 0 {
        return None;
    }
    let on_last = wins.iter().any(|won| matches!(won.source, Source::Seabed | Source::SeabedOf));
    if on_last {
        let may: SmallVec<[Vec<Tile>; 1]> = of_last_tile(options, table).into_iter().collect();
        let count = copies_of_last(options);
        let (clause, copies) = (clause(options, &c::A_28), "haidi_bird_copies");
        return Some(BirdsDue { count, of_wall: 0, may, clause, option: Some(copies), counted_by: copies });
    }
    let repeat = |left: usize| options.bird_short_wall() == ShortWall::Repeat && left > 0;
    let count_of = |left: usize| if repeat(left) { wanted } else { wanted.min(left) };
    let of = |laid: &WallHypothesis| {
        let count = count_of(laid.left());
        let mut tiles: Vec<Tile> = match options.bird_source() {
            BirdSource::Head => laid.from_head().take(count).collect(),
            BirdSource::Last => laid.from_head().rev().take(count).collect(),
        };
        while let (true, Some(&last)) = (tiles.len() < count, tiles.last()) {
            tiles.push(last);
        }
        tiles
    };
    let may = table.wall.ways(of);
    let left = table.wall.left();
    let count = count_of(left);
    let (clause, counted_by) = match options.bird_hit() {
        BirdHit::RankValue => (&c::BIRDS, "bird_hit"),
        BirdHit::BySeat | BirdHit::Only159 => (clause(options, &c::A_27), "bird_count"),
    };
    Some(BirdsDue { count, of_wall: count.min(left), may, clause, option: Some("bird_source"), counted_by })
}

/// The birds and the dice that the log leaves out, by their effect.
pub fn open(options: &Options, table: &Table, wins: &[Won]) -> SmallVec<[Open; 1]> {
    let mut open = SmallVec::new();
    let birds = due(options, table, wins).filter(|due| table.birds.is_none() && due.count > 0);
    if let Some(due) = birds.filter(|due| due.tiles().is_none()) {
        let choices = if due.may.is_empty() {
            let ordered = dealer::winners(options, table, wins).len() > 1;
            ways(&kinds_of(options, table), due.count, due.of_wall, ordered)
        } else {
            due.may.to_vec()
        };
        open.push(Open::of(Missing::Birds, choices.into_iter().map(Fill::Birds)));
    }
    open.extend(fly::open(options, table, wins));
    if options.initial_hu_birds() == OpeningBirds::Dice {
        let unknown = |opened: &Opened| opened.dice.is_none_or(|dice| dice.faces().is_empty());
        for (at, _) in table.openings.iter().enumerate().filter(|(_, opened)| unknown(opened)) {
            let faces: Vec<u8> = kinds_of(options, table).iter().filter_map(|&tile| face_of(tile)).collect();
            // The source does not say how many dice are thrown.
            let throws = [1, 2].into_iter().flat_map(|dice| ways(&faces, dice, dice, false));
            let throws = throws.filter_map(|faces| Dice::new(&faces));
            open.push(Open::of(Missing::Dice, throws.map(|dice| Fill::Dice(at, dice))));
        }
    }
    open
}

/// A tile for each effect that a bird can have at this table, the lowest rank first.
fn kinds_of(options: &Options, table: &Table) -> Vec<Tile> {
    let red = red_dragon().filter(|_| options.wild_kind() == WildKind::Red);
    let effect = |tile: Tile| match options.bird_hit() {
        BirdHit::BySeat => (seat_of(options, table.seats, tile, table.dealer), 0),
        // The seat of the first bird can name the next dealer.
        BirdHit::Only159 => (seat_of(options, table.seats, tile, table.dealer), i64::from(is_159(tile))),
        BirdHit::RankValue => (None, points_of(tile)),
    };
    let mut kinds: Vec<Tile> = Vec::new();
    for tile in (1..=9).filter_map(|rank| Tile::of(Suit::Characters, rank)).chain(red) {
        if !kinds.iter().any(|&known| effect(known) == effect(tile)) {
            kinds.push(tile);
        }
    }
    kinds
}

/// The face of a die that counts as this bird.
fn face_of(tile: Tile) -> Option<u8> {
    Some(tile.rank()).filter(|face| tile.is_numbered() && *face <= 6)
}

/// The red dragon (红中).
pub fn red_dragon() -> Option<Tile> {
    Tile::of(Suit::Honours, 7)
}

/// The ways in which `count` birds can be of these kinds. Only the first `apart` are independent; the others repeat
/// the last of them. The order counts only for the first, and only if `ordered`: with several winners it names the next
/// dealer.
fn ways<T: Copy>(kinds: &[T], count: usize, apart: usize, ordered: bool) -> Vec<Vec<T>> {
    let apart = apart.clamp(1, count.max(1));
    let mut all: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..apart {
        let least = |at: &[usize]| at.get(usize::from(ordered)..).and_then(<[usize]>::last).copied().unwrap_or(0);
        all = all
            .into_iter()
            .flat_map(|at| (least(&at)..kinds.len()).map(move |next| [&at[..], &[next]].concat()))
            .collect();
    }
    for at in &mut all {
        while let (true, Some(&last)) = (at.len() < count, at.last()) {
            at.push(last);
        }
    }
    all.into_iter().map(|at| at.into_iter().filter_map(|at| kinds.get(at).copied()).collect()).collect()
}

/// Returns the given clause of profile A, or the single clause of profile B.
pub fn clause(options: &Options, a: &'static Clause) -> &'static Clause {
    if options.scale() == Scale::B { &c::B_9_2 } else { a }
}

/// The last tile as a bird, once it is shown: one, or as many as birds are drawn (AMB-15).
pub fn of_last_tile(options: &Options, table: &Table) -> Option<Vec<Tile>> {
    table.last.tile.map(|tile| vec![tile; copies_of_last(options)])
}

fn copies_of_last(options: &Options) -> usize {
    if options.haidi_bird_copies() == LastBirds::Count { wanted(options) } else { 1 }
}

/// The number of birds of the house; 一码全中 turns one.
fn wanted(options: &Options) -> usize {
    if options.bird_hit() == BirdHit::RankValue { 1 } else { options.bird_count().count() }
}

/// The effect of birds on the payment of a pair of winner and payer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hits {
    /// The number of hits.
    Count(u32),
    /// 一码全中: the points of the bird.
    Rank(i64),
}

impl Hits {
    /// No bird.
    pub const NONE: Hits = Hits::Count(0);

    /// True if the birds change the payment.
    pub fn any(self) -> bool {
        !matches!(self, Hits::Count(0) | Hits::Rank(0))
    }
}

/// The effect of these birds on this winner and payer. `on_discard`: the winner won on the payer's tile.
pub fn hits(options: &Options, table: &Table, birds: &[Tile], winner: Seat, payer: Seat, on_discard: bool) -> Hits {
    let origin = origin(options, table, winner);
    if birds.is_empty() {
        return Hits::NONE;
    }
    let counts =
        |seat: Seat| seat == payer || (seat == winner && !(on_discard && options.bird_ron_scope() == BirdScope::Payer));
    let falls = |bird: &Tile| seat_of(options, table.seats, *bird, origin).is_some_and(counts);
    match options.bird_hit() {
        BirdHit::BySeat => Hits::Count(count(birds, falls)),
        BirdHit::Only159 => Hits::Count(count(birds, |bird| is_159(*bird))),
        BirdHit::RankValue => Hits::Rank(birds.iter().map(|&bird| points_of(bird)).sum()),
    }
}

fn count(birds: &[Tile], hits: impl Fn(&Tile) -> bool) -> u32 {
    birds.iter().filter(|bird| hits(bird)).count() as u32
}

/// The seat from which birds are counted.
pub fn origin(options: &Options, table: &Table, winner: Seat) -> Seat {
    if options.bird_origin() == BirdOrigin::Winner { winner } else { table.dealer }
}

fn is_159(bird: Tile) -> bool {
    bird.is_numbered() && [1, 5, 9].contains(&bird.rank())
}

/// The points of a bird that adds its rank; the red dragon counts ten.
fn points_of(bird: Tile) -> i64 {
    if bird.is_numbered() { i64::from(bird.rank()) } else { 10 }
}

/// The seat that a bird hits; `None` if it points to an empty place or is a wild tile.
pub fn seat_of(options: &Options, seats: Seats, bird: Tile, origin: Seat) -> Option<Seat> {
    if bird.is_numbered() { seat_at(options, seats, bird.rank(), origin) } else { None }
}

/// The seat that a rank points to: 1 is the origin, 2 the next seat, and so on round the table. At smaller tables some
/// ranks point to nobody (MC-players-3, MC-players-2).
fn seat_at(options: &Options, seats: Seats, rank: u8, origin: Seat) -> Option<Seat> {
    let place = usize::from(rank) - 1;
    match (seats.len(), place % 4) {
        (3, quarter) => match (options.bird_seats_3(), quarter) {
            (ThreeSeats::Mod3, _) => Some(seats.after(origin, place)),
            (_, 0) => Some(origin),
            (_, 1) => Some(seats.next(origin)),
            (ThreeSeats::Rank37, 3) | (ThreeSeats::Rank48, 2) => Some(seats.before(origin)),
            _ => None,
        },
        (2, 0) => Some(origin),
        (2, 2) => Some(seats.next(origin)),
        (2, _) => None,
        _ => Some(origin.after(place)),
    }
}

/// The effect of dice thrown for an initial win: each die counts as a bird of its pips.
pub fn dice_hits(options: &Options, table: &Table, dice: &Dice, winner: Seat, payer: Seat) -> Hits {
    let birds: SmallVec<[Tile; 4]> = dice.faces().iter().filter_map(|&face| Tile::of(Suit::Characters, face)).collect();
    hits(options, table, &birds, winner, payer, false)
}

/// Applies the hits to the sum so far.
pub fn apply(options: &Options, sum: Sum, hits: Hits) -> Sum {
    const HIT: Label = Label::new("中鸟", "bird");
    const RANK: Label = Label::new("一码全中", "rank of the bird");
    let n = match hits {
        Hits::Count(0) => return sum,
        Hits::Count(n) => i64::from(n),
        Hits::Rank(points) => return sum.plus(points, &RANK),
    };
    match options.bird_math() {
        BirdMath::Doubling => (0..n).fold(sum, |sum, _| sum.times(2, &HIT)),
        BirdMath::Linear => sum.times(n + 1, &HIT),
        BirdMath::PlusOne => sum.plus(n * options.bird_points().0, &HIT),
    }
}
