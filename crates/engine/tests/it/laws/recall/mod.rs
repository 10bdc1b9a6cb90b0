//! Recall of the inverse audit: how often it names the options that a house plays by, over every option that it may
//! propose, alone and in pairs.
//!
//! The page `docs/proof/recall.md` has the figures; `UPDATE=1` writes them.

mod pairs;
mod pool;

use super::houses::{codes, hands};
use crate::generate::{audited, preset};
use crate::golden;
use caipan_engine::audit::{Audit, Verdict};
use caipan_engine::rules::{Decl, Room, SYSTEMS, Search, System, Value};
use pool::{Pool, all_values, chained};

/// Matches of each value.
const EACH: usize = 3;

/// Options that decide something only beside others, with those others.
const BESIDE: &[(&str, &[Room])] = &[
    (
        "changsha",
        &[
            &[("bird_math", Value::Word("plus_one"))],
            &[("scale", Value::Word("c"))],
            &[("payment_cap", Value::Number(6))],
            &[("players", Value::Number(3))],
        ],
    ),
    ("beijing", &[&[("kong.points", Value::Word("flat"))], &[("players", Value::Number(3))]]),
    (
        "guiyang",
        &[
            &[("bao_ting", Value::Flag(true))],
            &[("players", Value::Number(3))],
            &[("ding_que", Value::Flag(true))],
            &[("gu_mai", Value::Word("fixed"))],
        ],
    ),
];

/// Options whose houses play with events or packs that the declared rules do not have. The log shows that by itself
/// (A008, A105, A107, A609), so they are not searched for.
const SHOWN_BY_THE_LOG: &[&str] = &["wild.use", "tiles.honours", "fan.xiaosa", "ding_que", "exchange", "roll_ji"];

/// The matches of one option.
#[derive(Default)]
struct Row {
    /// Matches that two hands show to be played by another rule.
    shown: usize,
    /// Those whose report names the option and its value.
    named: usize,
    /// Those explained by other options with the same totals.
    alike: usize,
    /// Matches of one hand that shows it.
    single: usize,
    /// Those whose report lists an explanation, at least as possible.
    listed: usize,
    /// The most hands replayed for one match.
    replays: usize,
    /// Those not explained, with their findings.
    left: Vec<String>,
}

/// True if the report names the value and leaves no fault.
fn names(audit: &Audit, option: &str, value: Value) -> bool {
    let changes = audit.explanations.iter().flat_map(|one| &one.changes);
    audit.verdict() == Verdict::Variant
        && changes.into_iter().any(|change| change.decl.id == option && change.to == value)
}

/// Plays a house with one value of an option and declares it without.
fn tried(pool: &Pool, decl: &Decl, value: Value, row: &mut Row) {
    let house = pool.base.changed(None, [(decl.id, value)]);
    if house.contradicts_itself() {
        return;
    }
    let showing = pool.showing(&house, decl);
    for log in chained(&house, &[&showing, &showing], EACH) {
        assert_eq!(audited(&log).verdict(), Verdict::Clean, "{} {}={value}", pool.base.id(), decl.id);
        let audit = pool.judged(&log);
        row.replays = row.replays.max(audit.searched.replays);
        if hands(&audit) < 2 && audit.verdict() != Verdict::Variant {
            continue;
        }
        row.shown += 1;
        if names(&audit, decl.id, value) {
            row.named += 1;
        } else if audit.verdict() == Verdict::Variant {
            row.alike += 1;
        } else {
            row.left.push(format!("{} {}={value}: {} {:?}", pool.base.id(), decl.id, codes(&audit), audit.searched));
        }
    }
    for log in showing.iter().take(EACH) {
        let audit = pool.judged(log);
        row.replays = row.replays.max(audit.searched.replays);
        if hands(&audit) > 0 || audit.verdict() == Verdict::Variant {
            row.single += 1;
            row.listed += usize::from(!audit.explanations.is_empty() || !audit.possible.is_empty());
        }
    }
}

fn row(pools: &[Pool], presets: usize, decl: &Decl) -> Row {
    let mut row = Row::default();
    for (at, pool) in pools.iter().enumerate() {
        if at >= presets && (row.shown > 0 || pool.base.changes().any(|(id, _)| id == decl.id)) {
            continue;
        }
        all_values(&pool.base, decl).into_iter().for_each(|value| tried(pool, decl, value, &mut row));
    }
    row
}

