//! The home page: submit a log and read its report; the newest logs with links to their reports.

use super::frame::{Document, Head, escaped, framed, readable};
use super::statistics::charts;
use crate::app::engine::{formats, verdict_named};
use crate::app::{Fields, LogPage, Statistics};
use crate::store::Filter;
use caipan_engine::audit::Verdict;
use caipan_engine::rules::house_presets::presets_of;
use caipan_engine::rules::{self, SYSTEMS};
use caipan_tiles::text::Lang;
use maud::{Markup, html};

/// The data of the home page.
pub struct Entrance<'a> {
    /// The logs.
    pub page: &'a LogPage,
    /// The filter fields as entered.
    pub asked: &'a Fields,
    /// The filter they result in.
    pub filter: &'a Filter,
    /// The statistics.
    pub figures: &'a Statistics,
}

/// Renders the home page with the newest logs that match the filter.
pub fn index(entrance: &Entrance<'_>, lang: Lang) -> Document {
    let Entrance { page, asked, filter, figures } = *entrance;
    let title = lang.pick("审一份牌谱", "Audit a game");
    let body = html! {
        h1 { (title) }
        (paste(lang))
        h2 { (lang.pick("最近的牌谱", "Recent logs")) }
        (filters(asked, filter, lang))
        @if page.logs.is_empty() && page.next.is_some() {
            p { (lang.pick("这一段里没有，更早的还没有查。", "None in this part; earlier ones have not been looked at.")) }
        } @else if page.logs.is_empty() {
            p { (lang.pick("没有这样的牌谱。在上面存入一份，放宽条件，或以 caipan serve --demo 启动以存入样例。",
                "No such logs. Hand one in above, widen the filter, or start with caipan serve --demo to have sample games.")) }
        } @else { (table(page, lang)) }
        @if let Some(next) = page.next {
            p { a.button rel="next" href=(address(asked, lang, Some(next))) { (lang.pick("更早的 →", "Earlier ones →")) } }
        }
        (charts(figures, lang))
    };
    framed(&Head { lang, title, here: &address_without_lang(asked), script: Some("send.js"), wide: false }, body)
}

fn paste(lang: Lang) -> Markup {
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

fn filters(asked: &Fields, filter: &Filter, lang: Lang) -> Markup {
    let verdicts = [Verdict::Faulty, Verdict::Variant, Verdict::Unverifiable, Verdict::Clean];
    let all = lang.pick("全部", "all");
    let value = |name: &str| asked.get(name).map_or("", String::as_str);
    let field = |name: &str, kind: &str, zh: &'static str, en: &'static str| {
        html! { label { (lang.pick(zh, en)) input type=(kind) name=(name) value=(value(name)); } }
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
            (field("platform", "search", "平台", "Platform"))
            (field("game", "search", "局号", "Game"))
            (field("client", "search", "客户端版本", "Client and version"))
            (field("code", "search", "错误代码", "Code"))
            (field("since", "date", "自（UTC）", "From (UTC)"))
            (field("until", "date", "至（UTC）", "To (UTC)"))
            @if filter.player.is_some() { input type="hidden" name="player" value=(value("player")); }
            button { (lang.pick("筛选", "Filter")) }
        }
        // Names go in the body to keep them out of addresses.
        form.filters method="post" action="/find" {
            input type="hidden" name="lang" value=(lang.tag());
            @for (name, value) in asked.iter().filter(|(name, _)| !["player", "after"].contains(&name.as_str())) { input type="hidden" name=(name) value=(value); }
            label { (lang.pick("牌手的名字或编号", "A player's name or id")) input type="search" name="name" autocomplete="off"; }
            button { (lang.pick("查牌手", "Find the player")) }
            @if let Some(player) = &filter.player {
                span { (lang.pick("只列一位牌手的：", "Only those of one player: ")) code { (player) } " "
                    a href=(address(&without(asked, "player"), lang, None)) { (lang.pick("不限牌手", "of all players")) } }
            }
        }
    }
}

fn table(page: &LogPage, lang: Lang) -> Markup {
    html! {
        div.scroll { table {
            thead { tr {
                th scope="col" { (lang.pick("结论", "Verdict")) }
                th scope="col" { (lang.pick("牌谱", "Game")) }
                th scope="col" { (lang.pick("规则", "Rules")) }
                th scope="col" { (lang.pick("收到（UTC）", "Received (UTC)")) }
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
                    td { (readable(&log.game)) @if !log.platform.is_empty() { " " span.quiet { (readable(&log.platform)) } } }
                    td { (named(&log.system, lang)) }
                    td { (received(log.received_at)) }
                    td.n { (log.hands) }
                    @for count in &log.counts[..3] { td.n { (count) } }
                }
            } }
        } }
    }
}

/// Formats the time of receipt to the minute.
fn received(at: i64) -> String {
    chrono::DateTime::from_timestamp_micros(at).map_or_else(String::new, |at| at.format("%Y-%m-%d %H:%M").to_string())
}

/// Renders the name of the rules as a link to their explanation.
fn named(preset: &str, lang: Lang) -> Markup {
    let name = rules::find(preset).map_or(preset, |(_, preset)| preset.name.get(lang));
    html! { a href={ "/explain?word=" (escaped(preset)) "&lang=" (lang.tag()) } { (name) } }
}

fn without(asked: &Fields, name: &str) -> Fields {
    asked.iter().filter(|(known, _)| *known != name).map(|(name, value)| (name.clone(), value.clone())).collect()
}

fn address_without_lang(asked: &Fields) -> String {
    let given: Vec<String> = asked.iter().map(|(name, value)| format!("{name}={}", escaped(value))).collect();
    if given.is_empty() { "/".to_owned() } else { format!("/?{}", given.join("&")) }
}

fn address(asked: &Fields, lang: Lang, before: Option<i64>) -> String {
    let mut asked = without(asked, "after");
    asked.extend(before.map(|before| ("after".to_owned(), before.to_string())));
    let address = address_without_lang(&asked);
    format!("{address}{}lang={}", if address.contains('?') { "&" } else { "?" }, lang.tag())
}
