//! Words that players type when they look something up, and the entries that answer them. Names that the rules themselves declare
//! are left to the search.

/// Words for the same thing, in both languages, and the ids of the entries that answer, best first.
#[derive(Clone, Copy, Debug)]
pub struct PlayerWords {
    /// The words as typed.
    pub words: &'static [&'static str],
    /// The ids of handbook entries.
    pub answers: &'static [&'static str],
}

macro_rules! player_words {
    ($([$($word:literal),+] => [$($answer:literal),+];)+) => {
        /// All players' words.
        pub const PLAYER_WORDS: &[PlayerWords] =
            &[$(PlayerWords { words: &[$($word),+], answers: &[$($answer),+] }),+];
    };
}

player_words! {
    // Turns and claims.
    ["没轮到出牌", "没轮到打牌", "抢出牌", "discard out of turn", "played out of turn"] => ["A202", "A106"];
    ["没轮到摸牌", "多摸一张", "抢摸", "drew out of turn", "wrong turn"] => ["A106", "A110"];
    ["忘了打牌", "没打牌就摸", "forgot to discard"] => ["A204"];
    ["忘了摸牌", "漏摸", "没摸牌就打", "forgot to draw"] => ["A108"];
    ["打错牌", "打了手里没有的牌", "discard not held"] => ["A201"];
    ["吃对家", "隔家吃", "吃上家", "chow from the wrong player", "chow out of turn"] => ["A302", "CS-B.3"];
    ["吃错", "错吃", "吃不成顺子", "bad chow", "wrong chow"] => ["A301", "A302"];
    ["碰比吃大", "抢碰", "先碰后吃", "pung before chow", "claim priority"] => ["A306", "CS-B.3"];
    ["错碰", "碰错", "没有对子却碰", "bad pung", "wrong pung"] => ["A304"];
    ["吃碰次数", "只能吃碰一次", "how many claims"] => ["claims.limit", "BJ-7a"];
    ["不能吃", "不许吃", "no chow"] => ["A308", "GY-1.3"];
    ["开门", "开了门", "open hand"] => ["BJ-7c"];
    ["摸牌摸错头", "从哪头摸", "wrong end of the wall"] => ["A109"];
    ["多牌", "少牌", "手牌多一张", "手牌少一张", "大小相公", "too many tiles", "too few tiles", "dead hand"] => ["A920", "BJ-11a"];
    ["五张一样", "多一张牌", "五张相同", "fifth tile", "five of a kind"] => ["A101"];
    // Kongs.
    ["错杠", "杠错", "乱杠", "bad kong", "wrong kong"] => ["A401", "A406"];
    ["加杠", "巴杠", "弯杠", "没碰就补杠", "promoted kong"] => ["A402", "CS-A.30"];
    ["没听牌开杠", "开杠要听牌", "不听不能开杠", "kong needs ready"] => ["A404", "CS-A.19a"];
    ["掷骰开杠", "摇骰子", "dice kong"] => ["CS-A.19a", "CS-B.9.6"];
    ["不掷骰的杠", "补张的牌", "replacement tile"] => ["CS-A.31", "CS-B.9.3"];
    ["杠分", "杠钱", "豆钱", "kong payment"] => ["X-DOU", "R-206"];
    ["闷豆", "暗豆", "concealed bean"] => ["men_dou", "X-DOU"];
    ["爬坡豆", "补豆", "added bean"] => ["papo_dou", "X-DOU"];
    ["点豆", "明豆", "exposed bean"] => ["dian_dou", "X-DOU"];
    ["憨包豆", "憨包", "late kong"] => ["hanbao_dou"];
    ["抢杠算谁的", "抢杠包三家", "who pays for a robbed kong"] => ["R-114", "qiang_gang_pay"];
    ["抢暗杠", "rob a concealed kong"] => ["A508", "BJ-9b"];
    // Wins.
    ["炸胡", "乱胡", "假胡", "错和", "胡错了", "诈和", "wrong mahjong", "dead win", "chombo"] => ["A501", "A922"];
    ["诈胡怎么罚", "诈胡赔多少", "诈胡赔付", "false win penalty"] => ["BJ-10c", "false_win.penalty", "R-028"];
    ["258将", "二五八将", "258做将", "二五八做将", "将不对", "258 pair", "two five eight pair"] => ["A502", "CS-B.5"];
    ["将将糊", "全258", "全二五八", "all 258"] => ["all-258", "CS-A.8"];
    ["过水", "过水不胡", "漏胡", "放过再胡", "过手", "passed win", "missed win", "furiten"] => ["A503", "X-GUO", "missed_win", "passed_win.same_kind_only"];
    ["顺胡", "过水顺胡"] => ["A503", "BJ-10b", "R-115"];
    ["跟胡"] => ["CS-A.33", "missed_win"];
    ["截胡", "拦胡", "头跳", "抢胡", "head bump", "blocked win"] => ["A520", "BJ-12a", "A505"];
    ["一炮多响", "一炮双响", "通炮", "两家胡", "一炮三响", "double ron", "several winners"] => ["multi_win", "CS-A.26", "X-MULTI", "A520"];
    ["屁胡", "鸡胡", "推倒和", "平和", "chicken hand", "plain hand"] => ["plain", "small", "A602"];
    ["对对胡", "对对和", "碰碰和", "大对子", "all pungs"] => ["all-triplets", "CS-A.7"];
    ["小七对", "七对子", "暗七对", "seven pair"] => ["seven-pairs", "CS-A.11"];
    ["龙七对", "豪七", "豪华七对子", "luxury pairs"] => ["luxury-seven-pairs", "dragon-seven-pairs"];
    ["清大对", "清碰"] => ["one-suit-triplets", "GY-2.8"];
    ["混清", "混一色算几番", "half flush", "mixed suit"] => ["mixed-suit", "two-suits"];
    ["清一色算几番", "full flush", "pure suit"] => ["one-suit", "GY-2.7"];
    ["单吊", "单钓", "全求人要求", "single wait"] => ["all-claimed", "quanqiuren"];
    ["门前清", "没吃没碰", "fully concealed"] => ["concealed", "BJ-8c"];
    ["一条龙怎么算", "通天龙", "straight"] => ["dragon", "BJ-8i"];
    ["杠开", "杠花", "岭上开花", "win after kong"] => ["kong-bloom", "CS-A.19a"];
    ["杠上放炮", "热炮", "杠后炮", "hot discard"] => ["hot-discard", "kong-discard", "X-REPAO"];
    ["捞月", "海底牌", "漫游", "海底漫游", "last tile win"] => ["last-tile", "CS-A.17"];
    ["天和", "起手就胡", "blessing of heaven"] => ["heavenly", "CS-A.15"];
    ["地和", "blessing of earth"] => ["earthly", "CS-A.16"];
    ["无豆点炮", "没有豆不能胡", "通行证", "没豆胡", "passport"] => ["A504", "GY-2.1", "X-DOU"];
    ["胡的不是那张", "win on the wrong tile"] => ["A506"];
    ["起手胡没有", "乱报起手胡", "false initial win"] => ["A511", "CS-A.1"];
    ["小四喜", "大四喜", "四张一样起手"] => ["sixi", "CS-A.1"];
    ["缺一门", "缺门", "missing suit"] => ["queyise", "CS-A.3"];
    ["板板"] => ["banban", "CS-A.2"];
    // Ready hands.
    ["没听牌", "没叫", "没下叫", "没叫嘴", "不听", "not ready", "noten"] => ["X-JIAO", "A207", "cha-jiao"];
    ["查大叫", "查叫赔多少", "黄牌查叫", "流局查叫", "check ready"] => ["cha_jiao", "X-CHAJIAO", "R-214"];
    ["报听报晚了", "报听时间", "天听", "declared too late"] => ["A206", "GY-2.11"];
    ["报听后换牌", "报听换张", "听牌后换牌", "changed after declaring"] => ["A207", "A203", "X-BAO"];
    ["杀报", "sha bao"] => ["sha_bao_extra", "X-BAO"];
    ["宣布混儿悠", "悠", "悠牌"] => ["BJ-13a", "A206"];
    // Wild tiles.
    ["癞子", "赖子", "财神", "混子", "会儿", "宝牌", "百搭", "joker", "wildcard"] => ["BJ-4b", "A121"];
    ["混子不能碰", "癞子吃碰", "wild in a meld"] => ["wild.in_open_meld", "BJ-4e"];
    ["打混", "打癞子", "混子能打吗", "discard a wild"] => ["wild.may_discard", "BJ-4f"];
    ["三混", "三个混", "three wilds"] => ["wild.three_self_draw_only", "BJ-4h"];
    ["四混", "四个混儿", "四混自动胡"] => ["A521", "four-wilds", "BJ-8q"];
    ["没混", "素胡", "无混儿", "without wild"] => ["no-wild", "BJ-8f"];
    ["翻混", "混皮", "翻混坯", "turned-up tile"] => ["BJ-4a", "A120"];
    // Birds and chickens.
    ["码", "扎码", "买码", "抓码", "奖码", "中码", "bird tiles"] => ["A603", "CS-A.27", "bird_count"];
    ["几只鸟", "鸟数", "单鸟", "双鸟", "number of birds"] => ["bird_count", "A604"];
    ["从谁数鸟", "鸟从谁数", "数鸟", "bird origin"] => ["bird_origin", "CS-A.27"];
    ["鸟翻倍", "鸟加分", "中鸟翻几倍", "double for birds"] => ["bird_math", "R-020"];
    ["海底鸟"] => ["CS-A.28", "R-012"];
    ["没胡也扎鸟", "birds without a win"] => ["A606"];
    ["幺鸡", "1条", "鸡钱", "捉鸡怎么算", "one of bamboo"] => ["X-JI", "R-207"];
    ["翻鸡", "翻牌鸡算法", "flip"] => ["X-JI-FLIP", "A608"];
    ["金鸡", "gold chicken"] => ["X-JI-GOLD", "gold_value"];
    ["冲锋鸡没收", "冲锋", "charging chicken"] => ["X-JI-CHARGE", "charge"];
    ["责任", "责任鸡谁付", "duty chicken"] => ["X-JI-DUTY", "duty"];
    ["没叫收鸡", "没叫牌收鸡", "鸡不能收", "chickens without ready"] => ["X-JI-JIAO", "ji_requires_jiao"];
    ["乌骨鸡", "八筒鸡", "eight of dots"] => ["wu_gu_ji", "X-JI-MORE"];
    ["星期鸡"] => ["week_ji", "X-JI-MORE"];
    ["本鸡"] => ["ben_ji", "X-JI-MORE"];
    ["吹风鸡", "五筒鸡"] => ["chui_feng", "X-JI-MORE"];
    ["满堂鸡", "手上鸡"] => ["ji_scope", "R-204"];
    // Money.
    ["包牌", "包三家", "包赔", "包庄", "一家包", "pays for all", "covers all"] => ["ron_payment", "R-108"];
    ["点炮谁付", "放炮谁给", "放炮包", "三家付", "who pays for a discard"] => ["R-108", "ron_payment", "A703"];
    ["算错分", "分不对", "少付", "多付", "少给", "多给", "wrong amount", "wrong points", "underpaid", "overpaid"] => ["A702", "A706"];
    ["付错人", "赔错人", "算到别人头上", "wrong payer"] => ["A703"];
    ["收错人", "给错人", "wrong receiver"] => ["A704"];
    ["合计不为零", "分对不上", "账不平", "does not add up", "not zero sum"] => ["A701", "A705"];
    ["总分不对", "累计分不对", "wrong total"] => ["A707"];
    ["底分", "底注", "base stake"] => ["base", "base_points"];
    ["番上番", "相乘还是相加", "番数怎么算", "how fan add up"] => ["fan.mode", "CS-A.32", "R-112"];
    ["番数不对", "算错番", "多算番", "少算番", "wrong fan"] => ["A602", "A601"];
    ["封顶", "封顶多少", "cap", "limit"] => ["payment_cap", "big_units_cap"];
    ["庄家加倍", "庄闲", "庄家多付", "dealer pays double"] => ["dealer_pays_double", "dealer_point"];
    ["连庄加分", "连庄加番", "庄家加番", "dealer streak bonus"] => ["dealer_bonus", "X-DEAL"];
    ["烧庄赔多少", "跟庄", "四家打一样", "four same discards"] => ["burn.points", "BJ-5a"];
    // The match.
    ["谁坐庄", "轮庄", "下一局谁庄", "庄家错了", "next dealer", "who deals"] => ["A801", "next_dealer", "next_dealer_table"];
    ["连庄", "dealer stays"] => ["A801", "BJ-2c"];
    ["荒牌", "黄牌", "黄庄", "臭庄", "流局不该流", "exhausted wall"] => ["A805", "BJ-6d"];
    ["留几张", "留牌", "保留十四张", "铁八墩", "reserve tiles"] => ["reserve.mode", "BJ-6a"];
    ["上楼翻倍", "下楼", "楼上", "upstairs"] => ["A820", "BJ-6f", "floor.scope"];
    ["掉线", "断线", "强退", "逃跑", "扣分", "disconnect", "quit"] => ["A901", "CS-B.8.7", "R-003"];
    ["解散", "解散房间", "中途散场", "dissolved"] => ["A807", "R-022"];
    ["洗牌作弊", "牌墙不对", "重复发牌", "rigged wall", "same wall twice"] => ["A105", "A124"];
    ["发牌少一张", "发错牌", "misdeal"] => ["A103", "A111"];
    ["没有起手牌", "缺起手牌", "no deal"] => ["A001"];
    ["牌谱断了", "记录不完整", "没打完", "log stops"] => ["A004"];
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explain;

    #[test]
    fn every_answer_is_an_entry_and_every_word_is_unique() {
        let words: Vec<&str> = PLAYER_WORDS.iter().flat_map(|one| one.words).copied().collect();
        assert!(words.len() > 200 && PLAYER_WORDS.len() >= 100, "{} {}", words.len(), PLAYER_WORDS.len());
        for (at, word) in words.iter().enumerate() {
            assert!(!words.iter().skip(at + 1).any(|other| other == word), "{word} twice");
        }
        for answer in PLAYER_WORDS.iter().flat_map(|one| one.answers) {
            assert!(!explain(answer).is_empty(), "{answer}");
        }
    }
}
