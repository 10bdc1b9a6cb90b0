//! The shape of a hand: sets and pair, seven pairs, and the patterns of its tiles. Rule book 2.5.

use super::judge::PAIRS;
use super::options::{ClaimedMelds, Luxury, Options};
use super::patterns as p;
use crate::rules::Pattern;
use caipan_tiles::hand::Hand;
use caipan_tiles::tile::{Meld, MeldKind, Suit, Tile};

/// The shape of a hand of 3n + 2.
#[expect(clippy::struct_excessive_bools, reason = "each is a pattern that the hand has or has not")]
pub struct Shape {
    /// The concealed natural tiles.
    pub full: Hand,
    /// Concealed wild tiles.
    pub wilds: usize,
    /// Four sets and a pair.
    pub standard: bool,
    /// Four sets and a pair of 2, 5 or 8.
    pub pair_258: bool,
    /// Seven pairs.
    pub seven_pairs: bool,
    /// Every tile is a 2, 5 or 8.
    pub all_258: bool,
    /// One suit.
    pub one_suit: bool,
    /// Four triplets and a pair.
    pub triplets: bool,
}

impl Shape {
    /// The shape of these tiles, of which `wilds` are wild besides the natural ones.
    pub fn of(full: Hand, wilds: usize, melds: &[Meld]) -> Shape {
        let laid = Meld::counts(melds).kinds();
        let chow = melds.iter().any(|meld| meld.kind == MeldKind::Chow);
        let standard = full.is_standard(melds.len(), wilds);
        let seven_pairs = melds.is_empty() && full.is_seven_pairs(wilds);
        let all = full.kinds().or(laid);
        Shape {
            full,
            wilds,
            standard,
            pair_258: standard && full.is_standard_with_pair_in(PAIRS, melds.len(), wilds),
            seven_pairs,
            all_258: !chow && all.within(PAIRS) && full.len() + wilds + 3 * melds.len() == 14,
            one_suit: (standard || seven_pairs) && Suit::NUMBERED.iter().any(|suit| all.within(suit.mask())),
            // Wild tiles can read as either; seven pairs are worth no less.
            triplets: standard && !chow && !seven_pairs && full.is_all_triplets(melds.len(), wilds),
        }
    }

    /// The shape of a hand of 3n + 1 with this natural tile.
    pub fn with(hand: &Hand, wilds: u8, melds: &[Meld], tile: Tile) -> Shape {
        let mut full = *hand;
        full.add(tile);
        Shape::of(full, wilds.into(), melds)
    }

    /// True if the shape may win by itself. `any_pair`: this kind of win needs no 2-5-8 pair.
    pub fn is_legal(&self, options: &Options, any_pair: bool) -> bool {
        self.pair_258
            || self.seven_pairs
            || self.all_258
            || self.one_suit
            || self.triplets
            || (self.standard && (any_pair || !options.pair_258()))
    }

    /// 全求人: four claimed melds, where the house demands it with a 2-5-8 pair.
    pub fn all_claimed(&self, options: &Options, melds: &[Meld]) -> bool {
        let claimed =
            |meld: &Meld| options.quanqiuren_melds() == ClaimedMelds::Any || meld.kind != MeldKind::KongConcealed;
        self.standard
            && melds.len() == 4
            && options.quanqiuren()
            && melds.iter().all(claimed)
            && (self.pair_258 || !options.quanqiuren_pair_258())
    }

    /// The pattern of seven pairs with its quads.
    pub fn pairs_pattern(&self, options: &Options) -> &'static Pattern {
        let quads = if self.wilds == 0 { self.full.quads_as_pairs() } else { self.full.seven_pairs_quads(self.wilds) };
        match (options.seven_pairs_luxury(), quads) {
            (Luxury::None, _) | (_, 0) => &p::SEVEN_PAIRS,
            (_, 1) => &p::LUXURY_1,
            (_, 2) => &p::LUXURY_2,
            (_, _) => &p::LUXURY_3,
        }
    }
}
