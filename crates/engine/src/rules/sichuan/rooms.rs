//! Rooms (房间) that use the options of the rule book that the presets leave alone; the proof plays them.

use crate::rules::room::{Room, number, off, on, word};

/// The rooms, each as the options that differ from the first preset.
pub static ROOMS: &[Room] = &[
    &[
        number("max_fan", 0),
        word("zimo", "none"),
        word("exchange", "none"),
        word("guo_shui", "off"),
        word("deal", "fours"),
        on("late_kong"),
        word("multi_dealer", "first_winner"),
    ],
    &[off("ding_que"), off("cha_jiao"), off("tui_shui"), off("zhuan_yi")],
];
