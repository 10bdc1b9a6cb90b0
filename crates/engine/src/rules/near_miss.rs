//! Near misses: the readings that a false win comes nearest to, and the tiles it lacks.

use super::WinCandidate;
use crate::table::WinChance;
use caipan_tiles::bilingual;
use caipan_tiles::clause::Clause;
use caipan_tiles::hand::{Hand, Wanted};
use caipan_tiles::text::{Label, Text};
use caipan_tiles::tile::{Counts, Meld, Melds, Tile, TileSet, Tiles};
use std::cmp::Ordering;

/// Maximum number of readings reported per hand.
const TOLD: usize = 3;

/// A reading that a hand comes near to.
#[derive(Clone, Debug)]
pub struct NearMiss {
    /// The name of its pattern.
    pub name: Label,
    /// The clause that requires what is missing.
    pub clause: &'static Clause,
    /// The number of tiles to replace; `None` if it exceeds the search limit.
    pub others: Option<usize>,
    /// The concealed tiles as read: `(5)` is a wild in the role of a 5, `[5]` a missing tile. Empty if `others` is
    /// unknown.
    pub reading: String,
    /// The tiles that do not fit.
    pub spare: Vec<Tile>,
    /// The missing tiles in words.
    pub lacks: Text,
}

/// A called win, kept so that its reading, or the near misses of an invalid win, can be computed on demand.
#[derive(Clone, Debug)]
pub struct Called {
    case: WinCandidate<'static>,
    melds: Melds,
}

impl Called {
    /// Keeps the win of this case.
    pub fn of(case: &WinCandidate<'_>) -> Called {
        Called { melds: Melds::from(case.melds), case: WinCandidate { melds: &[], ..case.clone() } }
    }

    /// The case.
    pub fn case(&self) -> WinCandidate<'_> {
        WinCandidate { melds: &self.melds, ..self.case.clone() }
    }
}

/// The tiles of a case together with one winning tile: 3n + 2.
pub struct Whole<'a> {
    /// The concealed natural tiles.
    pub full: Hand,
    /// The wilds beside them.
    pub wilds: usize,
    /// The melds.
    pub melds: &'a [Meld],
    /// The tile won on.
    pub tile: Tile,
    laid: Counts,
}

