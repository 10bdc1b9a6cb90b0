//! The Changsha house rules as named options: the differences between the profiles, and the ambiguities of the source.

use super::clauses as c;
use crate::rules::{Choices, Conflict, FieldUse, Number, Preset, Value};
use caipan_tiles::text::Label;

crate::words! {
    /// The price list.
    pub enum Scale {
        A = "a" zh "1/2 与 6/7（第一部分）" en "1 and 2, 6 and 7 (part A)",
        B = "b" zh "10/20 与 30/40/60（第二部分）" en "10 and 20, 30, 40 and 60 (part B)",
    }
}
crate::words! {
    /// The counting of the dealer's extra of a big win (AMB-3).
    pub enum DealerBonus {
        Once = "once" zh "每次胡牌加一次" en "once a win",
        PerUnit = "per_unit" zh "每个大胡加一次" en "once for each big pattern",
    }
}
crate::words! {
    /// The dealer's extra of a big win on a discard on scale B (AMB-2, R-002).
    pub enum DealerExtra {
        None = "0" zh "不加" en "none",
        Once = "once" zh "加 10 一次" en "10 once",
        PerUnit = "per_unit" zh "每个大胡加 10" en "10 for each big pattern",
    }
}
crate::words! {
    /// The birds that multiply initial wins (AMB-5, R-005).
    pub enum OpeningBirds {
        HandEnd = "hand_end" zh "本局结束时的鸟" en "the birds of the end of the hand",
        Dice = "dice" zh "报起手胡时掷骰为鸟" en "dice thrown at the declaration",
        None = "none" zh "不算鸟" en "none",
    }
}
crate::words! {
    /// The birds that multiply initial wins of a drawn hand (AMB-5, R-005).
    pub enum DrawBirds {
        None = "none" zh "不算鸟" en "none",
        LastTile = "haidi_tile" zh "海底牌" en "the last tile",
    }
}
crate::words! {
    /// The dice kongs that may be robbed (AMB-6, R-006).
    pub enum RobScope {
        Exposed = "exposed" zh "补杠和明杠" en "added and exposed kongs",
        AddedOnly = "added_only" zh "只有补杠" en "added kongs only",
    }
}
crate::words! {
    /// The kind of a win on a plain added kong (AMB-7, R-024 in profile B).
    pub enum RobPlain {
        Discard = "as_dianpao" zh "算普通点炮" en "an ordinary win on a discard",
        Rob = "as_qianggang" zh "算抢杠胡" en "a robbed kong",
        Forbidden = "forbidden" zh "不许胡" en "not allowed",
    }
}
crate::words! {
    /// The value of a win on both dice-kong tiles (AMB-8, R-007).
    pub enum DoubleKong {
        BonusTwice = "bonus_x2" zh "开花算两个大胡，牌型算一次" en "the bonus twice, the hand once",
        PerTile = "per_tile_sum" zh "两张各算一次胡，相加" en "both wins in full",
        Best = "best_tile" zh "只算较大的一张" en "the better tile only",
    }
}
crate::words! {
    /// The melds that 全求人 may have (AMB-10, R-008).
    pub enum ClaimedMelds {
        ClaimedOnly = "claimed_only" zh "暗杠不算" en "no concealed kong",
        Any = "any4" zh "任意四副" en "any four melds",
    }
}
crate::words! {
    /// The extra for four alike in seven pairs (AMB-11).
    pub enum Luxury {
        None = "none" zh "不加" en "no",
        PerQuad = "per_quad" zh "每副四张加一个大胡" en "one big pattern more for each four alike",
    }
}
crate::words! {
    /// The combination of several initial wins of one hand (AMB-12, R-009).
    pub enum Stacking {
        PerType = "per_type_sum" zh "各种相加" en "each kind counts",
        Single = "single" zh "只算一个" en "only one counts",
        PerInstance = "per_instance" zh "每副都算" en "each instance counts",
    }
}
crate::words! {
    /// The counting of four alike for 六六顺 (AMB-12, R-009).
    pub enum Quads {
        Count = "count" zh "四张算一副刻子" en "four alike are a triplet",
        Exact = "exact3" zh "只认恰好三张" en "exactly three only",
        NotWithJoys = "exclude_sixi" zh "报四喜的四张不再算" en "not if they are declared as four joys",
    }
}
crate::words! {
    /// Payments between declarers (AMB-13, R-010).
    pub enum Mutual {
        AllPay = "all_pay" zh "互相也付" en "they do",
        Exempt = "winners_exempt" zh "起手胡者互不付" en "declarers are exempt",
    }
}
crate::words! {
    /// The number of tiles on which the dealer's initial wins are judged (AMB-14, R-011).
    pub enum DealerTiles {
        Fourteen = "14" zh "十四张" en "fourteen",
        Thirteen = "13" zh "前十三张" en "the first thirteen",
    }
}
crate::words! {
    /// The number of birds of a won last tile (AMB-15, R-012).
    pub enum LastBirds {
        One = "one" zh "一只" en "one",
        Count = "bird_count" zh "按鸟数重复" en "as many as birds are drawn",
    }
}
crate::words! {
    /// The birds of a wall with too few tiles (AMB-15, R-012).
    pub enum ShortWall {
        Remaining = "remaining" zh "有几张算几张" en "only what is left",
        Repeat = "repeat_last" zh "末张重复补足" en "the last one again",
    }
}
crate::words! {
    /// The claims allowed on tiles turned up by a dice kong (AMB-17, R-013).
    pub enum FlipClaims {
        All = "all" zh "可吃碰杠胡" en "chow, pung, kong and win",
        WinOnly = "hu_only" zh "只可胡" en "win only",
    }
}
crate::words! {
    /// The wins that a passed win forbids (AMB-18).
    pub enum MissedWin {
        Level = "level_gate" zh "过手前不能再胡，更大者除外（跟胡）" en "no win before the next turn but a bigger one",
        SameTile = "same_tile_until_draw" zh "摸牌前不能胡同一张（漏胡）" en "not that tile before the next draw",
        Any = "any_ron_until_turn" zh "过手前不能再捉炮" en "no win on a discard before the next turn",
        Off = "off" zh "不限" en "nothing",
    }
}
crate::words! {
    /// The seat from which birds are counted (AMB-20).
    pub enum BirdOrigin {
        Dealer = "dealer" zh "庄家" en "the dealer",
        Winner = "winner" zh "胡家" en "the winner",
    }
}
crate::words! {
    /// The effect of hits (AMB-20, R-020).
    pub enum BirdMath {
        Doubling = "pow2" zh "每中一鸟翻一倍" en "each hit doubles",
        Linear = "linear" zh "乘以（中鸟数加一）" en "times hits and one",
        PlusOne = "plus_one" zh "每中一鸟加 1 分" en "each hit adds one point",
    }
}
crate::words! {
    /// The seats that a bird must hit when the win is on another's tile (AMB-20).
    pub enum BirdScope {
        Both = "winner_or_discarder" zh "胡家或炮家" en "winner or payer",
        Payer = "discarder_only" zh "只看炮家" en "the payer only",
    }
}
crate::words! {
    /// The place from which birds are taken (AMB-20).
    pub enum BirdSource {
        Head = "wall_head" zh "牌墙接下来的牌" en "the next tiles of the wall",
        Last = "last_tile" zh "牌墙最后的牌" en "the last tiles of the wall",
    }
}
crate::words! {
    /// The rule for the next dealer (AMB-23, R-016).
    pub enum NextDealerTable {
        B4 = "B.4" zh "按 CS-B.4" en "as CS-B.4",
        Winner = "winner" zh "胡家坐庄，流局连庄" en "the winner; the same dealer after a draw",
    }
}
crate::words! {
    /// The receivers of a leaver's payment (AMB-24, R-003).
    pub enum EscapeShare {
        None = "none" zh "无人（积分场）" en "nobody (points room)",
        Equal = "split_equal" zh "三家平分，余数归房间（游戏币场）" en "the other three alike, the rest to the house (coin room)",
    }
}
crate::words! {
    /// The counting of the extra point of initial wins (AMB-27, R-017).
    pub enum PlusOne {
        PerType = "per_type" zh "每种各加" en "for each kind",
        OncePerPayer = "once_per_payer" zh "每个付家只加一次" en "once for each payer",
    }
}
crate::words! {
    /// The wins in which the dealer's point counts (庄闲).
    pub enum DealerPoint {
        Involved = "dealer_involved" zh "庄家输赢才加" en "where the dealer wins or pays",
        EveryWin = "every_win" zh "每次输赢都加" en "in every win",
        Off = "off" zh "不分庄闲" en "never",
    }
}
crate::words! {
    /// The position of the extra point of a small self-draw (scale a).
    pub enum SmallExtra {
        AfterBirds = "after_birds" zh "翻鸟之后加" en "after the birds",
        UnderBirds = "under_birds" zh "一起翻鸟" en "multiplied by the birds",
        Off = "off" zh "不加" en "none",
    }
}
crate::words! {
    /// The price of an initial win.
    pub enum OpeningPrice {
        SmallSelfDraw = "small_self_draw" zh "同小胡自摸" en "as a small self-draw",
        Flat = "flat" zh "同闲家之间的小胡自摸，不分庄闲" en "as a small self-draw without the dealer",
    }
}
crate::words! {
    /// The payment of initial wins when the hand is dissolved.
    pub enum OnAbort {
        Void = "void" zh "作废" en "nothing is paid",
        Paid = "paid" zh "照付" en "they are paid",
    }
}
crate::words! {
    /// The kongs that a locked hand may still make.
    pub enum KongAfterDice {
        KeepsWait = "keeps_wait" zh "不改变听牌即可" en "what keeps the wait",
        Never = "never" zh "不许再杠" en "nothing",
    }
}

