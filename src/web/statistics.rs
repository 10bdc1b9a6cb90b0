//! Renders error rates as small charts: each bar is in a table row with its figures, so the figures are readable
//! without the bars.

use super::frame::{Document, Head, escaped, framed, readable, word};
use crate::app::{Rate, Statistics};
use caipan_engine::rules;
use caipan_tiles::bilingual;
use caipan_tiles::text::Lang;
use maud::{Markup, html};

/// Renders the page of all statistics.
pub fn statistics(figures: &Statistics, lang: Lang) -> Document {
    let title = lang.pick("统计", "Statistics");
    let Rate { logs, hands, faults, per_ten_thousand, .. } = &figures.total;
    let rate = tenths(*per_ten_thousand);
    let all = usize::MAX;
    let body = html! {
        h1 { (title) }
        p { (bilingual!("{logs} 份牌谱，{hands} 局，{faults} 处错：每千局 {rate} 处。",
            "Logs: {logs}; hands: {hands}; errors: {faults} ({rate} per thousand hands).").get(lang)) }
        p.quiet { (lang.pick("只数根本错误，不数连带的。", "Only root errors are counted, not their consequences.")) }
        (chart(By::Client, &figures.clients, all, lang))
        (chart(By::Code, &figures.codes, all, lang))
        (chart(By::Platform, &figures.platforms, all, lang))
        (chart(By::System, &figures.systems, all, lang))
    };
    framed(&Head { lang, title, here: "/statistics", script: None, wide: false }, body)
}

/// The dimension of a chart.
#[derive(Clone, Copy, PartialEq, Eq)]
enum By {
    Client,
    Code,
    Platform,
    System,
}

fn chart(by: By, rates: &[Rate], most: usize, lang: Lang) -> Markup {
    let (title, name) = match by {
        By::Client => (
            bilingual!("每千局的错，按客户端版本", "Errors per thousand hands, by client version"),
            bilingual!("客户端", "Client"),
        ),
        By::Code => {
            (bilingual!("每千局的错，按检查", "Errors per thousand hands, by check"), bilingual!("检查", "Check"))
        }
        By::Platform => {
            (bilingual!("每千局的错，按平台", "Errors per thousand hands, by platform"), bilingual!("平台", "Platform"))
        }
        By::System => {
            (bilingual!("每千局的错，按规则", "Errors per thousand hands, by rules"), bilingual!("规则", "Rules"))
        }
    };
    let top = rates.iter().map(|rate| rate.per_ten_thousand).max().unwrap_or(0).max(1);
    let long = |rate: &Rate| rate.per_ten_thousand.saturating_mul(1000) / top;
    let last =
        if by == By::Code { bilingual!("出现在几份牌谱", "In logs") } else { bilingual!("局数", "Hands") };
    html! {
        h2 { (title.get(lang)) }
        @if rates.is_empty() { p { (lang.pick("还没有数据。", "No data yet.")) } } @else {
            div.scroll { table.chart {
                thead { tr {
                    th scope="col" { (name.get(lang)) }
                    th.n scope="col" { (lang.pick("每千局", "per 1000")) }
                    td aria-hidden="true" {}
                    th.n scope="col" { (lang.pick("错", "Errors")) }
                    th.n scope="col" { (last.get(lang)) }
                } }
                tbody { @for rate in rates.iter().take(most) { tr {
                    th scope="row" { (named(by, rate, lang)) }
                    td.n { (tenths(rate.per_ten_thousand)) }
                    td.bar-cell { svg.figure viewBox="0 0 1000 8" preserveAspectRatio="none" aria-hidden="true" { rect x="0" y="0" height="8" width=(long(rate)) {} } }
                    td.n { (rate.faults) }
                    td.n { @if by == By::Code { (rate.logs) } @else { (rate.hands) } }
                } } }
            } }
        }
    }
}

/// Formats tenths as a decimal.
fn tenths(count: i64) -> String {
    format!("{}.{}", count / 10, count % 10)
}

/// Renders a counted name as a link to its logs.
fn named(by: By, rate: &Rate, lang: Lang) -> Markup {
    let logs = |name: &str| format!("/desk?{name}={}&lang={}", escaped(&rate.name), lang.tag());
    let shared = rate.name == crate::store::OTHERS;
    html! {
        @match by {
            By::Code => {
                a href=(logs("code")) { (rate.title.as_ref().map_or(rate.name.as_str(), |title| title.get(lang))) } " " small { (word(lang, &rate.name)) }
            }
            _ if shared => (lang.pick("（其余）", "(others)")),
            _ if rate.name.is_empty() => (lang.pick("（未写明）", "(not named)")),
            By::Client => a href=(logs("client")) { bdi { (readable(&rate.name)) } },
            By::Platform => a href=(logs("platform")) { bdi { (readable(&rate.name)) } },
            By::System => a href=(logs("system")) { (rules::find(&rate.name).map_or(rate.name.as_str(), |(_, preset)| preset.name.get(lang))) },
        }
    }
}
