//! The Beijing rule book (北京麻将), source document 001, its thirteen sections in order.
//!
//! A gap in the document is an option with a default, or a ruling under `docs/rulings/` if a verdict rests on it.

use crate::rules::Topic;
use caipan_tiles::clause::Clause;

caipan_tiles::clauses! { ALL;
    TILES = "BJ-1a" @ "001 一", AsWritten,
        zh "136 张：万、筒、条、东南西北、中发白，各四张，没有花牌。",
        en "136 tiles: characters, dots, bamboo, winds and dragons, four of each, no flowers.";
    WALL = "BJ-1b" @ "001 一", AsWritten,
        zh "每家面前十七墩，共六十八墩。",
        en "Seventeen stacks a side, sixty-eight in all.";
    SEATS = "BJ-2a" @ "001 二", AsWritten,
        zh "摸风定座，东家先坐庄。",
        en "Seats are drawn with the four winds; East deals first.";
    ORDER = "BJ-2b" @ "001 二", AsWritten,
        zh "庄家按东、南、西、北的次序轮换。",
        en "The deal goes round East, South, West, North.";
    STAYS = "BJ-2c" @ "001 二", AsWritten,
        zh "庄家胡牌或荒牌，庄家连庄，次数不限。",
        en "The dealer keeps the deal after winning or after a drawn hand, without limit.";
    PASSES = "BJ-2d" @ "001 二", AsWritten,
        zh "闲家胡牌，庄位按次序轮到下一家，不是轮到胡家。",
        en "When another seat wins, the deal passes to the next in order, not to the winner.";
    AFTER_FALSE_WIN = "BJ-2e" @ "001 二", Ruled("R-101"),
        zh "诈胡之后由原庄家重新坐庄，座位不变。",
        en "After a false win the same dealer deals again; seats are fixed for the match.";
    CUT_OWNER = "BJ-3b" @ "001 三", AsWritten,
        zh "骰子点数从庄家数起，逆时针定切哪家的牌墙。",
        en "The throw is counted from the dealer round the table and names the side that is cut.";
    CUT_PLACE = "BJ-3c" @ "001 三", AsWritten,
        zh "在该家牌墙顺时针数过骰子点数的墩即切。",
        en "On that side as many stacks as the throw are counted off clockwise, and the wall is cut there.";
    CUT_WAY = "BJ-3d" @ "001 三", Interpreted,
        zh "抓牌沿牌墙顺时针进行，与出牌次序相反。",
        en "Tiles are taken clockwise along the wall, against the order of play.";
    DICE = "BJ-3e" @ "001 三", Ruled("R-102"),
        zh "骰子 {dice.count} 颗，庄家只打一次。",
        en "Dice in use: {dice.count}, thrown once.";
    DEAL = "BJ-3f" @ "001 三", Practice,
        zh "每次四张抓三轮，再各抓一张，庄家跳牌多一张。",
        en "Three rounds of four, then one each, and one more for the dealer.";
    INDICATOR = "BJ-4a" @ "001 四", AsWritten,
        zh "发牌完毕，待补牌的第一张翻开为混坯。",
        en "After the deal the first tile still to be drawn is turned up as the indicator.";
    WILD = "BJ-4b" @ "001 四", AsWritten,
        zh "混坯的下一张为混儿；九回到一，东南西北、中发白各自循环。",
        en "The tile after the indicator is wild; nine leads to one, the winds and the dragons go round among themselves.";
    INDICATOR_OUT = "BJ-4c" @ "001 四", Ruled("R-103"),
        zh "混坯留在桌上不再使用，所以混儿四张，混坯这种牌只余三张。",
        en "The indicator stays on the table, out of play: four copies of the wild kind, three of the indicator's.";
    ANY_TILE = "BJ-4d" @ "001 四", AsWritten,
        zh "混儿可以当任何一张牌。",
        en "A wild may stand for any tile.";
    WILD_IN_MELD = "BJ-4e" @ "001 四", Ruled("R-104"),
        zh "混儿不能用于吃、碰、明杠。",
        en "A wild may not be part of a chow, a pung or an exposed kong.";
    WILD_DISCARD = "BJ-4f" @ "001 四", Ruled("R-117"),
        zh "混儿可以打出。",
        en "A wild may be discarded.";
    WILD_FACE = "BJ-4g" @ "001 四", Ruled("R-104"),
        zh "打出的混儿只当它本身的牌面。",
        en "A discarded wild counts only as itself.";
    THREE_WILDS = "BJ-4h" @ "001 四", Practice,
        zh "手中三个混儿也可以胡别人的牌。",
        en "A hand with three wilds may win on another's tile.";
    BURN = "BJ-5a" @ "001 五", Ruled("R-105"),
        zh "烧庄：庄家打出第一张，其余三家的第一张依次都打同样的牌，中间没有吃碰杠。",
        en "Burning the dealer: each of the others discards, as its first tile, the kind of the dealer's first discard, with no claim between.";
    BURN_PAY = "BJ-5b" @ "001 五", AsWritten,
        zh "烧庄由庄家付每位闲家 {burn.points} 点。",
        en "The burnt dealer pays each of the others {burn.points}.";
    BURN_VOID = "BJ-5c" @ "001 五", AsWritten,
        zh "荒牌则烧庄不付。",
        en "Nothing is paid for it when the hand is drawn.";
    DRAWN = "BJ-6a" @ "001 六", AsWritten,
        zh "最后七墩十四张为保留牌，只用于补杠，待补牌抓完即荒牌。",
        en "The last seven stacks are kept for replacements; when the live tiles are used up the hand is drawn.";
    REPLACEMENT = "BJ-6b" @ "001 六", AsWritten,
        zh "杠后从保留牌的最后一张补牌。",
        en "A kong is replaced from the last tile of the reserve.";
    RESERVE = "BJ-6c" @ "001 六", Ruled("R-106"),
        zh "一杠七墩，两杠八墩，三杠九墩，四杠十墩。",
        en "Seven stacks are reserved with one kong or none, eight with two, nine with three, ten with four.";
    DRAWN_WHEN = "BJ-6d" @ "001 六", Ruled("R-106"),
        zh "待补牌抓完、桌面只剩保留牌时荒牌；此后打出的牌只能胡，不能吃、碰、杠。",
        en "The hand is drawn when no live tile is left; the discard after that may be won on, but not chowed, punged or konged.";
    FLOOR = "BJ-6f" @ "001 六", AsWritten,
        zh "荒牌后上楼，由庄家继续坐庄，输赢加倍，北家坐庄完毕才下楼。",
        en "After a drawn hand the same dealer deals upstairs: stakes are doubled until North's turn as dealer is over.";
    FLOOR_SCOPE = "BJ-6g" @ "001 六", Ruled("R-107"),
        zh "上楼时胡牌、烧庄、诈胡都加倍，再荒牌不再加倍。",
        en "Upstairs, wins, burning and false wins are doubled; another drawn hand does not double again.";
    ONE_CLAIM = "BJ-7a" @ "001 七", AsWritten,
        zh "每家每局{claims.limit:0=吃碰不限次数|只能吃或碰 # 次}。",
        en "Each seat may chow or pung {claims.limit:0=as often as it likes|1=once|# times} in a hand.";
    KONGS_FREE = "BJ-7b" @ "001 七", AsWritten,
        zh "开杠不算在吃碰次数内。",
        en "Kongs do not count towards that.";
    OPENED = "BJ-7c" @ "001 七", AsWritten,
        zh "吃、碰、开明杠之后只能自摸胡。",
        en "After a chow, a pung or an exposed kong a seat wins by self-draw only.";
    OPENED_ROBS = "BJ-7d" @ "001 七", Interpreted,
        zh "算自摸的抢杠，开了门的也可以胡。",
        en "A robbery that counts as a self-draw is open to such a seat too.";
    CLAIM_ORDER = "BJ-7e" @ "001 七", Practice,
        zh "只有下家能吃；胡先于碰杠，碰杠先于吃。",
        en "Only the next seat may chow; a win goes before pung and kong, these before chow.";
    PLAIN = "BJ-8a" @ "001 八", AsWritten,
        zh "推倒胡：四副一将，基本 {base_points} 点。",
        en "Plain win: four sets and a pair, base points {base_points}.";
    DEALER_WIN = "BJ-8b" @ "001 八", AsWritten,
        zh "庄胡：庄家胡牌，{fan.dealer:1=（本房不计）|# 番}。", en "Dealer's win: {fan.dealer:1=not counted here|a fan of #}.";
    CONCEALED = "BJ-8c" @ "001 八", AsWritten,
        zh "门清：没有吃、碰、明杠，{fan.concealed:1=（本房不计）|# 番}；暗杠不碍。",
        en "Concealed hand: no chow, pung or exposed kong, {fan.concealed:1=not counted here|a fan of #}; concealed kongs do not count against it.";
    SELF_DRAW = "BJ-8d" @ "001 八", AsWritten,
        zh "自摸：{fan.self_draw:1=（本房不计）|# 番}，算自摸的抢杠也是。", en "Self-draw, or a robbery that counts as one: {fan.self_draw:1=not counted here|a fan of #}.";
    DISCARDER = "BJ-8e" @ "001 八", Ruled("R-108"),
        zh "点炮：放炮者自己付的加倍，其余两家照付。",
        en "The discarder's own payment is doubled; the other two pay as well.";
    NO_WILD = "BJ-8f" @ "001 八", AsWritten,
        zh "无混儿：胡牌的十四张中没有混儿这种牌，{fan.no_wild:1=（本房不计）|# 番}。",
        en "No wild: none of the fourteen tiles is of the wild kind, {fan.no_wild:1=not counted here|a fan of #}.";
    CATCH_FIVE = "BJ-8g" @ "001 八", Ruled("R-109"),
        zh "捉五魁：只胡五万一张，且为四六万嵌张，或七对单吊五万，{fan.catch_five:1=（本房不计）|# 番}。",
        en "Catching the five: the only tile to win on is the five of characters, between four and six or as the single of seven pairs, {fan.catch_five:1=not counted here|a fan of #}.";
    LAST_TILE = "BJ-8h" @ "001 八", AsWritten,
        zh "海底捞月：自摸最后一张待补牌，{fan.last_tile:1=（本房不计）|# 番}。", en "Last live tile, self-drawn: {fan.last_tile:1=not counted here|a fan of #}.";
    DRAGON = "BJ-8i" @ "001 八", AsWritten,
        zh "一条龙：一种花色的一到九三副顺子，{fan.dragon:1=（本房不计）|# 番}。",
        en "Dragon: runs from one to nine of one suit, {fan.dragon:1=not counted here|a fan of #}.";
    WILD_DRAGON = "BJ-8j" @ "001 八", Ruled("R-110"),
        zh "本混儿龙：只有一个混儿且与龙同花色，按无混儿计算，{fan.wild_dragon:1=（本房不计）|# 番}，不另计无混儿与一条龙。",
        en "Dragon of the wild suit: with exactly one wild, of the dragon's suit, it counts as without wilds, {fan.wild_dragon:1=not counted here|a fan of #}, instead of dragon and no wild.";
    SEVEN_PAIRS = "BJ-8k" @ "001 八", AsWritten,
        zh "七对子：门前十四张成七个对子，{fan.seven_pairs:1=（本房不计）|# 番}。", en "Seven pairs, concealed: {fan.seven_pairs:1=not counted here|a fan of #}.";
    KONG_BLOOM = "BJ-8l" @ "001 八", Ruled("R-111"),
        zh "杠上开花：补牌自摸，{kong_bloom:total_4_replaces_zimo=共 4 番，代替自摸|per_consecutive_kong=在自摸之外，连杠每杠 2 番|等于两次自摸，在自摸之外再 2 番}。",
        en "Win on a replacement: {kong_bloom:total_4_replaces_zimo=times 4 instead of the self-draw|per_consecutive_kong=times 2 for each kong in a row, beside the self-draw|as two self-draws, times 2 beside the self-draw}.";
    ONE_SUIT = "BJ-8m" @ "001 八", AsWritten,
        zh "清一色：十四张同一花色，{fan.one_suit:1=（本房不计）|# 番}。", en "One suit: {fan.one_suit:1=not counted here|a fan of #}.";
    MIXED_SUIT = "BJ-8n" @ "001 八", AsWritten,
        zh "混一色：一种花色加字牌，{fan.mixed_suit:1=（本房不计）|# 番}。", en "One suit and honours: {fan.mixed_suit:1=not counted here|a fan of #}.";
    ALL_HONOURS = "BJ-8o" @ "001 八", AsWritten,
        zh "字一色：只有字牌，{fan.honours:1=（本房不计）|# 番}。", en "Honours only: {fan.honours:1=not counted here|a fan of #}.";
    LUXURY = "BJ-8p" @ "001 八", AsWritten,
        zh "豪华七对子：七对中有四张相同，4 番，代替七对。",
        en "Seven pairs with four alike: times 4, instead of seven pairs.";
    FOUR_WILDS = "BJ-8q" @ "001 八", AsWritten,
        zh "混杠：摸齐四个混儿自动和牌，{limit_hands.value} 番，不分庄闲。",
        en "All four wilds in one hand win by themselves, {limit_hands.value}, for the dealer as for anybody.";
    HEAVENLY = "BJ-8r" @ "001 八", AsWritten,
        zh "天和：庄家未出牌即成和牌，{limit_hands.value} 番。", en "Heavenly win: the dealer wins before any discard of its own, {limit_hands.value}.";
    EARTHLY = "BJ-8s" @ "001 八", AsWritten,
        zh "地和：闲家自己未出牌即和牌，{limit_hands.value} 番。", en "Earthly win: another seat wins before its own first discard, {limit_hands.value}.";
    MULTIPLY = "BJ-8t" @ "001 八", Ruled("R-112"),
        zh "各番{fan.mode:add=相加|相乘}；{limit_hands.value} 番的牌{limit_hands.mode:factor=作为一个番|不再乘其他番}。",
        en "Factors {fan.mode:add=add|multiply}; hands of {limit_hands.value} {limit_hands.mode:factor=are one factor among the others|take no other factor}.";
    BEST = "BJ-8u" @ "001 八", Ruled("R-113"),
        zh "混儿取得分最高的读法，各番须出自同一读法；相等的读法写哪种都对。",
        en "Wilds are read for the greatest product, all factors from one reading; of equal readings any may be named.";
    ROB_ADDED = "BJ-9a" @ "001 九 a", Ruled("R-114"),
        zh "碰后又抓来第四张即补杠，听牌者可抢，算自摸；其他明杠被抢按点炮算。",
        en "An added kong of the tile just drawn may be robbed as a self-draw; any other exposed kong only on the terms of a discard.";
    ROB_CONCEALED = "BJ-9b" @ "001 九 b", AsWritten,
        zh "听一条龙龙身的牌可以抢暗杠，算自摸。",
        en "A hand that waits for a tile of its dragon may rob a concealed kong, as a self-draw.";
    ROB_EXTRA = "BJ-9c" @ "001 九", Interpreted,
        zh "{rob_kong.extra:1=抢杠的番就是自摸的番|抢杠在自摸的番之外再 # 番}；被抢的杠作废。",
        en "The factor of a robbery is that of the self-draw{rob_kong.extra:1=|, with a further fan of #}; the robbed kong is void.";
    FALSE_WIN = "BJ-10a" @ "001 十 a", AsWritten,
        zh "诈胡：不成胡牌，或不许胡而胡。", en "A false win: a hand that is not complete, or not allowed to win.";
    PASSED_WIN = "BJ-10b" @ "001 十 b", Ruled("R-115"),
        zh "顺胡：没有过手的一圈内，放过上家的点炮再胡下家的点炮，算诈胡。自摸不限。",
        en "After passing a winning discard, a win on another before the seat's next turn is a false win; a self-draw is allowed.";
    PENALTY = "BJ-10c" @ "001 十", Ruled("R-101"),
        zh "诈胡赔另外三家每家 {false_win.penalty}；本局结束，不算荒牌，烧庄作废。",
        en "A false win pays each of the others {false_win.penalty} and ends the hand; it is no drawn hand, and a burning is void.";
    TILE_COUNT = "BJ-11a" @ "001 十一", AsWritten,
        zh "多于十四张为大相公，少于十四张为小相公。",
        en "Too many tiles or too few make the hand dead.";
    DEAD_HAND = "BJ-11b" @ "001 十一", AsWritten,
        zh "大小相公都不能胡。", en "Neither may win.";
    DEAD_KONG = "BJ-11c" @ "001 十一", Interpreted,
        zh "小相公可以开杠，大相公不可。", en "A hand with too few tiles may kong; one with too many may not.";
    HEAD_BUMP = "BJ-12a" @ "001 十二", AsWritten,
        zh "一炮多响只有按次序的第一家有效。", en "Of several winners only the first in turn order wins.";
    GIVES_UP = "BJ-12b" @ "001 十二", AsWritten,
        zh "第一家放弃，下一家可胡。", en "If the first gives up, the next may win.";
    HUNYOU = "BJ-13a" @ "001 十三", AsWritten,
        zh "混儿悠：能自摸而不胡，打出一张后摸任何牌都胡，并宣布。",
        en "A seat that could win by self-draw may instead discard so that any tile wins, and declare it.";
    HUNYOU_VALID = "BJ-13b" @ "001 十三", Interpreted,
        zh "宣布时十四张须能自摸胡，打出后须三十四种牌都胡。",
        en "The fourteen tiles must win, and after the discard every kind must win.";
    HUNYOU_DRAW = "BJ-13c" @ "001 十三", AsWritten,
        zh "一圈内无人胡，宣布者下一次摸牌即胡。", en "If nobody wins in the go-around, the declarer wins with its next draw.";
    HUNYOU_WORTH = "BJ-13d" @ "001 十三", AsWritten,
        zh "悠成按无混儿计算，{fan.no_wild:1=（本房不计）|# 番}。", en "It is then scored as without wilds, {fan.no_wild:1=not counted here|a fan of #}.";
    HUNYOU_LOSS = "BJ-13e" @ "001 十三", AsWritten,
        zh "别家胡牌，宣布者加倍付。", en "If another wins, the declarer pays double.";
    HUNYOU_ROUND = "BJ-13f" @ "001 十三", Ruled("R-116"),
        zh "悠的一圈内宣布者不胡别人的牌；别家吃碰杠不取消；牌墙先尽则荒牌。",
        en "During the go-around the declarer wins on no discard; claims of others do not cancel it; if the wall ends first the hand is drawn.";
    FAN_TABLE = "MB-fan" @ "market B.1", Ruled("R-121"),
        zh "番表由本房定：各番的番数可改，定为 1 的番不计也不列。本混龙不计时，那样的龙按一条龙计。",
        en "The house sets the number of each fan; a fan of 1 is neither counted nor listed. If the dragon of the wild suit is not counted, it is a dragon like any other.";
    CAP = "MB-cap" @ "market B.2", Ruled("R-121"),
        zh "封顶：各番连自摸的总番数{fan.cap:0=本房不限|至多 #}；庄胡、庄家加倍、放炮者加倍、上楼、庄闲加分在限外，固定番数的牌不封。",
        en "Cap: the fans, the self-draw included, come to {fan.cap:0=any number here|no more than #}; the dealer's win, the doubles of dealer and discarder, the floor and the dealer's points are outside, and flat hands are not capped.";
    KONG_MONEY = "MB-kong" @ "market B.2", Ruled("R-119"),
        zh "杠分与胡牌分开算，不乘番：暗杠每份 {kong.concealed}、补杠每份 {kong.added}，由其余各家各付一份；直杠每份 {kong.exposed}，由点杠的人付一份或由各家各付一份；上楼照加倍。被抢的杠没有杠分；诈胡收场、牌局中断都不付。",
        en "Kongs are paid for beside the win and take no fans: each other seat pays a share of {kong.concealed} for a concealed kong and of {kong.added} for an added one; of an exposed kong, {kong.exposed} a share, the discarder pays one, or every seat does; shares double upstairs. A robbed kong pays nothing, nor does a hand that a false win or a break ended.";
    WILD_USE = "MB-wild" @ "market B.2", Practice,
        zh "不带混儿：不翻混坯，没有混儿；无混、本混龙、混杠、混儿悠都不算。",
        en "Without wilds no indicator is turned up; no wild, the dragon of the wild suit, four wilds and the declared go-around do not exist.";
    HONOURS = "MB-honours" @ "market B.2", Practice,
        zh "不带风：只有万、筒、条一百零八张，混坯也只在其中，没有字一色和混一色。",
        en "Without winds and dragons the pack has 108 tiles, and the indicator is one of them; honours only and one suit with honours do not exist.";
    PAY = "MB-pay" @ "market B.2", Practice,
        zh "点炮只由放炮者付：一家出付一份，大包付三份，都不因放炮加倍；另外两家不付。",
        en "Only the discarder pays for a win on its discard: one share, or three, not doubled for the discard; the others pay nothing.";
    SINGLE_WAIT = "MB-single" @ "market B.2", Practice,
        zh "大吊车{fan.single_wait:1=（本房不计）| # 番}：吃碰杠满四副，手里只剩一张单吊。不再算边、卡、吊。",
        en "Four melds, kongs included, and a single tile in the hand: {fan.single_wait:1=not counted here|a fan of #}. Edge, closed and pair waits are not counted beside it.";
    TIGHT = "MB-tight" @ "market B.2", Ruled("R-118"),
        zh "边{fan.edge:1=（本房不计）| # 番}、卡{fan.closed:1=（本房不计）| # 番}、吊{fan.pair_wait:1=（本房不计）| # 番}：不算混儿只胡一种牌，胡的是真牌：一二胡三或八九胡七为边，嵌张为卡，单吊将为吊，只取一样。捉五魁不再算卡；七对、海底、混儿悠不算。",
        en "Edge waits ({fan.edge:1=not counted here|a fan of #}), closed waits ({fan.closed:1=not counted here|a fan of #}) and waits for the pair ({fan.pair_wait:1=not counted here|a fan of #}): the hand wins on a single kind, wilds apart, and on a natural tile of it: 12 on 3 or 89 on 7, between two tiles, or for the pair; one of the three counts. Catching the five is not also a closed wait; seven pairs, the last tile and the win of a declared go-around have none.";
    WILD_WAIT = "MB-wild-wait" @ "market B.2", Ruled("R-118"),
        zh "混吊{fan.wild_single:1=（本房不计）| # 番}：四副已成，混儿单吊，自己摸任何牌都胡。摸来的也是混儿为混吊混，{fan.wild_wild:1=（本房不计）|# 番}，代替混吊。七对、混儿悠不算。",
        en "A wild alone beside four complete sets: any tile the seat draws wins as the pair, {fan.wild_single:1=not counted here|a fan of #}. If that tile is a wild too, the fan of two wilds counts instead, {fan.wild_wild:1=not counted here|a fan of #}. Seven pairs and the win of a declared go-around have neither.";
    TRIPLETS = "MB-triplets" @ "market B.2", Practice,
        zh "对对胡{fan.triplets:1=（本房不计）| # 番}：四副刻子或杠加一将，混儿可补。",
        en "Four triplets or kongs and a pair: {fan.triplets:1=not counted here|a fan of #}; wilds may complete them.";
    DEALER_FLAT = "MB-dealer" @ "market B.2", Ruled("R-119"),
        zh "庄闲加分：胡家与付家有一方是庄，算完各项再加 {dealer_flat} 分；固定番数的牌不加。",
        en "If the winner or the payer is the dealer, {dealer_flat} more points are added after everything else; flat hands take none.";
    SELF_DRAW_ONLY = "MB-self-draw-only" @ "market B.2", Practice,
        zh "不点炮：只能自摸；算自摸的抢杠照旧。",
        en "Only a self-draw wins; a robbery that counts as one still does.";
    CHOW_OFF = "MB-chow" @ "market B.2", Practice,
        zh "不许吃牌。",
        en "Nobody may chow.";
    ORPHANS = "MB-orphans" @ "market B.2", Ruled("R-121"),
        zh "十三幺{fan.orphans:0=（本房不算）| # 番}：十三种幺九字牌齐全，其中一种成对，混儿只当它本身。番数单算，不乘门清、无混；各番相加的房间照加。",
        en "Thirteen orphans, {fan.orphans:0=no win here|a fan of #}: all thirteen terminals and honours and a second of one of them; a wild counts only as itself. It stands alone beside concealed and no wild; where fans add, they are added.";
    KONG_GUN = "MB-kong-gun" @ "market B.2", Practice,
        zh "杠上炮：别家开杠补牌后打的第一张，胡了{fan.kong_gun:1=（本房不计）| # 番}。",
        en "A win on the first discard after the discarder's own kong and replacement: {fan.kong_gun:1=not counted here|a fan of #}.";
    OPENED_RON = "MB-opened-ron" @ "market B.2", Practice,
        zh "开了门（吃、碰、明杠）也能胡别人打的牌。",
        en "A hand with a chow, a pung or an exposed kong may win on a discard too.";
    FOUR_WILDS_END = "MB-four-wilds" @ "market B.2", Practice,
        zh "混杠不自动胡：四个混儿照当四张混儿用，没有混杠这一番。",
        en "Four wilds do not end the hand: they stay four wilds, and there is no fan for them.";
    DRAGON_WILDS = "MB-wild-dragon" @ "market B.2", Practice,
        zh "本混龙的混儿顶自己的本位，龙里没有别的混儿，龙外另有混儿也算本混龙；`dragon.wild` 定为 natural_place 的更宽，已含这一种。这一条没有来源，用法是我们定的。",
        en "In a dragon of the wild suit a wild is its own rank and no other tile of the dragon; wilds outside it do not matter. `dragon.wild` natural_place allows more and includes it. No source defines it; the meaning is ours.";
    SUITS_THREE = "MB-suits" @ "market B.4", Practice,
        zh "三人去条：没有条子，一百张。来源只有这个名目，张数与用法是我们定的。",
        en "Three players without bamboo: 100 tiles. Sources have only the name; the meaning is ours.";
    SKY = "MB-sky" @ "market B.2", Ruled("R-120"),
        zh "天听：自己打第一张之前报，手牌从此不动（摸什么打什么，不吃碰杠），胡了{fan.sky_ready:1=（本房不计）| # 番}；庄家的第一张任打。来源没有写明，用法是我们定的。",
        en "Ready as dealt: declared before the seat's first discard, the hand unchanged since: it discards what it draws and makes no meld; the dealer's first discard is free. The win is {fan.sky_ready:1=not counted here|a fan of #}. No source defines it; the meaning is ours.";
    XIAOSA = "MB-xiaosa" @ "market B.2", Ruled("R-120"),
        zh "潇洒：没有吃、碰、明杠的，可在自己打牌时报；此后摸什么打什么，不吃不碰，也不能胡别家的牌，自摸才算，{fan.xiaosa:1=（本房不计）|# 番}。各番相加的房间，用它乘总数。报的时候没有听牌也不算犯规。",
        en "Xiaosa: a seat without a chow, a pung or an exposed kong may declare it with a discard of its own. From then on it discards what it draws, chows and pungs nothing, and wins on its own draw only, which this fan ({fan.xiaosa:1=not counted here|#}) multiplies, even where fans add. It need not be ready.";
    PLAYERS = "MB-players" @ "market B.4", Practice,
        zh "人数：两人、三人或四人；各家付的由其余在座者付，次序按在座人数。",
        en "Two, three or four players; all others at the table pay what every seat pays, and turns go round the players there are.";
}

/// The clause on a topic of play.
pub(super) fn on(matter: Topic) -> Option<&'static Clause> {
    Some(match matter {
        Topic::Deck => &TILES,
        Topic::DealSize | Topic::DealOrder => &DEAL,
        Topic::Indicator => &INDICATOR,
        // No dice are thrown for a kong: its replacement is the last tile.
        Topic::Replacement | Topic::DiceKong | Topic::DicePlace => &REPLACEMENT,
        Topic::LastTile => &DRAWN,
        Topic::Reserve | Topic::UsedUp => &DRAWN_WHEN,
        Topic::ClaimOrder | Topic::WinFirst => &CLAIM_ORDER,
        Topic::Winners => &HEAD_BUMP,
        // The source does not mention these.
        Topic::KongerFirst | Topic::Birds | Topic::Flip | Topic::Leaving | Topic::MatchEnd => {
            return None;
        }
    })
}
