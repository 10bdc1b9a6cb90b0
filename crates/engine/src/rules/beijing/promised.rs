//! Declarations that bind a seat to its hand: 天听 (MB-sky) and 潇洒 (MB-xiaosa).

use super::clauses as c;
use super::options::Options;
use super::{hunyou, judge};
use crate::rules::{Ground, Refusal, Verdict};
use crate::table::{Phase, Table};
use caipan_tiles::bilingual;
use caipan_tiles::tile::{MeldKind, Seat, Tile};

/// Checks a declaration of 天听: before the seat's first discard, with a hand that is ready.
pub fn may_declare_sky(options: &Options, table: &Table, seat: Seat) -> Verdict {
    if options.fan_sky().0 == 1 {
        return Err(Refusal::by_option(Ground::NoSuchAction, &c::SKY, "fan.sky_ready", || {
            bilingual!("本房没有天听；请删去这一项。", "the house has no readiness as dealt; remove it")
        }));
    }
    let place = table.place(seat);
    let early = place.river.is_empty() && place.melds.is_empty() && !place.sky && !binds(options, table, seat);
    if !early || !matches!(table.phase, Phase::Turn { .. } | Phase::Open { .. }) {
        return Err(Refusal::new(Ground::Time, &c::SKY, || {
            bilingual!(
                "报天听报得不是时候：只在自己打第一张、吃碰杠之前报一次。",
                "declared 天听 at the wrong time: once, before the first discard or meld"
            )
        }));
    }
    if !place.is_known() || is_ready(options, table, seat) {
        return Ok(());
    }
    Err(Refusal::new(Ground::Shape, &c::SKY, || {
        bilingual!("手牌没有听，不能报天听。", "declared readiness as dealt with a hand that is not ready")
    }))
}

/// True if the dealt tiles are ready: the dealer's after some discard, those of the others without the tile just drawn.
fn is_ready(options: &Options, table: &Table, seat: Seat) -> bool {
    let place = table.place(seat);
    let drawn = match table.phase {
        Phase::Turn { seat: turn, drawn } if turn == seat => drawn.tile(),
        _ => None,
    };
    let wild = table.wild.filter(|_| place.wilds > 0);
    let held = || place.hand.kinds().iter().chain(wild);
    let waits = |without: Option<Tile>| {
        let (mut hand, mut wilds) = (place.hand, usize::from(place.wilds));
        match without {
            Some(tile) if table.wild == Some(tile) => wilds = wilds.saturating_sub(1),
            Some(tile) => _ = hand.take(tile),
            None => {}
        }
        !judge::shape_waits(options, &hand, table.wild, wilds, place.melds.len()).is_empty()
    };
    if seat == table.dealer && table.in_turn() == Some(seat) {
        held().any(|tile| waits(Some(tile)))
    } else {
        waits(drawn)
    }
}

/// Checks a declaration of 潇洒: in the seat's own turn, without a chow, a pung or an exposed kong. It need not be ready.
pub fn may_declare_xiaosa(options: &Options, table: &Table, seat: Seat) -> Verdict {
    if options.fan_xiaosa().0 == 1 {
        return Err(Refusal::by_option(Ground::NoSuchAction, &c::XIAOSA, "fan.xiaosa", || {
            bilingual!("本房没有潇洒；请删去这一项。", "the house has no xiaosa; remove it")
        }));
    }
    let place = table.place(seat);
    if table.in_turn() != Some(seat) || place.xiaosa.is_some() || hunyou::is_pending(options, table, seat) {
        return Err(Refusal::new(Ground::Time, &c::XIAOSA, || {
            bilingual!(
                "报潇洒报得不是时候：要在自己打牌时报，只报一次。",
                "declared xiaosa at the wrong time: it comes once, with one's own discard"
            )
        }));
    }
    if place.melds.iter().all(|meld| meld.kind == MeldKind::KongConcealed) {
        return Ok(());
    }
    Err(Refusal::new(Ground::Shape, &c::XIAOSA, || {
        bilingual!("吃过、碰过或开过明杠，不能报潇洒。", "declared xiaosa with a chow, a pung or an exposed kong")
    }))
}

/// True if a declaration of this turn must be followed by a discard.
fn binds(options: &Options, table: &Table, seat: Seat) -> bool {
    hunyou::is_pending(options, table, seat) || owes_discard(table, seat)
}

/// True if the seat declared 潇洒 in this turn and has not discarded yet.
pub fn owes_discard(table: &Table, seat: Seat) -> bool {
    let place = table.place(seat);
    table.in_turn() == Some(seat) && place.xiaosa == Some(place.turns)
}

/// Checks that a seat that declared 潇洒 before this turn discards what it drew, unless that is a wild that may not be
/// discarded.
pub fn keeps_hand(options: &Options, table: &Table, seat: Seat, tile: Tile) -> Verdict {
    let Phase::Turn { drawn, .. } = table.phase else { return Ok(()) };
    let bound = table.place(seat).xiaosa.is_some() && !owes_discard(table, seat);
    let kept = |drawn: Tile| table.wild == Some(drawn) && !options.wild_may_discard();
    match drawn.tile().filter(|&drawn| bound && drawn != tile && !kept(drawn)) {
        None => Ok(()),
        Some(drawn) => Err(Refusal::new(Ground::Locked, &c::XIAOSA, move || {
            bilingual!(
                "报了潇洒，摸到 {drawn} 就打 {drawn}，不能打 {tile}。",
                "after xiaosa the tile drawn, {drawn}, must be discarded, not {tile}"
            )
        })),
    }
}

/// Checks that a seat that chows or pungs has not declared 潇洒.
pub fn may_claim(table: &Table, seat: Seat) -> Verdict {
    if table.place(seat).xiaosa.is_none() {
        return Ok(());
    }
    Err(Refusal::new(Ground::Locked, &c::XIAOSA, || {
        bilingual!("报了潇洒，不能吃碰。", "after xiaosa nothing may be chowed or punged")
    }))
}

/// Checks that a seat that kongs in its own turn has not declared 潇洒: it must discard.
pub fn may_kong(table: &Table, seat: Seat) -> Verdict {
    if table.place(seat).xiaosa.is_none() {
        return Ok(());
    }
    Err(Refusal::new(Ground::Locked, &c::XIAOSA, || {
        bilingual!(
            "报了潇洒，摸什么打什么，不能杠。",
            "after xiaosa the tile drawn is discarded, so no kong follows it"
        )
    }))
}
