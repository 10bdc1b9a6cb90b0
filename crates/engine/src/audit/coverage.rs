//! The coverage of an audit: by question, the number of checks and the missing fields that prevented others.

use caipan_tiles::bilingual;
use caipan_tiles::text::{Label, Text};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A question that the audit answers about a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Question {
    /// The wall is the complete deck, and the published one.
    Wall,
    /// The dealt tiles are right.
    Deal,
    /// Every event is legal.
    Play,
    /// Every drawn tile is the next of the wall.
    Draws,
    /// The outcome and the winners are those that the events show.
    Outcome,
    /// Every win is valid.
    Wins,
    /// The claimed patterns are right.
    Patterns,
    /// The claimed values are right.
    Values,
    /// The birds are the next tiles of the wall.
    Birds,
    /// The flip is the next tile of the wall.
    Flip,
    /// Every payment between two seats is right.
    Payments,
    /// The point changes are right.
    Deltas,
    /// The scores are carried over correctly.
    Scores,
    /// The right seat deals.
    Dealer,
    /// The client's table is the referee's.
    Digests,
    /// The search for other house rules is complete.
    Houses,
}

/// All questions, in the order of the enum and of the report.
const QUESTIONS: [Question; 16] = [
    Question::Wall,
    Question::Deal,
    Question::Play,
    Question::Draws,
    Question::Outcome,
    Question::Wins,
    Question::Patterns,
    Question::Values,
    Question::Birds,
    Question::Flip,
    Question::Payments,
    Question::Deltas,
    Question::Scores,
    Question::Dealer,
    Question::Digests,
    Question::Houses,
];

impl Question {
    /// Returns the name in both languages.
    pub const fn label(self) -> Label {
        match self {
            Question::Wall => Label::new("牌墙", "wall"),
            Question::Deal => Label::new("发牌", "deal"),
            Question::Play => Label::new("行牌", "play"),
            Question::Draws => Label::new("摸牌次序", "order of draws"),
            Question::Outcome => Label::new("结局", "outcome"),
            Question::Wins => Label::new("胡牌", "wins"),
            Question::Patterns => Label::new("牌型", "patterns"),
            Question::Values => Label::new("番数", "values"),
            Question::Birds => Label::new("扎鸟", "birds"),
            Question::Flip => Label::new("翻牌", "flip"),
            Question::Payments => Label::new("两家输赢", "payments between players"),
            Question::Deltas => Label::new("得分变化", "point changes"),
            Question::Scores => Label::new("累计分", "scores"),
            Question::Dealer => Label::new("庄家", "dealer"),
            Question::Digests => Label::new("牌桌摘要", "table digests"),
            Question::Houses => Label::new("其他规则", "other house rules"),
        }
    }
}

/// The number of times that a question was answered and was not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answered {
    /// The number of checks.
    pub checked: usize,
    /// Maps each missing field to the number of checks that lacked it.
    pub missing: BTreeMap<&'static str, usize>,
    /// True if the budget ended before everything was checked.
    pub cut_off: bool,
    /// The number of times that the rules determine nothing to compare with, although no field is missing.
    pub silent: usize,
    /// The number of times that a rule unknown to caipan may decide, so that nothing was compared.
    pub unmodelled: usize,
}

impl Answered {
    /// Returns the note for readers if not everything was checked.
    pub fn note(&self) -> Option<Text> {
        let (times, silent) = (self.checked, self.silent);
        let cases = if silent == 1 { "case" } else { "cases" };
        if self.cut_off {
            return Some(bilingual!(
                "没有查到底：试了 {times} 套规则，次数用完了；若怀疑是房规，请申报后再审。",
                "search incomplete: {times} rule sets were tried, which is the limit; if you suspect a house rule, declare it and audit \
                 again"
            ));
        }
        let unknown = match self.unmodelled {
            0 => None,
            1 => Some(bilingual!(
                "有 1 处受 caipan 不认识的房规影响，没法核对。",
                "1 case may follow a rule that caipan does not know and was not checked"
            )),
            times => Some(bilingual!(
                "有 {times} 处受 caipan 不认识的房规影响，没法核对。",
                "{times} cases may follow a rule that caipan does not know and were not checked"
            )),
        };
        let silent = (silent > 0).then(|| {
            bilingual!(
                "有 {silent} 处规则没写，照记录算。",
                "the rules do not cover {silent} {cases}; the recorded value was accepted"
            )
        });
        match (unknown, silent) {
            (Some(Text { zh, en }), Some(Text { zh: also_zh, en: also_en })) => {
                Some(bilingual!("{zh}{also_zh}", "{en}; {also_en}"))
            }
            (unknown, silent) => unknown.or(silent),
        }
    }
}

/// The coverage of an audit, by question.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage([Answered; QUESTIONS.len()]);

impl Coverage {
    /// Counts checks.
    pub fn checked(&mut self, question: Question, times: usize) {
        if times > 0 {
            self.of(question).checked += times;
        }
    }

    /// Counts a check that a missing field prevented.
    pub fn missing(&mut self, question: Question, field: &'static str) {
        *self.of(question).missing.entry(field).or_default() += 1;
    }

    /// Counts a case that the rules do not determine, so that there is nothing to compare with.
    pub fn silent(&mut self, question: Question) {
        self.of(question).silent += 1;
    }

    /// Counts a case in which a rule unknown to caipan may decide.
    pub fn unmodelled(&mut self, question: Question) {
        self.of(question).unmodelled += 1;
    }

    /// Counts checks of a search that its budget cut off.
    pub fn cut_off(&mut self, question: Question, times: usize) {
        let answered = self.of(question);
        answered.checked += times;
        answered.cut_off = true;
    }

    /// Counts one check if the field is `there`, else a missing field.
    pub fn either(&mut self, question: Question, there: bool, field: &'static str) {
        if there { self.checked(question, 1) } else { self.missing(question, field) }
    }

    /// Returns the questions that came up, in order.
    pub fn iter(&self) -> impl Iterator<Item = (Question, &Answered)> {
        QUESTIONS.into_iter().zip(&self.0).filter(|(_, answered)| **answered != Answered::default())
    }

    fn of(&mut self, question: Question) -> &mut Answered {
        &mut self.0[question as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_are_listed_in_enum_order() {
        assert!(QUESTIONS.iter().enumerate().all(|(at, &question)| question as usize == at));
    }
}
