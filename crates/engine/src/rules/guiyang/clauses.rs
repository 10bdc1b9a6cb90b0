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
        zh "混、清：清一色 {fan_table:reduced=5|10} 番，混一色（恰好两门）{fan_table:reduced=3|5} 番；{hun_yi_se:off=没有字牌，混一色无从谈起，本房不算|本房算混一色}。",
        en "One suit counts {fan_table:reduced=5|10}, two suits {fan_table:reduced=3|5}; {hun_yi_se:off=without honours a mixed suit cannot occur, so two suits are not counted here|two suits are counted here}.";
    GY_1_6C = "GY-1.6c" @ "002 一, 6", Ruled("R-204"),
        zh "手上鸡：胡牌翻鸡时，只捉没有打出的牌。",
        en "Hand chickens: the flip makes chickens of tiles that were not discarded only.";
    GY_1_6D = "GY-1.6d" @ "002 一, 6", Ruled("R-204"),
        zh "满堂鸡：胡牌翻鸡时，打出与没有打出的牌都捉。",
        en "Chickens everywhere: the flip makes chickens of discarded tiles too.";
    GY_2_0A = "GY-2.0a" @ "002 二", Ruled("R-220"),
        zh "底注为 1 番，即底分 {base}。",
        en "The stake is 1 fan: the base score, {base}.";
    GY_2_0B = "GY-2.0b" @ "002 二", AsWritten,
        zh "自摸三家都付；点胡由点炮者单独付。",
        en "A self-draw is paid by all three; a win on a discard by the discarder alone.";
    GY_2_1 = "GY-2.1" @ "002 二, 1", AsWritten,
        zh "平胡{tong_san:true=按通三计| 1 番}：可自摸；有豆才可点胡。",
        en "A plain hand counts {tong_san:true=by the rule of three|1}: self-drawn, or on a discard by a seat that has a kong of its own.";
    GY_2_2 = "GY-2.2" @ "002 二, 2", Ruled("R-203"),
        zh "{tong_san:true=自摸按通三计，不另加番|{zimo_mode:plus1_all=自摸不论牌型都加 1 番|none=自摸不加番|平胡自摸加 1 番，共 2 番}}，三家都付；无豆的平胡只能自摸。",
        en "{tong_san:true=A self-draw adds nothing to the rule of three|{zimo_mode:plus1_all=A self-draw adds 1 to every hand|none=A self-draw adds nothing|A self-draw adds 1 to a plain hand, which makes 2}}, paid by each; without a kong a plain hand can only be self-drawn.";
    GY_2_3 = "GY-2.3" @ "002 二, 3", Ruled("R-219"),
        zh "杠开：杠后补牌即自摸，总番加 {gang_kai_fan}。",
        en "A win on the replacement of one's own kong adds {gang_kai_fan}.";
    GY_2_4 = "GY-2.4" @ "002 二, 4", AsWritten,
        zh "大对子 {fan_table:reduced=3|5} 番：四副三张相同加一对。",
        en "All triplets count {fan_table:reduced=3|5}: four triplets or kongs and a pair.";
    GY_2_5 = "GY-2.5" @ "002 二, 5", Ruled("R-201"),
        zh "小七对 {fan_table:table=7|reduced=4|app=10|8} 番：七个对子。",
        en "Seven pairs count {fan_table:table=7|reduced=4|app=10|8}.";
    GY_2_6 = "GY-2.6" @ "002 二, 6", Ruled("R-219"),
        zh "龙七对 {fan_table:reduced=5|app=20|10} 番：五个对子加四张相同{dragon_rule:quad_is_winning_tile=，四张须由胡的那张凑成|}。",
        en "Seven pairs with four alike{dragon_rule:quad_is_winning_tile=, the winning tile the fourth,|} count {fan_table:reduced=5|app=20|10}.";
    GY_2_7 = "GY-2.7" @ "002 二, 7", AsWritten,
        zh "清一色 {fan_table:reduced=5|10} 番：所有牌（含副露）同一门。",
        en "One suit counts {fan_table:reduced=5|10}: every tile, melds included, of one suit.";
    GY_2_8 = "GY-2.8" @ "002 二, 8", AsWritten,
        zh "清大对 {fan_table:reduced=8|15} 番：清一色的大对子。",
        en "All triplets in one suit count {fan_table:reduced=8|15}.";
    GY_2_9 = "GY-2.9" @ "002 二, 9", Ruled("R-201"),
        zh "清七对 {fan_table:table=17|reduced=9|app=20|18} 番：清一色的小七对。",
        en "Seven pairs in one suit count {fan_table:table=17|reduced=9|app=20|18}.";
    GY_2_10 = "GY-2.10" @ "002 二, 10", AsWritten,
        zh "青龙背 {fan_table:reduced=10|app=30|20} 番：清一色的龙七对。",
        en "Seven pairs with four alike in one suit count {fan_table:reduced=10|app=30|20}.";
    GY_2_11 = "GY-2.11" @ "002 二, 11", Ruled("R-205"),
        zh "报听：庄家拿齐牌后、闲家摸第一张后立即叫牌；此后不能改动手牌；无豆也可胡；{bao_value:flat10=胡牌一律按清一色 {fan_table:reduced=5|10} 番计|plus10=胡牌加 10 番|plus20_hard=胡牌加 10 番，拿齐牌就叫牌的（硬报）加 20 番|胡牌不足清一色的按清一色 {fan_table:reduced=5|10} 番计}。",
        en "Declared ready with the first tiles: the hand may not change, needs no kong to win on a discard, and {bao_value:flat10=counts as one suit, {fan_table:reduced=5|10}|plus10=counts 10 more|plus20_hard=counts 10 more, or 20 more if the dealt tiles were ready|counts at least as one suit, {fan_table:reduced=5|10}}.";
    GY_3 = "GY-3" @ "002 二, 3. 结算公式", AsWritten,
        zh "结算：底分 ×（牌型番 + 豆番 + 鸡番），每对座位分别计算。",
        en "Settlement: the base times pattern, beans and chickens added up, between each pair of seats.";
    GY_4 = "GY-4" @ "002 表", Ruled("R-201"),
        zh "番表有正常番与缩小番两列；缩小番约为一半，向上取整。",
        en "The table has a normal and a reduced column; reduced is half, rounded up.";

    X_DOU = "X-DOU" @ "002 缺", Ruled("R-206"),
        zh "豆（杠）：闷豆三家各付 {men_dou}，爬坡豆三家各付 {papo_dou}，点豆由{dian_dou_payer:konger=杠者付打出者|打出者付} {dian_dou}；有豆即通行证。",
        en "Beans (kongs): concealed {men_dou} from each, added {papo_dou} from each, exposed {dian_dou} {dian_dou_payer:konger=from the konger to the discarder|from the discarder}; any of them is the passport.";
    X_JI = "X-JI" @ "002 缺", Ruled("R-207"),
        zh "鸡：1条每张 1；叫牌者或胡家收，其余三家各付，互相抵。",
        en "Chickens: every 1 of bamboo counts 1 from each other seat for a seat that is ready or has won.";
    X_JI_FLIP = "X-JI-FLIP" @ "002 缺", Ruled("R-218"),
        zh "翻牌鸡：胡牌后若还有牌，翻牌墙下一张，同门点数{flip_mode:up_down=上下各一（9 与 1 相接）|加一（9 接 1）}的牌为鸡，每张 1。",
        en "After a win with a tile left the next tile is flipped; {flip_mode:up_down=the ranks of its suit on both sides (9 beside 1) are chickens|the next rank of its suit (1 after 9) is a chicken} of 1 each.";
    X_JI_GOLD = "X-JI-GOLD" @ "002 缺", Ruled("R-210"),
        zh "金鸡：翻牌使 1条 成为鸡时，1条每张 {gold_value}，不再另计。",
        en "Gold: where the flip makes the 1 of bamboo a chicken it counts {gold_value} instead of 1, once.";
    X_JI_CHARGE = "X-JI-CHARGE" @ "002 缺", Ruled("R-208"),
        zh "冲锋鸡：全桌第一张打出且无人碰杠胡的 1条 计 {charge:3_6=3（金鸡 6）|2（金鸡 4）}。",
        en "Charge: the first 1 of bamboo discarded at the table, neither claimed nor won on, counts {charge:3_6=3 (gold 6)|2 (gold 4)}.";
    X_JI_DUTY = "X-JI-DUTY" @ "002 缺", Ruled("R-209"),
        zh "责任鸡：第一张 1条 被碰{duty_on_kong:true=或明杠|}，打出者另付要牌者 {duty}{duty_scales_with_gold:true=，金鸡翻倍|}。",
        en "Duty: the first 1 of bamboo was punged{duty_on_kong:true= or konged|}, and its discarder pays the claimer {duty} more{duty_scales_with_gold:true=, multiplied by gold|}.";
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
        zh "热炮：自己杠后补牌打出的第一张点炮，{re_pao_waives_passport:true=不要通行证|仍要通行证}，{tong_san:true=番加 3|{re_pao_double:true=番数加倍|番加 {re_pao_extra}}}，打出者的豆和鸡{re_pao_burn:last_dou=只烧最后一个豆，另按豆付 6、3、1|none=不烧|全烧}。",
        en "Hot discard: the first discard after one's own kong {re_pao_waives_passport:true=may be won without passport|needs a passport}, {tong_san:true=adds 3|{re_pao_double:true=doubles the hand|adds {re_pao_extra}}}, and burns {re_pao_burn:last_dou=its discarder's last bean, for which 6, 3 or 1 more is paid|none=nothing|its discarder's beans and chickens}.";
    X_QIANG = "X-QIANG" @ "002 缺", Ruled("R-213"),
        zh "抢杠：只抢爬坡豆，不要通行证，{qiang_gang_pay:discard_plus1=按点炮计，番加 1，被抢者一家付|discard_plus9=按点炮计，番加 9，被抢者一家付|按自摸计，被抢者付三份}。",
        en "Robbing: added kongs only, without passport, counted as {qiang_gang_pay:discard_plus1=a discard with 1 more, which the robbed seat pays|discard_plus9=a discard with 9 more, which the robbed seat pays|a self-draw of which the robbed seat pays all three shares}.";
    X_MULTI = "X-MULTI" @ "002 缺", Practice,
        zh "一炮多响：都算胡，各得各的番；豆和鸡只算一次。",
        en "Several may win on one tile, each paid its own hand; beans and chickens are settled once.";
    X_CHAJIAO = "X-CHAJIAO" @ "002 缺", Ruled("R-214"),
        zh "黄牌查叫：没叫的付叫了的，按其最大牌型番；全叫或全没叫不付；豆鸡不算。",
        en "Exhausted wall: each seat that is not ready pays each that is the highest pattern it could win with; nothing for beans and chickens.";
    X_DEAL_BONUS = "X-DEAL" @ "002 缺", Ruled("R-215"),
        zh "{dealer_bonus:off=本房不加连庄数|win_and_lose=庄家胡牌、别家胡庄家，每份都加连庄数：第一局 1，连庄递增|庄家胡牌每份加连庄数：第一局 1，连庄递增}。",
        en "{dealer_bonus:off=The dealer has no bonus here|win_and_lose=Each share that the dealer wins or pays has 1 more, 2 in the second hand in a row, and so on|A winning dealer gets 1 more from each payer, 2 in the second hand in a row, and so on}.";
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
    DAN_DIAO = "MG-dan-diao" @ "market G.1, 2", Ruled("R-227"),
        zh "单吊、清单吊：四副都碰杠出去，只剩一张单钓，代替大对子、清大对；番数由本房定，0 为不算。",
        en "Four pungs or kongs melded and a single tile left count the house's number in place of all triplets, in one suit too; 0 means not played.";
    TONG_SAN = "MG-tong-san" @ "market G.1, 3", Ruled("R-225"),
        zh "通三：平胡不论自摸点炮都是 3，其余牌型加 3，热炮也加 3；不再另看自摸加番和热炮加番。",
        en "A plain hand counts 3, drawn or not, every other pattern 3 more, a hot discard 3 more; the house's extras for those are not read.";
    FIRST_ROUND = "MG-first-round" @ "market G.1, 4", Ruled("R-225"),
        zh "首圈鸡：还有一家没打过牌时打出的第一张 1条，按本房的数算，代替冲锋鸡；金鸡加倍。",
        en "The first 1 of bamboo, discarded while some seat has not discarded yet, counts the house's number in place of the charge, twice that if gold.";
    STANDING = "MG-standing" @ "market G.1, 5", Practice,
        zh "站鸡：留在手里的 1条（乌骨鸡也是），含胡的那张和闷豆，加倍或每张加 1；打出和碰出的不算。",
        en "A 1 of bamboo (or fixed 8 of dots) kept in the hand, the winning tile and a concealed kong included, counts twice or 1 more; discards and open melds do not.";
    SILVER = "MG-silver" @ "market G.1, 6", Practice,
        zh "银鸡：翻出来的鸡是一万或一筒，每张按本房的数算。",
        en "A flip that makes the 1 of characters or of dots a chicken makes it count the house's number.";
    DI_LONG = "MG-di-long" @ "market G.1, 8", Ruled("R-227"),
        zh "地龙：只碰了一副，胡的正是那第四张，其余十张是五对，算七对；清一色的为清地龙。番数由本房定，0 为不算。",
        en "The winning tile is the fourth of the seat's only meld, a pung, and the other ten tiles are five pairs; in one suit it has a number of its own; 0 means not played.";
    TIAN_HU = "MG-tian-hu" @ "market G.1, 9", Practice,
        zh "天胡：庄家起手就胡，番数加本房的数。",
        en "A dealer who wins as dealt gets the house's number more.";
    DI_HU = "MG-di-hu" @ "market G.1, 9", Practice,
        zh "地胡：胡庄家打的第一张，之前没人碰杠，番数加本房的数。",
        en "A win on the dealer's first discard, with nothing claimed before, gets the house's number more.";
    DOUBLE_JI = "MG-double-ji" @ "market G.1, 10", Practice,
        zh "翻倍鸡：1条 的各项（手里、打出、冲锋）都加倍；责任鸡不加倍。",
        en "Everything that the 1 of bamboo counts, kept, discarded or charging, counts twice; duty does not.";
    RANK_JI = "MG-rank-ji" @ "market G.1, 12", Practice,
        zh "数字鸡、爬坡鸡：翻出来的鸡按点数算；1条、8筒、金鸡、银鸡照旧。",
        en "A chicken named by the flip counts its rank; the fixed ones, gold and silver stay as they are.";
    SEVEN = "MG-seven" @ "market G.1, 13", Ruled("R-225"),
        zh "见7挖：七万、七筒、七条都是鸡，像 1条 一样每张 1，不算冲锋和责任。",
        en "Every 7 is a chicken that counts 1 as the 1 of bamboo does, without charge or duty.";
    PURE_BONUS = "MG-pure-bonus" @ "market G.1, 14", Ruled("R-227"),
        zh "奖分：胡家或叫牌者的牌型是清一色一类或龙七对，向其余各家各收奖分，每人每局一次；全烧的不收，黄牌不算。",
        en "A winner, or a ready seat by its best wait, whose pattern is of one suit or a dragon collects the bonus from each other seat once; not a burnt seat, not in a drawn hand.";
    BAO_GANG = "MG-bao-gang" @ "market G.1, 15", Ruled("R-222"),
        zh "包杠：有豆没叫牌的，照豆的番数赔给本该付这豆的叫牌者；憨包豆不赔，黄牌也赔。",
        en "A seat with a kong that is not ready pays the price of the kong to each ready seat that would have paid it; a late kong is free, and a drawn hand pays too.";
    ZIMO_DOUBLE = "MG-zimo-double" @ "market G.1, 19", Practice,
        zh "自摸翻倍：自摸的番数加倍（抢杠付三份的也是）；豆和鸡不翻。只见过名称，含义是我们定的。",
        en "The fan of a self-draw, or of a robbed kong that counts as one, doubles; beans and chickens do not. Only the name is known: the meaning is ours.";
    BIG_DOUBLE = "MG-big-double" @ "market G.1, 19", Practice,
        zh "大牌翻倍：牌型不是平胡，番数加倍；豆和鸡不翻。只见过名称，含义是我们定的。",
        en "The fan of a hand that is not plain doubles; beans and chickens do not. Only the name is known: the meaning is ours.";
    HAND_CAP = "MG-hand-cap" @ "market G.1, 20", Practice,
        zh "封顶：胡牌的番数最多这么多；连庄、估卖、豆、鸡在外。只见过名称，含义是我们定的。",
        en "The fan of a hand is at most this; dealer's bonus, stakes, beans and chickens are outside. Only the name is known: the meaning is ours.";
    QIANG_NINE = "MG-qiang" @ "market G.1, 22", Ruled("R-226"),
        zh "抢杠加 9：被抢者一家按点炮付，加 9。",
        en "The robbed seat alone pays the hand as a discard, and 9 more.";
    PACK = "MG-pack" @ "market G.4", Practice,
        zh "几房牌：三房 108 张；两房只有筒、条，72 张，三人或两人打；一房只有条，36 张，两人打。不在牌里的鸡不算。",
        en "Three suits are 108 tiles; two are dots and bamboo, 72 tiles for three or two players; one is bamboo, 36 tiles for two. Chickens that are not in play do not count.";
    DING_QUE = "MG-ding-que" @ "market G.1, 1", Ruled("R-224"),
        zh "定缺：打牌之前各家报一门缺；手里或碰杠里还有缺门的牌不能胡，也不算叫牌；缺门的牌不能碰杠。",
        en "Before play each seat names a suit; with a tile of it in hand or melds it neither wins nor is ready, and it may not pung or kong one.";
    LACK = "MG-lack" @ "market G.1, 16", Ruled("R-224"),
        zh "查缺：结算时还拿着缺门的牌，每张向每个叫牌而没全烧的人付本房的数；黄牌也付。",
        en "At the settlement, of a drawn hand too, a seat pays the house's number for each tile of its lacking suit to each ready seat that is not burnt.";
    EXCHANGE = "MG-exchange" @ "market G.1, 17", Practice,
        zh "换三张、换四张：发完牌、定缺之前，各家拿出同一门的三张（四张），都换给同一方向的一家；方向由各桌定，以记录为准。",
        en "After the deal and before suits are named, each seat gives three (or four) tiles of one suit, all in one direction; the direction is the table's, as recorded.";
    GU_MAI = "MG-gu-mai" @ "market G.1, 7", Practice,
        zh "估卖：发牌前各家选 0、1、2（或大家一样）；胡牌的分每份加胡家与付家所选之和，豆和鸡不加。",
        en "Before the deal each seat chooses 0, 1 or 2, or all the same; each share of a hand grows by what winner and payer chose, beans and chickens do not.";
    ROLL = "MG-roll" @ "market G.1, 11", Ruled("R-223"),
        zh "前后鸡、滚筒鸡：发完牌开一张，每杠再开一张，像翻牌一样定鸡，每张 1；前后鸡只算最后开的，滚筒鸡都算；相同的只算一次。",
        en "A tile is opened after the deal and after every kong, and names chickens of 1 as a flip does; the newest counts, or all; equal ones count once.";
    LAST_HAND = "MG-last-hand" @ "market G.1, 18", Practice,
        zh "末局翻倍：最后一局的各项输赢都乘本房的倍数。",
        en "Every payment of the last hand of a match is multiplied by the house's factor.";
    RED_DRAGON = "MG-hongzhong" @ "market G.1, 21", Practice,
        zh "红中鸡：加四张红中，共 112 张；翻出红中，红中每张 1。",
        en "Four red dragons are in play, 112 tiles; if one is flipped each counts 1.";
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
        Topic::DealOrder
        | Topic::Indicator
        | Topic::Reserve
        | Topic::KongerFirst
        | Topic::Birds
        | Topic::Leaving
        | Topic::MatchEnd => return None,
    })
}
