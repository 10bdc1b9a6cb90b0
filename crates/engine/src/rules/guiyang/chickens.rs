//! 鸡: the tiles that are chickens, their value kept or discarded, charge and duty (X-JI, GY-1.6c, GY-1.6d).

use super::clauses as c;
use super::options::{BaoJi, Charge, FlipMode, JiPayers, JiScope, Options};
use super::scoring::{End, Payment};
use crate::table::{Lying, Source};
use caipan_tiles::ledger::{Cause, Ledger, Sum};
use caipan_tiles::text::Label;
use caipan_tiles::tile::{Counts, Meld, MeldKind, Seat, Suit, Tile};
use smallvec::{SmallVec, smallvec};

/// Chickens kept or in the river.
pub static JI: Cause = Cause { id: "ji", name: Label::new("鸡", "chickens") };
/// The charging chicken.
pub static CHARGE: Cause = Cause { id: "charge", name: Label::new("冲锋鸡", "charge") };
/// The responsible discarder's extra.
pub static DUTY: Cause = Cause { id: "duty", name: Label::new("责任鸡", "duty") };
/// The payment of a seat that is not ready for its discarded chickens.
pub static BAO: Cause =
    Cause { id: "bao-ji", name: Label::new("包鸡", "discarded chickens of a seat that is not ready") };

const YAO: Label = Label::new("幺鸡", "1 of bamboo");
const GOLD: Label = Label::new("金鸡", "golden chicken");
const WU_GU: Label = Label::new("乌骨鸡", "8 of dots");
const FLIPPED: Label = Label::new("翻牌鸡", "flipped chicken");
const WEEK: Label = Label::new("星期鸡", "chicken of the weekday");

/// 1条 and 8筒, the fixed chickens.
const FIXED: [(Suit, u8); 2] = [(Suit::Bamboo, 1), (Suit::Dots, 8)];

/// A kind that is a chicken at this table, with the value of each tile.
#[derive(Clone, Copy)]
struct Chicken {
    tile: Tile,
    kept: i64,
    river: i64,
    why: &'static Label,
}

/// The chickens of a table: usually two fixed ones, one flipped and those of the weekday.
type Chickens = SmallVec<[Chicken; 8]>;

/// The fate of the first discarded tile of a fixed chicken.
enum First {
    /// It is in the river of this seat, at this position in the order of discards.
    Charges(Seat, u16),
    /// It was claimed from the first seat by the second.
    Claimed(Seat, Seat, MeldKind),
}

/// Adds the payments of every chicken that counts.
pub fn settle(end: &End<'_>, ledger: &mut Ledger) {
    let firsts: SmallVec<[(Tile, i64, Option<First>); 2]> =
        fixed(end.options).map(|(tile, scale)| (tile, scale, first(end, tile))).collect();
    let chickens = chickens(end);
    for owner in Seat::ALL {
        let charging = |lying: &Lying| {
            firsts.iter().any(|(tile, _, first)| {
                lying.tile == *tile
                    && matches!(first, Some(First::Charges(seat, order)) if (*seat, *order) == (owner, lying.order))
            })
        };
        let plain: Counts = river(end, owner).filter(|lying| !charging(lying)).map(|lying| lying.tile).collect();
        let charges: SmallVec<[(Tile, i64); 2]> = firsts
            .iter()
            .filter(|(_, _, first)| matches!(first, Some(First::Charges(seat, _)) if *seat == owner))
            .map(|&(tile, scale, _)| (tile, charge(end, tile, scale)))
            .collect();
        if collects(end, owner) {
            owned(end, owner, &chickens, &plain, &charges, ledger);
        } else if end.options.bao_ji() != BaoJi::Off && end.options.ji_requires_jiao() && !end.ready[owner] {
            answered(end, owner, &chickens, &plain, &charges, ledger);
        }
    }
    for (tile, scale, first) in &firsts {
        if let Some(First::Claimed(from, by, kind)) = first {
            duty(end, *tile, *scale, (*from, *by), *kind, ledger);
        }
    }
}

/// True if the seat collects chickens.
fn collects(end: &End<'_>, seat: Seat) -> bool {
    (end.ready[seat] || !end.options.ji_requires_jiao()) && end.burned.chickens != Some(seat)
}