/// Points: the cap of a payment, or the penalty for leaving.
pub type Points = Number<0, 1_000_000_000>;

crate::options! {
    /// Every option decided.
    pub struct Options;
    scale "scale": Scale = Scale::A; Price, [], c::A_22, zh "计分表", en "price list";
    bird_count "bird_count": Number<0, 8> = Number(2); Price, [0, 1, 2, 3, 4, 6], c::A_27, zh "鸟数", en "number of birds";
    dice_kong_tiles "dice_kong_tiles": Number<1, 2> = Number(2); Permission, [1, 2], c::A_19A,
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
    bird_origin "bird_origin": BirdOrigin = BirdOrigin::Dealer; Price, [], c::A_27, zh "数鸟起点", en "from whom birds count";
    bird_math "bird_math": BirdMath = BirdMath::Doubling; Price, [], c::A_27, zh "中鸟算法", en "how hits count";
    bird_ron_scope "bird_ron_scope": BirdScope = BirdScope::Both; Price, [], c::A_27,
        zh "捉炮时鸟看谁", en "whom a bird must hit on a discard";
    bird_source "bird_source": BirdSource = BirdSource::Head; Price, [], c::A_27, zh "鸟牌来源", en "where birds come from";
    flip_tile_claims "flip_tile_claims": FlipClaims = FlipClaims::All; Permission, [], c::B_9_6,
        zh "翻出的杠牌可否吃碰", en "claims on turned dice-kong tiles";
    missed_win "missed_win": MissedWin = MissedWin::Level; Permission, [], c::A_33, zh "放过胡牌之后", en "after a missed win";
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
}

