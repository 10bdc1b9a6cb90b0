//! The Sichuan house rules as named options. The defaults are those of the server that the rule book describes.

use super::clauses as c;
use crate::rules::Number;

crate::words! {
    /// The order in which tiles are dealt.
    pub enum Deal {
        Ones = "ones" zh "每次一张" en "one at a time",
        Fours = "fours" zh "每次四张" en "four at a time",
    }
}
crate::words! {
    /// The exchange before play (换三张).
    pub enum Exchange {
        ThreeOfOneSuit = "three" zh "同一门的三张" en "three tiles of one suit",
        None = "none" zh "不换" en "none",
    }
}
crate::words! {
    /// The extra of a self-draw.
    pub enum SelfDraw {
        AddBase = "add_base" zh "自摸加底" en "the base once more",
        AddFan = "add_fan" zh "自摸加番" en "one fan more",
        None = "none" zh "不加" en "nothing",
    }
}
crate::words! {
    /// A win on the replacement of an exposed kong (点杠花).
    pub enum FedBloom {
        Discard = "discard" zh "算点炮，由点杠的付" en "a discard of the seat that fed the kong",
        SelfDraw = "self_draw" zh "算自摸" en "a self-draw",
    }
}
crate::words! {
    /// The acts that bar wins on discards with no more fan (过水).
    pub enum Passing {
        OwnDiscard = "own_discard" zh "打出自己要胡的牌" en "discarding a tile that one's hand waits for",
        Passed = "passed" zh "打出自己要胡的牌，或放过别家的胡" en "that, or letting a win go",
        Off = "off" zh "不限" en "none",
    }
}
crate::words! {
    /// The next dealer after several wins on one tile.
    pub enum SeveralDealer {
        LastWinner = "last_winner" zh "那张牌上最后胡的" en "the last winner on it",
        Discarder = "discarder" zh "头一次胡的点炮者" en "its discarder, if nobody had won before",
        FirstWinner = "first_winner" zh "这一局第一个胡的" en "the first winner of the hand",
    }
}
crate::words! {
    /// The next dealer after a hand that nobody won.
    pub enum DrawDealer {
        AfterNext = "after_next" zh "本该摸牌那家的下家" en "the seat after the one that would have drawn",
        Stays = "stays" zh "庄家不动" en "the same dealer",
    }
}

crate::options! {
    /// The house rules of Sichuan.
    pub struct Options;
    base "base": Number<1, 1_000_000> = Number(1); Price, [1, 2, 5, 10], c::PRICE, zh "底分", en "base score";
    max_fan "max_fan": Number<0, 20> = Number(3); Price, [0, 3, 4, 5, 6, 8], c::CAP, zh "封顶番数（0 不封顶）", en "cap in fan (0 for none)";
    zimo "zimo": SelfDraw = SelfDraw::AddBase; Price, [], c::DRAWN, zh "自摸加什么", en "the extra of a self-draw";
    dian_gang_hua "dian_gang_hua": FedBloom = FedBloom::Discard; Price, [], c::FED, zh "点杠花", en "a win on the replacement of an exposed kong";
    deal "deal": Deal = Deal::Ones; Permission, [], c::DEAL_ORDER, zh "发牌次序", en "the order of the deal";
    exchange "exchange": Exchange = Exchange::ThreeOfOneSuit; Permission, [], c::EXCHANGE, zh "换三张", en "the exchange before play";
    ding_que "ding_que": bool = true; Permission, [], c::VOID, zh "定缺", en "each seat names a void suit";
    men_qing "men_qing": bool = false; Price, [], c::MEN_QING, zh "门清、中张", en "concealed hand and middle tiles count";
    tian_di_hu "tian_di_hu": bool = false; Price, [], c::HEAVENLY, zh "天胡、地胡", en "heavenly and earthly wins count";
    jiang_dui "jiang_dui": bool = false; Price, [], c::JIANG_TRIPLETS, zh "将对、龙七对", en "two-five-eight hands and dragon pairs count";
    cha_jiao "cha_jiao": bool = true; Price, [], c::ASKED, zh "查叫", en "seats that are not ready pay at the end";
    tui_shui "tui_shui": bool = true; Price, [], c::TAX, zh "退税", en "kongs of a seat that is not ready pay nothing";
    zhuan_yi "zhuan_yi": bool = true; Price, [], c::TRANSFER, zh "呼叫转移", en "a win on the discard after a kong takes its money";
    late_kong "late_kong": bool = false; Price, [], c::LATE, zh "转手杠也收分", en "a kong added late is paid";
    guo_shui "guo_shui": Passing = Passing::OwnDiscard; Permission, [], c::PASSED, zh "过水", en "passed wins";
    multi_dealer "multi_dealer": SeveralDealer = SeveralDealer::LastWinner; Price, [], c::NEXT_SEVERAL, zh "一炮多响之后谁做庄", en "the dealer after several wins on one tile";
    draw_dealer "draw_dealer": DrawDealer = DrawDealer::AfterNext; Price, [], c::NEXT_DRAWN, zh "没有人胡，谁做庄", en "the dealer after a hand without a win";
}
