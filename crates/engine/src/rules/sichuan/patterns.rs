//! The rule sheet: every pattern of Sichuan with its fan. All that apply are added.

use super::clauses as c;
use crate::rules::Instead;

crate::patterns! { ALL;
    PLAIN "plain" "平胡" "plain hand" ["小胡", "素番"] 0 Base c::PLAIN;
    TRIPLETS "all-triplets" "对对胡" "all triplets" ["大对子", "碰碰胡"] 1 Hand c::TRIPLETS;
    PAIRS "seven-pairs" "七对" "seven pairs" ["小七对", "暗七对"] 2 Hand c::PAIRS;
    DRAGON "dragon-seven-pairs" "龙七对" "dragon seven pairs" ["豪华七对"] 3 Hand c::DRAGON;
    JIANG_TRIPLETS "two-five-eight-triplets" "将对" "two-five-eight triplets" ["将将胡"] 3 Hand c::JIANG_TRIPLETS;
    JIANG_PAIRS "two-five-eight-dragon" "将七对" "two-five-eight dragon" ["将龙七对"] 4 Hand c::JIANG_PAIRS;
    ONE_SUIT "one-suit" "清一色" "one suit" ["清胡"] 2 Hand c::ONE_SUIT;
    ROOT "root" "根" "root" ["带根"] 1 Hand c::ROOT;
    SINGLE "single-wait" "金钩钓" "four melds and a single tile" ["金钩胡", "单吊"] 1 Hand c::SINGLE;
    MEN_QING "concealed-hand" "门清" "concealed hand" [] 1 Hand c::MEN_QING;
    ZHONG_ZHANG "middle-tiles" "中张" "middle tiles" ["断幺九"] 1 Hand c::ZHONG_ZHANG;
    BLOOM "kong-bloom" "杠上花" "win on a replacement" ["杠上开花", "点杠花"] 1 Situation c::BLOOM;
    HOT "kong-discard" "杠上炮" "win on the discard after a kong" [] 1 Situation c::HOT;
    ROBBED "rob-kong" "抢杠" "robbing a kong" ["抢杠胡"] 1 Situation c::ROBBED;
    LAST "last-tile" "海底" "win with the wall empty" ["海底捞月", "海底炮"] 1 Situation c::LAST;
    HEAVENLY "heavenly-win" "天胡" "win as dealt" ["天和"] 3 Situation c::HEAVENLY;
    EARTHLY "earthly-win" "地胡" "win on the dealer's first discard" ["地和"] 2 Situation c::EARTHLY;
    DRAWN "self-draw" "自摸" "self-draw" ["自摸加番", "自摸加底"] 1 Step c::DRAWN;
}

/// The patterns that a counted pattern replaces.
pub static INSTEAD: &[Instead] = &[
    Instead { counted: &PAIRS, of: &[&TRIPLETS], clause: &c::PAIRS },
    Instead { counted: &DRAGON, of: &[&PAIRS], clause: &c::DRAGON },
    Instead { counted: &JIANG_PAIRS, of: &[&PAIRS, &DRAGON], clause: &c::JIANG_PAIRS },
    Instead { counted: &JIANG_TRIPLETS, of: &[&TRIPLETS, &ZHONG_ZHANG], clause: &c::JIANG_TRIPLETS },
];
