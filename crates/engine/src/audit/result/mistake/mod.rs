//! The cause of wrong payments: which usual mistake turns the payments due into those claimed.
//!
//! A mistake is named only if it explains every claimed amount exactly. If several do, the simplest is named as a
//! guess.

mod facts;
mod flows;
mod kinds;
mod scope;

use super::ClaimCheck;
use super::net::net;
use crate::rules::{MistakeWords, Rank, Rules, Won};
use crate::table::Table;
use caipan_log::{Payment, People};
use caipan_tiles::bilingual;
use caipan_tiles::clause::Clause;
use caipan_tiles::ledger::{Cause, Ledger, Net};
use caipan_tiles::text::{SEAM, Text};
use caipan_tiles::tile::SeatMap;
use flows::{Flow, balance, net_of};

/// A mistake with the payments that it leads to.
struct Candidate {
    id: &'static str,
    rank: Rank,
    clause: &'static Clause,
    flows: Vec<Flow>,
    words: MistakeWords,
}

/// The claimed money that a mistake has to explain.
pub(super) enum WrongMoney<'a> {
    /// The net payments between seats, and the payments themselves if all of them count.
    Payments(&'a Net, Option<&'a [Payment]>),
    /// The point changes, with nothing about who pays whom.
    Deltas(&'a SeatMap<i64>),
}

/// The hand whose payments are wrong.
#[derive(Clone, Copy)]
struct Settled<'a> {
    rules: &'a dyn Rules,
    table: &'a Table,
    wins: &'a [Won],
    ledger: &'a Ledger,
}

/// The mistake that explains the claimed money.
#[derive(Clone, Debug)]
pub struct ExplainedBy {
    /// Its id.
    pub id: &'static str,
    /// The clause that says what is right.
    pub clause: &'static Clause,
    /// True if no other mistake explains the same money.
    pub is_certain: bool,
    /// The sentence, with no full stop.
    pub text: Text,
}

/// Finds the mistake that explains the claimed money.
fn explain(settled: Settled<'_>, claimed: &WrongMoney<'_>, people: &People) -> Option<ExplainedBy> {
    let mut fitting = facts::of_hand(settled);
    fitting.extend(kinds::of_lines(settled.ledger, settled.wins, settled.table.seats));
    fitting.retain(|candidate| claimed.is_explained_by(&candidate.flows));
    // Payments that name their causes tell mistakes apart that move the same points.
    if let WrongMoney::Payments(_, Some(payments)) = claimed
        && let Some(named) = by_cause(settled.rules.system().causes, payments)
    {
        let same = |candidate: &Candidate| agrees_by_cause(settled.rules.system().causes, &named, &candidate.flows);
        if fitting.iter().any(same) {
            fitting.retain(same);
        }
    }
    // A win on a discard that all three paid was paid like a self-draw: one mistake, said the simpler way.
    if fitting.iter().any(|candidate| candidate.id == "all-paid") {
        fitting.retain(|candidate| candidate.id != "discard-as-self-draw");
    }
    fitting.sort_by_key(|candidate| candidate.rank);
    // Point changes do not say who paid whom, so even the only mistake that fits is a guess.
    let is_certain = fitting.len() == 1 && matches!(claimed, WrongMoney::Payments(..));
    let Candidate { id, clause, words, .. } = fitting.into_iter().next()?;
    Some(ExplainedBy { id, clause, is_certain, text: words(people) })
}

impl WrongMoney<'_> {
    fn is_explained_by(&self, flows: &[Flow]) -> bool {
        match self {
            WrongMoney::Payments(claimed, _) => net_of(flows) == **claimed,
            WrongMoney::Deltas(claimed) => balance(flows) == **claimed,
        }
    }
}

/// The gain of each seat for each cause, in the order of the causes; `None` if a payment names no known cause.
fn by_cause(causes: &[&'static Cause], payments: &[Payment]) -> Option<Vec<SeatMap<i64>>> {
    let is = |payment: &Payment, cause: &Cause| payment.cause.as_deref().is_some_and(|name| cause.is_called(name));
    if payments.iter().any(|payment| !causes.iter().any(|cause| is(payment, cause))) {
        return None;
    }
    Some(causes.iter().map(|cause| net(payments.iter().filter(|payment| is(payment, cause))).gains()).collect())
}

fn agrees_by_cause(causes: &[&'static Cause], named: &[SeatMap<i64>], flows: &[Flow]) -> bool {
    causes.iter().zip(named).all(|(cause, claimed)| {
        let of_cause: Vec<Flow> = flows.iter().filter(|flow| flow.cause.id == cause.id).copied().collect();
        net_of(&of_cause).gains() == *claimed
    })
}

impl ClaimCheck<'_> {
    /// Returns the mistake that turns the payments due into those claimed. Where a fact is uncertain or left out, it is
    /// a guess.
    pub(super) fn mistake(&self, due: &Ledger, claimed: &WrongMoney<'_>) -> Option<ExplainedBy> {
        if self.quiet {
            return None;
        }
        let asked = self.facts.rules.asked();
        let read = asked.take();
        let (table, wins) = (self.filled(), self.facts.replayed.standing.as_slice());
        let found =
            explain(Settled { rules: self.facts.rules, table: &table, wins, ledger: due }, claimed, self.people);
        // An option that only a mistake depends on decides nothing.
        asked.take();
        asked.note(read);
        let is_sure = !self.in_doubt && self.due.filling.is_none() && std::ptr::eq(due, self.due.ledger);
        found.map(|found| ExplainedBy { is_certain: found.is_certain && is_sure, ..found })
    }
}

/// Returns the sentence about a mistake, to come before the amounts.
pub(super) fn mistake_in_words(mistake: Option<&ExplainedBy>) -> Text {
    match mistake {
        None => Text::default(),
        Some(ExplainedBy { is_certain: true, text: Text { zh, en }, .. }) => bilingual!("{zh}。", "{en}: "),
        Some(ExplainedBy { text: Text { zh, en }, .. }) => bilingual!("多半是{SEAM}{zh}。", "probably {en}: "),
    }
}
