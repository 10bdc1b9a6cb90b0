//! The Guiyang house rules as named options: the differences between the price lists, and the gaps of the torn source.

use super::clauses as c;
use crate::rules::{Conflict, FieldUse, LogField, Number};
use caipan_tiles::text::Label;

crate::words! {
    /// The price list of patterns (A2).
    pub enum FanTable {
        Prose = "prose" zh "正文（小七对 8，清七对 18）" en "the text (seven pairs 8, in one suit 18)",
        Table = "table" zh "番表（小七对 7，清七对 17）" en "the table (7 and 17)",
        Reduced = "reduced" zh "缩小番" en "the reduced column",
        App = "app" zh "手机游戏通行" en "as common in apps",
    }
}
crate::words! {
    /// The extra for a self-draw (A3).
    pub enum SelfDraw {
        PlainTwo = "plain_2" zh "只有平胡自摸为 2" en "a plain hand counts 2, others nothing more",
        PlusOne = "plus1_all" zh "一律加 1" en "1 more for every hand",
        None = "none" zh "不加" en "nothing",
    }
}
crate::words! {
    /// Two suits as a pattern (A1).
    pub enum MixedSuits {
        Off = "off" zh "不算" en "no",
        TwoSuits = "two_suit_5" zh "两门成胡算混一色" en "a hand of exactly two suits counts 5",
    }
}
crate::words! {
    /// The four alike that make seven pairs a dragon (A25).
    pub enum DragonRule {
        AnyQuad = "any_quad" zh "任意四张相同" en "any four alike",
        WinningTile = "quad_is_winning_tile" zh "须由胡的那张凑成" en "the winning tile is the fourth",
    }
}
crate::words! {
    /// The payer for an exposed kong (A12).
    pub enum ExposedPayer {
        Discarder = "discarder" zh "打出者付杠者" en "the discarder pays the konger",
        Konger = "konger" zh "杠者付打出者" en "the konger pays the discarder",
    }
}
crate::words! {
    /// The time at which a seat must be ready (A13).
    pub enum ReadyTime {
        AtSettlement = "at_settlement" zh "结算时" en "at the settlement",
        Ever = "ever" zh "本局曾经叫牌即可" en "at any time of the hand",
    }
}
crate::words! {
    /// A kong added later than its tile came (憨包豆).
    pub enum LateKong {
        None = "none" zh "与爬坡豆相同" en "like any added kong",
        ZeroPassport = "zero_passport" zh "不得分，仍是通行证" en "nothing, but a passport",
        ThreeEach = "three_each" zh "三家各付 3" en "3 from each",
    }
}
crate::words! {
    /// The discarded chickens that count (A5, A6).
    pub enum JiScope {
        ManTang = "man_tang" zh "满堂鸡" en "discarded ones too",
        ShouShang = "shou_shang" zh "手上鸡（打出的 1条 仍按 1 计）" en "kept ones; a discarded 1 of bamboo keeps its plain value",
        Strict = "shou_shang_strict" zh "手上鸡（打出的一概不计）" en "kept ones only",
    }
}
crate::words! {
    /// The payers for chickens (A14).
    pub enum JiPayers {
        AllThree = "all_three" zh "其余三家" en "all three others",
        NotReady = "not_jiao_only" zh "只有没叫牌的" en "those who are not ready",
    }
}
crate::words! {
    /// The value of a charging chicken, plain and gold (A8).
    pub enum Charge {
        TwoFour = "2_4" zh "2，金鸡 4" en "2, gold 4",
        ThreeSix = "3_6" zh "3，金鸡 6" en "3, gold 6",
    }
}
crate::words! {
    /// The ranks that the flip makes chickens.
    pub enum FlipMode {
        Up = "up" zh "加一" en "the next rank",
        UpDown = "up_down" zh "上下各一（摇摆鸡）" en "the ranks on both sides",
    }
}
crate::words! {
    /// The payment of a seat that is not ready for chickens it discarded (包鸡).
    pub enum BaoJi {
        Off = "off" zh "不包" en "no",
        YaoJi = "yaoji" zh "包打出的 1条（乌骨鸡）" en "for every one it discarded",
        ChargeOnly = "charge_only" zh "只包冲锋鸡" en "for the charging one only",
    }
}
crate::words! {
    /// The beans and chickens that a hot discard burns (A16).
    pub enum Burn {
        All = "all" zh "豆和鸡全烧" en "all beans and chickens of its discarder",
        LastDou = "last_dou" zh "只烧最后一个豆，另按豆付 6/3/1" en "the last bean only, and 6, 3 or 1 more is paid by its kind",
        None = "none" zh "不烧" en "nothing",
    }
}
crate::words! {
    /// The price of a robbed kong.
    pub enum RobPay {
        ThreeShares = "three_shares" zh "按自摸付三份" en "a self-draw, all three shares",
        DiscardPlusOne = "discard_plus1" zh "按点炮加 1" en "a discard with 1 more",
        DiscardPlusNine = "discard_plus9" zh "按点炮加 9" en "a discard with 9 more",
    }
}
crate::words! {
    /// The value of a declared hand (A15).
    pub enum BaoValue {
        Max10 = "max10" zh "不足清一色按清一色" en "at least as one suit",
        Flat10 = "flat10" zh "一律按清一色" en "exactly as one suit",
        Plus10 = "plus10" zh "加 10" en "10 more",
        Plus20Hard = "plus20_hard" zh "硬报加 20，软报加 10" en "20 more if the dealt tiles were ready, else 10 more",
    }
}
crate::words! {
    /// The kongs that a declared hand may make.
    pub enum BaoKong {
        Off = "off" zh "不许杠" en "nothing",
        KeepsWait = "wait_preserving" zh "不改变叫牌即可" en "a drawn tile that keeps the wait",
    }
}
crate::words! {
    /// The payments in which the dealer's bonus counts (A22).
    pub enum DealerBonus {
        WinOnly = "win_only" zh "只加庄家所赢" en "what the dealer wins",
        WinAndLose = "win_and_lose" zh "庄家输赢都加" en "what the dealer wins and pays",
        Off = "off" zh "不加" en "none",
    }
}
crate::words! {
    /// The dealer after several winners (A23).
    pub enum NextDealerRule {
        SourceFamily = "source_family" zh "双响从庄家数起先到者，三响点炮者" en "of two the first from the dealer on; after three the discarder",
        MultiToDiscarder = "multi_to_discarder" zh "多响一律点炮者" en "the discarder after several winners",
    }
}
crate::words! {
    /// The dealer after an exhausted wall.
    pub enum DrawDealer {
        Stays = "stays" zh "原庄不动" en "the same dealer",
        ByReadyCount = "by_ready_count" zh "按叫牌人数定" en "by who is ready",
    }
}
crate::words! {
    /// The price of an exhausted wall.
    pub enum ChaJiao {
        BestPattern = "best_pattern" zh "按最大牌型" en "the highest pattern waited for",
        Off = "off" zh "不查" en "nothing",
    }
}
crate::words! {
    /// The wins that a passed win bars.
    pub enum GuoShui {
        SameTile = "same_tile_until_draw" zh "摸牌前不胡同一张" en "that tile until the next draw",
        AnyTile = "any_tile_until_draw" zh "摸牌前不捉炮" en "any discard until the next draw",
        Off = "off" zh "不限" en "nothing",
    }
}
crate::words! {
    /// The extra of a fixed chicken in the hand (站鸡).
    pub enum StandingJi {
        Off = "off" zh "不算" en "none",
        Double = "double" zh "加倍" en "counted twice",
        PlusOne = "plus_one" zh "每张加 1" en "1 more each",
    }
}
crate::words! {
    /// The stakes that the seats choose before the deal (估卖).
    pub enum GuMai {
        Off = "off" zh "不估卖" en "none",
        Free = "free" zh "各家自定 0、1、2" en "each seat chooses 0, 1 or 2",
        Fixed = "fixed" zh "各家一样" en "the same for all",
    }
}
crate::words! {
    /// The chickens opened during play (前后鸡, 滚筒鸡).
    pub enum RollJi {
        Off = "off" zh "不开" en "none",
        Last = "last" zh "前后鸡（只算最后开的）" en "the newest counts",
        KeepAll = "keep_all" zh "滚筒鸡（开过的都算）" en "all count",
    }
}

