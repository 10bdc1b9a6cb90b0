//! The handbook pages: the meaning of a report's terms, and the rule sheets.

use super::frame::{Document, escaped, frame, word};
use super::glossary;
use super::markdown::markdown;
use super::tiles::prose;
use crate::app::{FoundWords, search};
use caipan_engine::rules::SYSTEMS;
use caipan_handbook::{Entry, Subject, SystemView, check_views, explain, known_words, system_views};
use caipan_tiles::suggest::nearest;
use caipan_tiles::text::{Lang, Text};
use maud::{Markup, html};

/// Renders everything that a word names; without a word, the list of systems and checks. Returns that list as the error
/// if the word names nothing.
pub fn explained(asked: Option<&str>, lang: Lang) -> Result<Document, Document> {
    let asked = asked.map(str::trim).filter(|asked| !asked.is_empty());
    let entries = asked.map(explain).unwrap_or_default();
    let title = asked.unwrap_or(lang.pick("规则与检查", "Rules and checks"));
    let here = asked.map_or_else(|| "/explain".to_owned(), |asked| format!("/explain?word={}", escaped(asked)));
    let found = asked.map(search).unwrap_or_default();
    let missing = asked.is_some() && entries.is_empty() && found.terms.is_empty() && found.words.is_empty();
    let body = html! {
        h1 { (title) }
        form method="get" action="/explain" {
            input type="hidden" name="lang" value=(lang.tag());
            label {
                (lang.pick("代码、条款、裁定、选项、牌型、行话，或拼音：", "A code, clause, ruling, option, pattern, a player's word, or its pinyin: "))
                input type="search" name="word" value=(asked.unwrap_or_default());
            }
            " " button { (lang.pick("查", "Look up")) }
            " " a href={ "/glossary?lang=" (lang.tag()) } { (lang.pick("词汇表", "Glossary")) }
        }
        @if missing {
            p.error { (lang.pick("没有这个词；下面列出各套规则和全部检查。", "Nothing is called that; the rule systems and all checks are listed below.")) }
            @if let Some(near) = nearest(title, known_words()) {
                p { (lang.pick("是否想查：", "Did you mean: ")) @for near in near.split(" / ") { (word(lang, near)) " " } }
            }
        }
        @if !found.terms.is_empty() { dl.terms { @for term in &found.terms { (glossary::entry(term, lang)) } } }
        @for entry in &entries { (meaning(entry, lang)) }
        (others(&found, &entries, lang))
        @if asked.is_none() || missing { (contents(lang)) }
    };
    let page = frame(lang, title, &here, body);
    if missing { Err(page) } else { Ok(page) }
}

/// Renders the words related to the query that the entries do not cover.
fn others(found: &FoundWords, entries: &[Entry], lang: Lang) -> Markup {
    let others: Vec<_> = found.words.iter().filter(|one| entries.iter().all(|entry| entry.id != one.word)).collect();
    html! {
        @if !others.is_empty() {
            h2 { (lang.pick("相关的词", "Words near it")) }
            table { @for one in others { tr { td { (word(lang, one.word)) } td { (prose(one.title.get(lang), lang)) } } } }
            @if found.more { p.quiet { (lang.pick("还有更多；请写得具体些。", "There are more; ask more precisely.")) } }
        }
    }
}

fn meaning(entry: &Entry, lang: Lang) -> Markup {
    let system =
        SYSTEMS.iter().copied().filter(|_| entry.subject == Subject::System).find(|system| system.id == entry.id);
    html! {
        h2 { (entry.title.get(lang)) " " code { (entry.id) } }
        @if entry.subject == Subject::Ruling { div.prose { (markdown(entry.body.get(lang), lang)) } }
        @else { p.body { (prose(entry.body.get(lang), lang)) } }
        @if let Some(system) = &system { (sheet(&SystemView::from(*system), lang)) }
    }
}

/// Renders a rule system: its presets, patterns, options and clauses, each linked to its explanation.
fn sheet(system: &SystemView, lang: Lang) -> Markup {
    let say = |text: &Text| text.get(lang).to_owned();
    html! {
        h3 { (lang.pick("预设", "Presets")) }
        table { @for preset in &system.presets { tr { td { (word(lang, preset.id)) } td { (say(&preset.name)) } } } }
        h3 { (lang.pick("牌型", "Patterns")) }
        table { @for pattern in &system.patterns {
            tr { td { (say(&pattern.name)) } td { (word(lang, pattern.id)) } td.n { (pattern.value) } td { (word(lang, pattern.clause)) } }
        } }
        h3 { (lang.pick("选项", "Options")) }
        table { @for option in &system.options { tr { td { (word(lang, option.id)) } td { (say(&option.label)) } } } }
        h3 { (lang.pick("条文", "Clauses")) }
        table { @for clause in &system.clauses { tr { td { (word(lang, clause.id)) } td { (say(&clause.gloss)) } } } }
    }
}

fn contents(lang: Lang) -> Markup {
    html! {
        h2 { (lang.pick("规则", "Rule systems")) }
        table { @for system in system_views() {
            tr { td { (word(lang, system.id)) } td { (system.name.get(lang)) } td { (system.about.get(lang)) } }
        } }
        h2 { (lang.pick("检查", "Checks")) }
        table { @for check in check_views() { tr { td { (word(lang, check.code)) } td { (check.title.get(lang)) } } } }
    }
}
