//! Compares the client's claims about a hand with the rules: outcome, winners, patterns, values, money.
//!
//! No claim affects a computed value. Each claim is compared with the facts of the hand as recorded. If one differs and
//! an earlier breach left facts uncertain, the claims are also compared with the hypotheses of the hand
//! (`audit::hypotheses`). The hypothesis that agrees with most claims is accepted; the differences that it explains are
//! consequences of the finding at its root. Differences that it does not explain are primary faults.

mod amounts;
mod claimed;
mod claims;
mod compare;
mod deltas;
mod doubt;
mod due;
mod explanation;
mod facts;
mod filling;
mod house;
mod in_short;
mod mistake;
mod money;
mod named;
mod net;
mod payment_split;
mod unchecked;
mod winners;

pub(super) use claimed::Claimed;
pub(super) use claims::{Claims, Given};
pub(super) use due::Due;
pub(super) use facts::Facts;
pub(super) use filling::{Filling, fill};
pub(super) use house::{DEMANDED, Taken, due_for as house_due};
pub(super) use mistake::ExplainedBy;
pub(super) use net::{first_wrong, net};

use self::money::Extent;
use super::Finding;
use super::check::Kind;
use super::checks::course;
use super::coverage::{Coverage, Question};
use super::hypotheses::{Hypotheses, Hypothesis};
use super::world::{Compared, World};
use crate::audit::FindingIdx;
use crate::meter::Meter;
use crate::replay::{BreachIdx, What, first};
use crate::rules::NextDealer;
use caipan_log::{HandResult, Outcome, People};
use caipan_tiles::bilingual;
use caipan_tiles::ledger::Ledger;
use caipan_tiles::text::Text;
use caipan_tiles::tile::{Seat, SeatMap};
use std::cmp::Reverse;

/// A hypothesis that agrees with more claims than the hand as recorded.
#[derive(Clone, Debug)]
pub(super) struct Accepted {
    /// Index of the finding that it comes from.
    pub root: FindingIdx,
    /// Its change as a condition, to follow "if".
    pub words: Text,
    /// The claims that it gives.
    pub given: Given,
    /// The payments due in it; boxed, since most hands have no accepted hypothesis.
    pub ledger: Box<Ledger>,
    /// True if its change corrects a wrong record; false if it assumes that the client applied the rules differently.
    pub of_record: bool,
    /// The next dealer and floor in it.
    pub next: Option<NextDealer>,
    pub floor: Option<u32>,
}

impl Accepted {
    fn of(root: FindingIdx, words: Text, of_record: bool, world: World, compared: Compared) -> Accepted {
        let World { ledger, next, floor, .. } = world;
        let Compared { given, filling } = compared;
        let (ledger, next) = filling.map_or((ledger, next), |filling| (filling.ledger, filling.next));
        Accepted { root, words, given, ledger: Box::new(ledger), of_record, next, floor }
    }
}

/// The check of a hand's claims: what they are compared with, and what was found so far.
#[expect(clippy::struct_excessive_bools, reason = "facts that are independent of each other")]
pub(super) struct ClaimCheck<'a> {
    /// The hand as recorded, settled by the values of missing fields that fit best.
    pub facts: Facts<'a>,
    /// Index of the hand.
    pub hand: usize,
    /// The claims.
    pub claimed: &'a Claimed<'a>,
    /// The claims without those that rules unknown to caipan may change: such money supports no hypothesis.
    pub compared: &'a Claimed<'a>,
    /// The money due under the rules.
    pub due: Due<'a>,
    /// The finding that the wild kind is unknown.
    pub wild_unknown: Option<FindingIdx>,
    /// The names of the players in sentences.
    pub people: &'a People,
    /// The finding that leaves the end of the hand uncertain.
    pub doubted: Option<FindingIdx>,
    pub findings: &'a mut Vec<Finding>,
    pub coverage: &'a mut Coverage,
    /// The hypothesis that explains what the hand as recorded does not.
    pub accepted: Option<Accepted>,
    /// True if the hand has more hypotheses than the limit.
    pub cut: bool,
    /// The claims that the hand as recorded gives.
    pub given: Given,
    /// Where not all amounts due are known: what each seat must get for the payments that are wrong in any case.
    pub corrections: SeatMap<i64>,
    /// True if the amounts due depend on events in doubt.
    pub in_doubt: bool,
    /// True if the events contain a leave, replayed or not.
    pub somebody_leaves: bool,
    pub meter: &'a Meter<'a>,
    /// True if nobody reads the findings because other rules are tried.
    pub quiet: bool,
    /// The finding that the record stops before the end of the hand.
    pub end_missing: Option<FindingIdx>,
}

