//! The cause of wrong payments: which usual mistake turns the payments due into those claimed.
//!
//! A payment that names its cause although nothing is due for it has a reason of the settlement (`unpaid`): its facts
//! hold, whatever the amount. Otherwise a mistake is named if it explains every claimed amount exactly, and contradicts no
//! cause that a payment names. If several do, the simplest is named as a guess.

mod facts;
mod flows;
mod kinds;
mod named;
mod scope;
mod unpaid;

use super::ClaimCheck;
use crate::rules::{MistakeWords, Rank, Rules, Won};
use crate::table::Table;
use caipan_log::{Payment, People};
use caipan_tiles::bilingual;
use caipan_tiles::clause::Clause;
use caipan_tiles::ledger::{Ledger, Net, Pairs};
use caipan_tiles::text::{SEAM, Text};
use caipan_tiles::tile::{Seat, SeatMap};
use flows::{Flow, balance, net_of};
use named::Named;
use smallvec::SmallVec;
use unpaid::Unpaid;

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
    /// The clauses of further reasons.
    pub others: SmallVec<[&'static Clause; 1]>,
    /// The option that decides it, if one does.
    pub option: Option<&'static str>,
    /// True if it follows from facts of the hand and from the causes that the payments name.
    pub is_certain: bool,
    /// The sentence, with no full stop.
    pub text: Text,
}

/// Finds what explains the claimed money: reasons of the settlement or a mistake.
fn explain(
    settled: Settled<'_>,
    claimed: &WrongMoney<'_>,
    unpaid: Option<&Unpaid>,
    people: &People,
) -> Option<ExplainedBy> {
    let Some(unpaid) = unpaid else { return slip(settled, claimed, people).map(|(_, slip)| slip) };
    if unpaid.is_all && unpaid.is_certain() {
        return unpaid.told();
    }
    let slip = slip(settled, claimed, people);
    let is_first = unpaid.is_all && (unpaid.is_whole() || unpaid.is_single());
    match slip {
        Some((rank, slip)) if rank == Rank::Rule || !is_first => Some(slip),
        // Amounts that are too high beside other wrong money have a cause of their own.
        None if !unpaid.is_all && !unpaid.is_whole() => None,
        _ => unpaid.told(),
    }
}

/// Finds the mistake that explains the claimed money, with its rank.
fn slip(settled: Settled<'_>, claimed: &WrongMoney<'_>, people: &People) -> Option<(Rank, ExplainedBy)> {
    let mut fitting = facts::of_hand(settled);
    fitting.extend(kinds::of_lines(settled.ledger, settled.wins, settled.table.seats));
    fitting.retain(|candidate| claimed.is_explained_by(&candidate.flows));
    // Payments that name their causes tell mistakes apart that move the same points.
    let named = match claimed {
        WrongMoney::Payments(_, Some(payments)) => Named::of(settled.rules.system(), payments),
        _ => Named::default(),
    };
    let due = flows::flows(settled.ledger);
    fitting.retain(|candidate| named.allows(&candidate.flows, &due));
    // A win on a discard that all three paid was paid like a self-draw: one mistake, said the simpler way.
    if fitting.iter().any(|candidate| candidate.id == "all-paid") {
        fitting.retain(|candidate| candidate.id != "discard-as-self-draw");
    }
    fitting.sort_by_key(|candidate| candidate.rank);
    // One wrong amount is no proof of a cause: another mistake, or none, leads to it too. Amounts alone do not say what
    // was paid for, so without causes several must show the seat that paid or received in another's place.
    let several = match claimed {
        WrongMoney::Payments(net, _) => net.differs(&settled.ledger.net()).len() > 1,
        WrongMoney::Deltas(_) => false,
    };
    let is_seat = fitting.first().is_some_and(|first| first.rank == Rank::Seat);
    let is_certain = fitting.len() == 1 && several && (named.is_all || is_seat);
    let Candidate { id, rank, clause, words, .. } = fitting.into_iter().next()?;
    Some((rank, ExplainedBy { id, clause, others: SmallVec::new(), option: None, is_certain, text: words(people) }))
}

impl WrongMoney<'_> {
    fn is_explained_by(&self, flows: &[Flow]) -> bool {
        match self {
            WrongMoney::Payments(claimed, _) => net_of(flows) == **claimed,
            WrongMoney::Deltas(claimed) => balance(flows) == **claimed,
        }
    }
}

impl ClaimCheck<'_> {
    /// Returns what turns the payments due into those claimed. Where a fact is uncertain or left out, it is a guess.
    pub(super) fn mistake(&self, due: &Ledger, claimed: &WrongMoney<'_>, wrong: Pairs) -> Option<ExplainedBy> {
        if self.quiet {
            return None;
        }
        let asked = self.facts.rules.asked();
        let read = asked.take();
        let (table, wins) = (self.filled(), self.facts.replayed.standing.as_slice());
        let settled = Settled { rules: self.facts.rules, table: &table, wins, ledger: due };
        let unpaid = match claimed {
            WrongMoney::Payments(net, _) => self.unpaid(settled, wrong, |from, to| net.paid(from, to)),
            WrongMoney::Deltas(_) => None,
        };
        let found = explain(settled, claimed, unpaid.as_ref(), self.people);
        // An option that only a mistake depends on decides nothing.
        asked.take();
        asked.note(read);
        found.map(|found| ExplainedBy { is_certain: found.is_certain && self.is_sure(due), ..found })
    }

    /// Returns the reasons why payments for causes between these pairs are not due, although their sums are right.
    pub(super) fn reasons(&self, due: &Ledger, wrong: Pairs) -> Option<ExplainedBy> {
        if self.quiet {
            return None;
        }
        let asked = self.facts.rules.asked();
        let read = asked.take();
        let (table, wins) = (self.filled(), self.facts.replayed.standing.as_slice());
        let settled = Settled { rules: self.facts.rules, table: &table, wins, ledger: due };
        let net = due.net();
        let found = self.unpaid(settled, wrong, |from, to| net.paid(from, to)).and_then(|unpaid| unpaid.told());
        asked.take();
        asked.note(read);
        found.map(|found| ExplainedBy { is_certain: found.is_certain && self.is_sure(due), ..found })
    }

    /// Returns the reasons of the settlement, unless the payments due rest on more than the table.
    fn unpaid(&self, settled: Settled<'_>, wrong: Pairs, claimed: impl Fn(Seat, Seat) -> i64) -> Option<Unpaid> {
        let Settled { rules, table, wins, ledger } = settled;
        let payments = self.claimed.result.payments.as_deref().filter(|_| !rules.system().reasons.is_empty())?;
        let (explained, due) = (rules.explain(table, wins), ledger.net());
        let over = |from: Seat, to: Seat| claimed(from, to).saturating_sub(due.paid(from, to));
        (explained.net() == due).then(|| Unpaid::of(rules.system(), &explained, payments, wrong, over))
    }

    /// True if neither doubt, nor a missing field, nor an unknown rule touches what is due.
    fn is_sure(&self, due: &Ledger) -> bool {
        let is_known = !self.in_doubt && self.due.filling.is_none() && self.due.moved.is_none();
        is_known && std::ptr::eq(due, self.due.ledger)
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
