//! The entrance: hand in a log and see its report; the logs that came last, with the way to each report.

use super::frame::{Head, escaped, framed};
use crate::app::Page;
use crate::app::engine::{formats, verdict_named};
use crate::audit::Verdict;
use crate::rules::houses::presets_of;
use crate::rules::{self, SYSTEMS};
use crate::say::Lang;
use crate::store::Filter;
use maud::{Markup, html};

/// The page over the newest logs, narrowed by the filter.
pub fn index(page: &Page, filter: &Filter, lang: Lang) -> Markup {
    let title = lang.pick("审一份牌谱", "Audit a game");
    let body = html! {
        h1 { (title) }
        (entrance(lang))
        h2 { (lang.pick("最近的牌谱", "Recent logs")) }
        (filters(filter, lang))
        @if page.logs.is_empty() {
            p { (lang.pick("没有这样的牌谱。在上面存入一份，放宽条件，或以 caipan serve --demo 启动以存入样例。",
                "No such logs. Hand one in above, widen the filter, or start with caipan serve --demo to have sample games.")) }
        } @else { (table(page, lang)) }
        @if let Some(next) = page.next {
            p { a.button rel="next" href=(address(filter, lang, Some(next))) { (lang.pick("更早的 →", "Earlier ones →")) } }
        }
    };
    framed(&Head { lang, title, here: &address_without_lang(filter), script: Some("send.js"), wide: false }, &body)
}

fn entrance(lang: Lang) -> Markup {
    let formats = formats().collect::<Vec<_>>().join(", ");
    html! {
        form.paste id="paste" method="post" action="/open" {
            input type="hidden" name="lang" value=(lang.tag());
            label for="log" {
                (lang.pick("把牌谱贴在这里（paipu/1、文字记谱，或第三方格式：", "Paste a log here (paipu/1, the notation for people, or a third-party format: "))
                (formats) (lang.pick("）", ")"))
            }
            textarea id="log" name="log" required spellcheck="false" autocomplete="off" {}
            div.tools {
                button.primary { (lang.pick("存入并审核", "Store and audit")) }
                button name="look" value="1" { (lang.pick("只看不存", "Audit without keeping it")) }
                label.button id="pick" hidden {
                    (lang.pick("选一个文件…", "Pick a file…")) input id="file" type="file" hidden;
                }
                span.quiet id="drop" hidden { (lang.pick("或把文件拖到这里", "or drop a file here")) }
            }
            p.error id="refused" role="alert" hidden {}
        }
    }
}

fn filters(filter: &Filter, lang: Lang) -> Markup {
    let verdicts = [Verdict::Faulty, Verdict::Variant, Verdict::Unverifiable, Verdict::Clean];
    let all = lang.pick("全部", "all");
    let field = |name: &str, zh: &'static str, en: &'static str, value: &Option<String>| {
        html! { label { (lang.pick(zh, en)) input type="search" name=(name) value=(value.as_deref().unwrap_or_default()); } }
    };
    html! {
        form.filters method="get" action="/" {
            input type="hidden" name="lang" value=(lang.tag());
            label { (lang.pick("结论", "Verdict")) select name="verdict" {
                option value="" { (all) }
                @for verdict in verdicts {
                    option value=(verdict.word()) selected[filter.verdict.as_deref() == Some(verdict.word())] { (verdict.label().get(lang)) }
                }
            } }
            label { (lang.pick("规则", "Rules")) select name="system" {
                option value="" { (all) }
                @for preset in SYSTEMS.iter().flat_map(|&system| presets_of(system)) {
                    option value=(preset.id) selected[filter.system.as_deref() == Some(preset.id)] { (preset.name.get(lang)) }
                }
            } }
            (field("platform", "平台", "Platform", &filter.platform))
            (field("game", "局号", "Game", &filter.game))
            button { (lang.pick("筛选", "Filter")) }
        }
    }
}

fn table(page: &Page, lang: Lang) -> Markup {
    html! {
        div.scroll { table {
            thead { tr {
                th scope="col" { (lang.pick("结论", "Verdict")) }
                th scope="col" { (lang.pick("牌谱", "Game")) }
                th scope="col" { (lang.pick("规则", "Rules")) }
                th.n scope="col" { (lang.pick("局数", "Hands")) }
                th.n scope="col" { (lang.pick("错误", "Faults")) }
                th.n scope="col" { (lang.pick(Verdict::Variant.label().zh, "Variants")) }
                th.n scope="col" { (lang.pick("无法复核", "Unverifiable")) }
            } }
            tbody { @for log in &page.logs {
                tr {
                    td { a.verdict.(log.verdict) href={ "/v1/reports/" (log.id) "?lang=" (lang.tag()) } {
                        (verdict_named(&log.verdict).map_or(log.verdict.as_str(), |verdict| verdict.label().get(lang)))
                    } }
                    td { (log.game) @if !log.platform.is_empty() { " " span.quiet { (log.platform) } } }
                    td { (named(&log.system, lang)) }
                    td.n { (log.hands) }
                    @for count in &log.counts[..3] { td.n { (count) } }
                }
            } }
        } }
    }
}

/// The rules by their name, leading to what they are.
fn named(preset: &str, lang: Lang) -> Markup {
    let name = rules::find(preset).map_or(preset, |(_, preset)| preset.name.get(lang));
    html! { a href={ "/explain?word=" (escaped(preset)) "&lang=" (lang.tag()) } { (name) } }
}

fn address_without_lang(filter: &Filter) -> String {
    let Filter { platform, game, system, verdict, before } = filter;
    let after = before.map(|before| before.to_string());
    let fields = [("platform", platform), ("game", game), ("system", system), ("verdict", verdict), ("after", &after)];
    let given: Vec<String> =
        fields.iter().filter_map(|(name, value)| Some(format!("{name}={}", escaped(value.as_deref()?)))).collect();
    if given.is_empty() { "/".to_owned() } else { format!("/?{}", given.join("&")) }
}

fn address(filter: &Filter, lang: Lang, before: Option<i64>) -> String {
    let address = address_without_lang(&Filter { before, ..filter.clone() });
    format!("{address}{}lang={}", if address.contains('?') { "&" } else { "?" }, lang.tag())
}
