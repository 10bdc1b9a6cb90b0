//! The home page: what the service does, sample games, the form to submit a log, and the desk with its filters.

use super::assets::{AUDITS_IN_PAGE, local_script};
use super::desk::{desk, state};
use super::frame::{Document, Head, escaped, framed};
use super::statistics::charts;
use crate::app::{CaseState, DeskPage, Fields, SAMPLES, Statistics};
use crate::store::Filter;
use caipan_auditor::formats;
use caipan_engine::audit::Verdict;
use caipan_engine::rules::SYSTEMS;
use caipan_engine::rules::house_presets::presets_of;
use caipan_tiles::bilingual;
use caipan_tiles::text::{Lang, Text};
use maud::{Markup, html};

/// The number of sample games on the page.
const SHOWN: usize = 3;

/// The data of the home page.
pub struct Entrance<'a> {
    /// The logs.
    pub page: &'a DeskPage,
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
    let title = lang.pick("审一场牌", "Check a game");
    let body = html! {
        h1 { (title) }
        p.about { (about().get(lang)) }
        (samples(lang))
        (paste(lang))
        h2 id="desk" { (lang.pick("最近的牌谱", "Recent games")) }
        (states(asked, lang))
        (filters(asked, filter, lang))
        @if page.rows.is_empty() && page.next.is_some() {
            p { (lang.pick("最近这一段里没有。点“更早的”继续往前查。", "None among the newest. Choose “Earlier” to look further back.")) }
        } @else if page.rows.is_empty() && asked.is_empty() {
            p { (lang.pick("还没有牌谱。在上面贴一份，或先打开一个样例看看。", "No games yet. Paste one above, or open a sample first.")) }
        } @else if page.rows.is_empty() {
            p { (lang.pick("没有符合条件的牌谱。请放宽条件，或", "No game matches. Remove a filter, or ")) a href={ "/?lang=" (lang.tag()) "#desk" } { (lang.pick("看全部", "show all")) } (lang.pick("。", ".")) }
        } @else { (desk(&page.rows, lang)) }
        @if let Some(next) = page.next {
            p { a.button rel="next" href=(address(asked, lang, Some(next))) { (lang.pick("更早的 →", "Earlier →")) } }
        }
        (charts(figures, lang))
    };
    let head = Head { lang, title, here: &address_without_lang(asked), script: Some("send.js"), wide: false };
    framed(&head, body).running_module(AUDITS_IN_PAGE)
}

/// Says in two sentences what the service does.
fn about() -> Text {
    let names = |lang: Lang| SYSTEMS.iter().map(|system| system.name.get(lang)).collect::<Vec<_>>();
    let (zh, en) = (names(Lang::Zh).join("、"), names(Lang::En).join(", "));
    bilingual!(
        "把一场牌的记录交给 caipan，它逐手复盘，指出谁在哪一手违规、谁该补谁几分、依据哪一条规则。现有{zh}，各桌的房规可以另选。",
        "Give caipan the record of a match: it replays every move and says who broke a rule, who owes whom how many points, and by which clause. It knows {en}, each with its house rules."
    )
}

/// Renders links to sample games, which are audited without being stored.
fn samples(lang: Lang) -> Markup {
    html! {
        p.samples {
            (lang.pick("先看一个样例：", "Open a sample: "))
            @for sample in SAMPLES.iter().take(SHOWN) {
                a.button href={ "/sample/" (sample.name) "?lang=" (lang.tag()) } { (sample.title.get(lang)) }
            }
        }
    }
}

/// Renders the filter by state as links.
fn states(asked: &Fields, lang: Lang) -> Markup {
    let chosen = asked.get("state").and_then(|word| CaseState::named(word));
    let to = |wanted: Option<CaseState>| {
        let mut fields = without(asked, "state");
        fields.extend(wanted.map(|state| ("state".to_owned(), state.word().to_owned())));
        format!("{}#desk", address(&fields, lang, None))
    };
    html! {
        nav.strip.states aria-label=(lang.pick("处理情况", "Progress")) {
            a.chip href=(to(None)) aria-current=[chosen.is_none().then_some("page")] { (lang.pick("全部", "all")) }
            @for one in CaseState::ALL {
                a.chip href=(to(Some(one))) aria-current=[(chosen == Some(one)).then_some("page")] { (state(one, lang)) }
            }
        }
    }
}

