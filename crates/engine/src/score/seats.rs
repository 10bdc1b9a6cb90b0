//! Table setup for a settlement: hands, melds, rivers and declarations of all seats.

use super::error::{ScoreError, bad, refused};
use super::request::{MeldGiven, ScoreRequest, meld_of, source};
use crate::rules::Rules;
use crate::table::{Exchanged, Konged, Lying, Source, Table};
use caipan_log::{Declaration, KongKind};
use caipan_tiles::bilingual;
use caipan_tiles::tile::{Meld, MeldKind, Melds, Seat, Seats, Tile, Tiles};
use schemars::JsonSchema;
use serde::Deserialize;

/// One seat at the end of the hand. A winner's tiles belong under `wins`; its other data belongs here.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SeatGiven {
    /// The seat.
    pub seat: Seat,
    /// The concealed tiles; leave them out for a winner.
    #[serde(default)]
    pub hand: Tiles,
    /// The melds in order; leave them out for a winner.
    #[serde(default)]
    pub melds: Vec<MeldGiven>,
    /// The discards left in the river, in order, without the winning tile.
    #[serde(default)]
    pub river: Tiles,
    /// True if the seat declared ready (报听).
    #[serde(default)]
    pub declared: bool,
    /// True if its dealt tiles were ready without a change (硬报).
    #[serde(default)]
    pub declared_as_dealt: bool,
    /// True if the seat was ready at some time in the hand.
    #[serde(default)]
    pub was_ready: bool,
    /// The kinds konged later than the fourth tile came (憨包豆).
    #[serde(default)]
    pub late_kongs: Tiles,
}

/// The seat that discarded the first of a kind.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FirstGiven {
    /// The seat.
    pub seat: Seat,
    /// The kind.
    pub tile: Tile,
}

/// The order of claimed discards: after the named first discards, before the tiles left in the rivers.
const CLAIMED: u16 = 1;
const LYING: u16 = 2;

/// Sets up the table with everything that the request names.
pub(super) fn lay_out(table: &mut Table, rules: &dyn Rules, request: &ScoreRequest) -> Result<(), ScoreError> {
    table.flip = request.flip;
    table.weekday = request.weekday;
    // The hands are those after the exchange.
    let exchanged = |seat| Exchanged { seat, gave: Vec::new(), took: Vec::new(), from: None };
    table.exchanged = table.seats.iter().map(exchanged).collect();
    for (at, given) in request.seats.iter().enumerate() {
        let winner = request.wins.iter().any(|win| win.seat == given.seat);
        if winner && !(given.hand.0.is_empty() && given.melds.is_empty()) {
            let text = bilingual!(
                "胡家的手牌和吃碰杠写在 wins 里，这里只写打过的牌等。",
                "a winner's tiles belong to `wins`; give only discards and declarations here"
            );
            return Err(bad(format!("/seats/{at}/hand"), text));
        }
        let melds = melds(&given.melds, given.seat, table.seats, &format!("/seats/{at}/melds"))?;
        may_lie(rules, table, given.seat, &melds, &format!("/seats/{at}/melds"))?;
        sit(table, given.seat, &given.hand, melds);
        let dealer = table.dealer;
        let (seats, place) = (table.seats, &mut table.places[given.seat]);
        place.declared = given.declared.then_some(Declaration::Ready);
        // The declaration belongs to an earlier turn.
        place.turns = given.declared.into();
        place.was_ready = given.was_ready;
        place.late_kongs = given.late_kongs.0.clone();
        place.kept_fourth = given.late_kongs.0.clone();
        for (turn, &tile) in given.river.0.iter().enumerate() {
            let order = LYING.saturating_add((seats.len() * turn + seats.distance(dealer, given.seat)) as u16);
            place.river.push(Lying { order, ..lying(tile) });
        }
    }
    for (at, win) in request.wins.iter().enumerate() {
        let melds = melds(&win.melds, win.seat, table.seats, &format!("/wins/{at}/melds"))?;
        may_lie(rules, table, win.seat, &melds, &format!("/wins/{at}/melds"))?;
        sit(table, win.seat, &win.hand, melds);
        let source = source(win, at)?;
        // The tiles of a dice kong lie open.
        if let (true, Some(&tile)) = (source.is_own() && source != Source::DiceKong, win.tile.0.first()) {
            table.give(win.seat, tile);
        }
    }
    table.claims = table.seats.iter().map(|seat| table.place(seat).melds.len() as u16).sum();
    request.hunyou.iter().for_each(|&seat| table.declare(seat, Declaration::Hunyou));
    claimed(table);
    burnt(table, rules, request)?;
    for first in &request.first_discards {
        let river = &mut table.places[first.seat].river;
        if let Some(lying) = river.iter_mut().filter(|lying| lying.tile == first.tile).min_by_key(|lying| lying.order) {
            lying.order = 0;
        }
    }
    let first = request.wins.first().map(|win| source(win, 0).map(|source| (win, source))).transpose()?;
    if let Some((win, Source::Discard)) = first
        && let Some(from) = win.from
    {
        let river = win.tile.0.iter().map(|&tile| Lying { order: u16::MAX, after_kong: win.after_kong, ..lying(tile) });
        table.places[from].river.extend(river);
    }
    as_dealt(table, request);
    after_the_first_round(table, request);
    // A seat that declared 天听 and wins has discarded what it drew.
    for &seat in &request.sky_declared {
        table.places[seat].river.iter_mut().for_each(|lying| lying.drawn = true);
    }
    Ok(())
}

