//! Tiles, complete hands, their patterns, and readiness.

use super::house::House;

/// 0..27: 万 1–9, 筒 1–9, 条 1–9; 27: 红中, where the house plays it.
pub type Tile = u8;
pub type Counts = [u8; KINDS];

/// The kinds of tiles.
pub const KINDS: usize = 28;

/// 1条, 8筒 and 5筒.
pub const YAO: Tile = 18;
pub const EIGHT_DOTS: Tile = 16;
pub const FIVE_DOTS: Tile = 13;
/// 红中. It has no neighbours and is of no suit.
pub const RED: Tile = 27;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Pung,
    Exposed,
    Added { late: bool },
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

    pub fn size(self) -> u8 {
        if self.is_kong() { 4 } else { 3 }
    }
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

fn seven_pairs(full: &Counts) -> bool {
    total(full) == 14 && full.iter().all(|n| n % 2 == 0)
}

/// The highest pattern of the full concealed tiles with these melds, completed by `tile`.
pub fn pattern(house: &House, full: &Counts, melds: &[Meld], tile: Tile) -> Option<(&'static str, i64)> {
    let pairs = melds.is_empty() && seven_pairs(full);
    let sets = sets_and_pair(full, false);
    let mut rest = *full;
    rest[usize::from(tile)] -= 1;
    let over_pung = is_over_pung(&rest, melds, tile);
    if !pairs && !sets && !over_pung {
        return None;
    }
    // The last is for 红中, which no pattern of one suit or two has.
    let mut suits = [false; 4];
    (0..KINDS).filter(|&at| full[at] > 0).for_each(|at| suits[at / 9] = true);
    melds.iter().for_each(|meld| suits[usize::from(meld.tile) / 9] = true);
    let suits = if suits[3] { 0 } else { suits.iter().filter(|there| **there).count() };
    let triplets = sets_and_pair(full, true);
    let quad = if house.quad_is_winning_tile { full[usize::from(tile)] == 4 } else { full.contains(&4) };
    let mut names = Vec::new();
    if sets {
        names.push("平胡");
    }
    if suits == 2 && house.two_suit_5 && (sets || pairs) {
        names.push("混一色");
    }
    let last_tile = triplets && melds.len() == 4;
    if last_tile && house.single > 0 {
        names.push("单吊");
    }
    if triplets {
        names.push(match suits {
            1 if last_tile && house.clean_single > 0 => "清单吊",
            1 => "清大对",
            _ if last_tile && house.single > 0 => "单吊",
            _ => "大对子",
        });
    }
    if over_pung && house.earth > 0 {
        names.push("地龙");
    }
    if over_pung && suits == 1 && house.clean_earth > 0 {
        names.push("清地龙");
    }
    if suits == 1 && (sets || pairs) {
        names.push("清一色");
    }
    if pairs {
        names.push(if suits == 1 { "清七对" } else { "小七对" });
        if quad {
            names.push(if suits == 1 { "青龙背" } else { "龙七对" });
        }
    }
    names.into_iter().map(|name| (name, house.fan(name))).max_by_key(|(_, fan)| *fan)
}

/// True if these ten tiles are five pairs and the seat's only meld is a pung of this tile.
fn is_over_pung(hand: &Counts, melds: &[Meld], tile: Tile) -> bool {
    let pung = matches!(melds, [meld] if meld.kind == Kind::Pung && meld.tile == tile);
    pung && total(hand) == 10 && hand[usize::from(tile)] == 0 && hand.iter().all(|n| n % 2 == 0)
}

/// The tiles that complete 3n + 1 concealed tiles, without those that the seat itself holds four times.
pub fn waits(house: &House, hand: &Counts, melds: &[Meld]) -> Vec<Tile> {
    let pairs_possible = melds.is_empty() && hand.iter().filter(|n| **n % 2 == 1).count() == 1;
    let mut full = *hand;
    (0..=RED)
        .filter(|&tile| {
            let at = usize::from(tile);
            let mine = hand[at] + melds.iter().filter(|meld| meld.tile == tile).map(|meld| meld.size()).sum::<u8>();
            // A tile far from every held tile completes nothing.
            let near =
                (at.saturating_sub(2)..=(at + 2).min(KINDS - 1)).any(|other| other / 9 == at / 9 && hand[other] > 0);
            if mine < 4 && is_over_pung(hand, melds, tile) {
                let mut suits: Vec<usize> = (0..KINDS).filter(|&kind| hand[kind] > 0).map(|kind| kind / 9).collect();
                suits.push(at / 9);
                suits.dedup();
                if house.earth > 0 || house.clean_earth > 0 && suits.len() == 1 {
                    return true;
                }
            }
            if mine >= 4 || !near {
                return false;
            }
            full[at] += 1;
            let done = pairs_possible && seven_pairs(&full) || sets_and_pair(&full, false);
            full[at] -= 1;
            done
        })
        .collect()
}

/// 查叫: the highest pattern among these waits, priced as on a discard.
pub fn best_wait(house: &House, hand: &Counts, melds: &[Meld], waits: &[Tile]) -> Option<(&'static str, i64)> {
    let worth = |tile: Tile| {
        let mut full = *hand;
        full[usize::from(tile)] += 1;
        pattern(house, &full, melds, tile)
    };
    waits.iter().copied().filter_map(worth).max_by_key(|(_, fan)| *fan)
}
