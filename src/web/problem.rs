//! The page of a problem.

use super::frame::{Document, frame};
use super::tiles::prose;
use caipan_tiles::text::{Label, Lang};
use maud::html;

/// A problem as its page shows it.
pub struct ProblemShown<'a> {
    /// The title.
    pub title: &'a str,
    /// The fault, with advice.
    pub detail: &'a str,
    /// The code and the id of the request, for the operator.
    pub names: [&'a str; 2],
    /// The next steps: the address without the language, and the label. The first one is the likeliest.
    pub ways: &'a [(String, Label)],
}

/// Renders a problem with its next steps; the last one is always the home page.
pub fn problem(problem: &ProblemShown<'_>, lang: Lang) -> Document {
    let ProblemShown { title, detail, names: [code, request_id], ways } = *problem;
    let to = |path: &str| format!("{path}{}lang={}", if path.contains('?') { "&" } else { "?" }, lang.tag());
    let body = html! {
        section.card.verdict.unverifiable {
            p.state { (lang.pick("没有做成", "This did not work")) }
            h1 { (title) }
            p { (prose(detail, lang)) }
            div.acts {
                @for (at, (path, label)) in ways.iter().enumerate() { a.button.primary[at == 0] href=(to(path)) { (label.get(lang)) } }
                a.button.primary[ways.is_empty()] href=(to("/")) { (lang.pick("回到首页", "Back to the home page")) }
            }
        }
        details.technical {
            summary { (lang.pick("技术信息（报修时请附上）", "Technical details (include them in a report to the operator)")) }
            p { code { (code) } " · " code { (request_id) } }
        }
    };
    frame(lang, title, "/", body)
}
