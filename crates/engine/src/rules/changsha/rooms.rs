//! Rooms (房间) of two, three and four players that together use the options of the market rule book. The presets leave
//! most of them off, so their clauses and payments occur only here; the proof plays them.

use crate::rules::room::{Room, number, off, on, word};

/// The rooms, each as the options that differ from the first preset.
pub static ROOMS: &[Room] = &[
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
    &[
        number("players", 2),
        on("big_only"),
        off("opening_sixi"),
        word("fake_pair", "extra_unit"),
        on("must_win"),
        number("match_double_below", 60),
        number("match_double_times", 2),
        number("match_add_below", 40),
        number("match_add", 5),
    ],
];