/// The pools of a system: two presets, then the first preset with each choice of `BESIDE`. The second value counts the
/// presets.
fn pools(system: &'static System) -> (Vec<Pool>, usize) {
    let presets: Vec<_> = system.presets.iter().take(2).map(|known| preset(known.id)).collect();
    let count = presets.len();
    let beside = BESIDE.iter().filter(|(id, _)| *id == system.id).flat_map(|(_, all)| all.iter());
    let beside: Vec<_> = beside.map(|choices| presets[0].changed(None, choices.iter().copied())).collect();
    (presets.into_iter().chain(beside).zip(0..).map(|(base, at)| Pool::new(base, at < count)).collect(), count)
}

/// The options that the inverse audit may propose.
fn proposed(system: &'static System) -> impl Iterator<Item = &'static Decl> {
    (system.options)().iter().filter(|decl| decl.search != Search::Never)
}

/// The name of a system in both languages.
fn named_system(system: &System) -> String {
    format!("{} {}", system.name.zh, system.name.en)
}

/// The table of one system, and its sums without the options that the log shows by itself.
fn alone(system: &'static System) -> (String, Row) {
    let (pools, presets) = pools(system);
    let mut text = format!("\n## {}\n\n{TABLE}", named_system(system));
    let mut sum = Row::default();
    for decl in proposed(system) {
        let Row { shown, named, alike, single, listed, replays, left } = row(&pools, presets, decl);
        let not = shown - named - alike;
        let name = decl.label.zh;
        text.push_str(&format!(
            "| `{}` | {name} | {shown} | {named} | {alike} | {not} | {single} | {listed} | {replays} |\n",
            decl.id
        ));
        sum.replays = sum.replays.max(replays);
        if !SHOWN_BY_THE_LOG.contains(&decl.id) {
            sum.shown += shown;
            sum.named += named;
            sum.alike += alike;
            sum.single += single;
            sum.listed += listed;
            sum.left.extend(left);
        }
    }
    (text, sum)
}

/// Runs a task for every system at the same time.
fn each_system<T: Send>(task: impl Fn(&'static System) -> T + Sync) -> Vec<T> {
    std::thread::scope(|scope| {
        let running: Vec<_> = SYSTEMS.iter().map(|system| scope.spawn(|| task(system))).collect();
        running.into_iter().map(|one| one.join().expect("the task panicked")).collect()
    })
}

#[test]
fn names_options_that_two_hands_show() {
    let mut text = HEAD.to_owned();
    let mut sum = Row::default();
    for (table, row) in each_system(alone) {
        text.push_str(&table);
        sum.shown += row.shown;
        sum.named += row.named;
        sum.alike += row.alike;
        sum.single += row.single;
        sum.listed += row.listed;
        sum.replays = sum.replays.max(row.replays);
        sum.left.extend(row.left);
    }
    let Row { shown, named, alike, single, listed, replays, left } = sum;
    text.push_str(&format!(
        "\n{shown} shown, {named} named, {alike} consistent with others; {listed} of {single} single hands listed; at most {replays} replays.\n"
    ));
    golden::assert_current([("docs/proof/recall.md".to_owned(), text)]);
    // Two hands that differ by one equal amount each do not show a number that no house is known to use.
    assert!(shown > 200 && (named + alike) * 100 >= shown * 96, "{named} + {alike} of {shown}\n{}", left.join("\n"));
}

const HEAD: &str = "# 房规找得回吗 Recall of the inverse audit\n
照某项房规打的牌谱，按没有这项房规来申报：两局以上看得出不对时，应当点出这项房规。每项的每个取值至多试四场，由看得出这项房规的局拼成；范围大的数，另取两个没有房间在用的值。
**点出**：指出了这一项的这个值；**同数**：另一项算出来一样，报告列的是那一项；**没认出**：仍报为错误。**单局**：只有一局看得出，
凭据少，列为可能即可。全为零的，是只禁止某种打法（照着打，牌谱上看不出）、没有常用的其他取值，或所试各局都没有碰上。\n
Matches are played under one changed option and declared without it. Where two hands show it, the report should name the option. Each value is
tried with up to four matches, made of hands in which it shows; of a number with a wide range two more are tried that no house is known to use.
*Named*: with its value. *Alike*: another option gives the same totals and is listed. *Not*: it stays a fault. *Single*: one hand shows it, which
is little evidence; *listed* counts those whose report has an explanation, be
it a possible one. The last line leaves out the options whose houses play with events or packs that the declared rules do not have: the log shows
them by itself (A008, A105, A107, A609). A row of zeros: the value only forbids play, which a log of that house does not show; no other value is
usual; or no hand tried met it.
";

const TABLE: &str =
    "| option | 房规 | 看得出 shown | 点出 named | 同数 alike | 没认出 not | 单局 single | 列出 listed | 重放 replays |
|---|---|---:|---:|---:|---:|---:|---:|---:|
";
