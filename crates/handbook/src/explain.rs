//! Explains a word by id or name: a check, ruling, refusal, rule system, preset, clause, option, pattern or cause of
//! payments.

use super::refusals::refused;
use super::rulings::{RULINGS, Ruling, ruling};
use super::{block, options, worded, words};
use caipan_engine::audit::{self, Check};
use caipan_engine::rules::house_presets::{digest_of, presets_of};
use caipan_engine::rules::{Decl, Pattern, Preset, SYSTEMS, System};
use caipan_log::Unmodelled;
use caipan_tiles::bilingual;
use caipan_tiles::clause::{Clause, Reading};
use caipan_tiles::ledger::Cause;
use caipan_tiles::text::{Label, Lang, Text};

/// The kind of thing that a word names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A check.
    Check,
    /// A ruling.
    Ruling,
    /// A rule system.
    System,
    /// A named set of options.
    Preset,
    /// A clause of a rule book.
    Clause,
    /// An option: a house rule.
    Option,
    /// A pattern.
    Pattern,
    /// A cause of payments.
    Cause,
    /// A reason for which an input is refused.
    Refusal,
}

/// One meaning of a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The kind of thing.
    pub subject: Subject,
    /// Its id.
    pub id: &'static str,
    /// Its name or subject, in a few words.
    pub title: Text,
    /// The explanation, in lines.
    pub body: Text,
    /// The page with more details, as a path from the root of the project.
    pub page: Text,
}

/// Returns every meaning of the word, or an empty list. ASCII letter case is ignored.
pub fn explain(word: &str) -> Vec<Entry> {
    let word = word.trim();
    let mut found: Vec<Entry> = Vec::new();
    found.extend(audit::checks::all().filter(|check| is(check.code, word) || is(check.name, word)).map(of_check));
    found.extend(ruling(word).map(of_ruling));
    found.extend(refused(word).map(|(id, title, body, page)| Entry {
        subject: Subject::Refusal,
        id,
        title,
        body,
        page: shared(page),
    }));
    for &system in SYSTEMS {
        let named = |label: Label| label.zh == word || is(label.en, word);
        if is(system.id, word) || named(system.name) {
            found.push(of_system(system));
        }
        let presets = presets_of(system).filter(|preset| is(preset.id, word) || named(preset.name));
        found.extend(presets.map(|preset| of_preset(system, preset)));
        let clauses = system.book().filter(|clause| is(clause.id, word));
        found.extend(clauses.map(|clause| of_clause(system, clause)));
        let decls = (system.options)().iter().filter(|decl| is(decl.id, word) || named(decl.label));
        found.extend(decls.map(|decl| of_option(system, decl)));
        let patterns = system.patterns.iter().filter(|pattern| pattern.is_called(word) || is(pattern.id, word));
        found.extend(patterns.map(|pattern| of_pattern(system, pattern)));
        let causes = system.causes.iter().filter(|cause| is(cause.id, word) || named(cause.name));
        found.extend(causes.map(|cause| of_cause(system, cause)));
    }
    found
}

fn is(id: &str, word: &str) -> bool {
    id.eq_ignore_ascii_case(word)
}

/// Builds a text by writing its lines once per language.
fn both(write: impl Fn(Lang) -> Vec<String>) -> Text {
    Text { zh: write(Lang::Zh).join("\n").into(), en: write(Lang::En).join("\n").into() }
}

fn titled(lang: Lang, zh: &'static str, en: &'static str, words: &str) -> String {
    match lang {
        Lang::Zh => format!("{zh}：{words}"),
        Lang::En => format!("{en}: {words}"),
    }
}

/// The link to an anchor on the system's rule sheet in each language; an empty anchor means the sheet itself.
fn sheet(system: &System, anchor: &str) -> Text {
    let System { id, .. } = system;
    let anchor = if anchor.is_empty() { String::new() } else { format!("#{anchor}") };
    bilingual!("docs/rules/{id}.zh.md{anchor}", "docs/rules/{id}.en.md{anchor}")
}

/// A text that is the same in both languages.
fn shared(page: &str) -> Text {
    bilingual!("{page}", "{page}")
}

fn gloss(system: &System, clause: &Clause, lang: Lang) -> String {
    format!("[{}] {}", clause.id, system.worded(clause).get(lang))
}

fn of_check(check: &'static Check) -> Entry {
    let body = both(|lang| {
        let mut lines = vec![check.advice.get(lang).to_owned()];
        lines.push(titled(lang, "类别", "Kind", words::kind(check.kind).get(lang)));
        lines.extend(block(check.code).map(|block| titled(lang, "怎样读", "How to read it", block.reading.get(lang))));
        lines
    });
    Entry {
        subject: Subject::Check,
        id: check.code,
        title: check.title.text(),
        body,
        page: shared(&format!("docs/checks/{}.md", check.code)),
    }
}

fn of_ruling(ruling: &'static Ruling) -> Entry {
    let words: Vec<&str> = ruling.page.lines().skip(1).collect();
    let whole = words.join("\n").trim().to_owned();
    let page = shared(&format!("docs/rulings/{}.md", ruling.id));
    Entry { subject: Subject::Ruling, id: ruling.id, title: ruling.title().text(), body: shared(&whole), page }
}

