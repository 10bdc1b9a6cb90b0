//! The clauses that an ended hand illustrates without citing them, and the clauses and checks that no log can show.

use super::clauses as c;
use super::options::Options;
use super::{judge, ready};
use crate::rules::{Never, Won};
use crate::table::Table;
use caipan_tiles::clause::Clause;

/// The clauses that the hand illustrates.
pub fn shown(options: &Options, table: &Table, wins: &[Won]) -> Vec<&'static Clause> {
    let won = !wins.is_empty();
    let ready = ready::ready(options, table, wins);
    let taxed = table.kongs.iter().any(|kong| !ready[kong.seat]);
    let facts: &[(bool, &'static Clause)] = &[
        (true, &c::DECK),
        (true, &c::DEAL),
        (true, &c::DEAL_ORDER),
        (true, &c::WALL),
        (!table.exchanged.is_empty(), &c::EXCHANGE),
        (options.ding_que(), &c::VOID),
        (wins.len() > 1, &c::SEVERAL),
        (won, &c::SHAPE),
        (won, &c::PRICE),
        (won, &c::PAYERS),
        (wins.iter().any(|won| judge::is_cut(options, &won.hits)), &c::CAP),
        (taxed && options.tui_shui(), &c::TAX),
        (!table.out.is_empty(), &c::GOES_ON),
        (table.seats.iter().any(|seat| ready[seat]), &c::READY),
        (table.cut_short, &c::BROKEN),
    ];
    facts.iter().filter(|(holds, _)| *holds).map(|(_, clause)| *clause).collect()
}

/// Checks that Sichuan never raises, and clauses that no log shows.
pub const NEVER: &[Never] = &[
    Never::new("A207", "没有报听；有此事件者为 A008", "readiness is not declared: such an event is A008"),
    Never::new("A301", "不可吃；吃了为 A008", "no chows: a chow is A008"),
    Never::new("A302", "不可吃；吃了为 A008", "no chows: a chow is A008"),
    Never::new("A502", "任何对子都可作将", "any pair may be the pair"),
    Never::new(
        "A504",
        "怎样胡都可以；不能抢的杠为 A508",
        "every way of winning is allowed; kongs that may not be robbed are A508",
    ),
    Never::new("A520", "一张牌几家都可以胡", "every seat that can win on a tile may"),
    Never::new(
        "A920",
        "没有相公一条；张数错在发牌或摸牌处报",
        "no such clause: a wrong number is found at the deal or the draw",
    ),
];
