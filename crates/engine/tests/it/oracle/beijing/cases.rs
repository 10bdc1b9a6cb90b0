//! Builds random hands to compare: most of them win, with zero to four wilds, in every situation.

use super::tiles::{FIVE, Meld, Tile, begins_run};
use super::win::{Facts, How, NO_WILD};
use crate::oracle::changsha::cases::Chance;

/// A hand built to win; about one in six is spoiled a little.
pub fn case(chance: &mut Chance, wilds: bool) -> Facts {
    loop {
        if let Some(mut facts) = if chance.percent(1) { Some(orphans(chance)) } else { attempt(chance) } {
            if !wilds {
                facts.wild = NO_WILD;
                facts.hunyou = [false; 4];
            }
            return facts;
        }
    }
}

fn attempt(chance: &mut Chance) -> Option<Facts> {
    let wild = chance.below(34) as Tile;
    // Mostly few wilds: hands with many have so many readings that laying them out is slow.
    let wanted = chance.pick(&[0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 3]);
    let wanted = if chance.percent(2) { 4 } else { wanted };
    let (mut concealed, melds) = if chance.percent(20) { (seven_pairs(chance), Vec::new()) } else { standard(chance)? };
    let four_of_any = (0..34).all(|kind| {
        let melded: usize = melds.iter().flat_map(|meld| meld.tiles()).filter(|&tile| tile == kind).count();
        melded + concealed.iter().filter(|&&tile| tile == kind).count() <= 4
    });
    if !four_of_any || melds.iter().any(|meld| meld.tiles().contains(&wild)) {
        return None;
    }
    // Removes the tile won on, then replaces tiles by wilds.
    let last = pick_last(chance, &concealed);
    let mut tile = concealed.remove(last);
    while concealed.iter().filter(|&&held| held == wild).count() < wanted {
        let others: Vec<usize> = (0..concealed.len()).filter(|&at| concealed[at] != wild).collect();
        let at = *others.get(chance.below(others.len().max(1)))?;
        concealed[at] = wild;
    }
    if chance.percent(8) {
        tile = wild;
    }
    if chance.percent(16) {
        let at = chance.below(concealed.len());
        concealed[at] = chance.below(34) as Tile;
    }
    let of_wild = concealed.iter().chain([&tile]).filter(|&&held| held == wild).count();
    if of_wild > 4 {
        return None;
    }
    let winner = chance.below(4);
    let dealer = if chance.percent(50) { winner } else { chance.below(4) };
    let mut how = chance.pick(&[
        How::Draw,
        How::Draw,
        How::Draw,
        How::LastDraw,
        How::Discard,
        How::Discard,
        How::Discard,
        How::RobFresh,
        How::RobHeld,
        How::RobExposed,
        How::RobConcealed,
        How::Dealt,
    ]);
    let kongs = melds.iter().filter(|meld| meld.is_kong()).count();
    if kongs > 0 && chance.percent(30) {
        how = How::Replacement(1 + chance.below(kongs.min(2)) as u8);
    }
    let first = match how {
        How::Dealt if winner != dealer || !melds.is_empty() => return None,
        How::Dealt => true,
        How::LastDraw => false,
        _ => chance.percent(6) && melds.iter().all(|meld| !meld.is_open()),
    };
    let from = (!how.own()).then(|| (winner + 1 + chance.below(3)) % 4);
    let mut hunyou = [false; 4];
    if chance.percent(15) && !first {
        hunyou[chance.below(4)] = true;
    }
    if hunyou[winner] && how != How::Draw {
        hunyou[winner] = false;
    }
    let floor = u32::from(chance.percent(25));
    let after_kong = how == How::Discard && chance.percent(10);
    let sky = melds.is_empty() && chance.percent(8);
    let xiaosa = melds.iter().all(|meld| !meld.is_open()) && chance.percent(6);
    let mut kongs: Vec<_> =
        melds.iter().copied().filter(|meld| meld.is_kong()).map(|meld| (winner, meld, None)).collect();
    if chance.percent(25) {
        let kong = chance.pick(&[Meld::Exposed(27), Meld::Added(27), Meld::Concealed(27)]);
        kongs.push(((winner + 1 + chance.below(3)) % 4, kong, None));
    }
    for (owner, kong, from) in &mut kongs {
        if matches!(kong, Meld::Exposed(_)) {
            *from = Some((*owner + 1 + chance.below(3)) % 4);
        }
    }
    Some(Facts {
        dealer,
        winner,
        from,
        how,
        hand: concealed,
        melds,
        tile,
        wild,
        first,
        hunyou,
        floor,
        after_kong,
        sky,
        xiaosa,
        kongs,
    })
}

