//! The judgement of a win: validity, terms of payment, and value. BJ-8, BJ-9, BJ-4g, BJ-4h, BJ-7c.

use super::options::{Bloom, FanMode, LimitMode, Options};
use super::reading::{self, Tiles, best};
use super::{barred, clauses as c, fan_table, orphans, patterns as p, wall, wild};
use crate::rules::{Deciding, Ground, Hit, Hits, Pattern, Refusal, WinCandidate, Won};
use crate::table::Source;
use caipan_log::{Declaration, KongKind};
use caipan_tiles::bilingual;
use caipan_tiles::clause::Clause;
use caipan_tiles::hand::Hand;
use caipan_tiles::inline_vec::InlineVec;
use caipan_tiles::tile::{Meld, MeldKind, Seat, Tile, TileSet};

/// Judges a win by its tiles and its origin. Wins that the seat passed before are not considered.
pub fn judge(options: &Options, case: &WinCandidate<'_>) -> Result<Won, Box<Refusal>> {
    barred::right_count(case)?;
    let Some(tile) = case.chance.tiles.iter().next() else { return Err(not_complete(case, case.hand)) };
    let terms = Terms::of(case);
    let waits = || shape_waits(options, &case.hand, case.wild, case.wilds.into(), case.melds.len());
    let tiles = terms.tiles(options, case, tile, &waits);
    let four_wilds = case.chance.source.is_own() && tiles.wilds == 4 && options.four_wilds_end();
    let best = best(options, &tiles);
    if best.is_none() && !four_wilds {
        return Err(refuse(case, &tiles, &terms));
    }
    terms.allow(options, case, &tiles)?;
    let limit = limit(options, case, four_wilds);
    let flat = limit.filter(|_| options.limit_mode() == LimitMode::Flat);
    let no_dealer = limit.is_some_and(|limit| limit.pattern.id == p::FOUR_WILDS.id);
    let whole = |mut hits: Hits| {
        hits.extend(limit);
        situation(options, case, &terms, no_dealer, &mut hits);
        hits.sort_by_key(|hit| reading::place(hit.pattern));
        hits
    };
    let (mut hits, also) = match (best, flat) {
        (Some(best), None) => (whole(best.hits), best.also.into_iter().map(whole).collect()),
        (_, Some(limit)) => (Hits::one(limit), Vec::new()),
        (None, None) => (whole(Hits::new()), Vec::new()),
    };
    let value = if flat.is_some() { options.limit_value().0 } else { fan_table::total(options, &hits) };
    if hits.is_empty() {
        hits.push(hit(&p::PLAIN));
    }
    let decided = [
        (options.fan_mode() != FanMode::Multiply, "fan.mode"),
        (limit.is_some() && options.limit_mode() != LimitMode::Flat, "limit_hands.mode"),
        (limit.is_some_and(|limit| limit.value != p::FOUR_WILDS.value), "limit_hands.value"),
        (flat.is_none() && fan_table::is_cut(options, &hits), "fan.cap"),
    ];
    let decided = decided.into_iter().filter_map(|(holds, option)| holds.then_some(option));
    let decided: Deciding = decided.chain(hits.iter().filter_map(fan_table::deciding)).collect();
    Ok(Won {
        seat: case.seat,
        from: if terms.self_draw { None } else { case.chance.from },
        tiles: InlineVec::one(tile),
        source: case.chance.source,
        hits,
        value,
        also,
        options: decided,
    })
}

/// The concealed tiles with the winning tile in the best reading; in plain order if four wilds win without a reading.
pub fn reading(options: &Options, case: &WinCandidate<'_>, tile: Tile) -> String {
    let waits = || shape_waits(options, &case.hand, case.wild, case.wilds.into(), case.melds.len());
    let tiles = Terms::of(case).tiles(options, case, tile, &waits);
    reading::in_words(options, &tiles).unwrap_or_else(|| reading::all_tiles(&tiles))
}

/// Kinds that complete a hand of 3n + 1 by shape.
pub fn shape_waits(options: &Options, hand: &Hand, wild: Option<Tile>, wilds: usize, melds: usize) -> TileSet {
    let waits = hand.standard_waits(melds, wilds);
    if melds > 0 {
        return waits;
    }
    waits.or(hand.seven_pairs_waits(wilds)).or(orphans::waits(options, hand, wild, wilds))
}