/// Fan of one item.
pub type Fan = Number<0, 100>;

crate::options! {
    /// Every option decided.
    pub struct Options;
    base "base": Number<1, 1_000_000> = Number(1); Price, [1, 2, 5, 10], c::GY_2_0A, zh "底分", en "base score";
    fan_table "fan_table": FanTable = FanTable::Prose; Price, [], c::GY_2_5, zh "番表", en "price list of patterns";
    zimo_mode "zimo_mode": SelfDraw = SelfDraw::PlainTwo; Price, [], c::GY_2_2, zh "自摸加番", en "what a self-draw adds";
    gang_kai_fan "gang_kai_fan": Fan = Number(1); Price, [1, 3, 4], c::GY_2_3, zh "杠开加番", en "what a win on a replacement adds";
    hun_yi_se "hun_yi_se": MixedSuits = MixedSuits::Off; Permission, [], c::GY_1_6B, zh "混一色", en "two suits as a pattern";
    dragon_rule "dragon_rule": DragonRule = DragonRule::AnyQuad; Price, [], c::GY_2_6, zh "龙七对的四张", en "four alike in seven pairs";
    men_dou "men_dou": Fan = Number(2); Price, [2, 3], c::X_DOU, zh "闷豆", en "concealed kong, from each";
    papo_dou "papo_dou": Fan = Number(3); Price, [2, 3], c::X_DOU, zh "爬坡豆", en "added kong, from each";
    dian_dou "dian_dou": Fan = Number(1); Price, [1, 3], c::X_DOU, zh "点豆", en "exposed kong, from one";
    dian_dou_payer "dian_dou_payer": ExposedPayer = ExposedPayer::Discarder; Price, [], c::X_DOU,
        zh "点豆谁付", en "who pays for an exposed kong";
    dou_requires_jiao "dou_requires_jiao": bool = true; Price, [], c::GY_1_6A, zh "叫牌才算豆（双杀）", en "beans count for ready seats only";
    jiao_time "jiao_time": ReadyTime = ReadyTime::AtSettlement; Price, [], c::X_JIAO, zh "何时须叫牌", en "when a seat must be ready";
    hanbao_dou "hanbao_dou": LateKong = LateKong::None; Price, [], c::X_DOU, zh "憨包豆", en "a kong added later than its tile came";
    ji_scope "ji_scope": JiScope = JiScope::ManTang; Price, [], c::GY_1_6D, zh "捉鸡范围", en "which discarded chickens count";
    ji_requires_jiao "ji_requires_jiao": bool = true; Price, [], c::X_JI_JIAO, zh "叫牌才收鸡", en "chickens count for ready seats only";
    ji_payers "ji_payers": JiPayers = JiPayers::AllThree; Price, [], c::X_JI, zh "谁付鸡", en "who pays for chickens";
    gold_value "gold_value": Number<1, 10> = Number(2); Price, [2, 3], c::X_JI_GOLD, zh "金鸡", en "a golden chicken";
    charge "charge": Charge = Charge::TwoFour; Price, [], c::X_JI_CHARGE, zh "冲锋鸡", en "a charging chicken";
    duty "duty": Fan = Number(1); Price, [1, 2, 3], c::X_JI_DUTY, zh "责任鸡", en "the responsible discarder's extra";
    duty_scales_with_gold "duty_scales_with_gold": bool = false; Price, [], c::X_JI_DUTY, zh "责任鸡随金鸡翻倍", en "gold multiplies the duty";
    duty_on_kong "duty_on_kong": bool = true; Price, [], c::X_JI_DUTY, zh "被杠也算责任鸡", en "an exposed kong makes responsible too";
    duty_reverse "duty_reverse": bool = false; Price, [], c::X_JI_DUTY,
        zh "要牌者没叫而打出者叫了则反付", en "a claimer who is not ready pays a discarder who is";
    wu_gu_ji "wu_gu_ji": bool = false; Price, [], c::X_JI_MORE, zh "乌骨鸡（8筒）", en "the 8 of dots as a second fixed chicken";
    flip_mode "flip_mode": FlipMode = FlipMode::Up; Price, [], c::X_JI_FLIP, zh "翻牌算哪几张", en "which ranks the flip names";
    ben_ji "ben_ji": bool = false; Price, [], c::X_JI_MORE, zh "本鸡", en "the flipped kind itself is a chicken";
    week_ji "week_ji": bool = false; Price, [], c::X_JI_MORE, zh "星期鸡", en "the rank of the weekday is a chicken";
    bao_ji "bao_ji": BaoJi = BaoJi::Off; Price, [], c::X_JI_JIAO, zh "包鸡", en "a seat that is not ready pays for its discarded chickens";
    chui_feng "chui_feng": bool = false; Price, [], c::X_JI_MORE, zh "吹风鸡（翻 5筒 全不算）", en "a flipped 5 of dots voids the hand";
    re_pao_extra "re_pao_extra": Fan = Number(1); Price, [0, 1, 3], c::X_REPAO, zh "热炮加番", en "what a hot discard adds";
    re_pao_double "re_pao_double": bool = false; Price, [], c::X_REPAO, zh "热炮番数加倍，代替加番", en "a hot discard doubles the hand instead of adding";
    re_pao_burn "re_pao_burn": Burn = Burn::All; Price, [], c::X_REPAO, zh "热炮烧什么", en "what a hot discard burns";
    re_pao_waives_passport "re_pao_waives_passport": bool = true; Permission, [], c::X_REPAO, zh "热炮不要通行证", en "a hot discard needs no passport";
    qiang_gang_pay "qiang_gang_pay": RobPay = RobPay::ThreeShares; Price, [], c::X_QIANG, zh "抢杠怎么付", en "what a robbed kong costs";
    qiang_burn_ji "qiang_burn_ji": bool = false; Price, [], c::X_QIANG, zh "被抢者烧鸡", en "a robbed seat's chickens burn";
    qiang_burn_dou "qiang_burn_dou": bool = false; Price, [], c::X_QIANG, zh "被抢者烧豆", en "a robbed seat's beans burn";
    bao_ting "bao_ting": bool = true; Permission, [], c::GY_2_11, zh "报听", en "declaring ready";
    bao_value "bao_value": BaoValue = BaoValue::Max10; Price, [], c::GY_2_11, zh "报听的番", en "what a declared hand counts";
    bao_ting_kong "bao_ting_kong": BaoKong = BaoKong::Off; Permission, [], c::X_BAO, zh "报听后的杠", en "kongs of a declared hand";
    sha_bao_extra "sha_bao_extra": Fan = Number(0); Price, [0, 10], c::X_BAO, zh "杀报", en "what a declared seat pays more";
    sha_bao_waives_passport "sha_bao_waives_passport": bool = true; Permission, [], c::X_BAO,
        zh "胡报听者打出的牌不要通行证", en "a declared seat's discard needs no passport";
    dealer_bonus "dealer_bonus": DealerBonus = DealerBonus::WinOnly; Price, [], c::X_DEAL_BONUS, zh "连庄加番", en "the dealer's bonus";
    multi_win "multi_win": bool = true; Permission, [], c::X_MULTI, zh "一炮多响", en "several winners on one tile";
    next_dealer "next_dealer": NextDealerRule = NextDealerRule::SourceFamily; Price, [], c::X_DEAL_NEXT,
        zh "多响之后谁做庄", en "the dealer after several winners";
    draw_dealer "draw_dealer": DrawDealer = DrawDealer::Stays; Price, [], c::X_DEAL_NEXT, zh "黄牌之后谁做庄", en "the dealer after a drawn hand";
    robbed_deals "robbed_deals": bool = false; Price, [], c::X_DEAL_NEXT, zh "被抢杠者做庄", en "a robbed seat deals next";
    cha_jiao "cha_jiao": ChaJiao = ChaJiao::BestPattern; Price, [], c::X_CHAJIAO, zh "黄牌查叫", en "what an exhausted wall costs";
    draw_scores_dou_ji "draw_scores_dou_ji": bool = false; Price, [], c::X_CHAJIAO, zh "黄牌也算豆和鸡", en "beans and chickens of a drawn hand";
    guo_shui "guo_shui": GuoShui = GuoShui::SameTile; Permission, [], c::X_GUO, zh "过水", en "after a passed win";
    guo_shui_false "guo_shui_false": bool = false; Permission, [], c::X_GUO, zh "过水后胡为诈胡", en "a win after a pass is false";
    players "players": Number<2, 4> = Number(4); Never, [], c::PLAYERS, zh "人数", en "number of players";
    dan_diao "dan_diao": Fan = Number(0); Price, [10], c::DAN_DIAO, zh "单吊", en "four melds and a single tile";
    qing_dan_diao "qing_dan_diao": Fan = Number(0); Price, [20], c::DAN_DIAO, zh "清单吊", en "four melds and a single tile in one suit";
    tong_san "tong_san": bool = false; Price, [], c::TONG_SAN, zh "通三", en "3 for a plain hand, 3 more for any other";
    first_round_ji "first_round_ji": Number<0, 20> = Number(0); Price, [3], c::FIRST_ROUND, zh "首圈鸡",
        en "the first 1 of bamboo in the first go-around";
    standing_ji "standing_ji": StandingJi = StandingJi::Off; Price, [], c::STANDING, zh "站鸡", en "fixed chickens in the hand";
    silver_ji "silver_ji": Number<0, 20> = Number(0); Price, [2, 5], c::SILVER, zh "银鸡", en "a flipped 1 of characters or dots";
    di_long "di_long": Fan = Number(0); Permission, [10, 20], c::DI_LONG, zh "地龙", en "seven pairs over an own pung";
    qing_di_long "qing_di_long": Fan = Number(0); Permission, [20, 30], c::DI_LONG, zh "清地龙", en "seven pairs over an own pung in one suit";
    tian_hu "tian_hu": Fan = Number(0); Price, [10, 20], c::TIAN_HU, zh "天胡", en "what a win as dealt adds";
    di_hu "di_hu": Fan = Number(0); Price, [10, 20], c::DI_HU, zh "地胡", en "what a win on the dealer's first discard adds";
    double_ji "double_ji": bool = false; Price, [], c::DOUBLE_JI, zh "翻倍鸡", en "the 1 of bamboo counts twice";
    flip_rank_value "flip_rank_value": bool = false; Price, [], c::RANK_JI, zh "数字鸡（爬坡鸡）", en "a flipped chicken counts its rank";
    seven_ji "seven_ji": bool = false; Price, [], c::SEVEN, zh "见7挖", en "every 7 is a chicken";
    pure_bonus "pure_bonus": Number<0, 20> = Number(0); Price, [3], c::PURE_BONUS, zh "清一色、龙七对奖分", en "a bonus for one suit and dragons";
    bao_gang "bao_gang": bool = false; Price, [], c::BAO_GANG, zh "包杠", en "a seat that is not ready pays for its kongs";
    zimo_double "zimo_double": bool = false; Never, [], c::ZIMO_DOUBLE, zh "自摸翻倍", en "a self-draw doubles the hand";
    big_double "big_double": bool = false; Never, [], c::BIG_DOUBLE, zh "大牌翻倍", en "a hand that is not plain counts double";
    hand_cap "hand_cap": Number<0, 1_000> = Number(0); Never, [], c::HAND_CAP, zh "封顶，0 为不封", en "the most fan of a hand, 0 for no cap";
    suits "suits": Number<1, 3> = Number(3); Never, [], c::PACK, zh "几房牌", en "number of suits in play";
    ding_que "ding_que": bool = false; Permission, [], c::DING_QUE, zh "定缺", en "each seat names a suit that it lacks";
    lack_points "lack_points": Fan = Number(0); Price, [], c::LACK, zh "查缺", en "each tile of the lacking suit still held";
    exchange "exchange": Number<0, 4> = Number(0); Permission, [3, 4], c::EXCHANGE, zh "换几张，0 为不换", en "tiles exchanged before play, 0 for none";
    gu_mai "gu_mai": GuMai = GuMai::Off; Never, [], c::GU_MAI, zh "估卖", en "stakes chosen before the deal";
    gu_mai_points "gu_mai_points": Number<1, 5> = Number(1); Price, [2, 3], c::GU_MAI, zh "估卖一样时的分数", en "the stake that is the same for all";
    roll_ji "roll_ji": RollJi = RollJi::Off; Price, [], c::ROLL, zh "前后鸡、滚筒鸡", en "chickens opened during play";
    last_hand_double "last_hand_double": Number<1, 10> = Number(1); Price, [], c::LAST_HAND, zh "末局翻几倍", en "the factor of the last hand";
    hongzhong_ji "hongzhong_ji": bool = false; Never, [], c::RED_DRAGON, zh "红中鸡", en "red dragons are in play, and a flipped one is a chicken";
}