/// Often picks the five, so that it can be caught.
fn pick_last(chance: &mut Chance, concealed: &[Tile]) -> usize {
    let five = concealed.iter().position(|&tile| tile == FIVE);
    match five {
        Some(at) if chance.percent(60) => at,
        _ => chance.below(concealed.len()),
    }
}

/// Tiles of one suit, or all tiles.
fn colour(chance: &mut Chance) -> Vec<Tile> {
    let of = chance.below(3) as Tile * 9;
    match chance.below(6) {
        0 => (of..of + 9).collect(),
        1 => (of..of + 9).chain(27..34).collect(),
        2 if chance.percent(50) => (27..34).collect(),
        _ => (0..34).collect(),
    }
}

fn seven_pairs(chance: &mut Chance) -> Vec<Tile> {
    let kinds = colour(chance);
    let mut tiles: Vec<Tile> = Vec::new();
    if chance.percent(40) {
        tiles.extend([FIVE; 2]);
    }
    while tiles.len() < 14 {
        let again = tiles.first().copied().filter(|_| chance.percent(15));
        let kind = again.unwrap_or_else(|| chance.pick(&kinds));
        tiles.extend([kind; 2]);
    }
    tiles
}

fn standard(chance: &mut Chance) -> Option<(Vec<Tile>, Vec<Meld>)> {
    let kinds = colour(chance);
    let run = |chance: &mut Chance| {
        let lows: Vec<Tile> = kinds.iter().copied().filter(|&kind| begins_run(kind)).collect();
        if lows.is_empty() { None } else { Some(chance.pick(&lows)) }
    };
    let mut sets: Vec<Meld> = Vec::new();
    if chance.percent(35) {
        let of = run(chance)? / 9 * 9;
        sets.extend([0, 3, 6].map(|up| Meld::Chow(of + up)));
    } else if chance.percent(30) {
        sets.push(Meld::Chow(FIVE - 1));
    }
    while sets.len() < 4 {
        let set = match run(chance) {
            Some(low) if chance.percent(60) => Meld::Chow(low),
            _ => Meld::Pung(chance.pick(&kinds)),
        };
        sets.push(set);
    }
    // Turns up to two sets into melds, some of them kongs.
    let mut melds = Vec::new();
    let melded = chance.pick(&[0, 0, 0, 0, 0, 0, 1, 1, 1, 2, 2, 4]);
    for _ in 0..melded {
        let at = chance.below(sets.len());
        melds.push(match sets.remove(at) {
            Meld::Pung(of) => chance.pick(&[
                Meld::Pung(of),
                Meld::Exposed(of),
                Meld::Added(of),
                Meld::Concealed(of),
                Meld::Concealed(of),
            ]),
            other => other,
        });
    }
    let pair = chance.pick(&kinds);
    let mut concealed: Vec<Tile> = sets.into_iter().flat_map(Meld::tiles).collect();
    concealed.extend([pair; 2]);
    Some((concealed, melds))
}

/// Thirteen orphans, some of them spoiled.
fn orphans(chance: &mut Chance) -> Facts {
    let kinds: [Tile; 13] = [0, 8, 9, 17, 18, 26, 27, 28, 29, 30, 31, 32, 33];
    let mut tiles = kinds.to_vec();
    tiles.push(chance.pick(&kinds));
    let tile = tiles.remove(chance.below(14));
    if chance.percent(15) {
        tiles[0] = 4;
    }
    let winner = chance.below(4);
    let how = chance.pick(&[How::Draw, How::Discard, How::LastDraw]);
    Facts {
        dealer: chance.below(4),
        winner,
        from: (how == How::Discard).then(|| (winner + 1) % 4),
        how,
        hand: tiles,
        melds: Vec::new(),
        tile,
        wild: chance.below(34) as Tile,
        first: false,
        hunyou: [false; 4],
        floor: 0,
        after_kong: false,
        sky: false,
        xiaosa: false,
        kongs: Vec::new(),
    }
}
