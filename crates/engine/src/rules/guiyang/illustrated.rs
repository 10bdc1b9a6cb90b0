//! The clauses that an ended hand illustrates without citing them, and the clauses and checks that no log can show.

use super::clauses as c;
use super::options::{FanTable, FlipMode, JiScope, Options};
use super::scoring;
use crate::rules::{Never, Won};
use crate::table::Table;
use caipan_tiles::clause::Clause;
use caipan_tiles::tile::{Deck, Seat};

/// The clauses that the hand illustrates.
pub fn shown(options: &Options, table: &Table, wins: &[Won]) -> Vec<&'static Clause> {
    let (won, flipped) = (!wins.is_empty(), table.flip.is_some());
    let ready = scoring::ready(options, table, wins);
    let konged = |seat: &Seat| table.place(*seat).melds.iter().any(|meld| meld.kind.is_kong());
    let void = |seat: Seat| konged(&seat) && !ready[seat] && options.dou_requires_jiao();
    let more = options.wu_gu_ji() || options.ben_ji() || options.week_ji() || options.chui_feng();
    let facts: &[(bool, &'static Clause)] = &[
        (true, &c::GY_1_1),
        (true, &c::GY_1_2),
        (won && table.seats.iter().any(void), &c::GY_1_6A),
        (flipped && options.ji_scope() != JiScope::ManTang, &c::GY_1_6C),
        (flipped && options.ji_scope() == JiScope::ManTang, &c::GY_1_6D),
        (won, &c::GY_2_0A),
        (won, &c::GY_2_0B),
        (won, &c::GY_3),
        (won && matches!(options.fan_table(), FanTable::Table | FanTable::Reduced), &c::GY_4),
        (flipped && (more || options.flip_mode() == FlipMode::UpDown), &c::X_JI_MORE),
        (won || table.wall.left() == 0, &c::X_JIAO),
        (table.seats.len() < 4, &c::PLAYERS),
        (table.deck.size() < Deck::SUITS.size(), &c::PACK),
        (options.hongzhong_ji(), &c::RED_DRAGON),
        (options.ding_que(), &c::DING_QUE),
        (!table.exchanged.is_empty(), &c::EXCHANGE),
        (won && options.last_hand_double().0 > 1 && table.last_hand == Some(true), &c::LAST_HAND),
        (!table.rolls.is_empty(), &c::ROLL),
        (won && options.zimo_double(), &c::ZIMO_DOUBLE),
        (won && options.big_double(), &c::BIG_DOUBLE),
        (won && options.hand_cap().0 > 0, &c::HAND_CAP),
        (wins.len() > 1, &c::X_MULTI),
        (!table.kongs.is_empty(), &c::X_MISC),
    ];
    facts.iter().filter(|(holds, _)| *holds).map(|(_, clause)| *clause).collect()
}

/// Checks that Guiyang never raises, and clauses that no log shows.
pub const NEVER: &[Never] = &[
    Never::new(
        "GY-1.4",
        "掷骰者在日志之外；庄家以日志所记为准",
        "no log records the thrower; the first dealer is the one that the log names",
    ),
    Never::new("A301", "不可吃；吃了为 A008", "no chows: a chow is A008"),
    Never::new("A302", "不可吃；吃了为 A008", "no chows: a chow is A008"),
    Never::new("A502", "任何对子都可作将", "any pair may be the pair"),
    Never::new(
        "A920",
        "没有相公一条；张数错在发牌或摸牌处报",
        "no such clause: a wrong number is found at the deal or the draw",
    ),
];
