//! The figures: sums of counts, so that blocks add up in any order.

use crate::generate::faults::Fault;
use caipan_engine::audit::{Finding, checks};
use caipan_engine::rules::System;
use caipan_log::GameLog;
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;

/// Troubles kept with their logs.
const TROUBLES: usize = 10;

/// Faults of one code.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Row {
    /// Put into clean matches, one at a time.
    pub injected: u64,
    /// Found as exactly one primary finding: the label's code, hand, event and seat. What another house rule explains: with
    /// that rule named, as variants alone or, where one hand is too little to tell it from a mistake, as what may explain it.
    pub found: u64,
    /// Found with the right code, but at another place or with something else beside it.
    pub elsewhere: u64,
    /// Found only as something else.
    pub otherwise: u64,
    /// Not found.
    pub missed: u64,
}

/// How often a clause counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Seen {
    /// In clean games: what was paid, counted, dealt or flipped by it.
    pub applied: u64,
    /// In clean games: what the tiles would have let somebody do and it forbade (looked at in every eighth game).
    pub refused: u64,
    /// In games with a fault: findings that cite it.
    pub cited: u64,
}

/// A game that came out otherwise than it should.
#[derive(Clone, Debug)]
pub struct Trouble {
    /// The fault that was put in; `None` for a false alarm.
    pub fault: Option<Fault>,
    /// The match.
    pub log: GameLog,
    /// What was found, primary findings only.
    pub found: Vec<Finding>,
}

/// What some games showed.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Tally {
    /// Clean matches played and audited.
    pub games: u64,
    /// Their hands.
    pub hands: u64,
    /// Their events.
    pub events: u64,
    /// Clean matches, whole or thinned to what poor clients record, in which something was found: false alarms.
    pub alarms: u64,
    /// Matches with one fault each.
    pub faulty: u64,
    /// By code of the fault.
    pub codes: BTreeMap<&'static str, Row>,
    /// By kind of the fault, how many were put in: code and name.
    #[serde(serialize_with = "by_code")]
    pub kinds: BTreeMap<(&'static str, &'static str), u64>,
    /// By clause.
    pub clauses: BTreeMap<&'static str, Seen>,
    /// By pattern: standing wins and declared initial wins that have it.
    pub patterns: BTreeMap<&'static str, u64>,
    /// By how a hand ended and what happened in it.
    pub moments: BTreeMap<&'static str, u64>,
    /// The first games that came out otherwise than they should.
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
        other.troubles.into_iter().for_each(|trouble| self.trouble(trouble));
    }

    /// Whether every fault was found in its place and nothing else was.
    pub fn holds(&self) -> bool {
        self.alarms == 0 && self.codes.values().all(|row| row.found == row.injected)
    }

    /// What never occurred though these rules have it: codes without a fault, clauses and patterns.
    pub fn silent(&self, system: &System) -> Vec<&'static str> {
        let never = |id: &str| system.never.iter().any(|never| never.id == id);
        let codes = checks::all().map(|check| check.code).filter(|code| !self.codes.contains_key(code));
        let clauses = system.clauses.iter().map(|clause| clause.id).filter(|id| !self.clauses.contains_key(id));
        let patterns = system.patterns.iter().map(|pattern| pattern.id).filter(|id| !self.patterns.contains_key(id));
        codes.chain(clauses).chain(patterns).filter(|id| !never(id)).collect()
    }

    /// What occurred though these rules say that it never does.
    pub fn unforeseen(&self, system: &System) -> Vec<&'static str> {
        let seen = |id: &str| self.codes.contains_key(id) || self.clauses.contains_key(id);
        system.never.iter().map(|never| never.id).filter(|id| seen(id)).collect()
    }

    pub(super) fn trouble(&mut self, trouble: Trouble) {
        if self.troubles.len() < TROUBLES {
            self.troubles.push(trouble);
        }
    }
}

fn add<K: Ord>(sums: &mut BTreeMap<K, u64>, counts: BTreeMap<K, u64>) {
    for (key, count) in counts {
        *sums.entry(key).or_default() += count;
    }
}

/// A document's keys are words: names under codes.
fn by_code<S: Serializer>(kinds: &BTreeMap<(&str, &str), u64>, serializer: S) -> Result<S::Ok, S::Error> {
    let mut codes: BTreeMap<&str, BTreeMap<&str, u64>> = BTreeMap::new();
    for (&(code, name), &injected) in kinds {
        codes.entry(code).or_default().insert(name, injected);
    }
    codes.serialize(serializer)
}
