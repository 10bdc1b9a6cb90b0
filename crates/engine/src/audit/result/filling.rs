//! The hand with values put in for what its log leaves out.
//!
//! Each missing field has a list of possible values. Every combination is settled, and the one that gives most claims
//! is judged in place of the hand as recorded. A claim that it does not give is wrong whatever the values were, alone
//! or together with the claims that it gives.
//!
//! Where the combinations are too many, fields that have limits are put in at these limits: a claim beyond the amounts
//! that they give is wrong whatever the values were, and every other claim stays unjudged.

use super::claimed::Claimed;
use super::claims::{Claims, Given};
use super::facts::Facts;
use crate::meter::Meter;
use crate::rules::{Missing, NextDealer, Open};
use crate::table::{Fill, Table};
use caipan_tiles::ledger::{Cause, Ledger, Net, Pair, Party};
use caipan_tiles::tile::SeatMap;
use smallvec::SmallVec;

/// Maximum settlements of one hand. A hand with more combinations is not judged.
const LIMIT: usize = Open::MOST;

/// Maximum settlements of a hand with more combinations, of which only the limits are tried.
const LIMITS: usize = 4 * LIMIT;

/// Maximum value of a number without a practical limit.
const HIGHEST: u32 = 64;

/// The work of settling a hand and comparing it with its claims.
const SETTLEMENT: usize = 16;

/// The best combination of values, and what the others give.
#[derive(Clone, Debug)]
pub(in crate::audit) struct Filling {
    /// The fields that the log leaves out.
    pub fields: SmallVec<[Missing; 2]>,
    /// The payments due by the best combination.
    pub ledger: Ledger,
    /// The next dealer by it.
    pub next: Option<NextDealer>,
    /// The claims that it gives.
    pub given: Given,
    /// The best combination.
    pub values: SmallVec<[Fill; 2]>,
    /// True if every combination leads to the same payments.
    pub is_certain: bool,
    /// True if some combinations were not tried.
    pub cut: bool,
    /// True if the amounts of the combinations not tried lie between those of the combinations tried.
    pub bounded: bool,
    /// The causes of the payments that the missing fields may move; all if empty.
    pub moves: Vec<&'static Cause>,
    /// If `bounded`: what each seat may have to pay each other, before what it gets back is taken off.
    payable: Payable,
    /// The payments due by each combination tried, without repetition, with the claims about money that it gives.
    /// Complete only if the best one contradicts a claim.
    pub all: Vec<(Net, Claims)>,
}

impl Filling {
    /// The payments of a hand that leaves out no other field.
    pub fn of(ledger: &Ledger, next: Option<NextDealer>, given: Given) -> Filling {
        let all = vec![(ledger.net(), given.given.and(Claims::MONEY))];
        Filling {
            fields: SmallVec::new(),
            ledger: ledger.clone(),
            next,
            given,
            values: SmallVec::new(),
            is_certain: true,
            cut: false,
            bounded: false,
            moves: Vec::new(),
            payable: Payable::default(),
            all,
        }
    }

    /// The first field that the log leaves out.
    pub fn field(&self) -> Option<Missing> {
        self.fields.first().copied()
    }

    /// True if no missing field moves a payment for this cause.
    pub fn leaves(&self, cause: &'static Cause) -> bool {
        !self.moves.is_empty() && !self.moves.iter().any(|moved| std::ptr::eq(*moved, cause))
    }

    /// Returns the amounts that may be due from the first seat of a pair to the second, with repetitions.
    pub fn due(&self, pair: Pair) -> impl Iterator<Item = i64> {
        self.all.iter().map(move |(net, _)| net.at(pair))
    }

    /// If `bounded`: returns the least and the greatest amount that may be due from the first seat of a pair to the second.
    pub fn payable(&self, pair: Pair) -> Option<(i64, i64)> {
        self.payable.between(pair)
    }

    /// Returns the smallest set of claims about money that no combination gives together.
    pub fn conflict(&self) -> Claims {
        let fits = |set: &Claims| self.all.iter().any(|(_, given)| given.has(*set));
        let judged = self.given.judged;
        // Point changes follow from payments; they are compared with them elsewhere.
        let claims =
            if judged.and(Claims::PAIRS).is_empty() { judged.and(Claims::MONEY) } else { judged.and(Claims::PAIRS) };
        claims.subsets().into_iter().find(|set| !fits(set)).unwrap_or_default()
    }
}