impl ClaimCheck<'_> {
    /// Checks all claims; `worlds` are the hypotheses of the hand.
    pub(super) fn check(&mut self, worlds: Hypotheses<'_>) {
        let claimed = self.claimed.result;
        self.paid_oneself();
        if !self.facts.replayed.followed {
            self.coverage.missing(Question::Payments, "deal");
            // If a player may have left, the house's share is unknown.
            if claimed.outcome != Some(Outcome::Aborted) && !self.somebody_leaves {
                let zero = self.zero_sum(claimed.deltas, 0, None);
                // No tile is needed to compare the point changes with the payments.
                if self.claimed.paid.is_some() && claimed.deltas.is_some() {
                    self.gains(Extent::Possible, None, (zero, None, None));
                }
            }
            return;
        }
        self.choose_hypothesis(worlds);
        self.tell_missing_end(claimed);
        let outcome = self.outcome(claimed);
        let winners = self.winners(claimed, outcome);
        if let Some(root) = outcome.or(winners) {
            self.look_as_named(root);
        }
        let values = if self.due.moved.is_some_and(|moved| moved.is_all() && !moved.is_hidden()) {
            self.values_unmodelled(claimed);
            None
        } else {
            self.values(claimed)
        };
        self.money(values);
    }

    /// Accepts a hypothesis in place of the hand as recorded ([`Given::accepts`]): the one that gives most claims, then
    /// has the fewest wrong payments, then comes first.
    fn choose_hypothesis(&mut self, mut worlds: Hypotheses<'_>) {
        let claimed = self.compared;
        let mut record = self.due.filling.map_or_else(|| self.facts.given(claimed), |filling| filling.given);
        self.given = record;
        if self.names_doubted(claimed.result) {
            record.add(Claims::WINNERS, false);
        }
        if record.is_whole() {
            return;
        }
        let mut best = None;
        for hypothesis in worlds.by_ref() {
            let compared = hypothesis.world.compare(self.facts.rules, self.facts.lasting, claimed, self.meter);
            let given = compared.given;
            if !record.accepts(given, hypothesis.of_record) {
                continue;
            }
            let rank = Some((given.given.count(), Reverse(given.wrong().and(Claims::MONEY).count())));
            if rank > best {
                best = rank;
                let words = hypothesis.words(self.people);
                let Hypothesis { root, of_record, world, .. } = hypothesis;
                self.accepted = Some(Accepted::of(root.into(), words, of_record, world, compared));
            }
            if given.is_whole() {
                return;
            }
        }
        self.cut = worlds.is_cut();
    }

    /// True if the claimed money is that of the hand as recorded.
    fn pays(&self) -> bool {
        self.given.pays()
    }

    /// True if a claimed winner's win is false only because of an earlier doubt. The recorded hand is then no better
    /// than a hypothesis in which the win counts.
    fn names_doubted(&self, claimed: &HandResult) -> bool {
        let follows =
            |at: BreachIdx| at.of(&self.facts.replayed.breaches).is_some_and(|breach| breach.because.is_some());
        let doubted = |seat: Seat| {
            self.facts.replayed.wins.iter().any(|seen| seen.seat == seat && seen.breach.is_some_and(follows))
        };
        claimed.wins.iter().flatten().any(|win| doubted(win.seat))
    }

    /// Returns the finding that explains these claims, if the accepted hypothesis agrees with them.
    fn explains(&self, claims: Claims) -> Option<FindingIdx> {
        self.accepted.as_ref().filter(|accepted| accepted.given.agrees(claims)).map(|accepted| accepted.root)
    }

    /// Returns the sentence if somebody reads it, else an empty one.
    fn if_read(&self, words: impl FnOnce() -> Text) -> Text {
        if self.quiet { Text::default() } else { words() }
    }

    /// Adds a finding and appends the accepted hypothesis if that explains it. Returns the index of its primary
    /// finding.
    fn find(&mut self, mut finding: Finding) -> FindingIdx {
        if let (Some(root), Some(accepted)) = (finding.because, &self.accepted)
            && accepted.root == root
            && !self.quiet
        {
            finding = finding.if_only(&accepted.words);
        }
        self.add(finding)
    }

    /// Adds a finding, unless it is a fault only because the end of the hand is missing: the record of the play stops, so
    /// nothing proves it. Returns the index of its primary finding.
    fn add(&mut self, finding: Finding) -> FindingIdx {
        let root = finding.because.unwrap_or(FindingIdx(self.findings.len()));
        if finding.kind != Kind::Fault || self.end_missing != Some(root) {
            self.findings.push(finding);
        }
        root
    }

    /// Says which end the result gives to a hand whose record stops before its end.
    fn tell_missing_end(&mut self, claimed: &HandResult) {
        let (Some(at), Some(outcome)) = (self.end_missing, claimed.outcome) else { return };
        let (zh, en) = outcome_words(outcome);
        if let Some(finding) = self.findings.get_mut(at.0) {
            finding.short = vec![bilingual!(
                "记录断了，结果写的{zh}没有记，没法核对",
                "the log stops before the end: the result says that {en}"
            )];
            finding.text = bilingual!(
                "记录到此为止；结果写{zh}，这个结尾却没有记，没法核对。",
                "the log stops here; the result says that {en}, but that end is not recorded and cannot be checked"
            );
        }
    }

    fn outcome(&mut self, claimed: &HandResult) -> Option<FindingIdx> {
        let Some(outcome) = claimed.outcome else {
            self.coverage.missing(Question::Outcome, "result.outcome");
            return None;
        };
        self.coverage.checked(Question::Outcome, 1);
        let ended = self.facts.ended();
        if outcome == Outcome::Aborted {
            self.abort(claimed);
        }
        if self.facts.is_outcome(outcome) {
            return None;
        }
        let ((zh, en), (claimed_zh, claimed_en)) = (outcome_words(ended), outcome_words(outcome));
        let text = bilingual!(
            "照牌打的过程，这一局{zh}；记录却写{claimed_zh}。",
            "{en}, but the result says that {claimed_en}"
        );
        let finding = Finding::new(&course::OUTCOME, self.hand, text)
            .at_field("result/outcome")
            .values(word(outcome), word(ended))
            .because(self.explains(Claims::OUTCOME).or_else(|| self.cut_off()));
        Some(self.find(finding))
    }

    /// Returns the breach for events missing at the end, if the log stops before the hand ends.
    fn cut_off(&self) -> Option<FindingIdx> {
        let breaches = &self.facts.replayed.breaches;
        let at = first(breaches, |what| matches!(what, What::Unfinished { .. }))?;
        Some(at.of(breaches)?.because.unwrap_or(at).into())
    }
}

