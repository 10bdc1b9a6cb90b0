//! Houses that change two options at once: how often the report names both.

use super::super::houses::{codes, hands};
use super::pool::{Pool, chained, judged_by, values};
use super::{SHOWN_BY_THE_LOG, each_system, named_system, proposed};
use crate::generate::{audited, preset};
use crate::golden;
use caipan_engine::audit::{Audit, Verdict};
use caipan_engine::rules::{Decl, Ruleset, System, Value};
use caipan_log::GameLog;

/// Each option is paired with the options this many places after it.
const STEPS: [usize; 3] = [1, 7, 19];

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
    /// Pairs of options with a match.
    pairs: usize,
    /// Matches in which two hands or more are wrong without either option.
    shown: usize,
    /// Those whose report names both options with their values.
    named: usize,
    /// Those explained by other changes with the same totals.
    alike: usize,
    /// Those not explained because the search was cut off.
    cut_off: usize,
    /// The most hands replayed for one match.
    replays: usize,
    /// The pairs with matches that are not explained, each with its findings.
    left: Vec<String>,
}

impl Row {
    fn add(&mut self, other: Row) {
        self.pairs += other.pairs;
        self.shown += other.shown;
        self.named += other.named;
        self.alike += other.alike;
        self.cut_off += other.cut_off;
        self.replays = self.replays.max(other.replays);
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
        row.pairs = 1;
        row.shown += 1;
        row.replays = row.replays.max(audit.searched.replays);
        if names(&audit, pair) {
            row.named += 1;
        } else if audit.verdict() == Verdict::Variant && audit.explanations.iter().any(|one| one.exceptions.is_empty())
        {
            row.alike += 1;
        } else {
            row.cut_off += usize::from(audit.searched.cut_off);
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
    let mut text = HEAD.to_owned();
    let mut sum = Row::default();
    let mut left = String::new();
    for (name, row) in each_system(|system| (named_system(system), of_system(system))) {
        let Row { pairs, shown, named, alike, cut_off, replays, .. } = &row;
        let not = shown - named - alike;
        text.push_str(&format!("| {name} | {pairs} | {shown} | {named} | {alike} | {not} | {cut_off} | {replays} |\n"));
        if !row.left.is_empty() {
            left.push_str(&format!("\n## {name}\n\n"));
            row.left.iter().for_each(|line| left.push_str(&format!("* {line}\n")));
        }
        sum.add(row);
    }
    text.push_str(&left);
    golden::assert_current([("docs/proof/recall-pairs.md".to_owned(), text)]);
    let Row { shown, named, alike, left, .. } = sum;
    assert!(shown > 300 && (named + alike) * 10 >= shown * 9, "{named} + {alike} of {shown}\n{}", left.join("\n"));
}

const HEAD: &str = "# 两项房规一起找得回吗 Recall of pairs of options\n
同一场按两项房规打，按两项都没有来申报；每项各有两局以上看得出。**点出**：报告把两项连同取值一起指出；**同数**：另一种改法算出来一样；
**没认出**：仍报为错误（其中查到上限为止的另计），逐对列在表下。每项与其后第 1、7、19 项各配一对，每对至多两场。\n
A match is played under two changed options and declared without both; of each, two hands or more show it. *Named*: the report names both with
their values. *Alike*: other changes give the same totals. *Not*: it stays a fault; *cut off* counts those whose search reached its limit. The
pairs are listed below the table. Each option is paired with those 1, 7 and 19 places after it, up to two matches a pair.\n
| | 对 pairs | 看得出 shown | 点出 named | 同数 alike | 没认出 not | 到上限 cut off | 重放 replays |
|---|---:|---:|---:|---:|---:|---:|---:|
";
