//! The judgement of a win: validity, and the number of big patterns (大胡). Rule book 2.5.

use super::options::{ClaimedMelds, DoubleKong, Luxury, Options, RobPlain, RobScope};
use super::{clauses as c, patterns as p};
use crate::rules::{Deciding, Ground, Hit, Hits, Pattern, Refusal, WinCandidate, Won};
use crate::table::Source;
use caipan_log::KongKind;
use caipan_tiles::bilingual;
use caipan_tiles::clause::Clause;
use caipan_tiles::hand::{Hand, Reading, SetKind};
use caipan_tiles::inline_vec::InlineVec;
use caipan_tiles::tile::{Meld, MeldKind, Suit, Tile, TileSet, Tiles};
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
                hits.push(hit(both));
            } else {
                hits.push(hit(single));
                hits.extend(wins.flat_map(|(_, worth)| worth.hits));
                hits.push(hit(single));
            }
        }
        (Some(single), _) => hits.push(hit(single)),
        (None, _) => {}
    }
    let units: i64 = hits.iter().map(|hit| hit.value).sum();
    if units > 0 {
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
    Situation::of(options, case).is_ok_and(|situation| situation.any_pair)
}

/// Kinds on which a hand of 3n + 1 may win. Any pair counts here; `judge` checks it.
pub fn waits(hand: &Hand, melds: &[Meld]) -> TileSet {
    let mut waits = hand.standard_waits(melds.len(), 0);
    if melds.is_empty() {
        waits = waits.or(hand.seven_pairs_waits(0));
    }
    if hand.kinds().within(PAIRS) && melds.iter().all(is_258) {
        waits = waits.or(PAIRS);
    }
    waits
}

/// True if some tile would make a legal win of this hand of 3n + 1, on a draw or on a discard (听牌, rule book 2.4).
pub fn is_ready(options: &Options, hand: &Hand, melds: &[Meld]) -> bool {
    !legal_waits(options, hand, melds).is_empty()
}

/// The kinds that make a legal win of this hand of 3n + 1, on a draw or on a discard.
pub fn legal_waits(options: &Options, hand: &Hand, melds: &[Meld]) -> TileSet {
    let legal = |&tile: &Tile| {
        let shape = Shape::of(options, hand, melds, tile);
        shape.is_legal(false) || shape.all_claimed(options, melds)
    };
    // A kind of which the seat has all four tiles cannot come, so it is no wait.
    let laid = Meld::counts(melds);
    let can_come = |&tile: &Tile| hand.count(tile) + laid.of(tile) < 4;
    waits(hand, melds).iter().filter(can_come).filter(legal).collect()
}

#[derive(Clone)]
struct Worth {
    hits: Hits,
    units: i64,
}

fn hit(pattern: &'static Pattern) -> Hit {
    Hit { pattern, value: pattern.value }
}

/// The shape of a hand of 3n + 2.
#[expect(clippy::struct_excessive_bools, reason = "each is a pattern that the hand has or has not")]
struct Shape {
    full: Hand,
    standard: bool,
    pair_258: bool,
    seven_pairs: bool,
    all_258: bool,
    one_suit: bool,
    triplets: bool,
}

impl Shape {
    fn of(_options: &Options, hand: &Hand, melds: &[Meld], tile: Tile) -> Shape {
        let mut full = *hand;
        full.add(tile);
        let laid = Meld::counts(melds).kinds();
        let chow = melds.iter().any(|meld| meld.kind == MeldKind::Chow);
        let standard = full.is_standard(melds.len(), 0);
        let seven_pairs = melds.is_empty() && full.is_seven_pairs(0);
        let all = full.kinds().or(laid);
        Shape {
            full,
            standard,
            pair_258: standard && full.is_standard_with_pair_in(PAIRS, melds.len(), 0),
            seven_pairs,
            all_258: !chow && all.within(PAIRS) && full.len() + 3 * melds.len() == 14,
            one_suit: (standard || seven_pairs) && Suit::NUMBERED.iter().any(|suit| all.within(suit.mask())),
            triplets: standard && !chow && full.is_all_triplets(melds.len(), 0),
        }
    }

