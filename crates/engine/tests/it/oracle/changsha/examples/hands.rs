//! Worked hands, with their patterns under the defaults of both profiles.

use crate::oracle::changsha::house::{House, Profile};
use crate::oracle::changsha::tiles::{Holding, Meld, read};
use crate::oracle::changsha::win::{Outcome, Situation, win};

/// A holding from its concealed tiles, of which the last is the winning tile.
pub fn holding(tiles: &str, melds: &str) -> Holding {
    let mut rest = read(tiles);
    let won = rest.pop().into_iter().collect();
    Holding { rest, melds: melds.split_whitespace().map(meld).collect(), won }
}

fn meld(text: &str) -> Meld {
    let (kind, tile) = text.split_once(':').expect("kind:tile");
    let tile = read(tile)[0];
    match kind {
        "chow" => Meld::Chow(tile),
        "pung" => Meld::Pung(tile),
        "exposed" => Meld::ExposedKong(tile),
        "added" => Meld::AddedKong(tile),
        "concealed" => Meld::ConcealedKong(tile),
        other => panic!("{other}: no such meld"),
    }
}

/// The patterns as text: "小胡", "碰碰胡 将将胡", or "" for no win.
pub fn shown(outcome: Option<&Outcome>) -> String {
    outcome.map_or(String::new(), |outcome| outcome.patterns.join(" "))
}

/// Asserts the patterns under the given house, and their units; 小胡 has none.
fn holds(house: &House, id: &str, holding: &Holding, how: Situation, expected: &str) {
    let outcome = win(house, holding, how);
    assert_eq!(shown(outcome.as_ref()), expected, "{id}");
    let units = outcome.map_or(0, |outcome| outcome.units);
    let expected_units = expected.split_whitespace().filter(|name| *name != "小胡").map(worth).sum::<u32>();
    assert_eq!(units, expected_units, "{id}");
}

fn worth(name: &str) -> u32 {
    if matches!(name, "双杠上花" | "双杠上炮") { 2 } else { 1 }
}

const CLAIMED: Situation = Situation::Discard;
const DRAWN: Situation = Situation::SelfDraw;
const DEALT: Situation = Situation::Dealt { after_kong: false };
const ROBBED: Situation = Situation::RobDice { discard_kong: false };

