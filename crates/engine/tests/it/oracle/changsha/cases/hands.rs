//! Builds hands around a winning tile: sets and a pair, seven pairs, all 258, or random tiles.

use super::Chance;
use crate::oracle::changsha::tiles::{Counts, Holding, Meld, Tile, is_258, starts_chow, suit};
use crate::oracle::changsha::win::Situation;

/// A hand under construction. Its tiles leave the pack; the winning tile is still in it.
pub struct Builder<'a> {
    pub chance: &'a mut Chance,
    pub pack: &'a mut Counts,
    pub won: Tile,
    pub how: Situation,
}

/// The goal of a generated hand. `one_suit` is the suit of the winning tile.
#[derive(Clone, Copy, Debug)]
pub enum Aim {
    Sets(Sets),
    Pairs { one_suit: bool, all_258: bool, quads: bool },
    All258,
    Anything,
}

/// Constraints on sets and a pair. With `four_melds` the winning tile makes the pair.
#[derive(Clone, Copy, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "wishes that are independent of each other")]
pub struct Sets {
    one_suit: bool,
    triplets: bool,
    pair_258: bool,
    all_258: bool,
    four_melds: bool,
}

type Parts = (Vec<Tile>, Vec<Meld>);

pub fn aim(chance: &mut Chance) -> Aim {
    let any = Sets::default();
    match chance.below(20) {
        0 => Aim::Anything,
        1 => Aim::Sets(any),
        2..=5 => Aim::Sets(Sets { pair_258: true, ..any }),
        6..=7 => Aim::Sets(Sets { one_suit: true, ..any }),
        8..=9 => Aim::Sets(Sets { triplets: true, ..any }),
        10 => Aim::Sets(Sets { one_suit: true, triplets: true, ..any }),
        11..=12 => {
            let (one_suit, triplets) = (chance.percent(30), chance.percent(30));
            Aim::Sets(Sets { one_suit, triplets, four_melds: true, ..any })
        }
        13..=14 => {
            let wish = chance.below(3);
            Aim::Pairs { one_suit: wish == 0, all_258: wish == 1, quads: chance.percent(50) }
        }
        15 => Aim::Sets(Sets { triplets: true, all_258: true, four_melds: chance.percent(20), ..any }),
        _ => Aim::All258,
    }
}

/// Takes all the tiles from the pack, or none.
pub fn take(pack: &mut Counts, tiles: &[Tile]) -> bool {
    let mut after = *pack;
    for &tile in tiles {
        match after[usize::from(tile)].checked_sub(1) {
            Some(copies) => after[usize::from(tile)] = copies,
            None => return false,
        }
    }
    *pack = after;
    true
}

