//! Decides wins, their fans and their value: BJ-8, BJ-9, BJ-4, BJ-7c.

use super::house::House;
use super::readings::{Group, completes, pairs, sets};
use super::tiles::{FIVE, Meld, Tile, suit};
use std::collections::{BTreeMap, BTreeSet};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum How {
    Dealt,
    Draw,
    LastDraw,
    /// On the replacement after this many kongs in a row.
    Replacement(u8),
    Discard,
    /// A kong added with the tile just drawn.
    RobFresh,
    /// A kong added with a tile held longer.
    RobHeld,
    RobExposed,
    RobConcealed,
}

impl How {
    /// True if the winning tile is the winner's own.
    pub fn own(self) -> bool {
        matches!(self, How::Dealt | How::Draw | How::LastDraw | How::Replacement(_))
    }

    /// True if the win is on the terms of a self-draw (BJ-9a, BJ-9b).
    pub fn self_drawn(self) -> bool {
        self.own() || matches!(self, How::RobFresh | How::RobConcealed)
    }
}

#[derive(Clone, Debug)]
pub struct Facts {
    pub dealer: usize,
    pub winner: usize,
    /// The seat that discarded or was robbed.
    pub from: Option<usize>,
    pub how: How,
    /// Concealed tiles, wilds included, without the tile won on.
    pub hand: Vec<Tile>,
    pub melds: Vec<Meld>,
    pub tile: Tile,
    pub wild: Tile,
    /// The winner has not discarded.
    pub first: bool,
    /// Seats with a pending 混儿悠; the winner's has come off.
    pub hunyou: [bool; 4],
    pub floor: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum No {
    Shape,
    Unrobbable,
    Manner,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Win {
    pub fans: BTreeSet<(&'static str, i64)>,
    /// The fans of other readings of equal value, in the order of the rule sheet.
    pub also: Vec<BTreeSet<(&'static str, i64)>>,
    pub value: i64,
    pub flat: bool,
}

/// Fan names in the order of the rule book, to choose among equals.
const SHEET: &str = "推倒胡 庄胡 门清 自摸 无混 捉五魁 海底捞月 一条龙 本混龙 七对 杠上开花 清一色 混一色 字一色 豪华七对 混杠 天和 地和 抢杠";

/// Judges a win by its best reading; among equals, by the first on the rule sheet.
pub fn win(house: &House, facts: &Facts) -> Result<Win, No> {
    let own = facts.how.own();
    let mut natural: Vec<Tile> = facts.hand.iter().copied().filter(|&tile| tile != facts.wild).collect();
    let mut wilds = facts.hand.len() - natural.len();
    let won_wild = facts.tile == facts.wild && (own || !house.face);
    if won_wild {
        wilds += 1;
    } else {
        natural.push(facts.tile);
    }
    let four_wilds = own && wilds == 4;
    // The best readings, keyed by their places on the rule sheet.
    let (mut most, mut best) = (i64::MIN, BTreeMap::new());
    let no_melds = facts.melds.is_empty();
    let (mut complete, mut only_five) = (false, None);
    let mut weigh = |seven: bool, groups: &[Group]| {
        complete = true;
        if let Some(fans) = of_reading(house, facts, won_wild, seven, groups, &mut only_five) {
            let worth = together(house, &fans);
            if worth > most {
                most = worth;
                best.clear();
            }
            if worth == most {
                best.insert(rank(&fans), fans);
            }
        }
        false
    };
    // A hand of four wilds with a flat value needs no reading.
    if !four_wilds || house.limit_factor {
        sets(&natural, wilds, &mut |groups| weigh(false, groups));
        if no_melds {
            pairs(&natural, wilds, &mut |groups| weigh(true, groups));
        }
    }
    if best.is_empty() && !four_wilds {
        return Err(if complete { No::Unrobbable } else { No::Shape });
    }
    if !facts.how.self_drawn() && (facts.melds.iter().any(|meld| meld.is_open()) || house.three_self_draw && wilds >= 3)
    {
        return Err(No::Manner);
    }
    let limit = limit(house, facts, four_wilds);
    if let (Some(name), false) = (limit, house.limit_factor) {
        return Ok(Win { fans: [(name, house.limit)].into(), also: Vec::new(), value: house.limit, flat: true });
    }
    if best.is_empty() {
        best.insert(Vec::new(), Vec::new());
    }
    let mut value = 0;
    let mut all = best.into_values().map(|mut fans| {
        fans.extend(limit.map(|name| (name, house.limit)));
        situation(house, facts, limit, &mut fans);
        value = together(house, &fans).max(1);
        if fans.is_empty() {
            fans.push(("推倒胡", 1));
        }
        fans.into_iter().collect()
    });
    let fans = all.next().unwrap();
    let also = all.collect();
    Ok(Win { fans, also, value, flat: false })
}

/// Adds the fans of the way the tile came.
fn situation(house: &House, facts: &Facts, limit: Option<&str>, fans: &mut Vec<(&'static str, i64)>) {
    if facts.winner == facts.dealer && limit != Some("混杠") {
        fans.push(("庄胡", 2));
    }
    let included = match facts.how {
        How::LastDraw => house.last_includes,
        How::Replacement(_) => house.bloom == 1,
        _ => false,
    };
    if facts.how.self_drawn() && !included {
        fans.push(("自摸", 2));
    }
    match facts.how {
        How::LastDraw => fans.push(("海底捞月", 4)),
        How::Replacement(kongs) => fans.push(("杠上开花", [2, 4, 1 << kongs][house.bloom])),
        How::RobFresh | How::RobConcealed if house.rob_extra == 2 => fans.push(("抢杠", 2)),
        _ => {}
    }
}

/// Places of the fans on the rule sheet, in order.
fn rank(fans: &[(&'static str, i64)]) -> Vec<usize> {
    let place = |name: &str| SHEET.split(' ').position(|known| known == name);
    let mut rank: Vec<usize> = fans.iter().filter_map(|(name, _)| place(name)).collect();
    rank.sort_unstable();
    rank
}

fn together(house: &House, fans: &[(&'static str, i64)]) -> i64 {
    let factors = fans.iter().map(|(_, factor)| factor);
    if house.add { factors.sum() } else { factors.product() }
}

/// BJ-8q–s.
fn limit(house: &House, facts: &Facts, four_wilds: bool) -> Option<&'static str> {
    let konged = facts.melds.iter().any(|meld| meld.is_kong());
    if four_wilds {
        return Some("混杠");
    }
    if !facts.first || house.limit_no_kong && konged {
        return None;
    }
    match (facts.winner == facts.dealer, facts.how.own()) {
        (true, true) => Some("天和"),
        (true, false) => None,
        (false, _) => Some("地和"),
    }
}

/// The fans of the tiles in one reading; `None` if the reading does not win.
fn of_reading(
    house: &House,
    facts: &Facts,
    won_wild: bool,
    seven: bool,
    groups: &[Group],
    only_five: &mut Option<bool>,
) -> Option<Vec<(&'static str, i64)>> {
    let mut fans = Vec::with_capacity(8);
    let mut dragon = None;
    let mut tile_in_dragon = false;
    for of in 0..3 {
        let runs = [0, 3, 6].map(|up| of * 9 + up);
        let in_hand = |low: Tile| groups.iter().any(|group| group.is_run_from(low));
        let is_melded = |low: Tile| !house.dragon_concealed && facts.melds.contains(&Meld::Chow(low));
        if runs.iter().all(|&low| in_hand(low) || is_melded(low)) {
            dragon = Some(of);
            tile_in_dragon = runs.into_iter().any(|low| in_hand(low) && (low..low + 3).contains(&facts.tile));
        }
    }
    if facts.how == How::RobConcealed && !tile_in_dragon {
        return None;
    }
    let of_wild_kind = facts
        .hand
        .iter()
        .copied()
        .chain([facts.tile])
        .chain(facts.melds.iter().flat_map(|meld| meld.tiles()))
        .filter(|&tile| tile == facts.wild)
        .count();
    // A dragon of the wild suit has a wild in its own place; one option allows no other wild.
    let alone = house.dragon_own_place || of_wild_kind == 1;
    let own_dragon = dragon == Some(suit(facts.wild)) && alone;
    match dragon {
        Some(_) if own_dragon => fans.push(("本混龙", 4)),
        Some(_) => fans.push(("一条龙", 2)),
        None => {}
    }
    let came_off = facts.hunyou[facts.winner] && matches!(facts.how, How::Draw | How::LastDraw);
    if of_wild_kind == 0 || came_off && !own_dragon {
        fans.push(("无混", 2));
    }
    if !facts.melds.iter().any(|meld| meld.is_open()) && (!seven || house.pairs_concealed) {
        fans.push(("门清", 2));
    }
    if seven {
        let quads = (0..34)
            .filter(|&kind| {
                let four = |counts_wild: bool| {
                    groups
                        .iter()
                        .flat_map(Group::iter)
                        .filter(|&(tile, wild)| tile == kind && (counts_wild || !wild))
                        .count()
                };
                four(house.luxury_wild) >= 4
            })
            .count();
        match quads {
            0 => fans.push(("七对", 2)),
            _ if !house.luxury_each => fans.push(("豪华七对", 4)),
            more => fans.push(("豪华七对", 4 << (more - 1).min(2))),
        }
    }
    let mut there = [false; 4];
    let in_hand = groups.iter().flat_map(Group::iter).map(|(tile, _)| tile);
    in_hand
        .chain(facts.melds.iter().map(|meld| meld.tiles()[0]))
        .for_each(|tile| there[usize::from(suit(tile))] = true);
    let suits = there[..3].iter().filter(|&&there| there).count();
    match (suits, there[3]) {
        (0, _) => fans.push(("字一色", 8)),
        (1, false) => fans.push(("清一色", 4)),
        (1, _) => fans.push(("混一色", 2)),
        _ => {}
    }
    if caught(house, facts, won_wild, seven, groups, only_five) {
        fans.push(("捉五魁", 2));
    }
    Some(fans)
}

/// BJ-8g.
fn caught(
    house: &House,
    facts: &Facts,
    won_wild: bool,
    seven: bool,
    groups: &[Group],
    only_five: &mut Option<bool>,
) -> bool {
    if facts.tile != FIVE && !(won_wild && house.five_wild) {
        return false;
    }
    let fits = if seven {
        // The drawn wild is one of the pair; the other is a five or also a wild.
        let of_fives = |group: &Group| group.iter().all(|(tile, _)| tile == FIVE) && group.is_wild(1);
        !won_wild || groups.iter().any(of_fives)
    } else {
        groups.iter().any(|group| group.is_run_from(FIVE - 1) && group.is_wild(1) == won_wild)
    };
    fits && (!house.five_only_wait || *only_five.get_or_insert_with(|| waits_for_five_only(facts)))
}

/// True if no kind but 五万 would complete the hand as itself; the wild kind is not tried.
fn waits_for_five_only(facts: &Facts) -> bool {
    let natural: Vec<Tile> = facts.hand.iter().copied().filter(|&tile| tile != facts.wild).collect();
    let wilds = facts.hand.len() - natural.len();
    (0..34).filter(|&tile| tile != facts.wild && tile != FIVE).all(|tile| {
        let mut with = natural.clone();
        with.push(tile);
        !completes(&with, wilds, facts.melds.is_empty())
    })
}
