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
pub static PRESETS: [Preset; 8] = [
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
    )
    .from("csmj 服务器的结算代码", "the settlement code of the csmj server"),
    // The rule panel of a Unity client, which prints 14 × 2 + 1 = 29 (market C.5, UTX).
    Preset::new(
        "changsha-unity",
        Label::new("长沙麻将（自定底分）", "Changsha with its own base points"),
        &[
            ("scale", Value::Word("c")),
            ("bird_origin", Value::Word("winner")),
            ("bird_math", Value::Word("linear")),
            ("dealer_point_under_birds", Value::Flag(false)),
            ("dealer_point_count", Value::Word("once_per_pair")),
        ],
    )
    .from("一个 Unity 客户端的规则面板", "the rule panel of a Unity client"),
    // The room game of the csmj server (market C.5, SY). Each room sets its openings, birds, floats and limit.
    Preset::new(
        "changsha-csmj-room",
        Label::new("长沙麻将（SY 房间玩法）", "Changsha, rooms of the server SY"),
        &[("dealer_bonus_big", Value::Word("per_unit")), ("small_self_draw_plus_one", Value::Word("off"))],
    )
    .from("csmj 服务器的房间玩法代码", "the code of the rooms of the csmj server"),
    // Market C.5, JD. Its 假将 needs wins by situation that take any pair.
    Preset::new(
        "changsha-jingdian",
        Label::new("经典长沙（JD）", "Changsha classic, as the server JD settles it"),
        &[
            ("bird_math", Value::Word("linear")),
            ("seven_pairs_luxury", Value::Word("per_quad")),
            ("fake_pair", Value::Word("extra_unit")),
            ("ctx_requires_258.haidi", Value::Flag(false)),
            ("ctx_requires_258.gangpao", Value::Flag(false)),
            ("ctx_requires_258.qianggang", Value::Flag(false)),
            ("ctx_requires_258.gangkai", Value::Flag(false)),
            ("ctx_requires_258.tianhu", Value::Flag(false)),
            ("ctx_requires_258.dihu", Value::Flag(false)),
        ],
    )
    .from("一个湖南棋牌服务器的经典长沙代码", "the code of classic Changsha on a Hunan server"),
    // Market C.5, LX. Each room sets its flying birds and fixed floats.
    Preset::new(
        "changsha-lx",
        Label::new("临湘长沙（LX）", "Changsha of Linxiang, as the server LX settles it"),
        &[
            ("dealer_bonus_big", Value::Word("per_unit")),
            ("payment_cap", Value::Number(60)),
            ("payment_cap_scope", Value::Word("hand")),
        ],
    )
    .from("同一湖南棋牌服务器的临湘长沙代码", "the code of Linxiang Changsha on the same Hunan server"),
];
