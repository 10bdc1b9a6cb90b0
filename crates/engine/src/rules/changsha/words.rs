//! The words that the Changsha options accept, one enum an option.

crate::words! {
    /// The price list.
    pub enum Scale {
        A = "a" zh "1/2 与 6/7（第一部分）" en "1 and 2, 6 and 7 (part A)",
        B = "b" zh "10/20 与 30/40/60（第二部分）" en "10 and 20, 30, 40 and 60 (part B)",
        C = "c" zh "本房自定底分" en "the house's own numbers",
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
crate::words! {
    /// The hands that are 一枝花 (MC-yizhihua).
    pub enum SingleFive {
        Either = "either" zh "全手只有一张将且是五，或一门只有一张且是五"
            en "a single 2, 5 or 8 that is a 5, or a 5 alone in its suit",
        InSuit = "single_in_suit" zh "一门只有一张且是五" en "a 5 alone in its suit",
    }
}
crate::words! {
    /// The initial wins that may be declared after a draw (MC-mid).
    pub enum MidOpenings {
        None = "none" zh "不打" en "none",
        Joys = "sixi" zh "中途四喜" en "four joys in mid-hand",
        Triplets = "liuliushun" zh "中途六六顺" en "two triplets in mid-hand",
        Both = "both" zh "中途四喜和中途六六顺" en "both",
    }
}
crate::words! {
    /// The count of the dealer's point between two seats (MC-dealer).
    pub enum DealerCount {
        EachPayment = "each_payment" zh "每笔输赢都算" en "in each payment",
        OncePerPair = "once_per_pair" zh "两家之间一局只算一次" en "once a hand between two seats",
    }
}
crate::words! {
    /// The places that birds point to at a table of three (MC-players-3).
    pub enum ThreeSeats {
        Rank37 = "rank37_empty" zh "三、七落空" en "3 and 7 hit nobody",
        Rank48 = "rank48_empty" zh "四、八落空" en "4 and 8 hit nobody",
        Mod3 = "mod3" zh "三家轮数，不落空" en "counted round the three",
    }
}
crate::words! {
    /// The wins for which a concealed hand counts (MC-men-qing).
    pub enum MenQing {
        Off = "off" zh "不算" en "none",
        Any = "any" zh "自摸、捉炮都算" en "every win",
        SelfDraw = "self_draw" zh "只算自摸" en "self-draws only",
    }
}
crate::words! {
    /// The value of a win by situation with a pair other than 2, 5 and 8 (MC-fake-pair).
    pub enum FakePair {
        Replaces = "replaces" zh "只算那个大胡" en "the big pattern of the situation alone",
        ExtraUnit = "extra_unit" zh "另加一个大胡（假将）" en "one big pattern more",
    }
}
crate::words! {
    /// The birds that hit (MC-birds).
    pub enum BirdHit {
        BySeat = "by_seat" zh "按座位数" en "those that fall on winner or payer",
        Only159 = "only_159" zh "一、五、九中鸟，不看座位" en "ranks 1, 5 and 9, whatever the seat",
        RankValue = "rank_value" zh "一码全中：加这张牌的点数" en "the one bird adds its rank",
    }
}
crate::words! {
    /// The payments that `payment_cap` limits (MC-cap).
    pub enum CapScope {
        All = "all" zh "起手胡也封" en "initial wins too",
        Hand = "hand" zh "只封胡牌" en "the win of the hand only",
    }
}
crate::words! {
    /// Payments for kongs (MC-kong).
    pub enum KongPoints {
        Off = "off" zh "不算" en "none",
        On = "on" zh "暗杠每家 2，补杠每家 1，明杠由放杠者付" en "2 a seat concealed, 1 added, the discarder for an exposed one",
    }
}
crate::words! {
    /// The kind that stands for any tile (MC-wild).
    pub enum WildKind {
        None = "none" zh "没有" en "none",
        Red = "hongzhong" zh "红中四张" en "the four red dragons",
    }
}
crate::words! {
    /// The holdings that limit a payment (MC-holdings).
    pub enum HoldingsCap {
        Off = "off" zh "不限" en "no limit",
        Loser = "loser" zh "输家不付超过自己所有" en "no payer pays more than it holds",
        WinnerEach = "winner_each" zh "每家付给赢家的不超过赢家所有" en "no payer pays more than the winner holds",
        Both = "both" zh "两样都限" en "both",
    }
}
crate::words! {
    /// The suit that is left out of the pack (MC-missing-suit).
    pub enum LeftOut {
        None = "none" zh "不缺" en "none",
        Characters = "m" zh "缺万" en "no characters",
        Dots = "p" zh "缺筒" en "no dots",
        Bamboo = "s" zh "缺条" en "no bamboo",
    }
}
