//! The handbook pages: the meaning of a report's terms, and the rule sheets.

mod entry;

pub(super) use entry::named;

use super::frame::{Document, escaped, frame, word};
use super::glossary;
use caipan_engine::rules::SYSTEMS;
use caipan_handbook::{
    Entry, FoundWords, Subject, SystemView, check_views, explain, known_words, search, system_views,
};
use caipan_tiles::bilingual;
use caipan_tiles::suggest::nearest;
use caipan_tiles::text::{Lang, Text};
use maud::{Markup, html};

/// Renders everything that a word names; without a word, the list of systems and checks. Returns that list as the error
/// if the word names nothing.
pub fn explained(asked: Option<&str>, lang: Lang) -> Result<Document, Box<Document>> {
    let asked = asked.map(str::trim).filter(|asked| !asked.is_empty());
    let found = asked.map(search).unwrap_or_default();
    let mut entries = asked.map(explain).unwrap_or_default();
    if entries.is_empty() {
        entries = found.answer.map(explain).unwrap_or_default();
    }
    // A single entry gives the page its title; the sheet of a system has headings of its own below it.
    let single = entries.first().filter(|entry| entries.len() == 1 && entry.subject != Subject::System);
    let query = asked.unwrap_or(lang.pick("规则与检查", "Rules and checks"));
    // People quote codes; the id of an option is for programs.
    let option = entries.first().filter(|entry| entry.subject == Subject::Option);
    let title = single.or(option).map_or(query, |entry| entry.title.get(lang));
    let here = asked.map_or_else(|| "/explain".to_owned(), |asked| format!("/explain?word={}", escaped(asked)));
    let missing = asked.is_some() && entries.is_empty() && found.terms.is_empty() && found.words.is_empty();
    let body = html! {
        h1 { @match single { Some(entry) => (heading(entry, lang)), None => (title) } }
        form method="get" action="/explain" {
            input type="hidden" name="lang" value=(lang.tag());
            label {
                (lang.pick("查什么都行，如“258将”“过水”“包牌”“A702”，拼音也行：", "Look up anything: “wrong payer”, “joker”, a check code, a clause, or pinyin: "))
                input type="search" name="word" value=(asked.unwrap_or_default());
            }
            " " button { (lang.pick("查", "Look up")) }
            " " a href={ "/glossary?lang=" (lang.tag()) } { (lang.pick("词汇表", "Glossary")) }
        }
        @if missing {
            p.error { (lang.pick("没有找到这个词。换个说法试试，或从下面的规则和检查里找。", "Nothing was found. Try another word, or choose from the rules and checks below.")) }
            @if let Some(near) = nearest(query, known_words()) {
                p { (lang.pick("是否想查：", "Did you mean: ")) @for near in near.split(" / ") { (word(lang, near)) " " } }
            }
        }
        @if !found.terms.is_empty() { dl.terms { @for term in &found.terms { (glossary::entry(term, lang)) } } }
        @for entry in &entries {
            @if single.is_none() { h2 { (heading(entry, lang)) } }
            (meaning(entry, lang))
        }
        (others(&found, &entries, lang))
        @if asked.is_none() || missing { (contents(lang)) }
    };
    let page = frame(lang, title, &here, body);
    if missing { Err(Box::new(page)) } else { Ok(page) }
}

/// Renders the words related to the query that the entries do not cover.
fn others(found: &FoundWords, entries: &[Entry], lang: Lang) -> Markup {
    let others: Vec<_> = found.words.iter().filter(|one| entries.iter().all(|entry| entry.id != one.word)).collect();
    html! {
        @if !others.is_empty() {
            h2 { (if entries.is_empty() { lang.pick("找到这些", "Found") } else { lang.pick("相关", "Related") }) }
            table { @for one in others { tr { td { (entry::named(one.word, one.title.get(lang), lang)) } } } }
            @if found.more { p.quiet { (lang.pick("还有更多，请写得具体一点。", "There are more. Use a more precise word.")) } }
        }
    }
}

fn meaning(entry: &Entry, lang: Lang) -> Markup {
    let system =
        SYSTEMS.iter().copied().filter(|_| entry.subject == Subject::System).find(|system| system.id == entry.id);
    html! {
        (entry::body(entry, lang))
        @if let Some(system) = &system { (sheet(&SystemView::from(*system), lang)) }
    }
}

/// Renders the title with the code that people quote: of a check, a clause or a ruling. Other ids are for programs.
fn heading(entry: &Entry, lang: Lang) -> Markup {
    let system = SYSTEMS.iter().find(|system| system.clauses.iter().any(|clause| clause.id == entry.id));
    html! {
        @match (entry.subject, system) {
            (Subject::Clause, Some(system)) => (bilingual!("{}规则 {}", "{} clause {}", system.name.get(lang), entry.id).get(lang)),
            (Subject::Check | Subject::Ruling, _) => { (entry.title.get(lang)) " " code { (entry.id) } },
            _ => (entry.title.get(lang)),
        }
    }
}

/// Renders a rule system: its presets, patterns, options and clauses, each linked to its explanation.
fn sheet(system: &SystemView, lang: Lang) -> Markup {
    let say = |text: &Text| text.get(lang).to_owned();
    html! {
        h3 { (lang.pick("各种打法", "Presets")) }
        table { @for preset in &system.presets { tr {
            td { (entry::named(preset.id, &say(&preset.name), lang)) }
            td.quiet { (preset.source.as_ref().map(say).unwrap_or_default()) }
        } } }
        h3 { (lang.pick("牌型", "Patterns")) }
        table { @for pattern in &system.patterns {
            tr { td { (entry::named(pattern.id, &say(&pattern.name), lang)) } td.n { (pattern.value) } td { (word(lang, pattern.clause)) } }
        } }
        h3 { (lang.pick("房规", "House rules")) }
        table { @for option in &system.options { tr { td { (entry::named(option.id, &say(&option.label), lang)) } } } }
        h3 { (lang.pick("条文", "Clauses")) }
        table { @for clause in &system.clauses { tr { td { (word(lang, clause.id)) } td { (say(&clause.gloss)) } } } }
    }
}

fn contents(lang: Lang) -> Markup {
    html! {
        h2 { (lang.pick("规则", "Rule systems")) }
        table { @for system in system_views() {
            tr { td { (entry::named(system.id, system.name.get(lang), lang)) } td { (system.about.get(lang)) } }
        } }
        h2 { (lang.pick("检查", "Checks")) }
        table { @for check in check_views() { tr { td { (word(lang, check.code)) } td { (check.title.get(lang)) } } } }
    }
}
