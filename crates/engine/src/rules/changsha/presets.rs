//! The published Changsha presets, each as its source states it.

use crate::rules::{Preset, Value};
use caipan_tiles::text::Label;

const B: [(&str, Value); 7] = [
    ("scale", Value::Word("b")),
    ("bird_count", Value::Number(1)),
    ("dice_kong_tiles", Value::Number(1)),
    ("kong_after_dice", Value::Word("never")),
    ("initial_hu_ends_hand", Value::Flag(true)),
    ("quanqiuren", Value::Flag(false)),
    ("missed_win", Value::Word("same_tile_until_draw")),
];

/// The published presets.
pub static PRESETS: [Preset; 4] = [
    Preset::new("changsha-a", Label::new("长沙麻将（甲）", "Changsha, profile A"), &[]),
    Preset::new("changsha-b", Label::new("长沙麻将（乙）", "Changsha, profile B"), &B),
    Preset::new(
        "changsha-b-restored",
        Label::new("长沙麻将（乙，补全）", "Changsha, profile B restored"),
        &[B[0], B[1], B[2], B[3], B[4], B[5], B[6], ("big_ron_dealer_extra", Value::Word("per_unit"))],
    ),
    // The house rules that the csmj server's settlements follow. Each room sets its own number of birds.
    Preset::new(
        "changsha-csmj",
        Label::new("长沙麻将（甲，csmj 房间规则）", "Changsha, profile A as the csmj server settles it"),
        &[
            ("bird_origin", Value::Word("winner")),
            ("dealer_point", Value::Word("every_win")),
            ("dealer_bonus_big", Value::Word("per_unit")),
            ("small_self_draw_plus_one", Value::Word("under_birds")),
            ("initial_hu_price", Value::Word("flat")),
            ("initial_hu_birds", Value::Word("none")),
            ("initial_hu_on_abort", Value::Word("paid")),
        ],
    ),
];
