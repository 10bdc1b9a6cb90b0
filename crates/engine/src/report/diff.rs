//! Comparison of two runs over one corpus: findings by identity, verdicts, and the amounts of every hand.
//!
//! Sentences and numbers of findings are not compared. A different rule revision is reported, but is not a difference
//! by itself.

use super::past::{Past, PastFinding};
use crate::audit::{Kind, Verdict};
use caipan_tiles::text::Text;
use caipan_tiles::tile::SeatList;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// The format of the document.
pub const FORMAT: &str = "caipan-diff/1";

/// The differences between two runs.
#[derive(Clone, Debug, Serialize)]
pub struct Diff {
    /// Always `caipan-diff/1`.
    pub format: &'static str,
    /// True if nothing differs.
    pub equal: bool,
    /// The old run.
    pub old: Side,
    /// The new run.
    pub new: Side,
    /// The number of logs in both runs.
    pub compared: usize,
    /// The changed findings, by the code of the check.
    pub codes: BTreeMap<String, Counts>,
    /// The number of logs per change of verdict. Keys have the form `clean faulty`.
    pub verdicts: BTreeMap<String, usize>,
    /// The logs that differ, in the order of the new run.
    pub logs: Vec<LogDiff>,
    /// The logs that are only in the old run.
    pub only_old: Vec<String>,
    /// The logs that are only in the new run.
    pub only_new: Vec<String>,
}

/// One of the two runs.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Side {
    /// The number of reports.
    pub reports: usize,
    /// The number of unreadable inputs.
    pub unreadable: usize,
    /// The rule revisions applied: `changsha@1`.
    pub revisions: BTreeSet<String>,
}

/// The number of changed findings of a code.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Counts {
    /// Found only in the new run.
    pub added: usize,
    /// Found only in the old run.
    pub gone: usize,
    /// Found in both runs with different values or as different kinds.
    pub changed: usize,
}

/// The differences in one log.
#[derive(Clone, Debug, Serialize)]
pub struct LogDiff {
    /// The log.
    pub log: String,
    /// True if its bytes differ.
    pub other_bytes: bool,
    /// The verdict, old and new.
    pub verdict: [Verdict; 2],
    /// The rule revision, old and new.
    pub revision: [String; 2],
    /// Found only in the new run.
    pub added: Vec<Found>,
    /// Found only in the old run.
    pub gone: Vec<Found>,
    /// Found in both runs with different values or as different kinds.
    pub changed: Vec<[Found; 2]>,
    /// The hands whose computed balance differs.
    pub amounts: Vec<Amounts>,
}

/// A finding of either run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Found {
    /// The check's code.
    pub code: String,
    /// The check's name.
    pub name: String,
    /// The kind of finding.
    pub kind: Kind,
    /// The index of the hand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hand: Option<usize>,
    /// The index of the event.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub event: Option<usize>,
    /// The seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<usize>,
    /// The JSON pointer into the log.
    pub pointer: String,
    /// The recorded value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claimed: Option<String>,
    /// The correct value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub computed: Option<String>,
    /// True if it is a consequence of another finding.
    pub consequence: bool,
    /// The sentence.
    pub message: Text,
}

/// The computed balance of a hand in both runs.
#[derive(Clone, Debug, Serialize)]
pub struct Amounts {
    /// The index of the hand.
    pub hand: usize,
    /// The old balance; absent if the old run lacks the hand.
    pub old: Option<SeatList<i64>>,
    /// The new balance; absent if the new run lacks the hand.
    pub new: Option<SeatList<i64>>,
}

/// A comparison in progress. It stores the old run and streams the new one.
#[derive(Debug, Default)]
pub struct Comparison {
    waiting: BTreeMap<String, Vec<Past>>,
    diff: Diff,
}

impl Default for Diff {
    fn default() -> Diff {
        Diff {
            format: FORMAT,
            equal: true,
            old: Side::default(),
            new: Side::default(),
            compared: 0,
            codes: BTreeMap::new(),
            verdicts: BTreeMap::new(),
            logs: Vec::new(),
            only_old: Vec::new(),
            only_new: Vec::new(),
        }
    }
}

impl Comparison {
    /// Adds a report of the old run.
    pub fn take_old(&mut self, past: Past) {
        self.diff.old.take(&past);
        self.waiting.entry(past.key().to_owned()).or_default().push(past);
    }

    /// Counts an input that the old run could not read.
    pub fn count_unreadable_old(&mut self) {
        self.diff.old.unreadable += 1;
    }

