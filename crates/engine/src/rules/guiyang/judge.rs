//! The judgement of a win: validity and fan. GY-2, with the passport (GY-2.1) and its exceptions.

use super::options::{DragonRule, MixedSuits, Options};
use super::{clauses as c, patterns as p, price, ready, void};
use crate::rules::{Deciding, Ground, Hit, Pattern, Refusal, Verdict, WinCandidate, Won};
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
    let Some((tile, (pattern, fan))) = judged.max_by_key(|&(_, (_, fan))| fan) else {
        return Err(not_complete(options, case));
    };
    void::may_win(options, case, tile)?;
    passport(options, case, pattern, rob)?;
    let hits = price::hits(options, case, (pattern, fan), rob);
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

/// The facts of complete tiles that the rows of the price list ask about.
#[expect(clippy::struct_excessive_bools, reason = "facts that are independent of each other")]
struct Shape {
    standard: bool,
    pairs: bool,
    clean: bool,
    triplets: bool,
    dragon: bool,
    two_suits: bool,
    /// Four melds and a single tile, where the house prices that.
    single: bool,
    clean_single: bool,
    /// Seven pairs over an own pung, where the house prices that.
    earth: bool,
    clean_earth: bool,
}

/// A row of the price list: the condition and the pattern.
type Row = (fn(&Shape) -> bool, &'static Pattern);

/// The rows of the price list. Of rows of equal fan the first counts.
static ROWS: [Row; 13] = [
    (|shape| shape.clean && shape.dragon, &p::CLEAN_DRAGON),
    (|shape| shape.clean && shape.pairs, &p::CLEAN_PAIRS),
    (|shape| shape.clean_single, &p::CLEAN_SINGLE),
    (|shape| shape.clean && shape.triplets && !shape.clean_single, &p::CLEAN_TRIPLETS),
    (|shape| shape.clean_earth, &p::CLEAN_EARTH),
    (|shape| shape.clean && (shape.standard || shape.pairs), &p::ONE_SUIT),
    (|shape| shape.dragon, &p::DRAGON),
    (|shape| shape.pairs, &p::PAIRS),
    (|shape| shape.single, &p::SINGLE),
    (|shape| shape.triplets && !shape.single, &p::TRIPLETS),
    (|shape| shape.earth, &p::EARTH),
    (|shape| shape.two_suits && (shape.standard || shape.pairs), &p::TWO_SUITS),
    (|shape| shape.standard, &p::PLAIN),
];

/// The highest pattern of a hand of 3n + 1 with this tile, and its fan; `None` if the hand is not complete.
pub fn best(options: &Options, hand: &Hand, melds: &[Meld], tile: Tile) -> Option<(&'static Pattern, i64)> {
    let shape = shape(options, hand, melds, tile)?;
    let mut best: Option<(&'static Pattern, i64)> = None;
    for (_, pattern) in ROWS.iter().filter(|(holds, _)| holds(&shape)) {
        let fan = p::price(options, pattern);
        if best.is_none_or(|(_, most)| fan > most) {
            best = Some((pattern, fan));
        }
    }
    best
}

/// The shape of a hand of 3n + 1 with this tile; `None` if it is not complete.
fn shape(options: &Options, hand: &Hand, melds: &[Meld], tile: Tile) -> Option<Shape> {
    let mut full = *hand;
    full.add(tile);
    let standard = full.is_standard(melds.len(), 0);
    let pairs = melds.is_empty() && full.is_seven_pairs(0);
    let over_pung = ready::earth_wait(hand, melds) == Some(tile);
    if !standard && !pairs && !over_pung {
        return None;
    }
    let all = full.kinds().or(melds.iter().flat_map(Meld::tiles).collect());
    let suits = Suit::NUMBERED.iter().filter(|suit| !all.and(suit.mask()).is_empty()).count();
    let honours = !all.and(Suit::Honours.mask()).is_empty();
    let clean = suits == 1 && !honours;
    let chow = melds.iter().any(|meld| meld.kind == MeldKind::Chow);
    let triplets = standard && !chow && full.is_all_triplets(melds.len(), 0);
    let dragon = pairs
        && match options.dragon_rule() {
            DragonRule::AnyQuad => full.quads_as_pairs() > 0,
            DragonRule::WinningTile => full.count(tile) >= 4,
        };
    let last_tile = triplets && melds.len() == 4;
    let shape = Shape {
        standard,
        pairs,
        clean,
        triplets,
        dragon,
        two_suits: suits == 2 && !honours && options.hun_yi_se() == MixedSuits::TwoSuits,
        single: last_tile && options.dan_diao().0 > 0,
        clean_single: last_tile && clean && options.qing_dan_diao().0 > 0,
        earth: over_pung && options.di_long().0 > 0,
        clean_earth: over_pung && clean && options.qing_di_long().0 > 0,
    };
    (standard || pairs || shape.earth || shape.clean_earth).then_some(shape)
}

/// True if the win robs a kong. Only an added kong may be robbed (X-QIANG).
fn robs(source: Source) -> Result<bool, Box<Refusal>> {
    match source {
        Source::Rob { kind: KongKind::Added, .. } => Ok(true),
        Source::Rob { .. } => Err(Refusal::new(Ground::Unrobbable, &c::X_QIANG, || {
            bilingual!("只能抢爬坡豆，就是碰后补的杠。", "only a kong added to a pung may be robbed")
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

/// The options with differing house rules that affected this win.
fn decided(options: &Options, case: &WinCandidate<'_>, hits: &[Hit]) -> Deciding {
    let met = |pattern: &Pattern| hits.iter().any(|hit| hit.pattern.id == pattern.id);
    let torn = hits.first().is_some_and(|hit| [p::PAIRS.id, p::CLEAN_PAIRS.id].contains(&hit.pattern.id));
    [
        ("fan_table", torn),
        ("dan_diao", met(&p::SINGLE)),
        ("qing_dan_diao", met(&p::CLEAN_SINGLE)),
        ("di_long", met(&p::EARTH)),
        ("qing_di_long", met(&p::CLEAN_EARTH)),
        ("tong_san", met(&p::THROUGH)),
        ("tian_hu", met(&p::HEAVENLY)),
        ("di_hu", met(&p::EARTHLY)),
        ("big_double", met(&p::BIG_TWICE)),
        ("zimo_double", met(&p::DRAWN_TWICE)),
        ("hand_cap", met(&p::CAP)),
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

fn not_complete(options: &Options, case: &WinCandidate<'_>) -> Box<Refusal> {
    let (hand, melds, tiles) = (case.hand, case.melds.to_vec(), case.chance.tiles);
    let waits = ready::live_waits(options, &hand, &melds, case.past.void);
    Refusal::new(Ground::Shape, &c::GY_2_1, move || {
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
