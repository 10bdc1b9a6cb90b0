//! Scores one case with engine and oracle and compares winners, patterns, birds, payments and the next dealer.

use super::bridge::{self, names, seat, tiles};
use crate::oracle::changsha::cases::Case;
use crate::oracle::changsha::course::{Ending, next_dealer};
use crate::oracle::changsha::settle::{End, Payments, settle};
use crate::oracle::changsha::win::{Outcome, Situation};
use caipan_engine::rules::{self, Ruleset, Won};
use caipan_engine::table::Table;
use caipan_tiles::ledger::{Ledger, Party};
use std::collections::BTreeMap;

/// Counts of what was compared.
#[derive(Debug, Default)]
pub struct Tally {
    pub wins: usize,
    pub refused: usize,
    /// Number of wins by pattern and by combination of patterns.
    pub patterns: BTreeMap<&'static str, usize>,
    pub combinations: BTreeMap<Vec<&'static str>, usize>,
    /// Number of hands by winners, by birds turned up, and with openings.
    pub winners: [usize; 4],
    pub birds: [usize; 4],
    pub openings: usize,
    pub dealers: [usize; 5],
}

impl Tally {
    fn won(&mut self, names: Vec<&'static str>) {
        self.wins += 1;
        let mut seen = "";
        for &name in &names {
            if name != seen {
                *self.patterns.entry(name).or_insert(0) += 1;
            }
            seen = name;
        }
        *self.combinations.entry(names).or_insert(0) += 1;
    }

    pub fn of(&self, pattern: &str) -> usize {
        self.patterns.get(pattern).copied().unwrap_or(0)
    }

    /// Number of wins with exactly these patterns, in any order.
    pub fn together(&self, patterns: &str) -> usize {
        let mut names: Vec<&str> = patterns.split(' ').collect();
        names.sort_unstable();
        self.combinations.iter().filter(|(combination, _)| **combination == names).map(|(_, number)| number).sum()
    }
}

/// Panics with the case if the two disagree.
pub fn compare(ruleset: &Ruleset, case: &Case, tally: &mut Tally) {
    let rules = &ruleset.rules;
    let mut table = bridge::table(case);
    let outcomes = case.outcomes();
    let mut wins = Vec::with_capacity(outcomes.len());
    for ((claimant, _), outcome) in case.claims.iter().zip(&outcomes) {
        wins.extend(judged(ruleset, case, &table, *claimant, outcome.as_ref(), tally));
    }

    let end = case.end();
    let birds = rules.birds_due(&table, &wins);
    let turned = birds.as_ref().and_then(|birds| birds.tiles().cloned()).unwrap_or_default();
    assert_eq!(turned, tiles(&end.birds), "birds of {case:?}");
    assert_eq!(birds.as_ref().map_or(0, |birds| birds.count), turned.len(), "number of birds of {case:?}");
    table.birds = birds.map(|_| turned);

    let ledger = rules.settle(&table, &wins);
    same_payments(&ledger, &settle(&case.house, case.profile, &end), &format_args!("{case:?}"));
    let next = rules.next_dealer(&table, &wins).map(|next| next.seat);
    let expected = ending(case, &end).and_then(|ending| next_dealer(&case.house, case.dealer, &ending)).map(seat);
    // winners on different turned tiles did not win on one.
    let on_one = wins.len() < 2 || wins[0].tiles.iter().any(|tile| wins.iter().all(|won| won.tiles.contains(tile)));
    let ends = case.house.initial_hu_ends_hand && !end.openings.is_empty();
    let expected = expected.filter(|_| on_one || ends);
    assert_eq!(next, expected, "next dealer of {case:?}");

    tally.winners[wins.len()] += 1;
    tally.birds[end.birds.len().min(3)] += 1;
    tally.openings += usize::from(!end.openings.is_empty());
    tally.dealers[next.map_or(4, caipan_tiles::tile::Seat::index)] += 1;
}

