//! Findings about the dealer of a hand and about the next dealer that a hand names.

use super::Finding;
use super::checks::course;
use crate::rules::NextDealer;
use caipan_log::People;
use caipan_tiles::bilingual;
use caipan_tiles::text::Text;
use caipan_tiles::tile::Seat;

/// Returns the finding that another seat deals a hand than only the log names, so that it is unknown which of the two
/// places is wrong.
pub(super) fn contradicted(hand: usize, people: &People, due: Seat, dealer: Seat) -> Finding {
    let (should, deals) = (people.who(due), people.who(dealer));
    let (text, short) = if hand == 0 {
        let text = bilingual!(
            "开头写的是{should}坐庄（`start.dealer`），第一局却是{deals}坐庄；两处必有一错，请核对后改正。",
            "`start.dealer` names {should:#}, but {deals:#} deals the first hand; one of the two is wrong, so compare and correct them"
        );
        let short = bilingual!(
            "开头写的是{should}坐庄，第一局却是{deals}坐庄",
            "the log names {should:#} as the first dealer, but {deals:#} deals the first hand"
        );
        (text, short)
    } else {
        let text = bilingual!(
            "上一局写明下一局{should}坐庄（`result.next_dealer`），这一局却是{deals}坐庄；照上一局的过程看不出该谁坐庄，两处必有一错，请核对后改正。",
            "the previous hand names {should:#} as the next dealer (`result.next_dealer`), but {deals:#} deals this one; the play does not decide it, so one of the two is wrong: compare and correct them"
        );
        let short = bilingual!(
            "上一局写明该{should}坐庄，这一局却是{deals}坐庄",
            "the previous hand names {should:#} as the next dealer, but {deals:#} deals"
        );
        (text, short)
    };
    Finding::new(&course::DEALER, hand, text).in_short(short).at_field("dealer")
}

/// Returns the finding that a hand names a wrong next dealer.
pub(super) fn wrong_next(hand: usize, people: &People, claimed: Seat, due: NextDealer) -> Finding {
    let (named, should) = (people.who(claimed), people.who(due.seat));
    let text = bilingual!(
        "下一局该{should}坐庄，记录写的是{named}。",
        "the next dealer is {should:#}, not {named:#} as recorded"
    );
    Finding::new(&course::NEXT_DEALER, hand, text)
        .at_field("result/next_dealer")
        .of(Some(claimed))
        .values(claimed, due.seat)
        .under(due.clause)
        .by(due.option)
}

/// Returns the finding that a hand names a wrong next dealer even if this is so; without words, whatever a field is that
/// the record leaves out.
pub(super) fn wrong_next_anyway(
    hand: usize,
    people: &People,
    claimed: Seat,
    (words, due): (Option<&Text>, NextDealer),
) -> Finding {
    let mut finding = wrong_next(hand, people, claimed, due);
    let short = std::mem::take(&mut finding.text);
    let Text { zh, en } = &short;
    finding.text = match words {
        Some(Text { zh: if_zh, en: if_en }) => {
            bilingual!("即使{if_zh}，也不对：{zh}", "even if {if_en}, this is wrong: {en}")
        }
        None => bilingual!(
            "记录缺了一项，但无论补上什么，都与其余各项不合：{zh}",
            "a field is missing, but no value of it agrees with the other claims: {en}"
        ),
    };
    finding.in_short(short)
}
