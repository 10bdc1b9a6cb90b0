//! 起手胡: the openings that a dealt hand may declare before the dealer's first discard (§2.3).

use super::house::{DealerTiles, House, Quads, Stacking};
use super::tiles::{Tile, count, is_258, suit};

pub const SIXI: &str = "四喜";
pub const BANBAN: &str = "板板胡";
pub const QUEYISE: &str = "缺一色";
pub const LIULIUSHUN: &str = "六六顺";

/// All openings that are paid, each name as often as it counts.
///
/// `tiles` are in the order of the deal: the dealer's fourteenth tile is the last.
pub fn opening(house: &House, tiles: &[Tile], is_dealer: bool) -> Vec<&'static str> {
    let seen = evaluated(house, tiles, is_dealer);
    let counts = count(seen);
    let kinds_held = |times: u8| (0..27).filter(|&kind| counts[kind] == times).count();
    let (quads, triplets) = (kinds_held(4), kinds_held(3));
    let thirds = match house.liuliushun_quads {
        Quads::Count => triplets + quads,
        // Every quad of a dealt hand counts as 四喜, so it is left out here as well.
        Quads::Exactly3 | Quads::ExcludeSixi => triplets,
    };
    let lacking = (0..3).any(|which| seen.iter().all(|&tile| suit(tile) != which));

    let mut names = Vec::new();
    names.extend(vec![SIXI; quads]);
    names.extend(seen.iter().all(|&tile| !is_258(tile)).then_some(BANBAN));
    names.extend(lacking.then_some(QUEYISE));
    names.extend(vec![LIULIUSHUN; thirds / 2]);
    match house.initial_hu_stacking {
        Stacking::PerInstance => {}
        Stacking::PerTypeSum => names.dedup(),
        Stacking::Single => names.truncate(1),
    }
    names
}

/// True if a player may declare exactly these names. Where only one counts, all held names are still allowed. Under
/// `exclude_sixi`, a quad not declared as 四喜 may serve 六六顺.
pub fn may_declare(house: &House, tiles: &[Tile], is_dealer: bool, declared: &[&str]) -> bool {
    let mut house = house.clone();
    if house.initial_hu_stacking == Stacking::Single {
        house.initial_hu_stacking = Stacking::PerTypeSum;
    }
    if house.liuliushun_quads == Quads::ExcludeSixi && !declared.contains(&SIXI) {
        house.liuliushun_quads = Quads::Count;
    }
    let present = opening(&house, tiles, is_dealer);
    let occurrences = |names: &[&str], name: &str| names.iter().filter(|&&other| other == name).count();
    !declared.is_empty() && declared.iter().all(|name| occurrences(declared, name) <= occurrences(&present, name))
}

/// The dealer's fourteen tiles, or the first thirteen (AMB-14).
fn evaluated<'a>(house: &House, tiles: &'a [Tile], is_dealer: bool) -> &'a [Tile] {
    if is_dealer && house.dealer_initial_tiles == DealerTiles::Thirteen { &tiles[..tiles.len().min(13)] } else { tiles }
}
