//! The reasons why nothing is due, each noted where the settlement decides it.

use super::clauses as c;
use super::{kongs, scoring};
use caipan_tiles::ledger::Expected;

static WIN: Expected = Expected::of(&scoring::WIN, &["胡", "点炮", "自摸", "抢杠", "抢杠胡"]);
static ASKED: Expected = Expected::of(&scoring::ASKED, &["查大叫", "流局查叫"]);
static KONGS: Expected = Expected::of(
    &kongs::KONG,
    &["杠", "杠分", "刮风", "下雨", "暗杠", "明杠", "补杠", "concealed kong", "exposed kong", "added kong"],
);
static EXPOSED: Expected = Expected::kind(&kongs::KONG, &["明杠", "exposed kong"]);
static ADDED: Expected = Expected::of(&kongs::KONG, &["补杠", "转手杠", "added kong"]);

caipan_tiles::reasons! { ALL;
    NS1 [&KONGS] c::TAX, by "tui_shui",
        zh "打完没叫牌，杠要退税", en "the seat is not ready at the end, so its kongs pay nothing";
    NS2 [&ADDED] c::LATE, by "late_kong",
        zh "转手杠不收分", en "a kong added with a tile held before pays nothing";
    NS3 [&KONGS] c::TRANSFER, by "zhuan_yi",
        zh "杠后点了炮，这一杠的分转给胡家", en "the discard after the kong was won on, so its money goes to the winner";
    NS4 [&KONGS] c::ROB, zh "杠被抢了，没有杠成", en "the kong was robbed, so it was not made";
    NS5 [&WIN] c::PAYERS, zh "点炮只由放炮的付", en "only the seat whose tile it was pays for the win";
    NS6 [&WIN] c::GOES_ON, zh "他已经胡了，离局不再付", en "the seat had won and left, so it pays no more";
    NS7 [&ASKED] c::ASKED, zh "三家都胡了，不查叫", en "three seats have won, so nothing is paid for readiness";
    NS8 [&ASKED] c::ASKED,
        zh "没有人叫着等胡，或都叫了，不查叫", en "no seat is still waiting, or all are ready, so nothing is paid";
    NS9 [&ASKED] c::ASKED, zh "他叫了牌，不用赔", en "a ready seat owes nothing";
    NS10 [&ASKED] c::ASKED, zh "没叫牌，收不到查叫", en "the seat is not ready, so nobody owes it for readiness";
    NS11 [&ASKED] c::ASKED, zh "胡了的不收查叫", en "a seat that has won collects nothing for readiness";
    NS12 [&EXPOSED] c::EXPOSED, zh "明杠只由点杠的付", en "only the seat that fed the kong pays for it";
    NS13 [&WIN] c::FED, by "dian_gang_hua",
        zh "点杠花算点炮，只由点杠的付", en "the win counts as a discard, so only the seat that fed the kong pays";
    NS14 [&ASKED] c::BROKEN, zh "他胡错了，这一局停在这里，不收查叫", en "the seat's false win stopped the hand, so it collects nothing for readiness";
    NS15 [&KONGS] c::GOES_ON,
        zh "他在开杠之前已经胡了，离局不再付", en "the seat had won and left before the kong, so it pays no more";
}