fn of_system(system: &'static System) -> Entry {
    let presets: Vec<&str> = presets_of(system).map(|preset| preset.id).collect();
    let body = both(|lang| {
        vec![
            system.about.get(lang).to_owned(),
            titled(lang, "预设", "Presets", &presets.join(", ")),
            titled(lang, "胡牌的值的单位", "Unit of a win's value", system.measure.get(lang)),
            titled(lang, "修订", "Revision", &system.revision.to_string()),
        ]
    });
    Entry { subject: Subject::System, id: system.id, title: system.name.text(), body, page: sheet(system, "") }
}

fn of_preset(system: &'static System, preset: &'static Preset) -> Entry {
    let body = both(|lang| {
        let mut lines = vec![system.name.get(lang).to_owned()];
        lines.extend(preset.source.map(|source| titled(lang, "出处", "Source", source.get(lang))));
        lines.extend(digest_of(preset).map(|digest| titled(lang, "自定房规，摘要", "A house preset, digest", digest)));
        let named = lines.len();
        for decl in (system.options)() {
            let value = options::in_preset(preset, decl);
            if value != decl.default {
                lines.push(format!("{} = {value}  {}", decl.id, decl.label.get(lang)));
            }
        }
        if lines.len() == named {
            lines.push(words::pick(lang, "各选项都取默认。", "Every option has its default.").to_owned());
        }
        for Unmodelled { rule, touches } in preset.unmodelled {
            let money = touches.label().get(lang);
            lines.push(match lang {
                Lang::Zh => format!("caipan 不认识的规则：“{rule}”（影响{money}）"),
                Lang::En => format!("A rule that caipan does not know: “{rule}” ({money})"),
            });
        }
        lines
    });
    Entry { subject: Subject::Preset, id: preset.id, title: preset.name.text(), body, page: sheet(system, "") }
}

fn of_clause(system: &'static System, clause: &'static Clause) -> Entry {
    let decls: Vec<&str> = (system.options)().iter().filter(|decl| decl.clause == clause).map(|decl| decl.id).collect();
    let body = both(|lang| {
        let mut reading = words::reading(clause.reading).get(lang).to_owned();
        if let Reading::Ruled(number) = clause.reading {
            let about = ruling(number).map_or("", |ruling| ruling.title().get(lang));
            reading = format!("{reading} {number} {about}");
        }
        let mut lines = worded::lines(system, clause, lang);
        lines.push(titled(lang, "依据", "Reading", &reading));
        let patterns: Vec<&str> = system
            .patterns
            .iter()
            .filter(|pattern| pattern.clause == clause)
            .map(|pattern| pattern.name.get(lang))
            .collect();
        if !patterns.is_empty() {
            lines.push(titled(lang, "牌型", "Patterns", &patterns.join(", ")));
        }
        if !decls.is_empty() {
            lines.push(titled(lang, "选项", "Options", &decls.join(", ")));
        }
        lines
    });
    let (Label { zh, en }, section) = (system.name, clause.section);
    let title = bilingual!("{zh}，{section}", "{en}, {section}");
    Entry { subject: Subject::Clause, id: clause.id, title, body, page: sheet(system, clause.id) }
}

fn of_option(system: &'static System, decl: &'static Decl) -> Entry {
    let body = both(|lang| {
        let mut lines = vec![titled(lang, "可取", "Values", &decl.kind.allowed())];
        for (value, meaning) in options::values(system, decl, lang) {
            let presets: Vec<&str> = presets_of(system)
                .filter(|preset| options::in_preset(preset, decl) == value)
                .map(|preset| preset.id)
                .collect();
            let default = if value == decl.default { words::pick(lang, "（默认）", " (default)") } else { "" };
            lines.push(format!("  {value}{default}  {meaning}  {}", presets.join(", ")).trim_end().to_owned());
        }
        lines.push(titled(lang, "条文", "Clause", &gloss(system, decl.clause, lang)));
        for ruling in RULINGS.iter().filter(|ruling| ruling.names_option(decl.id)) {
            lines.push(titled(lang, "裁定", "Ruling", &format!("{} {}", ruling.id, ruling.title().get(lang))));
        }
        lines.push(titled(lang, "房规推断", "Rule detection", words::search(decl.search).get(lang)));
        lines
    });
    Entry { subject: Subject::Option, id: decl.id, title: decl.label.text(), body, page: sheet(system, decl.id) }
}

fn of_pattern(system: &'static System, pattern: &'static Pattern) -> Entry {
    let body = both(|lang| {
        let worth = format!("{} ({})", pattern.value, system.measure.get(lang));
        let mut lines = vec![titled(lang, "条文", "Clause", pattern.clause.id)];
        lines.extend(worded::lines(system, pattern.clause, lang));
        lines.push(titled(lang, "值", "Worth", &worth));
        if !pattern.aliases.is_empty() {
            lines.push(titled(lang, "别名", "Also called", &pattern.aliases.join("、")));
        }
        lines
    });
    Entry {
        subject: Subject::Pattern,
        id: pattern.id,
        title: pattern.name.text(),
        body,
        page: sheet(system, pattern.clause.id),
    }
}

fn of_cause(system: &'static System, cause: &'static Cause) -> Entry {
    let body = both(|lang| {
        vec![match lang {
            Lang::Zh => format!("{}的一种输赢；result.payments 的 for 可写它。", system.name.zh),
            Lang::En => format!("A cause of payments in {}; a payment's `for` may name it.", system.name.en),
        }]
    });
    Entry { subject: Subject::Cause, id: cause.id, title: cause.name.text(), body, page: sheet(system, "") }
}
