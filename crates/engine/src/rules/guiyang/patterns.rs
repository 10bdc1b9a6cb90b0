//! The rule sheet: every pattern of Guiyang, and the four price lists in use. Only the highest pattern counts.

use super::clauses as c;
use super::options::{FanTable, Options};
use crate::rules::{Instead, Pattern};

crate::patterns! { ALL;
    PLAIN "plain" "平胡" "plain hand" ["小胡"] 1 Hand c::GY_2_1;
    TRIPLETS "all-triplets" "大对子" "all triplets" ["对对胡", "碰碰胡"] 5 Hand c::GY_2_4;
    PAIRS "seven-pairs" "小七对" "seven pairs" ["七对", "七小对"] 8 Hand c::GY_2_5;
    DRAGON "dragon-seven-pairs" "龙七对" "seven pairs with four alike" ["豪华七对"] 10 Hand c::GY_2_6;
    ONE_SUIT "one-suit" "清一色" "one suit" [] 10 Hand c::GY_2_7;
    CLEAN_TRIPLETS "one-suit-triplets" "清大对" "all triplets in one suit" ["清对"] 15 Hand c::GY_2_8;
    CLEAN_PAIRS "one-suit-pairs" "清七对" "seven pairs in one suit" [] 18 Hand c::GY_2_9;
    CLEAN_DRAGON "one-suit-dragon" "青龙背" "seven pairs with four alike in one suit" ["清龙背", "清龙七对"] 20 Hand c::GY_2_10;
    TWO_SUITS "two-suits" "混一色" "two suits" [] 5 Hand c::GY_1_6B;
    SINGLE "single-wait" "单吊" "four melds and a single tile" ["金钩钓", "大吊车"] 10 Hand c::DAN_DIAO;
    CLEAN_SINGLE "one-suit-single-wait" "清单吊" "four melds and a single tile in one suit" [] 20 Hand c::DAN_DIAO;
    EARTH "earth-dragon" "地龙" "seven pairs over an own pung" ["地龙七对"] 10 Hand c::DI_LONG;
    CLEAN_EARTH "one-suit-earth-dragon" "清地龙" "seven pairs over an own pung in one suit" [] 20 Hand c::DI_LONG;
    SELF_DRAW "self-draw" "自摸" "self-draw" [] 1 Situation c::GY_2_2;
    KONG_BLOOM "kong-bloom" "杠开" "win on a replacement" ["杠上开花", "杠上花"] 1 Situation c::GY_2_3;
    READY "declared-ready" "报听" "declared ready" ["软报", "硬报"] 9 Situation c::GY_2_11;
    HOT "hot-discard" "热炮" "win on the discard after a kong" ["杠上炮"] 1 Situation c::X_REPAO;
    ROB_KONG "rob-kong" "抢杠" "robbing a kong" ["抢杠胡"] 1 Situation c::X_QIANG;
    HEAVENLY "heavenly-win" "天胡" "win as dealt" ["天和"] 20 Situation c::TIAN_HU;
    EARTHLY "earthly-win" "地胡" "win on the dealer's first discard" ["地和"] 20 Situation c::DI_HU;
    THROUGH "through-three" "通三" "three through" [] 3 Step c::TONG_SAN;
    BIG_TWICE "big-double" "大牌翻倍" "a hand that is not plain, doubled" [] 2 Step c::BIG_DOUBLE;
    DRAWN_TWICE "self-draw-double" "自摸翻倍" "a self-draw, doubled" [] 2 Step c::ZIMO_DOUBLE;
    CAP "hand-cap" "封顶" "cap of a hand" [] 0 Step c::HAND_CAP;
}

/// The patterns that a counted pattern includes: only the highest pattern counts.
pub static INSTEAD: &[Instead] = &[
    Instead { counted: &DRAGON, of: &[&PAIRS], clause: &c::GY_2_6 },
    Instead { counted: &CLEAN_TRIPLETS, of: &[&ONE_SUIT, &TRIPLETS], clause: &c::GY_2_8 },
    Instead { counted: &CLEAN_PAIRS, of: &[&ONE_SUIT, &PAIRS], clause: &c::GY_2_9 },
    Instead { counted: &CLEAN_DRAGON, of: &[&CLEAN_PAIRS, &DRAGON, &ONE_SUIT, &PAIRS], clause: &c::GY_2_10 },
    Instead { counted: &SINGLE, of: &[&TRIPLETS], clause: &c::DAN_DIAO },
    Instead { counted: &CLEAN_SINGLE, of: &[&CLEAN_TRIPLETS, &ONE_SUIT, &SINGLE], clause: &c::DAN_DIAO },
    Instead { counted: &CLEAN_EARTH, of: &[&EARTH], clause: &c::DI_LONG },
];

/// True for the patterns in one suit and for dragons, which can earn a bonus (MG-pure-bonus).
pub fn is_pure(pattern: &Pattern) -> bool {
    let pure = [&ONE_SUIT, &CLEAN_TRIPLETS, &CLEAN_PAIRS, &CLEAN_DRAGON, &CLEAN_SINGLE, &CLEAN_EARTH, &DRAGON];
    pure.iter().any(|known| known.id == pattern.id)
}

/// A pattern that the house prices by an option of its own.
type Own = (&'static Pattern, fn(&Options) -> i64);

/// The value of a hand pattern: the house's own number, or that of the price list in use (GY-2, GY-4).
pub fn price(options: &Options, pattern: &'static Pattern) -> i64 {
    let own: [Own; 4] = [
        (&SINGLE, |options| options.dan_diao().0),
        (&CLEAN_SINGLE, |options| options.qing_dan_diao().0),
        (&EARTH, |options| options.di_long().0),
        (&CLEAN_EARTH, |options| options.qing_di_long().0),
    ];
    match own.iter().find(|(known, _)| std::ptr::eq(*known, pattern)) {
        Some((_, own)) => own(options),
        None => listed(options.fan_table(), pattern),
    }
}

fn listed(table: FanTable, pattern: &'static Pattern) -> i64 {
    let column = match table {
        FanTable::Prose => 0,
        FanTable::Table => 1,
        FanTable::Reduced => 2,
        FanTable::App => 3,
    };
    PRICES.iter().find(|(known, _)| std::ptr::eq(*known, pattern)).map_or(0, |(_, prices)| prices[column])
}

/// Prose, table, reduced, apps. Where a row of the table is torn, reduced is half of the normal value rounded up.
static PRICES: [(&Pattern, [i64; 4]); 9] = [
    (&PLAIN, [1, 1, 1, 1]),
    (&TRIPLETS, [5, 5, 3, 5]),
    (&PAIRS, [8, 7, 4, 10]),
    (&DRAGON, [10, 10, 5, 20]),
    (&ONE_SUIT, [10, 10, 5, 10]),
    (&CLEAN_TRIPLETS, [15, 15, 8, 15]),
    (&CLEAN_PAIRS, [18, 17, 9, 20]),
    (&CLEAN_DRAGON, [20, 20, 10, 30]),
    (&TWO_SUITS, [5, 5, 3, 5]),
];
