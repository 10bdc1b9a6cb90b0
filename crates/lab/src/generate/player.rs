//! A sensible rather than strong player: it keeps tiles that bring a hand nearer and makes claims that help.

use super::config::MatchConfig;
use super::rng::Rng;
use super::shanten::{self, Profiles};
use caipan_engine::replay::Possible;
use caipan_engine::rules::{Past, Rules, WinCandidate};
use caipan_engine::table::{Shown, Source, Table, WinChance as Moment};
use caipan_tiles::tile::{Counts, Meld, MeldKind, Seat, Suit, Tile, TileSet};

/// A kind of hand that a player may aim for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Plan {
    Plain,
    Triplets,
    Pairs,
    OneSuit(Suit),
    OnlyGood,
}

const PLANS: [Plan; 7] = [
    Plan::Plain,
    Plan::Triplets,
    Plan::Pairs,
    Plan::OneSuit(Suit::Characters),
    Plan::OneSuit(Suit::Dots),
    Plan::OneSuit(Suit::Bamboo),
    Plan::OnlyGood,
];

/// A player in one hand.
#[derive(Clone, Copy, Debug)]
pub struct Player {
    /// The preferred plan.
    leaning: Plan,
    /// True if it claims whatever it can, to have four melds.
    grabs: bool,
    /// The kinds that may be the pair of any win.
    good: TileSet,
}

/// Concealed tiles with the profiles of their suits, so that a discard changes one suit only.
#[derive(Clone, Copy, Debug)]
struct Measured {
    tiles: Counts,
    /// For any hand of four sets and a pair.
    plain: Profiles,
    /// For hands of one suit, whose pair may be of any kind.
    suited: Profiles,
}

impl Measured {
    fn without(&self, tile: Tile) -> Measured {
        let mut tiles = self.tiles;
        tiles.take(tile);
        let after = |profiles: &Profiles| profiles.after(&tiles, tile.suit());
        Measured { tiles, plain: after(&self.plain), suited: after(&self.suited) }
    }
}

impl Player {
    /// Creates a player for one hand.
    pub fn new(chance: &mut Rng, config: &MatchConfig, good: TileSet) -> Player {
        let seeks = chance.percent(config.seek);
        let leaning = if seeks { *chance.pick(&PLANS).unwrap_or(&Plan::Plain) } else { Plan::Plain };
        Player { leaning, grabs: chance.percent(config.grab), good }
    }

    /// Computes what the distances of these tiles need.
    fn measure(&self, tiles: Counts) -> Measured {
        let pairs = if self.grabs { TileSet::PLAYED } else { self.good };
        Measured { tiles, plain: Profiles::new(&tiles, pairs), suited: Profiles::new(&tiles, TileSet::PLAYED) }
    }

    /// The distance of the tiles to the nearest hand, in tenths of a tile, including the player's preference.
    fn outlook(&self, measured: &Measured, melds: &[Meld]) -> u32 {
        PLANS.iter().filter_map(|&plan| self.along(plan, measured, melds)).min().unwrap_or(u32::MAX)
    }

    fn along(&self, plan: Plan, measured: &Measured, melds: &[Meld]) -> Option<u32> {
        let laid = Meld::counts(melds).kinds();
        let chow = melds.iter().any(|meld| meld.kind == MeldKind::Chow);
        let (tiles, n) = (&measured.tiles, melds.len());
        let distance = match plan {
            Plan::Plain => measured.plain.distance(n),
            Plan::Triplets if !chow => shanten::triplets(tiles, n),
            Plan::Pairs if n == 0 => shanten::seven_pairs(tiles),
            Plan::OneSuit(suit) if laid.within(suit.mask()) => measured.suited.distance_in(suit, n),
            Plan::OnlyGood if !chow && laid.within(self.good) => shanten::only(tiles, n, self.good),
            _ => return None,
        };
        Some(u32::from(distance) * 10 + if plan == self.leaning { 0 } else { 12 })
    }

    /// Chooses one of these discards. Returns `None` if there is none.
    pub fn discard(
        &self,
        chance: &mut Rng,
        rules: &dyn Rules,
        table: &Table,
        seat: Seat,
        may: &[Tile],
    ) -> Option<Tile> {
        let place = table.place(seat);
        let held = self.measure(place.hand.counts());
        let ranked = may.iter().map(|&tile| (self.outlook(&held.without(tile), &place.melds), tile));
        let mut ranked: Vec<(u32, Tile)> = ranked.collect();
        let best = ranked.iter().map(|&(outlook, _)| outlook).min()?;
        ranked.retain(|&(outlook, _)| outlook == best);
        // Among equal discards, prefer the most tiles to win on, then the fewest neighbours.
        let worth = |(_, tile): (u32, Tile)| {
            let outs = if best < 30 { outs(rules, table, seat, tile) } else { 0 };
            ((outs, std::cmp::Reverse(neighbours(&place.hand.counts(), tile))), tile)
        };
        let worths: Vec<_> = ranked.into_iter().map(worth).collect();
        let top = worths.iter().map(|&(worth, _)| worth).max()?;
        let equal: Vec<Tile> = worths.into_iter().filter(|&(worth, _)| worth == top).map(|(_, tile)| tile).collect();
        chance.pick(&equal).copied()
    }

