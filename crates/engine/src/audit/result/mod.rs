//! What a client claims of a hand, against what the rules say: outcome, winners, patterns, values, money.
//!
//! Nothing claimed ever feeds what is computed. Each claim is compared with the facts of the hand as recorded. Where one
//! differs and something was wrong before, it is compared with the facts of other worlds too (`audit::worlds`): the one world
//! that agrees with most claims is taken, and what it gives follows from the finding it comes from. What neither gives is
//! a fault of its own.

mod causes;
mod events;
mod explanation;
mod facts;
mod money;
mod named;
mod net;
mod oneself;
mod payment_split;
mod winners;

pub(super) use facts::{Agreement, Facts};
pub(super) use net::{first_wrong, net, totals, with_house};

use super::Finding;
use super::check::Kind;
use super::checks::course;
use super::coverage::{Coverage, Question};
use super::hypotheses::{World, Worlds};
use crate::replay::{Replayed, What};
use crate::rules::{NextDealer, Rules};
use caipan_log::{HandResult, Outcome, People};
use caipan_tiles::bilingual;
use caipan_tiles::ledger::Ledger;
use caipan_tiles::text::Text;
use caipan_tiles::tile::{Seat, SeatMap};
use std::cmp::Reverse;

/// A world that agrees with more of the claims than the hand as recorded.
#[derive(Clone, Debug)]
pub(super) struct Accepted {
    /// Index of the finding that it comes from.
    pub root: usize,
    /// What is otherwise in it, to stand after "if".
    pub words: Text,
    /// The claims that it agrees with.
    pub agreement: Agreement,
    /// Of how many payments or point changes what is claimed is not what is due in it.
    pub off: usize,
    /// What is due in it; apart, since most hands have no such world.
    pub ledger: Box<Ledger>,
    /// Whether the hand was recorded wrongly where it is so; else the client saw the rules otherwise.
    pub of_record: bool,
    /// Who deals after it, and on which floor.
    pub next: Option<NextDealer>,
    pub floor: Option<u32>,
}

impl Accepted {
    fn of(world: World, (agreement, off): (Agreement, usize), people: &People) -> Accepted {
        let words = world.words(people);
        let World { root, next, floor, ledger, of_record, .. } = world;
        Accepted { root, words, agreement, off, ledger: Box::new(ledger), of_record, next, floor }
    }
}

/// A hand's claims are checked against this.
#[expect(clippy::struct_excessive_bools, reason = "facts that are independent of each other")]
pub(super) struct Against<'a> {
    pub rules: &'a dyn Rules,
    /// Index of the hand.
    pub hand: usize,
    pub replayed: &'a Replayed,
    /// What the rules say was to be paid.
    pub ledger: &'a Ledger,
    /// How its sentences call the players.
    pub people: &'a People,
    /// Who deals next under the rules.
    pub next: Option<NextDealer>,
    /// The finding that leaves it uncertain how the hand ended.
    pub doubted: Option<usize>,
    /// The point changes that claimed scores come to, where they are all that is claimed of the money.
    pub booked: Option<SeatMap<i64>>,
    pub findings: &'a mut Vec<Finding>,
    pub coverage: &'a mut Coverage,
    /// The world that explains what the hand as recorded does not.
    pub accepted: Option<Accepted>,
    /// Whether more worlds were there than were tried.
    pub cut: bool,
    /// Whether the money claimed is that of the hand as recorded.
    pub pays: bool,
    /// Of how many payments or point changes what is claimed is not what is due by the hand as recorded.
    pub off: usize,
    /// Whether what is due hangs on events that are in doubt.
    pub in_doubt: bool,
    /// Whether a player leaves by the events, replayed or not.
    pub somebody_leaves: bool,
    /// Whether nobody will read what is found: other rules are tried.
    pub quiet: bool,
}

impl<'a> Against<'a> {
    /// Checks all claims; `worlds` are the hand's.
    pub(super) fn check(&mut self, claimed: &HandResult, worlds: Worlds<'_>) {
        self.paid_oneself(claimed);
        if !self.replayed.followed {
            self.coverage.missing(Question::Payments, "deal");
            // Where somebody may have left, what the house takes is not known.
            if claimed.outcome != Some(Outcome::Aborted) && !self.somebody_leaves {
                self.zero_sum(claimed, 0, None);
            }
            return;
        }
        self.look(claimed, worlds);
        let outcome = self.outcome(claimed);
        let winners = self.winners(claimed, outcome);
        if let Some(root) = outcome.or(winners) {
            self.look_as_named(claimed, root);
        }
        let values = self.values(claimed);
        self.money(claimed, values);
    }

