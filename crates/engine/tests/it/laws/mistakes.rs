//! The cause of wrong payments: over generated faults of money, how often the report names the mistake that was
//! injected, and that it never names another one as certain.

use super::matches_of;
use super::raised::{self, Raised};
use crate::generate::presets;
use crate::golden;
use caipan_engine::audit::audit;
use caipan_lab::generate::Rng;
use caipan_lab::generate::faults::{CAUSES, Stage, kinds};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Matches per preset and kind of fault.
const EACH: usize = 12;

/// Counts of the reports on one kind of fault.
#[derive(Clone, Copy, Default)]
struct Row {
    tried: usize,
    certain: usize,
    guessed: usize,
    other: usize,
    silent: usize,
    wrong: usize,
}

#[test]
fn reports_name_the_injected_mistake() {
    let mut rows: BTreeMap<&str, Row> = BTreeMap::new();
    let mut other_named = Vec::new();
    for id in presets() {
        let (ruleset, logs) = matches_of(id, 240);
        let stages: Vec<Stage<'_>> = logs.iter().map(|log| Stage::of(&ruleset, log)).collect();
        for kind in kinds() {
            let Some((name, named)) = CAUSES.iter().find(|(name, _)| *name == kind.name) else { continue };
            let mut chance = Rng::new(41);
            let bad: Vec<_> = stages.iter().filter_map(|stage| stage.inject(kind, &mut chance)).take(EACH).collect();
            for (fault, log) in bad {
                let (_, audit) = audit(&log).expect("rules that there are");
                let found = audit.findings.iter().find(|found| fault.is(found)).expect("the fault is found");
                let row = rows.entry(name).or_default();
                row.tried += 1;
                match &found.mistake {
                    None => row.silent += 1,
                    Some(mistake) if named.contains(&mistake.id) && mistake.is_certain => row.certain += 1,
                    Some(mistake) if named.contains(&mistake.id) => row.guessed += 1,
                    Some(mistake) => {
                        row.other += 1;
                        row.wrong += usize::from(mistake.is_certain);
                        if mistake.is_certain {
                            other_named.push(format!("{id}: {name} named {}", mistake.id));
                        }
                    }
                }
            }
        }
    }
    let missing: Vec<&str> = CAUSES.iter().map(|(name, _)| *name).filter(|name| !rows.contains_key(name)).collect();
    assert!(missing.is_empty(), "never injected: {missing:?}");
    let with_cause = |name: &str| CAUSES.iter().any(|(known, ids)| *known == name && !ids.is_empty());
    let sum =
        |of: fn(&Row) -> usize| rows.iter().filter(|(name, _)| with_cause(name)).map(|(_, row)| of(row)).sum::<usize>();
    let (tried, named) = (sum(|row| row.tried), sum(|row| row.certain + row.guessed));
    assert!(named * 100 >= tried * 95, "{named} of {tried} mistakes are named");
    let wrong: usize = rows.values().map(|row| row.wrong).sum();
    assert_eq!(wrong, 0, "named as certain, but another one was injected: {other_named:#?}");
    let raised = raised::measured();
    assert_eq!(raised.certain, [""; 0], "named as certain, but the payment was only raised");
    golden::assert_current([("docs/proof/mistakes.md".to_owned(), page(&rows, (tried, named), &raised))]);
}

fn page(rows: &BTreeMap<&str, Row>, (tried, named): (usize, usize), raised: &Raised) -> String {
    let mut out = format!(
        "# 账为什么错 Why the money is wrong\n\n\
        每种规则的牌谱里放入一处带标签的算账错误，看报告说出的原因是不是放入的那一个。有原因可说的 {tried} 处里说出 {named} 处；\
        随意加减的数目没有原因可说，报告只列出算式。“肯定”指只有这一种常见错误能得出所记的各项，而且至少两家的数目都指向它；\
        否则是“推测”，报告会写“多半”。\n\n\
        A labelled fault of the settlement is injected into matches of every preset, and the cause that the report names is compared with it.\n\
        Of {tried} faults with a cause {named} are named. An arbitrary amount has no cause; the report then lists the sums. *Certain*: no other usual\n\
        mistake leads to the recorded amounts, and the amounts of two pairs of seats show it. Otherwise it is *guessed*, and the report says\n\
        *probably*.\n\n\
        | 错误 fault | 次数 tried | 肯定 certain | 推测 guessed | 说成别的（推测） another, as a guess | 没有说 none | 肯定但说错 certain and wrong |\n\
        |---|---:|---:|---:|---:|---:|---:|\n"
    );
    for (name, row) in rows {
        let Row { tried, certain, guessed, other, silent, wrong } = row;
        let _ = writeln!(out, "| {name} | {tried} | {certain} | {guessed} | {other} | {silent} | {wrong} |");
    }
    let Raised { tried, guessed, certain } = raised;
    let _ = writeln!(
        out,
        "\n## 错的原因 Wrong causes\n\n\
        一笔付款多记 3、7、11 或 13 分，这不是哪种常见错误，凡说出原因都是说错。\n\n\
        One payment is raised by 3, 7, 11 or 13 points. No usual mistake did that, so every cause that a report names is wrong.\n\n\
        | 次数 tried | 推测错 guessed and wrong | 肯定但说错 certain and wrong |\n\
        |---:|---:|---:|\n\
        | {tried} | {guessed} | {} |",
        certain.len()
    );
    out
}
