//! The course of a match: who deals, and how scores are carried from hand to hand.

use super::Finding;
use super::checks::{course, money};
use super::coverage::{Coverage, Question};
use super::hand::Audited;
use crate::log::{GameLog, HandLog, HandResult, People};
use crate::replay::{Before, replay};
use crate::rules::{NextDealer, Rules};
use crate::say;
use crate::tile::{Seat, SeatMap};

/// What is known between two hands.
#[derive(Clone, Debug)]
pub(super) struct Course {
    /// Who should deal, and the clause; the finding that makes it uncertain.
    dealer: Option<(Seat, Option<NextDealer>)>,
    /// The dealer named by the hand before.
    announced: Option<Seat>,
    /// The finding that explains a wrong dealer.
    doubt: Option<usize>,
    last_dealer: Option<Seat>,
    streak: Option<u32>,
    floor: Option<u32>,
    /// The finding that makes the floor uncertain.
    floor_doubt: Option<usize>,
    scores: Option<SeatMap<i64>>,
}

impl Course {
    pub(super) fn start(log: &GameLog) -> Course {
        Course {
            dealer: log.start.dealer.map(|seat| (seat, None)),
            announced: None,
            doubt: None,
            last_dealer: None,
            streak: log.start.dealer_streak,
            floor: log.start.upstairs.map(u32::from),
            floor_doubt: None,
            scores: log.start.scores,
        }
    }

    /// What stands before this hand: the dealer it names, else the one that was dealt fourteen, else the one due.
    pub(super) fn before(&self, rules: &dyn Rules, hand: &HandLog) -> Before {
        let dealt = hand.deal.as_ref().and_then(|deal| Seat::ALL.into_iter().find(|&seat| deal[seat].0.len() == 14));
        let due = self.dealer.map(|(seat, _)| seat);
        let dealer = hand.dealer.or(dealt).or(due).unwrap_or(Seat::ALL[0]);
        let streak = match self.last_dealer {
            Some(last) if last == dealer => self.streak.map(|streak| streak.saturating_add(1)),
            Some(_) => Some(1),
            None => self.streak,
        };
        Before { dealer, streak, floor: self.floor.or_else(|| rules.floor_of(dealer, streak)) }
    }

    /// A hand of which only the course is followed: who deals next, and on which floor.
    pub(super) fn follow(&mut self, rules: &dyn Rules, hand: &HandLog, before: Before) {
        let replayed = replay(rules, hand, before, |_, _| ());
        let next = replayed.next_dealer(rules).filter(|_| replayed.followed);
        let named = hand.result.as_ref().and_then(|result| result.next_dealer);
        self.skip(before);
        self.floor = rules.next_floor(&replayed.table, &replayed.standing, next).filter(|_| replayed.followed);
        self.dealer = next.map(|next| (next.seat, Some(next))).or(named.map(|seat| (seat, None)));
    }

    /// A hand that is not looked at: only who dealt it counts.
    pub(super) fn skip(&mut self, before: Before) {
        self.last_dealer = Some(before.dealer);
        self.streak = before.streak;
    }

    /// Whether the tiles of a hand have nobody to go to: only its wall is there, and nothing says who deals.
    pub(super) fn cannot_deal(&self, hand: &HandLog) -> bool {
        hand.deal.is_none() && hand.dealer.is_none() && self.dealer.is_none()
    }

    /// Checks the dealer of this hand against the hands before it.
    pub(super) fn dealer(
        &mut self,
        index: usize,
        before: Before,
        people: &People,
        findings: &mut Vec<Finding>,
        coverage: &mut Coverage,
    ) {
        let Some((due, rule)) = self.dealer else {
            if index > 0 {
                coverage.missing(Question::Dealer, "next_dealer");
            }
            return;
        };
        coverage.checked(Question::Dealer, 1);
        if due == before.dealer {
            return;
        }
        let dealer = before.dealer;
        let (deals, should) = (people.who(dealer), people.who(due));
        let text =
            say!("本局应由{should}坐庄，却由{deals}坐了庄。", "{should:#} should deal this hand, but {deals:#} did");
        let mut finding = Finding::new(&course::DEALER, index, text)
            .at_field("dealer")
            .of(Some(dealer))
            .values(dealer, due)
            .because(self.doubt.filter(|_| self.announced.is_none_or(|announced| announced == dealer)));
        if let Some(rule) = rule {
            finding = finding.under(rule.clause).by(rule.option);
        }
        findings.push(finding);
    }

