//! Named sets of Beijing options.

use crate::rules::{Preset, Value};
use caipan_tiles::text::Label;

/// The document as written, the rules of most public tables, and two programs whose sources state their rules.
pub static PRESETS: [Preset; 4] = [
    Preset::new("beijing", Label::new("北京麻将（原文）", "Beijing as written"), &[]),
    Preset::new(
        "beijing-common",
        Label::new("北京麻将（通行）", "Beijing as commonly played"),
        &[
            ("dealer_pays_double", Value::Flag(true)),
            ("wild.may_discard", Value::Flag(false)),
            ("wild.three_self_draw_only", Value::Flag(true)),
            ("ron_payment", Value::Word("discarder_covers_all")),
            ("luxury.per_quad", Value::Flag(true)),
        ],
    ),
    // The open-source `HoracioChiang/beijing-mahjong-online`, `beijing-default.ts`.
    Preset::new(
        "beijing-friends",
        Label::new("北京麻将（亲友在线）", "Beijing among friends online"),
        &[
            ("dealer_pays_double", Value::Flag(true)),
            ("ron_payment", Value::Word("discarder_triple")),
            ("wild.three_self_draw_only", Value::Flag(true)),
            ("reserve.mode", Value::Word("shrink_only")),
            ("floor.until", Value::Word("next_hand_only")),
            ("luxury.per_quad", Value::Flag(true)),
            ("kong_bloom", Value::Word("total_4_replaces_zimo")),
            ("limit_hands.value", Value::Number(20)),
            ("rob_kong.extra", Value::Number(2)),
            ("fan.last_tile", Value::Number(2)),
            ("fan.self_draw", Value::Number(1)),
            ("fan.single_wait", Value::Number(2)),
            ("fan.triplets", Value::Number(2)),
            ("fan.kong_gun", Value::Number(4)),
            ("four_wilds_end", Value::Flag(false)),
        ],
    )
    .from("一个开源北京麻将在线游戏的默认设置", "the defaults of an open-source online game of Beijing mahjong"),
    // A score calculator in a script: it has no cap, no last tile and no payments after a drawn hand.
    Preset::new(
        "beijing-calc",
        Label::new("北京麻将（算分器）", "Beijing as a score calculator prices it"),
        &[
            ("base_points", Value::Number(2)),
            ("dealer_pays_double", Value::Flag(true)),
            ("ron_payment", Value::Word("discarder_covers_all")),
            ("fan.no_wild", Value::Number(1)),
            ("fan.single_wait", Value::Number(2)),
            ("fan.seven_pairs", Value::Number(4)),
            ("fan.one_suit", Value::Number(8)),
            ("fan.last_tile", Value::Number(1)),
            ("kong.points", Value::Word("flat")),
            ("kong.exposed_payer", Value::Word("all")),
            ("kong.scope", Value::Word("winner_only")),
            ("kong.dealer_double", Value::Flag(true)),
            ("kong.ron_payer", Value::Word("discarder")),
        ],
    )
    .from("一个北京麻将算分脚本", "a script that prices Beijing hands"),
];