    /// Returns whether the player makes this chow or pung: because it brings the hand forward, or by chance.
    pub fn claims(&self, chance: &mut Rng, config: &MatchConfig, table: &Table, seat: Seat, what: &Possible) -> bool {
        let place = table.place(seat);
        let mut tiles = place.hand.counts();
        let mut melds = place.melds.clone();
        match *what {
            Possible::Chow { tile, with } => {
                let lowest = with.into_iter().fold(tile, Tile::min);
                with.iter().for_each(|&tile| {
                    tiles.take(tile);
                });
                melds.push(Meld { kind: MeldKind::Chow, tile: lowest, from: None });
            }
            Possible::Pung { tile } => {
                tiles.take(tile);
                tiles.take(tile);
                melds.push(Meld { kind: MeldKind::Pung, tile, from: None });
            }
            _ => return false,
        }
        let held = self.measure(tiles);
        let kept = |tile: Tile| self.outlook(&held.without(tile), &melds);
        let after = tiles.kinds().iter().map(kept).min().unwrap_or(u32::MAX);
        let before = self.outlook(&self.measure(place.hand.counts()), &place.melds);
        self.grabs || chance.percent(if after < before { config.claim } else { config.greed })
    }
}

/// The number of tiles, as far as the seat can know, that would complete its hand after this discard.
fn outs(rules: &dyn Rules, table: &Table, seat: Seat, discard: Tile) -> u32 {
    let mut after = table.clone();
    after.remove(seat, discard);
    let place = after.place(seat);
    let laid = Meld::counts(&place.melds);
    let wins = |&tile: &Tile| {
        let case = WinCandidate {
            seat,
            dealer: table.dealer,
            hand: place.hand,
            wilds: place.wilds,
            wild: table.wild,
            melds: &place.melds,
            chance: Moment { tiles: Shown::one(tile), source: Source::Draw, from: None },
            discards: table.discards.saturating_add(1),
            claims: table.claims,
            kongs: table.kongs.len() as u16,
            past: Past { own_discards: 9, left: u16::MAX, ..Past::default() },
        };
        rules.judge(&case).is_ok()
    };
    let left = |tile: Tile| u32::from(4u8.saturating_sub(place.hand.count(tile)).saturating_sub(laid.of(tile)));
    rules.waits(&after, seat).iter().filter(wins).map(left).sum()
}

fn neighbours(tiles: &Counts, tile: Tile) -> u32 {
    let near = |by: i16| {
        let rank = i16::from(tile.rank()) + by;
        let other = u8::try_from(rank).ok().and_then(|rank| Tile::of(tile.suit(), rank));
        other.filter(|_| tile.suit() != Suit::Honours || by == 0).map_or(0, |other| u32::from(tiles.of(other)))
    };
    6 * near(0) + 3 * (near(1) + near(-1)) + near(2) + near(-2)
}

/// The kinds that may be the pair of any win, found by asking the rules about an otherwise plain hand. All kinds if
/// there are none.
pub fn good_pairs(rules: &dyn Rules) -> TileSet {
    let kinds = rules.deck().kinds();
    let run = |suit, rank| [0u8, 1, 2].into_iter().filter_map(move |up| Tile::of(suit, rank + up));
    let sets: Vec<Tile> =
        [run(Suit::Characters, 1), run(Suit::Dots, 3), run(Suit::Bamboo, 4), run(Suit::Characters, 6)]
            .into_iter()
            .flatten()
            .collect();
    let wins = |&tile: &Tile| {
        let case = WinCandidate {
            seat: Seat::ALL[1],
            dealer: Seat::ALL[0],
            hand: sets.iter().copied().chain([tile]).collect(),
            wilds: 0,
            wild: None,
            melds: &[],
            chance: Moment { tiles: Shown::one(tile), source: Source::Draw, from: None },
            discards: 9,
            claims: 0,
            kongs: 0,
            past: Past { own_discards: 9, left: u16::MAX, ..Past::default() },
        };
        rules.judge(&case).is_ok()
    };
    let good: TileSet = kinds.iter().filter(wins).collect();
    if good.is_empty() { kinds } else { good }
}
