//! The Guiyang presets: the document's price lists, and the rooms that a public source describes (market G.5).

use crate::rules::{Preset, Value};
use caipan_tiles::text::Label;

const APP: [(&str, Value); 15] = [
    ("fan_table", Value::Word("app")),
    ("zimo_mode", Value::Word("plus1_all")),
    ("gang_kai_fan", Value::Number(4)),
    ("men_dou", Value::Number(3)),
    ("dian_dou", Value::Number(3)),
    ("charge", Value::Word("3_6")),
    ("duty", Value::Number(2)),
    ("wu_gu_ji", Value::Flag(true)),
    ("bao_ji", Value::Word("yaoji")),
    ("bao_value", Value::Word("plus10")),
    ("sha_bao_extra", Value::Number(10)),
    ("qiang_gang_pay", Value::Word("discard_plus1")),
    ("qiang_burn_ji", Value::Flag(true)),
    ("qiang_burn_dou", Value::Flag(true)),
    ("dealer_bonus", Value::Word("win_and_lose")),
];

/// Three seats, dots and bamboo, as a help text of a platform states them.
const SANDING_LIANGFANG: [(&str, Value); 17] = [
    ("fan_table", Value::Word("app")),
    ("zimo_mode", Value::Word("plus1_all")),
    ("dragon_rule", Value::Word("quad_is_winning_tile")),
    ("men_dou", Value::Number(3)),
    ("dian_dou", Value::Number(3)),
    ("wu_gu_ji", Value::Flag(true)),
    ("flip_mode", Value::Word("up_down")),
    ("ben_ji", Value::Flag(true)),
    ("week_ji", Value::Flag(true)),
    ("cha_jiao", Value::Word("off")),
    ("players", Value::Number(3)),
    ("dan_diao", Value::Number(10)),
    ("qing_dan_diao", Value::Number(20)),
    ("first_round_ji", Value::Number(3)),
    ("di_long", Value::Number(10)),
    ("qing_di_long", Value::Number(20)),
    ("suits", Value::Number(2)),
];

/// The published presets.
pub static PRESETS: [Preset; 9] = [
    Preset::new("guiyang", Label::new("贵阳捉鸡", "Guiyang zhuoji"), &[]),
    Preset::new(
        "guiyang-table",
        Label::new("贵阳捉鸡（番表）", "Guiyang zhuoji by the table"),
        &[("fan_table", Value::Word("table"))],
    ),
    Preset::new(
        "guiyang-reduced",
        Label::new("贵阳捉鸡（缩小番）", "Guiyang zhuoji, reduced"),
        &[("fan_table", Value::Word("reduced"))],
    ),
    Preset::new("guiyang-app", Label::new("贵阳捉鸡（手机游戏）", "Guiyang zhuoji as in apps"), &APP),
    Preset::new(
        "guiyang-sanding-liangfang",
        Label::new("贵阳捉鸡（三丁两房）", "Guiyang zhuoji, three seats and two suits"),
        &SANDING_LIANGFANG,
    )
    .from("一个平台的三丁两房帮助页", "the help page of a platform for three seats and two suits"),
    Preset::new("guiyang-yikouer", Label::new("贵阳捉鸡（一扣二）", "Guiyang zhuoji, yikouer"), &[])
        .from("一个贵阳捉鸡服务器的代码", "the code of a Guiyang server"),
    Preset::new(
        "guiyang-lianzhuang",
        Label::new("贵阳捉鸡（连庄）", "Guiyang zhuoji with a growing dealer's bonus"),
        &[("dealer_bonus", Value::Word("win_and_lose")), ("zimo_mode", Value::Word("none"))],
    )
    .from("一个贵阳捉鸡服务器的代码", "the code of a Guiyang server"),
    Preset::new(
        "guiyang-tongsan",
        Label::new("贵阳捉鸡（通三）", "Guiyang zhuoji, through three"),
        &[("tong_san", Value::Flag(true)), ("charge", Value::Word("3_6"))],
    )
    .from("一个贵阳捉鸡服务器的代码", "the code of a Guiyang server"),
    Preset::new(
        "guiyang-xingchen",
        Label::new("贵阳捉鸡（星辰规则页）", "Guiyang zhuoji of the Xingchen rule page"),
        &[("charge", Value::Word("3_6")), ("duty", Value::Number(2))],
    )
    .from("星辰平台的规则页", "the rule page of the Xingchen platform"),
];
