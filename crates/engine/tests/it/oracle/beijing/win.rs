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
#[expect(clippy::struct_excessive_bools, reason = "facts that are independent of each other")]
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
    /// The discard is the first after its seat's kong and replacement.
    pub after_kong: bool,
    /// 天听, kept.
    pub sky: bool,
    /// 潇洒.
    pub xiaosa: bool,
    /// The kongs at the table: owner, meld, discarder of an exposed one.
    pub kongs: Vec<(usize, Meld, Option<usize>)>,
}

/// In place of the wild kind where there are no wilds.
pub const NO_WILD: Tile = 99;

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
const SHEET: &str = "推倒胡 庄胡 门清 自摸 无混 捉五魁 海底捞月 一条龙 本混龙 七对 杠上开花 清一色 混一色 字一色 豪华七对 混杠 天和 地和 抢杠 \
    大吊车 边张 卡张 单吊将 混吊 混吊混 对对胡 十三幺 天听 潇洒 杠上炮";

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
    let four_wilds = own && wilds == 4 && house.four_end;
    // The best readings, keyed by their places on the rule sheet.
    let (mut most, mut best) = (i64::MIN, BTreeMap::new());
    let no_melds = facts.melds.is_empty();
    let (mut complete, mut only) = (false, Only::default());
    let mut weigh = |seven: bool, groups: &[Group]| {
        complete = true;
        for fans in of_reading(house, facts, won_wild, seven, groups, &mut only) {
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
    let mut orphans = facts.hand.clone();
    orphans.push(facts.tile);
    if no_melds && facts.how != How::RobConcealed && house.numbers.of("十三幺") > 0 && is_orphans(&orphans) {
        let fans = of_orphans(house, facts);
        let worth = together(house, &fans);
        if worth > most {
            best.clear();
        }
        if worth >= most {
            best.insert(rank(&fans), fans);
        }
    }
    if best.is_empty() && !four_wilds {
        return Err(if complete { No::Unrobbable } else { No::Shape });
    }
    let opened = facts.melds.iter().any(|meld| meld.is_open()) && !house.opened_ron;
    let barred = opened || house.three_self_draw && wilds >= 3 || house.self_draw_only || facts.xiaosa;
    if !facts.how.self_drawn() && barred {
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
        value = total(house, &fans).max(1);
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
        fan(house, fans, "庄胡");
    }
    let included = match facts.how {
        How::LastDraw => house.last_includes && house.numbers.of("海底捞月") > 1,
        How::Replacement(_) => house.bloom == 1,
        _ => false,
    };
    if facts.how.self_drawn() && !included {
        fan(house, fans, "自摸");
    }
    if facts.sky {
        fan(house, fans, "天听");
    }
    if facts.xiaosa && facts.how.own() {
        fan(house, fans, "潇洒");
    }
    if facts.after_kong && facts.how == How::Discard {
        fan(house, fans, "杠上炮");
    }
    match facts.how {
        How::LastDraw => fan(house, fans, "海底捞月"),
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

/// Adds a fan at the house's number; one of 1 is not counted.
fn fan(house: &House, fans: &mut Vec<(&'static str, i64)>, name: &'static str) {
    let number = house.numbers.of(name);
    if number > 1 {
        fans.push((name, number));
    }
}

/// The value of the win: the cap holds for every fan but 庄胡, and where fans add, 潇洒 multiplies the finished sum.
fn total(house: &House, fans: &[(&'static str, i64)]) -> i64 {
    let of = |keep: &dyn Fn(&str) -> bool| -> Vec<(&'static str, i64)> {
        fans.iter().copied().filter(|&(name, _)| keep(name)).collect()
    };
    let outside = |name: &str| name == "庄胡";
    let apart = |name: &str| house.add && name == "潇洒";
    let mut inside = together(house, &of(&|name| !outside(name) && !apart(name)));
    if house.cap > 0 {
        inside = inside.min(house.cap);
    }
    let dealer = together(house, &of(&outside));
    let sum = if house.add { inside + dealer } else { inside * dealer };
    of(&apart).iter().fold(sum.max(1), |sum, (_, factor)| sum * factor)
}

/// True for all thirteen terminals and honours and a second of one of them.
pub fn is_orphans(tiles: &[Tile]) -> bool {
    let end = |tile: Tile| tile >= 27 || tile.is_multiple_of(9) || tile % 9 == 8;
    tiles.len() == 14 && tiles.iter().all(|&tile| end(tile)) && tiles.iter().collect::<BTreeSet<_>>().len() == 13
}

/// Thirteen orphans stand alone, unless fans add.
fn of_orphans(house: &House, facts: &Facts) -> Vec<(&'static str, i64)> {
    let mut fans = Vec::new();
    fan(house, &mut fans, "十三幺");
    if house.add {
        fan(house, &mut fans, "门清");
        if house.wilds && facts.tile != facts.wild && !facts.hand.contains(&facts.wild) {
            fan(house, &mut fans, "无混");
        }
    }
    fans
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

/// The wait of a hand, found once: the kinds besides the wild one that would complete it.
#[derive(Debug, Default)]
struct Only(Option<Vec<Tile>>);

impl Only {
    /// True if only this kind completes the hand as itself; the wild kind is not tried.
    fn on(&mut self, house: &House, facts: &Facts, kind: Tile) -> bool {
        let all = self.0.get_or_insert_with(|| {
            let natural: Vec<Tile> = facts.hand.iter().copied().filter(|&tile| tile != facts.wild).collect();
            let wilds = facts.hand.len() - natural.len();
            let completes = |tile: &Tile| {
                let mut with = natural.clone();
                with.push(*tile);
                let mut plain = facts.hand.clone();
                plain.push(*tile);
                let orphans = facts.melds.is_empty() && house.numbers.of("十三幺") > 0 && is_orphans(&plain);
                orphans || self::completes(&with, wilds, facts.melds.is_empty())
            };
            (0..34).filter(|&tile| tile != facts.wild).filter(completes).collect()
        });
        all.iter().all(|&other| other == kind)
    }
}

/// The fans of the tiles in one reading, for each set or pair that the winning tile can be in; none if the reading does
/// not win.
fn of_reading(
    house: &House,
    facts: &Facts,
    won_wild: bool,
    seven: bool,
    groups: &[Group],
    only: &mut Only,
) -> Vec<Vec<(&'static str, i64)>> {
    let mut fans = Vec::with_capacity(8);
    let mut dragon = None;
    let mut dragon_runs = Vec::new();
    let is_melded = |low: Tile| !house.dragon_concealed && facts.melds.contains(&Meld::Chow(low));
    for of in 0..3 {
        let runs = [0, 3, 6].map(|up| of * 9 + up);
        let in_hand = |low: Tile| groups.iter().any(|group| group.is_run_from(low));
        if runs.iter().all(|&low| in_hand(low) || is_melded(low)) {
            dragon = Some(of);
            dragon_runs = runs.into_iter().filter(|&low| in_hand(low)).collect();
        }
    }
    let in_dragon = |group: &Group| dragon_runs.iter().any(|&low| group.is_run_from(low));
    let holds_tile = |group: &Group| group.iter().any(|(tile, _)| tile == facts.tile);
    let rob_dragon = facts.how == How::RobConcealed;
    if rob_dragon && !groups.iter().any(|group| in_dragon(group) && holds_tile(group)) {
        return Vec::new();
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
    let apart = |low: Tile| {
        let clean = |group: &Group| group.iter().all(|(tile, wild)| !wild || tile == facts.wild);
        is_melded(low) || groups.iter().any(|group| group.is_run_from(low) && clean(group))
    };
    let outside = house.dragon_wilds_outside && dragon_runs.iter().all(|&low| apart(low));
    let alone = house.dragon_own_place || of_wild_kind == 1 || outside;
    let own_dragon = dragon == Some(suit(facts.wild)) && alone && house.numbers.of("本混龙") > 1;
    match dragon {
        Some(_) if own_dragon => fan(house, &mut fans, "本混龙"),
        Some(_) => fan(house, &mut fans, "一条龙"),
        None => {}
    }
    let came_off = facts.hunyou[facts.winner] && matches!(facts.how, How::Draw | How::LastDraw);
    if house.wilds && (of_wild_kind == 0 || came_off && !own_dragon) {
        fan(house, &mut fans, "无混");
    }
    if !facts.melds.iter().any(|meld| meld.is_open()) && (!seven || house.pairs_concealed) {
        fan(house, &mut fans, "门清");
    }
    if facts.melds.len() == 4 {
        fan(house, &mut fans, "大吊车");
    }
    let triplets = groups.iter().all(|group| (0..27).all(|low| !group.is_run_from(low)));
    if !seven && triplets && !facts.melds.iter().any(|meld| matches!(meld, Meld::Chow(_))) {
        fan(house, &mut fans, "对对胡");
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
            0 => fan(house, &mut fans, "七对"),
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
        (0, _) => fan(house, &mut fans, "字一色"),
        (1, false) => fan(house, &mut fans, "清一色"),
        (1, _) => fan(house, &mut fans, "混一色"),
        _ => {}
    }
    let mut all = vec![fans.clone()];
    for group in groups {
        for (at, (tile, wild)) in group.iter().enumerate() {
            if wild == won_wild && (won_wild || tile == facts.tile) {
                let place = Place { won_wild, seven, at, wait: !rob_dragon || in_dragon(group) };
                let more = of_place(house, facts, group, place, only);
                all.push(fans.iter().copied().chain(more).collect());
            }
        }
    }
    all
}

/// A place of the winning tile in a group.
#[derive(Clone, Copy)]
struct Place {
    won_wild: bool,
    seven: bool,
    at: usize,
    /// True if it can have a wait: a tile that must be in the dragon has one there only.
    wait: bool,
}

/// The fans of the winning tile at this place of this group.
fn of_place(house: &House, facts: &Facts, group: &Group, place: Place, only: &mut Only) -> Vec<(&'static str, i64)> {
    let Place { won_wild, seven, at, wait } = place;
    let mut fans = Vec::new();
    let tiles: Vec<(Tile, bool)> = group.iter().collect();
    let kind = tiles[at].0;
    let is_run = !group.is_pair() && tiles[0].0 != tiles[1].0;
    let five = kind == FIVE && (facts.tile == FIVE || house.five_wild);
    // In seven pairs the drawn wild is one of the pair; the other is a five or also a wild.
    let caught = five && (seven || is_run && at == 1);
    if caught && (!house.five_only_wait || only.on(house, facts, FIVE)) {
        fan(house, &mut fans, "捉五魁");
    }
    let promised = facts.hunyou[facts.winner] && matches!(facts.how, How::Draw | How::LastDraw);
    if seven || promised || !wait {
        return fans;
    }
    // A wild alone in the hand, and the tile drawn to it.
    if group.is_pair() && facts.how.own() && tiles[1 - at].1 {
        let name = if won_wild && house.numbers.of("混吊混") > 1 { "混吊混" } else { "混吊" };
        fan(house, &mut fans, name);
        return fans;
    }
    let wait = match (at, kind % 9) {
        _ if group.is_pair() => "单吊将",
        (1, _) if is_run => "卡张",
        (2, 2) | (0, 6) if is_run => "边张",
        _ => return fans,
    };
    let alone = facts.melds.len() == 4 && house.numbers.of("大吊车") > 1;
    let tight = !won_wild && facts.how != How::LastDraw && !alone && fans.is_empty();
    if tight && house.numbers.of(wait) > 1 && only.on(house, facts, kind) {
        fan(house, &mut fans, wait);
    }
    fans
}
