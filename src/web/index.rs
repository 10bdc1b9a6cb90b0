//! The front page: the logs that came last, with the way to each report.

use super::frame::frame;
use crate::app::engine::{verdict_label, verdict_named};
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
            table {
                tr {
                    th { (lang.pick("结论", "Verdict")) }
                    th { (lang.pick("局号", "Game")) }
                    th { (lang.pick("规则", "Rules")) }
                    th { (lang.pick("局数", "Hands")) }
                    th { (lang.pick("错误 / 规则不同 / 无法核实", "Faults / variants / unverifiable")) }
                }
                @for log in logs {
                    tr {
                        td { a.verdict.(log.verdict) href={ "/v1/reports/" (log.id) "?lang=" (lang.tag()) } {
                            (verdict_named(&log.verdict).map_or(log.verdict.as_str(), |verdict| verdict_label(verdict).get(lang)))
                        } }
                        td { (log.game) @if !log.platform.is_empty() { " " span.quiet { (log.platform) } } }
                        td { (log.system) }
                        td.n { (log.hands) }
                        td { (log.counts[0]) " / " (log.counts[1]) " / " (log.counts[2]) }
                    }
                }
            }
        }
    };
    frame(lang, title, "/", &body)
}
