//! The glossary page: players' terms, each explained in a sentence with links.

use super::explain::named;
use super::frame::{Document, frame, word};
use super::tiles::prose;
use caipan_handbook::{Subject, TERMS, Term, explain};
use caipan_tiles::text::Lang;
use maud::{Markup, html};

/// Renders the page.
pub fn glossary(lang: Lang) -> Document {
    let title = lang.pick("词汇表", "Glossary");
    let body = html! {
        h1 { (title) }
        p { a href={ "/explain?lang=" (lang.tag()) } { (lang.pick("查规则、检查、条文与牌型", "Look up rules, checks, clauses and patterns")) } }
        dl.terms { @for term in TERMS { (entry(term, lang)) } }
    };
    frame(lang, title, "/glossary", body)
}

/// Renders a link by the title of its entry, or by its code if people quote it.
fn see_also(id: &str, lang: Lang) -> Markup {
    let title = explain(id)
        .into_iter()
        .next()
        .filter(|entry| matches!(entry.subject, Subject::Pattern | Subject::Option | Subject::Cause));
    match title {
        Some(entry) => named(entry.id, entry.title.get(lang), lang),
        None => word(lang, id),
    }
}

/// Renders a term with its explanation.
pub(super) fn entry(term: &Term, lang: Lang) -> Markup {
    let also = term.also.join("、");
    html! {
        dt id=[(lang == Lang::Zh).then_some(term.word.zh)] {
            strong { (term.word.get(lang)) }
            // English pages show the Chinese word because players say it at the table; Chinese pages need no English.
            @if lang == Lang::En { " " span lang="zh-CN" { (term.word.zh) } }
            @if !also.is_empty() { " " small.quiet lang="zh-CN" { (also) } }
        }
        dd {
            (prose(term.meaning.get(lang), lang)) " "
            @for see in term.see { (see_also(see, lang)) " " }
        }
    }
}
