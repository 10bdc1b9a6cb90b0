//! The Beijing house rules as named options: gaps of the document, and common deviations from it.

use super::clauses as c;
use crate::rules::{FieldUse, LogField, Number};

crate::words! {
    /// The way in which fans combine (BJ-8t).
    pub enum FanMode {
        Multiply = "multiply" zh "相乘" en "they multiply",
        Add = "add" zh "相加" en "they add",
    }
}
crate::words! {
    /// The seats that pay for a win on a discard (BJ-8e).
    pub enum RonPayment {
        AllPay = "all_pay_discarder_double" zh "三家都付，放炮者加倍" en "all pay, the discarder twice",
        CoversAll = "discarder_covers_all" zh "放炮者包付三家的数" en "the discarder pays what all three would",
        DiscarderOnly = "discarder_only" zh "只有放炮者付自己的加倍" en "the discarder alone, its own doubled share",
        Single = "discarder_single" zh "一家出：只有放炮者付一份，不加倍" en "the discarder alone, one plain share",
        Triple = "discarder_triple" zh "大包：只有放炮者付三份，不加倍" en "the discarder alone, three plain shares",
    }
}
crate::words! {
    /// The place of the indicator, and its leaving play (BJ-4c).
    pub enum Position {
        FirstLive = "first_live" zh "待补牌的第一张，不再使用" en "the first live tile, out of play",
        Last = "last_of_wall" zh "牌墙最后一张，不再使用" en "the last tile of the wall, out of play",
        Peek = "peek_only" zh "只看第一张，仍在牌墙" en "the first live tile, looked at and left in the wall",
    }
}
crate::words! {
    /// Permission for wild tiles in open melds (BJ-4e).
    pub enum InMeld {
        Forbid = "forbid" zh "不可" en "never",
        NaturalOnly = "natural_only" zh "只可当本身的牌" en "as their own face only",
    }
}
crate::words! {
    /// The number of tiles that stay undrawn (BJ-6c).
    pub enum Reserve {
        StackTable = "stack_table" zh "一杠七墩、两杠八墩、三杠九墩" en "seven stacks, eight with two kongs, nine with three",
        ShrinkOnly = "shrink_only" zh "补一张少一张" en "fourteen, one less for each replacement",
        Constant = "constant_14" zh "始终留十四张" en "always fourteen",
    }
}
crate::words! {
    /// The claims allowed on the last discard (BJ-6d, R-106).
    pub enum LastDiscard {
        WinOnly = "win_only" zh "只能胡" en "it may be won on, no more",
        All = "all" zh "仍可吃、碰、杠、胡" en "it may be claimed like any other",
    }
}
crate::words! {
    /// The condition for a dragon of the wild suit (BJ-8j, R-110).
    pub enum WildDragon {
        OneWild = "one_wild" zh "全手只有一个混儿" en "one with a single wild in the whole hand",
        NaturalPlace = "natural_place" zh "混儿在龙的本位即可，不论另有几个" en "one with a wild in its own place, however many wilds there are",
    }
}
crate::words! {
    /// The order in which replacements leave the tail (BJ-6b).
    pub enum KongDraw {
        LinearLast = "linear_last" zh "最后一张先补" en "the very last tile first",
        StackTopFirst = "stack_top_first" zh "末墩的上张先补" en "the upper tile of the last stack first",
    }
}
crate::words! {
    /// A second throw for the cut (BJ-3e).
    pub enum SecondThrow {
        None = "none" zh "没有" en "no",
        AddToFirst = "add_to_first" zh "再打一次，点数相加" en "yes, added to the first",
    }
}
crate::words! {
    /// The order of dealing (BJ-3f).
    pub enum DealPattern {
        Blocks = "blocks_of_4_with_jump" zh "每次四张，庄家跳牌" en "four at a time, the dealer jumps",
        Ones = "round_robin_1" zh "每次一张" en "one at a time",
    }
}
crate::words! {
    /// The payments that are doubled upstairs (BJ-6g).
    pub enum FloorScope {
        All = "all" zh "胡牌、烧庄、诈胡" en "wins, burning and false wins",
        WinOnly = "win_only" zh "只有胡牌" en "wins only",
    }
}
crate::words! {
    /// The end of a floor (BJ-6f).
    pub enum FloorUntil {
        NorthDone = "north_done" zh "北家坐庄完毕" en "when North has dealt",
        NextHand = "next_hand_only" zh "只管下一局" en "after the next hand",
    }
}
crate::words! {
    /// The counting of chows and pungs towards their limit (BJ-7a).
    pub enum ClaimCounts {
        Together = "chi+pong" zh "吃碰合计" en "chows and pungs together",
        Each = "each" zh "吃、碰分别计" en "chows and pungs each for themselves",
    }
}
crate::words! {
    /// The tiles of the dragon that may be claimed (BJ-8i).
    pub enum DragonScope {
        WholeHand = "whole_hand" zh "吃来的顺子也算" en "a chow counts",
        Concealed = "concealed_only" zh "三副都须在手中" en "all three runs in the hand",
    }
}
crate::words! {
    /// The value of a win on a replacement (BJ-8l).
    pub enum Bloom {
        Extra = "extra_x2" zh "自摸之外再 2 番" en "times 2 beside the self-draw",
        Total = "total_4_replaces_zimo" zh "共 4 番，代替自摸" en "times 4 instead of the self-draw",
        PerKong = "per_consecutive_kong" zh "连杠每杠 2 番" en "times 2 for each kong in a row",
    }
}
crate::words! {
    /// The combination of hands of 40 with other fans (BJ-8q–s).
    pub enum LimitMode {
        Flat = "flat" zh "固定，不乘其他番" en "flat, no other factor",
        Factor = "factor" zh "作为一个番相乘" en "as one factor among the others",
    }
}
crate::words! {
    /// The dealer after a false win (BJ-2e).
    pub enum FalseDealer {
        Stay = "stay" zh "原庄家" en "the same dealer",
        Next = "next" zh "下一家" en "the next seat",
    }
}
crate::words! {
    /// The winners on one tile (BJ-12a).
    pub enum MultiWin {
        HeadBump = "head_bump" zh "只有第一家" en "the first only",
        All = "all" zh "都有效" en "all of them",
    }
}
crate::words! {
    /// The payment for kongs (MB-kong).
    pub enum KongPoints {
        Off = "off" zh "没有杠分" en "none",
        Flat = "flat" zh "每杠另付固定的分" en "a fixed number of points for each kong",
    }
}
crate::words! {
    /// The payers of an exposed kong (MB-kong).
    pub enum ExposedPayer {
        Discarder = "discarder" zh "点杠的人" en "the seat that discarded the tile",
        All = "all" zh "其余各家" en "all other seats",
    }
}
crate::words! {
    /// The kongs that are paid for (MB-kong).
    pub enum KongScope {
        All = "all" zh "各家的杠" en "those of every seat",
        WinnerOnly = "winner_only" zh "只有胡家的杠" en "those of the winner",
    }
}
crate::words! {
    /// The payer of the winner's kongs after a win on a discard (MB-kong).
    pub enum KongRonPayer {
        Each = "each" zh "该付的人自己付" en "each payer for itself",
        Discarder = "discarder" zh "放炮者全付" en "the discarder pays every share",
    }
}
crate::words! {
    /// The wilds beside those of a dragon of the wild suit (MB-wild-dragon).
    pub enum DragonWilds {
        One = "one" zh "照 dragon.wild 那一条" en "as `dragon.wild` says",
        OwnPlace = "own_place" zh "混儿顶本位即可，龙外另有混儿也算" en "one in its own place, others outside the dragon",
    }
}
crate::words! {
    /// The suits of a table of three (MB-suits).
    pub enum SuitsThree {
        All = "all" zh "万筒条都有" en "all three suits",
        NoBamboo = "no_bamboo" zh "去条" en "no bamboo",
    }
}