/// The least and the greatest amount that each seat pays each other in the settlements tried.
#[derive(Clone, Copy, Debug, Default)]
struct Payable(Option<[[(i64, i64); 4]; 4]>);

impl Payable {
    /// Adds a settlement.
    fn add(&mut self, ledger: &Ledger) {
        let mut paid = [[0i64; 4]; 4];
        for flow in ledger.flows() {
            if let (Party::Seat(from), Party::Seat(to)) = (flow.from, flow.to) {
                let points = &mut paid[from.index()][to.index()];
                *points = points.saturating_add(flow.points);
            }
        }
        let all = self.0.get_or_insert(paid.map(|row| row.map(|points| (points, points))));
        for ((least, most), points) in all.iter_mut().flatten().zip(paid.into_iter().flatten()) {
            (*least, *most) = ((*least).min(points), (*most).max(points));
        }
    }

    /// Returns the least and the greatest net amount from the first seat to the second. What the two pay each other
    /// grows with the same fields, so that the net amount may be greatest between their limits.
    fn between(&self, pair: Pair) -> Option<(i64, i64)> {
        let (all, (a, b)) = (self.0?, pair.seats());
        let ((least, most), (back_least, back_most)) = (all[a.index()][b.index()], all[b.index()][a.index()]);
        Some((least.saturating_sub(back_most), most.saturating_sub(back_least)))
    }
}

/// Settles the hand with every combination of values for what its log leaves out. `None` if it leaves out nothing.
/// `ends`: the next dealer follows from the hand.
pub(in crate::audit) fn fill(
    facts: Facts<'_>,
    ends: bool,
    claimed: &Claimed<'_>,
    meter: &Meter<'_>,
) -> Option<Filling> {
    let Facts { rules, replayed, .. } = facts;
    let mut open = if facts.ledger.lines().is_empty() && replayed.standing.is_empty() {
        SmallVec::new()
    } else {
        rules.left_open(&replayed.table, &replayed.standing)
    };
    if open.is_empty() {
        return None;
    }
    let fields = open.iter().map(|open| open.field).collect();
    let all_named = open.iter().all(|open| !open.moves.is_empty());
    let moves = if all_named { open.iter().flat_map(|open| open.moves).copied().collect() } else { Vec::new() };
    // Payments of earlier hands are claims: they may narrow the floor down, but they do not make it known.
    let mut narrowed = false;
    for open in &mut open {
        narrowed |= facts.lasting.narrow(open);
    }
    // The field that rises comes last: its values are solved for each combination of the others.
    open.sort_by_key(|open| (open.rises.is_some(), open.values.len()));
    let combinations = |open: &[Open]| open.iter().fold(1usize, |all, open| all.saturating_mul(open.values.len()));
    let partial = open.iter().any(|open| open.partial && open.limits.is_empty());
    let cut = partial || combinations(&open) > LIMIT;
    if cut {
        for open in open.iter_mut().filter(|open| !open.limits.is_empty()) {
            open.values = std::mem::take(&mut open.limits);
        }
    }
    let bounded = cut && !partial && combinations(&open) <= LIMITS;
    let mut search = Search {
        facts,
        ends,
        claimed,
        meter,
        table: replayed.table.clone(),
        best: None,
        values: SmallVec::new(),
        all: Vec::new(),
        payable: Payable::default(),
        stopped: false,
        bounded,
    };
    if cut && !bounded {
        search.settle();
    } else {
        search.each(&open);
    }
    let Search { best, all, payable, .. } = search;
    let is_certain = (!cut || bounded) && !narrowed && all.len() == 1;
    Some(Filling { fields, is_certain, cut, bounded, moves, payable, all, ..best?.0 })
}

/// The search over all combinations.
struct Search<'a> {
    facts: Facts<'a>,
    ends: bool,
    claimed: &'a Claimed<'a>,
    meter: &'a Meter<'a>,
    table: Table,
    /// The best combination, and how far its amounts are from the claimed ones.
    best: Option<(Filling, u64)>,
    /// The values in the table.
    values: SmallVec<[Fill; 2]>,
    all: Vec<(Net, Claims)>,
    payable: Payable,
    /// True once one combination gives everything and another leads to other payments, or the audit is stopped.
    stopped: bool,
    /// True if only limits are tried.
    bounded: bool,
}

