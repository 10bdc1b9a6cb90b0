//! 起手胡: the initial wins of the dealt hand. Rule book 2.3.

use super::options::{DealerTiles, Options, Quads, Stacking};
use super::{clauses as c, judge, patterns as p};
use crate::rules::{Ground, Pattern, Refusal, Verdict};
use crate::say;
use crate::table::{Drawn, Phase, Table};
use crate::tile::{Counts, Seat, Suit, Tiles};

/// The initial wins that the seat's dealt tiles hold, in the order of the document.
pub fn held(options: &Options, table: &Table, seat: Seat) -> Vec<&'static Pattern> {
    in_tiles(options, &dealt(options, table, seat)).into_iter().map(|(pattern, _)| pattern).collect()
}

/// How often a declared kind counts: once, or by the instance where the house says so (AMB-12).
pub fn instances(options: &Options, table: &Table, seat: Seat, kind: &str) -> i64 {
    if options.initial_hu_stacking != Stacking::PerInstance {
        return 1;
    }
    let tiles = dealt(options, table, seat);
    in_tiles(options, &tiles).iter().find(|(pattern, _)| pattern.id == kind).map_or(1, |&(_, times)| times)
}

/// The initial wins in some dealt tiles, each with how often it is there.
pub fn in_tiles(options: &Options, tiles: &Counts) -> Vec<(&'static Pattern, i64)> {
    let kinds = tiles.kinds();
    let quads = tiles.iter().filter(|&(_, n)| n >= 4).count() as i64;
    let triplets = tiles.iter().filter(|&(_, n)| n == 3).count() as i64;
    let sixes = match options.liuliushun_quads {
        Quads::Count => triplets + quads,
        Quads::Exact | Quads::NotWithJoys => triplets,
    };
    let missing = Suit::NUMBERED.iter().filter(|suit| kinds.and(suit.mask()).is_empty()).count();
    let no_258 = kinds.and(judge::PAIRS).is_empty() && !kinds.is_empty();
    [
        (&p::FOUR_JOYS, quads),
        (&p::NO_258, i64::from(no_258)),
        (&p::SUIT_MISSING, i64::from(missing > 0)),
        (&p::TWO_TRIPLETS, sixes / 2),
    ]
    .into_iter()
    .filter(|&(_, times)| times > 0)
    .collect()
}

/// May these be declared now? Once a seat, before the dealer's first discard.
pub fn may_open(options: &Options, table: &Table, seat: Seat, kinds: &[&'static Pattern]) -> Verdict {
    if !table.is_untouched() {
        return Err(Refusal::new(
            Ground::Time,
            &c::B_6_1,
            say!(
                "起手胡只能在庄家打出第一张牌之前报。",
                "an initial win is declared before the dealer's first discard only"
            ),
        ));
    }
    if table.openings.iter().any(|opened| opened.seat == seat) {
        return Err(Refusal::new(
            Ground::Limit,
            &c::B_6_1,
            say!(
                "座位 {seat} 已报过起手胡，一手只能报一次。",
                "seat {seat} has declared its initial wins already; once a hand"
            ),
        ));
    }
    if !table.place(seat).is_known() {
        return Ok(());
    }
    let tiles = dealt(options, table, seat);
    // Four alike that are not declared as four joys may still be a triplet of the two.
    let joys = kinds.iter().any(|kind| kind.id == p::FOUR_JOYS.id);
    let quads = match options.liuliushun_quads {
        Quads::NotWithJoys if !joys => Quads::Count,
        as_declared => as_declared,
    };
    let held = in_tiles(&Options { liuliushun_quads: quads, ..*options }, &tiles);
    let Some(missing) = kinds.iter().find(|kind| !held.iter().any(|(pattern, _)| pattern.id == kind.id)) else {
        return Ok(());
    };
    let name = missing.name;
    let (zh, en) = (name.zh, name.en);
    let hand = tiles.tiles().collect::<Tiles>();
    let text = say!("座位 {seat} 的起手牌 {hand} 没有{zh}。", "the dealt hand of seat {seat}, {hand}, has no {en}");
    Err(match deciding_option(options, table, seat, missing) {
        Some(option) => Refusal::by_option(Ground::Shape, missing.clause, option, text),
        None => Refusal::new(Ground::Shape, missing.clause, text),
    })
}

/// The option another value of which would find the pattern in the dealt tiles.
fn deciding_option(options: &Options, table: &Table, seat: Seat, kind: &Pattern) -> Option<&'static str> {
    let found = |other: &Options| in_tiles(other, &dealt(other, table, seat)).iter().any(|(p, _)| p.id == kind.id);
    let tiles = match options.dealer_initial_tiles {
        DealerTiles::Fourteen => DealerTiles::Thirteen,
        DealerTiles::Thirteen => DealerTiles::Fourteen,
    };
    if found(&Options { dealer_initial_tiles: tiles, ..*options }) {
        return Some("dealer_initial_tiles");
    }
    found(&Options { liuliushun_quads: Quads::Count, ..*options }).then_some("liuliushun_quads")
}

/// The dealt tiles as this house looks at them: the dealer's fourteenth may not count (AMB-14).
fn dealt(options: &Options, table: &Table, seat: Seat) -> Counts {
    let mut tiles = table.place(seat).hand.counts();
    if options.dealer_initial_tiles == DealerTiles::Thirteen
        && let Phase::Turn { seat: turn, drawn: Drawn::Dealt(fourteenth) } = table.phase
        && turn == seat
    {
        tiles.take(fourteenth);
    }
    tiles
}
