//! The front page: the logs that came last, with the way to each report.

use super::frame::{frame, word};
use crate::app::engine::verdict_named;
use crate::audit::Verdict;
use crate::say::Lang;
use crate::store::LogRow;
use maud::{Markup, html};

/// The page over the newest logs.
pub fn index(logs: &[LogRow], lang: Lang) -> Markup {
    let title = lang.pick("最近的牌谱", "Recent logs");
    let body = html! {
        h1 { (title) }
        @if logs.is_empty() {
            p { (lang.pick("还没有牌谱。用 POST /v1/logs 存入一份，或以 caipan serve --demo 启动以存入样例。",
                "No logs yet. Store one with POST /v1/logs, or start with caipan serve --demo to have sample games.")) }
        } @else {
            div.wide { table {
                thead { tr {
                    th scope="col" { (lang.pick("结论", "Verdict")) }
                    th scope="col" { (lang.pick("牌谱", "Game")) }
                    th scope="col" { (lang.pick("规则", "Rules")) }
                    th.n scope="col" { (lang.pick("局数", "Hands")) }
                    th.n scope="col" { (lang.pick("错误", "Faults")) }
                    th.n scope="col" { (lang.pick(Verdict::Variant.label().zh, "Variants")) }
                    th.n scope="col" { (lang.pick("无法复核", "Unverifiable")) }
                } }
                tbody { @for log in logs {
                    tr {
                        td { a.verdict.(log.verdict) href={ "/v1/reports/" (log.id) "?lang=" (lang.tag()) } {
                            (verdict_named(&log.verdict).map_or(log.verdict.as_str(), |verdict| verdict.label().get(lang)))
                        } }
                        td { (log.game) @if !log.platform.is_empty() { " " span.quiet { (log.platform) } } }
                        td { (word(lang, &log.system)) }
                        td.n { (log.hands) }
                        @for count in &log.counts[..3] { td.n { (count) } }
                    }
                } }
            } }
        }
    };
    frame(lang, title, "/", &body)
}
