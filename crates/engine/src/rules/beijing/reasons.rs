//! The reasons why nothing is due, each noted where the settlement decides it.
//!
//! 杠上开花 has none: a win on a replacement proves that the hand was ready before the kong, so it always counts.

use super::clauses as c;
use super::{kong_money, scoring};
use caipan_tiles::ledger::Expected;

static WIN: Expected = Expected::of(&scoring::WIN, &["胡", "和牌"]);
static BURN: Expected = Expected::of(&scoring::BURN, &["烧", "烧庄家"]);
static KONG: Expected = Expected::of(
    &kong_money::KONG,
    &["杠", "杠钱", "明杠", "暗杠", "补杠", "concealed kong", "added kong", "exposed kong", "kongs"],
);
static EXPOSED: Expected = Expected::of(&kong_money::KONG, &["杠", "杠钱", "明杠", "exposed kong", "kongs"]);
static NO_WILD: Expected = Expected::kind(&scoring::WIN, &["无混", "无混儿", "没混", "no-wild", "no wild"]);
static CONCEALED: Expected = Expected::kind(&scoring::WIN, &["门清", "门前清", "concealed", "concealed hand"]);
static SELF_DRAW: Expected = Expected::kind(&scoring::WIN, &["自摸", "self-draw"]);
static DISCARDER: Expected = Expected::kind(&scoring::WIN, &["点炮", "放炮", "discarder"]);
static DEALER: Expected = Expected::kind(&scoring::WIN, &["庄家", "庄家输", "dealer"]);
static FLOOR: Expected = Expected::kind(&scoring::WIN, &["上楼", "楼", "upstairs"]);
static CATCH_FIVE: Expected = Expected::kind(&scoring::WIN, &["捉五魁", "捉五", "catch-five", "catching the five"]);
static DRAGON: Expected = Expected::kind(&scoring::WIN, &["一条龙", "龙", "dragon"]);
static HUNYOU: Expected = Expected::kind(&scoring::WIN, &["混儿悠", "悠", "declared 混儿悠"]);

caipan_tiles::reasons! { ALL;
    NB1 [&KONG] c::KONG_MONEY, by "kong.points",
        zh "本房没开杠分，杠不收分", en "kong points are off here, so kongs score nothing";
    NB2 [&KONG] c::KONG_MONEY, by "kong.void_on_draw",
        zh "黄庄黄杠，杠分不付", en "the hand was drawn, so kong points are void";
    NB3 [&KONG] c::ROB_EXTRA,
        zh "杠被抢了，杠分不算", en "the kong was robbed, so it scores nothing";
    NB4 [&KONG] c::KONG_MONEY, by "kong.discarder_forfeits",
        zh "放炮的，自己的杠不收分", en "who deals in collects nothing for its kongs";
    NB5 [&KONG] c::KONG_MONEY, by "kong.scope", zh "没胡的，杠不收分", en "only the winner's kongs score";
    NB6 [&NO_WILD] c::NO_WILD,
        zh "手里有混儿，不算无混", en "a wild is in the hand, so there is no 无混";
    NB7 [&CONCEALED] c::CONCEALED,
        zh "吃碰过，不算门清", en "the hand was opened, so it is not concealed";
    NB8 [&SELF_DRAW] c::SELF_DRAW,
        zh "点炮胡没有自摸那一番", en "a win on a discard has no self-draw factor";
    NB9 [&DISCARDER] c::DISCARDER,
        zh "不是他点的炮，不加倍", en "a seat that did not discard the tile pays no double";
    NB10 [&DEALER] c::DEALER_WIN, by "dealer_pays_double",
        zh "庄家输了不加倍", en "a losing dealer does not pay double here";
    NB11 [&BURN] c::BURN,
        zh "头四张不全一样，不算烧庄", en "the first four discards differ, so the dealer is not burnt";
    NB12 [&BURN] c::BURN_VOID, by "burn.void_on_draw",
        zh "荒牌了，烧庄不付", en "the hand was drawn, so the burn is not paid";
    NB13 [&BURN] c::BURN_PAY,
        zh "烧庄每家付死数，不乘平和价", en "the burn is a fixed sum to each, whatever a plain win costs";
    NB14 [&FLOOR] c::FLOOR, zh "没在楼上，不加倍", en "not upstairs, so nothing is doubled";
    NB15 [&CATCH_FIVE] c::CATCH_FIVE,
        zh "不是单胡嵌五万", en "5m between 4m and 6m is not the only wait";
    NB16 [&DRAGON, &NO_WILD] c::WILD_DRAGON,
        zh "算了本混龙，不再算龙和无混", en "the wild dragon replaces dragon and 无混";
    NB18 [&SELF_DRAW, &DISCARDER, &DEALER, &CONCEALED, &NO_WILD, &DRAGON, &CATCH_FIVE] c::MULTIPLY,
        zh "四十分是死数，不再乘", en "forty is a fixed sum and takes no further factor";
    NB19 [&WIN] c::HEAD_BUMP,
        zh "一炮只胡一家，近的先胡", en "one discard has one winner, the nearest seat";
    NB20 [&HUNYOU] c::HUNYOU_LOSS,
        zh "没有别家先胡，不加倍", en "no other seat won, so nothing is doubled";
    NB21 [&KONG] c::KONG_MONEY,
        zh "这局没打完，杠分不付", en "the hand was not finished, so kongs score nothing";
    NB22 [&EXPOSED] c::KONG_MONEY, by "kong.exposed_payer",
        zh "明杠只由放杠的付", en "only the seat that fed the kong pays for it";
    NB23 [&WIN] c::PAY, by "ron_payment",
        zh "本房点炮只由放炮的付", en "only the discarder pays for a win on a discard here";
    NB24 [&BURN] c::BURN,
        zh "中间有人吃碰，不算烧庄", en "a claim came between the first four discards, so the dealer is not burnt";
}
