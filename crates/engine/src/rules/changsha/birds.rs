//! 扎鸟: the birds of a hand, the seats that they hit, and the effect of hits. CS-A.27, CS-A.28, CS-B.9.2.

use super::clauses as c;
use super::options::{BirdMath, BirdOrigin, BirdScope, BirdSource, LastBirds, OpeningBirds, Options, Scale, ShortWall};
use crate::rules::{Birds, Open, Won};
use crate::table::{Fill, Opened, Source, Table, WallHypothesis};
use caipan_log::Dice;
use caipan_tiles::clause::Clause;
use caipan_tiles::ledger::Sum;
use caipan_tiles::text::Label;
use caipan_tiles::tile::{Seat, Suit, Tile};
use smallvec::SmallVec;

/// The birds that a won hand turns up. A drawn hand turns up none, whatever was declared at its start.
pub fn due(options: &Options, table: &Table, wins: &[Won]) -> Option<Birds> {
    let wanted = options.bird_count().count();
    let opened = options.initial_hu_ends_hand() && !table.openings.is_empty();
    if wins.is_empty() && !opened || wanted == 0 {
        return None;
    }
    let on_last = wins.iter().any(|won| matches!(won.source, Source::Seabed | Source::SeabedOf));
    if on_last {
        let may: SmallVec<[Vec<Tile>; 1]> = of_last_tile(options, table).into_iter().collect();
        let count = copies_of_last(options);
        let (clause, option) = (clause(options, &c::A_28), Some("haidi_bird_copies"));
        return Some(Birds { count, of_wall: 0, may, clause, option });
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
    Some(Birds { count, of_wall: count.min(left), may, clause: clause(options, &c::A_27), option: Some("bird_source") })
}

/// The birds and the dice that the log leaves out, by the seats that they hit.
pub fn open(options: &Options, table: &Table, wins: &[Won]) -> SmallVec<[Open; 1]> {
    let mut open = SmallVec::new();
    let birds = due(options, table, wins).filter(|due| table.birds.is_none() && due.count > 0);
    if let Some(due) = birds.filter(|due| due.tiles().is_none()) {
        let hits = || hits_of(due.count, due.of_wall, wins.len() > 1).into_iter();
        let choices = if due.may.is_empty() {
            hits().map(|seats| seats.into_iter().filter_map(bird_of).collect()).collect()
        } else {
            due.may
        };
        open.push(Open::of("birds", choices.into_iter().map(Fill::Birds)));
    }
    if options.initial_hu_birds() == OpeningBirds::Dice {
        let unknown = |opened: &Opened| opened.dice.is_none_or(|dice| dice.faces().is_empty());
        for (at, _) in table.openings.iter().enumerate().filter(|(_, opened)| unknown(opened)) {
            // The source does not say how many dice are thrown.
            let throws = [1, 2].into_iter().flat_map(|dice| hits_of(dice, dice, false));
            let throws = throws.filter_map(|seats| Dice::new(&seats.iter().map(|&seat| seat + 1).collect::<Vec<_>>()));
            open.push(Open::of("events[].dice", throws.map(|dice| Fill::Dice(at, dice))));
        }
    }
    open
}

/// A tile that, as a bird, hits the seat this many places after the origin.
fn bird_of(seat: u8) -> Option<Tile> {
    Tile::of(Suit::Characters, seat + 1)
}

/// The ways in which `count` birds can fall on the four seats, as places after the origin. Only the first `apart` are
/// independent; the others repeat the last of them. The order counts only for the first, and only if `ordered`: with
/// several winners it names the next dealer.
fn hits_of(count: usize, apart: usize, ordered: bool) -> Vec<Vec<u8>> {
    let apart = apart.clamp(1, count.max(1));
    let mut all: Vec<Vec<u8>> = vec![Vec::new()];
    for _ in 0..apart {
        let least = |seats: &[u8]| seats.get(usize::from(ordered)..).and_then(<[u8]>::last).copied().unwrap_or(0);
        all = all
            .into_iter()
            .flat_map(|seats| (least(&seats)..4).map(move |seat| [&seats[..], &[seat]].concat()))
            .collect();
    }
    for seats in &mut all {
        while let (true, Some(&last)) = (seats.len() < count, seats.last()) {
            seats.push(last);
        }
    }
    all
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
    if options.haidi_bird_copies() == LastBirds::Count { options.bird_count().count() } else { 1 }
}

/// The number of hits on a pair of winner and payer.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hits(pub u32);

/// The number of birds that hit this winner and payer. `on_discard`: the winner won on the payer's tile.
pub fn hits(options: &Options, birds: &[Tile], dealer: Seat, winner: Seat, payer: Seat, on_discard: bool) -> Hits {
    let origin = if options.bird_origin() == BirdOrigin::Winner { winner } else { dealer };
    let counts =
        |seat: Seat| seat == payer || (seat == winner && !(on_discard && options.bird_ron_scope() == BirdScope::Payer));
    Hits(birds.iter().filter(|bird| counts(seat_of(**bird, origin))).count() as u32)
}

/// The seat that a bird hits: rank 1 is the origin, 2 the next seat, and so on round the table.
pub fn seat_of(bird: Tile, origin: Seat) -> Seat {
    origin.after(usize::from(bird.rank()) - 1)
}

/// Hits of dice thrown for an initial win: each die counts as a bird of its pips.
pub fn dice_hits(options: &Options, dice: &Dice, dealer: Seat, winner: Seat, payer: Seat) -> Hits {
    let origin = if options.bird_origin() == BirdOrigin::Winner { winner } else { dealer };
    let falls = |face: &&u8| [winner, payer].contains(&origin.after(usize::from(**face) - 1));
    Hits(dice.faces().iter().filter(falls).count() as u32)
}

/// Applies the hits to the sum so far.
pub fn apply(options: &Options, sum: Sum, hits: Hits) -> Sum {
    const HIT: Label = Label::new("中鸟", "bird");
    let n = i64::from(hits.0);
    match options.bird_math() {
        BirdMath::Doubling => (0..n).fold(sum, |sum, _| sum.times(2, &HIT)),
        BirdMath::Linear => sum.times(n + 1, &HIT),
        BirdMath::PlusOne => sum.plus(n, &HIT),
    }
}
