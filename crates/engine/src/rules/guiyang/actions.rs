//! The discards, claims and declarations that a seat may make: GY-1.3, GY-2.11, X-BAO, X-MISC.

use super::options::{BaoKong, Options};
use super::{clauses as c, ready, void};
use crate::rules::{Ground, Refusal, Verdict};
use crate::table::{Drawn, Phase, Table};
use caipan_log::{Declaration, KongKind};
use caipan_tiles::bilingual;
use caipan_tiles::tile::{Seat, Tile};

/// True if the seat declared itself ready and may not change its hand.
pub fn is_locked(options: &Options, table: &Table, seat: Seat) -> bool {
    options.bao_ting() && table.place(seat).is_declared_ready()
}

/// Checks a discard: that of a declaration must leave the hand ready, and later ones must be the drawn tile (GY-2.11,
/// X-BAO).
pub fn discard(options: &Options, table: &Table, seat: Seat, tile: Tile) -> Verdict {
    let place = table.place(seat);
    if !is_locked(options, table, seat) || !place.is_known() {
        return Ok(());
    }
    if place.river.is_empty() {
        let mut after = place.hand;
        if !after.take(tile) || !ready::live_waits(options, &after, &place.melds, place.void).is_empty() {
            return Ok(());
        }
        return Err(Refusal::new(Ground::NotReady, &c::GY_2_11, move || {
            bilingual!("报了听，打出 {tile} 后却没有叫牌。", "the hand was declared ready, but is not without {tile}")
        }));
    }
    match drawn(table, seat) {
        Some(drawn) if drawn != tile => Err(Refusal::new(Ground::Locked, &c::GY_2_11, move || {
            bilingual!(
                "报了听，只能打刚摸的 {drawn}，不能打 {tile}。",
                "a hand declared ready must discard the drawn {drawn}, not {tile}"
            )
        })),
        _ => Ok(()),
    }
}

/// Refuses every chow (GY-1.3).
pub fn chow() -> Verdict {
    Err(Refusal::new(Ground::NoSuchAction, &c::GY_1_3, || bilingual!("贵阳捉鸡不能吃牌。", "Guiyang has no chow")))
}

/// Checks a pung: by any seat that has not declared itself ready, while a tile is left to draw.
pub fn pung(options: &Options, table: &Table, seat: Seat, tile: Tile) -> Verdict {
    last_tile(table)?;
    unlocked(options, table, seat)?;
    void::may_meld(options, table, seat, tile)
}

/// Checks a kong: it needs a replacement, and a declared hand may only kong what keeps its wait, if anything (X-BAO).
pub fn kong(options: &Options, table: &Table, seat: Seat, tile: Tile, kind: KongKind, dice: bool) -> Verdict {
    if dice {
        return Err(Refusal::new(Ground::NoSuchAction, &c::X_DOU, || {
            bilingual!("贵阳捉鸡杠牌不掷骰。", "Guiyang kongs use no dice")
        }));
    }
    last_tile(table)?;
    void::may_meld(options, table, seat, tile)?;
    if !is_locked(options, table, seat) || !table.place(seat).is_known() {
        return Ok(());
    }
    let keeps = options.bao_ting_kong() == BaoKong::KeepsWait && keeps_wait(options, table, seat, tile, kind);
    if keeps {
        return Ok(());
    }
    Err(Refusal::by_option(Ground::Locked, &c::X_BAO, "bao_ting_kong", move || {
        bilingual!("报了听，不能再杠 {tile}。", "a hand declared ready may not kong {tile}")
    }))
}

/// Checks a declaration: it must come before the seat's own first discard, meld and second draw (GY-2.11).
pub fn declare(options: &Options, table: &Table, seat: Seat, what: Declaration) -> Verdict {
    if matches!(what, Declaration::Void(_)) {
        return void::may_name(options, table, seat);
    }
    if what != Declaration::Ready {
        return Err(Refusal::new(Ground::NoSuchAction, &c::GY_2_11, || {
            bilingual!("贵阳捉鸡只有报听可报；请删去这一项。", "only readiness is declared in Guiyang; remove it")
        }));
    }
    if !options.bao_ting() {
        return Err(Refusal::by_option(Ground::Manner, &c::GY_2_11, "bao_ting", || {
            bilingual!("报了听，可是本房没有报听。", "declared ready, but the house rules have no declaration")
        }));
    }
    let place = table.place(seat);
    let first = match table.phase {
        Phase::Turn { seat: turn, drawn: Drawn::Dealt(_) } => turn == seat,
        Phase::Turn { seat: turn, drawn: Drawn::Wall(_) } => turn == seat && place.draws == 1,
        _ => false,
    };
    if first && place.river.is_empty() && place.melds.is_empty() && place.declared.is_none() {
        return Ok(());
    }
    Err(Refusal::new(Ground::Time, &c::GY_2_11, || {
        bilingual!(
            "报听报晚了：庄家打第一张前报，闲家摸第一张后马上报。",
            "declared ready too late: it comes before the first discard or meld"
        )
    }))
}

/// Checks that a tile is left: on the last tile only a win may be called, because a kong could not be replaced
/// (X-MISC).
fn last_tile(table: &Table) -> Verdict {
    if table.wall.left() > 0 {
        return Ok(());
    }
    Err(Refusal::new(Ground::WallShort, &c::X_MISC, || {
        bilingual!("牌摸完了，只能胡，不能碰杠。", "the wall is empty, so only a win may be called")
    }))
}

fn unlocked(options: &Options, table: &Table, seat: Seat) -> Verdict {
    if !is_locked(options, table, seat) {
        return Ok(());
    }
    Err(Refusal::new(Ground::Locked, &c::X_BAO, || {
        bilingual!("报了听，不能再碰。", "a hand declared ready may not pung")
    }))
}

fn drawn(table: &Table, seat: Seat) -> Option<Tile> {
    match table.phase {
        Phase::Turn { seat: turn, drawn } if turn == seat => drawn.tile(),
        _ => None,
    }
}

/// True if the kong takes the tile just drawn or discarded, and the ready hand keeps the same waits.
fn keeps_wait(options: &Options, table: &Table, seat: Seat, tile: Tile, kind: KongKind) -> bool {
    let place = table.place(seat);
    let mut before = place.hand;
    match (kind, drawn(table, seat)) {
        (KongKind::Exposed, _) => {}
        (_, Some(drawn)) if drawn == tile => {
            before.take(drawn);
        }
        _ => return false,
    }
    let (after, melds) = place.with_kong(tile, kind);
    let kept = ready::live_waits(options, &before, &place.melds, place.void);
    !kept.is_empty() && kept == ready::live_waits(options, &after, &melds, place.void)
}
