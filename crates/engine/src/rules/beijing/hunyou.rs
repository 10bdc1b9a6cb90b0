//! 混儿悠: giving up a self-draw so that any tile wins. Declared with a discard, it lasts until the seat's next turn.
//! BJ-13.

use super::clauses as c;
use super::options::Options;
use super::{judge, promised};
use crate::rules::{Ground, Refusal, Verdict, WinCandidate};
use crate::table::{Phase, Place, Table};
use caipan_log::Declaration;
use caipan_tiles::bilingual;
use caipan_tiles::hand::Hand;
use caipan_tiles::tile::{Seat, Tile};

/// True if the seat waits for its next draw under a declared 混儿悠.
pub fn is_pending(options: &Options, table: &Table, seat: Seat) -> bool {
    let place = table.place(seat);
    place.declared == Some(Declaration::Hunyou)
        && place.declared_at == place.turns
        && !is_cancelled(options, table, seat)
}

/// True if somebody chowed, punged or konged since the seat declared, and the house rules let that cancel it.
fn is_cancelled(options: &Options, table: &Table, seat: Seat) -> bool {
    options.hunyou_cancelled() && table.claims != table.place(seat).declared_claims
}

/// Checks the declaration: the fourteen tiles must win by self-draw, and some discard must leave a hand that any tile
/// completes (BJ-13b).
pub fn may_declare(options: &Options, table: &Table, seat: Seat) -> Verdict {
    if !options.wild_use() {
        return Err(Refusal::by_option(Ground::NoSuchAction, &c::WILD_USE, "wild.use", || {
            bilingual!(
                "本房不带混儿，没有混儿悠；请删去这一项。",
                "the house plays without wilds, so there is no 混儿悠; remove it"
            )
        }));
    }
    let place = table.place(seat);
    let own = matches!(table.phase, Phase::Turn { seat: turn, drawn } if turn == seat && drawn.tile().is_some())
        && !promised::owes_discard(table, seat);
    if !own {
        return Err(Refusal::new(Ground::Time, &c::HUNYOU, || {
            bilingual!(
                "报混儿悠报得不是时候：只能在自己摸牌之后、打牌之前报。",
                "declared 混儿悠 at the wrong time: it comes between draw and discard"
            )
        }));
    }
    if !place.is_known() {
        return Ok(());
    }
    let wins = WinCandidate::at(table, seat).is_some_and(|case| judge::judge(options, &case).is_ok());
    if !wins {
        return Err(Refusal::new(Ground::Shape, &c::HUNYOU_VALID, || {
            bilingual!("自摸胡不了，不能报混儿悠。", "declared 混儿悠 without a winning draw")
        }));
    }
    let wild = table.wild.filter(|_| place.wilds > 0);
    let leaves = |tile: Tile| any_wins_after(options, table, place, tile);
    if !place.hand.kinds().iter().chain(wild).any(leaves) {
        return Err(Refusal::new(Ground::Shape, &c::HUNYOU_VALID, || {
            bilingual!(
                "打哪张都不能保证下一张必胡，不能报混儿悠。",
                "declared 混儿悠, but no discard leaves a hand that every tile completes"
            )
        }));
    }
    Ok(())
}

/// Checks the discard of the declaration: any tile must complete the hand afterwards (BJ-13b).
pub fn may_discard(options: &Options, table: &Table, seat: Seat, tile: Tile) -> Verdict {
    let place = table.place(seat);
    let promised = table.in_turn() == Some(seat) && is_pending(options, table, seat) && place.is_known();
    if !promised || any_wins_after(options, table, place, tile) {
        return Ok(());
    }
    Err(Refusal::new(Ground::Shape, &c::HUNYOU_VALID, move || {
        bilingual!(
            "报了混儿悠，打出 {tile} 后却不是摸什么都能胡。",
            "after 混儿悠 every draw must win, but without {tile} not every one does"
        )
    }))
}

fn any_wins_after(options: &Options, table: &Table, place: &Place, tile: Tile) -> bool {
    let (mut hand, mut wilds) = (place.hand, usize::from(place.wilds));
    if table.wild == Some(tile) {
        wilds = wilds.saturating_sub(1);
    } else {
        hand.take(tile);
    }
    any_wins(options, &hand, wilds, place.melds.len(), table)
}

/// True if every kind completes the hand. A drawn wild always does if every other kind does.
fn any_wins(options: &Options, hand: &Hand, wilds: usize, melds: usize, table: &Table) -> bool {
    let mut waits = judge::shape_waits(options, hand, table.wild, wilds, melds);
    table.wild.into_iter().for_each(|wild| waits.insert(wild));
    table.deck.kinds().within(waits)
}