/// Adds the payments of the other seats for a seat's chickens. Charging ones are separate, because they have their own
/// clause.
fn owned(
    end: &End<'_>,
    owner: Seat,
    chickens: &[Chicken],
    river: &Counts,
    charges: &[(Tile, i64)],
    ledger: &mut Ledger,
) {
    let kept = kept(end, owner);
    let (mut sum, mut tiles) = (None, SmallVec::new());
    for &Chicken { tile, kept: each, river: each_lying, why } in chickens {
        let (held, lying) = (kept.of(tile), river.of(tile));
        let counted = held + if each_lying > 0 { lying } else { 0 };
        let points = i64::from(held) * each + i64::from(lying) * each_lying;
        if points > 0 {
            tiles.extend(std::iter::repeat_n(tile, usize::from(counted)));
            sum = Some(sum.map_or_else(|| Sum::of(points, why), |sum: Sum| sum.plus(points, why)));
        }
    }
    let has_step = |of: &Label| sum.as_ref().is_some_and(|sum| sum.steps().iter().any(|step| step.why == of));
    let clause = match () {
        () if has_step(&GOLD) => &c::X_JI_GOLD,
        // If nothing but the flip makes them chickens, its clause decides the amount.
        () if !has_step(&YAO) && !has_step(&WU_GU) && !has_step(&WEEK) => &c::X_JI_FLIP,
        () => &c::X_JI,
    };
    let owned = Payment { cause: &JI, clause, option: "ji_scope", tiles, at: None };
    for payer in owner.others() {
        if end.options.ji_payers() == JiPayers::NotReady && end.ready[payer] {
            continue;
        }
        if let Some(sum) = &sum {
            end.pay(ledger, payer, owner, sum.clone(), &owned);
        }
        for &(tile, points) in charges {
            let tiles = smallvec![tile];
            let charge = Payment { cause: &CHARGE, clause: &c::X_JI_CHARGE, option: "charge", tiles, at: None };
            end.pay(ledger, payer, owner, Sum::of(points, &CHARGE.name), &charge);
        }
    }
}

/// 包鸡: adds the payments of a seat that is not ready, to each seat that collects, for the fixed chickens it discarded
/// (X-JI-JIAO).
fn answered(
    end: &End<'_>,
    payer: Seat,
    chickens: &[Chicken],
    river: &Counts,
    charges: &[(Tile, i64)],
    ledger: &mut Ledger,
) {
    let mut parts: Vec<(Tile, i64, &'static Label)> =
        charges.iter().map(|&(tile, points)| (tile, points, &CHARGE.name)).collect();
    if end.options.bao_ji() == BaoJi::YaoJi {
        for (tile, _) in fixed(end.options) {
            let chicken = chickens.iter().find(|chicken| chicken.tile == tile);
            parts.extend(chicken.map(|chicken| (tile, i64::from(river.of(tile)) * chicken.river, chicken.why)));
        }
    }
    parts.retain(|&(_, points, _)| points > 0);
    let Some((&(_, first, why), rest)) = parts.split_first() else { return };
    let sum = rest.iter().fold(Sum::of(first, why), |sum, &(_, points, why)| sum.plus(points, why));
    let tiles = parts.iter().map(|&(tile, _, _)| tile).collect();
    let payment = Payment { cause: &BAO, clause: &c::X_JI_JIAO, option: "bao_ji", tiles, at: None };
    for owner in payer.others().into_iter().filter(|&owner| collects(end, owner)) {
        end.pay(ledger, payer, owner, sum.clone(), &payment);
    }
}

/// 责任鸡: the discarder of a claimed first chicken pays the claimer more (X-JI-DUTY).
fn duty(end: &End<'_>, tile: Tile, scale: i64, (from, by): (Seat, Seat), kind: MeldKind, ledger: &mut Ledger) {
    let options = end.options;
    if kind == MeldKind::KongExposed && !options.duty_on_kong() {
        return;
    }
    let gold = options.duty_scales_with_gold() && turned(end).any(|turned| turned == tile);
    let points = options.duty().0 * scale * if gold { end.gold() } else { 1 };
    let payment = |option| Payment { cause: &DUTY, clause: &c::X_JI_DUTY, option, tiles: smallvec![tile], at: None };
    if collects(end, by) {
        end.pay(ledger, from, by, Sum::of(points, &DUTY.name), &payment("duty"));
    } else if options.duty_reverse() && !end.ready[by] && collects(end, from) {
        end.pay(ledger, by, from, Sum::of(points, &DUTY.name), &payment("duty_reverse"));
    }
}

/// The fixed chickens with the scale of their prices: the 8 of dots always counts double.
fn fixed(options: &Options) -> impl Iterator<Item = (Tile, i64)> {
    let wu_gu = options.wu_gu_ji();
    FIXED
        .into_iter()
        .zip([1, 2])
        .filter(move |&(_, scale)| scale == 1 || wu_gu)
        .filter_map(|((suit, rank), scale)| Some((Tile::of(suit, rank)?, scale)))
}

/// The kinds that the flip makes chickens: the next rank, 1 after 9, and those that the house rules add.
fn turned(end: &End<'_>) -> impl Iterator<Item = Tile> {
    let options = end.options;
    end.table.flip.into_iter().flat_map(move |flip| {
        let (suit, rank) = (flip.suit(), flip.rank());
        let up = Tile::of(suit, rank % 9 + 1);
        let down = Tile::of(suit, (rank + 7) % 9 + 1).filter(|_| options.flip_mode() == FlipMode::UpDown);
        [up, down, Some(flip).filter(|_| options.ben_ji())].into_iter().flatten()
    })
}

/// The chicken kinds in tile order. A kind has one role: fixed before flipped before weekday.
fn chickens(end: &End<'_>) -> Chickens {
    let options = end.options;
    let mut all = Chickens::new();
    let mut add = |tile: Tile, kept: i64, plain: i64, why: &'static Label| {
        let river = match options.ji_scope() {
            JiScope::ManTang => kept,
            JiScope::ShouShang => plain,
            JiScope::Strict => 0,
        };
        if all.iter().all(|known| known.tile != tile) {
            all.push(Chicken { tile, kept, river, why });
        }
    };
    for (tile, scale) in fixed(options) {
        match (turned(end).any(|turned| turned == tile), scale) {
            (true, _) => add(tile, scale * end.gold(), scale, &GOLD),
            (false, 1) => add(tile, scale, scale, &YAO),
            (false, _) => add(tile, scale, scale, &WU_GU),
        }
    }
    turned(end).for_each(|tile| add(tile, 1, 0, &FLIPPED));
    if let Some(rank) = end.table.weekday.filter(|_| options.week_ji()) {
        Tile::played().filter(|tile| tile.rank() == rank).for_each(|tile| add(tile, 1, 0, &WEEK));
    }
    all.sort_by_key(|chicken| chicken.tile);
    all
}

