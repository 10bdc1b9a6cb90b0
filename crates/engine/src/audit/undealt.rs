//! Hands whose record leaves out the deal or the exchange (换张).

use super::Finding;
use super::checks::log;
use crate::replay::{InferredExchange, Unrecorded};
use caipan_log::{HandLog, People};
use caipan_tiles::bilingual;
use caipan_tiles::text::Text;
use caipan_tiles::tile::Tiles;

/// Returns the finding that a hand cannot be replayed: neither its deal nor its wall is recorded, or its exchange is not
/// and cannot be told.
pub(super) fn undealt(index: usize, hand: &HandLog, exchange: Option<Unrecorded>) -> Finding {
    if hand.deal.is_none() && hand.wall.is_none() {
        let text = bilingual!(
            "记录里没有起手牌也没有牌墙，复不了盘。",
            "neither the dealt tiles nor the wall is recorded, so this hand cannot be replayed"
        );
        return Finding::new(&log::UNDEALT, index, text).at_field("deal");
    }
    let (text, short) = match exchange {
        Some(Unrecorded::Impossible) => (
            bilingual!(
                "本房换张，记录里却没有换张，也没有一种换法能让记下的每一步都打得出来：不是本房不换张，就是有一步、起手牌记错了。请核对这两样，或记录换张（exchange）。",
                "the house exchanges tiles, but no exchange is recorded, and none makes every recorded act possible: either this house exchanges none, or an act or the deal is wrong. Check both, or record the exchange (`exchange`)"
            ),
            bilingual!(
                "没记换张，也没有一种换法能照这样打",
                "no exchange is recorded, and none fits the recorded play"
            ),
        ),
        Some(Unrecorded::Several(count)) => (
            bilingual!(
                "本房换张，记录里却没有换张；有 {count} 种换法都打得出记下的每一步，输赢却不一样，没法核对。请记录各家换出、换进的牌（exchange）。",
                "the house exchanges tiles, but no exchange is recorded; {count} make every recorded act possible and settle differently, so nothing can be verified. Record what each seat gave and took (`exchange`)"
            ),
            bilingual!(
                "没记换张，{count} 种换法都说得通",
                "no exchange is recorded, and {count} fit the recorded play"
            ),
        ),
        _ => (
            bilingual!(
                "本房换张，记录里却没有换张，各家手里是什么牌不知道，复不了盘；请记录各家换出、换进的牌（exchange）。",
                "the house exchanges tiles, but no exchange is recorded, so nobody's hand is known and this hand cannot be replayed; record what each seat gave and took (`exchange`)"
            ),
            bilingual!(
                "本房换张，记录里却没有换张，这一局复不了盘",
                "the house exchanges tiles, but no exchange is recorded"
            ),
        ),
    };
    Finding::new(&log::UNDEALT, index, text).at_field("events").in_short(short)
}

/// Returns the note that the exchange of a hand was worked out from the play.
pub(super) fn inferred(index: usize, hand: &HandLog, exchange: &InferredExchange, people: &People) -> Finding {
    let seats = people.seats();
    if exchange.steps == 0 && hand.wall.is_some() {
        let text = bilingual!(
            "本房换张，记录里却没有换张；照牌墙和打法看，这一局没有换过张，就照没换核对。本房若不换张，请把 exchange 写成 none。",
            "the house exchanges tiles, but no exchange is recorded; by the wall and the play none was made, and the hand is judged so. If this house exchanges none, set `exchange` to `none`"
        );
        let short = bilingual!("照打法看，这一局没有换张", "by the play, no tiles were exchanged");
        return Finding::new(&log::EXCHANGE_INFERRED, index, text).at_field("events").in_short(short);
    }
    if exchange.steps == 0 {
        let text = bilingual!(
            "记录里没有换张；照打法看，记下的起手牌是换张以后的，这一局就从它打起。",
            "no exchange is recorded; by the play the recorded deal is that after the exchange, and the hand is judged from it"
        );
        let short = bilingual!("起手牌是换张以后的", "the deal is that after the exchange");
        return Finding::new(&log::EXCHANGE_INFERRED, index, text).at_field("deal").in_short(short);
    }
    let (mut zh, mut en) = (Vec::new(), Vec::new());
    for seat in seats.iter() {
        let (who, gave) = (people.who(seat), Tiles(exchange.gave(seat).collect()));
        zh.push(format!("{who}换出 {gave}"));
        en.push(format!("{who:#} gave {gave}"));
    }
    let (zh, en) = (zh.join("，"), en.join(", "));
    let (to_zh, to_en) = match (usize::from(exchange.steps), seats.len()) {
        (1, 2) | (2, 4) => ("对家", "the opposite seat"),
        (1, _) => ("上家", "the previous seat"),
        _ => ("下家", "the next seat"),
    };
    let fits = exchange.fits;
    let text = if fits == 1 {
        Text {
            zh: format!("记录里没有换张；照起手牌和打法推算，只有一种换法说得通：{zh}，都给{to_zh}。这一局按它核对。").into(),
            en: format!("no exchange is recorded; only one makes every recorded act possible: {en}, each to {to_en}. The hand is judged with it").into(),
        }
    } else {
        Text {
            zh: format!("记录里没有换张；照起手牌和打法推算，有 {fits} 种换法说得通，输赢都一样，例如：{zh}，都给{to_zh}。这一局按它核对。").into(),
            en: format!("no exchange is recorded; {fits} make every recorded act possible and all settle alike, such as: {en}, each to {to_en}. The hand is judged with it").into(),
        }
    };
    let short = bilingual!("换张没有记录，是推算的", "the exchange is not recorded but worked out");
    Finding::new(&log::EXCHANGE_INFERRED, index, text).at_field("events").in_short(short)
}

/// Says in a finding that it rests on an exchange that was worked out.
pub(super) fn rests_on_it(finding: &mut Finding) {
    if finding.short.is_empty() {
        finding.short.push(finding.text.clone());
    }
    let Text { zh, en } = &finding.text;
    finding.text = bilingual!("{zh}（这一局的换张是推算的）", "{en} (the exchange of this hand is worked out)");
}
