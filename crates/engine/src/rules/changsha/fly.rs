//! 飞鸟: more tiles after the birds; each that falls on the winner adds points. MC-fly.

use super::birds::{due, origin, seat_of};
use super::options::{BirdSource, Options};
use crate::rules::{Open, Won};
use crate::table::{Fill, Table, WallHypothesis};
use caipan_tiles::tile::{Seat, Suit, Tile};
use smallvec::SmallVec;

/// Points that each flying bird on the winner adds.
const EACH: i64 = 2;

/// The number of flying birds that the hand turns up; several winners have none.
fn count(options: &Options, table: &Table, wins: &[Won]) -> usize {
    let wanted = if wins.len() == 1 { options.fly_birds().count() } else { 0 };
    if wanted == 0 {
        return 0;
    }
    let birds = due(options, table, wins).map_or(0, |due| due.of_wall);
    wanted.min(table.wall.left().saturating_sub(birds))
}

/// The ways in which the wall can go on after the birds; none if it is unknown.
fn of_wall(options: &Options, table: &Table, wins: &[Won]) -> SmallVec<[Vec<Tile>; 1]> {
    let (count, birds) = (count(options, table, wins), due(options, table, wins).map_or(0, |due| due.of_wall));
    table.wall.ways(|laid: &WallHypothesis| match options.bird_source() {
        BirdSource::Head => laid.from_head().skip(birds).take(count).collect::<Vec<Tile>>(),
        BirdSource::Last => laid.from_head().rev().skip(birds).take(count).collect(),
    })
}

/// The flying birds, if the log leaves them out and the wall does not show them: one choice for each number of hits.
pub fn open(options: &Options, table: &Table, wins: &[Won]) -> Option<Open> {
    let count = count(options, table, wins);
    let [won] = wins else { return None };
    if count == 0 || table.fly.is_some() || of_wall(options, table, wins).len() == 1 {
        return None;
    }
    let kinds = || (1..=9).filter_map(|rank| Tile::of(Suit::Characters, rank));
    let hit = kinds().find(|&tile| hits(options, table, tile, won.seat))?;
    let miss = kinds().find(|&tile| !hits(options, table, tile, won.seat))?;
    let choice = |hitting: usize| (0..count).map(|at| if at < hitting { hit } else { miss }).collect();
    Some(Open::of("birds.fly", (0..=count).map(|hitting| Fill::Fly(choice(hitting)))))
}

/// The points that the flying birds add to each payment of the winner.
pub fn points(options: &Options, table: &Table, wins: &[Won], winner: Seat) -> i64 {
    if wins.len() != 1 || options.fly_birds().0 == 0 {
        return 0;
    }
    let shown = table.fly.clone().or_else(|| of_wall(options, table, wins).into_iter().next()).unwrap_or_default();
    let falls = shown.iter().filter(|&&tile| hits(options, table, tile, winner)).count();
    EACH * falls as i64
}

fn hits(options: &Options, table: &Table, tile: Tile, winner: Seat) -> bool {
    seat_of(options, table.seats, tile, origin(options, table, winner)) == Some(winner)
}
