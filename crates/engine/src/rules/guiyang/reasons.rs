//! The reasons why nothing is due, each noted where the settlement decides it.

use super::clauses as c;
use super::{beans, chickens, scoring};
use caipan_tiles::ledger::Expected;

static HAND: Expected = Expected::of(&scoring::HAND, &["胡", "胡牌分", "点炮", "抢杠", "抢杠胡"]);
static DEALER: Expected = Expected::of(&scoring::DEALER, &["庄家", "连庄番"]);
static SHA_BAO: Expected = Expected::of(&scoring::SHA_BAO, &[]);
static GU_MAI: Expected = Expected::of(&scoring::GU_MAI, &[]);
static READY: Expected = Expected::kind(&scoring::HAND, &["报听", "declared ready"]);
static DRAWN: Expected = Expected::kind(&scoring::HAND, &["自摸", "self-draw"]);
static CHA_JIAO: Expected = Expected::of(&scoring::CHA_JIAO, &["黄牌查叫"]);
static BEANS: Expected = Expected::of(
    &beans::DOU,
    &[
        "杠",
        "杠分",
        "闷豆",
        "爬坡豆",
        "憨包豆",
        "点豆",
        "暗杠",
        "补杠",
        "明杠",
        "concealed kong",
        "added kong",
        "kong added late",
        "exposed kong",
    ],
);
static EXPOSED: Expected = Expected::of(&beans::DOU, &["点豆", "明杠", "exposed kong"]);
static LATE: Expected = Expected::of(&beans::DOU, &["憨包豆", "kong added late"]);
static CHICKENS: Expected = Expected::of(
    &chickens::JI,
    &[
        "幺鸡",
        "金鸡",
        "乌骨鸡",
        "翻牌鸡",
        "本鸡",
        "银鸡",
        "七鸡",
        "数字鸡",
        "站鸡",
        "滚筒鸡",
        "星期鸡",
        "1 of bamboo",
        "golden chicken",
        "8 of dots",
        "flipped chicken",
    ],
);
static CHARGE: Expected = Expected::of(&chickens::CHARGE, &["冲锋", "冲锋幺鸡"]);
static DUTY: Expected = Expected::of(&chickens::DUTY, &["责任", "责任幺鸡"]);
static YAO: Expected = Expected::of(&chickens::JI, &["幺鸡", "1 of bamboo"]);
static WU_GU: Expected = Expected::of(&chickens::JI, &["乌骨鸡", "8筒", "八筒", "8 of dots"]);
static GOLD: Expected = Expected::kind(&chickens::JI, &["金鸡", "golden chicken"]);
static FLIPPED: Expected = Expected::of(&chickens::JI, &["翻牌鸡", "flipped chicken"]);
static NAMED: Expected = Expected::kind(&chickens::JI, &["翻牌鸡", "flipped chicken"]);
static ITSELF: Expected = Expected::of(&chickens::JI, &["翻牌鸡", "本鸡", "flipped chicken"]);
static BELOW: Expected = Expected::of(&chickens::JI, &["翻牌鸡", "上下鸡", "摇摆鸡", "flipped chicken"]);

