//! 定缺: the suit that a seat names and must be rid of (SC-2.2, SC-2.3, SC-2.4).

use super::clauses as c;
use super::options::Options;
use crate::rules::{Ground, Missing, Open, Refusal, Verdict, WinCandidate};
use crate::table::{Fill, Place, Table};
use caipan_tiles::bilingual;
use caipan_tiles::tile::{Meld, Seat, SeatMap, Suit, Tile, TileSet};
use smallvec::SmallVec;

/// The void suit that counts, if the house has such a rule.
pub fn counted(options: &Options, named: Option<Suit>) -> Option<Suit> {
    named.filter(|_| options.ding_que())
}

/// Checks a discard: tiles of the void suit go first.
pub fn may_discard(options: &Options, table: &Table, seat: Seat, tile: Tile) -> Verdict {
    let place = table.place(seat);
    let Some(suit) = counted(options, place.void) else { return Ok(()) };
    if tile.suit() == suit || !place.is_known() || place.hand.kinds().and(suit.mask()).is_empty() {
        return Ok(());
    }
    Err(Refusal::by_option(Ground::Locked, &c::VOID_FIRST, "ding_que", move || {
        bilingual!(
            "缺门的牌还没打完，不能打 {tile}。",
            "tiles of the void suit go first, so {tile} may not be discarded"
        )
    }))
}

/// Refuses to claim or kong a tile of the void suit.
pub fn may_meld(options: &Options, table: &Table, seat: Seat, tile: Tile) -> Verdict {
    if counted(options, table.place(seat).void) != Some(tile.suit()) {
        return Ok(());
    }
    Err(Refusal::by_option(Ground::Tile, &c::VOID_OUT, "ding_que", move || {
        bilingual!("{tile} 是缺门的牌，不能碰杠。", "{tile} is of the void suit and may not be punged or konged")
    }))
}

/// Refuses a win with tiles of the void suit, or of every suit, so that whatever suit the seat named is among them.
pub fn may_win(options: &Options, case: &WinCandidate<'_>, tile: Tile) -> Verdict {
    if !options.ding_que() {
        return Ok(());
    }
    let tiles = case.hand.kinds().or(Meld::counts(case.melds).kinds()).or([tile].into_iter().collect());
    let has = |suit: Suit| !tiles.and(suit.mask()).is_empty();
    match case.past.void {
        Some(suit) if has(suit) => Err(Refusal::by_option(Ground::Shape, &c::VOID_OUT, "ding_que", || {
            bilingual!("手里还有缺门的牌（花猪），不能胡。", "tiles of the void suit are left, so it is no win")
        })),
        None if Suit::NUMBERED.into_iter().all(has) => {
            Err(Refusal::by_option(Ground::Shape, &c::VOID_OUT, "ding_que", || {
                bilingual!("定了缺，三门却都有，不能胡。", "all three suits are there, the void one among them")
            }))
        }
        _ => Ok(()),
    }
}

/// Checks the naming of a suit: once, before the seat's first discard and meld.
pub fn may_name(options: &Options, place: &Place) -> Verdict {
    if !options.ding_que() {
        return Err(Refusal::by_option(Ground::NoSuchAction, &c::VOID, "ding_que", || {
            bilingual!("本房不定缺；请删去这一项。", "the house names no void suit; remove it")
        }));
    }
    if !(place.river.is_empty() && place.melds.is_empty()) {
        return Err(Refusal::new(Ground::Time, &c::VOID, || {
            bilingual!(
                "定缺定晚了：要在自己打第一张、碰杠之前定。",
                "named the void suit only after its first discard or meld"
            )
        }));
    }
    if place.void.is_some() {
        return Err(Refusal::new(Ground::Limit, &c::VOID, || {
            bilingual!("定缺定了两次：只定一次，先定的算。", "named the void suit twice; the first one stands")
        }));
    }
    Ok(())
}

/// True if the seat may have named this suit: neither its melds nor, if it won, its hand has a tile of it.
fn may_be(table: &Table, seat: Seat, suit: Suit) -> bool {
    let place = table.place(seat);
    let melded: TileSet = place.melds.iter().flat_map(Meld::tiles).collect();
    let won = table.winners.iter().any(|winner| winner.seat == seat);
    let kinds = if won { melded.or(place.hand.kinds()) } else { melded };
    kinds.and(suit.mask()).is_empty()
}

/// The suits that seats may have named, if the log leaves some out. A seat that has not acted names none where the
/// log has those of others, or where nobody has acted.
pub fn open(options: &Options, table: &Table) -> Option<Open> {
    let is_recorded = table.seats.iter().any(|seat| table.place(seat).void.is_some());
    let acted = |seat: Seat| !table.place(seat).river.is_empty() || !table.place(seat).melds.is_empty();
    let may_be_left_out = !is_recorded && table.seats.iter().any(acted);
    let lacks = |&seat: &Seat| table.place(seat).void.is_none() && (acted(seat) || may_be_left_out);
    let unknown: SmallVec<[Seat; 4]> = table.seats.iter().filter(lacks).collect();
    if unknown.is_empty() || !options.ding_que() {
        return None;
    }
    let stated = SeatMap(table.places.0.each_ref().map(|place| place.void));
    let mut all: Vec<SeatMap<Option<Suit>>> = vec![stated];
    for seat in unknown {
        let with = |suit: Suit| {
            all.iter().map(move |named| {
                let mut named = *named;
                named[seat] = Some(suit);
                named
            })
        };
        let next: Vec<_> =
            Suit::NUMBERED.into_iter().filter(|&suit| may_be(table, seat, suit)).flat_map(with).collect();
        if !next.is_empty() {
            all = next;
        }
    }
    // The hand may also have ended before these seats named one.
    Some(Open::of(Missing::Declared, std::iter::once(stated).chain(all).map(Fill::Void)))
}
