//! 飞鸟: more tiles after the birds; each that falls on the winner adds points. MC-fly.

use super::birds::{self, origin, seat_of};
use super::clauses as c;
use super::options::{BirdSource, Options};
use crate::rules::{BirdsDue, Missing, Open, Won};
use crate::table::{Fill, Table, WallHypothesis};
use caipan_tiles::tile::{Seat, Suit, Tile};

/// Points that each flying bird on the winner adds.
const EACH: i64 = 2;

/// The flying birds that a hand with one winner turns up.
pub fn due(options: &Options, table: &Table, wins: &[Won]) -> Option<BirdsDue> {
    let wanted = if wins.len() == 1 { options.fly_birds().count() } else { 0 };
    if wanted == 0 {
        return None;
    }
    let before = birds::due(options, table, wins).map_or(0, |due| due.of_wall);
    let count = wanted.min(table.wall.left().saturating_sub(before));
    let may = table.wall.ways(|laid: &WallHypothesis| match options.bird_source() {
        BirdSource::Head => laid.from_head().skip(before).take(count).collect::<Vec<Tile>>(),
        BirdSource::Last => laid.from_head().rev().skip(before).take(count).collect(),
    });
    Some(BirdsDue { count, of_wall: count, may, clause: &c::FLY, option: Some("fly_birds"), counted_by: "fly_birds" })
}

/// The flying birds, if the log leaves them out and the wall does not show them: one choice for each number of hits.
pub fn open(options: &Options, table: &Table, wins: &[Won]) -> Option<Open> {
    let [won] = wins else { return None };
    let due = due(options, table, wins).filter(|due| table.fly.is_none() && due.count > 0 && due.tiles().is_none())?;
    let kinds = || (1..=9).filter_map(|rank| Tile::of(Suit::Characters, rank));
    let hit = kinds().find(|&tile| hits(options, table, tile, won.seat))?;
    let miss = kinds().find(|&tile| !hits(options, table, tile, won.seat))?;
    let choice = |hitting: usize| (0..due.count).map(|at| if at < hitting { hit } else { miss }).collect();
    Some(Open::of(Missing::FlyBirds, (0..=due.count).map(|hitting| Fill::Fly(choice(hitting)))))
}

/// The points that the flying birds add to each payment of the winner.
pub fn points(options: &Options, table: &Table, wins: &[Won], winner: Seat) -> i64 {
    let Some(due) = due(options, table, wins) else { return 0 };
    let shown = table.fly.as_ref().or(due.tiles());
    let falls = shown.into_iter().flatten().filter(|&&tile| hits(options, table, tile, winner)).count();
    EACH.saturating_mul(i64::try_from(falls).unwrap_or_default())
}

fn hits(options: &Options, table: &Table, tile: Tile, winner: Seat) -> bool {
    seat_of(options, table.seats, tile, origin(options, table, winner)) == Some(winner)
}