    /// True if the shape may win by itself. `any_pair`: the house rules do not require a 2-5-8 pair for this kind of
    /// win.
    fn is_legal(&self, any_pair: bool) -> bool {
        self.pair_258
            || self.seven_pairs
            || self.all_258
            || self.one_suit
            || self.triplets
            || (any_pair && self.standard)
    }

    fn all_claimed(&self, options: &Options, melds: &[Meld]) -> bool {
        let claimed =
            |meld: &Meld| options.quanqiuren_melds() == ClaimedMelds::Any || meld.kind != MeldKind::KongConcealed;
        options.quanqiuren() && self.standard && melds.len() == 4 && melds.iter().all(claimed)
    }
}

fn worth(options: &Options, case: &WinCandidate<'_>, situation: &Situation, tile: Tile) -> Result<Worth, Box<Refusal>> {
    let melds = case.melds;
    let shape = Shape::of(options, &case.hand, melds, tile);
    let own = case.chance.source.is_own();
    let all_claimed = shape.all_claimed(options, melds) && (!own || options.quanqiuren_self_draw());
    if !shape.is_legal(situation.any_pair) && !all_claimed {
        return Err(refuse(options, case, &shape, situation, tile));
    }
    let mut hits = Hits::new();
    for (holds, pattern) in [
        (shape.triplets, &p::ALL_TRIPLETS),
        (shape.all_258, &p::ALL_258),
        (shape.one_suit, &p::ONE_SUIT),
        (all_claimed, &p::ALL_CLAIMED),
        (shape.seven_pairs, seven_pairs(options, &shape.full)),
    ] {
        if holds {
            hits.push(hit(pattern));
        }
    }
    let units = hits.iter().map(|hit| hit.value).sum();
    if hits.is_empty() {
        hits.push(hit(&p::SMALL));
    }
    Ok(Worth { hits, units })
}

fn seven_pairs(options: &Options, full: &Hand) -> &'static Pattern {
    match (options.seven_pairs_luxury(), full.quads_as_pairs()) {
        (Luxury::None, _) | (_, 0) => &p::SEVEN_PAIRS,
        (_, 1) => &p::LUXURY_1,
        (_, 2) => &p::LUXURY_2,
        (_, _) => &p::LUXURY_3,
    }
}

/// The concealed tiles with the winning tile as sets and pair, in the reading that wins; in plain order if the win
/// needs no shape.
pub fn reading(options: &Options, case: &WinCandidate<'_>, tile: Tile) -> String {
    use std::ops::ControlFlow::{Break, Continue};
    let melds = case.melds;
    let shape = Shape::of(options, &case.hand, melds, tile);
    let fits = |reading: &Reading| {
        if shape.triplets {
            reading.sets().all(|set| set.kind == SetKind::Triplet)
        } else {
            !shape.pair_258 || PAIRS.contains(reading.pair.tile)
        }
    };
    let mut best = None;
    if shape.standard && (shape.triplets || shape.pair_258 || !shape.seven_pairs) {
        let _ = shape.full.each_reading(melds.len(), 0, |reading| {
            if fits(reading) {
                best = Some(*reading);
                return Break(());
            }
            Continue(())
        });
    }
    match (best, shape.full.seven_pairs_reading(0)) {
        (Some(reading), _) => reading.to_string(),
        (None, Some(pairs)) if shape.seven_pairs => pairs.to_string(),
        _ => Tiles::from_iter(shape.full.tiles()).to_string(),
    }
}

/// The way in which a win came about: its pattern, and its requirement for the pair.
struct Situation {
    pattern: Option<&'static Pattern>,
    /// The pattern when both of two turned tiles win.
    both: Option<&'static Pattern>,
    any_pair: bool,
    /// The option that decides whether any pair will do.
    pair_option: Option<&'static str>,
    clause: &'static Clause,
    options: Deciding,
}

