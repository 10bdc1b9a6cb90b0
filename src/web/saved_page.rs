//! A report as one file for offline use: style and drawings are embedded, scripts and links to the service are removed.

use super::assets::{address, body};
use super::frame::Visitor;
use super::report::report;
use crate::app::ReportPage;
use caipan_tiles::text::Lang;

/// Renders the stand-alone page of a report. It loads nothing when opened.
pub fn saved_page(case: &ReportPage, lang: Lang) -> String {
    let page = report(None, case, lang).render(&Visitor::Unnamed).into_string();
    let page = page.replace(&address("tiles.svg"), "");
    let style = format!("<link rel=\"stylesheet\" href=\"{}\">", address("style.css"));
    let page = page.replacen(&style, &format!("<style>{}</style>", body("style.css")), 1);
    let drawings = format!("<body><div style=\"display:none\">{}</div>", body("tiles.svg"));
    let page = without(&page, "<header", "</header>").replacen("<body>", &drawings, 1);
    without(&page, " href=\"/", "\"")
}

/// Removes every part that begins with `from` and ends with `to`.
fn without(text: &str, from: &str, to: &str) -> String {
    let mut parts = text.split(from);
    let mut left = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        left.push_str(part.split_once(to).map_or("", |(_, rest)| rest));
    }
    left
}
