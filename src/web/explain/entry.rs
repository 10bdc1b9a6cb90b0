//! One entry of the handbook for people: what it means, an example drawn with tiles, and links between checks, clauses,
//! options and rulings. What only programs need is folded away.

use super::super::frame::{escaped, word};
use super::super::markdown::markdown;
use super::super::tiles::prose;
use caipan_engine::audit::{Check, checks};
use caipan_engine::rules::house_presets::presets_of;
use caipan_engine::rules::{Decl, Preset, SYSTEMS, System, Value};
use caipan_handbook::{Entry, RULINGS, Subject, block, guide, guides_to, option_values, otherwise_worded, ruling};
use caipan_tiles::bilingual;
use caipan_tiles::clause::{Clause, Reading};
use caipan_tiles::text::Lang;
use maud::{Markup, html};

/// Renders an entry without its heading.
pub(super) fn body(entry: &Entry, lang: Lang) -> Markup {
    match entry.subject {
        Subject::Check => checks::find(entry.id).map_or_else(|| html! {}, |check| of_check(check, entry, lang)),
        Subject::Ruling => of_ruling(entry, lang),
        Subject::Clause => html! { @for (system, clause) in clauses(entry.id) { (of_clause(system, clause, lang)) } },
        Subject::Option => options(entry, lang),
        Subject::Cause => cause(entry, lang),
        Subject::Pattern | Subject::System | Subject::Preset | Subject::Refusal => {
            html! { p.body { (prose(entry.body.get(lang), lang)) } }
        }
    }
}

/// Renders what only programs need.
fn technical(lang: Lang, body: &Markup) -> Markup {
    html! { details.quiet.technical { summary { (lang.pick("技术信息", "Technical details")) } (body) } }
}

/// Renders a line of links; nothing without any.
fn links(title: &str, ids: &[&str], lang: Lang) -> Markup {
    html! {
        @if !ids.is_empty() {
            p { (title) @for id in ids { " " (titled(id, lang)) } }
        }
    }
}

/// Renders a link to an entry as people quote it: the code of a check, a clause or a ruling with its title, and of all
/// others the title alone.
pub(in crate::web) fn named(id: &str, title: &str, lang: Lang) -> Markup {
    let coded = checks::find(id).is_some() || ruling(id).is_some() || is_clause(id);
    let same = title.is_empty() || title == id;
    html! {
        @if coded || same { (word(lang, id)) @if !same { " " (prose(title, lang)) } }
        @else { a href={ "/explain?word=" (escaped(id)) "&lang=" (lang.tag()) } { (title) } }
    }
}

/// Renders a link with the title of its entry.
fn titled(id: &str, lang: Lang) -> Markup {
    let title = match checks::find(id) {
        Some(check) => Some(check.title.get(lang)),
        None => ruling(id).map(|ruling| ruling.title().get(lang)).or_else(|| {
            let mut decls = SYSTEMS.iter().flat_map(|system| (system.options)().iter());
            decls.find(|decl| decl.id == id).map(|decl| decl.label.get(lang))
        }),
    };
    html! { span.link { (named(id, title.unwrap_or_default(), lang)) } }
}

fn of_check(check: &Check, entry: &Entry, lang: Lang) -> Markup {
    let told = guide(check.code);
    let kept: Vec<&str> = told.map(|guide| guide.see.to_vec()).unwrap_or_default();
    let of = |is: fn(&str) -> bool| kept.iter().copied().filter(|id| is(id)).collect::<Vec<_>>();
    html! {
        p { strong { (lang.pick("怎么办：", "What to do: ")) } (prose(check.advice.get(lang), lang)) }
        @if let Some(told) = told {
            p.example { strong { (lang.pick("例子：", "Example: ")) } (prose(told.example.get(lang), lang)) }
            p { strong { (lang.pick("常见原因：", "Usual reason: ")) } (prose(told.mistake.get(lang), lang)) }
        }
        @if let Some(block) = block(check.code) {
            p { strong { (lang.pick("怎么看：", "How to read it: ")) } (prose(block.look.get(lang), lang)) }
        }
        (links(lang.pick("条文：", "Clauses:"), &of(is_clause), lang))
        (links(lang.pick("房规：", "House rules:"), &of(is_option), lang))
        (links(lang.pick("裁定：", "Rulings:"), &of(|id| ruling(id).is_some()), lang))
        (technical(lang, &html! {
            p.body { (prose(entry.body.get(lang), lang)) }
            p { (check.code) " " (check.name) }
        }))
    }
}

fn is_clause(id: &str) -> bool {
    clauses(id).next().is_some()
}

fn is_option(id: &str) -> bool {
    SYSTEMS.iter().any(|system| (system.options)().iter().any(|decl| decl.id == id))
}

fn clauses(id: &str) -> impl Iterator<Item = (&'static System, &'static Clause)> {
    SYSTEMS
        .iter()
        .flat_map(|&system| system.clauses.iter().map(move |&clause| (system, clause)))
        .filter(move |(_, clause)| clause.id.eq_ignore_ascii_case(id))
}

fn of_ruling(entry: &Entry, lang: Lang) -> Markup {
    let cites = ruling(entry.id).map(|ruling| ruling.clauses().collect::<Vec<_>>()).unwrap_or_default();
    let known: Vec<&str> = cites.into_iter().filter(|id| is_clause(id)).collect();
    html! {
        div.prose { (markdown(entry.body.get(lang), lang)) }
        (links(lang.pick("条文：", "Clauses:"), &known, lang))
        (links(lang.pick("房规：", "House rules:"), &decided_by(entry.id), lang))
        (links(lang.pick("检查：", "Checks:"), &citing(entry.id), lang))
    }
}

