//! Rooms (房间) of two, three and four players that together use the options of the market rule book. The presets leave
//! most of them off, so their clauses and payments occur only here; the proof plays them.

use crate::rules::room::{Room, number, off, on, word};

/// The rooms, each as the options that differ from the first preset.
pub static ROOMS: &[Room] = &[
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
        word("wild_dragon.wilds", "own_place"),
    ],
    &[number("players", 2), on("self_draw_only"), off("claims.chow")],
];
