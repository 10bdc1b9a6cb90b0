//! Rooms (房间): house rules of two, three and four players that together use every option of the market rule book.
//!
//! The presets leave most of these options off, so their clauses and payments occur only in such rooms.

use super::block::Proof;
use caipan_engine::rules::{Ruleset, System, Value};

/// The options that a room changes.
type Room = &'static [(&'static str, Value)];

const fn on(option: &'static str) -> (&'static str, Value) {
    (option, Value::Flag(true))
}

const fn off(option: &'static str) -> (&'static str, Value) {
    (option, Value::Flag(false))
}

const fn word(option: &'static str, word: &'static str) -> (&'static str, Value) {
    (option, Value::Word(word))
}

const fn number(option: &'static str, number: i64) -> (&'static str, Value) {
    (option, Value::Number(number))
}

const CHANGSHA: &[Room] = &[
    &[
        number("piao_max", 3),
        number("piao_fixed", 1),
        on("opening_santong"),
        on("opening_bubugao"),
        on("opening_yizhihua"),
        on("opening_jintong"),
        on("opening_yidianhong"),
        on("opening_houbalun"),
        on("opening_meihua"),
        word("mid_openings", "both"),
        word("kong_points", "on"),
        number("fly_birds", 2),
    ],
    &[
        word("scale", "c"),
        off("dealer_point_under_birds"),
        word("dealer_point_count", "once_per_pair"),
        word("bird_hit", "only_159"),
        on("quanqiuren_pair_258"),
        number("dice_kong_tiles", 4),
    ],
    &[
        number("players", 3),
        number("piao_max", 2),
        word("mid_openings", "sixi"),
        word("men_qing", "any"),
        word("bird_math", "plus_one"),
        number("bird_points", 2),
        number("payment_cap", 12),
        word("payment_cap_scope", "hand"),
    ],
    &[number("players", 3), word("bird_seats_3", "mod3"), word("wild", "hongzhong"), off("pair_258")],
    &[number("players", 2), off("small_ron"), word("men_qing", "self_draw"), word("missing_suit", "p"), on("no_chow")],
    &[number("players", 2), on("big_only"), off("opening_sixi"), word("fake_pair", "extra_unit")],
];

const GUIYANG: &[Room] = &[
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

const BEIJING: &[Room] = &[
    &[
        number("claims.limit", 0),
        word("kong.points", "flat"),
        number("fan.single_wait", 2),
        number("fan.edge", 2),
        number("fan.closed", 2),
        number("fan.pair_wait", 2),
        number("fan.wild_single", 2),
        number("fan.wild_wild", 4),
        number("fan.triplets", 2),
        number("fan.kong_gun", 4),
        number("fan.orphans", 13),
        number("fan.sky_ready", 2),
        number("fan.cap", 64),
    ],
    &[off("wild.use"), number("fan.no_wild", 1), on("opened_ron"), word("kong.points", "flat")],
    &[
        number("players", 3),
        off("tiles.honours"),
        word("ron_payment", "discarder_triple"),
        number("dealer_flat", 2),
        number("fan.dealer", 1),
        number("fan.xiaosa", 2),
    ],
    &[
        number("players", 3),
        word("suits_three", "no_bamboo"),
        off("four_wilds_end"),
        word("wild_dragon.wilds", "own_place"),
    ],
    &[number("players", 2), on("self_draw_only"), off("claims.chow")],
];

impl Proof {
    /// A proof in the rooms of this system: two, three and four players with the options of the market rule book.
    pub fn of_rooms(system: &'static System) -> Proof {
        let rooms: &[Room] = match system.id {
            "changsha" => CHANGSHA,
            "guiyang" => GUIYANG,
            _ => BEIJING,
        };
        let preset = system.presets.first();
        let rooms =
            preset.into_iter().flat_map(|preset| rooms.iter().map(move |room| Ruleset::new(system, preset, room)));
        Proof::under(system, rooms.collect())
    }
}