/// Judges one claim. Returns the win if both accept it.
fn judged(
    ruleset: &Ruleset,
    case: &Case,
    table: &Table,
    claimant: usize,
    outcome: Option<&Outcome>,
    tally: &mut Tally,
) -> Option<Won> {
    let claimant = seat(claimant);
    let facts = rules::WinCandidate::at(table, claimant).unwrap_or_else(|| panic!("no chance to win in {case:?}"));
    let (won, outcome) = match (ruleset.rules.judge(&facts), outcome) {
        (Ok(won), Some(outcome)) => (won, outcome),
        (Err(_), None) => {
            tally.refused += 1;
            return None;
        }
        (engine, oracle) => panic!("engine: {engine:?}\noracle: {oracle:?}\n{case:?}"),
    };
    let mut expected = outcome.patterns.clone();
    expected.sort_unstable();
    assert_eq!(names(&won), expected, "patterns of {case:?}");
    assert_eq!(won.value, i64::from(outcome.units), "units of {case:?}");
    assert_eq!((won.seat, won.from), (claimant, case.payer.map(seat)), "{case:?}");
    if !facts.chance.source.is_own() {
        let waits = ruleset.rules.waits(table, claimant);
        assert!(won.tiles.iter().all(|&tile| waits.contains(tile)), "{waits:?} lacks a winning tile of {case:?}");
    }
    if case.situation == Situation::LastDraw {
        // The last tile wins alike, shown or still in hand.
        let mut shown = table.clone();
        shown.show_last(claimant, won.tiles[0]);
        let again = rules::WinCandidate::at(&shown, claimant).map(|facts| ruleset.rules.judge(&facts));
        assert!(again.is_some_and(|again| again.is_ok_and(|again| names(&again) == expected)), "shown: {case:?}");
    }
    tally.won(expected);
    Some(won)
}

/// Compares gross payments by ordered pair, net payments by pair, and balances. With the house they sum to zero.
pub fn same_payments(ledger: &Ledger, expected: &Payments, case: &std::fmt::Arguments<'_>) {
    let mut paid: Payments = [[0; 4]; 4];
    for line in ledger.lines() {
        match (line.from, line.to) {
            (Party::Seat(from), Party::Seat(to)) => paid[from.index()][to.index()] += line.sum.value(),
            _ => panic!("the house has no part in a win: {line:?} of {case}"),
        }
    }
    assert_eq!(paid, *expected, "payments of {case}");
    let net = ledger.net();
    let balance = ledger.balance().0;
    for (a, balance) in balance.into_iter().enumerate() {
        let owed = |b: usize| (net.paid(seat(a), seat(b)), expected[a][b] - expected[b][a]);
        for (b, (net, expected)) in (0..4).map(owed).enumerate() {
            assert_eq!(net, expected, "net between {a} and {b} of {case}");
        }
        assert_eq!(balance, -(0..4).map(|b| owed(b).0).sum::<i64>(), "balance of {a} of {case}");
    }
    assert_eq!(balance.iter().sum::<i64>() + ledger.house(), 0, "balance of {case}");
}

/// The ending of a case for the next dealer; `None` if the case does not determine it.
fn ending(case: &Case, end: &End) -> Option<Ending> {
    let mut winners: Vec<usize> = end.wins.iter().map(|win| win.seat).collect();
    if case.house.initial_hu_ends_hand && !end.openings.is_empty() {
        let openers = end.openings.iter().map(|(seat, _)| *seat);
        openers.for_each(|seat| {
            if !winners.contains(&seat) {
                winners.push(seat);
            }
        });
        return Some(Ending::Opened { winners, birds: end.birds.clone() });
    }
    if !winners.is_empty() {
        return Some(Ending::Won { winners, payer: case.payer });
    }
    let taker = case.payer.or_else(|| case.claims.first().map(|(seat, _)| *seat))?;
    matches!(case.situation, Situation::LastDraw | Situation::LastDiscard).then_some(Ending::SeabedTaken { by: taker })
}
