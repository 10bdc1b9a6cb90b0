//! A report as one file for offline use: style, drawings and the replay of every hand are embedded; links to the service
//! are removed.

use super::assets::{address, body};
use super::frame::Visitor;
use super::report::kept_report;
use super::step::kept_hand;
use crate::app::SavedPage;
use caipan_tiles::text::Lang;

/// The page may load nothing; its own scripts and style are inline.
const POLICY: &str = "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; \
                      script-src 'unsafe-inline'; img-src data:\">";

/// The modules of the replay in the order of their imports.
const MODULES: [&str; 4] = ["draw.js", "gestures.js", "replay.js", "saved.js"];

/// Renders the stand-alone page of a report. It loads nothing when opened.
pub fn saved_page(saved: &SavedPage, lang: Lang) -> String {
    let page = kept_report(&saved.case, lang).render(&Visitor::Unnamed).into_string();
    let hands: String = saved.hands.iter().map(|hand| kept_hand(&hand.page, lang).into_string()).collect();
    let style = format!("<link rel=\"stylesheet\" href=\"{}\">", address("style.css"));
    let page = page.replacen(&style, &format!("{POLICY}<style>{}</style>", body("style.css")), 1);
    let page = without(&page, "<header", "</header>");
    let page = page.replacen("</body>", &format!("<div id=\"replay\" hidden></div>{hands}</body>"), 1);
    let page = without(&page.replace(&address("tiles.svg"), ""), " href=\"/", "\"");
    let drawings = format!("<body><div style=\"display:none\">{}</div>", body("tiles.svg"));
    let steps: String = saved.hands.iter().map(|hand| data(hand.steps.hand, &hand.steps)).collect();
    let script: String = MODULES.iter().map(|name| bundled(body(name))).collect();
    page.replacen("<body>", &drawings, 1).replacen(
        "</body>",
        &format!("{steps}<script type=\"module\">{script}</script></body>"),
        1,
    )
}

/// Embeds the steps of a hand. Escaped angle brackets keep a name in the log from ending the element.
fn data(hand: usize, steps: &impl serde::Serialize) -> String {
    let json = serde_json::to_string(steps).unwrap_or_default().replace('<', "\\u003c");
    format!("<script type=\"application/json\" id=\"steps-{hand}\">{json}</script>")
}

/// Returns a module without its imports and exports, for a place behind the modules that it imports.
fn bundled(module: &str) -> String {
    let lines = module.lines().filter(|line| !line.starts_with("import "));
    lines.flat_map(|line| [line.strip_prefix("export ").unwrap_or(line), "\n"]).collect()
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