impl Search<'_> {
    /// Tries every combination of values for these fields.
    fn each(&mut self, open: &[Open]) {
        let Some((field, rest)) = open.split_first() else {
            self.settle();
            return;
        };
        if let Some(put) = field.rises {
            return self.rise(put);
        }
        for value in &field.values {
            if self.stopped {
                return;
            }
            self.table.fill(value);
            self.values.push(value.clone());
            self.each(rest);
            self.values.pop();
        }
    }

    /// Tries 1, 2, the highest value, and every value by which a claimed payment or point change would be right.
    fn rise(&mut self, put: fn(u32) -> Fill) {
        let at = |search: &mut Self, value: u32| {
            search.table.fill(&put(value));
            search.values.push(put(value));
            let settled = search.settle();
            search.values.pop();
            settled
        };
        let (first, second) = (at(self, 1), at(self, 2));
        let Claimed { paid, gains, .. } = self.claimed;
        let of_pairs = paid.iter().flat_map(|paid| Pair::ALL.map(|pair| (paid.net.at(pair), pair)));
        let of_pairs = of_pairs.map(|(claim, pair)| (claim, first.0.at(pair), second.0.at(pair)));
        let of_gains = gains.iter().flat_map(|gains| gains.0.into_iter().zip(first.1.0).zip(second.1.0));
        let mut values: SmallVec<[u32; 8]> = of_pairs
            .chain(of_gains.map(|((claim, first), second)| (claim, first, second)))
            .filter_map(|(claim, first, second)| {
                let steps = claim.checked_sub(first)?.checked_div(second.checked_sub(first)?)?;
                u32::try_from(steps.checked_add(1)?).ok().filter(|value| (3..HIGHEST).contains(value))
            })
            .chain([HIGHEST])
            .collect();
        values.sort_unstable();
        values.dedup();
        for value in values {
            if self.stopped {
                return;
            }
            at(self, value);
        }
    }

    /// Settles the table as it is, and keeps it if it gives most claims.
    fn settle(&mut self) -> (Net, SeatMap<i64>) {
        let Facts { rules, replayed, .. } = self.facts;
        let goes_on = self.meter.spend(SETTLEMENT);
        let ledger = rules.settle(&self.table, &replayed.standing);
        let next = rules.next_dealer(&self.table, &replayed.standing).filter(|_| self.ends);
        let facts = Facts { ledger: &ledger, next, ..self.facts };
        let given = facts.given(self.claimed);
        let result = (ledger.net(), self.claimed.taken.gains(&ledger));
        let money = given.given.and(Claims::MONEY);
        if !self.all.contains(&(result.0, money)) {
            self.all.push((result.0, money));
        }
        if self.bounded {
            self.payable.add(&ledger);
        }
        let away = if self.bounded { self.away(&result) } else { 0 };
        let is_better = |(best, least): &(Filling, u64)| {
            let (more, most) = (given.given.count(), best.given.given.count());
            more > most || more == most && away < *least
        };
        if self.best.as_ref().is_none_or(is_better) {
            let filling = Filling { values: self.values.clone(), ..Filling::of(&ledger, next, given) };
            self.best = Some((filling, away));
        }
        let is_whole = self.best.as_ref().is_some_and(|(best, _)| best.given.is_whole());
        self.stopped = !goes_on || is_whole && self.all.len() > 1 && !self.bounded;
        result
    }

    /// The points between these amounts and the claimed ones, all told.
    fn away(&self, (net, balance): &(Net, SeatMap<i64>)) -> u64 {
        let Claimed { paid, gains, .. } = self.claimed;
        let of_pairs = paid.iter().flat_map(|paid| Pair::ALL.map(|pair| paid.net.at(pair).abs_diff(net.at(pair))));
        let of_gains = gains.iter().flat_map(|gains| gains.0.into_iter().zip(balance.0)).map(|(a, b)| a.abs_diff(b));
        of_pairs.chain(of_gains).fold(0, u64::saturating_add)
    }
}