    /// The hand as recorded.
    pub(super) fn facts(&self) -> Facts<'a> {
        Facts { rules: self.rules, replayed: self.replayed, ledger: self.ledger, next: self.next }
    }

    /// Takes the world that agrees with most claims, and of those the one of which the fewest payments differ, if it agrees with more
    /// than the hand as recorded; of several the first.
    fn look(&mut self, claimed: &HandResult, mut worlds: Worlds<'_>) {
        let recorded = self.agreement(claimed);
        if recorded.is_whole() {
            return;
        }
        self.off = if recorded.money { 0 } else { self.facts().off(claimed, self.booked) };
        let mut best = (recorded.count(), Reverse(self.off));
        for world in worlds.by_ref() {
            let facts = Facts { rules: self.rules, replayed: &world.replayed, ledger: &world.ledger, next: world.next };
            let agreement = facts.agreement(claimed, self.booked);
            let off = if agreement.money { 0 } else { facts.off(claimed, self.booked) };
            let agrees = (agreement.count(), Reverse(off));
            if agrees > best {
                best = agrees;
                self.accepted = Some(Accepted::of(world, (agreement, off), self.people));
            }
            if agreement.is_whole() {
                return;
            }
        }
        self.cut = worlds.is_cut();
    }

    /// How far the hand as recorded agrees. Money that cannot be worked out disagrees with nothing.
    fn agreement(&mut self, claimed: &HandResult) -> Agreement {
        let mut agreement = self.facts().agreement(claimed, self.booked);
        self.pays = agreement.money;
        agreement.winners &= !self.names_doubted(claimed);
        agreement.money |= self.replayed.birds_unknown
            || self.replayed.wild_unknown().is_some()
            || self.rules.missing(&self.replayed.table, &self.replayed.standing).is_some()
            || self.is_right_on_some_floor(claimed);
        agreement
    }

    /// Whether a winner is named whose win is false only by what was in doubt before: what agrees with it is no better than a world in which
    /// it stands.
    fn names_doubted(&self, claimed: &HandResult) -> bool {
        let follows = |at: usize| self.replayed.breaches.get(at).is_some_and(|breach| breach.because.is_some());
        let doubted =
            |seat: Seat| self.replayed.wins.iter().any(|seen| seen.seat == seat && seen.breach.is_some_and(follows));
        claimed.wins.iter().flatten().any(|win| doubted(win.seat))
    }

    /// The finding that explains a claim of this kind, if the world taken agrees with it.
    fn explains(&self, of: impl Fn(&Agreement) -> bool) -> Option<usize> {
        self.accepted.as_ref().filter(|accepted| of(&accepted.agreement)).map(|accepted| accepted.root)
    }

    /// A sentence, where somebody will read it.
    fn told(&self, words: impl FnOnce() -> Text) -> Text {
        if self.quiet { Text::default() } else { words() }
    }

    /// Adds a finding; one that the world taken explains says so. Returns the index of the one it goes back to.
    fn find(&mut self, mut finding: Finding) -> usize {
        if let (Some(root), Some(accepted)) = (finding.because, &self.accepted)
            && accepted.root == root
            && !self.quiet
        {
            finding = finding.if_only(&accepted.words);
        }
        let root = finding.because.unwrap_or(self.findings.len());
        self.findings.push(finding);
        root
    }

    fn outcome(&mut self, claimed: &HandResult) -> Option<usize> {
        let Some(outcome) = claimed.outcome else {
            self.coverage.missing(Question::Outcome, "result.outcome");
            return None;
        };
        self.coverage.checked(Question::Outcome, 1);
        let ended = self.facts().ended();
        if outcome == Outcome::Aborted {
            self.abort(claimed);
        }
        if outcome == ended || outcome == Outcome::Aborted && self.replayed.left() {
            return None;
        }
        let ((zh, en), (claimed_zh, claimed_en)) = (told(ended), told(outcome));
        let text = bilingual!(
            "照打牌的经过，这一局{zh}；记录的结果却是{claimed_zh}。",
            "by the play {en}; the recorded result is that {claimed_en}"
        );
        let finding = Finding::new(&course::OUTCOME, self.hand, text)
            .at_field("result/outcome")
            .values(word(outcome), word(ended))
            .because(self.explains(|of| of.outcome).or_else(|| self.cut_off()));
        Some(self.find(finding))
    }

    /// The breach by which events are missing at the end: how the hand ended is not known.
    fn cut_off(&self) -> Option<usize> {
        let breaches = &self.replayed.breaches;
        let at = breaches.iter().position(|breach| matches!(breach.what, What::Unfinished { .. }))?;
        breaches.get(at).and_then(|breach| breach.because).or(Some(at))
    }
}

impl Against<'_> {
    /// A hand that could have gone on, broken off though nobody left: what is claimed of its points cannot be verified. Where
    /// play stopped at a fault, or at what one put in doubt, that may be the cause.
    fn abort(&mut self, claimed: &HandResult) {
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
        let hands = doubts.hand.0.into_iter().flatten().min();
        let because = self.doubted.or(doubts.course).or(doubts.open).or(hands).or(last);
        let text = bilingual!(
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

/// Whether a false win was called and paid for just as the rules say, and nobody is named as a winner who is none.
pub(super) fn is_penalised(claimed: &HandResult, facts: Facts<'_>) -> bool {
    let standing = &facts.replayed.standing;
    let winners = claimed.wins.as_deref().unwrap_or_default();
    let paid = claimed.payments.is_some() || claimed.deltas.is_some();
    facts.is_penalised()
        && paid
        && facts.pays(claimed, None)
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
