//! The note that a log lists rake or fees although no rule says what they must be.

use super::Finding;
use super::checks::money;
use crate::rules::Ruleset;
use crate::rules::house_money::{Per, clause_of};
use caipan_log::{GameLog, HouseKind, HouseLine};
use caipan_tiles::bilingual;
use caipan_tiles::text::Label;

/// Returns the note, for the first kind that is listed and not declared.
pub(super) fn undeclared(log: &GameLog, ruleset: &Ruleset) -> Option<Finding> {
    let money = ruleset.rules.house_money();
    let is_undeclared = |line: &&HouseLine, per: Per| {
        matches!(line.kind, HouseKind::Rake | HouseKind::Fee) && !money.demands(line.kind, per)
    };
    let in_hand = |(at, line): (usize, &HouseLine)| (format!("/hands/{at}/result/house"), line.kind);
    let of_hands = log.hands.iter().enumerate().flat_map(|(at, hand)| hand.house().iter().map(move |line| (at, line)));
    let between = log.between.iter().flatten().map(|between| &between.line);
    let first = of_hands.filter(|(_, line)| is_undeclared(line, Per::Hand)).map(in_hand).next().or_else(|| {
        let line = between.clone().find(|line| is_undeclared(line, Per::Match))?;
        Some(("/match/house".to_owned(), line.kind))
    });
    let (pointer, kind) = first?;
    let (Label { zh, en }, word) = (kind.label(), kind.word());
    let text = bilingual!(
        "记录里有{zh}，规则没有写怎么收，收多少没法核对，只照记录计入；要核对，请在规则里写 {word}。",
        "the log lists a {en}, but the rules do not say how it is taken, so its amount is not checked and only counted as recorded; declare `{word}` to have it checked"
    );
    let short = bilingual!(
        "记录里有{zh}，房规没写怎么收，没法核对",
        "the log lists a {en}, but the rules do not say how much is due"
    );
    let finding = Finding::new(&money::HOUSE_UNKNOWN, 0, text).in_short(short).under(clause_of(kind));
    Some(Finding { hand: None, pointer, ..finding })
}
