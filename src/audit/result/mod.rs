//! What a client claims of a hand, against what the rules say: outcome, winners, patterns, values, money.
//!
//! Nothing claimed ever feeds what is computed. Where a claim is wrong because of something found before, it is noted as
//! its consequence: the rules are asked what they would say had that been right, and a claim that agrees is explained.

mod explanation;
mod money;
mod oneself;
mod winners;

use super::Finding;
use super::check::Kind;
use super::checks::course;
use super::coverage::{Coverage, Question};
use crate::ledger::{Ledger, Party};
use crate::log::{HandResult, Outcome, People};
use crate::replay::Replayed;
use crate::rules::Rules;
use crate::say;
use crate::tile::Seat;

/// A hand's claims are checked against this.
pub(super) struct Against<'a> {
    pub rules: &'a dyn Rules,
    /// Index of the hand.
    pub hand: usize,
    pub replayed: &'a Replayed,
    /// What the rules say was to be paid.
    pub ledger: &'a Ledger,
    /// How its sentences call the players.
    pub people: &'a People,
    pub findings: &'a mut Vec<Finding>,
    pub coverage: &'a mut Coverage,
}

impl Against<'_> {
    /// Checks all claims. Returns the finding that puts the end of the hand in doubt, if there is one.
    pub(super) fn check(&mut self, claimed: &HandResult) -> Option<usize> {
        let mut doubt = self.replayed.doubts.end;
        self.to_oneself(claimed);
        if self.replayed.followed {
            let outcome = self.outcome(claimed, doubt);
            doubt = doubt.or(outcome);
            let winners = self.winners(claimed, doubt);
            doubt = doubt.or(winners);
            let values = if doubt.is_none() { self.values(claimed) } else { None };
            self.money(claimed, doubt, values);
        } else {
            self.coverage.missing(Question::Payments, "deal");
            // Where somebody may have left, what the house takes is not known.
            if claimed.outcome != Some(Outcome::Aborted) {
                self.zero_sum(claimed, 0, None);
            }
        }
        doubt
    }

    /// Adds a finding. Returns the index of the one it goes back to.
    fn find(&mut self, finding: Finding) -> usize {
        let root = finding.because.unwrap_or(self.findings.len());
        self.findings.push(finding);
        root
    }

    /// How the events say the hand ended.
    fn ended(&self) -> Outcome {
        let opened = !self.replayed.table.openings.is_empty()
            && self.rules.due(&self.replayed.table) == crate::rules::Due::Finish;
        let false_alone = self.rules_end_on_false_win();
        if !self.replayed.wins.is_empty() && !false_alone || opened {
            Outcome::Win
        } else if self.replayed.drawn_game {
            Outcome::Draw
        } else {
            Outcome::Aborted
        }
    }

    /// Whether a false win ended the hand, as the rules say, and nobody won.
    pub(super) fn rules_end_on_false_win(&self) -> bool {
        self.replayed.standing.is_empty() && penalty(self.replayed, self.ledger)
    }

    fn outcome(&mut self, claimed: &HandResult, doubt: Option<usize>) -> Option<usize> {
        let Some(outcome) = claimed.outcome else {
            self.coverage.missing(Question::Outcome, "result.outcome");
            return None;
        };
        self.coverage.checked(Question::Outcome, 1);
        let ended = self.ended();
        if outcome == Outcome::Aborted {
            self.abort(claimed, doubt);
        }
        if outcome == ended || outcome == Outcome::Aborted && self.replayed.left() {
            return None;
        }
        let ((zh, en), (claimed_zh, claimed_en)) = (told(ended), told(outcome));
        let text = say!(
            "照打牌的经过，这一局{zh}；记录的结果却是{claimed_zh}。",
            "by the play {en}; the recorded result is that {claimed_en}"
        );
        let finding = Finding::new(&course::OUTCOME, self.hand, text)
            .at_field("result/outcome")
            .values(word(outcome), word(ended))
            .because(doubt);
        Some(self.find(finding))
    }
}

impl Against<'_> {
    /// A hand that could have gone on, broken off though nobody left: what is claimed of its points cannot be verified. Where
    /// play stopped at a fault, or at what one put in doubt, that may be the cause.
    fn abort(&mut self, claimed: &HandResult, doubt: Option<usize>) {
        let priced = claimed.payments.is_some() || claimed.deltas.is_some() || claimed.scores.is_some();
        if !priced || !self.replayed.table.cut_short || self.replayed.left() {
            return;
        }
        let doubts = &self.replayed.doubts;
        let stopped_at = |finding: &&Finding| {
            finding.kind == Kind::Fault && finding.event.is_some() && finding.event == self.replayed.last_event
        };
        let last = self.findings.iter().rfind(stopped_at).and_then(|last| {
            last.because.or_else(|| self.findings.iter().position(|finding| std::ptr::eq(finding, last)))
        });
        let because = doubt.or(doubts.course).or(doubts.open).or(doubts.hand.0.into_iter().flatten().min()).or(last);
        let text = say!(
            "本局没有打完就中止，记录里却没有人离开；此前是否有人已胡、输赢是否如此，无法复核。",
            "the hand was broken off before its end though nobody left, so whether it ended so, and for these points, cannot be \
             checked"
        );
        let finding =
            Finding::new(&course::ABORT_UNEXPLAINED, self.hand, text).at_field("result/outcome").because(because);
        self.find(finding);
        self.coverage.missing(Question::Outcome, "events[].leave");
    }
}

/// Whether the rules make a false win of this hand pay.
fn penalty(replayed: &Replayed, ledger: &Ledger) -> bool {
    let pays = |seat: &Seat| {
        let offender = Party::Seat(*seat);
        ledger.lines().iter().any(|line| line.from == offender && line.cause.id == "false-win")
    };
    replayed.table.false_wins.iter().any(pays)
}

/// Whether a false win was called and paid for just as the rules say, and nobody is named as a winner who is none.
pub(super) fn is_penalised(claimed: &HandResult, replayed: &Replayed, ledger: &Ledger) -> bool {
    let standing = &replayed.standing;
    let winners = claimed.wins.as_deref().unwrap_or_default();
    let paid = claimed.payments.is_some() || claimed.deltas.is_some();
    penalty(replayed, ledger)
        && paid
        && money::agrees(claimed, ledger)
        && winners.iter().all(|win| standing.iter().any(|won| won.seat == win.seat))
}

/// The outcome as a log writes it.
pub(super) const fn word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win => "win",
        Outcome::Draw => "draw",
        Outcome::Aborted => "aborted",
    }
}

/// The outcome as part of a sentence.
const fn told(outcome: Outcome) -> (&'static str, &'static str) {
    match outcome {
        Outcome::Win => ("有人胡牌", "somebody won"),
        Outcome::Draw => ("流局", "the hand was drawn"),
        Outcome::Aborted => ("中途停止", "the hand was broken off"),
    }
}

/// Seats as a list for people: `0, 2`.
fn seats(seats: &[Seat]) -> String {
    seats.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}
