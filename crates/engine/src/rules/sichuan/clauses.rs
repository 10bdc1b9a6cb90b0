//! The Sichuan rule book (血战到底), as a public server of 2016 plays and settles it (source "server").
//!
//! A clause of practice states what other houses play; an option selects it.

use crate::rules::Topic;
use caipan_tiles::clause::Clause;

caipan_tiles::clauses! { ALL;
    DECK = "SC-1.1" @ "server 3", AsWritten,
        zh "一百零八张：筒、条、万各三十六张，没有字牌、花牌。",
        en "108 tiles: 36 each of dots, bamboo and characters; no honours or flowers.";
    DEAL = "SC-1.2" @ "server 1", AsWritten,
        zh "庄家起手十四张，其余三家各十三张。",
        en "The dealer starts with fourteen tiles, the other three seats with thirteen.";
    DEAL_ORDER = "SC-1.3" @ "server 1", AsWritten,
        zh "发牌：从庄家起{deal:fours=每次四张，三轮后各补一张|每次一张，发十三轮}，庄家再拿一张。",
        en "The deal starts with the dealer: {deal:fours=three rounds of four tiles, then one each|one tile at a time, thirteen rounds}; the dealer then takes one more.";
    WALL = "SC-1.4" @ "server 1", AsWritten,
        zh "摸牌和杠后补牌都从牌墙前端依次拿。",
        en "Draws and replacements after a kong all come from the front of the wall, in order.";
    ACTS = "SC-1.5" @ "server 3", AsWritten,
        zh "可碰、杠、胡，不可吃。",
        en "Pung, kong and win; never chow.";

    EXCHANGE = "SC-2.1" @ "server 3", AsWritten,
        zh "换三张：{exchange:none=本房不换|发完牌、定缺之前，各家拿出同一门的三张，都换给同一方向的一家（下家、对家或上家）；方向以记录为准}。",
        en "The exchange: {exchange:none=none here|after the deal and before the suits are named, each seat gives three tiles of one suit, all to the next, the opposite or the previous seat; the direction is the one recorded}.";
    VOID = "SC-2.2" @ "server 3", Ruled("R-401"),
        zh "定缺：{ding_que:false=本房不定缺|每家在打第一张、碰杠之前定一门，只定一次}。",
        en "The void suit: {ding_que:false=none here|each seat names one suit, once, before its first discard and its first meld}.";
    VOID_FIRST = "SC-2.3" @ "server 3", AsWritten,
        zh "手里还有缺门的牌，就只能打缺门的牌。",
        en "A seat that holds a tile of its void suit may discard no other tile.";
    VOID_OUT = "SC-2.4" @ "server 3", AsWritten,
        zh "缺门的牌不可碰、不可杠，也不能胡；手里有缺门的牌不能胡，也不算叫牌（花猪）。",
        en "A tile of the void suit is never punged, konged or won on; a seat that holds one neither wins nor is ready.";

    WIN_FIRST = "SC-3.1" @ "server 3", Interpreted,
        zh "同一张牌，胡先于碰杠。",
        en "On the same tile a win comes before a pung or a kong.";
    SEVERAL = "SC-3.2" @ "server 3", AsWritten,
        zh "一张牌几家都能胡，都可以胡（一炮多响）。",
        en "Every seat that can win on a discard may do so.";
    KONG_LEFT = "SC-3.3" @ "server 3", Interpreted,
        zh "牌墙摸完了，不可再杠；碰和胡不限。",
        en "With an empty wall no kong may be made; a pung and a win may.";
    ROB = "SC-3.4" @ "server 3", AsWritten,
        zh "只有补杠可以抢；明杠、暗杠不可抢。被抢的杠不成立。",
        en "Only an added kong may be robbed, no exposed or concealed one. A robbed kong is not made.";
    PASSED = "SC-3.5" @ "server 3", Ruled("R-402"),
        zh "过水：{guo_shui:off=本房不限|{guo_shui:passed=放过别家的胡，或|}打出自己要胡的牌，轮到自己之前捉炮，全部番数须高过那张的牌型番（平胡 0、对对胡 1、七对 2）；杠后打出的牌不限}。",
        en "Passed wins: {guo_shui:off=no limit here|a seat that {guo_shui:passed=lets a win on another's tile go, or |}discards a tile its own hand waits for wins on a discard, until its next turn, only with more fan in all than the pattern of that tile has (plain 0, all triplets 1, seven pairs 2); the discard after a kong is exempt}.";

    SHAPE = "SC-4.1" @ "server 4", AsWritten,
        zh "胡牌：四副一对，或门前没有副露的七对。",
        en "A win is four sets and a pair, or seven pairs without a meld.";
    PLAIN = "SC-4.2" @ "server 4", AsWritten,
        zh "平胡 0 番：没有别的牌型。",
        en "A plain hand counts 0 fan: it has no other pattern.";
    TRIPLETS = "SC-4.3" @ "server 4", AsWritten,
        zh "对对胡 1 番：四副都是三张或四张相同。",
        en "All triplets count 1 fan: all four sets are triplets or kongs.";
    PAIRS = "SC-4.4" @ "server 4", AsWritten,
        zh "七对 2 番：七个对子，四张相同算两对；算七对就不再算对对胡。",
        en "Seven pairs count 2 fan; four alike are two pairs. Such a hand is not all triplets as well.";
    ONE_SUIT = "SC-4.5" @ "server 4", AsWritten,
        zh "清一色另加 2 番：连副露全是一门。",
        en "One suit adds 2 fan: every tile, melds included, is of one suit.";
    ROOT = "SC-4.6" @ "server 4", AsWritten,
        zh "根每个加 1 番：每副杠、碰后第四张在手里、手里四张相同，各是一根；胡的那张也算在手里。",
        en "Each root adds 1 fan: a kong, a pung whose fourth tile is in the hand, or four alike in the hand; the winning tile counts as in the hand.";
    SINGLE = "SC-4.7" @ "server 4", AsWritten,
        zh "金钩钓另加 1 番：四副副露，只剩一张单钓。",
        en "Four melds and a single tile add 1 fan.";
    BLOOM = "SC-4.8" @ "server 4", AsWritten,
        zh "杠上花加 1 番：胡杠后补的牌；点杠之后胡的叫点杠花，同样加 1 番。",
        en "A win on the replacement after one's own kong adds 1 fan, after an exposed kong too.";
    HOT = "SC-4.9" @ "server 4", Ruled("R-403"),
        zh "杠上炮加 1 番：胡别家杠后补牌再打出的那张。",
        en "A win on the discard that follows a kong and its replacement adds 1 fan.";
    ROBBED = "SC-4.10" @ "server 4", AsWritten,
        zh "抢杠胡加 1 番。",
        en "A win by robbing a kong adds 1 fan.";
    LAST = "SC-4.11" @ "server 4", AsWritten,
        zh "海底加 1 番：牌墙摸完后胡，自摸、捉炮都算。",
        en "A win with the wall empty adds 1 fan, by self-draw or on a discard.";
    HEAVENLY = "SC-4.12" @ "server 2, 4", AsWritten,
        zh "天胡：{tian_di_hu:false=本房不算|庄家起手十四张就胡，加 3 番}。",
        en "Heavenly win: {tian_di_hu:false=not counted here|the dealer wins with the tiles as dealt, 3 fan}.";
    EARTHLY = "SC-4.13" @ "server 2, 4", AsWritten,
        zh "地胡：{tian_di_hu:false=本房不算|闲家胡庄家打出的第一张，此前没有碰杠，加 2 番}。",
        en "Earthly win: {tian_di_hu:false=not counted here|another seat wins on the dealer's first discard, with no claim before it, 2 fan}.";
    MEN_QING = "SC-4.14" @ "server 2, 4", AsWritten,
        zh "门清：{men_qing:false=本房不算|没有碰、明杠、补杠，加 1 番；暗杠不破门清}。",
        en "Concealed hand: {men_qing:false=not counted here|no pung, exposed kong or added kong, 1 fan; a concealed kong is allowed}.";
    ZHONG_ZHANG = "SC-4.15" @ "server 2, 4", AsWritten,
        zh "中张：{men_qing:false=本房不算|连副露没有幺九，加 1 番{jiang_dui:true=；将对不再加|}}。",
        en "Middle tiles: {men_qing:false=not counted here|no terminal tile, melds included, 1 fan{jiang_dui:true=; not beside the two-five-eight triplets|}}.";
    DRAGON = "SC-4.16" @ "server 2, 4", AsWritten,
        zh "龙七对：{jiang_dui:false=本房只按七对加根算|有四张相同的七对为 3 番，其中一根不再算}。",
        en "Dragon seven pairs: {jiang_dui:false=counted as seven pairs and a root here|seven pairs with four alike count 3 fan, and one root less}.";
    JIANG_PAIRS = "SC-4.17" @ "server 2, 4", Ruled("R-404"),
        zh "将七对：{jiang_dui:false=本房不算|只有二五八的龙七对为 4 番，其中一根不再算}。",
        en "Two-five-eight dragon: {jiang_dui:false=not counted here|dragon seven pairs of the ranks two, five and eight only count 4 fan, and one root less}.";
    JIANG_TRIPLETS = "SC-4.18" @ "server 2, 4", Ruled("R-404"),
        zh "将对：{jiang_dui:false=本房不算|只有二五八的对对胡为 3 番，不再算中张}。",
        en "Two-five-eight triplets: {jiang_dui:false=not counted here|all triplets of the ranks two, five and eight only count 3 fan, without the fan for middle tiles}.";
    DRAWN = "SC-4.19" @ "server 2, 4", AsWritten,
        zh "自摸：{zimo:add_fan=加 1 番|none=不另加|每家多付一个底分，不算在封顶里}。",
        en "A self-draw: {zimo:add_fan=1 fan more|none=nothing more|each payer pays the base once more, beyond the cap}.";
    CAP = "SC-4.20" @ "server 2, 4", AsWritten,
        zh "封顶：{max_fan:0=记作 #，就是不封顶|超过 # 番按 # 番算}。",
        en "The cap: {max_fan:0=#, that is none|a win of more than # fan counts as # fan}.";

    PRICE = "SC-5.1" @ "server 4", AsWritten,
        zh "番数相加，每番翻一倍：一家付底分 {base} × 2 的番数次方。",
        en "Fan are added and each doubles the price: one seat pays the base, {base}, times 2 to the power of the fan.";
    PAYERS = "SC-5.2" @ "server 4", AsWritten,
        zh "自摸，还没胡的其余各家都付；捉炮由点炮者付，抢杠由被抢的付；几家胡各算各的。",
        en "Every other seat that has not won yet pays a self-draw; the discarder pays a win on a discard, the robbed seat one on its kong; several winners count apart.";
    FED = "SC-5.3" @ "server 2, 4", Ruled("R-405"),
        zh "点杠花：{dian_gang_hua:self_draw=算自摸，还没胡的各家都付|算点炮，由点杠的一家付，不加自摸的底分或番}。",
        en "A win on the replacement of an exposed kong counts {dian_gang_hua:self_draw=as a self-draw, paid by every seat that has not won|as a discard: the seat that fed the kong pays, without the extra for a self-draw}.";

    CONCEALED = "SC-6.1" @ "server 4", AsWritten,
        zh "暗杠：还没胡的其余各家各付 2 个底分。",
        en "A concealed kong: 2 bases from every other seat that has not won yet.";
    EXPOSED = "SC-6.2" @ "server 4", AsWritten,
        zh "明杠：点杠的一家付 2 个底分。",
        en "An exposed kong: 2 bases from the seat that fed it.";
    ADDED = "SC-6.3" @ "server 4", AsWritten,
        zh "补杠：还没胡的其余各家各付 1 个底分。",
        en "An added kong: 1 base from every other seat that has not won yet.";
    LATE = "SC-6.4" @ "server 4", AsWritten,
        zh "转手杠：补的不是刚摸的那张，{late_kong:true=照补杠收|不收分，仍算一根}。",
        en "A kong added with a tile that was not just drawn {late_kong:true=is paid like any added kong|pays nothing, but is a root}.";
    TAX = "SC-6.5" @ "server 4", AsWritten,
        zh "退税：{tui_shui:false=本房不退|打完没有叫牌的，他的杠都不收分；三家都胡了的，不退}。",
        en "Kongs of a seat that is not ready: {tui_shui:false=paid all the same here|they pay nothing at the end of the hand, unless three seats have won}.";
    TRANSFER = "SC-6.6" @ "server 4", Ruled("R-406"),
        zh "呼叫转移：{zhuan_yi:false=本房不转|杠后打出的牌被胡，这一杠的分归胡家，原来付的各家付给他，胡家自己那份不付；杠家到最后没有叫牌就不转，也没有人收；再有一家胡这张，杠家自己照数付他}。",
        en "The transfer of a kong: {zhuan_yi:false=none here|where the discard after a kong is won on, its payers pay the winner instead, who owes no share; if the konger is not ready at the end nobody is paid; a second winner on that tile gets as much again, from the konger}.";

    GOES_ON = "SC-7.1" @ "server 3", AsWritten,
        zh "血战到底：胡了的离局，其余的接着打；三家胡了，或牌墙摸完，这一局才完。接着由最后胡的那家的下一家（还没胡的）摸牌；一炮多响，从点炮的数起最远的算最后。",
        en "Winners leave and the others play on until three have won or the wall is empty. The next seat after the last winner that has not won draws; of several on one tile the one furthest in turn order from its discarder is the last.";
    READY = "SC-7.2" @ "server 4", Ruled("R-407"),
        zh "叫牌：这一局完时，手里没有缺门的牌，再来一张就能胡，刚摸的那张不算在手里；胡了的也算。",
        en "A seat is ready if at the end its void suit is gone and some tile would complete its hand, without a tile just drawn; a seat that has won is ready.";
    ASKED = "SC-7.3" @ "server 4", Ruled("R-408"),
        zh "查叫：{cha_jiao:false=本房不查|胡的不满三家，没叫的向每个叫了而没胡的付他最大一张叫牌的价；根不算叫的那张，也不加自摸}。",
        en "Fewer than three winners at the end: {cha_jiao:false=nothing is paid for readiness here|each seat that is not ready pays each ready seat that has not won the price of its dearest wait, its roots counted without that tile, and without a self-draw}.";
    BROKEN = "SC-7.4" @ "server 4", Ruled("R-409"),
        zh "各项输赢都在一局完时结算；没打完就散的，照样结算，也查叫、退税；停在一次错胡上的，错胡的不收查叫。",
        en "Everything is settled at the end of a hand. A hand that is broken off is settled in the same way, readiness included; a seat whose false win stops it collects nothing for readiness.";

    NEXT_FIRST = "SC-8.1" @ "server 1", AsWritten,
        zh "下一局，第一个胡的坐庄。",
        en "The first winner of the hand deals the next.";
    NEXT_SEVERAL = "SC-8.2" @ "server 1", AsWritten,
        zh "有一炮多响，{multi_dealer:discarder=头一次胡就是的，点炮的坐庄，不然仍是第一个胡的|first_winner=仍是第一个胡的坐庄|那张牌上记录在最后的胡家坐庄}。",
        en "Where several seats won on one tile, {multi_dealer:discarder=its discarder deals next if they were the first to win, else the first winner|first_winner=the first winner still deals next|the last of them in the record deals next}.";
    NEXT_DRAWN = "SC-8.3" @ "server 1", AsWritten,
        zh "没有人胡，{draw_dealer:stays=庄家不动|本该摸牌的那家的下家坐庄}。",
        en "Where nobody won, {draw_dealer:stays=the dealer stays|the seat after the one that would have drawn next deals}.";
}

/// The clause on a topic of play.
pub(super) fn on(matter: Topic) -> Option<&'static Clause> {
    Some(match matter {
        Topic::Deck => &DECK,
        Topic::DealSize => &DEAL,
        Topic::DealOrder => &DEAL_ORDER,
        Topic::Replacement => &WALL,
        Topic::UsedUp => &GOES_ON,
        Topic::Winners => &SEVERAL,
        Topic::WinFirst | Topic::ClaimOrder => &WIN_FIRST,
        Topic::LastTile | Topic::DiceKong | Topic::DicePlace => &ACTS,
        // The source does not mention these.
        Topic::Indicator
        | Topic::Reserve
        | Topic::KongerFirst
        | Topic::Birds
        | Topic::Flip
        | Topic::Leaving
        | Topic::MatchEnd => return None,
    })
}
