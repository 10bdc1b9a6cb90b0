//! The reasons why nothing is due, each noted where the settlement decides it.

use super::clauses as c;
use super::scoring;
use caipan_tiles::ledger::Expected;

static WIN: Expected = Expected::of(&scoring::WIN, &["胡", "点炮", "捉炮"]);
static OPENING: Expected = Expected::of(&scoring::OPENING, &["起手"]);
static MID_OPENING: Expected = Expected::of(&scoring::MID_OPENING, &[]);
static KONG: Expected = Expected::of(
    &scoring::KONG,
    &["杠", "杠钱", "明杠", "暗杠", "补杠", "concealed kong", "added kong", "exposed kong", "kongs"],
);
static ADDED: Expected = Expected::of(&scoring::KONG, &["杠", "杠钱", "补杠", "added kong", "kongs"]);
static EXPOSED: Expected = Expected::of(&scoring::KONG, &["杠", "杠钱", "明杠", "exposed kong", "kongs"]);
static ESCAPE: Expected = Expected::of(&scoring::ESCAPE, &["逃跑扣分"]);
static BIRDS: Expected = Expected::kind(&scoring::WIN, &["扎鸟", "中鸟", "鸟", "鸟分", "bird", "birds"]);
static DEALER: Expected = Expected::kind(&scoring::WIN, &["庄闲", "庄闲分", "庄家", "dealer"]);
static EXTRA: Expected = Expected::kind(&scoring::WIN, &["自摸加一", "自摸", "self-draw, one more", "self-draw"]);
static BLOOM: Expected = Expected::kind(&scoring::WIN, &["杠上开花", "杠上花", "kong-bloom", "win on a dice kong"]);
static SMALL: Expected = Expected::kind(&scoring::WIN, &["小胡", "平胡", "屁胡", "small", "small win"]);
static FLOAT: Expected = Expected::kind(&scoring::WIN, &["飘", "飘分", "坐飘", "float", "floats"]);
static ALL_CLAIMED: Expected = Expected::kind(&scoring::WIN, &["全求人", "all-claimed", "all claimed"]);
static LUXURY: Expected = Expected::kind(
    &scoring::WIN,
    &["豪华七小对", "豪华七对", "双豪华七小对", "双豪华七对", "luxury-seven-pairs", "seven pairs with four alike"],
);

caipan_tiles::reasons! { ALL;
    NC1 [&BIRDS] c::A_27,
        zh "鸟没中这两家，不翻倍", en "no bird hit these two seats, so nothing is doubled";
    NC2 [&BIRDS] c::A_27,
        zh "点炮只看胡家和放炮家的鸟", en "a win on a discard reads only the birds of winner and discarder";
    NC3 [&DEALER] c::A_22, by "dealer_point",
        zh "庄家不在这两家，不加庄闲分", en "neither seat deals, so there is no dealer's point";
    NC4 [&DEALER] c::A_24, by "dealer_bonus_big",
        zh "几个大胡，庄闲分只加一次", en "several big patterns have one dealer's point";
    NC5 [&EXTRA] c::A_23, by "small_self_draw_plus_one",
        zh "小胡自摸的加一不乘鸟", en "birds do not double the extra of a small self-draw";
    NC6 [&EXTRA] c::A_22,
        zh "点炮胡没有自摸那一分", en "a win on a discard has no point for a self-draw";
    NC7 [&WIN] c::A_14, zh "点炮只由放炮的一家付", en "only the discarder pays";
    NC8 [&KONG] c::KONG, by "kong_points",
        zh "本房没开杠分，杠不收分", en "kong points are off here, so kongs score nothing";
    NC9 [&ADDED] c::KONG,
        zh "能杠只碰，后来补杠没有分", en "the seat ponged where it could kong, so the later kong scores nothing";
    NC10 [&ADDED] c::A_21,
        zh "杠被抢了，没有杠成", en "the kong was robbed, so it was not laid";
    NC11 [&BLOOM] c::A_29,
        zh "补张胡是普通自摸", en "a win on a plain replacement is an ordinary self-draw";
    NC12 [&OPENING] c::SWITCH,
        zh "这种起手胡本房没开", en "this initial win is not played here";
    NC13 [&OPENING] c::B_8_5, by "initial_hu_stacking",
        zh "同一种起手胡只付一次", en "one kind of initial win is paid once";
    NC14 [&OPENING] c::A_5, by "initial_hu_on_abort",
        zh "这局没打完，起手胡作废", en "the hand was not finished, so initial wins are void";
    NC15 [&BIRDS] c::A_6, by "initial_hu_birds_on_draw",
        zh "流局没有鸟，起手胡不翻倍", en "a drawn hand has no birds, so nothing is doubled";
    NC16 [&MID_OPENING] c::MID,
        zh "这几张已经付过，不再付", en "these tiles were paid for already";
    NC17 [&SMALL] c::A_24,
        zh "有大胡，就不另算小胡", en "with a big pattern the small win is not counted";
    NC18 [&FLOAT] c::PIAO, zh "飘分只加在胡牌上", en "floats are added to wins only";
    NC19 [&ALL_CLAIMED] c::A_10, by "quanqiuren_self_draw",
        zh "全求人要捉炮，自摸不算", en "all claimed counts on a discard only";
    NC20 [&BIRDS] c::A_28,
        zh "海底胡只拿海底牌当鸟", en "after a win on the last tile only that tile is the bird";
    NC21 [&WIN, &OPENING, &MID_OPENING] c::CAP, by "payment_cap", zh "这笔已经封顶", en "this payment is capped";
    NC22 [&LUXURY] c::A_11, by "seven_pairs_luxury",
        zh "豪华七对本房不加", en "four alike in seven pairs add nothing here";
    NC23 [&ESCAPE] c::B_8_7, by "escape_distribution",
        zh "逃跑扣的分没人得", en "nobody receives a leaver's points";
    NC24 [&KONG] c::KONG,
        zh "这局没打完，杠分作废", en "the hand was not finished, so kongs score nothing";
    NC25 [&OPENING] c::A_1, by "initial_hu_mutual",
        zh "都报起手胡的，彼此不付", en "declarers of initial wins do not pay each other";
    NC26 [&EXPOSED] c::KONG,
        zh "明杠只由放杠的付", en "only the seat that fed the kong pays for it";
}