impl ClaimCheck<'_> {
    /// Reports an aborted hand that could have gone on although nobody left: its claimed points cannot be checked. If
    /// play stopped at a fault or at a doubt, the finding is its consequence.
    fn abort(&mut self, claimed: &HandResult) {
        let priced = claimed.payments.is_some() || claimed.deltas.is_some() || claimed.scores.is_some();
        if !priced || !self.facts.replayed.table.cut_short || self.facts.replayed.left() {
            return;
        }
        let doubts = &self.facts.replayed.doubts;
        let stopped_at = |finding: &&Finding| {
            finding.kind == Kind::Fault && finding.event.is_some() && finding.event == self.facts.replayed.last_event
        };
        let last = self.findings.iter().rfind(stopped_at).and_then(|last| {
            last.because
                .or_else(|| self.findings.iter().position(|finding| std::ptr::eq(finding, last)).map(FindingIdx))
        });
        let hands = doubts.hand.0.into_iter().flatten().min();
        let because = self.doubted.or(doubts.course.or(doubts.open).or(hands).map(FindingIdx::from)).or(last);
        let text = bilingual!(
            "这一局没打完就停了，记录里却没人离开，结果没法核对。",
            "the log stops before the hand is over and nobody left, so the result cannot be verified"
        );
        let short = bilingual!(
            "这一局没打完就停了，记录里却没人离开",
            "the log stops before the hand is over, although nobody left"
        );
        let finding = Finding::new(&course::ABORT_UNEXPLAINED, self.hand, text)
            .in_short(short)
            .at_field("result/outcome")
            .because(because);
        self.find(finding);
        self.coverage.missing(Question::Outcome, "events[].leave");
    }
}

/// True if a false win was called, the result does not contradict its penalty, and no seat is named as a winner
/// without a valid win.
pub(super) fn is_penalised(claimed: &Claimed<'_>, facts: Facts<'_>) -> bool {
    let (standing, result) = (&facts.replayed.standing, claimed.result);
    let winners = result.wins.as_deref().unwrap_or_default();
    // Without any claim nothing says that the penalty was paid.
    let is_told = result.outcome.is_some() || result.wins.is_some() || result.payments.is_some();
    facts.is_penalised()
        && (is_told || result.deltas.is_some() || result.scores.is_some())
        && facts.pays_penalties(claimed)
        && winners.iter().all(|win| standing.iter().any(|won| won.seat == win.seat))
}

/// Returns the outcome as a log writes it.
pub(super) const fn word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win => "win",
        Outcome::Draw => "draw",
        Outcome::Aborted => "aborted",
    }
}

/// Returns the outcome as part of a sentence.
const fn outcome_words(outcome: Outcome) -> (&'static str, &'static str) {
    match outcome {
        Outcome::Win => ("有人胡牌", "someone won"),
        Outcome::Draw => ("流局", "the hand was drawn"),
        Outcome::Aborted => ("中途停了", "the hand was aborted"),
    }
}

/// Returns seats as a list for people: `0, 2`.
fn seats(seats: &[Seat]) -> String {
    seats.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}
