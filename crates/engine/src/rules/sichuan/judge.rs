//! The judgement of a win: whether it is one, and its fan (SC-4).

use super::options::{FedBloom, Options};
use super::{clauses as c, fan, patterns as p, ready, void};
use crate::rules::{Deciding, Ground, Hit, Refusal, WinCandidate, Won};
use crate::table::Source;
use caipan_log::KongKind;
use caipan_tiles::bilingual;
use caipan_tiles::hand::{Reading, SetKind};
use caipan_tiles::inline_vec::InlineVec;
use caipan_tiles::tile::{Tile, Tiles};

/// Judges a win by its tiles and its origin. Wins that the seat passed earlier are not considered.
pub fn judge(options: &Options, case: &WinCandidate<'_>) -> Result<Won, Box<Refusal>> {
    may_rob(case.chance.source)?;
    let mut tiles = case.chance.tiles.iter();
    let Some((tile, hits)) = tiles.find_map(|tile| Some((tile, fan::of_win(options, case, tile)?))) else {
        return Err(not_complete(options, case));
    };
    void::may_win(options, case, tile)?;
    Ok(Won {
        seat: case.seat,
        from: fan::payer(options, case),
        tiles: InlineVec::one(tile),
        source: case.chance.source,
        value: fan::total(options, &hits),
        also: Vec::new(),
        options: decided(options, case, &hits),
        hits,
    })
}

/// Only an added kong may be robbed (SC-3.4).
fn may_rob(source: Source) -> Result<(), Box<Refusal>> {
    match source {
        Source::Rob { kind: KongKind::Exposed | KongKind::Concealed, .. } => {
            Err(Refusal::new(Ground::Unrobbable, &c::ROB, || {
                bilingual!("只能抢补杠，明杠、暗杠不能抢。", "only a kong added to a pung may be robbed")
            }))
        }
        _ => Ok(()),
    }
}

/// True if the cap cut the fan of these patterns.
pub fn is_cut(options: &Options, hits: &[Hit]) -> bool {
    options.max_fan().0 > 0 && fan::uncapped(hits) > options.max_fan().0
}

/// The options that affected this win.
fn decided(options: &Options, case: &WinCandidate<'_>, hits: &[Hit]) -> Deciding {
    let met = |id: &str| hits.iter().any(|hit| hit.pattern.id == id);
    let fed =
        case.chance.source == Source::Replacement && matches!(case.past.last_kong, Some((KongKind::Exposed, Some(_))));
    let counted_as_discard = fed && options.dian_gang_hua() == FedBloom::Discard;
    [
        ("max_fan", is_cut(options, hits)),
        ("zimo", case.chance.source.is_own() && !counted_as_discard),
        ("dian_gang_hua", fed),
        ("men_qing", met(p::MEN_QING.id) || met(p::ZHONG_ZHANG.id)),
        ("tian_di_hu", met(p::HEAVENLY.id) || met(p::EARTHLY.id)),
        ("jiang_dui", met(p::DRAGON.id) || met(p::JIANG_PAIRS.id) || met(p::JIANG_TRIPLETS.id)),
    ]
    .into_iter()
    .filter_map(|(option, decides)| decides.then_some(option))
    .collect()
}

/// The concealed tiles with the winning tile as sets and pair, in the reading that counts.
pub fn reading(case: &WinCandidate<'_>, tile: Tile) -> String {
    use std::ops::ControlFlow::{Break, Continue};
    let mut full = case.hand;
    full.add(tile);
    if let Some(pairs) = full.seven_pairs_reading(0).filter(|_| case.melds.is_empty()) {
        return pairs.to_string();
    }
    let triplets = fan::is_triplets(&full, case.melds);
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
    let (hand, tiles) = (case.hand, case.chance.tiles);
    let waits = ready::waits(options, &hand, case.melds, case.past.void);
    Refusal::new(Ground::Shape, &c::SHAPE, move || {
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