/// The value of the charging tile (X-JI-CHARGE). Gold applies in the river with 满堂鸡 only.
fn charge(end: &End<'_>, tile: Tile, scale: i64) -> i64 {
    let (plain, gold) = match end.options.charge() {
        Charge::TwoFour => (2, 4),
        Charge::ThreeSix => (3, 6),
    };
    scale
        * match end.options.ji_scope() {
            JiScope::ManTang if !end.gold_forgotten && turned(end).any(|turned| turned == tile) => gold,
            JiScope::ManTang | JiScope::ShouShang => plain,
            JiScope::Strict => 0,
        }
}

/// Hand and melds of a seat, with the tile that a winner took.
fn kept(end: &End<'_>, seat: Seat) -> Counts {
    let place = end.table.place(seat);
    let mut kept = place.hand.counts();
    place.melds.iter().flat_map(Meld::tiles).for_each(|tile| kept.add(tile));
    let taken = end.wins.iter().filter(|won| won.seat == seat && !won.source.is_own());
    taken.flat_map(|won| &won.tiles).for_each(|&tile| kept.add(tile));
    kept
}

/// The tiles in a seat's river that were neither claimed nor won on.
fn river<'e>(end: &End<'e>, seat: Seat) -> impl Iterator<Item = &'e Lying> {
    let won_on = end.wins.iter().any(|won| won.source == Source::Discard && won.from == Some(seat));
    let river = &end.table.place(seat).river;
    river.iter().take(river.len().saturating_sub(usize::from(won_on))).filter(|lying| !lying.gone)
}

/// The first discard of a kind at the table. If somebody won on it, it is neither charge nor duty.
fn first(end: &End<'_>, tile: Tile) -> Option<First> {
    let rivers =
        Seat::ALL.into_iter().flat_map(|seat| end.table.place(seat).river.iter().map(move |lying| (seat, lying)));
    let (from, lying) = rivers.filter(|(_, lying)| lying.tile == tile).min_by_key(|(_, lying)| lying.order)?;
    if !lying.gone {
        let still = river(end, from).any(|other| other.order == lying.order);
        return still.then_some(First::Charges(from, lying.order));
    }
    let claimed = |meld: &&Meld| meld.tile == tile && meld.from == Some(from);
    from.others().into_iter().find_map(|by| {
        let meld = end.table.place(by).melds.iter().find(claimed)?;
        Some(First::Claimed(from, by, meld.kind))
    })
}