fn paste(lang: Lang) -> Markup {
    let formats = formats().collect::<Vec<_>>().join(", ");
    html! {
        form.paste id="paste" method="post" action={ "/open?lang=" (lang.tag()) } {
            input type="hidden" name="lang" value=(lang.tag());
            label for="log" {
                (lang.pick("把牌谱贴在这里", "Paste a log here"))
            }
            textarea id="log" name="log" required spellcheck="false" autocomplete="off" {}
            details.quiet {
                summary { (lang.pick("能读哪些格式", "Accepted formats")) }
                p { (lang.pick("caipan 自己的牌谱（JSON）、文字记谱，以及：", "caipan's own logs (JSON), its text notation, and: ")) code { (formats) } (lang.pick("。", ".")) }
            }
            div.tools {
                button.primary { (lang.pick("审核并保存", "Check and save")) }
                button name="look" value="1" { (lang.pick("审一下（不保存）", "Check only")) }
                label.button id="pick" hidden {
                    (lang.pick("选一个文件…", "Choose a file…")) input id="file" type="file" hidden;
                }
                span.quiet id="drop" hidden { (lang.pick("或把文件拖到这里", "or drop it here")) }
            }
            @if AUDITS_IN_PAGE { (switch(lang)) }
            p.error id="refused" role="alert" hidden {}
        }
        @if AUDITS_IN_PAGE { (result(lang)) }
    }
}

/// Renders the switch that keeps a log in the page. The script shows it: without scripts a log is always sent.
fn switch(lang: Lang) -> Markup {
    html! {
        label id="switch" hidden {
            input id="here" type="checkbox" autocomplete="off" data-module=(local_script());
            " " (lang.pick(
                "只在本机审核：牌谱不离开这个网页，也不保存（存证文件也可以在这里验证）",
                "Check in this browser: the log does not leave the page and is not saved (also verifies a saved proof)",
            ))
        }
    }
}

/// Renders the place of a result that the page itself computes, with the words that its script needs.
fn result(lang: Lang) -> Markup {
    let keys = lang.pick(
        "公钥取自这个服务。有争议时，请向运营方核对公钥的指纹。",
        "The public keys are those of this service. In a dispute compare the fingerprint with its operator.",
    );
    let beside = lang.pick(
        "只验证了记录。要核对报告和牌谱，请把它们和证明一起拖进来。",
        "Only the record was verified. Drop the report and the log together with the proof to compare them too.",
    );
    html! {
        section id="result" aria-live="polite" tabindex="-1" data-save=(lang.pick("下载报告（JSON）", "Download report (JSON)"))
            data-failed=(lang.pick("无法在本机审核，请关掉“只在本机审核”再试：", "This browser cannot run the check. Turn the switch off to let the service do it: "))
            data-keys=(keys) data-beside=(beside) hidden {}
    }
}

fn filters(asked: &Fields, filter: &Filter, lang: Lang) -> Markup {
    let verdicts = [Verdict::Faulty, Verdict::Variant, Verdict::Unverifiable, Verdict::Clean];
    let all = lang.pick("全部", "all");
    let value = |name: &str| asked.get(name).map_or("", String::as_str);
    let field = |name: &str, kind: &str, zh: &'static str, en: &'static str| {
        html! { label { (lang.pick(zh, en)) input type=(kind) name=(name) value=(value(name)); } }
    };
    let hidden = ["verdict", "system", "since", "until", "platform", "game", "client", "code"];
    html! {
        details.narrow open[hidden.iter().any(|name| !value(name).is_empty()) || filter.player.is_some()] {
            summary { (lang.pick("按结论、规则、日期、牌手等查找", "Find by verdict, rules, date or player")) }
            form.filters method="get" action="/" {
                input type="hidden" name="lang" value=(lang.tag());
                @if !value("state").is_empty() { input type="hidden" name="state" value=(value("state")); }
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
                (field("since", "date", "从哪天（UTC）", "From (UTC)"))
                (field("until", "date", "到哪天（UTC）", "Until (UTC)"))
                (field("platform", "search", "平台", "Platform"))
                (field("game", "search", "牌谱编号", "Game id"))
                (field("client", "search", "客户端和版本", "Client and version"))
                (field("code", "search", "错误代码，如 A702", "Check code, such as A702"))
                @if filter.player.is_some() { input type="hidden" name="player" value=(value("player")); }
                button { (lang.pick("查找", "Find")) }
            }
            // Names go in the body to keep them out of addresses.
            form.filters method="post" action="/find" {
                input type="hidden" name="lang" value=(lang.tag());
                @for (name, value) in asked.iter().filter(|(name, _)| !["player", "after"].contains(&name.as_str())) { input type="hidden" name=(name) value=(value); }
                label { (lang.pick("牌手的名字或编号", "A player's name or id")) input type="search" name="name" autocomplete="off"; }
                button { (lang.pick("查牌手", "Find player")) }
                @if filter.player.is_some() {
                    span { (lang.pick("现在只列一位牌手的牌谱。", "Showing the games of one player. "))
                        a href=(address(&without(asked, "player"), lang, None)) { (lang.pick("不限牌手", "Show all players")) } }
                }
            }
        }
    }
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
