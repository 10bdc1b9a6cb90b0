//! Chickens, charge and duty that are not paid, each with the reason.

use super::{Chicken, First, Firsts, chickens, collects, kept, river, turned};
use crate::rules::guiyang::options::{FlipMode, JiPayers, JiScope};
use crate::rules::guiyang::reasons as r;
use crate::rules::guiyang::scoring::{End, is_hot};
use caipan_tiles::ledger::Reason;
use caipan_tiles::tile::{Counts, Meld, MeldKind, Seat, Seats, Suit, Tile};

/// Returns why chickens are not paid in a hand that pays them.
pub fn reasons(end: &End<'_>, firsts: &Firsts) -> Vec<Reason> {
    let (mut all, chickens) = (Vec::new(), chickens(end));
    for owner in end.table.seats.iter() {
        if !end.ready[owner] && end.options.ji_requires_jiao() {
            all.push(r::NG5.to(owner));
        }
        if end.burned.chickens == Some(owner) {
            all.push(if end.wins.iter().any(is_hot) { r::NG3.to(owner) } else { r::NG4.to(owner) });
        }
        let ready: Seats = end.table.seats.others(owner).filter(|&payer| end.ready[payer]).collect();
        if end.options.ji_payers() == JiPayers::NotReady && !ready.is_empty() {
            all.push(r::NG30.between(ready, Seats::NONE.with(owner)));
        }
        if collects(end, owner) {
            kinds(end, owner, &chickens, &mut all);
        }
    }
    // The reasons speak of the 1 of bamboo alone.
    for (tile, _, first) in firsts.iter().filter(|&&(_, scale, _)| scale == 1) {
        firsts_of(end, *tile, first.as_ref(), &mut all);
    }
    all
}

/// The tiles of a collecting seat that are no chickens here.
fn kinds(end: &End<'_>, owner: Seat, chickens: &[Chicken], all: &mut Vec<Reason>) {
    let options = end.options;
    let lying: Counts = river(end, owner).map(|lying| lying.tile).collect();
    let held = kept(end, owner).all;
    let has = |tile: Tile| held.of(tile) + lying.of(tile) > 0;
    let is_none = |tile: &Tile| has(*tile) && chickens.iter().all(|chicken| chicken.tile != *tile);
    let eight = Tile::of(Suit::Dots, 8).filter(is_none);
    all.extend(eight.filter(|_| !options.wu_gu_ji()).map(|_| r::NG11.to(owner)));
    let flip = end.table.flip.filter(|tile| tile.is_numbered());
    all.extend(flip.filter(is_none).map(|_| r::NG12.to(owner)));
    let below = flip.and_then(|flip| Tile::of(flip.suit(), (flip.rank() + 7) % 9 + 1));
    all.extend(below.filter(is_none).filter(|_| options.flip_mode() == FlipMode::Up).map(|_| r::NG13.to(owner)));
    let by_flip = |chicken: &&Chicken| chicken.kept > 0 && chicken.river == 0 && lying.of(chicken.tile) > 0;
    let flipped = chickens.iter().filter(|chicken| turned(end).any(|turned| turned == chicken.tile)).find(by_flip);
    all.extend(flipped.filter(|_| options.ji_scope() != JiScope::ManTang).map(|_| r::NG14.to(owner)));
    let is_nine = |flip: &Tile| (flip.suit(), flip.rank()) == (Suit::Bamboo, 9);
    let yao = Tile::of(Suit::Bamboo, 1).filter(|&yao| has(yao) && turned(end).all(|turned| turned != yao));
    all.extend(yao.filter(|_| end.table.flip.is_some_and(|flip| !is_nine(&flip))).map(|_| r::NG15.to(owner)));
    if end.table.flip.is_none() && end.table.wall.left() == 0 {
        all.push(r::NG16.to(owner));
    }
    let claimed = |meld: &Meld| meld.from == Some(owner) && Some(meld.tile) == Tile::of(Suit::Bamboo, 1);
    let is_claimed = end.table.seats.others(owner).any(|by| end.table.place(by).melds.iter().any(claimed));
    all.extend(is_claimed.then(|| r::NG17.to(owner)));
}

/// The charge and the duty of tiles that are not the first one, or whose fate rules them out.
fn firsts_of(end: &End<'_>, tile: Tile, first: Option<&First>, all: &mut Vec<Reason>) {
    let seats = end.table.seats;
    let earliest = |seat: Seat| {
        let river = &end.table.place(seat).river;
        river.iter().filter(|lying| lying.tile == tile).map(|lying| lying.order).min()
    };
    let Some((_, holder)) = seats.iter().filter_map(|seat| Some((earliest(seat)?, seat))).min() else { return };
    for owner in seats.iter() {
        let number = end.table.place(owner).river.iter().filter(|lying| lying.tile == tile).count();
        if number > usize::from(owner == holder) {
            all.push(r::NG6.to(owner));
        }
        for meld in end.table.place(owner).melds.iter().filter(|meld| meld.tile == tile) {
            let from = meld.from.filter(|_| meld.kind != MeldKind::KongConcealed);
            let is_first = matches!(first, Some(First::Claimed(_, by, _)) if *by == owner);
            all.extend(from.filter(|_| !is_first).map(|from| r::NG10.from_to(from, owner)));
        }
    }
    match first {
        Some(First::Charges(..)) => {}
        Some(&First::Claimed(from, by, _)) => {
            all.push(r::NG7.to(from));
            if !end.ready[by] && end.options.ji_requires_jiao() {
                all.push(r::NG9.from_to(from, by));
            }
        }
        None if end.wins.iter().any(|won| won.from == Some(holder) && won.tiles.contains(&tile)) => {
            let winners = end.wins.iter().map(|won| won.seat).collect();
            all.push(r::NG8.to(holder));
            all.push(r::NG8.between(Seats::NONE.with(holder), winners));
        }
        None => {}
    }
}
