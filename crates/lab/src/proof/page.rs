//! Renders the figures as a page in Markdown, for both languages.

use super::tally::{Row, Seen, Tally};
use caipan_engine::audit::checks;
use caipan_engine::rules::System;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The cost of a run, as measured by the caller.
#[derive(Clone, Copy, Debug)]
pub struct Cost {
    /// The number of threads.
    pub threads: usize,
    /// The duration in seconds.
    pub seconds: u64,
}

/// Renders the page of a run under `rules`: the system's id, or one of its presets; `rooms` if it played the rooms.
pub fn page_of(system: &System, rules: &str, rooms: bool, tally: &Tally, cost: Option<Cost>) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = write(&mut out, system, (rules, rooms), tally, cost);
    out
}

fn write(
    out: &mut String,
    system: &System,
    (rules, rooms): (&str, bool),
    tally: &Tally,
    cost: Option<Cost>,
) -> std::fmt::Result {
    writeln!(out, "# 自证 Proof: {} {}\n", system.name.zh, system.name.en)?;
    let revision = system.revision;
    let flag = if rooms { " --rooms" } else { "" };
    let command = format!("caipan prove --rules {rules}{flag} --games {} --format page", tally.games);
    writeln!(out, "`{command}` · 规则修订 revision {revision}")?;
    if let Some(Cost { threads, seconds }) = cost {
        writeln!(out, "· {threads} 线程 threads, {seconds} 秒 s")?;
    }
    writeln!(out, "\n{INTRODUCTION}")?;
    writeln!(out, "| 量 | figure | |\n|---|---|---:|")?;
    for (zh, en, figure) in [
        ("无误的牌谱", "clean matches", tally.games),
        ("其中的局", "their hands", tally.hands),
        ("其中的事件", "their events", tally.events),
        ("无误却报错的牌谱（原样与精简各审一次）", "false alarms on them, whole and thinned", tally.alarms),
        ("各有一处错误的牌谱", "matches with one fault each", tally.faulty),
        ("其中肯定地说出原因的账目错误", "wrong money whose cause was named as certain", tally.causes),
        ("说错的原因", "causes that had not happened", tally.wrong_causes),
        ("错误的种类", "kinds of fault", tally.kinds.len() as u64),
    ] {
        writeln!(out, "| {zh} | {en} | {figure} |")?;
    }
    let silent = tally.silent(system, rooms);
    let silent = if silent.is_empty() { "–".to_owned() } else { silent.join(", ") };
    writeln!(out, "\n从未出现 Never seen: {silent}")?;
    matrix(out, system, tally)?;
    writeln!(out, "\n## 条文 Clauses\n")?;
    writeln!(
        out,
        "| 条文 clause | 依此结算 applied | 据此不许 refused | 错误所引 cited | |\n|---|---:|---:|---:|---|"
    )?;
    for clause in system.clauses {
        let Seen { applied, refused, cited } = tally.clauses.get(clause.id).copied().unwrap_or_default();
        let gloss = system.worded(clause).zh.replace('|', "\\|");
        match never(system, clause.id).filter(|_| applied + refused + cited == 0) {
            Some(why) => writeln!(out, "| {} | – | | | {gloss} {why} |", clause.id)?,
            None => writeln!(out, "| {} | {applied} | {refused} | {cited} | {gloss} |", clause.id)?,
        }
    }
    writeln!(out, "\n## 牌型 Patterns\n")?;
    writeln!(out, "| 牌型 pattern | | 次数 times |\n|---|---|---:|")?;
    for pattern in system.patterns {
        let times = tally.patterns.get(pattern.id).copied().unwrap_or_default();
        let name = format!("{} | {}", pattern.name.zh, pattern.name.en);
        match never(system, pattern.id).filter(|_| times == 0) {
            Some(why) => writeln!(out, "| {name} {why} | – |")?,
            None => writeln!(out, "| {name} | {times} |")?,
        }
    }
    counts(out, "## 经过 Moments", "moment", &tally.moments)
}

const INTRODUCTION: &str = "\
程序自己对局：每套预设规则、每种脾气的玩家轮流。每副牌谱先原样审一次，再去掉牌墙、骰子、付款明细后审一次，都不得报错；\n\
然后逐种放入一处带标签的错误，审核必须恰好给出一条独立的发现，代码、局、事件、座位都与标签相同。\n\
\n\
The program plays by itself, under every preset in turn and with players of every temper. Each match is audited as it is and\n\
again without wall, dice and list of payments, and nothing may be found. Then one labelled fault is put in at a time, and the\n\
audit must give exactly one primary finding with the label's code, hand, event and seat.\n";

fn matrix(out: &mut String, system: &System, tally: &Tally) -> std::fmt::Result {
    writeln!(out, "\n## 错误 Faults\n")?;
    writeln!(
        out,
        "| 代码 code | | 放入 injected | 如实找到 found | 位置不同 elsewhere | 当作别的 otherwise | 漏掉 missed |"
    )?;
    writeln!(out, "|---|---|---:|---:|---:|---:|---:|")?;
    for check in checks::all() {
        let Row { injected, found, elsewhere, otherwise, missed } =
            tally.codes.get(check.code).copied().unwrap_or_default();
        let title = format!("{} {}", check.title.zh, check.title.en);
        match never(system, check.code).filter(|_| injected == 0) {
            Some(why) => writeln!(out, "| {} | {title} {why} | – | | | | |", check.code)?,
            None => writeln!(
                out,
                "| {} | {title} | {injected} | {found} | {elsewhere} | {otherwise} | {missed} |",
                check.code
            )?,
        }
    }
    writeln!(out, "\n| 代码 code | 错误的种类 kind of fault | 放入 injected |\n|---|---|---:|")?;
    for ((code, name), injected) in &tally.kinds {
        writeln!(out, "| {code} | {name} | {injected} |")?;
    }
    Ok(())
}

/// The reason for which this code, clause or pattern never occurs, if the system declares one.
fn never(system: &System, id: &str) -> Option<String> {
    let never = system.impossible().find(|never| never.id == id)?;
    Some(format!("（{} {}）", never.why.zh, never.why.en))
}

fn counts(out: &mut String, heading: &str, what: &str, counts: &BTreeMap<&'static str, u64>) -> std::fmt::Result {
    writeln!(out, "\n{heading}\n\n| {what} | 次数 times |\n|---|---:|")?;
    for (name, count) in counts {
        writeln!(out, "| {name} | {count} |")?;
    }
    Ok(())
}
