//! The Changsha house rules as named options: the differences between the profiles, and the ambiguities of the source.

use super::clauses as c;
pub use super::words::*;
use crate::rules::{Conflict, FieldUse, LogField, Number};
use caipan_tiles::text::Label;

/// Points: the cap of a payment, or the penalty for leaving.
pub type Points = Number<0, 1_000_000_000>;

/// Points that a seat picks before the deal, or that the house fixes for it.
pub type Picked = Number<0, 10>;
/// A base price of scale c.
pub type Base = Number<0, 1000>;

crate::options! {
    /// Every option decided.
    pub struct Options;
    scale "scale": Scale = Scale::A; Price, [], c::A_22, zh "计分表", en "price list";
    bird_count "bird_count": Number<0, 8> = Number(2); Price, [0, 1, 2, 3, 4, 6], c::A_27,
        zh "鸟数", en "number of birds";
    dice_kong_tiles "dice_kong_tiles": Number<1, 6> = Number(2); Permission, [1, 2, 4, 6], c::A_19A,
        zh "开杠翻牌张数", en "tiles a dice kong turns up";
    kong_after_dice "kong_after_dice": KongAfterDice = KongAfterDice::KeepsWait; Permission, [], c::A_19D,
        zh "开杠后再杠", en "kongs after a dice kong";
    big_bonus_under_birds "big_bonus_under_birds": bool = true; Price, [], c::A_25,
        zh "大胡自摸的加分也按鸟翻倍（计分表 a）", en "birds also multiply the extra of a big self-draw (scale a)";
    big_ron_dealer_extra "big_ron_dealer_extra": DealerExtra = DealerExtra::None; Price, [], c::B_8_4,
        zh "大胡捉炮的庄家加分（计分表 b）", en "the dealer's extra of a big win on a discard (scale b)";
    dealer_bonus_big "dealer_bonus_big": DealerBonus = DealerBonus::Once; Price, [], c::A_24,
        zh "几个大胡的庄家加分（计分表 a）", en "the dealer's extra of several big patterns (scale a)";
    dealer_point "dealer_point": DealerPoint = DealerPoint::Involved; Price, [], c::A_22,
        zh "庄家加分何时算", en "when the dealer's point counts";
    small_self_draw_plus_one "small_self_draw_plus_one": SmallExtra = SmallExtra::AfterBirds; Price, [], c::A_23,
        zh "小胡自摸的加一分（计分表 a）", en "the extra point of a small self-draw (scale a)";
    initial_hu_ends_hand "initial_hu_ends_hand": bool = false; Permission, [], c::A_5,
        zh "起手胡结束本局", en "an initial win ends the hand";
    initial_hu_birds "initial_hu_birds": OpeningBirds = OpeningBirds::HandEnd; Price, [], c::A_6,
        zh "起手胡算哪些鸟", en "birds of initial wins";
    initial_hu_birds_on_draw "initial_hu_birds_on_draw": DrawBirds = DrawBirds::None; Price, [], c::A_6,
        zh "流局时起手胡的鸟", en "birds of initial wins in a drawn hand";
    initial_hu_price "initial_hu_price": OpeningPrice = OpeningPrice::SmallSelfDraw; Price, [], c::A_1,
        zh "起手胡的价钱", en "price of an initial win";
    initial_hu_on_abort "initial_hu_on_abort": OnAbort = OnAbort::Void; Price, [], c::A_5,
        zh "解散时的起手胡", en "initial wins of a dissolved hand";
    initial_hu_stacking "initial_hu_stacking": Stacking = Stacking::PerType; Permission, [], c::B_8_5,
        zh "几种起手胡相加", en "several initial wins in one hand";
    initial_hu_plus_one "initial_hu_plus_one": PlusOne = PlusOne::PerType; Price, [], c::A_23,
        zh "起手胡的加一分", en "the extra point of initial wins";
    initial_hu_mutual "initial_hu_mutual": Mutual = Mutual::AllPay; Price, [], c::A_1,
        zh "起手胡者互付", en "declarers of initial wins paying each other";
    liuliushun_quads "liuliushun_quads": Quads = Quads::Count; Permission, [], c::A_4,
        zh "六六顺中的四张", en "four alike in two triplets";
    dealer_initial_tiles "dealer_initial_tiles": DealerTiles = DealerTiles::Fourteen; Permission, [], c::B_2,
        zh "庄家起手胡看几张", en "tiles on which the dealer's initial wins are judged";
    rob_kong_scope "rob_kong_scope": RobScope = RobScope::Exposed; Permission, [], c::B_7_10,
        zh "哪些开杠可抢", en "dice kongs that may be robbed";
    rob_buzhang "rob_buzhang": RobPlain = RobPlain::Discard; Permission, [], c::A_30,
        zh "胡别人补张的牌", en "winning on another's plain added kong";
    double_kong "double_kong": DoubleKong = DoubleKong::BonusTwice; Permission, [], c::A_19B,
        zh "双杠的算法", en "winning on both dice-kong tiles";
    need_258_haidi "ctx_requires_258.haidi": bool = true; Permission, [], c::A_17,
        zh "海底须将", en "a win on the last tile needs its 2-5-8 pair";
    need_258_gangpao "ctx_requires_258.gangpao": bool = true; Permission, [], c::A_20,
        zh "杠上炮须将", en "a win on another's dice-kong tile needs its pair";
    need_258_qianggang "ctx_requires_258.qianggang": bool = true; Permission, [], c::A_21,
        zh "抢杠胡须将", en "robbing a kong needs its pair";
    need_258_gangkai "ctx_requires_258.gangkai": bool = true; Permission, [], c::A_19A,
        zh "杠上开花须将", en "a win on the own dice-kong tile needs its pair";
    need_258_tianhu "ctx_requires_258.tianhu": bool = true; Permission, [], c::A_15,
        zh "天胡须将", en "a heavenly win needs its pair";
    need_258_dihu "ctx_requires_258.dihu": bool = true; Permission, [], c::A_16,
        zh "地胡须将", en "an earthly win needs its pair";
    first_turn_requires_no_kong "first_turn_requires_no_kong": bool = true; Permission, [], c::B_7_1,
        zh "天胡、地胡之前不能有杠", en "no kong before a heavenly or earthly win";
    quanqiuren "quanqiuren": bool = true; Permission, [], c::A_10, zh "全求人", en "all claimed";
    quanqiuren_self_draw "quanqiuren_self_draw": bool = false; Permission, [], c::A_10,
        zh "全求人可自摸", en "all claimed may be self-drawn";
    quanqiuren_melds "quanqiuren_melds": ClaimedMelds = ClaimedMelds::ClaimedOnly; Permission, [], c::A_10,
        zh "全求人的四副", en "melds of all claimed";
    seven_pairs_luxury "seven_pairs_luxury": Luxury = Luxury::None; Permission, [], c::A_11,
        zh "豪华七小对", en "four alike in seven pairs";
    big_units_cap "big_units_cap": Number<0, 20> = Number(0); Price, [2, 3, 4], c::A_32,
        zh "大胡数封顶（0 为不封）", en "most big patterns that count (0: no limit)";
    payment_cap "payment_cap": Points = Number(0); Price, [], c::A_32,
        zh "每笔输赢封顶（0 为不封）", en "most points of one payment (0: no limit)";
    haidi_requires_ting "haidi_requires_ting": bool = false; Permission, [], c::A_17,
        zh "听牌才可要海底", en "only a ready hand may take the last tile";
    haidi_bird_copies "haidi_bird_copies": LastBirds = LastBirds::One; Price, [], c::A_28,
        zh "海底鸟的只数", en "birds of a won last tile";
    bird_short_wall "bird_short_wall": ShortWall = ShortWall::Remaining; Price, [], c::A_27,
        zh "余牌不够扎鸟时", en "when the wall has too few birds";
    bird_origin "bird_origin": BirdOrigin = BirdOrigin::Dealer; Price, [], c::A_27,
        zh "数鸟起点", en "from whom birds count";
    bird_math "bird_math": BirdMath = BirdMath::Doubling; Price, [], c::A_27, zh "中鸟算法", en "how hits count";
    bird_ron_scope "bird_ron_scope": BirdScope = BirdScope::Both; Price, [], c::A_27,
        zh "捉炮时鸟看谁", en "whom a bird must hit on a discard";
    bird_source "bird_source": BirdSource = BirdSource::Head; Price, [], c::A_27, zh "鸟牌来源", en "where birds come from";
    flip_tile_claims "flip_tile_claims": FlipClaims = FlipClaims::All; Permission, [], c::B_9_6,
        zh "翻出的杠牌可否吃碰", en "claims on turned dice-kong tiles";
    missed_win "missed_win": MissedWin = MissedWin::Level; Permission, [], c::A_33,
        zh "放过胡牌之后", en "after a missed win";
    kaigang_keeps_haidi "kaigang_keeps_haidi": bool = true; Permission, [], c::B_9_6,
        zh "开杠须留海底", en "a dice kong must leave the last tile";
    bu_may_take_haidi "bu_may_take_haidi": bool = true; Permission, [], c::B_9_3,
        zh "补张可取海底", en "a replacement may take the last tile";
    next_dealer_table "next_dealer_table": NextDealerTable = NextDealerTable::B4; Price, [], c::B_4B,
        zh "下一局庄家", en "the next dealer";
    escape_penalty "escape_penalty": Points = Number(70); Price, [], c::B_8_7, zh "逃跑扣分", en "penalty for leaving";
    escape_distribution "escape_distribution": EscapeShare = EscapeShare::None; Price, [], c::B_8_7,
        zh "逃跑扣分归谁", en "who gets the penalty for leaving";
    players "players": Number<2, 4> = Number(4); Never, [], c::PLAYERS, zh "人数", en "number of players";
    piao_max "piao_max": Picked = Number(0); Price, [], c::PIAO,
        zh "飘分上限（0 为不飘）", en "most points of a float (0: none)";
    piao_fixed "piao_fixed": Picked = Number(0); Price, [1, 2, 3, 5], c::PIAO,
        zh "坐飘，每家固定的飘分", en "fixed float of every seat";
    opening_sixi "opening_sixi": bool = true; Permission, [], c::SWITCH, zh "起手胡：四喜", en "initial win: four joys";
    opening_banban "opening_banban": bool = true; Permission, [], c::SWITCH,
        zh "起手胡：板板胡", en "initial win: no two-five-eight";
    opening_queyise "opening_queyise": bool = true; Permission, [], c::SWITCH,
        zh "起手胡：缺一色", en "initial win: a suit missing";
    opening_liuliushun "opening_liuliushun": bool = true; Permission, [], c::SWITCH,
        zh "起手胡：六六顺", en "initial win: two triplets";
    opening_santong "opening_santong": bool = false; Permission, [], c::SANTONG,
        zh "起手胡：三同", en "initial win: one rank in three suits";
    opening_bubugao "opening_bubugao": bool = false; Permission, [], c::BUBUGAO,
        zh "起手胡：步步高（节节高）", en "initial win: three pairs in a row";
    opening_yizhihua "opening_yizhihua": bool = false; Permission, [], c::YIZHIHUA,
        zh "起手胡：一枝花", en "initial win: a single five";
    yizhihua_rule "yizhihua_rule": SingleFive = SingleFive::Either; Permission, [], c::YIZHIHUA,
        zh "一枝花的条件", en "what a single five is";
    opening_jintong "opening_jintong": bool = false; Permission, [], c::JINTONG,
        zh "起手胡：金童玉女", en "initial win: pairs of 2 of dots and bamboo";
    mid_openings "mid_openings": MidOpenings = MidOpenings::None; Permission, [], c::MID,
        zh "中途起手胡", en "initial wins in mid-hand";
    bird_points "bird_points": Number<1, 10> = Number(1); Price, [2], c::BIRDS,
        zh "每中一鸟加几分（中鸟加分时）", en "points a hit adds (where hits add)";
    dealer_point_under_birds "dealer_point_under_birds": bool = true; Price, [], c::DEALER,
        zh "庄闲分参与扎鸟", en "birds multiply the dealer's point";
    dealer_point_count "dealer_point_count": DealerCount = DealerCount::EachPayment; Price, [], c::DEALER,
        zh "庄闲分计几次", en "how often the dealer's point counts";
    bird_seats_3 "bird_seats_3": ThreeSeats = ThreeSeats::Rank37; Price, [], c::PLAYERS_3,
        zh "三人时鸟的座位", en "seats of the birds at a table of three";
    c_small_ron "c_small_ron": Base = Number(1); Price, [], c::SCALE,
        zh "小胡捉炮的底分（计分表 c）", en "base of a small win on a discard (scale c)";
    c_small_draw "c_small_draw": Base = Number(2); Price, [], c::SCALE,
        zh "小胡自摸的底分（计分表 c）", en "base of a small self-draw (scale c)";
    c_big_ron "c_big_ron": Base = Number(6); Price, [], c::SCALE,
        zh "大胡捉炮的底分（计分表 c）", en "base of a big win on a discard (scale c)";
    c_big_draw "c_big_draw": Base = Number(6); Price, [], c::SCALE,
        zh "大胡自摸的底分（计分表 c）", en "base of a big self-draw (scale c)";
    c_opening "c_opening": Base = Number(2); Price, [], c::SCALE,
        zh "起手胡的底分（计分表 c）", en "base of an initial win (scale c)";
    men_qing "men_qing": MenQing = MenQing::Off; Permission, [], c::MEN_QING, zh "门清", en "concealed hand";
    small_ron "small_ron": bool = true; Permission, [], c::SMALL_RON,
        zh "小胡可捉炮", en "a small hand may win on another's tile";
    big_only "big_only": bool = false; Permission, [], c::SMALL_RON, zh "只能大胡", en "big wins only";
    fake_pair "fake_pair": FakePair = FakePair::Replaces; Permission, [], c::FAKE_PAIR,
        zh "假将胡", en "a win by situation with another pair";
    pair_258 "pair_258": bool = true; Permission, [], c::PAIR,
        zh "小胡须二五八将", en "a small hand needs a pair of 2, 5 or 8";
    bird_hit "bird_hit": BirdHit = BirdHit::BySeat; Price, [], c::BIRDS, zh "哪些鸟算中", en "which birds hit";
    fly_birds "fly_birds": Number<0, 8> = Number(0); Price, [1, 2, 3, 4], c::FLY, zh "飞鸟数", en "number of flying birds";
    payment_cap_scope "payment_cap_scope": CapScope = CapScope::All; Price, [], c::CAP,
        zh "封顶范围", en "payments that the limit covers";
    kong_points "kong_points": KongPoints = KongPoints::Off; Price, [], c::KONG, zh "杠分", en "points for kongs";
    opening_yidianhong "opening_yidianhong": bool = false; Permission, [], c::YIDIANHONG,
        zh "起手胡：一点红", en "initial win: a single 2, 5 or 8";
    opening_houbalun "opening_houbalun": bool = false; Permission, [], c::HOUBALUN,
        zh "起手胡：后八轮", en "initial win: three 8 of dots";
    opening_meihua "opening_meihua": bool = false; Permission, [], c::MEIHUA,
        zh "起手胡：梅花三弄", en "initial win: three 5 of dots";
    wild_kind "wild": WildKind = WildKind::None; Never, [], c::WILD, zh "百搭", en "wild kind";
    cap_by_holdings "cap_by_holdings": HoldingsCap = HoldingsCap::Off; Never, [], c::HOLDINGS,
        zh "输赢不超过所有（读法是本项目定的）", en "payments limited by holdings (the reading is ours)";
    match_double_below "match_double_below": Points = Number(0); Never, [], c::MATCH,
        zh "散场时赢家不到几分就翻倍（0 为不翻）", en "total below which a match is multiplied at its end (0: never)";
    match_double_times "match_double_times": Number<0, 10> = Number(0); Never, [], c::MATCH,
        zh "散场翻几倍（0 为不翻）", en "factor of a match multiplied at its end (0: none)";
    match_add_below "match_add_below": Points = Number(0); Never, [], c::MATCH,
        zh "散场时赢家不到几分就加分（0 为不加）", en "total below which points are added at the end of a match (0: never)";
    match_add "match_add": Points = Number(0); Never, [], c::MATCH,
        zh "散场加几分（0 为不加）", en "points added at the end of a match (0: none)";
    must_win "must_win": bool = false; Permission, [], c::MUST_WIN, zh "有胡必胡", en "a possible win must be taken";
    no_chow "no_chow": bool = false; Permission, [], c::NO_CHOW, zh "不可吃", en "no chow";
    missing_suit "missing_suit": LeftOut = LeftOut::None; Never, [], c::MISSING_SUIT,
        zh "缺一门牌", en "suit left out of the pack";
    quanqiuren_pair_258 "quanqiuren_pair_258": bool = false; Permission, [], c::QUANQIUREN,
        zh "全求人要将", en "all claimed needs its 2-5-8 pair";
}