/// Sets up the rivers for a given number of burns of the dealer.
fn burnt(table: &mut Table, rules: &dyn Rules, request: &ScoreRequest) -> Result<(), ScoreError> {
    let Some(times) = request.burnt else { return Ok(()) };
    let (Some(tile), true) = (table.deck.kinds().iter().next(), rules.prices_first_discards()) else {
        let text = bilingual!("本规则没有烧庄；请删去 burnt。", "these rules do not burn the dealer; remove `burnt`");
        return Err(bad("/burnt".to_owned(), text));
    };
    for seat in table.seats.iter() {
        table.places[seat].river = std::iter::repeat_n(lying(tile), times.into()).collect();
    }
    Ok(())
}

/// Moves every discard behind the first round, in the same order, if the request says that a chicken came later.
fn after_the_first_round(table: &mut Table, request: &ScoreRequest) {
    if request.first_round == Some(false) {
        for seat in table.seats.iter() {
            table.places[seat].river.iter_mut().for_each(|lying| {
                lying.order = lying.order.saturating_add(Lying::AFTER_FIRST_ROUND);
            });
        }
    }
}

/// 硬报: marks the seat's first discard as the tile just drawn, even if it was claimed since.
fn as_dealt(table: &mut Table, request: &ScoreRequest) {
    for given in request.seats.iter().filter(|given| given.declared_as_dealt) {
        if let Some(first) = table.places[given.seat].river.first_mut() {
            first.drawn = true;
        }
    }
}

pub(super) fn melds(given: &[MeldGiven], seat: Seat, seats: Seats, pointer: &str) -> Result<Melds, ScoreError> {
    given.iter().enumerate().map(|(at, given)| meld_of(given, seat, seats, &format!("{pointer}/{at}"))).collect()
}

/// Refuses a meld of tiles that the rules keep out of melds.
pub(super) fn may_lie(
    rules: &dyn Rules,
    table: &Table,
    seat: Seat,
    melds: &[Meld],
    pointer: &str,
) -> Result<(), ScoreError> {
    for (at, meld) in melds.iter().enumerate() {
        let tiles: Vec<Tile> = meld.tiles().collect();
        rules.may_lay(table, seat, &tiles).map_err(|no| refused("bad-request", format!("{pointer}/{at}"), &no))?;
    }
    Ok(())
}

fn sit(table: &mut Table, seat: Seat, hand: &Tiles, melds: Melds) {
    if hand.0.is_empty() && melds.is_empty() {
        return;
    }
    for meld in &melds {
        let kind = match meld.kind {
            MeldKind::KongConcealed => KongKind::Concealed,
            MeldKind::KongExposed => KongKind::Exposed,
            MeldKind::KongAdded => KongKind::Added,
            MeldKind::Chow | MeldKind::Pung => continue,
        };
        let among = table.playing();
        table.kongs.push(Konged { seat, tile: meld.tile, kind, dice: None, from: meld.from, among, at: None });
    }
    table.deal(seat, hand.0.iter().copied().collect());
    table.places[seat].melds = melds;
}

/// Adds the tiles of claimed melds to the rivers that they came from.
fn claimed(table: &mut Table) {
    for seat in table.seats.iter() {
        for meld in table.place(seat).melds.clone() {
            if let (Some(from), true) = (meld.from, meld.kind != MeldKind::Chow) {
                table.places[from].river.push(Lying { order: CLAIMED, gone: true, ..lying(meld.tile) });
            }
        }
    }
}

const fn lying(tile: Tile) -> Lying {
    Lying { tile, gone: false, turned: false, order: 0, drawn: false, after_kong: false, claims: 0 }
}
