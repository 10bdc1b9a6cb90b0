//! 定缺: the suit that a seat names as missing, and the price of its tiles at the end (MG-ding-que, MG-lack).

use super::clauses as c;
use super::options::Options;
use super::scoring::{End, Payment};
use crate::rules::{Ground, Missing, Open, Refusal, Verdict, WinCandidate};
use crate::table::{Fill, Table};
use caipan_tiles::bilingual;
use caipan_tiles::ledger::{Cause, Ledger, Sum};
use caipan_tiles::text::Label;
use caipan_tiles::tile::{Meld, Seat, SeatMap, Suit, Tile, TileSet};
use smallvec::SmallVec;

/// Tiles of the missing suit still held.
pub static LACK: Cause = Cause::new("lack", "查缺", "tiles of the lacking suit");

const TILES: Label = Label::new("张数", "tiles");

/// The suit that the seat may not win with: the one it named, if the house has such a rule.
pub fn missing(options: &Options, named: Option<Suit>) -> Option<Suit> {
    named.filter(|_| options.ding_que())
}

/// Refuses a win that has tiles of the missing suit, or of every suit, so that whatever suit the seat named is among
/// them.
pub fn may_win(options: &Options, case: &WinCandidate<'_>, tile: Tile) -> Verdict {
    if !options.ding_que() {
        return Ok(());
    }
    let tiles = case.hand.kinds().or(Meld::counts(case.melds).kinds()).or([tile].into_iter().collect());
    let has = |suit: Suit| !tiles.and(suit.mask()).is_empty();
    match case.past.void {
        Some(suit) if has(suit) => Err(Refusal::by_option(Ground::Shape, &c::DING_QUE, "ding_que", || {
            bilingual!("手里或碰杠里还有缺门的牌，不能胡。", "a tile of its lacking suit is left")
        })),
        None if Suit::NUMBERED.into_iter().all(has) => {
            Err(Refusal::by_option(Ground::Shape, &c::DING_QUE, "ding_que", || {
                bilingual!("定了缺，三门却都有，不能胡。", "all three suits are there, the lacking one among them")
            }))
        }
        _ => Ok(()),
    }
}

/// Refuses to claim or kong a tile of the missing suit.
pub fn may_meld(options: &Options, table: &Table, seat: Seat, tile: Tile) -> Verdict {
    if missing(options, table.place(seat).void) != Some(tile.suit()) {
        return Ok(());
    }
    Err(Refusal::by_option(Ground::Tile, &c::DING_QUE, "ding_que", move || {
        bilingual!("{tile} 是缺门的牌，不能碰杠。", "{tile} is of the lacking suit and may not be punged or konged")
    }))
}

/// Checks the naming of a suit: once, before the seat's first discard and meld.
pub fn may_name(options: &Options, table: &Table, seat: Seat) -> Verdict {
    if !options.ding_que() {
        return Err(Refusal::by_option(Ground::NoSuchAction, &c::DING_QUE, "ding_que", || {
            bilingual!("本房不定缺；请删去这一项。", "the house names no lacking suit; remove it")
        }));
    }
    let place = table.place(seat);
    if !(place.river.is_empty() && place.melds.is_empty()) {
        return Err(Refusal::new(Ground::Time, &c::DING_QUE, || {
            bilingual!(
                "定缺定晚了：要在自己打第一张、碰杠之前定，只定一次。",
                "named the lacking suit only after its first discard or meld"
            )
        }));
    }
    if place.void.is_some() {
        return Err(Refusal::new(Ground::Limit, &c::DING_QUE, || {
            bilingual!("定缺定了两次：只定一次，先定的算。", "named the lacking suit twice; the first one stands")
        }));
    }
    Ok(())
}

/// The suits that seats may have named, if the log leaves some out.
pub fn open(options: &Options, table: &Table) -> Option<Open> {
    let unknown: SmallVec<[Seat; 4]> = table.seats.iter().filter(|&seat| table.place(seat).void.is_none()).collect();
    if unknown.is_empty() || !options.ding_que() {
        return None;
    }
    let stated = SeatMap(table.places.0.each_ref().map(|place| place.void));
    let mut all: Vec<SeatMap<Option<Suit>>> = vec![stated];
    for seat in unknown {
        let place = table.place(seat);
        let melded: TileSet = place.melds.iter().flat_map(Meld::tiles).collect();
        let won = table.winners.iter().any(|winner| winner.seat == seat);
        let kinds = if won { melded.or(place.hand.kinds()) } else { melded };
        let may = Suit::NUMBERED.into_iter().filter(|suit| kinds.and(suit.mask()).is_empty());
        let with = |suit: Suit| {
            all.iter().map(move |named| {
                let mut named = *named;
                named[seat] = Some(suit);
                named
            })
        };
        let next: Vec<_> = may.flat_map(with).collect();
        if !next.is_empty() {
            all = next;
        }
    }
    // The hand may also have ended before these seats named one.
    Some(Open::of(Missing::Declared, std::iter::once(stated).chain(all).map(Fill::Void)))
}

/// 查缺: adds the payments of every seat that still holds its missing suit (MG-lack).
pub fn settle(end: &End<'_>, ledger: &mut Ledger) {
    let (options, table) = (end.options, end.table);
    if !options.ding_que() {
        return;
    }
    let each = options.lack_points().0;
    for from in table.seats.iter() {
        let Some(suit) = missing(options, table.place(from).void) else { continue };
        let place = table.place(from);
        let held = place.hand.tiles().chain(place.melds.iter().flat_map(Meld::tiles));
        let tiles: SmallVec<[Tile; 8]> = held.filter(|tile| tile.suit() == suit).collect();
        let sum = Sum::of(each, &LACK.name).times(tiles.iter().map(|_| 1).sum(), &TILES);
        let payment = Payment { cause: &LACK, clause: &c::LACK, option: "lack_points", tiles, at: None };
        for to in table.seats.others(from).filter(|&to| end.ready[to] && !end.is_burnt(to)) {
            end.pay(ledger, from, to, sum.clone(), &payment);
        }
    }
}