crate::options! {
    /// Every option of Beijing, decided.
    pub struct Options;
    base_points "base_points": Number<1, 1000> = Number(1); Price, [2, 5, 10], c::PLAIN,
        zh "推倒胡的底分", en "points of a plain win";
    fan_mode "fan.mode": FanMode = FanMode::Multiply; Price, [], c::MULTIPLY,
        zh "各番相乘还是相加", en "whether fans multiply or add";
    ron_payment "ron_payment": RonPayment = RonPayment::AllPay; Price, [], c::DISCARDER,
        zh "点炮由谁付", en "who pays for a win on a discard";
    dealer_pays_double "dealer_pays_double": bool = false; Price, [], c::DEALER_WIN,
        zh "闲家胡牌时庄家加倍付", en "the dealer pays double when another wins";
    indicator_position "indicator.position": Position = Position::FirstLive; Never, [], c::INDICATOR_OUT,
        zh "混坯翻哪张", en "where the indicator is turned up";
    wild_may_discard "wild.may_discard": bool = true; Permission, [], c::WILD_DISCARD,
        zh "混儿可以打出", en "a wild may be discarded";
    wild_in_open_meld "wild.in_open_meld": InMeld = InMeld::Forbid; Permission, [], c::WILD_IN_MELD,
        zh "混儿可否用于吃碰明杠", en "whether wilds may lie in open melds";
    wild_discarded_is_face "wild.discarded_is_face": bool = true; Permission, [], c::WILD_FACE,
        zh "打出的混儿只当牌面", en "a discarded wild is its face";
    wild_three_self_draw_only "wild.three_self_draw_only": bool = false; Permission, [], c::THREE_WILDS,
        zh "三个混儿只能自摸", en "with three wilds only a self-draw wins";
    reserve_mode "reserve.mode": Reserve = Reserve::StackTable; Permission, [], c::RESERVE,
        zh "保留多少牌", en "how many tiles are reserved";
    last_discard "reserve.last_discard": LastDiscard = LastDiscard::WinOnly; Permission, [], c::DRAWN_WHEN,
        zh "待补牌抓完后打出的牌", en "what may be done with the discard after the last live tile";
    kong_draw "reserve.kong_draw": KongDraw = KongDraw::LinearLast; Never, [], c::REPLACEMENT,
        zh "补牌的次序", en "the order of replacements";
    dice_count "dice.count": Number<1, 3> = Number(2); Permission, [1, 3], c::DICE,
        zh "骰子几颗", en "how many dice";
    dice_second_throw "dice.second_throw": SecondThrow = SecondThrow::None; Permission, [], c::DICE,
        zh "是否再打一次骰子", en "whether dice are thrown again";
    deal_pattern "deal.pattern": DealPattern = DealPattern::Blocks; Never, [], c::DEAL,
        zh "发牌方式", en "how tiles are dealt";
    floor_scope "floor.scope": FloorScope = FloorScope::All; Price, [], c::FLOOR_SCOPE,
        zh "上楼加倍哪些", en "what is doubled upstairs";
    floor_until "floor.until": FloorUntil = FloorUntil::NorthDone; Price, [], c::FLOOR,
        zh "何时下楼", en "when a match comes down";
    floor_cumulative "floor.cumulative": bool = false; Price, [], c::FLOOR_SCOPE,
        zh "再荒牌再加倍", en "another drawn hand doubles again";
    claims_limit "claims.limit": Number<0, 4> = Number(1); Permission, [0, 2], c::ONE_CLAIM,
        zh "每家吃碰几次，0 为不限", en "how often a seat may chow or pung, 0 for no limit";
    claims_counts "claims.counts": ClaimCounts = ClaimCounts::Together; Permission, [], c::ONE_CLAIM,
        zh "吃碰如何计次", en "what that limit counts";
    catch_five_only_wait "catch_five.only_wait": bool = true; Price, [], c::CATCH_FIVE,
        zh "捉五魁须只胡五万", en "catching the five wants it as the only wait";
    catch_five_wild "catch_five.wild_as_five": bool = false; Price, [], c::CATCH_FIVE,
        zh "摸到的混儿可当五万捉五魁", en "a drawn wild may be the five";
    dragon_scope "dragon.scope": DragonScope = DragonScope::WholeHand; Price, [], c::DRAGON,
        zh "一条龙可否有吃牌", en "whether a dragon may have a chow";
    wild_dragon "dragon.wild": WildDragon = WildDragon::OneWild; Price, [], c::WILD_DRAGON,
        zh "本混儿龙要什么", en "what the dragon of the wild suit takes";
    luxury_wild_ok "luxury.wild_ok": bool = true; Price, [], c::LUXURY,
        zh "混儿可补成豪华的四张", en "wilds may complete the four alike";
    luxury_per_quad "luxury.per_quad": bool = false; Price, [], c::LUXURY,
        zh "每多四张再 2 番", en "times 2 for each further four alike";
    seven_pairs_concealed "seven_pairs.counts_concealed": bool = true; Price, [], c::SEVEN_PAIRS,
        zh "七对另计门清", en "seven pairs also count as concealed";
    kong_bloom "kong_bloom": Bloom = Bloom::Extra; Price, [], c::KONG_BLOOM,
        zh "杠上开花几番", en "what a win on a replacement counts for";
    haidi_self_draw "haidi.includes_self_draw": bool = false; Price, [], c::LAST_TILE,
        zh "海底捞月已含自摸", en "the last tile includes the self-draw";
    limit_value "limit_hands.value": Number<1, 1000> = Number(40); Price, [20], c::FOUR_WILDS,
        zh "混杠、天和、地和几番", en "what four wilds, heavenly and earthly wins count for";
    limit_mode "limit_hands.mode": LimitMode = LimitMode::Flat; Price, [], c::MULTIPLY,
        zh "这些牌是否再乘其他番", en "whether these take other factors";
    limit_no_kong "limit_hands.require_no_kong": bool = false; Price, [], c::HEAVENLY,
        zh "开过杠不算天和、地和", en "a kong spoils the heavenly and the earthly win";
    rob_extra "rob_kong.extra": Number<1, 2> = Number(1); Price, [2], c::ROB_EXTRA,
        zh "抢杠另加几番，1 为不加", en "an extra factor for robbing a kong, 1 for none";
    passed_same_kind "passed_win.same_kind_only": bool = false; Permission, [], c::PASSED_WIN,
        zh "顺胡只限同一种牌", en "a passed win forbids that kind only";
    false_win_penalty "false_win.penalty": Number<0, 1000> = Number(20); Price, [10, 40], c::PENALTY,
        zh "诈胡赔每家几番", en "what a false win pays each";
    false_win_ends "false_win.ends_hand": bool = true; Permission, [], c::PENALTY,
        zh "诈胡后本局结束", en "a false win ends the hand";
    false_win_dealer "false_win.dealer": FalseDealer = FalseDealer::Stay; Price, [], c::AFTER_FALSE_WIN,
        zh "诈胡后谁坐庄", en "who deals after a false win";
    burn_points "burn.points": Number<0, 1000> = Number(10); Price, [5, 20], c::BURN_PAY,
        zh "烧庄付每家几点，0 为不设", en "what a burnt dealer pays each, 0 for nothing";
    burn_void "burn.void_on_draw": bool = true; Price, [], c::BURN_VOID,
        zh "荒牌不付烧庄", en "burning is void when the hand is drawn";
    burn_repeat "burn.repeat_doubles": bool = false; Price, [], c::BURN,
        zh "下一圈又相同则加倍", en "the same again in the next round doubles it";
    hunyou_cancelled "hunyou.claims_cancel": bool = false; Permission, [], c::HUNYOU_ROUND,
        zh "别家吃碰杠即取消混儿悠", en "a chow, pung or kong of another cancels a declared go-around";
    multi_win "multi_win": MultiWin = MultiWin::HeadBump; Permission, [], c::HEAD_BUMP,
        zh "一炮多响", en "several winners on one tile";
    max_kongs "kong.max_per_player": Number<0, 4> = Number(0); Permission, [3], c::KONGS_FREE,
        zh "每家最多几杠，0 为不限", en "the most kongs a seat may have, 0 for no limit";
    fan_seven_pairs "fan.seven_pairs": Number<1, 100> = Number(2); Price, [4], c::FAN_TABLE,
        zh "番表：七对几番，1 为不计", en "the fan table: seven pairs, 1 if not counted";
    fan_one_suit "fan.one_suit": Number<1, 100> = Number(4); Price, [6, 8], c::FAN_TABLE,
        zh "番表：清一色几番，1 为不计", en "the fan table: one suit, 1 if not counted";
    fan_last_tile "fan.last_tile": Number<1, 100> = Number(4); Price, [2], c::FAN_TABLE,
        zh "番表：海底捞月几番，1 为不计", en "the fan table: the last tile, 1 if not counted";
    fan_dragon "fan.dragon": Number<1, 100> = Number(2); Price, [4], c::FAN_TABLE,
        zh "番表：一条龙几番，1 为不计", en "the fan table: a dragon, 1 if not counted";
    fan_wild_dragon "fan.wild_dragon": Number<1, 100> = Number(4); Price, [2], c::FAN_TABLE,
        zh "番表：本混龙几番，1 为不计，按一条龙算", en "the fan table: a dragon of the wild suit, 1 if it counts as any dragon";
    fan_no_wild "fan.no_wild": Number<1, 100> = Number(2); Price, [1], c::FAN_TABLE,
        zh "番表：无混几番，1 为不计", en "the fan table: no wild, 1 if not counted";
    fan_concealed "fan.concealed": Number<1, 100> = Number(2); Price, [1], c::FAN_TABLE,
        zh "番表：门清几番，1 为不计", en "the fan table: a concealed hand, 1 if not counted";
    fan_catch_five "fan.catch_five": Number<1, 100> = Number(2); Price, [1], c::FAN_TABLE,
        zh "番表：捉五魁几番，1 为不计", en "the fan table: catching the five, 1 if not counted";
    fan_mixed_suit "fan.mixed_suit": Number<1, 100> = Number(2); Price, [1], c::FAN_TABLE,
        zh "番表：混一色几番，1 为不计", en "the fan table: one suit and honours, 1 if not counted";
    fan_honours "fan.honours": Number<1, 100> = Number(8); Price, [4], c::FAN_TABLE,
        zh "番表：字一色几番，1 为不计", en "the fan table: honours only, 1 if not counted";
    fan_self_draw "fan.self_draw": Number<1, 100> = Number(2); Price, [1], c::FAN_TABLE,
        zh "番表：自摸几番，1 为不计", en "the fan table: a self-draw, 1 if not counted";
    fan_dealer "fan.dealer": Number<1, 100> = Number(2); Price, [1], c::FAN_TABLE,
        zh "番表：庄胡几番，1 为不计", en "the fan table: a dealer's win, 1 if not counted";
    kong_points "kong.points": KongPoints = KongPoints::Off; Price, [], c::KONG_MONEY,
        zh "有没有杠分", en "whether kongs are paid for";
    kong_exposed "kong.exposed": Number<0, 20> = Number(1); Price, [2], c::KONG_MONEY,
        zh "直杠每份几分", en "points a share of an exposed kong";
    kong_added "kong.added": Number<0, 20> = Number(1); Price, [2], c::KONG_MONEY,
        zh "补杠每份几分", en "points a share of an added kong";
    kong_concealed "kong.concealed": Number<0, 20> = Number(2); Price, [1, 4], c::KONG_MONEY,
        zh "暗杠每份几分", en "points a share of a concealed kong";
    kong_exposed_payer "kong.exposed_payer": ExposedPayer = ExposedPayer::Discarder; Price, [], c::KONG_MONEY,
        zh "直杠的杠分谁付", en "who pays for an exposed kong";
    kong_scope "kong.scope": KongScope = KongScope::All; Price, [], c::KONG_MONEY,
        zh "谁的杠有杠分", en "whose kongs are paid for";
    kong_dealer_double "kong.dealer_double": bool = false; Price, [], c::KONG_MONEY,
        zh "庄家收付的杠分加倍", en "the dealer's shares are doubled, paid or received";
    kong_void_on_draw "kong.void_on_draw": bool = false; Price, [], c::KONG_MONEY,
        zh "黄庄黄杠：荒牌不付杠分", en "kongs are not paid for when the hand is drawn";
    kong_forfeits "kong.discarder_forfeits": bool = false; Price, [], c::KONG_MONEY,
        zh "放炮者自己的杠不收分", en "the discarder of the winning tile gets nothing for its own kongs";
    kong_ron_payer "kong.ron_payer": KongRonPayer = KongRonPayer::Each; Price, [], c::KONG_MONEY,
        zh "点炮时胡家的杠分谁付", en "who pays for the winner's kongs after a win on a discard";
    wild_use "wild.use": bool = true; Permission, [], c::WILD_USE,
        zh "带混儿", en "there are wilds";
    tiles_honours "tiles.honours": bool = true; Permission, [], c::HONOURS,
        zh "带风（东南西北中发白）", en "the winds and dragons are in the pack";
    fan_cap "fan.cap": Number<0, 10000> = Number(0); Price, [8, 16, 32, 64], c::CAP,
        zh "番数封顶，0 为不封顶", en "the most that fans come to, 0 for no limit";
    fan_single_wait "fan.single_wait": Number<1, 20> = Number(1); Price, [2], c::SINGLE_WAIT,
        zh "大吊车几番，1 为不计", en "four melds and a single tile, 1 if not counted";
    fan_edge "fan.edge": Number<1, 20> = Number(1); Price, [2], c::TIGHT,
        zh "边张几番，1 为不计", en "an edge wait, 1 if not counted";
    fan_closed "fan.closed": Number<1, 20> = Number(1); Price, [2], c::TIGHT,
        zh "卡张几番，1 为不计", en "a closed wait, 1 if not counted";
    fan_pair_wait "fan.pair_wait": Number<1, 20> = Number(1); Price, [2], c::TIGHT,
        zh "单吊将几番，1 为不计", en "a wait for the pair, 1 if not counted";
    fan_wild_single "fan.wild_single": Number<1, 20> = Number(1); Price, [2], c::WILD_WAIT,
        zh "混吊几番，1 为不计", en "a wild alone as half of the pair, 1 if not counted";
    fan_wild_wild "fan.wild_wild": Number<1, 20> = Number(1); Price, [4], c::WILD_WAIT,
        zh "混吊混几番，1 为不计", en "a wild drawn to a wild alone, 1 if not counted";
    fan_triplets "fan.triplets": Number<1, 20> = Number(1); Price, [2], c::TRIPLETS,
        zh "对对胡几番，1 为不计", en "four triplets, 1 if not counted";
    dealer_flat "dealer_flat": Number<0, 100> = Number(0); Price, [2], c::DEALER_FLAT,
        zh "庄闲之间另加几分，0 为不加", en "points added between the dealer and another seat, 0 for none";
    self_draw_only "self_draw_only": bool = false; Permission, [], c::SELF_DRAW_ONLY,
        zh "不点炮：只能自摸", en "only a self-draw wins";
    claims_chow "claims.chow": bool = true; Permission, [], c::CHOW_OFF,
        zh "可以吃牌", en "chows are allowed";
    fan_orphans "fan.orphans": Number<0, 100> = Number(0); Permission, [10], c::ORPHANS,
        zh "十三幺几番，0 为不成胡", en "thirteen orphans, 0 if they are no winning hand";
    fan_kong_gun "fan.kong_gun": Number<1, 20> = Number(1); Price, [2, 4], c::KONG_GUN,
        zh "杠上炮几番，1 为不计", en "a win on the discard after a kong, 1 if not counted";
    opened_ron "opened_ron": bool = false; Permission, [], c::OPENED_RON,
        zh "开了门也能胡点炮", en "an opened hand may win on a discard";
    four_wilds_end "four_wilds_end": bool = true; Permission, [], c::FOUR_WILDS_END,
        zh "摸齐四个混儿自动胡", en "four wilds in one hand end it";
    wild_dragon_wilds "wild_dragon.wilds": DragonWilds = DragonWilds::One; Never, [], c::DRAGON_WILDS,
        zh "本混龙的龙外可否另有混儿", en "whether wilds may stand outside a dragon of the wild suit";
    suits_three "suits_three": SuitsThree = SuitsThree::All; Never, [], c::SUITS_THREE,
        zh "三人时的花色", en "the suits of a table of three";
    fan_sky "fan.sky_ready": Number<1, 20> = Number(1); Never, [], c::SKY,
        zh "天听几番，1 为没有", en "ready as dealt, 1 if not played";
    fan_xiaosa "fan.xiaosa": Number<1, 20> = Number(1); Permission, [2], c::XIAOSA,
        zh "潇洒几番，1 为没有", en "xiaosa, 1 if not played";
    players "players": Number<2, 4> = Number(4); Never, [], c::PLAYERS, zh "人数", en "number of players";
}

/// The fields of a log that only some options use.
pub fn fields(o: &Options) -> Vec<FieldUse> {
    vec![FieldUse::new(LogField::Indicator, &["wild.use"], o.wild_use())]
}
