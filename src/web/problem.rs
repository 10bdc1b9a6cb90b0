//! The page of a problem.

use super::frame::{Document, frame};
use super::tiles::prose;
use caipan_tiles::text::Lang;
use maud::html;

/// Renders the title of a problem, its detail with the next steps, and its code and request id for the operator. After a
/// sign-in that failed the visitor can try again.
pub fn problem(title: &str, detail: &str, [code, request_id]: [&str; 2], sign_in: bool, lang: Lang) -> Document {
    let body = html! {
        h1 { (title) }
        p { (prose(detail, lang)) }
        @if sign_in { p { a.button href={ "/sign-in?lang=" (lang.tag()) } { (lang.pick("重新登录", "Sign in again")) } } }
        p { a href={ "/?lang=" (lang.tag()) } { (lang.pick("回到首页", "Back to the home page")) } }
        details.quiet.technical {
            summary { (lang.pick("技术信息（报修时请附上）", "Technical details (include them in a report to the operator)")) }
            p { code { (code) } " · " code { (request_id) } }
        }
    };
    frame(lang, title, "/", body)
}
