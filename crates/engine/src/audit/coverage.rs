//! What was checked and what could not be, by question, with the fields that were missing.

use caipan_tiles::bilingual;
use caipan_tiles::text::{Label, Text};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A question that the audit asks of a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Question {
    /// Is the wall the deck, and as published?
    Wall,
    /// Are the dealt tiles right?
    Deal,
    /// Is every event legal?
    Play,
    /// Is every drawn tile the wall's next?
    Draws,
    /// Are the winners and the outcome those of the events?
    Outcome,
    /// Is every win one?
    Wins,
    /// Are the claimed patterns right?
    Patterns,
    /// Are the claimed values right?
    Values,
    /// Are the birds the next tiles?
    Birds,
    /// Is the flip the next tile?
    Flip,
    /// Is every payment between two seats right?
    Payments,
    /// Are the point changes right?
    Deltas,
    /// Are scores carried over rightly?
    Scores,
    /// Does the right seat deal?
    Dealer,
    /// Is the client's table the referee's?
    Digests,
    /// Would other house rules make right what is wrong?
    Houses,
}

/// All questions, in the order in which they are answered.
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
    /// What is asked, in both languages.
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
            Question::Payments => Label::new("两家输赢", "payments by pair"),
            Question::Deltas => Label::new("得分变化", "point changes"),
            Question::Scores => Label::new("累计分", "scores"),
            Question::Dealer => Label::new("庄家", "dealer"),
            Question::Digests => Label::new("牌桌摘要", "table digests"),
            Question::Houses => Label::new("其他规则", "other house rules"),
        }
    }
}

/// How often a question was answered, and how often it could not be.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answered {
    /// Times checked.
    pub checked: usize,
    /// Missing field to the times it was missed.
    pub missing: BTreeMap<&'static str, usize>,
    /// Whether there was more to look at than the budget allows.
    pub cut_off: bool,
    /// Times nothing could be held against the log, because nothing says what should be: no field is missing.
    pub silent: usize,
}

impl Answered {
    /// What to tell a reader where not everything was looked at.
    pub fn note(&self) -> Option<Text> {
        let (times, silent) = (self.checked, self.silent);
        if self.cut_off {
            return Some(bilingual!(
                "没有找到底：试了 {times} 套规则，次数已用完；若疑是房规，请用 --set 或 rules 写明后再审。",
                "not searched to the end: {times} rule sets were tried, which is the budget; if you suspect a house rule, declare it in \
                 `rules` and audit again"
            ));
        }
        (silent > 0).then(|| {
            bilingual!(
                "有 {silent} 处规则未作规定，照记录所写；不缺字段，无须补记。",
                "in {silent} places the rules say nothing and the record is followed; no field is missing and none need be added"
            )
        })
    }
}

/// The coverage of an audit, by question.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage([Answered; QUESTIONS.len()]);

impl Coverage {
    /// Something was checked so many times.
    pub fn checked(&mut self, question: Question, times: usize) {
        if times > 0 {
            self.of(question).checked += times;
        }
    }

    /// Something could not be checked for want of a field.
    pub fn missing(&mut self, question: Question, field: &'static str) {
        *self.of(question).missing.entry(field).or_default() += 1;
    }

    /// Nothing says what should be, so that nothing could be held against it.
    pub fn silent(&mut self, question: Question) {
        self.of(question).silent += 1;
    }

    /// Something was looked at so many times and not to the end.
    pub fn cut_off(&mut self, question: Question, times: usize) {
        let answered = self.of(question);
        answered.checked += times;
        answered.cut_off = true;
    }

    /// Checked where there, else missing.
    pub fn either(&mut self, question: Question, there: bool, field: &'static str) {
        if there { self.checked(question, 1) } else { self.missing(question, field) }
    }

    /// The questions that were asked, in order.
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
    fn a_question_stands_where_its_answers_are_kept() {
        assert!(QUESTIONS.iter().enumerate().all(|(at, &question)| question as usize == at));
    }
}
