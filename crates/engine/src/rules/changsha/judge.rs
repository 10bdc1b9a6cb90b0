//! The judgement of a win: validity, and the number of big patterns (大胡). Rule book 2.5.

use super::options::{DoubleKong, FakePair, MenQing, Options};
use super::shape::Shape;
use super::situation::Situation;
use super::{clauses as c, patterns as p};
use crate::rules::{Ground, Hit, Hits, Pattern, Refusal, Verdict, WinCandidate, Won};
use caipan_tiles::bilingual;
use caipan_tiles::hand::{Hand, Reading, SetKind};
use caipan_tiles::inline_vec::InlineVec;
use caipan_tiles::tile::{Meld, MeldKind, Tile, TileSet, Tiles};
use smallvec::SmallVec;

/// The tiles of rank 2, 5 and 8 (将).
pub const PAIRS: TileSet = TileSet::from_bits(0b010_010_010 | 0b010_010_010 << 9 | 0b010_010_010 << 18);

/// Judges a win by its tiles and its origin. Earlier events of the hand are not considered.
pub fn judge(options: &Options, case: &WinCandidate<'_>) -> Result<Won, Box<Refusal>> {
    let situation = Situation::of(options, case)?;
    let mut wins: SmallVec<[(Tile, Worth); 2]> = SmallVec::new();
    let mut refusal: Option<Box<Refusal>> = None;
    for tile in case.chance.tiles.iter() {
        match worth(options, case, &situation, tile) {
            Ok(worth) => wins.push((tile, worth)),
            // Of two tiles, report the one that completes the hand and still may not win.
            Err(no) => refusal = refusal.filter(|first| first.ground != Ground::Shape).or(Some(no)),
        }
    }
    // The tile of highest value comes first; among equals, the one turned first.
    wins.sort_by_key(|(_, worth)| std::cmp::Reverse(worth.units));
    let double = wins.len() > 1 && options.double_kong() != DoubleKong::Best;
    let mut wins = wins.into_iter();
    let Some((tile, best)) = wins.next() else {
        return Err(refusal.unwrap_or_else(|| not_complete(case)));
    };
    let mut hits = best.hits;
    let mut tiles = InlineVec::one(tile);
    match (situation.pattern, situation.both) {
        (Some(single), Some(both)) if double => {
            tiles.extend(wins.clone().map(|(tile, _)| tile));
            if options.double_kong() == DoubleKong::BonusTwice {
                hits.push(both.of(single, tiles.len()));
            } else {
                hits.push(hit(single));
                for (_, worth) in wins {
                    hits.extend(worth.hits);
                    hits.push(hit(single));
                }
            }
        }
        (Some(single), _) => hits.push(hit(single)),
        (None, _) => {}
    }
    let units: i64 = hits.iter().map(|hit| hit.value).sum();
    if units == 0 {
        small(options, case)?;
    } else {
        // A small win beside a big pattern counts for nothing (CS-B.8.5).
        hits.retain(|hit| hit.value > 0);
    }
    let mut decided = situation.options;
    if double {
        decided.push("double_kong");
    }
    Ok(Won {
        seat: case.seat,
        from: case.chance.from,
        tiles,
        source: case.chance.source,
        hits,
        value: units,
        also: Vec::new(),
        options: decided,
    })
}

/// True if this way of winning takes any pair.
pub fn any_pair(options: &Options, case: &WinCandidate<'_>) -> bool {
    Situation::of(options, case).is_ok_and(|situation| situation.any_pair) || !options.pair_258()
}

/// Kinds on which a hand of 3n + 1 may win. Any pair counts here; `judge` checks it. `wild` is the wild kind, of which
/// the hand holds `wilds`.
pub fn waits(hand: &Hand, (wild, wilds): (Option<Tile>, u8), melds: &[Meld]) -> TileSet {
    let held = usize::from(wilds);
    let mut waits = hand.standard_waits(melds.len(), held);
    if melds.is_empty() {
        waits = waits.or(hand.seven_pairs_waits(held));
    }
    if hand.kinds().within(PAIRS) && melds.iter().all(is_258) {
        waits = waits.or(PAIRS);
    }
    if let Some(wild) = wild.filter(|_| !waits.is_empty()) {
        waits.insert(wild);
    }
    waits
}

