//! The discards and claims that a seat may make. BJ-4e, BJ-4f, BJ-7, BJ-11c.

use super::clauses as c;
use super::options::{ClaimCounts, InMeld, Options};
use super::{hunyou, promised};
use crate::rules::{Ground, Refusal, Verdict};
use crate::table::{Phase, Table};
use caipan_log::KongKind;
use caipan_tiles::bilingual;
use caipan_tiles::tile::{MeldKind, Seat, Tile};

/// Checks a discard: a wild may be discarded unless the house rules forbid it, and a declared 混儿悠 must be kept (BJ-4f,
/// BJ-13b).
pub fn discard(options: &Options, table: &Table, seat: Seat, tile: Tile) -> Verdict {
    if table.wild == Some(tile) && !options.wild_may_discard() {
        return Err(Refusal::by_option(Ground::Tile, &c::WILD_DISCARD, "wild.may_discard", move || {
            bilingual!("本房规定混儿 {tile} 不能打出。", "the house rules forbid discarding the wild {tile}")
        }));
    }
    promised::keeps_hand(options, table, seat, tile)?;
    hunyou::may_discard(options, table, seat, tile)
}

/// Checks a chow: by the next seat only, once a hand (BJ-7a, BJ-7e).
pub fn chow(options: &Options, table: &Table, seat: Seat, tile: Tile) -> Verdict {
    if !options.claims_chow() {
        return Err(Refusal::by_option(Ground::NoSuchAction, &c::CHOW_OFF, "claims.chow", || {
            bilingual!("本房不许吃牌。", "the house rules allow no chow")
        }));
    }
    promised::may_claim(table, seat)?;
    if let Phase::Open { from, .. } = table.phase
        && table.seats.next(from) != seat
    {
        return Err(Refusal::new(Ground::Seat, &c::CLAIM_ORDER, || {
            bilingual!("只能吃上家打的牌。", "only the previous player's discard may be chowed")
        }));
    }
    limit(options, table, seat, MeldKind::Chow)?;
    may_lay(options, table, &[tile])
}

/// Checks a pung: by any seat, once a hand (BJ-7a).
pub fn pung(options: &Options, table: &Table, seat: Seat, tile: Tile) -> Verdict {
    promised::may_claim(table, seat)?;
    limit(options, table, seat, MeldKind::Pung)?;
    may_lay(options, table, &[tile])?;
    keeps_discard(options, table, seat, &[tile, tile])
}

/// Checks a kong. Kongs do not count as claims (BJ-7b), but a kong of wilds, with too many tiles, or between 混儿悠 and
/// its discard (BJ-13b) is refused, and a replacement must be left.
pub fn kong(options: &Options, table: &Table, seat: Seat, tile: Tile, kind: KongKind) -> Verdict {
    may_lay(options, table, &[tile])?;
    let place = table.place(seat);
    if kind != KongKind::Exposed && hunyou::is_pending(options, table, seat) {
        return Err(Refusal::new(Ground::Locked, &c::HUNYOU_VALID, || {
            bilingual!("刚报了混儿悠，要马上打一张，不能杠。", "a declared 混儿悠 is followed by a discard, not a kong")
        }));
    }
    if kind != KongKind::Exposed {
        promised::may_kong(table, seat)?;
    }
    let due = if kind == KongKind::Exposed { 13 } else { 14 };
    let size = place.size();
    if place.is_known() && size > due {
        return Err(Refusal::new(Ground::Count, &c::DEAD_KONG, move || {
            bilingual!("手里有 {size} 张，是大相公，不能杠。", "a hand of {size} tiles is too large to kong")
        }));
    }
    let kongs = place.melds.iter().filter(|meld| meld.kind.is_kong()).count();
    let most = options.max_kongs().count();
    if most > 0 && kongs >= most {
        return Err(Refusal::by_option(Ground::Limit, &c::KONGS_FREE, "kong.max_per_player", move || {
            bilingual!(
                "已有 {kongs} 杠，本房最多 {most} 杠。",
                "the hand has {kongs} already, and the house allows {most}"
            )
        }));
    }
    if table.wall.left() == 0 {
        return Err(Refusal::new(Ground::WallShort, &c::REPLACEMENT, || {
            bilingual!("保留牌补完了，不能再杠。", "the reserve is used up, so no replacement is left")
        }));
    }
    Ok(())
}

/// Checks that a discard remains after a claim: if wilds must be kept, laying down these tiles may not leave only wilds
/// (BJ-4f, R-117).
pub fn keeps_discard(options: &Options, table: &Table, seat: Seat, laid: &[Tile]) -> Verdict {
    let place = table.place(seat);
    let natural = laid.iter().filter(|&&tile| table.wild != Some(tile)).count();
    if options.wild_may_discard() || !place.is_known() || place.hand.len() != natural {
        return Ok(());
    }
    Err(Refusal::by_option(Ground::Tile, &c::WILD_DISCARD, "wild.may_discard", || {
        bilingual!(
            "这样吃碰之后手里只剩混儿，而本房混儿不能打。",
            "only wilds would be left, which may not be discarded"
        )
    }))
}

/// Checks that no wild goes into an open meld (BJ-4e). If the house rules allow wilds there as their own face, they
/// count as ordinary tiles.
pub fn may_lay(options: &Options, table: &Table, tiles: &[Tile]) -> Verdict {
    let Some(wild) = table.wild.filter(|wild| tiles.contains(wild)) else { return Ok(()) };
    if options.wild_in_open_meld() == InMeld::NaturalOnly {
        return Ok(());
    }
    Err(Refusal::by_option(Ground::Tile, &c::WILD_IN_MELD, "wild.in_open_meld", move || {
        bilingual!("混儿 {wild} 不能用于吃、碰、杠。", "the wild {wild} may not be part of a chow, a pung or a kong")
    }))
}

/// Checks the limit of claims (BJ-7a). A kong added to a pung still counts as that pung.
fn limit(options: &Options, table: &Table, seat: Seat, kind: MeldKind) -> Verdict {
    let limit = options.claims_limit().count();
    let same = |laid: MeldKind| match options.claims_counts() {
        ClaimCounts::Together => true,
        ClaimCounts::Each => (laid == MeldKind::Chow) == (kind == MeldKind::Chow),
    };
    let claimed = |laid: MeldKind| matches!(laid, MeldKind::Chow | MeldKind::Pung | MeldKind::KongAdded);
    let made = table.place(seat).melds.iter().filter(|meld| claimed(meld.kind) && same(meld.kind)).count();
    if limit == 0 || made < limit {
        return Ok(());
    }
    let option = if options.claims_counts() == ClaimCounts::Together { "claims.limit" } else { "claims.counts" };
    let melds = if made == 1 { "meld was" } else { "melds were" };
    Err(Refusal::by_option(Ground::Limit, &c::ONE_CLAIM, option, move || {
        bilingual!(
            "本局已吃碰 {made} 次，最多 {limit} 次。",
            "{made} {melds} claimed in this hand before, and the limit is {limit}"
        )
    }))
}
