//! The tiles in play: three suits, two or one, with red dragons if the house plays them (MG-pack, MG-hongzhong).

use super::options::Options;
use caipan_tiles::tile::{Deck, Suit, Tile};

/// The deck of these options. Options that ask for fewer suits than the seats need are refused when rules are resolved;
/// among untested combinations the seats decide.
pub fn deck(options: &Options) -> Deck {
    let least = options.players().count().saturating_sub(1);
    let suits = options.suits().count().max(least);
    let suited = match suits {
        1 => Deck::SUITS.without(Suit::Characters).without(Suit::Dots),
        2 => Deck::SUITS.without(Suit::Characters),
        _ => Deck::SUITS,
    };
    match Tile::of(Suit::Honours, RED_DRAGON).filter(|_| options.hongzhong_ji()) {
        Some(red_dragon) => suited.with_kind(red_dragon),
        None => suited,
    }
}

/// The rank of 红中 among the honours.
const RED_DRAGON: u8 = 7;
