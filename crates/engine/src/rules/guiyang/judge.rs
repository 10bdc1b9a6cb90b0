//! The judgement of a win: validity and fan. GY-2, with the passport (GY-2.1) and its exceptions.

use super::options::{BaoValue, DragonRule, MixedSuits, Options, RobPay, SelfDraw};
use super::{clauses as c, patterns as p, ready};
use crate::rules::{Deciding, Ground, Hit, Hits, Pattern, Refusal, Verdict, WinCandidate, Won};
use crate::table::Source;
use caipan_log::KongKind;
use caipan_tiles::bilingual;
use caipan_tiles::hand::{Hand, Reading, SetKind};
use caipan_tiles::inline_vec::InlineVec;
use caipan_tiles::tile::{Meld, MeldKind, Suit, Tile, Tiles};

/// Judges a win by its tiles and its origin. Wins that the seat passed earlier are not considered.
pub fn judge(options: &Options, case: &WinCandidate<'_>) -> Result<Won, Box<Refusal>> {
    let rob = robs(case.chance.source)?;
    let mut tiles = case.chance.tiles.iter();
    let judged = tiles.by_ref().filter_map(|tile| Some((tile, best(options, &case.hand, case.melds, tile)?)));
    let Some((tile, (pattern, fan))) = judged.max_by_key(|&(_, (_, fan))| fan) else { return Err(not_complete(case)) };
    passport(options, case, pattern, rob)?;
    let hits = hits(options, case, (pattern, fan), rob);
    Ok(Won {
        seat: case.seat,
        from: case.chance.from,
        tiles: InlineVec::one(tile),
        source: case.chance.source,
        value: hits.iter().map(|hit| hit.value).sum(),
        also: Vec::new(),
        options: decided(options, case, &hits),
        hits,
    })
}

/// The highest pattern of a hand of 3n + 1 with this tile, and its fan; `None` if the hand is not complete.
pub fn best(options: &Options, hand: &Hand, melds: &[Meld], tile: Tile) -> Option<(&'static Pattern, i64)> {
    let mut full = *hand;
    full.add(tile);
    let all = full.kinds().or(melds.iter().flat_map(Meld::tiles).collect());
    let standard = full.is_standard(melds.len(), 0);
    let pairs = melds.is_empty() && full.is_seven_pairs(0);
    if !standard && !pairs {
        return None;
    }
    let suits = Suit::NUMBERED.iter().filter(|suit| !all.and(suit.mask()).is_empty()).count();
    let clean = suits == 1;
    let chow = melds.iter().any(|meld| meld.kind == MeldKind::Chow);
    let triplets = standard && !chow && full.is_all_triplets(melds.len(), 0);
    let dragon = pairs
        && match options.dragon_rule() {
            DragonRule::AnyQuad => full.quads_as_pairs() > 0,
            DragonRule::WinningTile => full.count(tile) >= 4,
        };
    let two_suits = suits == 2 && options.hun_yi_se() == MixedSuits::TwoSuits;
    // Of equal patterns the first counts.
    let mut best: Option<(&'static Pattern, i64)> = None;
    for (holds, pattern) in [
        (clean && dragon, &p::CLEAN_DRAGON),
        (clean && pairs, &p::CLEAN_PAIRS),
        (clean && triplets, &p::CLEAN_TRIPLETS),
        (clean, &p::ONE_SUIT),
        (dragon, &p::DRAGON),
        (pairs, &p::PAIRS),
        (triplets, &p::TRIPLETS),
        (two_suits, &p::TWO_SUITS),
        (standard, &p::PLAIN),
    ] {
        let fan = p::price(options.fan_table(), pattern);
        if holds && best.is_none_or(|(_, most)| fan > most) {
            best = Some((pattern, fan));
        }
    }
    best
}

/// True if the win robs a kong. Only an added kong may be robbed (X-QIANG).
fn robs(source: Source) -> Result<bool, Box<Refusal>> {
    match source {
        Source::Rob { kind: KongKind::Added, .. } => Ok(true),
        Source::Rob { .. } => Err(Refusal::new(Ground::Unrobbable, &c::X_QIANG, || {
            bilingual!("只能抢爬坡豆（碰后补的杠）。", "only a kong added to a pung may be robbed")
        })),
        _ => Ok(false),
    }
}

/// Checks the passport: a plain hand needs a kong of its own to win on a discard (GY-2.1).
fn passport(options: &Options, case: &WinCandidate<'_>, pattern: &Pattern, rob: bool) -> Verdict {
    let known = &case.past;
    let own_kong = case.melds.iter().any(|meld| meld.kind.is_kong());
    let declared = options.bao_ting() && known.ready;
    let from_declared = options.bao_ting() && known.from_ready;
    let waived = declared
        || from_declared && options.sha_bao_waives_passport()
        || known.after_kong && options.re_pao_waives_passport();
    if pattern.id != p::PLAIN.id || case.chance.source.is_own() || rob || own_kong || waived {
        return Ok(());
    }
    let mut refusal = Refusal::new(Ground::Manner, &c::GY_2_1, || {
        bilingual!("没有豆，平胡只能自摸，不能捉炮。", "a plain hand without a kong may only win by self-draw")
    });
    refusal.option = if known.after_kong {
        Some("re_pao_waives_passport")
    } else if known.from_ready {
        Some(if options.bao_ting() { "sha_bao_waives_passport" } else { "bao_ting" })
    } else if known.ready {
        Some("bao_ting")
    } else {
        None
    };
    Err(refusal)
}

/// The pattern and the extras for the way of winning, in the order of the settlement (rule book 4).
fn hits(options: &Options, case: &WinCandidate<'_>, (pattern, fan): (&'static Pattern, i64), rob: bool) -> Hits {
    let known = &case.past;
    let source = case.chance.source;
    let mut hits = Hits::one(Hit { pattern, value: fan });
    let mut so_far = fan;
    let mut add = |pattern: &'static Pattern, value: i64| {
        hits.push(Hit { pattern, value });
        so_far += value;
        so_far
    };
    let mut hand = fan;
    if options.bao_ting() && known.ready {
        let one_suit = p::price(options.fan_table(), &p::ONE_SUIT);
        let extra = match options.bao_value() {
            BaoValue::Max10 => one_suit.max(fan) - fan,
            BaoValue::Flat10 => one_suit - fan,
            BaoValue::Plus20Hard if known.ready_as_dealt => 20,
            BaoValue::Plus10 | BaoValue::Plus20Hard => 10,
        };
        hand = add(&p::READY, extra);
    }
    let as_self_draw = source.is_own() || rob && options.qiang_gang_pay() == RobPay::ThreeShares;
    let drawn = match options.zimo_mode() {
        SelfDraw::PlainTwo => i64::from(hand == 1),
        SelfDraw::PlusOne => 1,
        SelfDraw::None => 0,
    };
    if rob {
        add(&p::ROB_KONG, if as_self_draw { drawn } else { 1 });
    } else if as_self_draw {
        add(&p::SELF_DRAW, drawn);
    }
    if source == Source::Replacement {
        add(&p::KONG_BLOOM, options.gang_kai_fan().0);
    }
    if known.after_kong && !source.is_own() && !rob {
        let extra = if options.re_pao_double() { hand } else { options.re_pao_extra().0 };
        add(&p::HOT, extra);
    }
    hits
}

