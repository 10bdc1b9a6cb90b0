//! The rule sheet: every pattern of Changsha with its value in big patterns (大胡), in the order of the document.

use super::clauses as c;
use super::opening_kinds::Kind;
use super::options::{FakePair, MenQing, Options, Scale};
use crate::rules::{Instead, Pattern};
use caipan_tiles::clause::Clause;

crate::patterns! { ALL;
    FOUR_JOYS "sixi" "四喜" "four joys" ["大四喜"] 0 Opening c::A_1;
    NO_258 "banban" "板板胡" "no two-five-eight" [] 0 Opening c::A_2;
    SUIT_MISSING "queyise" "缺一色" "a suit missing" [] 0 Opening c::A_3;
    TWO_TRIPLETS "liuliushun" "六六顺" "two triplets" [] 0 Opening c::A_4;
    SANTONG "santong" "三同" "one rank in three suits" [] 0 Opening c::SANTONG;
    BUBUGAO "bubugao" "步步高" "three pairs in a row" ["节节高"] 0 Opening c::BUBUGAO;
    YIZHIHUA "yizhihua" "一枝花" "a single five" [] 0 Opening c::YIZHIHUA;
    JINTONG "jintong" "金童玉女" "pairs of twos" [] 0 Opening c::JINTONG;
    YIDIANHONG "yidianhong" "一点红" "a single two-five-eight" [] 0 Opening c::YIDIANHONG;
    HOUBALUN "houbalun" "后八轮" "three eights of dots" [] 0 Opening c::HOUBALUN;
    MEIHUA "meihua" "梅花三弄" "three fives of dots" [] 0 Opening c::MEIHUA;
    MID_JOYS "mid-sixi" "中途四喜" "four joys in mid-hand" ["mid_sixi"] 0 MidOpening c::MID;
    MID_TRIPLETS "mid-liuliushun" "中途六六顺" "two triplets in mid-hand" ["mid_liuliushun"] 0 MidOpening c::MID;
    SMALL "small" "小胡" "small win" ["平胡", "屁胡"] 0 Hand c::B_6_5;
    ALL_TRIPLETS "all-triplets" "碰碰胡" "all triplets" ["碰碰糊", "对对胡"] 1 Hand c::A_7;
    ALL_258 "all-258" "将将胡" "all two-five-eight" ["将将糊"] 1 Hand c::A_8;
    ONE_SUIT "one-suit" "清一色" "one suit" [] 1 Hand c::A_9;
    ALL_CLAIMED "all-claimed" "全求人" "all claimed" [] 1 Hand c::A_10;
    SEVEN_PAIRS "seven-pairs" "七小对" "seven pairs" ["七巧对", "小七对", "七对"] 1 Hand c::A_11;
    LUXURY_1 "luxury-seven-pairs" "豪华七小对" "seven pairs with four alike" ["豪华七对"] 2 Hand c::A_11;
    LUXURY_2 "luxury-seven-pairs-2" "双豪华七小对" "seven pairs with four alike twice" ["双豪华七对"] 3 Hand c::A_11;
    LUXURY_3 "luxury-seven-pairs-3" "三豪华七小对" "seven pairs with four alike three times" ["三豪华七对"] 4 Hand c::A_11;
    MEN_QING "men-qing" "门清" "concealed hand" [] 1 Situation c::MEN_QING;
    FAKE_PAIR "fake-pair" "假将" "another pair" ["假将胡"] 1 Situation c::FAKE_PAIR;
    HEAVENLY "heavenly" "天胡" "heavenly win" [] 1 Situation c::A_15;
    EARTHLY "earthly" "地胡" "earthly win" [] 1 Situation c::A_16;
    LAST_TILE "last-tile" "海底捞月" "last tile" ["海底", "海底捞"] 1 Situation c::A_17;
    LAST_TILE_OF "last-tile-discard" "海底炮" "another's last tile" ["海底"] 1 Situation c::A_18;
    KONG_BLOOM "kong-bloom" "杠上开花" "win on a dice kong" ["杠上花"] 1 Situation c::A_19A;
    KONG_BLOOM_2 "double-kong-bloom" "双杠上花" "win on both dice-kong tiles" ["双杠上开花"] 2 Situation c::A_19B;
    KONG_BLOOM_3 "multiple-kong-bloom" "多杠上花" "win on several dice-kong tiles" [] 3 Situation c::DICE_KONG;
    KONG_DISCARD "kong-discard" "杠上炮" "win on another's dice-kong tile" [] 1 Situation c::A_20;
    KONG_DISCARD_2 "double-kong-discard" "双杠上炮" "win on both of another's dice-kong tiles" [] 2 Situation c::A_20;
    KONG_DISCARD_3 "multiple-kong-discard" "多杠上炮" "win on several of another's dice-kong tiles" [] 3 Situation c::DICE_KONG;
    ROB_KONG "rob-kong" "抢杠胡" "robbing a kong" ["抢杠"] 1 Situation c::A_21;
}