    /// Compares a report of the new run. Call it after the old run is complete.
    pub fn take_new(&mut self, past: &Past) {
        self.diff.new.take(past);
        let before = self.waiting.get_mut(past.key()).and_then(|of_id| {
            // If several logs share an id, the one with the same bytes is compared.
            let at = of_id.iter().position(|old| old.log.digest == past.log.digest).unwrap_or(0);
            (at < of_id.len()).then(|| of_id.remove(at))
        });
        match before {
            Some(before) => self.both(&before, past),
            None => self.diff.only_new.push(past.key().to_owned()),
        }
    }

    /// Counts an input that the new run could not read.
    pub fn new_unreadable(&mut self) {
        self.diff.new.unreadable += 1;
    }

    /// Returns the differences.
    pub fn end(mut self) -> Diff {
        let left = self.waiting.into_iter().flat_map(|(key, of_id)| of_id.into_iter().map(move |_| key.clone()));
        self.diff.only_old = left.collect();
        let Diff { logs, only_old, only_new, old, new, .. } = &self.diff;
        self.diff.equal =
            logs.is_empty() && only_old.is_empty() && only_new.is_empty() && old.unreadable == new.unreadable;
        self.diff
    }

    fn both(&mut self, old: &Past, new: &Past) {
        self.diff.compared += 1;
        let log = log(old, new);
        for (found, count) in [(&log.added, 0), (&log.gone, 1)] {
            for one in found {
                let counts = self.diff.codes.entry(one.code.clone()).or_default();
                *(if count == 0 { &mut counts.added } else { &mut counts.gone }) += 1;
            }
        }
        for [_, now] in &log.changed {
            self.diff.codes.entry(now.code.clone()).or_default().changed += 1;
        }
        let [before, now] = log.verdict;
        if before != now {
            *self.diff.verdicts.entry(format!("{} {}", before.word(), now.word())).or_default() += 1;
        }
        let same = before == now && log.added.is_empty() && log.gone.is_empty();
        if !(same && log.changed.is_empty() && log.amounts.is_empty()) {
            self.diff.logs.push(log);
        }
    }
}

impl Side {
    fn take(&mut self, past: &Past) {
        self.reports += 1;
        self.revisions.insert(revision(past));
    }
}

fn revision(past: &Past) -> String {
    format!("{}@{}", past.rules.system, past.rules.revision)
}

/// Compares two reports of one log.
fn log(old: &Past, new: &Past) -> LogDiff {
    let list = |past: &Past| -> Vec<(String, Found)> {
        past.identities().into_iter().zip(past.findings.iter().map(found)).collect()
    };
    let (before, now) = (list(old), list(new));
    let (of_old, of_new): (BTreeMap<_, _>, BTreeMap<_, _>) =
        (before.iter().map(|(id, one)| (id, one)).collect(), now.iter().map(|(id, one)| (id, one)).collect());
    // A reworded sentence is not a change.
    let differs = |a: &Found, b: &Found| {
        (a.kind, &a.claimed, &a.computed, a.consequence) != (b.kind, &b.claimed, &b.computed, b.consequence)
    };
    let balance = |past: &Past| -> BTreeMap<usize, SeatList<i64>> {
        past.hands.iter().map(|hand| (hand.hand, hand.balance)).collect()
    };
    let (old_balance, new_balance) = (balance(old), balance(new));
    let hands: BTreeSet<usize> = old_balance.keys().chain(new_balance.keys()).copied().collect();
    LogDiff {
        log: new.key().to_owned(),
        other_bytes: old.log.digest != new.log.digest,
        verdict: [old.verdict, new.verdict],
        revision: [revision(old), revision(new)],
        added: now.iter().filter(|(id, _)| !of_old.contains_key(id)).map(|(_, one)| one.clone()).collect(),
        gone: before.iter().filter(|(id, _)| !of_new.contains_key(id)).map(|(_, one)| one.clone()).collect(),
        changed: now
            .iter()
            .filter_map(|(id, one)| {
                of_old.get(id).filter(|old| differs(old, one)).map(|old| [(*old).clone(), one.clone()])
            })
            .collect(),
        amounts: hands
            .into_iter()
            .map(|hand| Amounts { hand, old: old_balance.get(&hand).copied(), new: new_balance.get(&hand).copied() })
            .filter(|amounts| amounts.old.map(SeatList::map) != amounts.new.map(SeatList::map))
            .collect(),
    }
}

fn found(finding: &PastFinding) -> Found {
    let PastFinding { code, name, kind, hand, event, pointer, seat, message, claimed, computed, because } =
        finding.clone();
    Found { code, name, kind, hand, event, seat, pointer, claimed, computed, consequence: because.is_some(), message }
}