impl Situation {
    fn of(o: &Options, case: &WinCandidate<'_>) -> Result<Situation, Box<Refusal>> {
        let plain = |clause| Situation {
            pattern: None,
            both: None,
            any_pair: false,
            pair_option: None,
            clause,
            options: Deciding::new(),
        };
        let special = |pattern: &'static Pattern, both, needs_258: bool, option| Situation {
            pattern: Some(pattern),
            both,
            any_pair: !needs_258,
            pair_option: Some(option),
            clause: pattern.clause,
            options: Deciding::new(),
        };
        // A kong before the first discard rules out the heavenly and the earthly win, unless the house rules allow it.
        let first_turn = case.claims == 0 || (!o.first_turn_requires_no_kong() && case.claims == case.kongs);
        let is_dealer = case.seat == case.dealer;
        Ok(match case.chance.source {
            Source::Dealt | Source::Replacement if is_dealer && case.discards == 0 && first_turn => {
                special(&p::HEAVENLY, None, o.need_258_tianhu(), "ctx_requires_258.tianhu")
            }
            Source::Dealt | Source::Draw => plain(&c::A_13),
            Source::Replacement => plain(&c::A_29),
            Source::DiceKong => {
                special(&p::KONG_BLOOM, Some(&p::KONG_BLOOM_2), o.need_258_gangkai(), "ctx_requires_258.gangkai")
            }
            Source::Seabed => special(&p::LAST_TILE, None, o.need_258_haidi(), "ctx_requires_258.haidi"),
            Source::Discard if case.discards == 1 && first_turn && case.chance.from == Some(case.dealer) => {
                special(&p::EARTHLY, None, o.need_258_dihu(), "ctx_requires_258.dihu")
            }
            Source::Discard => plain(&c::A_14),
            Source::DiceKongOf => {
                special(&p::KONG_DISCARD, Some(&p::KONG_DISCARD_2), o.need_258_gangpao(), "ctx_requires_258.gangpao")
            }
            Source::SeabedOf => special(&p::LAST_TILE_OF, None, o.need_258_haidi(), "ctx_requires_258.haidi"),
            Source::Rob { kind, dice } => robbed(o, kind, dice).map(|rob| match rob {
                Robbed::AsDiscard => plain(&c::A_30),
                Robbed::AsRob => special(&p::ROB_KONG, None, o.need_258_qianggang(), "ctx_requires_258.qianggang"),
            })?,
        })
    }
}

enum Robbed {
    AsDiscard,
    AsRob,
}

/// Checks whether this kong may be robbed, and returns the kind of win (CS-A.21, CS-A.30, CS-B.7.10).
fn robbed(options: &Options, kind: KongKind, dice: bool) -> Result<Robbed, Box<Refusal>> {
    match (kind, dice) {
        (KongKind::Concealed, _) => Err(Refusal::new(Ground::Unrobbable, &c::B_7_10, || {
            bilingual!("暗杠不能抢。", "a concealed kong may not be robbed")
        })),
        (KongKind::Added, true) => Ok(Robbed::AsRob),
        (KongKind::Exposed, true) if options.rob_kong_scope() == RobScope::Exposed => Ok(Robbed::AsRob),
        (KongKind::Exposed, true) => Err(Refusal::by_option(Ground::Unrobbable, &c::B_7_10, "rob_kong_scope", || {
            bilingual!(
                "本房规定只能抢补杠，这是明杠。",
                "under the house rules only added kongs may be robbed, and this one is exposed"
            )
        })),
        (KongKind::Added, false) => match options.rob_buzhang() {
            RobPlain::Discard => Ok(Robbed::AsDiscard),
            RobPlain::Rob => Ok(Robbed::AsRob),
            RobPlain::Forbidden => Err(Refusal::by_option(Ground::Unrobbable, &c::A_30, "rob_buzhang", || {
                bilingual!("本房规定补张的牌不能胡。", "under the house rules a plain added kong may not be robbed")
            })),
        },
        (KongKind::Exposed, false) => Err(Refusal::new(Ground::Unrobbable, &c::A_30, || {
            bilingual!(
                "手里三张补张别人打的牌，这张就不能再胡；要胡该在打出时胡。",
                "the tile of a plain exposed kong may no longer be won on; it could be won on when it was discarded"
            )
        })),
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
        None => Refusal::new(Ground::Pair, &c::B_5, words),
    };
    if situation.pair_option.is_none() && case.melds.len() == 4 && !options.quanqiuren() && !case.chance.source.is_own()
    {
        refusal.option = Some("quanqiuren");
    }
    refusal
}

fn is_258(meld: &Meld) -> bool {
    meld.kind != MeldKind::Chow && PAIRS.contains(meld.tile)
}