/// A small win beside a big pattern counts for nothing, and seven pairs with four alike replace plain seven pairs.
pub static INSTEAD: &[Instead] = &[
    Instead { counted: &LUXURY_1, of: &[&SEVEN_PAIRS, &SMALL], clause: &c::A_11 },
    Instead { counted: &LUXURY_2, of: &[&LUXURY_1, &SEVEN_PAIRS, &SMALL], clause: &c::A_11 },
    Instead { counted: &LUXURY_3, of: &[&LUXURY_2, &SEVEN_PAIRS, &SMALL], clause: &c::A_11 },
    Instead { counted: &ALL_TRIPLETS, of: &[&SMALL], clause: &c::B_8_5 },
    Instead { counted: &ALL_258, of: &[&SMALL], clause: &c::B_8_5 },
    Instead { counted: &ONE_SUIT, of: &[&SMALL], clause: &c::B_8_5 },
    Instead { counted: &ALL_CLAIMED, of: &[&SMALL], clause: &c::B_8_5 },
    Instead { counted: &SEVEN_PAIRS, of: &[&SMALL], clause: &c::B_8_5 },
    Instead { counted: &MEN_QING, of: &[&SMALL], clause: &c::B_8_5 },
    Instead { counted: &HEAVENLY, of: &[&SMALL], clause: &c::B_8_5 },
    Instead { counted: &EARTHLY, of: &[&SMALL], clause: &c::B_8_5 },
    Instead { counted: &LAST_TILE, of: &[&SMALL], clause: &c::B_8_5 },
    Instead { counted: &LAST_TILE_OF, of: &[&SMALL], clause: &c::B_8_5 },
    Instead { counted: &KONG_BLOOM, of: &[&SMALL], clause: &c::B_8_5 },
    Instead { counted: &KONG_BLOOM_2, of: &[&SMALL], clause: &c::B_8_5 },
    Instead { counted: &KONG_BLOOM_3, of: &[&SMALL], clause: &c::B_8_5 },
    Instead { counted: &KONG_DISCARD, of: &[&SMALL], clause: &c::B_8_5 },
    Instead { counted: &KONG_DISCARD_2, of: &[&SMALL], clause: &c::B_8_5 },
    Instead { counted: &KONG_DISCARD_3, of: &[&SMALL], clause: &c::B_8_5 },
    Instead { counted: &ROB_KONG, of: &[&SMALL], clause: &c::B_8_5 },
];

/// The option whose value leaves this pattern out, so that its name means nothing: never one of the document's patterns.
pub fn left_out_by(options: &Options, pattern: &Pattern) -> Option<&'static str> {
    let of = |known: &[&Pattern]| known.iter().any(|known| known.id == pattern.id);
    let (played, option) = match Kind::of(pattern) {
        Some(kind) if !of(&[&FOUR_JOYS, &NO_258, &SUIT_MISSING, &TWO_TRIPLETS]) => {
            ((kind.played)(options), kind.option)
        }
        _ if of(&[&MEN_QING]) => (options.men_qing() != MenQing::Off, "men_qing"),
        _ if of(&[&FAKE_PAIR]) => (options.fake_pair() == FakePair::ExtraUnit, "fake_pair"),
        _ if of(&[&KONG_BLOOM_3, &KONG_DISCARD_3]) => (options.dice_kong_tiles().count() > 2, "dice_kong_tiles"),
        _ => return None,
    };
    (!played).then_some(option)
}

/// The clause of a pattern. Each part of the document defines it in its own words. Patterns that only the first part
/// has keep that clause.
pub fn clause_of(scale: Scale, pattern: &'static Pattern) -> &'static Clause {
    if scale == Scale::A {
        return pattern.clause;
    }
    let second: &[(&Pattern, &'static Clause)] = &[
        (&FOUR_JOYS, &c::B_6_1),
        (&NO_258, &c::B_6_1),
        (&SUIT_MISSING, &c::B_6_1),
        (&TWO_TRIPLETS, &c::B_6_1),
        (&ALL_TRIPLETS, &c::B_7_3),
        (&ALL_258, &c::B_7_4),
        (&ONE_SUIT, &c::B_7_5),
        (&SEVEN_PAIRS, &c::B_7_8),
        (&HEAVENLY, &c::B_7_1),
        (&EARTHLY, &c::B_7_2),
        (&LAST_TILE, &c::B_7_6),
        (&LAST_TILE_OF, &c::B_7_7),
        (&KONG_BLOOM, &c::B_7_9),
        (&KONG_DISCARD, &c::B_7_11),
        (&ROB_KONG, &c::B_7_10),
    ];
    second.iter().find(|(one, _)| one.id == pattern.id).map_or(pattern.clause, |(_, clause)| clause)
}