/// Id, concealed tiles, melds, situation, patterns under A, patterns under B if they differ.
type Row = (&'static str, &'static str, &'static str, Situation, &'static str, Option<&'static str>);

const HANDS: &[Row] = &[
    ("P01", "123456m789p23455s", "", DRAWN, "小胡", None),
    ("P02", "123456m789p234s33s", "", DRAWN, "", None),
    ("P04", "222m555p888s222s55m", "", DRAWN, "碰碰胡 将将胡", None),
    ("P05", "123456789m23455m", "", DRAWN, "清一色", None),
    ("P07", "1111m3344p5588s99s", "", DRAWN, "七小对", None),
    ("P08", "111222333444m55m", "", DRAWN, "碰碰胡 清一色", None),
    ("P10", "123456m789p23455s", "", Situation::OwnDice, "杠上开花", None),
    ("P11", "123456m789p23455s", "", ROBBED, "抢杠胡", None),
    ("P13", "123456m789p23455s", "", Situation::LastDiscard, "海底炮", None),
    ("P14", "123456m789p23455s", "", DEALT, "天胡", None),
    ("P16", "222555888m222p55p", "", DRAWN, "碰碰胡 将将胡", None),
    ("P17", "225588m225588p25s", "", DRAWN, "将将胡", None),
    ("P19", "1111334466m1133p", "", DRAWN, "七小对", None),
    ("P20", "11113333m1133p44s", "", DRAWN, "七小对", None),
    ("P22", "11113333446677m", "", DRAWN, "清一色 七小对", None),
    ("P23", "11m", "pung:2m pung:3p pung:1s pung:9m", CLAIMED, "碰碰胡 全求人", Some("碰碰胡")),
    ("P25", "123m456m789p234s55s", "", DRAWN, "小胡", None),
    ("P26", "123m456m789p234s11s", "", DRAWN, "", None),
    ("P28", "111m333m777p999s11s", "", DRAWN, "碰碰胡", None),
    ("P29", "11123456789999m", "", DRAWN, "清一色", None),
    ("P31", "113355m7799p1133s", "", DRAWN, "七小对", None),
    ("P32", "111155m7799p1133s", "", DRAWN, "七小对", None),
    ("P34", "123m456m789p234s11s", "", Situation::OwnDice, "", None),
    ("P35", "55s", "pung:1m chow:3p pung:9s pung:7m", CLAIMED, "全求人", Some("小胡")),
    ("P37", "123456789m123p55m", "", DRAWN, "小胡", None),
    ("P38", "111222m333p444s55m", "", DRAWN, "碰碰胡", None),
    ("P40", "123456m123p123s11m", "", DRAWN, "", None),
    ("P41", "1133m44p5566s77m99p", "", DRAWN, "七小对", None),
    ("P43", "123444m567p789s88s", "", DRAWN, "小胡", None),
    ("P44", "222m333p666s999s99p", "", DRAWN, "碰碰胡", None),
    ("P46", "12334455678999s", "", DRAWN, "清一色", None),
    ("P47", "1133m3344p667799s", "", DRAWN, "七小对", None),
    ("P49", "456789m123p22s", "pung:9s", CLAIMED, "小胡", None),
    ("P50", "456789m123p11s", "pung:9s", CLAIMED, "", None),
    ("P52", "11122233344488m", "", Situation::LastDraw, "碰碰胡 清一色 海底捞月", None),
    ("P53", "33m", "concealed:1m pung:2m pung:4m chow:6m", CLAIMED, "清一色", None),
    ("P55", "99p", "chow:1m chow:4m chow:7m pung:3p", DRAWN, "", None),
    ("P56", "22225555m88p88s22s", "", DEALT, "将将胡 七小对 天胡", None),
    ("P59", "112233m112233p99s", "", DRAWN, "七小对", None),
    // The seabed needs a 258 pair with a small shape (H05), but not with a pattern of its own.
    ("H05", "123m456m789p234s11s", "", Situation::LastDraw, "", None),
    ("seabed, any pair", "11123456789999m", "", Situation::LastDiscard, "清一色 海底炮", None),
    // A win on a 补张 is worth the hand alone, drawn or robbed (A.29, A.30, L14).
    ("L14", "123456m789p23455s", "", Situation::RobReplacement, "小胡", None),
    ("A.29", "123456m789p23455s", "", Situation::Replacement, "小胡", None),
    ("地胡", "123456m789p23455s", "", Situation::FirstDiscard { after_kong: false }, "地胡", None),
    ("L20", "22m345p678s", "concealed:1m concealed:9p", Situation::Dealt { after_kong: true }, "小胡", None),
    ("地胡 too late", "123456m789p23455s", "", Situation::FirstDiscard { after_kong: true }, "小胡", None),
    // Edge cases of shapes.
    ("four melds, drawn, 258", "22p", "chow:1m chow:4m chow:7m pung:3p", DRAWN, "小胡", None),
    ("chow spoils triplets", "111m99p", "chow:1s pung:3p pung:4p", CLAIMED, "", None),
    ("kongs are triplets", "111m99p", "concealed:1s exposed:3p added:4p", CLAIMED, "碰碰胡", None),
    ("258 needs no shape", "25m", "pung:2p pung:5p pung:8p concealed:2s", DRAWN, "将将胡", None),
    ("258 without pair is not begged", "25m", "pung:2p pung:5p pung:8p pung:2s", CLAIMED, "将将胡", None),
    (
        "258 pair, begged",
        "55m",
        "pung:2p pung:5p pung:8p pung:2s",
        CLAIMED,
        "碰碰胡 将将胡 全求人",
        Some("碰碰胡 将将胡"),
    ),
    ("one suit without shape", "1133557799m2468m1m", "", DRAWN, "", None),
    ("no pairs with a meld", "1133557799m2m", "pung:4p", DRAWN, "", None),
    ("a tile short", "123456m789p2345s", "", DRAWN, "", None),
    ("a fifth copy", "11112345678999m", "added:1m", DRAWN, "", None),
];

#[test]
fn hands_score_under_both_profiles() {
    for (id, tiles, melds, how, a, b) in HANDS {
        for profile in [Profile::A, Profile::B] {
            let expected = if profile == Profile::A { a } else { b.as_ref().unwrap_or(a) };
            holds(&House::of(profile), &format!("{id} {profile:?}"), &holding(tiles, melds), *how, expected);
        }
    }
}

/// P58, and the same with only one of the two tiles, or neither, completing the hand.
#[test]
fn two_winning_tiles_double_the_bonus() {
    let rows = [("47p", "双杠上花"), ("77p", "双杠上花"), ("79p", "杠上开花"), ("19m", ""), ("7p", "杠上开花")];
    for (turned, expected) in rows {
        let holding = Holding { rest: read("234567m23456p88s"), melds: Vec::new(), won: read(turned) };
        holds(&House::a(), turned, &holding, Situation::OwnDice, expected);
        let others = expected.replace("双杠上花", "双杠上炮").replace("杠上开花", "杠上炮");
        holds(&House::a(), turned, &holding, Situation::OtherDice, &others);
    }
}
