//! The glossary: the words that players use, each in a sentence, with where to read on.

use super::frame::{frame, word};
use super::tiles::prose;
use caipan_handbook::{TERMS, Term};
use caipan_tiles::text::Lang;
use maud::{Markup, html};

/// The page.
pub fn glossary(lang: Lang) -> Markup {
    let title = lang.pick("词汇表", "Glossary");
    let body = html! {
        h1 { (title) }
        p { a href={ "/explain?lang=" (lang.tag()) } { (lang.pick("查规则、检查、条文与牌型", "Look up rules, checks, clauses and patterns")) } }
        dl.terms { @for term in TERMS { (entry(term, lang)) } }
    };
    frame(lang, title, "/glossary", &body)
}

/// A term with what it means.
pub(super) fn entry(term: &Term, lang: Lang) -> Markup {
    let also = term.also.join("、");
    html! {
        dt id=[(lang == Lang::Zh).then_some(term.word.zh)] {
            strong { (term.word.get(lang)) }
            // In English the Chinese word is what one hears at the table; in Chinese its English is nobody's business.
            @if lang == Lang::En { " " span lang="zh-CN" { (term.word.zh) } }
            @if !also.is_empty() { " " small.quiet lang="zh-CN" { (also) } }
        }
        dd {
            (prose(term.meaning.get(lang), lang)) " "
            @for see in term.see { (word(lang, see)) " " }
        }
    }
}
