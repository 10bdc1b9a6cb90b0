//! `caipan explain`: what a clause, an option, a pattern or a check means.

use super::paint::Paint;
use super::{CLEAN, Ended, Failure};
use crate::audit::{self, Check};
use crate::cite::Clause;
use crate::rules::{self, Decl, Pattern, SYSTEMS, System};
use crate::say;
use crate::say::{Label, Lang};
use std::io::Write;

#[derive(clap::Args)]
pub(super) struct Args {
    /// A check's code (A302), a clause (CS-A.23), an option or a pattern, by id or name · 代码、条款、选项或牌型
    #[arg(value_name = "WORD")]
    word: String,
}

pub(super) fn run(args: &Args, lang: Lang) -> Ended {
    let word = args.word.trim();
    let mut found = Vec::new();
    let paint = Paint::for_stdout();
    found.extend(audit::checks::find(word).map(|check| about_check(check, lang, paint)));
    for system in SYSTEMS {
        let clauses = system.clauses.iter().filter(|clause| clause.id.eq_ignore_ascii_case(word));
        found.extend(clauses.map(|clause| about_clause(system, clause, lang, paint)));
        let options = (system.options)().iter().filter(|decl| decl.id == word);
        found.extend(options.map(|decl| about_option(system, decl, lang, paint)));
        let patterns = system.patterns.iter().filter(|pattern| pattern.is_called(word));
        found.extend(patterns.map(|pattern| about_pattern(system, pattern, lang, paint)));
    }
    if found.is_empty() {
        return Err(Failure(say!(
            "没有名为 {word} 的代码、条款、选项或牌型。规则一览：caipan serve 后看 /v1/rules，检查一览看 /v1/checks。",
            "There is no code, clause, option or pattern called {word}. The service lists rules under /v1/rules and checks under /v1/checks."
        )));
    }
    writeln!(std::io::stdout(), "{}", found.join("\n\n"))?;
    Ok(CLEAN)
}

fn about_check(check: &Check, lang: Lang, paint: Paint) -> String {
    let Check { code, name, since, .. } = check;
    let title = check.title.get(lang);
    let advice = check.advice.get(lang);
    let since = say!("自 {since} 起。", "Since {since}.");
    format!("{}  {name}\n{title}\n{advice}\n{}", paint.bold(code), paint.dim(since.get(lang)))
}

fn about_clause(system: &System, clause: &Clause, lang: Lang, paint: Paint) -> String {
    let (id, section) = (paint.bold(clause.id), clause.section);
    let name = system.name.get(lang);
    let text = lang.pick(clause.zh, clause.en);
    let ruling = clause.reading.ruling().map_or_else(String::new, |ruling| {
        format!("\n{}", say!("依据裁定 {ruling}。", "It rests on ruling {ruling}.").get(lang))
    });
    format!("{id}  {name}, {section}\n{text}{ruling}")
}

fn about_option(system: &System, decl: &Decl, lang: Lang, paint: Paint) -> String {
    let (id, clause) = (paint.bold(decl.id), decl.clause.id);
    let said = |label: Label| label.get(lang);
    let (allowed, default) = (decl.kind.allowed(), decl.default);
    let mut lines = vec![
        format!("{id}  {}", system.name.get(lang)),
        said(decl.label).to_owned(),
        say!(
            "可取：{allowed}；默认 {default}；条款 {clause}。",
            "Values: {allowed}; default {default}; clause {clause}."
        )
        .get(lang)
        .to_owned(),
    ];
    if let rules::Kind::Words(words) = decl.kind {
        lines.extend(words.iter().map(|word| format!("  {}  {}", word.id, said(word.label))));
    }
    lines.join("\n")
}

fn about_pattern(system: &System, pattern: &Pattern, lang: Lang, paint: Paint) -> String {
    let (id, name, value, clause) = (pattern.id, pattern.name.get(lang), pattern.value, pattern.clause);
    let measure = system.measure.get(lang);
    let worth = say!("值 {value}（{measure}）；条款 {}。", "Worth {value} ({measure}); clause {}.", clause.id);
    format!(
        "{}  {id}, {}\n{}\n{}",
        paint.bold(name),
        system.name.get(lang),
        lang.pick(clause.zh, clause.en),
        worth.get(lang)
    )
}
