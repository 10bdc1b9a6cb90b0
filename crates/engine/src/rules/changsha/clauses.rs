//! The Changsha rule book (长沙麻将), source document 000: profile A is its first part, profile B its second.
//!
//! Sections name the part and the heading. A gap in a profile is a ruling under `docs/rulings/`.

use crate::rules::Topic;
use caipan_tiles::clause::Clause;

caipan_tiles::clauses! { ALL;
    A_1 = "CS-A.1" @ "000 A, 起手胡", AsWritten,
        zh "四喜：发完牌后手中有四张相同的牌，可报起手胡，计分同小胡自摸。",
        en "Four joys: four alike in the dealt hand may be declared as an initial win, scored like a small self-draw.";
    A_2 = "CS-A.2" @ "000 A, 起手胡", AsWritten,
        zh "板板胡：发完牌后手中没有 2、5、8，可报起手胡。",
        en "No two, five or eight in the dealt hand may be declared as an initial win.";
    A_3 = "CS-A.3" @ "000 A, 起手胡", AsWritten,
        zh "缺一色：发完牌后万、筒、条至少缺一门，可报起手胡。",
        en "At least one suit missing from the dealt hand may be declared as an initial win.";
    A_4 = "CS-A.4" @ "000 A, 起手胡", AsWritten,
        zh "六六顺：发完牌后手中有两副三张相同的牌，可报起手胡。",
        en "Two triplets in the dealt hand may be declared as an initial win.";
    A_5 = "CS-A.5" @ "000 A, 起手胡", AsWritten,
        zh "起手胡之后本局继续。",
        en "The hand goes on after an initial win.";
    A_6 = "CS-A.6" @ "000 A, 起手胡", Ruled("R-005"),
        zh "起手胡的输赢也按鸟翻倍；用本局结束时的鸟，流局则不翻。",
        en "Initial wins are multiplied by birds too: those of the end of the hand, none when the hand is drawn.";
    A_7 = "CS-A.7" @ "000 A, 大胡", AsWritten,
        zh "碰碰胡：四副刻子或杠加一对，不许吃；将牌任意；大胡。",
        en "All triplets: four triplets or kongs and any pair, no chow; a big win.";
    A_8 = "CS-A.8" @ "000 A, 大胡", AsWritten,
        zh "将将胡：每张牌都是 2、5、8，可碰可杠，不论牌型；大胡。",
        en "All two-five-eight: every tile is a 2, 5 or 8, pungs and kongs allowed, no shape asked; a big win.";
    A_9 = "CS-A.9" @ "000 A, 大胡", AsWritten,
        zh "清一色：同一门成胡，可吃可碰；将牌任意；大胡。",
        en "One suit: a winning hand in a single suit, chows and pungs allowed, any pair; a big win.";
    A_10 = "CS-A.10" @ "000 A, 大胡", Ruled("R-008"),
        zh "全求人：四副都由吃、碰或明杠而来，只剩一张单钓，必须捉炮；将牌任意；大胡。",
        en "All claimed: four claimed melds and a single wait, won on a discard only; any pair; a big win.";
    A_11 = "CS-A.11" @ "000 A, 大胡", AsWritten,
        zh "七巧对：门前不动，七个对子；四张相同算两对；大胡。",
        en "Seven pairs: concealed, four alike count as two pairs; a big win.";
    A_12 = "CS-A.12" @ "000 A, 杠", AsWritten,
        zh "开杠后手牌不可再换。",
        en "After a dice kong the hand may not be changed.";
    A_13 = "CS-A.13" @ "000 A, 胡牌方式", AsWritten,
        zh "自摸：胡自己摸的牌，三家都付。",
        en "Self-draw: won on one's own draw; all three others pay.";
    A_14 = "CS-A.14" @ "000 A, 胡牌方式", AsWritten,
        zh "点炮：胡别人打出的牌，只由放炮者付。",
        en "Win on a discard: only the discarder pays.";
    A_15 = "CS-A.15" @ "000 A, 胡牌方式", Ruled("R-021"),
        zh "天胡：庄家发完牌即成胡，按庄家大胡自摸计。",
        en "Heavenly win: the dealer's dealt hand is complete; scored as the dealer's big self-draw.";
    A_16 = "CS-A.16" @ "000 A, 胡牌方式", Ruled("R-021"),
        zh "地胡：闲家胡庄家打出的第一张牌，庄家付 7。",
        en "Earthly win: another seat wins on the dealer's first discard; the dealer pays 7.";
    A_17 = "CS-A.17" @ "000 A, 海底", Ruled("R-027"),
        zh "海底：最后一张牌依次询问，可不要；胡海底为大胡，小胡牌型须 2、5、8 做将。",
        en "The last tile is offered round and may be declined; winning on it is big; a small shape needs its 2-5-8 pair.";
    A_18 = "CS-A.18" @ "000 A, 海底", Ruled("R-023"),
        zh "海底炮：要海底者不能胡或不胡，而别家能胡，为要者放大胡炮。",
        en "If the taker cannot or does not win on the last tile and another can, the taker deals that player a big win.";
    A_19A = "CS-A.19a" @ "000 A, 杠上开花", Ruled("R-021"),
        zh "杠上开花：听牌时四张相同可掷骰开杠，翻 {dice_kong_tiles} 张，任一张能胡即大胡自摸。",
        en "Win on a dice kong: a ready hand with four alike may throw dice and turn {dice_kong_tiles:1=one tile|# tiles}; one that completes it is a big self-draw.";
    A_19B = "CS-A.19b" @ "000 A, 双杠上花", Ruled("R-007"),
        zh "双杠上花：翻出的两张都能胡，大胡自摸乘二。",
        en "Both turned tiles complete the hand: the big self-draw twice.";
    A_19C = "CS-A.19c" @ "000 A, 开杠补牌", Ruled("R-019"),
        zh "骰子几点，取牌墙末尾倒数第几墩的连续两张。",
        en "The dice point to a stack counted from the end of the wall; two consecutive tiles are taken there.";
    A_19D = "CS-A.19d" @ "000 A, 开杠之后", Ruled("R-018"),
        zh "开杠后可以再杠，但不能吃、碰，也不能换张。",
        en "After a dice kong one may kong again, but neither chow nor pung nor change the hand.";
    A_20 = "CS-A.20" @ "000 A, 杠上炮", Ruled("R-026"),
        zh "杠上炮：开杠者两张都不能胡，别家能胡一张为大胡炮，两张都能胡为双杠上炮；小胡牌型须将。",
        en "If neither turned tile wins for the konger, another may win on one (big) or on both (twice); a small shape needs its pair.";
    A_21 = "CS-A.21" @ "000 A, 抢杠胡", Ruled("R-027"),
        zh "抢杠胡：碰后补杠开杠，或听牌后以手中三张开杠别人打出的牌，别家可胡该牌；暗杠不可抢；小胡牌型须将。",
        en "Robbing: a dice kong made by adding to a pung, or of a discard with three in hand, may be robbed; a concealed one never; a small shape needs its pair.";
    A_22 = "CS-A.22" @ "000 A, 记分", AsWritten,
        zh "小胡点炮：输赢双方有庄家为 2，否则 1，再按鸟翻倍。",
        en "Small win on a discard: 2 where the dealer wins or pays, else 1; then birds.";
    A_23 = "CS-A.23" @ "000 A, 记分", AsWritten,
        zh "小胡自摸：与庄家之间 2，闲家之间 1，{small_self_draw_plus_one:off=按鸟翻倍|under_birds=加 1 后按鸟翻倍|按鸟翻倍后再加 1}。",
        en "Small self-draw: 2 to or from the dealer, else 1; {small_self_draw_plus_one:off=doubled per bird|under_birds=1 more; then doubled per bird|doubled per bird; then 1 more}.";
    A_24 = "CS-A.24" @ "000 A, 记分", AsWritten,
        zh "大胡点炮：每个大胡 6，双方有庄家{dealer_bonus_big:per_unit=每个大胡加 1|共加 1}，最后按鸟翻倍。",
        en "Big win on a discard: 6 for each big pattern, 1 more {dealer_bonus_big:per_unit=for each|once} where the dealer wins or pays; birds last.";
    A_25 = "CS-A.25" @ "000 A, 记分", Ruled("R-001"),
        zh "大胡自摸：每个大胡 6，与庄家之间{dealer_bonus_big:per_unit=每个大胡加 1|共加 1}，{big_bonus_under_birds:true=再按鸟翻倍|6 按鸟翻倍，加的不翻}。",
        en "Big self-draw: 6 for each big pattern, 1 more {dealer_bonus_big:per_unit=for each|once} to or from the dealer; {big_bonus_under_birds:true=then birds|birds multiply the 6 alone}.";
    A_26 = "CS-A.26" @ "000 A, 特殊规则", AsWritten,
        zh "通炮：一张牌几家能胡，都算胡。",
        en "Several players may win on one tile; all of them do.";
    A_27 = "CS-A.27" @ "000 A, 扎鸟", AsWritten,
        zh "扎鸟：胡牌后翻 {bird_count} 张，从{bird_origin}起按点数数座位；点炮时鸟在胡家或炮家翻倍，自摸时鸟在胡家则全翻，在输家则该家翻。",
        en "Birds: {bird_count:0=none are turned|1=the next tile|the next # tiles}, counted by rank from {bird_origin}; on a discard a bird on winner or payer doubles; on a self-draw a bird on the winner doubles all, on a payer that payer.";
    A_28 = "CS-A.28" @ "000 A, 扎鸟", Ruled("R-012"),
        zh "胡海底时，以海底牌为鸟。",
        en "When the last tile wins, it is the bird.";
    A_29 = "CS-A.29" @ "000 A, 补张", AsWritten,
        zh "不掷骰的补张能胡算普通自摸。",
        en "Winning on a plain replacement is an ordinary self-draw.";
    A_30 = "CS-A.30" @ "000 A, 补张", AsWritten,
        zh "碰后补张的牌别家可胡，算普通点炮；手中四张补张不可胡。",
        en "A plain kong added to a pung may be won by others as an ordinary discard; one of four concealed tiles may not.";
    A_31 = "CS-A.31" @ "000 A, 补张", AsWritten,
        zh "补张从最后一墩先上后下，一次一张。",
        en "Replacements come from the last stack, upper tile first, one at a time.";
    A_32 = "CS-A.32" @ "000 A, 番上番", AsWritten,
        zh "番上番：几个大胡的分数相加。",
        en "Big patterns add.";
    A_33 = "CS-A.33" @ "000 A, 跟胡", AsWritten,
        zh "跟胡：过手前放过一胡，不能再胡别人的牌，除非大胡数更多；不分庄闲。",
        en "After passing a win on another player's tile, a seat may not win on a discard before its next turn, unless with more big patterns; the dealer makes no difference.";
    A_34 = "CS-A.34" @ "000 A, 跟胡", Ruled("R-029"),
        zh "当局可提高的悟性不超过自己当前的悟性；悟性是平台的评级，不在牌谱里，不影响付款。",
        en "What one may gain of the platform's rating in a hand is capped by what one has; no log holds that rating, and no payment depends on it.";
    B_1 = "CS-B.1" @ "000 B, 牌数", AsWritten,
        zh "一百零八张：万、筒、条各九种，每种四张，无字牌。",
        en "108 tiles: three suits of nine kinds, four each, no honours.";
    B_2 = "CS-B.2" @ "000 B, 牌数", AsWritten,
        zh "庄家十四张，闲家十三张，庄家先打。",
        en "The dealer has fourteen tiles, the others thirteen; the dealer discards first.";
    B_3 = "CS-B.3" @ "000 B, 牌数", AsWritten,
        zh "只有下家能吃；各家都能碰或杠；碰先于吃。",
        en "Only the next seat may chow; any seat may pung or kong; pung goes before chow.";
    B_4A = "CS-B.4A" @ "000 B, 庄家", AsWritten,
        zh "第一局的庄家随机。",
        en "The first dealer is drawn by lot.";
    B_4B = "CS-B.4B" @ "000 B, 庄家", Ruled("R-016"),
        zh "谁胡谁做下一局庄家。",
        en "The winner deals next.";
    B_4C = "CS-B.4C" @ "000 B, 庄家", Ruled("R-016"),
        zh "海底被要而无人胡，要者做庄。",
        en "If the last tile was taken and nobody won, the taker deals next.";
    B_4D = "CS-B.4D" @ "000 B, 庄家", Ruled("R-016"),
        zh "海底无人要，最先被问者做庄。",
        en "If nobody took the last tile, the seat that was asked first deals next.";
    B_4E = "CS-B.4E" @ "000 B, 庄家", Ruled("R-016"),
        zh "通炮时放炮者做庄。",
        en "If several won on one tile, its discarder deals next.";
    B_4F = "CS-B.4F" @ "000 B, 庄家", Ruled("R-025"),
        zh "海底被补张用掉，补者做庄。",
        en "If the last tile went as a replacement, the seat that drew it deals next.";
    B_4G = "CS-B.4G" @ "000 B, 庄家", AsWritten,
        zh "两家以上起手胡，中鸟者做庄。",
        en "If two or more won at the start, the seat hit by the bird deals next.";
    B_5 = "CS-B.5" @ "000 B, 基本牌型", AsWritten,
        zh "四副加一对；将牌须为 2、5、8，牌型另有规定者除外。",
        en "Four sets and a pair; the pair is of 2, 5 or 8 except where a pattern takes any.";
    B_6_1 = "CS-B.6.1–4" @ "000 B, 小胡", Ruled("R-004"),
        zh "四喜、板板胡、缺一色、六六顺：发完牌即可胡，计分同小胡自摸。",
        en "The four initial wins of the dealt hand, scored like a small self-draw.";
    B_6_5 = "CS-B.6.5" @ "000 B, 小胡", AsWritten,
        zh "小胡：2、5、8 做将，其余成副。",
        en "Small win: a pair of 2, 5 or 8 and four sets.";
    B_7_1 = "CS-B.7.1" @ "000 B, 大胡", Ruled("R-014"),
        zh "天胡：庄家发完牌即成胡。",
        en "Heavenly win: the dealer's dealt hand is complete.";
    B_7_2 = "CS-B.7.2" @ "000 B, 大胡", Ruled("R-014"),
        zh "地胡：闲家胡庄家打出的第一张牌。",
        en "Earthly win: another seat wins on the dealer's first discard.";
    B_7_3 = "CS-B.7.3" @ "000 B, 大胡", AsWritten,
        zh "碰碰胡：将牌任意，可碰可杠可自摸。",
        en "All triplets: any pair; pungs, kongs and self-draw allowed.";
    B_7_4 = "CS-B.7.4" @ "000 B, 大胡", AsWritten,
        zh "将将胡：全是 2、5、8，可碰。",
        en "All two-five-eight; pungs allowed.";
    B_7_5 = "CS-B.7.5" @ "000 B, 大胡", AsWritten,
        zh "清一色：将牌任意，可吃可碰。",
        en "One suit: any pair; chows and pungs allowed.";
    B_7_6 = "CS-B.7.6" @ "000 B, 大胡", AsWritten,
        zh "海底捞月：胡最后一张牌为大胡，将牌按所胡牌型要求。",
        en "Win on the last tile: big; the pair as the shape at hand demands.";
    B_7_7 = "CS-B.7.7" @ "000 B, 大胡", Ruled("R-023"),
        zh "海底炮：要海底者不能胡或不胡，别家能胡即胡，可通胡。",
        en "If the taker cannot or does not win on the last tile the others may, several at once.";
    B_7_8 = "CS-B.7.8" @ "000 B, 大胡", AsWritten,
        zh "七小对：任意七对。",
        en "Seven pairs: any seven.";
    B_7_9 = "CS-B.7.9" @ "000 B, 大胡", Ruled("R-019"),
        zh "{dice_kong_tiles=1}杠上开花：听牌时四张相同可掷骰，取倒数第几墩的上张（无上张取下张），能胡为大胡。",
        en "{dice_kong_tiles=1}Win on a dice kong: a ready hand throws dice and takes the upper tile of that stack from the end, the lower if the upper is gone; winning with it is big.";
    B_7_10 = "CS-B.7.10" @ "000 B, 大胡", Ruled("R-006"),
        zh "抢杠胡：只有明杠可抢，暗杠不可。",
        en "Only an open kong may be robbed, never a concealed one.";
    B_7_11 = "CS-B.7.11" @ "000 B, 大胡", AsWritten,
        zh "杠上炮：开杠者不能胡翻出的牌而别家能胡，为大胡炮。",
        en "If the turned tile does not win for the konger and wins for another, that is a big win on a discard.";
    B_8_1 = "CS-B.8.1" @ "000 B, 记分", AsWritten,
        zh "小胡自摸：与庄家之间 20，闲家之间 10。",
        en "Small self-draw: 20 to or from the dealer, else 10.";
    B_8_2 = "CS-B.8.2" @ "000 B, 记分", AsWritten,
        zh "小胡捉炮：10；双方有庄家再加 10。",
        en "Small win on a discard: 10, and 10 more where the dealer wins or pays.";
    B_8_3 = "CS-B.8.3" @ "000 B, 记分", AsWritten,
        zh "大胡自摸：与庄家之间 40，闲家之间 30。",
        en "Big self-draw: 40 to or from the dealer, else 30.";
    B_8_4 = "CS-B.8.4" @ "000 B, 记分", Ruled("R-002"),
        zh "大胡捉炮：60{big_ron_dealer_extra:once=，双方有庄家共加 10|per_unit=，双方有庄家每个大胡加 10|}。",
        en "Big win on a discard: 60{big_ron_dealer_extra:once=, and 10 more once where the dealer wins or pays|per_unit=, and 10 more for each big pattern where the dealer wins or pays|}.";
    B_8_5 = "CS-B.8.5" @ "000 B, 记分", Ruled("R-009"),
        zh "小胡可累加，小胡遇大胡只算大胡，大胡相加。",
        en "Small wins add; beside a big one a small one counts for nothing; big ones add.";
    B_8_6 = "CS-B.8.6" @ "000 B, 记分", AsWritten,
        zh "中鸟的一家，输赢翻倍。",
        en "What the seat hit by the bird wins or loses is doubled.";
    B_8_7 = "CS-B.8.7" @ "000 B, 记分", Ruled("R-003"),
        zh "逃跑、断线、强退扣 {escape_penalty}；积分场不分给别家，游戏币场分给别家。",
        en "Leaving costs {escape_penalty}; in points rooms nobody gains it, in coin rooms the others share it.";
    B_9_1 = "CS-B.9.1" @ "000 B, 特殊规则", AsWritten,
        zh "通炮：一张牌几家可同时胡。",
        en "Several players may win on the same tile.";
    B_9_2 = "CS-B.9.2" @ "000 B, 扎鸟", Ruled("R-015"),
        zh "{bird_count=1}扎鸟：胡牌后翻一张，从庄家起按点数数；胡海底时海底牌为鸟。",
        en "{bird_count=1}Bird: the next one tile, counted by rank from the dealer; when the last tile wins, it is the bird.";
    B_9_3 = "CS-B.9.3" @ "000 B, 补张", AsWritten,
        zh "补张：不掷骰者能胡算自摸，取自最后一墩先上后下；只剩海底时补张取走海底，本局无海底。",
        en "Plain replacement: a win on it is a self-draw; taken from the last stack, upper tile first; it may take the last tile, and then none is offered.";
    B_9_4 = "CS-B.9.4" @ "000 B, 漫游", AsWritten,
        zh "海底按座位顺序询问。",
        en "The last tile is offered in seat order.";
    B_9_5 = "CS-B.9.5" @ "000 B, 漏胡", AsWritten,
        zh "{missed_win=same_tile_until_draw}漏胡：放过的那张牌，在自己摸牌前不能再胡炮。",
        en "{missed_win=same_tile_until_draw}A tile passed as a win may not be won on as a discard before the seat's next draw.";
    B_9_6 = "CS-B.9.6" @ "000 B, 掷骰子", AsWritten,
        zh "不掷骰随时可杠；听牌才能掷骰；掷骰后翻出的牌不胡必须打出，此后摸到不能胡的牌也必须打出。",
        en "A plain kong is free at any time; dice only when ready; a turned tile that does not win is given up, and so is every later draw.";
    B_9_7 = "CS-B.9.7" @ "000 B, 掷骰子", Ruled("R-019"),
        zh "点数多于所剩墩数时，取最后一墩。",
        en "More pips than stacks left: the last stack.";
    PIAO = "MC-piao" @ "market C.2", Practice,
        zh "飘分：发牌前各家选飘几分；胡牌的每笔输赢加上双方的飘分，不翻鸟；坐飘则各家固定。起手胡、杠分不加飘。",
        en "Float: before the deal each seat picks points; every payment of a win grows by the floats of both sides, after the birds. A fixed float is the same for all. Initial wins and kongs have none.";
    CAP = "MC-cap" @ "market C.2", Practice,
        zh "封顶可以只封胡牌：起手胡、中途起手胡和杠分不封。",
        en "The limit of a payment may cover the win alone: initial wins and kong points have no limit then.";
    SANTONG = "MC-santong" @ "market C.2", Practice,
        zh "三同：起手牌里同一点数在万、筒、条各有两张以上，可报起手胡。",
        en "One rank in three suits: at least two tiles of a rank in each suit of the dealt hand are an initial win.";
    BUBUGAO = "MC-bubugao" @ "market C.2", Practice,
        zh "步步高（节节高）：起手牌里同一门连续三种各有两张以上，可报起手胡。",
        en "Three pairs in a row: three following ranks of a suit, at least two tiles each, are an initial win.";
    YIZHIHUA = "MC-yizhihua" @ "market C.2", Practice,
        zh "一枝花：起手牌只有一张二五八且是五，或一门只有一张且是五，可报起手胡；也有只认后一种的。",
        en "A single five: the only 2, 5 or 8 of the dealt hand is a 5, or a suit has one tile and it is a 5. Some houses take only the latter.";
    JINTONG = "MC-jintong" @ "market C.2", Practice,
        zh "金童玉女：起手牌有两张以上二筒和两张以上二条，可报起手胡。",
        en "At least two 2 of dots and two 2 of bamboo in the dealt hand are an initial win.";
    SWITCH = "MC-switch" @ "market C.1", Ruled("R-036"),
        zh "起手胡各种可以分别开关；没开的不能报。",
        en "Each initial win can be switched off; one that is off may not be declared.";
    YIDIANHONG = "MC-yidianhong" @ "market C.2", Practice,
        zh "一点红：起手牌只有一张二五八，可报起手胡。",
        en "Exactly one 2, 5 or 8 in the dealt hand is an initial win.";
    HOUBALUN = "MC-houbalun" @ "market C.2", Practice,
        zh "后八轮：起手牌有三张以上八筒，可报起手胡。",
        en "At least three 8 of dots in the dealt hand are an initial win.";
    MEIHUA = "MC-meihua" @ "market C.2", Practice,
        zh "梅花三弄：起手牌有三张以上五筒，可报起手胡。",
        en "At least three 5 of dots in the dealt hand are an initial win.";
    MID = "MC-mid" @ "market C.2", Ruled("R-035"),
        zh "中途四喜、中途六六顺：自己摸牌后、打牌前，手里有四张相同的，或有两副三张相同的，可报；已经报过的牌不再算，每种一局一次；价同起手胡，不算鸟，不结束本局。",
        en "Four joys or two triplets in mid-hand: declared after a draw and before the discard. Kinds already paid do not count again, each of the two is declared once a hand. Priced as an initial win, without birds; the hand goes on.";
    BIRDS = "MC-birds" @ "market C.2", Practice,
        zh "中鸟可以每只加几分；可以只认一、五、九，不看座位；可以一码全中，加那张鸟的点数，红中算十点。",
        en "Hits may add points each; ranks 1, 5 and 9 alone may hit, whatever the seat; or the one bird adds its rank, the red dragon ten.";
    DEALER = "MC-dealer" @ "market C.2", Practice,
        zh "庄闲分可以不参与扎鸟，在翻鸟之后加；也可以两家之间一局只算一次，按起手胡、中途起手胡、胡牌的次序，由第一笔带上。",
        en "The dealer's point may come after the birds. It may also count once a hand between two seats: the first payment has it, in the order initial win, mid-hand initial win, win.";
    SCALE = "MC-scale" @ "market C.2", Practice,
        zh "自定底分：小胡捉炮 {c_small_ron}、小胡自摸 {c_small_draw}、大胡捉炮 {c_big_ron}、大胡自摸 {c_big_draw}（每个大胡），起手胡 {c_opening}；庄闲分另加。",
        en "The house's own numbers: a small win {c_small_ron} on a discard and {c_small_draw} drawn, a big pattern {c_big_ron} on a discard and {c_big_draw} drawn, an initial win {c_opening}; the dealer's point is added.";
    MEN_QING = "MC-men-qing" @ "market C.2", Practice,
        zh "门清：没有吃、碰、明杠、补杠就胡，算一个大胡，暗杠不破；小胡牌型仍须将。",
        en "A win without chow, pung, exposed or added kong is a big pattern; a concealed kong does no harm. A small shape still needs its pair.";
    SMALL_RON = "MC-small-ron" @ "market C.2", Practice,
        zh "小胡只能自摸，或小胡根本不能胡。",
        en "A small hand may win on its own draw only, or not at all.";
    FAKE_PAIR = "MC-fake-pair" @ "market C.2", Ruled("R-034"),
        zh "假将胡：不须将的杠上开花、杠上炮、抢杠、海底、天胡、地胡，以别的将胡小胡牌型，或只算那个大胡，或另加一个大胡（不再算门清）。",
        en "Where a win by situation takes any pair, a small shape with another pair is that big pattern alone, or one more and then no concealed hand.";
    PAIR = "MC-258" @ "market C.2", Practice,
        zh "小胡可以不须二五八将，任何将都行。",
        en "A small hand may take any pair.";
    FLY = "MC-fly" @ "market C.2", Practice,
        zh "飞鸟：扎鸟之后再翻几张，每张数到胡家，胡家每笔进账加 2，不翻倍；通炮不算。",
        en "Flying birds: more tiles after the birds; each that falls on the winner adds 2 to every payment, and does not multiply. None with several winners.";
    KONG = "MC-kong" @ "market C.2", Practice,
        zh "杠分：暗杠每家付 2，补杠每家付 1，明杠由放杠者付，几家在座就付几减一；流局也付。本可以杠却先碰的，后来补杠不算。",
        en "Kong points: each other seat pays 2 for a concealed and 1 for an added kong, the discarder pays 1 for each other seat for an exposed one; also in a drawn hand. An added kong that could have been an exposed one scores nothing.";
    WILD = "MC-wild" @ "market C.2", Ruled("R-033"),
        zh "红中百搭：一百一十二张，四张红中可当任何牌，不能用来吃碰杠，打出去就是红中；起手胡里不算牌。",
        en "Red dragons are wild: 112 tiles, four of them stand for any tile. They are in no meld, are themselves when discarded, and count for nothing in initial wins.";
    HOLDINGS = "MC-holdings" @ "market C.2", Ruled("R-032"),
        zh "输赢不超过所有：每笔不超过输家、或赢家在本局开始时的分数；原文只有一句，算法是本项目定的。",
        en "A payment is limited to what the payer, or the winner, held when the hand began. The source has one sentence; the arithmetic is ours.";
    NO_CHOW = "MC-no-chow" @ "market C.2", Practice,
        zh "可以规定不许吃。",
        en "Chows may be ruled out.";
    MUST_WIN = "MC-must-win" @ "market C.2", Ruled("R-030"),
        zh "有胡必胡：自己能胡，不许点过。",
        en "A possible win must be taken: a seat that can win may not pass.";
    MATCH = "MC-match" @ "market C.2", Ruled("R-031"),
        zh "两人散场时，赢家总分低于若干分：先翻倍，再加分；输家照付。",
        en "At the end of a match of two in which the winner's total is low, it is multiplied, then raised; the loser pays.";
    MISSING_SUIT = "MC-missing-suit" @ "market C.2", Practice,
        zh "缺一门牌：只用两门，七十二张；缺一色要手里只有一门。",
        en "The pack may leave out a suit: 72 tiles. A suit missing is then a hand of one suit.";
    QUANQIUREN = "MC-quanqiuren" @ "market C.2", Practice,
        zh "全求人可以规定须二五八将。",
        en "All claimed may need a pair of 2, 5 or 8.";
    DICE_KONG = "MC-dice-kong" @ "market C.2", Practice,
        zh "开四杠、开六杠：开杠翻三到六张；牌墙末尾不够就少翻，留一张海底；几张能胡，照双杠的算法各算一次。",
        en "A dice kong turns three to six tiles; near the end of the wall fewer, and the last tile stays. A win on several counts like a win on two, once for each.";
    PLAYERS_3 = "MC-players-3" @ "market C.4", Practice,
        zh "三人时数鸟：一五九为起点，二六下家；或三七落空、四八上家，或四八落空、三七上家，或三家轮数。",
        en "Birds of three: 1, 5 and 9 hit the origin, 2 and 6 the next seat; 4 and 8 or else 3 and 7 the previous one, or they are counted round the three.";
    PLAYERS_2 = "MC-players-2" @ "market C.4", Practice,
        zh "两人时数鸟：一五九为起点，三七为对手，双数落空；两家互为上下家，都可吃。",
        en "Birds of two: 1, 5 and 9 hit the origin, 3 and 7 the other, even ranks nobody. Each is the other's next seat and may chow.";
    PLAYERS = "MC-players" @ "market C.4", Practice,
        zh "人数：两人、三人或四人；自摸由其余各家付，次序、报海底按在座人数。",
        en "Two, three or four players; all others at the table pay for a self-draw, and turns and the offer of the last tile go round the players there are.";
}

