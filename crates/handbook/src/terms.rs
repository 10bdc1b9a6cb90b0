//! The words that players use (行话), each explained in a sentence, with links to related entries.

use caipan_tiles::text::Label;

/// A word that players use.
#[derive(Clone, Copy, Debug)]
pub struct Term {
    /// The word.
    pub word: Label,
    /// Synonyms.
    pub also: &'static [&'static str],
    /// The meaning.
    pub meaning: Label,
    /// Words of the handbook with more details: checks, clauses, patterns.
    pub see: &'static [&'static str],
}

macro_rules! terms {
    ($($zh:literal $en:literal [$($also:literal),*] $meaning:literal $means:literal [$($see:literal),*];)+) => {
        /// All terms: the course of a hand, the tiles, the payments.
        pub const TERMS: &[Term] = &[$(Term {
            word: Label::new($zh, $en), also: &[$($also),*], meaning: Label::new($meaning, $means), see: &[$($see),*],
        }),+];
    };
}

terms! {
    "局" "hand" ["一局"] "从发牌到胡牌或流局；若干局为一场。" "From the deal to a win or a drawn hand; several make a match." ["A004"];
    "摸" "draw" ["摸牌", "抓牌"] "轮到时从牌墙取一张。" "To take the next tile of the wall in turn." ["A106", "A107"];
    "打" "discard" ["打牌", "出牌"] "把一张牌打到牌河，别家可以吃、碰、杠或胡。" "To put a tile into the river, where others may claim it." ["A201"];
    "吃" "chow" ["吃牌"] "用手里两张与上家打出的一张成顺子，摊开。" "To make a run of the tile that the seat before discarded, laid open." ["A302", "CS-B.3"];
    "碰" "pung" ["碰牌"] "用手里两张与别家打出的一张成刻子，摊开。" "To make a triplet of anybody's discard, laid open." ["A304", "A306"];
    "杠" "kong" ["杠牌", "开杠", "补张", "明杠", "暗杠", "补杠"] "四张相同：暗杠、明杠、补杠，杠后补一张；长沙分掷骰的开杠与不掷的补张，贵阳叫豆。" "Four alike: concealed, exposed or added, with a replacement drawn; in Changsha thrown for with dice or not, in Guiyang a bean." ["A401", "A405", "X-DOU"];
    "抢杠" "robbing a kong" [] "别家补杠的那张正是自己要胡的，可以胡它。" "To win on the tile that another adds to a pung." ["A508"];
    "听" "wait" ["听牌", "叫", "叫牌", "下叫", "有叫"] "再来一张就能胡；贵阳叫叫牌，没有叫牌的要赔。" "One tile short of a win; in Guiyang a hand that is not ready pays at the end." ["X-JIAO", "GY-2.11"];
    "叫牌" "ready (Guiyang)" ["叫", "下叫"] "贵阳说的听牌：手里加某一张就成胡。" "What Guiyang calls a hand that waits for a tile." ["X-JIAO", "cha-jiao"];
    "报听" "declared ready" ["软报", "硬报"] "宣布听牌，此后手牌不能再动。" "To declare a hand ready; it may not change any more." ["A207", "GY-2.11"];
    "胡" "win" ["和", "胡牌", "和牌", "糊"] "牌成胡型：通常四副一将，或七个对子；自己摸到叫自摸，别家打出叫点炮。" "A complete hand: four sets and a pair, or seven pairs, on the own draw or on another's tile." ["A501", "A504"];
    "自摸" "self-draw" [] "胡自己摸到的牌，各家都付。" "To win on a tile you draw yourself; all others pay." ["self-draw"];
    "点炮" "winning discard" ["放炮", "捉炮", "点胡"] "打出的牌被别家胡。" "A discard on which another wins." ["A703"];
    "诈胡" "false win" ["炸胡"] "喊胡而牌不成胡，或不许胡。" "A win called on a hand that is not complete or may not win." ["A501", "A922", "BJ-10a"];
    "过胡" "a win let go by" ["过水"] "能胡而不胡，此后可能有限制。" "A win that is passed, which may bar later ones." ["A503"];
    "将" "pair" ["将牌", "麻将头", "眼"] "四副之外的那一对；长沙小胡的将须是 2、5、8。" "The two alike beside the sets; in Changsha a small win asks for a pair of 2, 5 or 8." ["A502", "CS-B.5"];
    "顺子" "run" [] "同一门三张相连，如三四五条。" "Three of a suit in a row." ["A301"];
    "刻子" "triplet" [] "三张相同。" "Three alike." ["A304"];
    "副露" "meld" ["副", "开门"] "吃、碰、杠后摊在桌上的一副；北京叫开门。" "A set that lies open after a claim; Beijing calls the hand opened." ["BJ-7c"];
    "庄" "dealer" ["庄家", "坐庄", "连庄", "做庄"] "发牌时多一张、先打牌的一家；连着坐庄叫连庄。" "Who is dealt one tile more and discards first; again and again is a streak." ["A801", "A802", "dealer"];
    "闲" "not the dealer" ["闲家"] "庄家以外的三家。" "The three that do not deal." ["CS-A.23"];
    "流局" "drawn hand" ["荒牌", "黄牌", "黄庄", "荒庄"] "牌摸完了无人胡。" "The wall has run out and nobody has won." ["A805", "BJ-6a"];
    "海底" "the last tile" ["海底捞月", "海底炮"] "牌墙最后一张；长沙要依次问谁要。" "The last tile of the wall; in Changsha the seats are asked in turn whether they take it." ["A112", "CS-A.17"];
    "鸟" "birds" ["扎鸟", "抓鸟", "中鸟"] "长沙胡牌后翻出的牌，点数落在谁家，那家的输赢翻倍。" "In Changsha tiles turned up after a win; whoever they point to wins or loses double." ["A603", "A604", "CS-B.9.2"];
    "起手胡" "initial win" ["四喜", "板板胡", "缺一色", "六六顺"] "长沙只看发到的牌就算的胡。" "In Changsha a win by the dealt tiles alone." ["A511", "CS-A.1"];
    "相公" "a hand of the wrong size" ["大相公", "小相公"] "手牌多了叫大相公，少了叫小相公，都不能胡。" "Too many tiles or too few; neither may win." ["A920", "BJ-11a"];
    "混儿" "wild tile" ["混子", "癞子", "会儿"] "北京能当任何牌的四张，是混坯的下一张。" "In Beijing the four tiles that stand for any other: the kind after the indicator." ["BJ-4b", "A121"];
    "混坯" "indicator" ["混儿坯"] "发完牌翻开的一张，下一张就是混儿。" "The tile turned up after the deal; the next kind is wild." ["BJ-4a", "A120"];
    "混儿悠" "hunyou" ["悠"] "能自摸而不胡，宣布后下一轮摸什么都胡。" "To let an own win go by and declare that the next draw wins, whatever it is." ["BJ-13a", "A206"];
    "捉五魁" "catching the five" ["捉五"] "胡中间的五万。" "To win on the five of characters between four and six." ["BJ-8g"];
    "上楼" "upstairs" ["上一楼", "下楼"] "北京荒牌后输赢加倍，直到北家坐庄完毕。" "In Beijing everything is doubled after a drawn hand, until North has dealt." ["A820", "BJ-6f"];
    "烧庄" "burning the dealer" [] "北京别家跟着庄家打同一张，庄家要付。" "In Beijing the dealer pays where the others discard the same tile after it." ["burn", "BJ-5a"];
    "番" "fan" ["翻"] "计分的倍数或单位，见各规则页。" "The measure of a hand: a factor or a unit, as the rule sheet says." ["A602"];
    "鸡" "chickens" ["捉鸡", "幺鸡", "金鸡"] "贵阳计钱的牌：一条，和翻牌鸡翻出的下一张。" "Tiles that are paid for in Guiyang: the 1 of bamboo, and the kind after the one flipped." ["ji", "X-JI"];
    "翻牌鸡" "flipped chicken" ["翻鸡"] "贵阳胡牌后翻牌墙下一张，它的下一点就是鸡。" "In Guiyang the next tile of the wall is flipped after a win; the kind after it is a chicken." ["A608", "X-JI-FLIP"];
    "冲锋鸡" "charge" [] "全桌第一张打出的一条，无人碰杠胡，算双。" "The first 1 of bamboo to be discarded, if nobody claims it, counts twice." ["charge", "X-JI-CHARGE"];
    "责任鸡" "duty" [] "打出的第一张一条被碰或杠，打出者另付。" "Whoever discards the first 1 of bamboo pays more where it is claimed." ["duty", "X-JI-DUTY"];
    "豆" "bean" ["闷豆", "爬坡豆", "点豆"] "贵阳说的杠，各家要付；有豆才能胡别人打的平胡。" "What Guiyang calls a kong: it is paid for, and is the passport for a plain win on a discard." ["dou", "X-DOU"];
    "查叫" "the check of readiness" [] "贵阳、四川牌摸完时，没有叫牌的赔叫牌的。" "In Guiyang and Sichuan, at the end of the wall, hands that are not ready pay those that are." ["cha-jiao"];
    "血战" "bloody war" ["血战到底"] "四川胡了的离局，其余的接着打，到三家胡了或牌摸完。" "In Sichuan winners leave and the others play on until three have won or the wall is empty." ["SC-7.1"];
    "换三张" "the exchange of three" ["换张"] "四川开打前，各家换出同一门的三张。" "In Sichuan each seat gives away three tiles of one suit before play." ["A125", "SC-2.1"];
    "定缺" "void suit" ["缺门", "花猪", "打缺"] "四川各家定一门不要：先打光，不能碰、杠、胡；没打光的叫花猪。" "In Sichuan each seat names a suit that it must be rid of: its tiles go first and are never claimed or won on." ["A203", "SC-2.2"];
    "根" "root" ["带根"] "四川手里或副露里的四张相同，一根加一番。" "In Sichuan four alike, in the hand or melded; each adds a fan." ["root", "SC-4.6"];
    "刮风下雨" "kong money" ["刮风", "下雨"] "四川杠牌收的分：暗杠两份、明杠两份、补杠一份。" "In Sichuan the points for a kong: two bases concealed or exposed, one added." ["SC-6.1", "SC-6.3"];
    "退税" "kongs given back" [] "四川打完没有叫牌的，杠不收分。" "In Sichuan a seat that is not ready at the end is paid for no kong." ["SC-6.5"];
    "呼叫转移" "transferred kong" [] "四川杠后打出的牌被胡，这一杠的分归胡家。" "In Sichuan a win on the discard after a kong takes the money of that kong." ["transfer", "SC-6.6"];
    "杠上炮" "win on the discard after a kong" [] "胡别家杠后补牌再打出的牌。" "A win on what a seat discards after its kong and the replacement." ["SC-4.9"];
    "金钩钓" "four melds and a single tile" ["金钩胡", "单吊将"] "四副副露，只剩一张单钓。" "Four melds, and a single tile to pair." ["SC-4.7"];
    "房规" "house rule" ["本房规则", "选项"] "各桌自己约定的不同之处。" "Where tables differ by agreement." ["A702"];
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explain;

    #[test]
    fn every_term_is_unique_and_links_to_known_words() {
        for (at, term) in TERMS.iter().enumerate() {
            assert!(TERMS.iter().skip(at + 1).all(|other| other.word.zh != term.word.zh), "{} twice", term.word.zh);
            assert!(!term.see.is_empty(), "{}", term.word.zh);
            for word in term.see {
                assert!(!explain(word).is_empty(), "{}: {word}", term.word.zh);
            }
        }
    }
}