impl Builder<'_> {
    /// Builds a holding. Sometimes one tile is swapped for another, which mostly spoils the hand.
    pub fn holding(&mut self, aim: Aim) -> Option<Holding> {
        let (mut rest, melds) = match aim {
            Aim::Sets(wish) => self.sets(wish)?,
            Aim::Pairs { one_suit, all_258, quads } => self.pairs(one_suit, all_258, quads)?,
            Aim::All258 => self.all_258()?,
            Aim::Anything => (self.loose(|_| true, 13)?, Vec::new()),
        };
        let needs_kong = matches!(self.how, Situation::OwnDice | Situation::Dealt { after_kong: true });
        if needs_kong && !melds.iter().any(|meld| meld.is_kong()) {
            return None;
        }
        let other = self.any_tile();
        if self.chance.percent(12) && take(self.pack, &[other]) {
            let at = self.chance.below(rest.len());
            self.pack[usize::from(rest[at])] += 1;
            rest[at] = other;
        }
        Some(Holding { rest, melds, won: vec![self.won] })
    }

    fn any_tile(&mut self) -> Tile {
        self.chance.below(27) as Tile
    }

    fn sets(&mut self, wish: Sets) -> Option<Parts> {
        let won = self.won;
        let fits = |piece: &[Tile]| {
            (!wish.one_suit || suit(piece[0]) == suit(won))
                && (!wish.triplets || !is_chow(piece))
                && (!wish.all_258 || piece.iter().all(|&tile| is_258(tile)))
                && (piece.len() == 3 || !wish.pair_258 || is_258(piece[0]))
        };
        let mut around = pieces_around(won);
        around.retain(|piece| {
            fits(piece) && take(&mut self.pack.clone(), piece) && !(wish.four_melds && piece.len() == 3)
        });
        if around.is_empty() {
            return None;
        }
        let mut rest = self.chance.pick(&around);
        take(self.pack, &rest);
        let mut wants_pair = rest.len() == 3;
        let mut wanted_sets = if wants_pair { 3 } else { 4 };
        let mut lying = Vec::new();
        for _ in 0..400 {
            let piece = self.any_piece();
            let wanted = if piece.len() == 2 { wants_pair } else { wanted_sets > 0 };
            if !wanted || !fits(&piece) || !take(self.pack, &piece) {
                continue;
            }
            if piece.len() == 2 {
                wants_pair = false;
                rest.extend(piece);
            } else {
                wanted_sets -= 1;
                lying.push(piece);
            }
        }
        if wanted_sets > 0 || wants_pair {
            return None;
        }
        let most = if wish.four_melds { 4 } else { self.chance.pick(&[0, 0, 0, 1, 2, 3, 4]) };
        let melds = self.lay(&mut lying, most);
        rest.extend(lying.concat());
        let at = rest.iter().position(|&tile| tile == won)?;
        rest.remove(at);
        Some((rest, melds))
    }

    fn any_piece(&mut self) -> Vec<Tile> {
        let tile = self.any_tile();
        match self.chance.below(3) {
            0 => vec![tile; 2],
            1 if starts_chow(tile) => vec![tile, tile + 1, tile + 2],
            _ => vec![tile; 3],
        }
    }

    /// Turns at most `most` of the sets into melds, of a kind that the situation allows.
    fn lay(&mut self, sets: &mut Vec<Vec<Tile>>, most: usize) -> Vec<Meld> {
        let kongs_only = matches!(self.how, Situation::Dealt { .. });
        let most = match self.how {
            Situation::Dealt { after_kong: false } | Situation::FirstDiscard { .. } => 0,
            Situation::OwnDice => most.max(1),
            _ => most,
        };
        let mut melds = Vec::new();
        sets.retain(|set| {
            let tile = set[0];
            let may_kong = !is_chow(set) && self.pack[usize::from(tile)] > 0;
            let wants_kong = kongs_only || self.how == Situation::OwnDice || self.chance.percent(40);
            if melds.len() >= most || kongs_only && !may_kong {
                return true;
            }
            melds.push(if is_chow(set) {
                Meld::Chow(tile)
            } else if may_kong && wants_kong {
                self.pack[usize::from(tile)] -= 1;
                let concealed = Meld::ConcealedKong(tile);
                let any = [concealed, Meld::ExposedKong(tile), Meld::AddedKong(tile)];
                if kongs_only { concealed } else { self.chance.pick(&any) }
            } else {
                Meld::Pung(tile)
            });
            false
        });
        melds
    }

    fn pairs(&mut self, one_suit: bool, all_258: bool, quads: bool) -> Option<Parts> {
        let won = self.won;
        take(self.pack, &[won; 2]).then_some(())?;
        let mut all = vec![won; 2];
        for _ in 0..400 {
            let again = quads && self.chance.percent(50);
            let tile = if again { self.chance.pick(&all) } else { self.any_tile() };
            let fits = (!one_suit || suit(tile) == suit(won)) && (!all_258 || is_258(tile));
            if all.len() < 14 && fits && take(self.pack, &[tile; 2]) {
                all.extend([tile; 2]);
            }
        }
        (all.len() == 14).then(|| (all[1..].to_vec(), Vec::new()))
    }

    fn all_258(&mut self) -> Option<Parts> {
        is_258(self.won).then_some(())?;
        let mut lying = Vec::new();
        for _ in 0..self.chance.pick(&[0, 2, 4, 8, 16, 24]) {
            let tile = self.any_tile();
            if lying.len() < 4 && is_258(tile) && tile != self.won && take(self.pack, &[tile; 3]) {
                lying.push(vec![tile; 3]);
            }
        }
        let melds = self.lay(&mut lying, 4);
        let mut rest = lying.concat();
        let missing = 13 - 3 * melds.len() - rest.len();
        rest.extend(self.loose(is_258, missing)?);
        Some((rest, melds))
    }

    /// Takes the winning tile and `others` more tiles that satisfy `of`; returns the latter.
    fn loose(&mut self, of: fn(Tile) -> bool, others: usize) -> Option<Vec<Tile>> {
        take(self.pack, &[self.won]).then_some(())?;
        let mut tiles = Vec::new();
        for _ in 0..1000 {
            let tile = self.any_tile();
            if tiles.len() < others && of(tile) && take(self.pack, &[tile]) {
                tiles.push(tile);
            }
        }
        (tiles.len() == others).then_some(tiles)
    }
}

fn is_chow(piece: &[Tile]) -> bool {
    piece.len() == 3 && piece[0] != piece[1]
}

/// The pair, the triplet and the chows that may contain a tile.
fn pieces_around(tile: Tile) -> Vec<Vec<Tile>> {
    let mut pieces = vec![vec![tile; 2], vec![tile; 3]];
    let lows = (tile.saturating_sub(2)..=tile).filter(|&low| suit(low) == suit(tile) && starts_chow(low));
    pieces.extend(lows.map(|low| vec![low, low + 1, low + 2]));
    pieces
}