/// Fields of a log that only some options use.
pub static FIELDS: &[FieldUse] = &[];

/// Options that cannot hold together.
pub static CONFLICTS: &[Conflict] = &[];

impl Options {
    /// Creates the options with these choices.
    pub fn new(choices: &Choices) -> Options {
        Options::with(choices)
    }
}

const B: [(&str, Value); 7] = [
    ("scale", Value::Word("b")),
    ("bird_count", Value::Number(1)),
    ("dice_kong_tiles", Value::Number(1)),
    ("kong_after_dice", Value::Word("never")),
    ("initial_hu_ends_hand", Value::Flag(true)),
    ("quanqiuren", Value::Flag(false)),
    ("missed_win", Value::Word("same_tile_until_draw")),
];

/// The published presets.
pub static PRESETS: [Preset; 4] = [
    Preset::new("changsha-a", Label::new("长沙麻将（甲）", "Changsha, profile A"), &[]),
    Preset::new("changsha-b", Label::new("长沙麻将（乙）", "Changsha, profile B"), &B),
    Preset::new(
        "changsha-b-restored",
        Label::new("长沙麻将（乙，补全）", "Changsha, profile B restored"),
        &[B[0], B[1], B[2], B[3], B[4], B[5], B[6], ("big_ron_dealer_extra", Value::Word("per_unit"))],
    ),
    // The house rules that the csmj server's settlements follow. Each room sets its own number of birds.
    Preset::new(
        "changsha-csmj",
        Label::new("长沙麻将（甲，csmj 房间规则）", "Changsha, profile A as the csmj server settles it"),
        &[
            ("bird_origin", Value::Word("winner")),
            ("dealer_point", Value::Word("every_win")),
            ("dealer_bonus_big", Value::Word("per_unit")),
            ("small_self_draw_plus_one", Value::Word("under_birds")),
            ("initial_hu_price", Value::Word("flat")),
            ("initial_hu_birds", Value::Word("none")),
            ("initial_hu_on_abort", Value::Word("paid")),
        ],
    ),
];
