//! 扎鸟: finds the bird tiles, their seats, and their effect on an amount (CS-A.27, CS-B.9.2, AMB-15, AMB-20).

use super::house::{BirdMath, BirdOrigin, BirdRonScope, BirdSource, House, Profile, SeabedCopies, ShortWall};
use super::tiles::{Tile, rank};

/// The birds of a won hand: from the tiles left in the wall, or the seabed tile of a seabed win.
pub fn bird_tiles(house: &House, profile: Profile, left: &[Tile], seabed_win: Option<Tile>) -> Vec<Tile> {
    if let Some(tile) = seabed_win {
        return seabed_birds(house, profile, tile);
    }
    let mut birds: Vec<Tile> = match house.bird_source {
        BirdSource::WallHead => left.iter().copied().take(profile.birds()).collect(),
        BirdSource::LastTile => left.iter().rev().copied().take(profile.birds()).collect(),
    };
    if let (ShortWall::RepeatLast, Some(&last)) = (house.bird_short_wall, birds.last()) {
        birds.resize(profile.birds(), last);
    }
    birds
}

/// The seabed tile as bird, once or as often as there would be birds (CS-A.28).
pub fn seabed_birds(house: &House, profile: Profile, tile: Tile) -> Vec<Tile> {
    match house.haidi_bird_copies {
        SeabedCopies::One => vec![tile],
        SeabedCopies::BirdCount => vec![tile; profile.birds()],
    }
}

/// The seat of a bird: 1, 5, 9 the origin itself; 2, 6 下家; 3, 7 对家; 4, 8 上家.
pub fn bird_seat(origin: usize, tile: Tile) -> usize {
    (origin + usize::from(rank(tile)) - 1) % 4
}

/// Number of birds that touch the payment between winner and payer.
pub fn hits(house: &House, dealer: usize, winner: usize, payer: usize, ron: bool, birds: &[Tile]) -> u32 {
    let origin = match house.bird_origin {
        BirdOrigin::Dealer => dealer,
        BirdOrigin::Winner => winner,
    };
    let winner_counts = !(ron && house.bird_ron_scope == BirdRonScope::DiscarderOnly);
    let touches = |&&tile: &&Tile| {
        let seat = bird_seat(origin, tile);
        seat == payer || seat == winner && winner_counts
    };
    birds.iter().filter(touches).count() as u32
}

/// An amount under `hits` birds.
pub fn under_birds(house: &House, amount: i64, hits: u32) -> i64 {
    match house.bird_math {
        BirdMath::Pow2 => amount * 2_i64.pow(hits),
        BirdMath::Linear => amount * (1 + i64::from(hits)),
        BirdMath::PlusOne => amount + i64::from(hits),
    }
}
