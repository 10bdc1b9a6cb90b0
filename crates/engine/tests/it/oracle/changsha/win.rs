//! Decides wins, their patterns and their units (§2.4 to §2.6).

use super::house::{DoubleKong, FakePair, House, Luxury, MeldScope, MenQing, RobReplacement, RobScope};
use super::shape::{readings, seven_pairs};
use super::tiles::{Counts, Holding, Meld, Tile, count, is_258, starts_chow, suit};

/// The source of the winning tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Situation {
    SelfDraw,
    /// A 补张 without dice; worth an ordinary self-draw (CS-A.29, CS-B.9.3A).
    Replacement,
    Discard,
    /// The dealer's first turn; `after_kong` if he has already made a kong.
    Dealt {
        after_kong: bool,
    },
    /// The dealer's first discard; `after_kong` if anybody has already made a kong.
    FirstDiscard {
        after_kong: bool,
    },
    /// The seabed tile, for its taker.
    LastDraw,
    /// The seabed tile, for a player other than its taker.
    LastDiscard,
    /// Tiles turned by the winner's own dice kong.
    OwnDice,
    /// Tiles turned by another's dice kong.
    OtherDice,
    /// The tile of another's dice kong: added to his pung, or a discard he took.
    RobDice {
        discard_kong: bool,
    },
    /// The tile that another added to his pung as a 补张.
    RobReplacement,
}

/// Chinese names in the order of the rule book; zero units mean a small win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    pub patterns: Vec<&'static str>,
    pub units: u32,
}

/// A situation worth a unit; `requires_258` if it still needs a 258 pair (AMB-9).
struct Bonus {
    name: &'static str,
    both: &'static str,
    requires_258: bool,
}

impl Situation {
    pub fn is_ron(self) -> bool {
        match self {
            Self::SelfDraw | Self::Replacement | Self::Dealt { .. } | Self::LastDraw | Self::OwnDice => false,
            Self::Discard
            | Self::FirstDiscard { .. }
            | Self::LastDiscard
            | Self::OtherDice
            | Self::RobDice { .. }
            | Self::RobReplacement => true,
        }
    }

    pub fn is_dice(self) -> bool {
        matches!(self, Self::OwnDice | Self::OtherDice)
    }
}

/// The win with the most units, or `None` if the hand does not win. The units are not capped.
pub fn win(house: &House, holding: &Holding, situation: Situation) -> Option<Outcome> {
    if holding.won.len() > 1 && !situation.is_dice() || is_forbidden(house, situation) {
        return None;
    }
    let wins: Vec<Outcome> = holding.won.iter().filter_map(|&tile| win_with(house, holding, tile, situation)).collect();
    match wins.as_slice() {
        [only] => Some(only.clone()),
        [first, second] => Some(both_tiles(house, holding, situation, first, second)),
        _ => None,
    }
}

/// Tiles that complete the hand by self-draw or on a discard, without those it holds four of.
///
/// A hand is ready whether or not its small win may be claimed (market C.2): the win may still become big.
pub fn waits(house: &House, rest: &[Tile], melds: &[Meld]) -> Vec<Tile> {
    let house = &House { small_ron: true, big_only: false, ..house.clone() };
    (0..27)
        .filter(|&tile| {
            let holding = Holding { rest: rest.to_vec(), melds: melds.to_vec(), won: vec![tile] };
            [Situation::SelfDraw, Situation::Discard].iter().any(|&how| win(house, &holding, how).is_some())
        })
        .collect()
}

/// AMB-6, AMB-7.
fn is_forbidden(house: &House, situation: Situation) -> bool {
    match situation {
        Situation::RobDice { discard_kong } => discard_kong && house.rob_kong_scope == RobScope::AddedOnly,
        Situation::RobReplacement => house.rob_buzhang == RobReplacement::Forbidden,
        _ => false,
    }
}

/// The win on one winning tile.
fn win_with(house: &House, holding: &Holding, tile: Tile, situation: Situation) -> Option<Outcome> {
    let mut concealed = holding.rest.clone();
    concealed.push(tile);
    let mut all = concealed.clone();
    all.extend(holding.melds.iter().flat_map(|meld| meld.tiles()));
    if !is_well_formed(&concealed, &holding.melds, &all) {
        return None;
    }

    let (mut patterns, mut units) = own_patterns(house, &count(&concealed), &all, &holding.melds, situation);
    let pairs: Vec<Tile> = readings(&count(&concealed)).iter().map(|reading| reading.pair).collect();
    let bonus = bonus(house, holding, situation);
    let lax = bonus.as_ref().is_some_and(|bonus| !bonus.requires_258);
    // A situation does not make another pair legal for a small shape, unless the house says so (§2.5, *).
    let legal = units > 0 || pairs.iter().any(|&pair| is_258(pair) || lax || !house.pair_258);
    if !legal {
        return None;
    }
    let other_pair = units == 0 && lax && house.pair_258 && !pairs.iter().any(|&pair| is_258(pair));
    let closed = holding.melds.iter().all(|meld| matches!(meld, Meld::ConcealedKong(_)));
    let counts = match house.men_qing {
        MenQing::Off => false,
        MenQing::Any => true,
        MenQing::SelfDraw => !situation.is_ron(),
    };
    if other_pair && house.fake_pair == FakePair::ExtraUnit {
        patterns.push("假将");
        units += 1;
    } else if closed && counts {
        patterns.push("门清");
        units += 1;
    }
    if let Some(bonus) = bonus {
        patterns.push(bonus.name);
        units += 1;
    }
    if patterns.is_empty() {
        patterns.push("小胡");
    }
    if units == 0 && (house.big_only || situation.is_ron() && !house.small_ron) {
        return None;
    }
    Some(Outcome { patterns, units })
}