/// The options with differing house rules that affected this win.
fn decided(options: &Options, case: &WinCandidate<'_>, hits: &[Hit]) -> Deciding {
    let met = |pattern: &Pattern| hits.iter().any(|hit| hit.pattern.id == pattern.id);
    let torn = hits.first().is_some_and(|hit| [p::PAIRS.id, p::CLEAN_PAIRS.id].contains(&hit.pattern.id));
    [
        ("fan_table", torn),
        ("bao_value", met(&p::READY)),
        ("re_pao_extra", met(&p::HOT)),
        ("re_pao_double", met(&p::HOT)),
        ("gang_kai_fan", met(&p::KONG_BLOOM)),
        ("qiang_gang_pay", met(&p::ROB_KONG)),
        ("zimo_mode", case.chance.source.is_own()),
        ("hun_yi_se", options.hun_yi_se() == MixedSuits::TwoSuits && met(&p::TWO_SUITS)),
    ]
    .into_iter()
    .filter_map(|(option, decides)| decides.then_some(option))
    .collect()
}

/// The concealed tiles with the winning tile as sets and pair, in the reading that wins.
pub fn reading(options: &Options, case: &WinCandidate<'_>, tile: Tile) -> String {
    use std::ops::ControlFlow::{Break, Continue};
    let Some((pattern, _)) = best(options, &case.hand, case.melds, tile) else { return String::new() };
    let mut full = case.hand;
    full.add(tile);
    let as_pairs = [p::PAIRS.id, p::DRAGON.id, p::CLEAN_PAIRS.id, p::CLEAN_DRAGON.id].contains(&pattern.id);
    if let Some(pairs) = full.seven_pairs_reading(0).filter(|_| as_pairs) {
        return pairs.to_string();
    }
    let triplets = [p::TRIPLETS.id, p::CLEAN_TRIPLETS.id].contains(&pattern.id);
    let fits = |reading: &Reading| !triplets || reading.sets().all(|set| set.kind == SetKind::Triplet);
    let mut best = None;
    let _ = full.each_reading(case.melds.len(), 0, |reading| {
        if fits(reading) {
            best = Some(*reading);
            return Break(());
        }
        Continue(())
    });
    best.map_or_else(|| Tiles::from_iter(full.tiles()).to_string(), |reading| reading.to_string())
}

fn not_complete(case: &WinCandidate<'_>) -> Box<Refusal> {
    let (hand, melds, tiles) = (case.hand, case.melds.to_vec(), case.chance.tiles);
    Refusal::new(Ground::Shape, &c::GY_2_1, move || {
        let waits = ready::live_waits(&hand, &melds);
        let (hand, tiles) = (Tiles::from_iter(hand.tiles()), Tiles::from_iter(tiles.iter()));
        if waits.is_empty() {
            return bilingual!(
                "{hand} 加 {tiles} 不成胡，也没有叫牌。",
                "{hand} with {tiles} is not a winning hand, and the hand is not even ready"
            );
        }
        bilingual!(
            "{hand} 加 {tiles} 不成胡，叫的是 {waits:?}。",
            "{hand} with {tiles} is not a winning hand: it waits for {waits:?}"
        )
    })
}