/// True if some tile would make a legal win of this hand of 3n + 1, on a draw or on a discard (听牌, rule book 2.4).
pub fn is_ready(options: &Options, hand: &Hand, wild: (Option<Tile>, u8), melds: &[Meld]) -> bool {
    !legal_waits(options, hand, wild, melds).is_empty()
}

/// The kinds that make a legal win of this hand of 3n + 1, on a draw or on a discard.
pub fn legal_waits(options: &Options, hand: &Hand, wild: (Option<Tile>, u8), melds: &[Meld]) -> TileSet {
    let legal = |&tile: &Tile| {
        let shape = if wild.0 == Some(tile) {
            Shape::of(*hand, usize::from(wild.1) + 1, melds)
        } else {
            Shape::with(hand, wild.1, melds, tile)
        };
        shape.is_legal(options, false) || shape.all_claimed(options, melds)
    };
    // A kind of which the seat has all four tiles cannot come, so it is no wait.
    let laid = Meld::counts(melds);
    let held = |tile: Tile| if wild.0 == Some(tile) { wild.1 } else { hand.count(tile) + laid.of(tile) };
    waits(hand, wild, melds).iter().filter(|&tile| held(tile) < 4).filter(legal).collect()
}

#[derive(Clone)]
struct Worth {
    hits: Hits,
    units: i64,
}

fn hit(pattern: &'static Pattern) -> Hit {
    Hit { pattern, value: pattern.value }
}

fn worth(options: &Options, case: &WinCandidate<'_>, situation: &Situation, tile: Tile) -> Result<Worth, Box<Refusal>> {
    let melds = case.melds;
    let shape = shape(case, tile);
    let own = case.chance.source.is_own();
    let all_claimed = shape.all_claimed(options, melds) && (!own || options.quanqiuren_self_draw());
    if !shape.is_legal(options, situation.any_pair) && !all_claimed {
        return Err(refuse(options, case, &shape, situation, tile));
    }
    let mut hits = Hits::new();
    for (holds, pattern) in [
        (shape.triplets, &p::ALL_TRIPLETS),
        (shape.all_258, &p::ALL_258),
        (shape.one_suit, &p::ONE_SUIT),
        (all_claimed, &p::ALL_CLAIMED),
    ] {
        if holds {
            hits.push(hit(pattern));
        }
    }
    if shape.seven_pairs {
        hits.push(hit(shape.pairs_pattern(options)));
    }
    // Of the readings, the one with most units counts (MC-wild): a wild may make a pair that is not 2, 5 or 8.
    let other_pair = || shape.standard && !shape.full.standard_pairs(melds.len(), shape.wilds).within(PAIRS);
    let fake_pair = hits.is_empty() && situation.pattern.is_some() && situation.any_pair && other_pair();
    if fake_pair && options.pair_258() && options.fake_pair() == FakePair::ExtraUnit {
        hits.push(hit(&p::FAKE_PAIR));
    } else if is_concealed(options, case) {
        hits.push(hit(&p::MEN_QING));
    }
    let units = hits.iter().map(|hit| hit.value).sum();
    if hits.is_empty() {
        hits.push(hit(&p::SMALL));
    }
    Ok(Worth { hits, units })
}

/// The shape of the candidate with this tile. The seat's own wild tile stands for any other; another's is its face.
fn shape(case: &WinCandidate<'_>, tile: Tile) -> Shape {
    if case.wild == Some(tile) && case.chance.source.is_own() {
        Shape::of(case.hand, usize::from(case.wilds) + 1, case.melds)
    } else {
        Shape::with(&case.hand, case.wilds, case.melds, tile)
    }
}

/// 门清: no chow, pung, exposed or added kong, where the house counts it (MC-men-qing).
fn is_concealed(options: &Options, case: &WinCandidate<'_>) -> bool {
    let closed = case.melds.iter().all(|meld| meld.kind == MeldKind::KongConcealed);
    closed
        && match options.men_qing() {
            MenQing::Off => false,
            MenQing::Any => true,
            MenQing::SelfDraw => case.chance.source.is_own(),
        }
}