/// True if the win has a pattern of 40.
pub fn is_limit(won: &Won) -> bool {
    let limits = [p::FOUR_WILDS.id, p::HEAVENLY.id, p::EARTHLY.id];
    won.hits.iter().any(|hit| limits.contains(&hit.pattern.id))
}

fn hit(pattern: &'static Pattern) -> Hit {
    Hit { pattern, value: pattern.value }
}

/// The terms on which a win is paid.
struct Terms {
    self_draw: bool,
    robbed: bool,
    in_dragon: bool,
}

impl Terms {
    /// An added kong of the tile just drawn and a concealed kong are robbed as if self-drawn; any other kong as if its
    /// tile had been discarded by the konger (BJ-9, R-114).
    fn of(case: &WinCandidate<'_>) -> Terms {
        match case.chance.source {
            Source::Rob { kind: KongKind::Concealed, .. } => Terms { self_draw: true, robbed: true, in_dragon: true },
            Source::Rob { kind: KongKind::Added, .. } if case.past.fresh_kong => {
                Terms { self_draw: true, robbed: true, in_dragon: false }
            }
            source => Terms { self_draw: source.is_own(), robbed: false, in_dragon: false },
        }
    }

    /// The tiles to read for a win on this tile.
    fn tiles<'a>(
        &self,
        options: &Options,
        case: &WinCandidate<'a>,
        tile: Tile,
        waits: &'a dyn Fn() -> TileSet,
    ) -> Tiles<'a> {
        let own = case.chance.source.is_own();
        let tile_is_wild = case.wild == Some(tile) && (own || !options.wild_discarded_is_face());
        let (mut full, mut wilds) = (case.hand, usize::from(case.wilds));
        if tile_is_wild {
            wilds += 1;
        } else {
            full.add(tile);
        }
        Tiles {
            full,
            wilds,
            melds: case.melds,
            wild: case.wild,
            of_wild_kind: wild::among(case, tile),
            tile,
            tile_is_wild,
            own,
            last: is_last(options, case),
            waits,
            in_dragon: self.in_dragon,
            as_without_wilds: case.past.declared == Some(Declaration::Hunyou)
                && case.chance.source == Source::Draw
                && !(options.hunyou_cancelled() && case.past.claimed_since),
        }
    }

    /// Checks a win on the terms of a discard: an opened hand does not win, nor does a hand of three wilds if the house
    /// rules say so.
    fn allow(&self, options: &Options, case: &WinCandidate<'_>, tiles: &Tiles<'_>) -> Result<(), Box<Refusal>> {
        if self.self_draw {
            return Ok(());
        }
        if case.past.xiaosa {
            return Err(Refusal::new(Ground::Manner, &c::XIAOSA, || {
                bilingual!("报了潇洒，只能自摸。", "after xiaosa only an own draw wins")
            }));
        }
        if options.self_draw_only() {
            return Err(Refusal::by_option(Ground::Manner, &c::SELF_DRAW_ONLY, "self_draw_only", || {
                bilingual!("本房不点炮，只能自摸。", "the house rules allow only a self-draw")
            }));
        }
        let opened = case.melds.iter().any(|meld| meld.kind != MeldKind::KongConcealed);
        if opened && !options.opened_ron() {
            return Err(Refusal::by_option(Ground::Manner, &c::OPENED, "opened_ron", || {
                bilingual!("吃过、碰过或开过明杠，只能自摸。", "an opened hand may only win by self-draw")
            }));
        }
        if options.wild_three_self_draw_only() && tiles.wilds >= 3 {
            return Err(Refusal::by_option(Ground::Manner, &c::THREE_WILDS, "wild.three_self_draw_only", || {
                bilingual!(
                    "手里有三个混儿，本房规定只能自摸。",
                    "a hand with three wilds only wins by self-draw in this house"
                )
            }));
        }
        Ok(())
    }
}

/// 混杠, 天和 or 地和 (BJ-8q–s).
fn limit(options: &Options, case: &WinCandidate<'_>, four_wilds: bool) -> Option<Hit> {
    let kong = case.melds.iter().any(|meld| meld.kind.is_kong());
    let first = case.past.own_discards == 0 && !(options.limit_no_kong() && kong);
    let pattern = match (four_wilds, case.seat == case.dealer) {
        (true, _) => &p::FOUR_WILDS,
        (false, true) if first && case.chance.source.is_own() => &p::HEAVENLY,
        (false, false) if first => &p::EARTHLY,
        _ => return None,
    };
    Some(Hit { pattern, value: options.limit_value().0 })
}

