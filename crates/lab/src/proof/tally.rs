//! The figures of the proof: sums of counts, so that blocks can be added in any order.

use crate::generate::faults::Fault;
use caipan_engine::audit::{Finding, checks};
use caipan_engine::rules::System;
use caipan_log::GameLog;
use caipan_tiles::clause::Clause;
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;

/// Maximum number of troubles kept with their logs.
const TROUBLES: usize = 10;

/// The outcomes of the faults of one code.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Row {
    /// Injected into clean matches, one at a time.
    pub injected: u64,
    /// Found as exactly one primary finding with the label's code, hand, event and seat. A deviation by house rule may
    /// have several findings of one kind, but its option must be named: as the explanation, or as a possible one if a
    /// single hand is too little evidence.
    pub found: u64,
    /// Found with the right code, but at another place or with other findings beside it.
    pub elsewhere: u64,
    /// Reported under other codes only.
    pub otherwise: u64,
    /// Not found.
    pub missed: u64,
}

/// The number of times that a clause counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Seen {
    /// In clean games: payments, patterns, deals and flips that rest on it.
    pub applied: u64,
    /// In clean games: actions that the tiles allow and the clause forbids (counted in every eighth game).
    pub refused: u64,
    /// In games with a fault: findings that cite it.
    pub cited: u64,
}

/// A game whose audit did not give the expected result.
#[derive(Clone, Debug)]
pub struct Trouble {
    /// The injected fault; `None` for a false alarm.
    pub fault: Option<Fault>,
    /// The match.
    pub log: GameLog,
    /// The primary findings.
    pub found: Vec<Finding>,
}

/// The figures of some games.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Tally {
    /// The number of clean matches played and audited.
    pub games: u64,
    /// The number of their hands.
    pub hands: u64,
    /// The number of their events.
    pub events: u64,
    /// The number of false alarms: clean matches, in full or redacted, in which something was found.
    pub alarms: u64,
    /// The number of matches with one fault each.
    pub faulty: u64,
    /// The number of causes of wrong money that were named as certain.
    pub causes: u64,
    /// The number of those that had not happened.
    pub wrong_causes: u64,
    /// The outcomes by code of the fault.
    pub codes: BTreeMap<&'static str, Row>,
    /// The number of injected faults by kind: code and name.
    #[serde(serialize_with = "by_code")]
    pub kinds: BTreeMap<(&'static str, &'static str), u64>,
    /// The counts by clause.
    pub clauses: BTreeMap<&'static str, Seen>,
    /// The number of valid wins and declared initial wins by pattern.
    pub patterns: BTreeMap<&'static str, u64>,
    /// The number of events by type and of hands by ending.
    pub moments: BTreeMap<&'static str, u64>,
    /// The first games whose audit did not give the expected result.
    #[serde(skip)]
    pub troubles: Vec<Trouble>,
}

impl Tally {
    /// Adds the figures of other games.
    pub fn add(&mut self, other: Tally) {
        self.games += other.games;
        self.hands += other.hands;
        self.events += other.events;
        self.alarms += other.alarms;
        self.faulty += other.faulty;
        self.causes += other.causes;
        self.wrong_causes += other.wrong_causes;
        for (code, row) in other.codes {
            let sum = self.codes.entry(code).or_default();
            sum.injected += row.injected;
            sum.found += row.found;
            sum.elsewhere += row.elsewhere;
            sum.otherwise += row.otherwise;
            sum.missed += row.missed;
        }
        for (clause, seen) in other.clauses {
            let sum = self.clauses.entry(clause).or_default();
            sum.applied += seen.applied;
            sum.refused += seen.refused;
            sum.cited += seen.cited;
        }
        add(&mut self.kinds, other.kinds);
        add(&mut self.patterns, other.patterns);
        add(&mut self.moments, other.moments);
        other.troubles.into_iter().for_each(|trouble| self.add_trouble(trouble));
    }

    /// True if every fault was found in its place, and there was no false alarm and no false cause.
    pub fn holds(&self) -> bool {
        self.alarms == 0 && self.wrong_causes == 0 && self.codes.values().all(|row| row.found == row.injected)
    }

    /// The codes, clauses and patterns that never occurred, except those that the system declares as never occurring.
    /// With `rooms`, the clauses and patterns of the market rule book; without, all others, because presets use none of
    /// those.
    pub fn silent(&self, system: &System, rooms: bool) -> Vec<&'static str> {
        let never: Vec<&str> = system.impossible().map(|never| never.id).collect();
        let codes = checks::all()
            .map(|check| check.code)
            .filter(|code| !rooms && !DECLARED.contains(code) && !self.codes.contains_key(code));
        let clauses = system.clauses.iter().filter(|clause| is_market(clause) == rooms).map(|clause| clause.id);
        let patterns = system.patterns.iter().filter(|pattern| is_market(pattern.clause) == rooms);
        let patterns = patterns.map(|pattern| pattern.id).filter(|id| !self.patterns.contains_key(id));
        let clauses = clauses.filter(|id| !self.clauses.contains_key(id));
        codes.chain(clauses).chain(patterns).filter(|id| !never.contains(id)).collect()
    }

    /// The codes and clauses that occurred although the system declares that they never do.
    pub fn unforeseen(&self, system: &System) -> Vec<&'static str> {
        let seen = |id: &str| self.codes.contains_key(id) || self.clauses.contains_key(id);
        system.impossible().map(|never| never.id).filter(|id| seen(id)).collect()
    }

    pub(super) fn add_trouble(&mut self, trouble: Trouble) {
        if self.troubles.len() < TROUBLES {
            self.troubles.push(trouble);
        }
    }
}

/// Checks that only a declaration raises which no played match makes: rules that the program does not know, one account in
/// two seats, hidden tiles, shown hands, an exchange left out, and money of the house.
const DECLARED: [&str; 8] = ["A013", "A014", "A015", "A016", "A713", "A714", "A716", "A717"];

/// True for a clause of the market rule book, whose options the presets leave off.
fn is_market(clause: &Clause) -> bool {
    clause.section.starts_with("market")
}

fn add<K: Ord>(sums: &mut BTreeMap<K, u64>, counts: BTreeMap<K, u64>) {
    for (key, count) in counts {
        *sums.entry(key).or_default() += count;
    }
}

/// Serialises kinds as names nested under codes, because keys must be strings.
fn by_code<S: Serializer>(kinds: &BTreeMap<(&str, &str), u64>, serializer: S) -> Result<S::Ok, S::Error> {
    let mut codes: BTreeMap<&str, BTreeMap<&str, u64>> = BTreeMap::new();
    for (&(code, name), &injected) in kinds {
        codes.entry(code).or_default().insert(name, injected);
    }
    codes.serialize(serializer)
}