/// The options that a ruling names.
fn decided_by(id: &str) -> Vec<&'static str> {
    let page = ruling(id);
    let decls = SYSTEMS.iter().flat_map(|system| (system.options)().iter());
    decls.filter(|decl| page.is_some_and(|ruling| ruling.names_option(decl.id))).map(|decl| decl.id).collect()
}

/// The checks whose guides cite an entry.
fn citing(id: &str) -> Vec<&'static str> {
    guides_to(id).map(|guide| guide.code).collect()
}

fn of_clause(system: &'static System, clause: &'static Clause, lang: Lang) -> Markup {
    let decls: Vec<&str> = (system.options)().iter().filter(|decl| decl.clause == clause).map(|decl| decl.id).collect();
    let ruled: Vec<&str> = clause.reading.ruling().into_iter().collect();
    let patterns = system.patterns.iter().filter(|pattern| pattern.clause == clause);
    let patterns: Vec<&str> = patterns.map(|pattern| pattern.name.get(lang)).collect();
    html! {
        p { (prose(system.worded(clause).get(lang), lang)) }
        @for (presets, words) in otherwise_worded(system, clause) {
            p {
                @for preset in presets { (named(preset.id, preset.name.get(lang), lang)) " " }
                br; (prose(words.get(lang), lang))
            }
        }
        @if !patterns.is_empty() { p { (lang.pick("牌型：", "Patterns: ")) (patterns.join(lang.pick("、", ", "))) } }
        (links(lang.pick("裁定：", "Ruling:"), &ruled, lang))
        (links(lang.pick("房规：", "House rules:"), &decls, lang))
        (links(lang.pick("检查：", "Checks:"), &citing(clause.id), lang))
        p.quiet { (reading(clause.reading, lang)) }
        (technical(lang, &html! { p { (clause.id) " · " (clause.section) } }))
    }
}

/// Says where a clause comes from.
const fn reading(reading: Reading, lang: Lang) -> &'static str {
    match reading {
        Reading::AsWritten => lang_pick(lang, "规则原文就这么写。", "The rule book says so."),
        Reading::Interpreted => lang_pick(lang, "由规则原文推出。", "This follows from the rule book."),
        Reading::Practice => {
            lang_pick(lang, "规则原文没有写，按通行打法。", "The rule book is silent; this is common practice.")
        }
        Reading::Ruled(_) => {
            lang_pick(lang, "规则原文不清楚，按上面的裁定。", "The rule book is unclear; the ruling above decides.")
        }
    }
}

const fn lang_pick(lang: Lang, zh: &'static str, en: &'static str) -> &'static str {
    match lang {
        Lang::Zh => zh,
        Lang::En => en,
    }
}

/// Renders an option of every system that has one of this id and title.
fn options(entry: &Entry, lang: Lang) -> Markup {
    let of = |system: &'static System| {
        let decls = (system.options)().iter();
        decls.filter(|decl| decl.id == entry.id && decl.label.text() == entry.title).map(move |decl| (system, decl))
    };
    html! { @for (system, decl) in SYSTEMS.iter().copied().flat_map(of) { (of_option(system, decl, lang)) } }
}

fn of_option(system: &'static System, decl: &'static Decl, lang: Lang) -> Markup {
    let rulings: Vec<&str> =
        RULINGS.iter().filter(|ruling| ruling.names_option(decl.id)).map(|ruling| ruling.id).collect();
    let used = |value: Value| {
        let presets = presets_of(system).filter(|preset| in_preset(preset, decl) == value);
        presets.map(|preset| preset.name.get(lang)).collect::<Vec<_>>().join(lang.pick("、", ", "))
    };
    html! {
        p { (bilingual!("{}的房规，可以这样约定：", "A house rule of {}. It can be:", system.name.get(lang)).get(lang)) }
        div.scroll { table {
            thead { tr { th scope="col" { (lang.pick("约定", "Choice")) } th scope="col" { (lang.pick("哪些规则这样用", "Used by")) } } }
            tbody { @for (value, meaning) in option_values(system, decl, lang) { tr {
                td {
                    @if meaning.is_empty() { (value) } @else { (meaning) }
                    @if value == decl.default { span.quiet { (lang.pick("（默认）", " (default)")) } }
                }
                td { (used(value)) }
            } } }
        } }
        (links(lang.pick("条文：", "Clause:"), &[decl.clause.id], lang))
        (links(lang.pick("裁定：", "Rulings:"), &rulings, lang))
        (links(lang.pick("检查：", "Checks:"), &citing(decl.id), lang))
        (technical(lang, &html! {
            p { (lang.pick("在牌谱里这样写：", "In a log: ")) code { (decl.id) " = " (decl.kind.allowed()) } }
            table { @for (value, meaning) in option_values(system, decl, lang) { tr { td { code { (value) } } td { (meaning) } } } }
        }))
    }
}

fn in_preset(preset: &Preset, decl: &Decl) -> Value {
    preset.choices.iter().find(|(id, _)| *id == decl.id).map_or(decl.default, |&(_, value)| value)
}

fn cause(entry: &Entry, lang: Lang) -> Markup {
    let systems = SYSTEMS.iter().filter(|system| system.causes.iter().any(|cause| cause.id == entry.id));
    let systems: Vec<&str> = systems.map(|system| system.name.get(lang)).collect();
    html! {
        p { (bilingual!("{}里的一项输赢。", "A kind of payment in {}.", systems.join(lang.pick("、", ", "))).get(lang)) }
        (technical(lang, &html! { p.body { (prose(entry.body.get(lang), lang)) } }))
    }
}
