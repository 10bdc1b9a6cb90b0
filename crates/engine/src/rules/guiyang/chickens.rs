//! 鸡: the tiles that are chickens, their value kept or discarded, charge and duty (X-JI, GY-1.6c, GY-1.6d).

mod unpaid;

use super::clauses as c;
use super::options::{BaoJi, Charge, FlipMode, JiPayers, JiScope, Options, RollJi, StandingJi};
use super::scoring::{End, Payment};
use crate::table::{Lying, Source};
use caipan_tiles::clause::Clause;
use caipan_tiles::ledger::{Cause, Ledger, Role, Sum};
use caipan_tiles::text::Label;
use caipan_tiles::tile::{Counts, Meld, MeldKind, Seat, Suit, Tile};
use smallvec::{SmallVec, smallvec};

/// Chickens kept or in the river.
pub static JI: Cause = Cause::new("ji", "鸡", "chickens").in_role(Role::Kinds);
/// The charging chicken.
pub static CHARGE: Cause = Cause::new("charge", "冲锋鸡", "charge");
/// The responsible discarder's extra.
pub static DUTY: Cause = Cause::new("duty", "责任鸡", "duty");
/// The payment of a seat that is not ready for its discarded chickens.
pub static BAO: Cause = Cause::new("bao-ji", "包鸡", "discarded chickens of a seat that is not ready");

const YAO: Label = Label::new("幺鸡", "1 of bamboo");
const GOLD: Label = Label::new("金鸡", "golden chicken");
const WU_GU: Label = Label::new("乌骨鸡", "8 of dots");
const FLIPPED: Label = Label::new("翻牌鸡", "flipped chicken");
const SILVER: Label = Label::new("银鸡", "silver chicken");
const SEVEN: Label = Label::new("七鸡", "seven");
const RANKED: Label = Label::new("数字鸡", "flipped chicken by its rank");
const STANDING: Label = Label::new("站鸡", "kept in the hand");
const DOUBLED: Label = Label::new("翻倍鸡", "1 of bamboo doubled");
const ROLLED: Label = Label::new("滚筒鸡", "chicken opened during play");
const FIRST: Label = Label::new("首圈鸡", "first go-around");
const WEEK: Label = Label::new("星期鸡", "chicken of the weekday");

/// 1条 and 8筒, the fixed chickens.
const FIXED: [(Suit, u8); 2] = [(Suit::Bamboo, 1), (Suit::Dots, 8)];

/// A kind that is a chicken at this table, with the value of each tile.
#[derive(Clone, Copy)]
struct Chicken {
    tile: Tile,
    kept: i64,
    river: i64,
    /// The extra of a tile in the concealed hand (站鸡).
    standing: i64,
    /// The factor of all of these.
    times: i64,
    why: &'static Label,
}

/// The chickens of a table: usually two fixed ones, one flipped and those of the weekday.
type Chickens = SmallVec<[Chicken; 8]>;

/// The tiles of a seat: those in the concealed hand, the winning tile and concealed kongs included, and all it kept.
struct SeatTiles {
    standing: Counts,
    all: Counts,
}

/// The clause and the option of a payment for chickens, by a step of its sum; the first that it has decides.
static CITED: [(&Label, &Clause, &str); 8] = [
    (&DOUBLED, &c::DOUBLE_JI, "double_ji"),
    (&STANDING, &c::STANDING, "standing_ji"),
    (&GOLD, &c::X_JI_GOLD, "ji_scope"),
    (&SILVER, &c::SILVER, "silver_ji"),
    (&RANKED, &c::RANK_JI, "flip_rank_value"),
    (&SEVEN, &c::SEVEN, "seven_ji"),
    (&ROLLED, &c::ROLL, "roll_ji"),
    (&YAO, &c::X_JI, "ji_scope"),
];

/// A charging chicken with its value.
struct Charging {
    tile: Tile,
    points: i64,
    times: i64,
    /// True if the house prices the first go-around (首圈鸡).
    first_round: bool,
}