    /// Checks what the hand says of scores and of the next dealer, and moves on. `first` is the index of the hand's first
    /// finding among all.
    #[expect(clippy::too_many_arguments, reason = "the one place where a hand meets the match")]
    pub(super) fn after(
        &mut self,
        index: usize,
        hand: &HandLog,
        before: Before,
        audited: &Audited,
        first: usize,
        people: &People,
        findings: &mut Vec<Finding>,
        coverage: &mut Coverage,
    ) {
        let doubt = audited.end_doubt.map(|at| first + at);
        let empty = HandResult::default();
        let result = hand.result.as_ref().unwrap_or(&empty);
        self.scores(index, result, audited, doubt, people, findings, coverage);
        self.last_dealer = Some(before.dealer);
        self.streak = before.streak;
        self.floor = audited.floor;
        self.floor_doubt(audited, result, doubt, first, findings);
        self.announced = result.next_dealer;
        self.doubt = doubt;
        self.dealer = audited.next.map(|next| (next.seat, Some(next)));
        match (result.next_dealer, audited.next) {
            (Some(claimed), Some(due)) => {
                coverage.checked(Question::Dealer, 1);
                if claimed != due.seat {
                    let seat = due.seat;
                    let (named, should) = (people.who(claimed), people.who(seat));
                    let text = say!(
                        "下一局应由{should}坐庄，记录写的是{named}。",
                        "{should:#} should deal the next hand, but the record names {named:#}"
                    );
                    let finding = Finding::new(&course::NEXT_DEALER, index, text)
                        .at_field("result/next_dealer")
                        .of(Some(claimed))
                        .values(claimed, seat)
                        .under(due.clause)
                        .by(due.option)
                        .because(doubt.or(audited.hands_doubt.or(audited.next_doubt).map(|at| first + at)));
                    self.doubt = Some(finding.because.unwrap_or(findings.len()));
                    findings.push(finding);
                }
            }
            (Some(claimed), None) => {
                coverage.missing(Question::Dealer, "rule");
                // The rules are silent: what the hand names is taken over.
                self.dealer = Some((claimed, None));
            }
            (None, _) => {}
        }
    }

    /// A wrong or unknown floor goes back to what made it so: an earlier hand of which the end is uncertain, or the first
    /// hand that was on a wrong floor.
    fn floor_doubt(
        &mut self,
        audited: &Audited,
        result: &HandResult,
        doubt: Option<usize>,
        first: usize,
        findings: &mut [Finding],
    ) {
        let floors = [course::FLOOR.code, course::FLOOR_UNKNOWN.code];
        let found = findings.iter().skip(first).position(|finding| floors.contains(&finding.check.code));
        let paid = result.payments.is_some() || result.deltas.is_some();
        if let Some(at) = found.map(|at| first + at) {
            if let Some(finding) = findings.get_mut(at) {
                finding.because = finding.because.or(self.floor_doubt);
                self.floor_doubt = finding.because.or(Some(at));
            }
        } else if paid && !audited.ledger.lines().is_empty() {
            self.floor_doubt = None;
        }
        self.floor_doubt = doubt.or(self.floor_doubt);
    }

    #[expect(clippy::too_many_arguments, reason = "the one place where the scores of a hand meet those before it")]
    fn scores(
        &mut self,
        index: usize,
        result: &HandResult,
        audited: &Audited,
        doubt: Option<usize>,
        people: &People,
        findings: &mut Vec<Finding>,
        coverage: &mut Coverage,
    ) {
        let deltas = result.deltas.unwrap_or(SeatMap(audited.ledger.balance()));
        let due = self.scores.map(|before| {
            let mut due = before;
            for seat in Seat::ALL {
                due[seat] = due[seat].saturating_add(deltas[seat]);
            }
            due
        });
        let (Some(claimed), Some(due)) = (result.scores, due) else {
            let field = if result.scores.is_none() { "result.scores" } else { "start.scores" };
            coverage.missing(Question::Scores, field);
            // Without a score to go on from, the next hand goes on from what this one says; where it says nothing, what it
            // was settled as is unknown.
            self.scores = result.scores.or(due.filter(|_| result.deltas.is_some()));
            return;
        };
        coverage.checked(Question::Scores, 1);
        if let Some(seat) = Seat::ALL.into_iter().find(|&seat| claimed[seat] != due[seat]) {
            let (written, right) = (claimed[seat], due[seat]);
            let who = people.who(seat);
            let text = say!(
                "{who}的累计分应为 {right}（上局累计加本局得分），记成了 {written}。",
                "the score of {who:#} should be {right}, the one before plus this hand, but {written} is recorded"
            );
            // Without claimed point changes the score is the only claim about the money.
            let because = if result.deltas.is_none() { doubt } else { None };
            findings.push(
                Finding::new(&money::SCORES, index, text)
                    .at_field("result/scores")
                    .of(Some(seat))
                    .values(written, right)
                    .because(because),
            );
        }
        self.scores = Some(claimed);
    }
}
