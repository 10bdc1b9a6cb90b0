//! Houses that change two options at once: how often the report names both.

use super::super::houses::{codes, hands};
use super::pool::{Pool, chained, judged_by, values};
use super::{SHOWN_BY_THE_LOG, each_system, proposed};
use crate::generate::{audited, preset};
use caipan_engine::audit::{Audit, Verdict};
use caipan_engine::rules::{Decl, Ruleset, System, Value};
use caipan_log::GameLog;

/// Each option is paired with the options this many places after it.
const STEPS: [usize; 2] = [1, 7];

/// Matches of each pair.
const EACH: usize = 2;

/// One option with another value, and hands that show it.
struct Shown {
    decl: &'static Decl,
    value: Value,
    hands: Vec<GameLog>,
}

/// The matches of a system, or of one pair.
#[derive(Default)]
struct Row {
    /// Matches in which two hands or more are wrong without either option.
    shown: usize,
    /// Those whose report names both options with their values.
    named: usize,
    /// Those explained by other changes with the same totals.
    alike: usize,
    /// The pairs with matches that are not explained, each with its findings.
    left: Vec<String>,
}

impl Row {
    fn add(&mut self, other: Row) {
        self.shown += other.shown;
        self.named += other.named;
        self.alike += other.alike;
        self.left.extend(other.left);
    }
}

/// The options of which hands of this pool, or of a house, show a value: the first such value.
fn shown(pool: &Pool) -> Vec<Shown> {
    let searched = proposed(pool.base.system).filter(|decl| !SHOWN_BY_THE_LOG.contains(&decl.id));
    let of = |decl: &'static Decl| {
        values(&pool.base, decl).into_iter().find_map(|value| {
            let house = pool.base.changed(None, [(decl.id, value)]);
            let hands = if house.contradicts_itself() { Vec::new() } else { pool.showing(&house, decl) };
            (hands.len() > 3).then_some(Shown { decl, value, hands })
        })
    };
    searched.filter_map(of).collect()
}

/// True if the report names both options with their values as one change and leaves no fault.
fn names(audit: &Audit, pair: [&Shown; 2]) -> bool {
    audit.verdict() == Verdict::Variant
        && audit.explanations.iter().any(|explanation| {
            let has = |one: &&Shown| {
                explanation.changes.iter().any(|change| change.decl.id == one.decl.id && change.to == one.value)
            };
            pair.iter().all(has)
        })
}

fn is_wrong(rules: &Ruleset, log: &GameLog) -> bool {
    let audit = judged_by(rules, log);
    hands(&audit) > 1 || audit.verdict() == Verdict::Variant
}

fn tried(pool: &Pool, pair: [&Shown; 2]) -> Row {
    let [one, other] = pair;
    let mut row = Row::default();
    let house = pool.base.changed(None, pair.map(|of| (of.decl.id, of.value)));
    if house.contradicts_itself() {
        return row;
    }
    let alone = pair.map(|of| pool.base.changed(None, [(of.decl.id, of.value)]));
    for log in chained(&house, &[&one.hands, &other.hands, &one.hands, &other.hands], EACH) {
        // Under both the match is right, and each alone leaves hands that the other one makes right.
        if audited(&log).verdict() != Verdict::Clean || !alone.iter().all(|rules| is_wrong(rules, &log)) {
            continue;
        }
        let audit = pool.judged(&log);
        row.shown += 1;
        if names(&audit, pair) {
            row.named += 1;
        } else if audit.verdict() == Verdict::Variant && audit.explanations.iter().any(|one| one.exceptions.is_empty())
        {
            row.alike += 1;
        } else {
            let changes = pair.map(|of| format!("`{}={}`", of.decl.id, of.value)).join(" + ");
            row.left.push(format!("{changes}: {}", codes(&audit)));
        }
    }
    row
}

fn of_system(system: &'static System) -> Row {
    let pool = Pool::new(preset(system.presets[0].id), true);
    let all = shown(&pool);
    let mut sum = Row::default();
    for (at, one) in all.iter().enumerate() {
        for step in STEPS {
            let Some(other) = all.get((at + step) % all.len()).filter(|other| other.decl.id != one.decl.id) else {
                continue;
            };
            sum.add(tried(&pool, [one, other]));
        }
    }
    sum
}

#[test]
fn names_pairs_of_options() {
    let mut sum = Row::default();
    each_system(of_system).into_iter().for_each(|row| sum.add(row));
    let Row { shown, named, alike, left } = sum;
    assert!(shown > 200 && (named + alike) * 10 >= shown * 9, "{named} + {alike} of {shown}\n{}", left.join("\n"));
}
