//! The Guiyang rule book (贵阳捉鸡), source document 002.
//!
//! The copy is torn in several places. An X-clause with a ruling under `docs/rulings/` fills each gap.

use crate::rules::Topic;
use caipan_tiles::clause::Clause;

caipan_tiles::clauses! { ALL;
    GY_1_1 = "GY-1.1" @ "002 一, 1", AsWritten,
        zh "一百零八张：条、筒、万各三十六张，没有花牌、字牌、风牌。",
        en "108 tiles: 36 each of bamboo, dots and characters; no flowers, honours or winds.";
    GY_1_2 = "GY-1.2" @ "002 一, 2", AsWritten,
        zh "庄家起手十四张，闲家十三张。",
        en "The dealer starts with fourteen tiles, the others with thirteen.";
    GY_1_3 = "GY-1.3" @ "002 一, 3", AsWritten,
        zh "可摸、碰、杠、胡，不可吃。",
        en "Draw, pung, kong and win; never chow.";
    GY_1_4 = "GY-1.4" @ "002 一, 4", Ruled("R-221"),
        zh "首局掷两骰定庄：从掷骰者起（算第一家）按行牌方向数到点数之和的座位为庄。",
        en "Two dice choose the first dealer: count the seats in turn order up to their sum, the thrower being one.";
    GY_1_5 = "GY-1.5" @ "002 一, 5", AsWritten,
        zh "庄家掷两骰：点数之和定从哪家牌墙拿牌，较小一粒为跳过的墩数。",
        en "The dealer's two dice open the wall: their sum counts to a seat's side, the smaller die skips so many stacks.";
    GY_1_6A = "GY-1.6a" @ "002 一, 6", AsWritten,
        zh "双杀：不论哪种豆，都要叫牌才算。",
        en "A kong of any kind counts only for a ready seat.";
    GY_1_6B = "GY-1.6b" @ "002 一, 6", Ruled("R-202"),
        zh "混5清10：清一色按 10 番；没有字牌，混一色无从谈起，默认不算。",
        en "One suit counts 10; mixed one suit counts 5 but cannot occur without honours, so it is off unless the house says otherwise.";
    GY_1_6C = "GY-1.6c" @ "002 一, 6", Ruled("R-204"),
        zh "手上鸡：胡牌翻鸡时，只捉没有打出的牌。",
        en "Hand chickens: the flip makes chickens of tiles that were not discarded only.";
    GY_1_6D = "GY-1.6d" @ "002 一, 6", Ruled("R-204"),
        zh "满堂鸡：胡牌翻鸡时，打出与没有打出的牌都捉。",
        en "Chickens everywhere: the flip makes chickens of discarded tiles too.";
    GY_2_0A = "GY-2.0a" @ "002 二", Ruled("R-220"),
        zh "底注为 1 番，即底分。",
        en "The stake is 1 fan: the base score.";
    GY_2_0B = "GY-2.0b" @ "002 二", AsWritten,
        zh "自摸三家都付；点胡由点炮者单独付。",
        en "A self-draw is paid by all three; a win on a discard by the discarder alone.";
    GY_2_1 = "GY-2.1" @ "002 二, 1", AsWritten,
        zh "平胡 1 番：可自摸；有豆才可点胡。",
        en "A plain hand counts 1: self-drawn, or on a discard by a seat that has a kong of its own.";
    GY_2_2 = "GY-2.2" @ "002 二, 2", Ruled("R-203"),
        zh "自摸平胡 2 番，三家都付；无豆只能自摸。",
        en "A self-drawn plain hand counts 2 from each; without a kong it can only be self-drawn.";
    GY_2_3 = "GY-2.3" @ "002 二, 3", Ruled("R-219"),
        zh "杠开：杠后补牌即自摸，总番加 1。",
        en "A win on the replacement of one's own kong adds 1.";
    GY_2_4 = "GY-2.4" @ "002 二, 4", AsWritten,
        zh "大对子 5 番：四副三张相同加一对。",
        en "All triplets count 5: four triplets or kongs and a pair.";
    GY_2_5 = "GY-2.5" @ "002 二, 5", Ruled("R-201"),
        zh "小七对：七个对子；正文 8 番，表中 7 番。",
        en "Seven pairs count 8 in the text and 7 in the table.";
    GY_2_6 = "GY-2.6" @ "002 二, 6", Ruled("R-219"),
        zh "龙七对 10 番：五个对子加四张相同。",
        en "Seven pairs with four alike count 10.";
    GY_2_7 = "GY-2.7" @ "002 二, 7", AsWritten,
        zh "清一色 10 番：所有牌（含副露）同一门。",
        en "One suit counts 10: every tile, melds included, of one suit.";
    GY_2_8 = "GY-2.8" @ "002 二, 8", AsWritten,
        zh "清大对 15 番：清一色的大对子。",
        en "All triplets in one suit count 15.";
    GY_2_9 = "GY-2.9" @ "002 二, 9", Ruled("R-201"),
        zh "清七对：正文 18 番；表中该行残缺，同类规则为 17 番。",
        en "Seven pairs in one suit count 18 in the text; the table's row is torn, and 7 there would make it 17.";
    GY_2_10 = "GY-2.10" @ "002 二, 10", AsWritten,
        zh "青龙背 20 番：清一色的龙七对。",
        en "Seven pairs with four alike in one suit count 20.";
    GY_2_11 = "GY-2.11" @ "002 二, 11", Ruled("R-205"),
        zh "报听：庄家拿齐牌后、闲家摸第一张后立即叫牌；此后不能改动手牌；无豆也可胡；胡牌按清一色计。",
        en "Declared ready with the first tiles: the hand may not change, needs no kong to win on a discard, and counts as one suit.";
    GY_3 = "GY-3" @ "002 二, 3. 结算公式", AsWritten,
        zh "结算：底分 ×（牌型番 + 豆番 + 鸡番），每对座位分别计算。",
        en "Settlement: the base times pattern, beans and chickens added up, between each pair of seats.";
    GY_4 = "GY-4" @ "002 表", Ruled("R-201"),
        zh "番表有正常番与缩小番两列；缩小番约为一半，向上取整。",
        en "The table has a normal and a reduced column; reduced is half, rounded up.";

    X_DOU = "X-DOU" @ "002 缺", Ruled("R-206"),
        zh "豆（杠）：闷豆三家各付 2，爬坡豆三家各付 3，点豆由打出者付 1；有豆即通行证。",
        en "Beans (kongs): concealed 2 from each, added 3 from each, exposed 1 from the discarder; any of them is the passport.";
    X_JI = "X-JI" @ "002 缺", Ruled("R-207"),
        zh "鸡：1条每张 1；叫牌者或胡家收，其余三家各付，互相抵。",
        en "Chickens: every 1 of bamboo counts 1 from each other seat for a seat that is ready or has won.";
    X_JI_FLIP = "X-JI-FLIP" @ "002 缺", Ruled("R-218"),
        zh "翻牌鸡：胡牌后若还有牌，翻牌墙下一张，同门点数加一（9 接 1）的牌为鸡，每张 1。",
        en "After a win with a tile left the next tile is flipped; the next rank of its suit (1 after 9) is a chicken of 1 each.";
    X_JI_GOLD = "X-JI-GOLD" @ "002 缺", Ruled("R-210"),
        zh "金鸡：翻牌使 1条 成为鸡时，1条每张 2，不再另计。",
        en "Gold: where the flip makes the 1 of bamboo a chicken it counts 2 instead of 1, once.";
    X_JI_CHARGE = "X-JI-CHARGE" @ "002 缺", Ruled("R-208"),
        zh "冲锋鸡：全桌第一张打出且无人碰杠胡的 1条 计 2（金鸡 4）。",
        en "Charge: the first 1 of bamboo discarded at the table, neither claimed nor won on, counts 2 (gold 4).";
    X_JI_DUTY = "X-JI-DUTY" @ "002 缺", Ruled("R-209"),
        zh "责任鸡：第一张 1条 被碰或明杠，打出者另付要牌者 1。",
        en "Duty: the first 1 of bamboo was punged or konged, and its discarder pays the claimer 1 more.";
    X_JI_JIAO = "X-JI-JIAO" @ "002 缺", Ruled("R-207"),
        zh "没有叫牌的座位不收鸡；有的房间由他包赔打出的鸡。",
        en "A seat that is not ready collects no chickens; in some houses it pays for those it discarded.";
    X_JI_MORE = "X-JI-MORE" @ "002 缺", Ruled("R-210"),
        zh "乌骨鸡、上下鸡、本鸡、星期鸡、吹风鸡：各房自定，默认不算。",
        en "Further chickens (8 of dots, both neighbours, the flip itself, the day of the week, the blowing 5 of dots) are a house's choice.";
    X_JIAO = "X-JIAO" @ "002 缺", Ruled("R-211"),
        zh "叫牌：手中 3n+1 张加某张成胡，且该张自己没有拿满四张；不看通行证与别家的牌。",
        en "Ready: some tile, not all four of which the seat holds itself, completes its 3n+1 tiles; passport and others' tiles are not looked at.";
    X_BAO = "X-BAO" @ "002 缺", Ruled("R-205"),
        zh "报听之后摸什么打什么，不碰不杠；别人胡报听者打出的牌也不要豆。",
        en "A declared seat discards what it draws, neither pungs nor kongs, and others may win on its discards without a kong.";
    X_REPAO = "X-REPAO" @ "002 缺", Ruled("R-212"),
        zh "热炮：自己杠后补牌打出的第一张点炮，不要通行证，番加 1，打出者的豆和鸡全烧。",
        en "Hot discard: the first discard after one's own kong may be won without passport, adds 1, and burns its discarder's beans and chickens.";
    X_QIANG = "X-QIANG" @ "002 缺", Ruled("R-213"),
        zh "抢杠：只抢爬坡豆，不要通行证，按自摸计，被抢者付三份。",
        en "Robbing: added kongs only, without passport, counted as a self-draw of which the robbed seat pays all three shares.";
    X_MULTI = "X-MULTI" @ "002 缺", Practice,
        zh "一炮多响：都算胡，各得各的番；豆和鸡只算一次。",
        en "Several may win on one tile, each paid its own hand; beans and chickens are settled once.";
    X_CHAJIAO = "X-CHAJIAO" @ "002 缺", Ruled("R-214"),
        zh "黄牌查叫：没叫的付叫了的，按其最大牌型番；全叫或全没叫不付；豆鸡不算。",
        en "Exhausted wall: each seat that is not ready pays each that is the highest pattern it could win with; nothing for beans and chickens.";
    X_DEAL_BONUS = "X-DEAL" @ "002 缺", Ruled("R-215"),
        zh "庄家胡牌每份加连庄数：第一局 1，连庄递增。",
        en "A winning dealer gets 1 more from each payer, 2 in the second hand in a row, and so on.";
    X_DEAL_NEXT = "X-DEAL-NEXT" @ "002 缺", Ruled("R-216"),
        zh "胡家做庄；双响从原庄数起先到者；三响点炮者；黄牌原庄不动。",
        en "The winner deals next; of two the first from the old dealer on; after three the discarder; after a drawn hand the same dealer.";
    X_GUO = "X-GUO" @ "002 缺", Ruled("R-217"),
        zh "过水：放过能胡的牌，自己摸牌前不胡同一张；原文未载，只作提醒。",
        en "A passed win bars that tile until the seat's next draw; the source is silent, so it is a warning.";
    X_MISC = "X-MISC" @ "002 缺", Ruled("R-218"),
        zh "胡先于杠碰；杠要能补牌；最后一张只能胡；补牌和翻牌从牌墙前面取。",
        en "A win goes before kong and pung; a kong needs a replacement; the last tile is only won on; replacements and the flip come from the front.";
    PLAYERS = "MG-players" @ "market G.4", Practice,
        zh "人数：两人、三人或四人；自摸、豆、鸡由其余各家付，次序按在座人数。",
        en "Two, three or four players; all others at the table pay for a self-draw, beans and chickens, and turns go round the players there are.";
}

/// The clause on a topic of play.
pub(super) fn on(matter: Topic) -> Option<&'static Clause> {
    Some(match matter {
        Topic::Deck => &GY_1_1,
        Topic::DealSize => &GY_1_2,
        Topic::UsedUp => &X_CHAJIAO,
        Topic::Winners => &X_MULTI,
        Topic::Flip => &X_JI_FLIP,
        // No dice are thrown for a kong, and nobody is asked about the last tile.
        Topic::Replacement
        | Topic::LastTile
        | Topic::ClaimOrder
        | Topic::WinFirst
        | Topic::DiceKong
        | Topic::DicePlace => &X_MISC,
        // The source does not mention these, nor the order of dealing.
        Topic::DealOrder | Topic::Indicator | Topic::Reserve | Topic::KongerFirst | Topic::Birds | Topic::Leaving => {
            return None;
        }
    })
}