/// True for a self-draw of the last live tile.
fn is_last(options: &Options, case: &WinCandidate<'_>) -> bool {
    let reserve = || wall::reserve_with(options, case.kongs.into(), case.kongs.into());
    let source = case.chance.source;
    source == Source::Seabed || source == Source::Draw && usize::from(case.past.left) == reserve()
}

/// Adds the fans of the way of winning.
fn situation(options: &Options, case: &WinCandidate<'_>, terms: &Terms, no_dealer: bool, hits: &mut Hits) {
    let dealer: Seat = case.dealer;
    if case.seat == dealer && !no_dealer {
        fan_table::push(hits, &p::DEALER, options.fan_dealer().0);
    }
    let source = case.chance.source;
    let last = is_last(options, case);
    let bloom = source == Source::Replacement;
    // A fan that is not on the table stands for no other.
    let instead = || options.haidi_self_draw() && options.fan_last_tile().0 > 1;
    let included = last && instead() || bloom && options.kong_bloom() == Bloom::Total;
    if terms.self_draw && !included {
        fan_table::push(hits, &p::SELF_DRAW, options.fan_self_draw().0);
    }
    if last {
        fan_table::push(hits, &p::LAST_TILE, options.fan_last_tile().0);
    }
    if case.past.sky {
        fan_table::push(hits, &p::SKY_READY, options.fan_sky().0);
    }
    // A kong of the hand or of a discard may follow the declaration; a chow or a pung cannot stand beside it.
    let is_claimed = |meld: &Meld| matches!(meld.kind, MeldKind::Chow | MeldKind::Pung | MeldKind::KongAdded);
    if case.past.xiaosa && source.is_own() && !case.melds.iter().any(is_claimed) {
        fan_table::push(hits, &p::XIAOSA, options.fan_xiaosa().0);
    }
    if case.past.after_kong && source == Source::Discard {
        fan_table::push(hits, &p::KONG_GUN, options.fan_kong_gun().0);
    }
    if bloom {
        let value = match options.kong_bloom() {
            Bloom::Extra => 2,
            Bloom::Total => 4,
            Bloom::PerKong => 1i64 << case.past.kong_run.clamp(1, 4),
        };
        hits.push(Hit { pattern: &p::KONG_BLOOM, value });
    }
    if terms.robbed && options.rob_extra().0 > 1 {
        hits.push(Hit { pattern: &p::ROB_KONG, value: options.rob_extra().0 });
    }
}

fn not_complete(case: &WinCandidate<'_>, hand: Hand) -> Box<Refusal> {
    let (wild, wilds, tiles) = (case.wild, case.wilds, case.chance.tiles);
    Refusal::new(Ground::Shape, &c::FALSE_WIN, move || {
        let wilds = wild.into_iter().flat_map(|tile| std::iter::repeat_n(tile, wilds.into()));
        let hand = hand.tiles().chain(wilds).collect::<caipan_tiles::tile::Tiles>();
        let tile = tiles.iter().collect::<caipan_tiles::tile::Tiles>();
        bilingual!("{hand} 加 {tile} 不成胡。", "{hand} with {tile} is not a winning hand")
    })
}

/// The refusal of a hand that has no reading.
fn refuse(case: &WinCandidate<'_>, tiles: &Tiles<'_>, terms: &Terms) -> Box<Refusal> {
    let complete = |full: &Hand, wilds: usize| {
        full.is_standard(case.melds.len(), wilds) || case.melds.is_empty() && full.is_seven_pairs(wilds)
    };
    if terms.in_dragon && complete(&tiles.full, tiles.wilds) {
        let tile = tiles.tile;
        let clause: &'static Clause = &c::ROB_CONCEALED;
        return Refusal::new(Ground::Unrobbable, clause, move || {
            bilingual!(
                "{tile} 不是一条龙的龙身，不能抢暗杠。",
                "a concealed kong is only robbed for a dragon, and {tile} is not of one"
            )
        });
    }
    let as_wild = case.wild == Some(tiles.tile) && !tiles.tile_is_wild && complete(&case.hand, tiles.wilds + 1);
    if as_wild {
        let tile: Tile = tiles.tile;
        return Refusal::by_option(Ground::Shape, &c::WILD_FACE, "wild.discarded_is_face", move || {
            bilingual!(
                "别人打的混儿 {tile} 只当它本身，这手牌不成胡。",
                "a wild {tile} discarded by another counts only as itself, and the hand is not complete with it"
            )
        });
    }
    not_complete(case, case.hand)
}
