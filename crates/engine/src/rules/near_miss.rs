//! What a hand that is no win comes near to, and what it lacks: for whoever called it.

use super::Case;
use crate::table::Chance;
use caipan_tiles::bilingual;
use caipan_tiles::clause::Clause;
use caipan_tiles::hand::{Hand, Wanted};
use caipan_tiles::text::{Label, Text};
use caipan_tiles::tile::{Counts, Meld, Melds, Tile, TileSet, Tiles};
use std::cmp::Ordering;

/// The most that are told of one hand.
const TOLD: usize = 3;

/// A reading that a hand comes near to.
#[derive(Clone, Debug)]
pub struct Near {
    /// What it would be.
    pub name: Label,
    /// The clause that asks for what is missing.
    pub clause: &'static Clause,
    /// How many tiles would have to be others; `None`: more than are tried.
    pub others: Option<usize>,
    /// The concealed tiles as read: `(5)` a wild as what it stands for, `[5]` a tile that is missing. Empty where `others` is
    /// not known.
    pub reading: String,
    /// The tiles that do not fit.
    pub spare: Vec<Tile>,
    /// What it lacks.
    pub lacks: Text,
}

/// A win as it was called: kept so that its tiles can be read, and of one that is none what it lacks can be looked for, when somebody
/// asks.
#[derive(Clone, Debug)]
pub struct Called {
    case: Case<'static>,
    melds: Melds,
}

impl Called {
    /// The win of this case.
    pub fn of(case: &Case<'_>) -> Called {
        Called { melds: Melds::from(case.melds), case: Case { melds: &[], ..case.clone() } }
    }

    /// The case.
    pub fn case(&self) -> Case<'_> {
        Case { melds: &self.melds, ..self.case.clone() }
    }
}

/// The tiles of a case with one of those that it is to be won on: 3n + 2.
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
    /// With each tile of the chance. `as_wild`: whether another's tile of the wild kind is a wild too.
    pub fn each(case: &Case<'a>, as_wild: bool) -> Vec<Whole<'a>> {
        let Chance { tiles, source, .. } = case.chance;
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

    /// Near to sets and a pair of these kinds.
    pub fn sets(&self, name: Label, clause: &'static Clause, wanted: Wanted) -> Near {
        let found = self.full.nearest_sets(self.tile, self.melds.len(), &self.laid, self.wilds, wanted);
        match found {
            Some(found) => self.short(name, clause, &found.reading.to_string(), found.spare),
            None => far(name, clause),
        }
    }

    /// Near to seven pairs; `None` where melds lie on the table.
    pub fn pairs(&self, name: Label, clause: &'static Clause) -> Option<Near> {
        if !self.melds.is_empty() {
            return None;
        }
        let found = self.full.nearest_pairs(self.wilds);
        Some(match found {
            Some(found) => self.short(name, clause, &found.reading.to_string(), found.spare),
            None => far(name, clause),
        })
    }

    /// Nothing but tiles of these kinds: those that are of others. `lacks`: in words.
    pub fn only(&self, name: Label, clause: &'static Clause, kinds: TileSet, lacks: impl Fn(&Tiles) -> Text) -> Near {
        let laid = self.laid.tiles();
        let spare: Vec<Tile> = self.full.tiles().chain(laid).filter(|tile| !kinds.contains(*tile)).collect();
        let reading = Tiles::from_iter(self.full.tiles()).to_string();
        let lacks = lacks(&Tiles(spare.clone()));
        Near { name, clause, others: Some(spare.len()), reading, spare, lacks }
    }

    fn short(&self, name: Label, clause: &'static Clause, reading: &str, spare: Vec<Tile>) -> Near {
        let (reading, missing) = marked(reading, self.wilds);
        let lacks = match spare.len() {
            0 => complete(),
            others => {
                let odd = Tiles(spare.clone());
                bilingual!(
                    "差 {others} 张：{odd} 不合，要的是 {missing}。",
                    "{others} short: {odd} does not fit, {missing} is needed"
                )
            }
        };
        Near { name, clause, others: Some(spare.len()), reading, spare, lacks }
    }
}

/// The nearest ones, each once; what is far only where it is told to be kept.
pub fn nearest(all: Vec<Near>, always: &'static Clause) -> Vec<Near> {
    let mut told: Vec<Near> = Vec::with_capacity(all.len());
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
    let plain = |near: &Near| near.clause.id == always.id;
    if !told.iter().any(plain) {
        told.extend(rest.into_iter().find(plain));
    }
    told
}

fn by_distance(one: &Near, other: &Near) -> Ordering {
    let key = |near: &Near| near.others.unwrap_or(usize::MAX);
    key(one).cmp(&key(other))
}

fn far(name: Label, clause: &'static Clause) -> Near {
    let most = caipan_tiles::hand::MOST_OTHERS;
    let lacks =
        bilingual!("凑不成：要换的不止 {most} 张。", "not near: more than {most} tiles would have to be others");
    Near { name, clause, others: None, reading: String::new(), spare: Vec::new(), lacks }
}

/// The tiles are there: what is missing is told by the finding itself.
fn complete() -> Text {
    bilingual!("牌已成，缺的不是牌；原因见上。", "the tiles are complete; what else is missing is said above")
}

/// A reading with the brackets of what is missing made square, and the missing tiles: the wilds that the hand has come first.
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
    fn what_is_missing_is_told_from_a_wild() {
        let (reading, missing) = marked("12(3)m 4(5)(6)p 7(7)z", 2);
        assert_eq!((reading.as_str(), missing.to_string().as_str()), ("12(3)m 4(5)[6]p 7[7]z", "6p7z"));
    }
}
