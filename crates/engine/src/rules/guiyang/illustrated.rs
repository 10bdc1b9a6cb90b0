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
    Never::new("A113", "不问海底；有此事件者为 A112", "the last tile is not offered round: such an event is A112"),
    Never::new("A120", "没有混儿", "no wild tiles"),
    Never::new("A121", "没有混儿", "no wild tiles"),
    Never::new("A122", "没有保留牌", "no reserve"),
    Never::new("A301", "不可吃；吃了为 A008", "no chows: a chow is A008"),
    Never::new("A302", "不可吃；吃了为 A008", "no chows: a chow is A008"),
    Never::new("A310", "没有有胡必胡这条房规", "no house rule obliges a seat to win"),
    Never::new("A715", "散场不翻倍也不加分", "nothing is added at the end of a match"),
    Never::new("A404", "杠不掷骰；掷了为 A008", "no kongs with dice: such a kong is A008"),
    Never::new("A408", "杠不掷骰", "no kongs with dice"),
    Never::new("A409", "杠不掷骰", "no kongs with dice"),
    Never::new("A410", "杠不掷骰", "no kongs with dice"),
    Never::new("A411", "没有掷骰开杠", "no kongs with dice"),
    Never::new("A502", "任何对子都可作将", "any pair may be the pair"),
    Never::new("A509", "杠不掷骰", "no kongs with dice"),
    Never::new("A511", "没有起手胡；有此事件者为 A008", "no initial wins: such an event is A008"),
    Never::new("A512", "没有起手胡；有此事件者为 A008", "no initial wins: such an event is A008"),
    Never::new("A513", "没有起手胡；有此事件者为 A008", "no initial wins: such an event is A008"),
    Never::new("A521", "没有自动和牌", "no win ends a hand by itself"),
    Never::new("A603", "不扎鸟；有此事件者为 A606", "no birds: such an event is A606"),
    Never::new("A604", "不扎鸟；有此事件者为 A606", "no birds: such an event is A606"),
    Never::new("A607", "不扎鸟", "no birds"),
    Never::new("A610", "没有扎鸟；扎了为 A606", "no birds: such an event is A606"),
    Never::new("A820", "没有上楼", "no floors"),
    Never::new("A821", "没有上楼", "no floors"),
    Never::new(
        "A920",
        "没有相公一条；张数错在发牌或摸牌处报",
        "no such clause: a wrong number is found at the deal or the draw",
    ),
    Never::new("A922", "没有诈胡罚则", "no penalty for a false win"),
];
