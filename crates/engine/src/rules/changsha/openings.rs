//! 起手胡: the initial wins of the dealt hand. Rule book 2.3.

use super::opening_kinds::{Dealt, KINDS, Kind, held as held_in, is_only_five};
use super::options::{DealerTiles, LeftOut, Options, Quads, SingleFive, Stacking};
use super::{clauses as c, patterns as p};
use crate::rules::{Ground, Pattern, Refusal, Verdict};
use crate::table::{Drawn, Opened, Phase, Table};
use caipan_tiles::bilingual;
use caipan_tiles::tile::{Counts, Seat, Tile, Tiles};

/// The initial wins that the seat's dealt tiles hold, in the order of the document.
pub fn held(options: &Options, table: &Table, seat: Seat) -> Vec<&'static Pattern> {
    let tiles = dealt(options.dealer_initial_tiles(), table, seat);
    let dealt = Dealt { tiles, quads: options.liuliushun_quads() };
    held_in(options, &dealt).into_iter().map(|(pattern, _)| pattern).collect()
}

/// The initial wins that a declaration is paid for: each kind once, each instance, or only one, by the house rules
/// (AMB-12). They are judged on the hand as declared, not on the current one.
pub fn paid(options: &Options, opened: &Opened) -> Vec<&'static Pattern> {
    let tiles = looked_at(options.dealer_initial_tiles(), opened.hand, opened.fourteenth);
    let quads = quads_for(options, opened.kinds.contains(&p::FOUR_JOYS.id));
    let found = held_in(options, &Dealt { tiles, quads });
    let instances = |pattern: &Pattern| found.iter().find(|(held, _)| held.id == pattern.id).map_or(1, |&(_, n)| n);
    let mut paid = Vec::with_capacity(opened.kinds.len());
    for pattern in KINDS.iter().map(|kind| kind.pattern).filter(|pattern| opened.kinds.contains(&pattern.id)) {
        let per_instance = options.initial_hu_stacking() == Stacking::PerInstance;
        paid.extend(std::iter::repeat_n(pattern, if per_instance { instances(pattern) } else { 1 }));
    }
    if options.initial_hu_stacking() == Stacking::Single {
        paid.truncate(1);
    }
    paid
}

/// True if the dealt tiles hold a declared kind more often than the house pays it.
pub fn is_held_again(options: &Options, opened: &Opened) -> bool {
    let tiles = looked_at(options.dealer_initial_tiles(), opened.hand, opened.fourteenth);
    let quads = quads_for(options, opened.kinds.contains(&p::FOUR_JOYS.id));
    let again = |&(held, times): &(&Pattern, usize)| times > 1 && opened.kinds.contains(&held.id);
    options.initial_hu_stacking() == Stacking::PerType && held_in(options, &Dealt { tiles, quads }).iter().any(again)
}