/// The clause on a topic of play. If both parts have one, `b` selects that of the second part.
pub(super) fn on(matter: Topic, b: bool) -> Option<&'static Clause> {
    let (first, second): (&'static Clause, &'static Clause) = match matter {
        Topic::Deck => (&B_1, &B_1),
        Topic::DealSize => (&B_2, &B_2),
        Topic::Replacement => (&A_31, &B_9_3),
        Topic::LastTile => (&A_17, &B_9_4),
        Topic::UsedUp => (&A_17, &A_17),
        Topic::ClaimOrder => (&B_3, &B_3),
        Topic::WinFirst | Topic::Winners => (&A_26, &B_9_1),
        Topic::DiceKong => (&A_19A, &B_7_9),
        Topic::DicePlace => (&A_19C, &B_7_9),
        Topic::KongerFirst => (&A_20, &B_7_11),
        Topic::Birds => (&A_27, &B_9_2),
        Topic::Leaving => (&B_8_7, &B_8_7),
        Topic::MatchEnd => (&MATCH, &MATCH),
        // The source does not mention the order of dealing, and it has no wild kind, no reserve and no flip.
        Topic::DealOrder | Topic::Indicator | Topic::Reserve | Topic::Flip => return None,
    };
    Some(if b { second } else { first })
}