/// The fields of a log that only some options use.
pub fn fields(o: &Options) -> Vec<FieldUse> {
    let fixed = (o.gu_mai() == GuMai::Fixed).then(|| ("gu_mai_points", o.gu_mai_points().0));
    let stakes = FieldUse::new(LogField::GuMai, &["gu_mai"], o.gu_mai() == GuMai::Free);
    vec![
        FieldUse { most: MOST_PICKED, fixed, ..stakes },
        FieldUse::new(LogField::LastHand, &["last_hand_double"], o.last_hand_double().0 > 1),
    ]
}

/// The most that a seat may choose by itself (估卖).
pub const MOST_PICKED: i64 = 2;

/// The options that cannot hold together.
pub fn conflicts(o: &Options) -> Vec<Conflict> {
    let (suits, players) = (o.suits().0, o.players().0);
    vec![
        Conflict {
            option: "suits",
            holds: suits < 3 && players > suits + 1,
            why: Label::new(
                "两房牌只够三人，一房牌只够两人；请改 suits 或 players。",
                "Two suits are enough for three players at most, one suit for two; change `suits` or `players`.",
            ),
        },
        Conflict {
            option: "ding_que",
            holds: o.ding_que() && suits < 3,
            why: Label::new(
                "只有三房牌才定缺；请把 ding_que 设为 false，或把 suits 设为 3。",
                "A lacking suit is named with three suits only; set `ding_que` to false, or `suits` to 3.",
            ),
        },
        Conflict {
            option: "hongzhong_ji",
            holds: o.hongzhong_ji() && suits < 3,
            why: Label::new(
                "红中鸡用 112 张牌，要三房；请去掉 hongzhong_ji，或把 suits 设为 3。",
                "Red dragons are played with 112 tiles of three suits; remove `hongzhong_ji`, or set `suits` to 3.",
            ),
        },
        Conflict {
            option: "silver_ji",
            holds: suits == 1 && o.silver_ji().0 > 0,
            why: Label::new(
                "只有条子，没有一万、一筒，银鸡无从算起；请把 silver_ji 设为 0。",
                "With bamboo alone there is no 1 of characters or dots for `silver_ji`; set it to 0.",
            ),
        },
        Conflict {
            option: "wu_gu_ji",
            holds: suits == 1 && o.wu_gu_ji(),
            why: Label::new(
                "只有条子，没有八筒，乌骨鸡无从算起；请去掉 wu_gu_ji。",
                "With bamboo alone there is no 8 of dots for `wu_gu_ji`; remove it.",
            ),
        },
        Conflict {
            option: "chui_feng",
            holds: suits == 1 && o.chui_feng(),
            why: Label::new(
                "只有条子，没有五筒，吹风鸡无从算起；请去掉 chui_feng。",
                "With bamboo alone there is no 5 of dots for `chui_feng`; remove it.",
            ),
        },
        Conflict {
            option: "exchange",
            holds: matches!(o.exchange().0, 1 | 2),
            why: Label::new(
                "换三张或四张；请把 exchange 设为 0、3 或 4。",
                "Three or four tiles are exchanged; set `exchange` to 0, 3 or 4.",
            ),
        },
    ]
}