caipan_tiles::reasons! { ALL;
    NG1 [&BEANS] c::GY_1_6A, by "dou_requires_jiao", zh "没叫牌，豆不算", en "the seat is not ready, so its beans do not count";
    NG2 [&BEANS] c::X_QIANG, zh "杠被抢了，没有杠成，不收豆", en "the kong was robbed, so it was not laid and scores no bean";
    NG3 [&BEANS, &CHICKENS, &CHARGE, &DUTY] c::X_REPAO, by "re_pao_burn",
        zh "热炮全烧，他的豆和鸡都不收", en "a hot discard burns all beans and chickens of the seat";
    NG4 [&CHICKENS, &CHARGE, &DUTY] c::X_QIANG, by "qiang_burn_ji",
        zh "被抢了杠，他的鸡烧了", en "robbed of its kong, the seat has its chickens burnt";
    NG5 [&CHICKENS, &CHARGE] c::X_JI_JIAO, by "ji_requires_jiao",
        zh "没叫牌，鸡不收", en "the seat is not ready, so it collects no chickens";
    NG6 [&CHARGE] c::X_JI_CHARGE,
        zh "只有全桌第一张幺鸡算冲锋", en "only the first 1 of bamboo of the table charges";
    NG7 [&CHARGE] c::X_JI_CHARGE,
        zh "第一张幺鸡被碰走，没有冲锋", en "the first 1 of bamboo was claimed, so nobody charges";
    NG8 [&CHARGE, &DUTY] c::X_JI_CHARGE,
        zh "第一张幺鸡被胡了，不算冲锋责任", en "the first 1 of bamboo was won on, so there is neither charge nor duty";
    NG9 [&DUTY] c::X_JI_DUTY,
        zh "碰的那家没叫牌，没有责任鸡", en "the seat that claimed it is not ready, so there is no duty";
    NG10 [&DUTY] c::X_JI_DUTY,
        zh "碰的不是第一张，没有责任", en "what was claimed is not the first 1 of bamboo, so there is no duty";
    NG11 [&WU_GU] c::X_JI_MORE, by "wu_gu_ji",
        zh "八筒本房不是鸡", en "the 8 of dots is no chicken here";
    NG12 [&ITSELF] c::X_JI_FLIP, by "ben_ji",
        zh "翻出来的那张自己不是鸡", en "the flipped kind itself is no chicken here";
    NG13 [&BELOW] c::X_JI_FLIP, by "flip_mode",
        zh "只有翻牌的下一个数是鸡", en "only the next rank after the flip is a chicken";
    NG14 [&FLIPPED] c::GY_1_6C, by "ji_scope",
        zh "打出去的翻牌鸡本房不算", en "discarded flipped chickens are not counted here";
    NG15 [&GOLD] c::X_JI_GOLD,
        zh "没翻到九条，不是金鸡", en "the flip is not the 9 of bamboo, so nothing is gold";
    NG16 [&NAMED] c::X_JI_FLIP,
        zh "牌摸完了，没有翻鸡", en "the wall is used up, so nothing is flipped";
    NG17 [&YAO] c::X_JI,
        zh "被碰走的鸡算碰的那家", en "a claimed chicken belongs to who claimed it";
    NG18 [&LATE] c::X_DOU, by "hanbao_dou", zh "憨包豆不收分", en "a kong held back scores nothing";
    NG19 [&EXPOSED] c::X_DOU, by "dian_dou_payer",
        zh "点豆只由点的那家付", en "only the seat that fed the kong pays for it";
    NG20 [&BEANS, &CHICKENS, &CHARGE, &DUTY] c::X_CHAJIAO, by "draw_scores_dou_ji",
        zh "黄牌，豆和鸡都不算", en "the wall ran out, so neither beans nor chickens count";
    NG21 [&CHA_JIAO] c::X_CHAJIAO,
        zh "都叫牌或都没叫，黄牌不赔", en "all seats are ready or none is, so nothing is paid";
    NG22 [&CHA_JIAO] c::X_CHAJIAO, zh "他叫了牌，不用赔", en "a ready seat owes nothing";
    NG23 [&DEALER] c::X_DEAL_BONUS, by "dealer_bonus",
        zh "庄家输了不加连庄番", en "a losing dealer pays no bonus here";
    NG24 [&HAND, &DEALER, &SHA_BAO, &GU_MAI] c::GY_2_0B,
        zh "点炮只由放炮的付", en "only the discarder pays for the hand";
    NG25 [&HAND, &DEALER, &SHA_BAO, &GU_MAI] c::X_QIANG, by "qiang_gang_pay",
        zh "抢杠由被抢的一家全付", en "the robbed seat pays all shares";
    NG26 [&READY] c::X_BAO, by "bao_value",
        zh "报听按十番起，大牌不再加", en "a declared hand counts at least 10, and a big one gets no more";
    NG27 [&DRAWN] c::GY_2_2, by "zimo_mode",
        zh "大牌自摸本房不加番", en "a big hand gets nothing more for a self-draw here";
    NG28 [&BEANS] c::X_QIANG, by "qiang_burn_dou",
        zh "被抢了杠，他的豆烧了", en "robbed of its kong, the seat has its beans burnt";
    NG29 [&BEANS] c::X_REPAO, by "re_pao_burn",
        zh "热炮烧了他最后一个豆", en "a hot discard burns the last bean of the seat";
    NG30 [&CHICKENS, &CHARGE] c::X_JI, by "ji_payers",
        zh "叫了牌的本房不付鸡", en "a ready seat pays for no chickens here";
    NG31 [&CHA_JIAO] c::X_CHAJIAO,
        zh "没叫牌，收不到查叫", en "the seat is not ready, so nobody owes it for readiness";
    NG32 [&DEALER] c::X_DEAL_BONUS,
        zh "胡牌的不是庄家，没有连庄番", en "the winner does not deal, so there is no dealer's bonus";
}
