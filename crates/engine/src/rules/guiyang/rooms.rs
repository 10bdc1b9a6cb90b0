//! Rooms (房间) of two, three and four players that together use the options of the market rule book. The presets leave
//! most of them off, so their clauses and payments occur only here; the proof plays them.

use crate::rules::room::{Room, number, on, word};

/// The rooms, each as the options that differ from the first preset.
pub static ROOMS: &[Room] = &[
    &[
        on("tong_san"),
        number("silver_ji", 2),
        on("double_ji"),
        on("seven_ji"),
        on("flip_rank_value"),
        number("last_hand_double", 2),
        on("bao_gang"),
        number("tian_hu", 20),
        number("di_hu", 20),
        on("hongzhong_ji"),
        word("qiang_gang_pay", "discard_plus9"),
    ],
    &[
        number("players", 3),
        on("ding_que"),
        word("standing_ji", "double"),
        word("roll_ji", "last"),
        number("lack_points", 1),
        number("exchange", 3),
        on("big_double"),
    ],
    &[
        number("players", 2),
        number("suits", 2),
        number("dan_diao", 10),
        number("qing_dan_diao", 20),
        number("di_long", 10),
        number("qing_di_long", 20),
        number("pure_bonus", 3),
        number("first_round_ji", 3),
        word("gu_mai", "free"),
        on("zimo_double"),
        number("hand_cap", 30),
    ],
];