/// Checks a declaration: once per seat, before the dealer's first discard.
pub fn may_open(options: &Options, table: &Table, seat: Seat, kinds: &[&'static Pattern]) -> Verdict {
    if !table.is_untouched() {
        return Err(Refusal::new(Ground::Time, &c::B_6_1, || {
            bilingual!(
                "报起手胡报晚了：只能在庄家打第一张之前报。",
                "declared an initial win after the dealer's first discard"
            )
        }));
    }
    if table.openings.iter().any(|opened| opened.seat == seat) {
        return Err(Refusal::new(Ground::Limit, &c::B_6_1, || {
            bilingual!(
                "又报了一次起手胡：一局只能报一次。",
                "declared initial wins twice: they are declared once per hand"
            )
        }));
    }
    if kinds.is_empty() {
        return Err(Refusal::new(Ground::Shape, &c::B_6_1, || {
            bilingual!("报了起手胡，却没写是哪一种。", "declared an initial win without naming it")
        }));
    }
    kinds.iter().try_for_each(|kind| is_played(options, kind))?;
    if !table.place(seat).is_known() {
        return Ok(());
    }
    let tiles = dealt(options.dealer_initial_tiles(), table, seat);
    let quads = quads_for(options, kinds.iter().any(|kind| kind.id == p::FOUR_JOYS.id));
    let held = held_in(options, &Dealt { tiles, quads });
    let Some(missing) = kinds.iter().find(|kind| !held.iter().any(|(pattern, _)| pattern.id == kind.id)) else {
        return named_too_often(options, kinds, &held);
    };
    let name = missing.name;
    let (zh, en) = (name.zh, name.en);
    let words = move || {
        let hand = tiles.tiles().collect::<Tiles>();
        bilingual!("乱报{zh}：起手牌是 {hand}。", "declared {en}, but {hand} is not one")
    };
    if missing.id == p::SUIT_MISSING.id && options.missing_suit() != LeftOut::None {
        return Err(Refusal::by_option(Ground::Shape, &c::MISSING_SUIT, "missing_suit", words));
    }
    Err(match deciding_option(options, table, seat, missing) {
        Some(option) => Refusal::by_option(Ground::Shape, missing.clause, option, words),
        None => Refusal::new(Ground::Shape, missing.clause, words),
    })
}

/// Checks that the house plays this kind (MC-switch).
fn is_played(options: &Options, pattern: &Pattern) -> Verdict {
    let (zh, en) = (pattern.name.zh, pattern.name.en);
    match Kind::of(pattern) {
        Some(kind) if (kind.played)(options) => Ok(()),
        Some(kind) => Err(Refusal::by_option(Ground::Shape, &c::SWITCH, kind.option, move || {
            bilingual!("报了{zh}，本房不打这一种起手胡。", "declared {en}, which is not played in this house")
        })),
        None => Err(Refusal::new(Ground::Shape, pattern.clause, move || {
            bilingual!("报了{zh}，它不是起手胡。", "declared {en}, which is not an initial win of the dealt hand")
        })),
    }
}

/// Checks that each kind is named once, or once per instance if the house rules pay per instance.
fn named_too_often(options: &Options, kinds: &[&'static Pattern], held: &[(&'static Pattern, usize)]) -> Verdict {
    let per_instance = options.initial_hu_stacking() == Stacking::PerInstance;
    let named = |id: &str| kinds.iter().filter(|kind| kind.id == id).count();
    let too_often = |&&(pattern, times): &&(&Pattern, usize)| named(pattern.id) > if per_instance { times } else { 1 };
    let Some((pattern, _)) = held.iter().find(too_often) else { return Ok(()) };
    let (zh, en) = (pattern.name.zh, pattern.name.en);
    Err(Refusal::by_option(Ground::Limit, &c::B_8_5, "initial_hu_stacking", move || {
        bilingual!("把{zh}报多了：同一种只算一次。", "declared {en} more often than it counts")
    }))
}

/// The option of which another value would find the pattern in the dealt tiles.
fn deciding_option(options: &Options, table: &Table, seat: Seat, kind: &Pattern) -> Option<&'static str> {
    let found = |quads, rule| {
        let dealt = Dealt { tiles: dealt(rule, table, seat), quads };
        held_in(options, &dealt).iter().any(|(pattern, _)| pattern.id == kind.id)
    };
    let (quads, tiles) = (options.liuliushun_quads(), options.dealer_initial_tiles());
    let other = match tiles {
        DealerTiles::Fourteen => DealerTiles::Thirteen,
        DealerTiles::Thirteen => DealerTiles::Fourteen,
    };
    if found(quads, other) {
        return Some("dealer_initial_tiles");
    }
    if found(Quads::Count, tiles) {
        return Some("liuliushun_quads");
    }
    let only_five = kind.id == p::YIZHIHUA.id
        && options.yizhihua_rule() == SingleFive::InSuit
        && is_only_five(&Dealt { tiles: dealt(tiles, table, seat), quads });
    only_five.then_some("yizhihua_rule")
}

/// The dealt tiles that count under these options.
fn dealt(tile_rule: DealerTiles, table: &Table, seat: Seat) -> Counts {
    let fourteenth = match table.phase {
        Phase::Turn { seat: turn, drawn: Drawn::Dealt(tile) } if turn == seat => tile,
        _ => None,
    };
    looked_at(tile_rule, table.place(seat).hand.counts(), fourteenth)
}

/// Leaves out the dealer's fourteenth tile if it does not count (AMB-14).
pub fn looked_at(tile_rule: DealerTiles, mut tiles: Counts, fourteenth: Option<Tile>) -> Counts {
    if let (DealerTiles::Thirteen, Some(tile)) = (tile_rule, fourteenth) {
        tiles.take(tile);
    }
    tiles
}

/// The rule for four alike: if not declared as four joys, they may still count as a triplet (AMB-12).
fn quads_for(options: &Options, joys: bool) -> Quads {
    match options.liuliushun_quads() {
        Quads::NotWithJoys if !joys => Quads::Count,
        as_declared => as_declared,
    }
}
