//! The page of a problem.

use super::frame::frame;
use caipan_tiles::text::Lang;
use maud::{Markup, html};

/// Renders the title of a problem, its detail with the next steps, and its code and request id for the operator.
pub fn problem(title: &str, detail: &str, [code, request_id]: [&str; 2], lang: Lang) -> Markup {
    let body = html! {
        h1 { (title) }
        p { (detail) }
        p { a href={ "/?lang=" (lang.tag()) } { (lang.pick("回到最近的牌谱", "Back to the recent logs")) } }
        p.quiet { code { (code) } " · " code { (request_id) } }
    };
    frame(lang, title, "/", &body)
}
