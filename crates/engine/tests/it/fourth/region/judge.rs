//! Judges wins and counts their value.

use super::clauses as c;
use caipan_engine::rules::{Deciding, Ground, Hit, Hits, Refusal, WinCandidate, Won};
use caipan_tiles::bilingual;
use caipan_tiles::hand::Hand;
use caipan_tiles::inline_vec::InlineVec;
use caipan_tiles::tile::{Meld, MeldKind, Suit, Tile, TileSet, Tiles};

caipan_engine::patterns! { ALL;
    PLAIN "plain" "平胡" "plain hand" [] 1 Hand c::WIN;
    TRIPLETS "all-triplets" "对对胡" "all triplets" [] 2 Hand c::WIN;
    PAIRS "seven-pairs" "七对" "seven pairs" [] 4 Hand c::WIN;
    ONE_SUIT "one-suit" "清一色" "one suit" [] 4 Situation c::WIN;
    SELF_DRAW "self-draw" "自摸" "self-draw" [] 1 Situation c::WIN;
}

/// The kinds that complete a hand of 3n + 1.
pub fn waits(hand: &Hand, melds: &[Meld]) -> TileSet {
    let standard = hand.standard_waits(melds.len(), 0);
    if melds.is_empty() { standard.or(hand.seven_pairs_waits(0)) } else { standard }
}

/// Judges a win on the first tile of its chance; `void` is the suit that must be gone.
pub fn judge(case: &WinCandidate<'_>, void: Option<Suit>) -> Result<Won, Box<Refusal>> {
    let Some(tile) = case.chance.tiles.iter().next() else {
        return Err(Refusal::new(Ground::Shape, &c::WIN, || bilingual!("没有牌可胡。", "nothing to win on")));
    };
    let mut full = case.hand;
    full.add(tile);
    let kinds = full.kinds().or(Meld::counts(case.melds).kinds());
    if void.is_some_and(|suit| !kinds.and(suit.mask()).is_empty()) {
        return Err(Refusal::new(Ground::Shape, &c::VOID, || {
            bilingual!("手里还有缺门的牌。", "it still holds its void suit")
        }));
    }
    let Some(hand) = pattern(&full, case.melds) else {
        return Err(Refusal::new(Ground::Shape, &c::WIN, move || {
            let tiles = Tiles::from_iter(full.tiles());
            bilingual!("{tiles} 不成胡。", "{tiles} is no win")
        }));
    };
    let clean = Suit::NUMBERED.iter().any(|suit| kinds.within(suit.mask()));
    let hits = [Some(hand), clean.then_some(&ONE_SUIT), case.chance.from.is_none().then_some(&SELF_DRAW)];
    let hits: Hits = hits.into_iter().flatten().map(|pattern| Hit { pattern, value: pattern.value }).collect();
    Ok(Won {
        seat: case.seat,
        from: case.chance.from,
        tiles: InlineVec::one(tile),
        source: case.chance.source,
        value: hits.iter().map(|hit| hit.value).sum(),
        hits,
        also: Vec::new(),
        options: Deciding::new(),
    })
}

fn pattern(full: &Hand, melds: &[Meld]) -> Option<&'static caipan_engine::rules::Pattern> {
    let chow = melds.iter().any(|meld| meld.kind == MeldKind::Chow);
    if melds.is_empty() && full.is_seven_pairs(0) {
        Some(&PAIRS)
    } else if !chow && full.is_all_triplets(melds.len(), 0) {
        Some(&TRIPLETS)
    } else {
        full.is_standard(melds.len(), 0).then_some(&PLAIN)
    }
}

/// The concealed tiles with the winning tile.
pub fn reading(case: &WinCandidate<'_>, tile: Tile) -> String {
    let mut full = case.hand;
    full.add(tile);
    Tiles::from_iter(full.tiles()).to_string()
}
