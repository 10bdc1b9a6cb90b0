//! Who may do what at a moment: the same questions that verify an event, asked of every action that the tiles allow.

use crate::log::{Declaration, KongKind};
use crate::rules::{Case, Due, Rules};
use crate::table::{Phase, Table};
use crate::tile::{Seat, Tile};

/// One thing a seat may do.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are those of the log's events")]
pub enum Possible {
    /// Win, on one of these tiles, for this value.
    Win { tile: Tile, value: i64 },
    /// Discard.
    Discard { tile: Tile },
    /// Chow with these two.
    Chow { tile: Tile, with: [Tile; 2] },
    /// Pung.
    Pung { tile: Tile },
    /// Kong, plain or with dice.
    Kong { tile: Tile, kind: KongKind, dice: bool },
    /// Declare something; a discard that the rules then allow goes with it.
    Declare { what: Declaration },
    /// Declare initial wins, by pattern id.
    Opening { kinds: Vec<&'static str> },
    /// Take the last tile.
    TakeLast,
    /// Decline the last tile.
    DeclineLast,
    /// Draw.
    Draw,
    /// Turn up the tiles of a dice kong.
    Reveal,
}

/// Everything that every seat may do now, by seat and then in a fixed order.
pub fn possible(rules: &dyn Rules, table: &Table) -> Vec<(Seat, Possible)> {
    let mut all = Vec::new();
    for seat in Seat::ALL {
        all.extend(of(rules, table, seat).into_iter().map(|can| (seat, can)));
    }
    all
}

fn of(rules: &dyn Rules, table: &Table, seat: Seat) -> Vec<Possible> {
    let mut all = Vec::new();
    let due = rules.due(table);
    let openings = rules.openings(table, seat);
    if !openings.is_empty() && rules.may_open(table, seat, &openings).is_ok() {
        all.push(Possible::Opening { kinds: openings.iter().map(|pattern| pattern.id).collect() });
    }
    if let Some(case) = Case::at(table, seat)
        && let Ok(won) = rules.judge(&case)
        && rules.may_win(table, &won).is_ok()
        && let Some(&tile) = won.tiles.first()
    {
        all.push(Possible::Win { tile, value: won.value });
    }
    match due {
        Due::Act(turn) if turn == seat => own_turn(rules, table, seat, &mut all),
        Due::Draw(next, _) if next == seat => all.push(Possible::Draw),
        Due::Reveal(next) if next == seat => all.push(Possible::Reveal),
        Due::AnswerLast(asked) if asked == seat => {
            if rules.may_take_last(table, seat).is_ok() {
                all.push(Possible::TakeLast);
            }
            all.push(Possible::DeclineLast);
        }
        _ => {}
    }
    if let Phase::Open { from, tiles, .. } = table.phase
        && from != seat
    {
        for tile in tiles.iter() {
            claims(rules, table, seat, tile, &mut all);
        }
    }
    all
}

fn own_turn(rules: &dyn Rules, table: &Table, seat: Seat, all: &mut Vec<Possible>) {
    let place = table.place(seat);
    for (tile, n) in place.hand.counts().iter() {
        let added = place.pung_of(tile).is_some();
        for kind in [KongKind::Concealed, KongKind::Added] {
            let fits = if kind == KongKind::Concealed { n >= 4 } else { added };
            for dice in [false, true] {
                let offered = fits && (!dice || rules.dice_kong_tiles(table) > 0);
                if offered && rules.may_kong(table, seat, tile, kind, dice).is_ok() {
                    all.push(Possible::Kong { tile, kind, dice });
                }
            }
        }
    }
    if rules.may_declare(table, seat, Declaration::Ready).is_ok() {
        let mut declared = table.clone();
        declared.declare(seat, Declaration::Ready);
        if place.hand.kinds().iter().any(|tile| rules.may_discard(&declared, seat, tile).is_ok()) {
            all.push(Possible::Declare { what: Declaration::Ready });
        }
    }
    let wild = table.wild.filter(|_| place.wilds > 0);
    for tile in place.hand.kinds().iter().chain(wild) {
        if rules.may_discard(table, seat, tile).is_ok() {
            all.push(Possible::Discard { tile });
        }
    }
}

fn claims(rules: &dyn Rules, table: &Table, seat: Seat, tile: Tile, all: &mut Vec<Possible>) {
    let held = table.held(seat, tile);
    if held >= 3 {
        for dice in [false, true] {
            let offered = !dice || rules.dice_kong_tiles(table) > 0;
            if offered && rules.may_kong(table, seat, tile, KongKind::Exposed, dice).is_ok() {
                all.push(Possible::Kong { tile, kind: KongKind::Exposed, dice });
            }
        }
    }
    if held >= 2 && rules.may_pung(table, seat, tile).is_ok() {
        all.push(Possible::Pung { tile });
    }
    if rules.may_chow(table, seat, tile).is_ok() {
        all.extend(chows(table, seat, tile).map(|with| Possible::Chow { tile, with }));
    }
}

/// The pairs of tiles in a hand that make a run with this one, from the lowest run on.
pub(super) fn chows(table: &Table, seat: Seat, tile: Tile) -> impl Iterator<Item = [Tile; 2]> + '_ {
    let first = tile.rank().saturating_sub(2).max(1);
    (first..=tile.rank()).filter_map(move |rank| {
        let lowest = Tile::of(tile.suit(), rank)?;
        let mut with = [lowest, lowest.up(1)?, lowest.up(2)?].into_iter().filter(|&other| other != tile);
        let with = [with.next()?, with.next()?];
        with.iter().all(|&other| table.held(seat, other) > 0).then_some(with)
    })
}
