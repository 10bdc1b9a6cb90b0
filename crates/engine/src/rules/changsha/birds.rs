//! 扎鸟: the birds of a hand, the seats that they hit, and the effect of hits. CS-A.27, CS-A.28, CS-B.9.2.

use super::clauses as c;
use super::options::{BirdMath, BirdOrigin, BirdScope, BirdSource, LastBirds, Options, Scale, ShortWall};
use crate::rules::{Birds, Won};
use crate::table::{Source, Table, WallHypothesis};
use caipan_log::Dice;
use caipan_tiles::clause::Clause;
use caipan_tiles::ledger::Sum;
use caipan_tiles::text::Label;
use caipan_tiles::tile::{Seat, Tile};
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
        let count = may.first().map_or(1, Vec::len);
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

/// Returns the given clause of profile A, or the single clause of profile B.
fn clause(options: &Options, a: &'static Clause) -> &'static Clause {
    if options.scale() == Scale::B { &c::B_9_2 } else { a }
}

/// The last tile as a bird, once it is shown: one, or as many as birds are drawn (AMB-15).
pub fn of_last_tile(options: &Options, table: &Table) -> Option<Vec<Tile>> {
    let copies = if options.haidi_bird_copies() == LastBirds::Count { options.bird_count().count() } else { 1 };
    table.last.tile.map(|tile| vec![tile; copies])
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