/// Fourteen tiles, with a kong counted as three and no kind five times.
fn is_well_formed(concealed: &[Tile], melds: &[Meld], all: &[Tile]) -> bool {
    let chows = melds.iter().all(|meld| !matches!(meld, Meld::Chow(low) if !starts_chow(*low)));
    concealed.len() + 3 * melds.len() == 14 && chows && count(all).iter().all(|&copies| copies <= 4)
}

/// The patterns of the tiles themselves; each is independent, and the units add (CS-A.32, CS-B.8.5).
fn own_patterns(
    house: &House,
    concealed: &Counts,
    all: &[Tile],
    melds: &[Meld],
    situation: Situation,
) -> (Vec<&'static str>, u32) {
    let readings = readings(concealed);
    let pairs = if melds.is_empty() { seven_pairs(concealed) } else { None };
    let no_chow = melds.iter().all(|meld| !matches!(meld, Meld::Chow(_)));
    let complete = !readings.is_empty() || pairs.is_some();
    let (mut names, mut units) = (Vec::new(), 0);
    let mut found = |name, worth| {
        names.push(name);
        units += worth;
    };

    if no_chow && readings.iter().any(|reading| reading.triplets_only) {
        found("碰碰胡", 1);
    }
    if all.iter().all(|&tile| is_258(tile)) {
        found("将将胡", 1);
    }
    if complete && all.iter().all(|&tile| suit(tile) == suit(all[0])) {
        found("清一色", 1);
    }
    if let Some(quads) = pairs {
        let luxury = if house.seven_pairs_luxury == Luxury::PerQuad { quads } else { 0 };
        found("七小对", 1 + luxury);
    }
    let begged_pair = readings.iter().any(|reading| is_258(reading.pair) || !house.quanqiuren_pair_258);
    if begged_pair && is_begged(house, melds, situation) {
        found("全求人", 1);
    }
    (names, units)
}

/// 全求人: four claimed melds, and the last tile paired by another's tile (CS-A.10, AMB-10).
fn is_begged(house: &House, melds: &[Meld], situation: Situation) -> bool {
    let claimed = melds.iter().all(|meld| !matches!(meld, Meld::ConcealedKong(_)));
    house.quanqiuren
        && melds.len() == 4
        && (claimed || house.quanqiuren_melds == MeldScope::AnyFour)
        && (situation.is_ron() || house.quanqiuren_self_draw)
}

fn bonus(house: &House, holding: &Holding, situation: Situation) -> Option<Bonus> {
    let of = |name, requires_258| Some(Bonus { name, both: name, requires_258 });
    match situation {
        Situation::SelfDraw | Situation::Replacement | Situation::Discard => None,
        Situation::Dealt { after_kong } => {
            let late = (after_kong || !holding.melds.is_empty()) && house.first_turn_requires_no_kong;
            if late { None } else { of("天胡", house.tianhu_requires_258) }
        }
        Situation::FirstDiscard { after_kong } => {
            let late = after_kong && house.first_turn_requires_no_kong;
            if late { None } else { of("地胡", house.dihu_requires_258) }
        }
        Situation::LastDraw => of("海底捞月", house.haidi_requires_258),
        Situation::LastDiscard => of("海底炮", house.haidi_requires_258),
        Situation::OwnDice => {
            Some(Bonus { name: "杠上开花", both: "双杠上花", requires_258: house.gangkai_requires_258 })
        }
        Situation::OtherDice => {
            Some(Bonus { name: "杠上炮", both: "双杠上炮", requires_258: house.gangpao_requires_258 })
        }
        Situation::RobDice { .. } => of("抢杠胡", house.qianggang_requires_258),
        Situation::RobReplacement => match house.rob_buzhang {
            RobReplacement::AsRobbing => of("抢杠胡", house.qianggang_requires_258),
            RobReplacement::AsDiscard | RobReplacement::Forbidden => None,
        },
    }
}

/// Both turned tiles win (CS-A.19b, CS-A.20, AMB-8). Of two wins with equal units, the first turned tile counts.
fn both_tiles(house: &House, holding: &Holding, situation: Situation, first: &Outcome, second: &Outcome) -> Outcome {
    let best = if second.units > first.units { second } else { first };
    match house.double_kong {
        DoubleKong::BestTile => best.clone(),
        DoubleKong::PerTileSum => Outcome {
            patterns: [first.patterns.as_slice(), &second.patterns].concat(),
            units: first.units + second.units,
        },
        DoubleKong::BonusTwice => {
            let mut twice = best.clone();
            if let (Some(bonus), Some(last)) = (bonus(house, holding, situation), twice.patterns.last_mut()) {
                *last = bonus.both;
                twice.units += 1;
            }
            twice
        }
    }
}
