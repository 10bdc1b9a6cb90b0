//! 定缺: the suit that a seat names and must be rid of (SC-2.2, SC-2.3, SC-2.4).

use super::clauses as c;
use super::options::Options;
use crate::rules::{Ground, Missing, Open, Refusal, Verdict, WinCandidate};
use crate::table::{Fill, Place, Table};
use caipan_log::{Action, Declaration, KongKind};
use caipan_tiles::bilingual;
use caipan_tiles::hand::Hand;
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

/// The suits that the seat may have named. While a seat holds tiles of its void suit it discards nothing else, so a suit of
/// which it kept tiles at another discard is none of them; one that kept tiles of every suit broke that rule somewhere.
fn may_have_named(table: &Table, seat: Seat) -> SmallVec<[Suit; 3]> {
    let open = |&suit: &Suit| may_be(table, seat, suit);
    let kept = |suit: Suit| !table.place(seat).held_back.and(suit.mask()).is_empty();
    let lawful: SmallVec<[Suit; 3]> = Suit::NUMBERED.into_iter().filter(open).filter(|&suit| !kept(suit)).collect();
    if lawful.is_empty() { Suit::NUMBERED.into_iter().filter(open).collect() } else { lawful }
}

/// True if neither its melds nor, if it won, its hand has a tile of this suit.
fn may_be(table: &Table, seat: Seat, suit: Suit) -> bool {
    let place = table.place(seat);
    let melded: TileSet = place.melds.iter().flat_map(Meld::tiles).collect();
    let won = table.winners.iter().any(|winner| winner.seat == seat);
    let kinds = if won { melded.or(place.hand.kinds()) } else { melded };
    kinds.and(suit.mask()).is_empty()
}

/// True if a seat that holds these tiles before play may have acted so with some suit as its void one: while it holds tiles
/// of it, it discards only them, and it neither claims nor wins with any.
pub fn could_act(options: &Options, hand: Hand, acts: &[&Action]) -> bool {
    let named = acts.iter().find_map(|act| match act {
        Action::Declare { what: Declaration::Void(suit), .. } => Some(*suit),
        _ => None,
    });
    let all = Suit::NUMBERED.map(Some);
    let may_be = |void: Option<Suit>| named.is_none() || void == named;
    if options.ding_que() {
        all.into_iter().filter(|&void| may_be(void)).any(|void| could_act_without(void, hand, acts))
    } else {
        could_act_without(None, hand, acts)
    }
}

fn could_act_without(void: Option<Suit>, mut hand: Hand, acts: &[&Action]) -> bool {
    let mut melds = 0;
    let mask = void.map_or(TileSet::EMPTY, Suit::mask);
    acts.iter().all(|act| match **act {
        Action::Draw { tile, .. } => {
            hand.add(tile);
            true
        }
        Action::Discard { tile, .. } => {
            let goes = mask.contains(tile) || hand.kinds().and(mask).is_empty();
            hand.take(tile);
            goes
        }
        Action::Pung { tile, .. } => {
            melds += 1;
            hand.take(tile);
            hand.take(tile);
            !mask.contains(tile)
        }
        Action::Kong { tile, kind, .. } => {
            melds += usize::from(kind != KongKind::Added);
            while hand.take(tile) {}
            !mask.contains(tile)
        }
        Action::Win { tile, .. } => {
            let mut full = hand;
            if full.len() % 3 == 1 {
                full.add(tile);
            }
            let is_pairs = melds == 0 && full.is_seven_pairs(0);
            full.kinds().and(mask).is_empty() && (is_pairs || full.is_standard(melds, 0))
        }
        _ => true,
    })
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
        let next: Vec<_> = may_have_named(table, seat).into_iter().flat_map(with).collect();
        if !next.is_empty() {
            all = next;
        }
    }
    // A hand in which nobody has acted may have ended before these seats named one.
    let none = (!table.seats.iter().any(acted)).then_some(stated);
    Some(Open::of(Missing::Declared, none.into_iter().chain(all).map(Fill::Void)))
}