/// The fields of a log that only some options use.
pub fn fields(o: &Options) -> Vec<FieldUse> {
    let most = o.piao_max().0;
    let totals = o.match_double_below().0 > 0 || o.match_add_below().0 > 0;
    vec![
        FieldUse { most, ..FieldUse::new(LogField::Piao, &["piao_max"], most > 0) },
        FieldUse::new(LogField::Holdings, &["cap_by_holdings"], o.cap_by_holdings() != HoldingsCap::Off),
        FieldUse::new(LogField::Totals, &["match_double_below", "match_add_below"], totals),
    ]
}

/// The options that cannot hold together.
pub fn conflicts(o: &Options) -> Vec<Conflict> {
    let doubles = o.match_double_below().0 > 0;
    let adds = o.match_add_below().0 > 0;
    let bases = [o.c_small_ron(), o.c_small_draw(), o.c_big_ron(), o.c_big_draw(), o.c_opening()];
    vec![
        Conflict {
            option: "men_qing",
            holds: o.fake_pair() == FakePair::ExtraUnit && o.men_qing() != MenQing::Off,
            why: Label::new(
                "假将胡加一个大胡时不打门清；请把 men_qing 设为 off，或改 fake_pair。",
                "`fake_pair extra_unit` excludes concealed hands: set `men_qing` to off, or change `fake_pair`.",
            ),
        },
        Conflict {
            option: "match_double_times",
            holds: doubles != (o.match_double_times().0 > 1),
            why: Label::new(
                "散场翻倍要写两个数：低于几分（match_double_below）和翻几倍（match_double_times，至少 2）；不翻就都写 0。",
                "A match is multiplied at its end by two numbers: `match_double_below` and `match_double_times`, at least 2. Set both, or both to 0.",
            ),
        },
        Conflict {
            option: "match_add",
            holds: adds != (o.match_add().0 > 0),
            why: Label::new(
                "散场加分要写两个数：低于几分（match_add_below）和加几分（match_add）；不加就都写 0。",
                "Points are added at the end of a match by two numbers: `match_add_below` and `match_add`. Set both, or both to 0.",
            ),
        },
        Conflict {
            option: "players",
            holds: o.players().0 != 2 && (doubles || adds),
            why: Label::new(
                "散场翻倍、加分只用于两人；请把 players 设为 2，或去掉 match_ 开头的选项。",
                "Totals are multiplied or raised at the end of a match of two only: set `players` to 2, or remove the options that begin with `match_`.",
            ),
        },
        Conflict {
            option: "missing_suit",
            holds: o.missing_suit() != LeftOut::None && o.opening_santong(),
            why: Label::new(
                "缺一门牌时不可能有三同；请关掉 opening_santong，或改 missing_suit。",
                "Without a suit no rank is in three suits: switch `opening_santong` off, or change `missing_suit`.",
            ),
        },
        Conflict {
            option: "scale",
            holds: o.scale() != Scale::C && bases.map(|base| base.0) != BASES,
            why: Label::new(
                "c_ 开头的底分只用于计分表 c；请把 scale 设为 c，或去掉这些底分。",
                "The bases that begin with `c_` belong to scale c: set `scale` to c, or remove them.",
            ),
        },
    ]
}

/// The default bases of scale c: small and big wins, each on a discard and by self-draw, and initial wins.
const BASES: [i64; 5] = [1, 2, 6, 6, 2];