/// The fate of the first discarded tile of a fixed chicken.
enum First {
    /// It is in the river of this seat, at this position in the order of discards.
    Charges(Seat, u16),
    /// It was claimed from the first seat by the second.
    Claimed(Seat, Seat, MeldKind),
}

/// The fixed chickens, each with its scale and the fate of its first discard.
type Firsts = SmallVec<[(Tile, i64, Option<First>); 2]>;

/// Adds the payments of every chicken that counts.
pub fn settle(end: &End<'_>, ledger: &mut Ledger) {
    let firsts: Firsts = fixed(end.options).map(|(tile, scale)| (tile, scale, first(end, tile))).collect();
    ledger.nothing(|| unpaid::reasons(end, &firsts));
    let chickens = chickens(end);
    for owner in end.table.seats.iter() {
        let charging = |lying: &Lying| {
            firsts.iter().any(|(tile, _, first)| {
                lying.tile == *tile
                    && matches!(first, Some(First::Charges(seat, order)) if (*seat, *order) == (owner, lying.order))
            })
        };
        let plain: Counts = river(end, owner).filter(|lying| !charging(lying)).map(|lying| lying.tile).collect();
        let charges: SmallVec<[Charging; 2]> = firsts
            .iter()
            .filter_map(|&(tile, scale, ref first)| match *first {
                Some(First::Charges(seat, order)) if seat == owner => Some(charge(end, tile, scale, order)),
                _ => None,
            })
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
fn owned(end: &End<'_>, owner: Seat, chickens: &[Chicken], river: &Counts, charges: &[Charging], ledger: &mut Ledger) {
    let kept = kept(end, owner);
    let (mut sum, mut tiles) = (None, SmallVec::new());
    let mut add = |points: i64, why: &'static Label| {
        if points > 0 {
            sum = Some(sum.take().map_or_else(|| Sum::of(points, why), |sum: Sum| sum.plus(points, why)));
        }
    };
    for &Chicken { tile, kept: each, river: each_lying, standing, times, why } in chickens {
        let (held, lying) = (kept.all.of(tile), river.of(tile));
        let counted = held + if each_lying > 0 { lying } else { 0 };
        let points = i64::from(held) * each + i64::from(lying) * each_lying;
        let more = i64::from(kept.standing.of(tile)) * standing;
        if points > 0 {
            tiles.extend(std::iter::repeat_n(tile, usize::from(counted)));
            add(points, why);
            add(more, &STANDING);
            add((points + more) * (times - 1), &DOUBLED);
        }
    }
    let has_step = |of: &Label| sum.as_ref().is_some_and(|sum| sum.steps().iter().any(|step| step.why == of));
    let cited = CITED.iter().find(|(step, ..)| has_step(step)).map(|&(_, clause, option)| (clause, option));
    let plain = if has_step(&WU_GU) || has_step(&WEEK) { &c::X_JI } else { &c::X_JI_FLIP };
    // Where only a flipped chicken counts, its clause decides the amount.
    let (clause, option) = cited.unwrap_or((plain, "ji_scope"));
    let owned = Payment { cause: &JI, clause, option, tiles, at: None };
    for payer in end.table.seats.others(owner) {
        if end.options.ji_payers() == JiPayers::NotReady && end.ready[payer] {
            continue;
        }
        if let Some(sum) = &sum {
            end.pay(ledger, payer, owner, sum.clone(), &owned);
        }
        for &Charging { tile, points, times, first_round } in charges {
            let (clause, option) = match (times > 1, first_round) {
                (true, _) => (&c::DOUBLE_JI, "double_ji"),
                (false, true) => (&c::FIRST_ROUND, "first_round_ji"),
                (false, false) => (&c::X_JI_CHARGE, "charge"),
            };
            let charge = Payment { cause: &CHARGE, clause, option, tiles: smallvec![tile], at: None };
            let why = if first_round { &FIRST } else { &CHARGE.name };
            end.pay(ledger, payer, owner, Sum::of(points, why).times(times, &DOUBLED), &charge);
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
    charges: &[Charging],
    ledger: &mut Ledger,
) {
    let mut parts: Vec<(Tile, i64, &'static Label)> =
        charges.iter().map(|one| (one.tile, one.points * one.times, &CHARGE.name)).collect();
    if end.options.bao_ji() == BaoJi::YaoJi {
        for (tile, _) in fixed(end.options) {
            let chicken = chickens.iter().find(|chicken| chicken.tile == tile);
            let points = |chicken: &Chicken| i64::from(river.of(tile)) * chicken.river * chicken.times;
            parts.extend(chicken.map(|chicken| (tile, points(chicken), chicken.why)));
        }
    }
    parts.retain(|&(_, points, _)| points > 0);
    let Some((&(_, first, why), rest)) = parts.split_first() else { return };
    let sum = rest.iter().fold(Sum::of(first, why), |sum, &(_, points, why)| sum.plus(points, why));
    let tiles = parts.iter().map(|&(tile, _, _)| tile).collect();
    let payment = Payment { cause: &BAO, clause: &c::X_JI_JIAO, option: "bao_ji", tiles, at: None };
    for owner in end.table.seats.others(payer).filter(|&owner| collects(end, owner)) {
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
    end.table.flip.into_iter().flat_map(move |flip| named(options, flip).chain(Some(flip).filter(|_| options.ben_ji())))
}

/// The kinds that a turned tile makes chickens: its neighbours, or itself if it is a red dragon (MG-hongzhong).
fn named(options: &Options, turned: Tile) -> impl Iterator<Item = Tile> {
    let (suit, rank) = (turned.suit(), turned.rank());
    let numbered = turned.is_numbered();
    let up = if numbered { Tile::of(suit, rank % 9 + 1) } else { Some(turned) };
    let down = Tile::of(suit, (rank + 7) % 9 + 1).filter(|_| numbered && options.flip_mode() == FlipMode::UpDown);
    [up, down].into_iter().flatten()
}

/// The tiles opened during play that count (MG-roll).
fn rolled<'e>(end: &End<'e>) -> &'e [Tile] {
    let rolls = end.table.rolls.as_slice();
    match end.options.roll_ji() {
        RollJi::Off => &[],
        RollJi::Last => rolls.last_chunk::<1>().map_or(&[], |last| last.as_slice()),
        RollJi::KeepAll => rolls,
    }
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
        if all.iter().all(|known: &Chicken| known.tile != tile) {
            all.push(Chicken { tile, kept, river, standing: 0, times: 1, why });
        }
    };
    for (tile, scale) in fixed(options) {
        match (turned(end).any(|turned| turned == tile), scale) {
            (true, _) => add(tile, scale * end.gold(), scale, &GOLD),
            (false, 1) => add(tile, scale, scale, &YAO),
            (false, _) => add(tile, scale, scale, &WU_GU),
        }
    }
    // Discarded, a seven keeps its plain value even if it is flipped.
    if options.seven_ji() {
        for tile in Suit::NUMBERED.into_iter().filter_map(|suit| Tile::of(suit, 7)) {
            let flipped = turned(end).find(|&turned| turned == tile).map(|tile| flipped(options, tile));
            add(tile, flipped.map_or(1, |(fan, _)| fan), 1, &SEVEN);
        }
    }
    turned(end).for_each(|tile| {
        let (fan, why) = flipped(options, tile);
        add(tile, fan, 0, why);
    });
    for tile in rolled(end).iter().flat_map(|&rolled| named(options, rolled)) {
        add(tile, 1, 0, &ROLLED);
    }
    if let Some(rank) = end.table.weekday.filter(|_| options.week_ji()) {
        Tile::played().filter(|tile| tile.is_numbered() && tile.rank() == rank).for_each(|tile| add(tile, 1, 0, &WEEK));
    }
    for chicken in &mut all {
        let scale = fixed(options).find(|&(tile, _)| tile == chicken.tile).map(|(_, scale)| scale);
        if scale.is_some() {
            chicken.standing = standing(options, chicken.kept);
        }
        if scale == Some(1) && options.double_ji() {
            chicken.times = 2;
        }
    }
    all.sort_by_key(|chicken| chicken.tile);
    all
}

/// The value of a flipped chicken that is not fixed, and its name.
fn flipped(options: &Options, tile: Tile) -> (i64, &'static Label) {
    let silver = match (tile.suit(), tile.rank()) {
        (Suit::Characters | Suit::Dots, 1) => options.silver_ji().0,
        _ => 0,
    };
    match () {
        () if silver > 0 => (silver, &SILVER),
        () if tile.is_numbered() && options.flip_rank_value() => (tile.rank().into(), &RANKED),
        () => (1, &FLIPPED),
    }
}

/// The extra of a fixed chicken of this value in the concealed hand (MG-standing).
fn standing(options: &Options, value: i64) -> i64 {
    match options.standing_ji() {
        StandingJi::Off => 0,
        StandingJi::Double => value,
        StandingJi::PlusOne => 1,
    }
}

/// The value of the charging tile (X-JI-CHARGE, MG-first-round): of two in one river the earlier one. Gold applies in the river with 满堂鸡 only.
fn charge(end: &End<'_>, tile: Tile, scale: i64, order: u16) -> Charging {
    let options = end.options;
    let own = if scale == 1 { options.first_round_ji().0 } else { 0 };
    let first_round = own > 0 && is_in_first_round(end, order);
    let (plain, gold) = match options.charge() {
        _ if first_round => (own, 2 * own),
        Charge::TwoFour => (2, 4),
        Charge::ThreeSix => (3, 6),
    };
    let points = scale
        * match options.ji_scope() {
            JiScope::ManTang if !end.gold_forgotten && turned(end).any(|turned| turned == tile) => gold,
            JiScope::ManTang | JiScope::ShouShang => plain,
            JiScope::Strict => 0,
        };
    let times = if scale == 1 && options.double_ji() { 2 } else { 1 };
    Charging { tile, points, times, first_round }
}

/// True if a seat had not discarded yet before this place in the order of discards.
fn is_in_first_round(end: &End<'_>, order: u16) -> bool {
    if order >= Lying::AFTER_FIRST_ROUND {
        return false;
    }
    let had = |seat: Seat| end.table.place(seat).river.iter().any(|lying| lying.order < order);
    !end.table.seats.iter().all(had)
}

/// The tiles that a seat kept, with the tile that a winner took.
fn kept(end: &End<'_>, seat: Seat) -> SeatTiles {
    let place = end.table.place(seat);
    let mut standing = place.hand.counts();
    let taken = end.wins.iter().filter(|won| won.seat == seat && !won.source.is_own());
    taken.flat_map(|won| &won.tiles).for_each(|&tile| standing.add(tile));
    let mut all = standing;
    place.melds.iter().flat_map(Meld::tiles).for_each(|tile| all.add(tile));
    let concealed = place.melds.iter().filter(|meld| meld.kind == MeldKind::KongConcealed);
    concealed.flat_map(Meld::tiles).for_each(|tile| standing.add(tile));
    SeatTiles { standing, all }
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
        end.table.seats.iter().flat_map(|seat| end.table.place(seat).river.iter().map(move |lying| (seat, lying)));
    let (from, lying) = rivers.filter(|(_, lying)| lying.tile == tile).min_by_key(|(_, lying)| lying.order)?;
    if !lying.gone {
        let still = river(end, from).any(|other| other.order == lying.order);
        return still.then_some(First::Charges(from, lying.order));
    }
    let claimed = |meld: &&Meld| meld.tile == tile && meld.from == Some(from);
    end.table.seats.others(from).find_map(|by| {
        let meld = end.table.place(by).melds.iter().find(claimed)?;
        Some(First::Claimed(from, by, meld.kind))
    })
}