impl<'a> Whole<'a> {
    /// Returns one value for each tile of the chance. `as_wild`: another seat's tile of the wild kind counts as a wild
    /// too.
    pub fn each(case: &WinCandidate<'a>, as_wild: bool) -> Vec<Whole<'a>> {
        let WinChance { tiles, source, .. } = case.chance;
        let whole = |tile: Tile| {
            let mut whole = Whole {
                full: case.hand,
                wilds: usize::from(case.wilds),
                melds: case.melds,
                tile,
                laid: Meld::counts(case.melds),
            };
            if case.wild == Some(tile) && (source.is_own() || as_wild) {
                whole.wilds += 1;
            } else {
                whole.full.add(tile);
            }
            whole
        };
        tiles.iter().map(whole).collect()
    }

    /// The nearest reading as sets and a pair of these kinds.
    pub fn sets(&self, name: Label, clause: &'static Clause, wanted: Wanted) -> NearMiss {
        let found = self.full.nearest_sets(self.tile, self.melds.len(), &self.laid, self.wilds, wanted);
        match found {
            Some(found) => self.short(name, clause, &found.reading.to_string(), found.spare),
            None => far(name, clause),
        }
    }

    /// The nearest reading as seven pairs; `None` if there are melds.
    pub fn pairs(&self, name: Label, clause: &'static Clause) -> Option<NearMiss> {
        if !self.melds.is_empty() {
            return None;
        }
        let found = self.full.nearest_pairs(self.wilds);
        Some(match found {
            Some(found) => self.short(name, clause, &found.reading.to_string(), found.spare),
            None => far(name, clause),
        })
    }

    /// The reading that needs only tiles of these kinds; all other tiles are spare. `lacks` describes them.
    pub fn only(
        &self,
        name: Label,
        clause: &'static Clause,
        kinds: TileSet,
        lacks: impl Fn(&Tiles) -> Text,
    ) -> NearMiss {
        let laid = self.laid.tiles();
        let spare: Vec<Tile> = self.full.tiles().chain(laid).filter(|tile| !kinds.contains(*tile)).collect();
        let reading = Tiles::from_iter(self.full.tiles()).to_string();
        let lacks = lacks(&Tiles(spare.clone()));
        NearMiss { name, clause, others: Some(spare.len()), reading, spare, lacks }
    }

    fn short(&self, name: Label, clause: &'static Clause, reading: &str, spare: Vec<Tile>) -> NearMiss {
        let (reading, missing) = marked(reading, self.wilds);
        let lacks = match spare.len() {
            0 => complete(),
            others => {
                let odd = Tiles(spare.clone());
                bilingual!(
                    "差 {others} 张：{odd} 不合，要的是 {missing}。",
                    "{others} away: {odd} does not fit, {missing} is needed"
                )
            }
        };
        NearMiss { name, clause, others: Some(spare.len()), reading, spare, lacks }
    }
}

/// Returns the nearest readings, each pattern once, up to `TOLD`. Adds the reading under the clause `always` if it is
/// not among them.
pub fn nearest(all: Vec<NearMiss>, always: &'static Clause) -> Vec<NearMiss> {
    let mut told: Vec<NearMiss> = Vec::with_capacity(all.len());
    for near in all {
        match told.iter().position(|other| other.name == near.name) {
            Some(at) if by_distance(&near, &told[at]).is_lt() => told[at] = near,
            Some(_) => {}
            None => told.push(near),
        }
    }
    told.sort_by(by_distance);
    let near = told.iter().filter(|near| near.others.is_some()).count().min(TOLD);
    let rest = told.split_off(near);
    let plain = |near: &NearMiss| near.clause.id == always.id;
    if !told.iter().any(plain) {
        told.extend(rest.into_iter().find(plain));
    }
    told
}

fn by_distance(one: &NearMiss, other: &NearMiss) -> Ordering {
    let key = |near: &NearMiss| near.others.unwrap_or(usize::MAX);
    key(one).cmp(&key(other))
}

fn far(name: Label, clause: &'static Clause) -> NearMiss {
    let most = caipan_tiles::hand::MOST_OTHERS;
    let lacks = bilingual!("差得太远，不止 {most} 张。", "not close: more than {most} tiles away");
    NearMiss { name, clause, others: None, reading: String::new(), spare: Vec::new(), lacks }
}

/// The text for a hand whose tiles are complete: the finding itself reports what else is missing.
fn complete() -> Text {
    bilingual!("牌是成的，不能胡另有原因，见上。", "the tiles are complete; the reason is stated above")
}

/// Returns the reading with square brackets around missing tiles, and those tiles. The wilds of the hand come first.
fn marked(reading: &str, wilds: usize) -> (String, Tiles) {
    let (mut out, mut missing, mut seen) = (String::with_capacity(reading.len()), Vec::new(), 0);
    for group in reading.split_inclusive(' ') {
        let suit = group.trim_end().chars().next_back();
        let mut square = false;
        for c in group.chars() {
            match c {
                '(' => {
                    seen += 1;
                    square = seen > wilds;
                    out.push(if square { '[' } else { '(' });
                }
                ')' => {
                    out.push(if square { ']' } else { ')' });
                    square = false;
                }
                c => {
                    let named = suit.filter(|_| square).map(|suit| format!("{c}{suit}"));
                    missing.extend(named.and_then(|name| caipan_tiles::tile::parse_tile(&name).ok()));
                    out.push(c);
                }
            }
        }
    }
    missing.sort_unstable();
    (out, Tiles(missing))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_missing_tiles_but_not_wilds() {
        let (reading, missing) = marked("12(3)m 4(5)(6)p 7(7)z", 2);
        assert_eq!((reading.as_str(), missing.to_string().as_str()), ("12(3)m 4(5)[6]p 7[7]z", "6p7z"));
    }
}
