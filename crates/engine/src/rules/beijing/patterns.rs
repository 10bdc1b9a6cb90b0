//! The rule sheet: every fan (番) of Beijing with its factor, in the order of the document.

use super::clauses as c;
use crate::rules::Instead;

crate::patterns! { ALL;
    PLAIN "plain" "推倒胡" "plain win" ["平和", "平胡", "推倒和"] 1 Base c::PLAIN;
    DEALER "dealer-win" "庄胡" "dealer's win" ["庄和", "庄家"] 2 Situation c::DEALER_WIN;
    CONCEALED "concealed" "门清" "concealed hand" ["门前清"] 2 Hand c::CONCEALED;
    SELF_DRAW "self-draw" "自摸" "self-draw" [] 2 Situation c::SELF_DRAW;
    NO_WILD "no-wild" "无混" "no wild" ["无混儿", "没混"] 2 Hand c::NO_WILD;
    AS_NO_WILD "as-no-wild" "无混" "no wild" ["无混儿", "没混", "no-wild"] 2 Hand c::HUNYOU_WORTH;
    CATCH_FIVE "catch-five" "捉五魁" "catching the five" ["捉五"] 2 Hand c::CATCH_FIVE;
    LAST_TILE "last-tile" "海底捞月" "last tile" ["海底"] 4 Situation c::LAST_TILE;
    DRAGON "dragon" "一条龙" "dragon" ["龙"] 2 Hand c::DRAGON;
    WILD_DRAGON "wild-dragon" "本混龙" "dragon of the wild suit" ["本混儿龙"] 4 Hand c::WILD_DRAGON;
    SEVEN_PAIRS "seven-pairs" "七对" "seven pairs" ["七对子", "七小对"] 2 Hand c::SEVEN_PAIRS;
    KONG_BLOOM "kong-bloom" "杠上开花" "win on a replacement" ["杠开"] 2 Situation c::KONG_BLOOM;
    ONE_SUIT "one-suit" "清一色" "one suit" [] 4 Hand c::ONE_SUIT;
    MIXED_SUIT "mixed-suit" "混一色" "one suit and honours" [] 2 Hand c::MIXED_SUIT;
    ALL_HONOURS "all-honours" "字一色" "honours only" [] 8 Hand c::ALL_HONOURS;
    LUXURY "luxury-seven-pairs" "豪华七对" "seven pairs with four alike" ["豪华七对子", "豪七"] 4 Hand c::LUXURY;
    FOUR_WILDS "four-wilds" "混杠" "four wilds" ["四混", "混儿杠"] 40 Situation c::FOUR_WILDS;
    HEAVENLY "heavenly" "天和" "heavenly win" ["天胡"] 40 Situation c::HEAVENLY;
    EARTHLY "earthly" "地和" "earthly win" ["地胡"] 40 Situation c::EARTHLY;
    ROB_KONG "rob-kong" "抢杠" "robbing a kong" ["抢杠胡", "抢杠和"] 2 Situation c::ROB_EXTRA;
    SINGLE_WAIT "single-wait" "大吊车" "four melds and a single tile" ["大吊", "大钓", "单钓"] 2 Hand c::SINGLE_WAIT;
    EDGE_WAIT "edge-wait" "边张" "edge wait" ["边"] 2 Hand c::TIGHT;
    CLOSED_WAIT "closed-wait" "卡张" "closed wait" ["卡", "嵌张"] 2 Hand c::TIGHT;
    PAIR_WAIT "pair-wait" "单吊将" "wait for the pair" ["吊", "单吊"] 2 Hand c::TIGHT;
    WILD_SINGLE "wild-single" "混吊" "wild alone as half of the pair" ["混钓"] 2 Hand c::WILD_WAIT;
    WILD_WILD "wild-wild" "混吊混" "wild drawn to a wild alone" ["混钓混"] 4 Hand c::WILD_WAIT;
    TRIPLETS "all-triplets" "对对胡" "four triplets" ["碰碰胡", "飘胡"] 2 Hand c::TRIPLETS;
    ORPHANS "orphans" "十三幺" "thirteen orphans" [] 10 Hand c::ORPHANS;
    SKY_READY "sky-ready" "天听" "ready as dealt" [] 2 Situation c::SKY;
    XIAOSA "xiaosa" "潇洒" "xiaosa" ["素"] 2 Situation c::XIAOSA;
    KONG_GUN "kong-gun" "杠上炮" "win on the discard after a kong" ["杠炮"] 2 Situation c::KONG_GUN;
}

/// The fans that another fan includes.
pub static INSTEAD: &[Instead] = &[
    Instead { counted: &WILD_DRAGON, of: &[&DRAGON, &NO_WILD], clause: &c::WILD_DRAGON },
    Instead { counted: &LUXURY, of: &[&SEVEN_PAIRS], clause: &c::LUXURY },
];