/// Checks that a win without a big pattern is allowed, and allowed on another's tile (MC-small-ron).
fn small(options: &Options, case: &WinCandidate<'_>) -> Verdict {
    if options.big_only() {
        return Err(Refusal::by_option(Ground::Manner, &c::SMALL_RON, "big_only", || {
            bilingual!("本房只能大胡，小胡不能胡。", "only big hands win in this house, and this one is small")
        }));
    }
    if case.chance.from.is_some() && !options.small_ron() {
        return Err(Refusal::by_option(Ground::Manner, &c::SMALL_RON, "small_ron", || {
            bilingual!("本房小胡只能自摸，不能捉炮。", "a small hand only wins on its own draw in this house")
        }));
    }
    Ok(())
}

/// The concealed tiles with the winning tile as sets and pair, in the reading that wins; in plain order if the win
/// needs no shape.
pub fn reading(case: &WinCandidate<'_>, won: &Won) -> String {
    use std::ops::ControlFlow::{Break, Continue};
    let Some(&tile) = won.tiles.first() else { return String::new() };
    let melds = case.melds;
    let shape = shape(case, tile);
    let wilds = shape.wilds;
    let fake_pair = won.hits.iter().any(|hit| hit.pattern.id == p::FAKE_PAIR.id);
    let fits = |reading: &Reading| {
        if shape.triplets {
            reading.sets().all(|set| set.kind == SetKind::Triplet)
        } else {
            PAIRS.contains(reading.pair.tile) == (shape.pair_258 && !fake_pair)
        }
    };
    let mut best = None;
    if shape.standard && (shape.triplets || shape.pair_258 || !shape.seven_pairs) {
        let _ = shape.full.each_reading(melds.len(), wilds, |reading| {
            if fits(reading) {
                best = Some(*reading);
                return Break(());
            }
            Continue(())
        });
    }
    match (best, shape.full.seven_pairs_reading(wilds)) {
        (Some(reading), _) => reading.to_string(),
        (None, Some(pairs)) if shape.seven_pairs => pairs.to_string(),
        _ => Tiles::from_iter(shape.full.tiles()).to_string(),
    }
}

fn not_complete(case: &WinCandidate<'_>) -> Box<Refusal> {
    let (hand, tiles) = (case.hand, case.chance.tiles);
    Refusal::new(Ground::Shape, &c::B_5, move || {
        let (hand, tiles) = (Tiles::from_iter(hand.tiles()), Tiles::from_iter(tiles.iter()));
        bilingual!("{hand} 加 {tiles} 不成胡。", "{hand} with {tiles} is not a winning hand")
    })
}

/// The refusal of a hand that is not a legal win.
fn refuse(
    options: &Options,
    case: &WinCandidate<'_>,
    shape: &Shape,
    situation: &Situation,
    tile: Tile,
) -> Box<Refusal> {
    let hand = case.hand;
    if !shape.standard {
        return not_complete(case);
    }
    if shape.all_claimed(options, case.melds) {
        return Refusal::by_option(Ground::Manner, &c::A_10, "quanqiuren_self_draw", move || {
            let hand = Tiles::from_iter(hand.tiles());
            bilingual!(
                "全求人要捉炮，自摸 {tile} 不算；{hand} 的将又不是二五八。",
                "all claimed must win on a discard, but {tile} was self-drawn, and the pair of {hand} is not a 2, 5 or 8"
            )
        });
    }
    let words = move || {
        let hand = Tiles::from_iter(hand.tiles());
        bilingual!(
            "{hand} 加 {tile} 只差将：将不是二五八，又没有可以任意将的大胡。",
            "{hand} with {tile} is complete, but its pair is not a 2, 5 or 8 and it has no pattern that allows any pair"
        )
    };
    let mut refusal = match situation.pair_option {
        Some(option) => Refusal::by_option(Ground::Pair, situation.clause, option, words),
        None => Refusal::by_option(Ground::Pair, &c::B_5, "pair_258", words),
    };
    if situation.pair_option.is_none() && case.melds.len() == 4 && !options.quanqiuren() && !case.chance.source.is_own()
    {
        refusal.option = Some("quanqiuren");
    }
    if situation.pair_option.is_none() && case.melds.len() == 4 && options.quanqiuren() && options.quanqiuren_pair_258()
    {
        (refusal.clause, refusal.option) = (&c::QUANQIUREN, Some("quanqiuren_pair_258"));
    }
    refusal
}

fn is_258(meld: &Meld) -> bool {
    meld.kind != MeldKind::Chow && PAIRS.contains(meld.tile)
}
