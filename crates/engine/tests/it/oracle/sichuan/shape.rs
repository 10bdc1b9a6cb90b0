//! Tiles, complete hands, their patterns, what a hand waits for, and its fan.

use super::house::House;

/// 0..9: 筒 1–9; 9..18: 条 1–9; 18..27: 万 1–9.
pub type Tile = u8;
pub type Counts = [u8; KINDS];

/// The kinds of tiles.
pub const KINDS: usize = 27;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Pung,
    Exposed,
    /// 转手杠: made later than its tile was drawn.
    Added {
        late: bool,
    },
    Concealed,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meld {
    pub kind: Kind,
    pub tile: Tile,
    /// The discarder; `None` for a concealed kong.
    pub from: Option<usize>,
}

impl Meld {
    pub fn is_kong(self) -> bool {
        self.kind != Kind::Pung
    }
}

/// The pattern of a complete hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// 平胡 (SC-4.2).
    Plain,
    /// 对对胡 (SC-4.3).
    Triplets,
    /// 七对 (SC-4.4).
    Pairs,
}

impl Pattern {
    /// The fan of the pattern alone.
    pub fn fan(self) -> u32 {
        match self {
            Pattern::Plain => 0,
            Pattern::Triplets => 1,
            Pattern::Pairs => 2,
        }
    }
}

pub fn counts(tiles: &[Tile]) -> Counts {
    let mut counts = [0; KINDS];
    tiles.iter().for_each(|tile| counts[usize::from(*tile)] += 1);
    counts
}

pub fn total(counts: &Counts) -> u8 {
    counts.iter().sum()
}

/// True if the tiles are sets of three, with nothing left over.
fn all_sets(counts: &mut Counts, triplets_only: bool) -> bool {
    let Some(first) = counts.iter().position(|&n| n > 0) else { return true };
    if counts[first] >= 3 {
        counts[first] -= 3;
        let done = all_sets(counts, triplets_only);
        counts[first] += 3;
        if done {
            return true;
        }
    }
    let run = !triplets_only && first % 9 <= 6 && counts[first + 1] > 0 && counts[first + 2] > 0;
    if !run {
        return false;
    }
    (first..first + 3).for_each(|at| counts[at] -= 1);
    let done = all_sets(counts, triplets_only);
    (first..first + 3).for_each(|at| counts[at] += 1);
    done
}

/// True if the tiles are sets and one pair.
fn sets_and_pair(full: &Counts, triplets_only: bool) -> bool {
    let mut counts = *full;
    (0..KINDS).any(|pair| {
        if counts[pair] < 2 {
            return false;
        }
        counts[pair] -= 2;
        let done = all_sets(&mut counts, triplets_only);
        counts[pair] += 2;
        done
    })
}

/// The pattern of these concealed tiles with these melds: 七对 first, then 对对胡, then 平胡 (SC-4.1).
pub fn pattern(full: &Counts, melds: &[Meld]) -> Option<Pattern> {
    let pairs = melds.is_empty() && total(full) == 14 && full.iter().all(|n| n % 2 == 0);
    if pairs {
        Some(Pattern::Pairs)
    } else if sets_and_pair(full, true) {
        Some(Pattern::Triplets)
    } else if sets_and_pair(full, false) {
        Some(Pattern::Plain)
    } else {
        None
    }
}

/// True if one of these tiles is of this suit.
pub fn holds_suit(hand: &Counts, suit: u8) -> bool {
    hand[usize::from(suit) * 9..][..9].iter().any(|&n| n > 0)
}

/// The tiles that complete this hand: none while it holds the void suit, none of that suit (SC-2.4, SC-7.2).
pub fn waits(hand: &Counts, melds: &[Meld], void: Option<u8>) -> Vec<Tile> {
    if void.is_some_and(|suit| holds_suit(hand, suit)) {
        return Vec::new();
    }
    (0..KINDS as Tile)
        .filter(|tile| void != Some(tile / 9))
        .filter(|tile| {
            let mut full = *hand;
            full[usize::from(*tile)] += 1;
            pattern(&full, melds).is_some()
        })
        .collect()
}

/// 根 (SC-4.6): each kong, each own pung whose fourth tile is in the hand, each four alike in the hand.
pub fn roots(full: &Counts, melds: &[Meld]) -> u32 {
    let kongs = melds.iter().filter(|meld| meld.is_kong()).count();
    let fourths = melds.iter().filter(|meld| !meld.is_kong() && full[usize::from(meld.tile)] == 1).count();
    let quads = full.iter().filter(|&&n| n == 4).count();
    (kongs + fourths + quads) as u32
}

/// True if every tile of the hand and of the melds is as `is` says.
fn all_tiles(full: &Counts, melds: &[Meld], is: impl Fn(Tile) -> bool) -> bool {
    (0..KINDS as Tile).filter(|tile| full[usize::from(*tile)] > 0).all(&is) && melds.iter().all(|meld| is(meld.tile))
}

/// The fan of these complete tiles, without what the way of winning adds.
pub fn fan_of_tiles(house: &House, full: &Counts, melds: &[Meld]) -> Option<u32> {
    fan_with_roots(house, full, melds, roots(full, melds))
}

/// The fan of the hand with this wait, for 查叫 (SC-7.3): 根 is counted without the wait.
pub fn fan_of_wait(house: &House, hand: &Counts, melds: &[Meld], wait: Tile) -> Option<u32> {
    let mut full = *hand;
    full[usize::from(wait)] += 1;
    fan_with_roots(house, &full, melds, roots(hand, melds))
}

fn fan_with_roots(house: &House, full: &Counts, melds: &[Meld], mut roots: u32) -> Option<u32> {
    let pattern = pattern(full, melds)?;
    let mut fan = pattern.fan();
    // SC-4.5.
    let suit = (0..KINDS as Tile).find(|tile| full[usize::from(*tile)] > 0)? / 9;
    if all_tiles(full, melds, |tile| tile / 9 == suit) {
        fan += 2;
    }
    // SC-4.7.
    if melds.len() == 4 {
        fan += 1;
    }
    // SC-4.15.
    let mut middle = house.men_qing && all_tiles(full, melds, |tile| !matches!(tile % 9, 0 | 8));
    if house.jiang_dui {
        let only_258 = all_tiles(full, melds, |tile| tile % 9 % 3 == 1);
        match pattern {
            // SC-4.16, SC-4.17: one 根 is part of the pattern.
            Pattern::Pairs if roots > 0 => {
                roots -= 1;
                fan += if only_258 { 2 } else { 1 };
            }
            // SC-4.18.
            Pattern::Triplets if only_258 => {
                fan += 2;
                middle = false;
            }
            _ => {}
        }
    }
    // SC-4.14.
    let clean = house.men_qing && melds.iter().all(|meld| meld.kind == Kind::Concealed);
    Some(fan + roots + u32::from(clean) + u32::from(middle))
}
