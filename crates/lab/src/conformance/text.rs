//! Renders the statement as text: the cases run, the rules that apply, and every disagreement in full.

use super::statement::{Failure, Of, Statement, SystemStatement, Tally};
use caipan_tiles::text::Lang;
use std::fmt::Write;

/// Renders the statement in one language. It ends with a newline.
pub fn text(statement: &Statement, lang: Lang) -> String {
    let mut out = String::new();
    // Writing to a String cannot fail.
    let _ = write(&mut out, statement, lang);
    out
}

fn write(out: &mut String, statement: &Statement, lang: Lang) -> std::fmt::Result {
    let verdict =
        if statement.conforms { lang.pick("符合", "conforms") } else { lang.pick("不符合", "does not conform") };
    writeln!(out, "{}  {verdict}", statement.engine)?;
    writeln!(out, "  {}", tally(&statement.total, lang))?;
    for system in &statement.systems {
        writeln!(out)?;
        self::system(out, system, lang)?;
    }
    for failure in &statement.failures {
        writeln!(out)?;
        self::failure(out, failure, lang)?;
    }
    Ok(())
}

fn system(out: &mut String, system: &SystemStatement, lang: Lang) -> std::fmt::Result {
    writeln!(out, "{} ({} r{})", system.name.get(lang), system.system, system.revision)?;
    writeln!(out, "  {}", tally(&system.total, lang))?;
    section(out, lang.pick("预设", "presets"), &system.presets, lang)?;
    section(out, lang.pick("条文", "clauses"), &system.clauses, lang)?;
    if !system.without_case.is_empty() {
        writeln!(out, "  {} {}", lang.pick("没有题目的条文", "clauses without a case"), system.without_case.join(" "))?;
    }
    section(out, lang.pick("所据的裁定", "rulings relied upon"), &system.rulings, lang)?;
    section(out, lang.pick("用到的选项", "options exercised"), &system.options, lang)
}

/// Writes the entries of a section in a few lines: `CS-A.23 12/12`.
fn section(out: &mut String, name: &str, all: &[Of], lang: Lang) -> std::fmt::Result {
    if all.is_empty() {
        return Ok(());
    }
    writeln!(out, "  {name} ({})", all.len())?;
    if all.iter().any(|of| of.title.is_some()) {
        for of in all {
            let title = of.title.as_ref().map(|title| title.get(lang)).unwrap_or_default();
            writeln!(out, "    {} {title}", passed(of))?;
        }
        return Ok(());
    }
    for line in all.chunks(6) {
        writeln!(out, "    {}", line.iter().map(passed).collect::<Vec<_>>().join("  "))?;
    }
    Ok(())
}

fn passed(of: &Of) -> String {
    format!("{} {}/{}", of.id, of.tally.passed, of.tally.cases)
}

fn tally(tally: &Tally, lang: Lang) -> String {
    let Tally { cases, passed, failed, incomplete, declined, unanswered } = tally;
    lang.pick(
        format!("{cases} 题：{passed} 通过，{failed} 不符，{incomplete} 未答全，{declined} 另有读法，{unanswered} 未答"),
        format!(
            "{cases} cases: {passed} passed, {failed} failed, {incomplete} incomplete, {declined} declined, {unanswered} unanswered"
        ),
    )
}

fn failure(out: &mut String, failure: &Failure, lang: Lang) -> std::fmt::Result {
    let outcome = match failure.outcome {
        "failed" => lang.pick("不符", "failed"),
        "incomplete" => lang.pick("未答全", "incomplete"),
        "declined" => lang.pick("另有读法", "declined"),
        _ => lang.pick("未答", "unanswered"),
    };
    writeln!(out, "{}  {outcome}  {} [{}]", failure.id, failure.title.get(lang), failure.clauses.join(" "))?;
    writeln!(out, "  {}", failure.situation.get(lang))?;
    writeln!(out, "  {}", failure.message.get(lang))?;
    for difference in &failure.differences {
        let part = difference.part.label().get(lang);
        let hand = difference.hand.map(|hand| format!(" hands/{hand}")).unwrap_or_default();
        writeln!(out, "  {part}{hand}")?;
        writeln!(out, "    {} {}", lang.pick("应为", "expected"), difference.expected)?;
        writeln!(out, "    {} {}", lang.pick("答作", "answered"), difference.answered)?;
    }
    if !failure.missing.is_empty() {
        let parts: Vec<&str> = failure.missing.iter().map(|part| part.label().get(lang)).collect();
        writeln!(out, "  {} {}", lang.pick("未答", "not answered"), parts.join(lang.pick("、", ", ")))?;
    }
    Ok(())
}
