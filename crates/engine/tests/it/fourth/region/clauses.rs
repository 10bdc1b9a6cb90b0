//! The rule book of an invented game: three players, until two of them have won.

use caipan_engine::rules::Topic;
use caipan_tiles::clause::Clause;

caipan_tiles::clauses! { ALL;
    DECK = "F-1" @ "1", AsWritten, zh "一百零八张；三人，庄十四张，闲十三张。", en "108 tiles; three players, fourteen for the dealer, thirteen for the others.";
    EXCHANGE = "F-2" @ "2", AsWritten, zh "开打前每家拿同一门的三张给下家。", en "Before play each seat gives three tiles of one suit to the next.";
    VOID = "F-3" @ "3", AsWritten, zh "首次打牌前定缺一门；缺门的牌要先打，不可碰、杠、胡。", en "Before its first discard a seat names the suit it will be rid of; tiles of it go first and are never punged, konged or won with.";
    CLAIMS = "F-4" @ "4", AsWritten, zh "可碰、杠，不可吃。", en "Pung and kong, never chow.";
    WIN = "F-5" @ "5", AsWritten, zh "四副一对为 1；对对胡 2；七对 4；清一色另加 4；自摸另加 1。", en "Four sets and a pair count 1, all triplets 2, seven pairs 4; one suit adds 4, a self-draw 1.";
    PAY = "F-6" @ "6", AsWritten, zh "点炮者独付；自摸由还在打的各家付。", en "The discarder pays alone; a self-draw is paid by each who still plays.";
    RAIN = "F-7" @ "7", AsWritten, zh "杠即下雨：暗杠向还在打的各家收两份，补杠一份，明杠向点杠者收两份。", en "A kong is paid: two shares from each who still plays where it is concealed, one where it is added, two from the discarder where it is exposed.";
    GOES_ON = "F-8" @ "8", AsWritten, zh "胡者离局，余人续打，胡满两家或摸完为止。", en "Who wins leaves; the others play on until two have won or the wall is used up.";
    DEALS = "F-9" @ "9", AsWritten, zh "先胡者坐庄；无人胡，原庄不动。", en "The first winner deals next; where nobody wins the dealer stays.";
}

/// The clause that decides a matter of play.
pub fn on(matter: Topic) -> Option<&'static Clause> {
    Some(match matter {
        Topic::Deck | Topic::DealSize | Topic::DealOrder => &DECK,
        Topic::UsedUp | Topic::Replacement => &GOES_ON,
        Topic::WinFirst | Topic::Winners | Topic::ClaimOrder => &CLAIMS,
        _ => return None,
    })
}
