//! The Sichuan presets: the server that the rule book describes, and a common house.

use crate::rules::{Preset, Value};
use caipan_tiles::text::Label;

const HOUSE: [(&str, Value); 9] = [
    ("max_fan", Value::Number(4)),
    ("zimo", Value::Word("add_fan")),
    ("dian_gang_hua", Value::Word("self_draw")),
    ("men_qing", Value::Flag(true)),
    ("tian_di_hu", Value::Flag(true)),
    ("jiang_dui", Value::Flag(true)),
    ("guo_shui", Value::Word("passed")),
    ("multi_dealer", Value::Word("discarder")),
    ("draw_dealer", Value::Word("stays")),
];

/// The published presets.
pub static PRESETS: [Preset; 2] = [
    Preset::new("sichuan", Label::new("四川血战到底", "Sichuan bloody war"), &[])
        .from("一个四川麻将服务器的牌谱", "the records of a Sichuan server"),
    Preset::new("sichuan-house", Label::new("四川血战到底（常见房规）", "Sichuan bloody war, a common house"), &HOUSE),
];
