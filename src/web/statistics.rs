//! Renders error rates as small charts: each bar is in a table row with its figures, so the figures are readable
//! without the bars.

use super::frame::{Document, Head, escaped, framed, readable, word};
use crate::app::{Rate, Statistics};
use caipan_engine::rules;
use caipan_tiles::bilingual;
use caipan_tiles::text::Lang;
use maud::{Markup, html};

/// The rows of a chart that are not folded.
const SHOWN: usize = 8;

/// Renders the page of all statistics.
pub fn statistics(figures: &Statistics, lang: Lang) -> Document {
    let title = lang.pick("统计", "Statistics");
    let Rate { logs, hands, faults, per_ten_thousand, .. } = &figures.total;
    let figure = |number: String, what: &str| html! { div.card.number { b { (number) } span.quiet { (what) } } };
    let body = html! {
        section.hero {
            h1 { (title) }
            p.quiet.lead { (lang.pick("只数根本错误，不数连带的。", "Only root errors are counted, not their consequences.")) }
        }
        div.numbers {
            (figure(tenths(*per_ten_thousand), lang.pick("每千局的错", "errors per thousand hands")))
            (figure(faults.to_string(), lang.pick("处错", "errors")))
            (figure(hands.to_string(), lang.pick("局", "hands")))
            (figure(logs.to_string(), lang.pick("份牌谱", "logs")))
        }
        @if *logs == 0 {
            p { (lang.pick("还没有数据。先", "No data yet. ")) a href={ "/?lang=" (lang.tag()) } { (lang.pick("审一场", "Check a game")) } (lang.pick("。", ".")) }
        } @else {
            (chart(By::Client, &figures.clients, lang))
            (chart(By::Code, &figures.codes, lang))
            (chart(By::Platform, &figures.platforms, lang))
            (chart(By::System, &figures.systems, lang))
        }
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

fn chart(by: By, rates: &[Rate], lang: Lang) -> Markup {
    let title = match by {
        By::Client => bilingual!("每千局的错，按客户端版本", "Errors per thousand hands, by client version"),
        By::Code => bilingual!("每千局的错，按检查", "Errors per thousand hands, by check"),
        By::Platform => bilingual!("每千局的错，按平台", "Errors per thousand hands, by platform"),
        By::System => bilingual!("每千局的错，按规则", "Errors per thousand hands, by rules"),
    };
    let top = rates.iter().map(|rate| rate.per_ten_thousand).max().unwrap_or(0).max(1);
    let (first, more) = rates.split_at(rates.len().min(SHOWN));
    html! {
        @if !rates.is_empty() {
            section.card {
                h2 { (title.get(lang)) }
                (table(by, first, top, lang))
                @if !more.is_empty() {
                    details.fold {
                        summary { span { (bilingual!("另外 {} 行", "{} more", more.len()).get(lang)) } }
                        (table(by, more, top, lang))
                    }
                }
            }
        }
    }
}

/// Renders rates as rows, each with a bar as long as its part of `top`.
fn table(by: By, rates: &[Rate], top: i64, lang: Lang) -> Markup {
    let name = match by {
        By::Client => lang.pick("客户端", "Client"),
        By::Code => lang.pick("检查", "Check"),
        By::Platform => lang.pick("平台", "Platform"),
        By::System => lang.pick("规则", "Rules"),
    };
    let last =
        if by == By::Code { lang.pick("出现在几份牌谱", "In logs") } else { lang.pick("局数", "Hands") };
    let long = |rate: &Rate| rate.per_ten_thousand.saturating_mul(1000) / top;
    html! {
        div.scroll { table.chart {
            thead { tr {
                th scope="col" { (name) }
                th.n scope="col" { (lang.pick("每千局", "per 1000")) }
                td aria-hidden="true" {}
                th.n scope="col" { (lang.pick("错", "Errors")) }
                th.n scope="col" { (last) }
            } }
            tbody { @for rate in rates { tr {
                th scope="row" { (named(by, rate, lang)) }
                td.n { (tenths(rate.per_ten_thousand)) }
                td.bar-cell { svg.figure viewBox="0 0 1000 8" preserveAspectRatio="none" aria-hidden="true" { rect x="0" y="0" height="8" width=(long(rate)) {} } }
                td.n { @if rate.faults > 0 { (rate.faults) } }
                td.n { @if by == By::Code { (rate.logs) } @else { (rate.hands) } }
            } } }
        } }
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
