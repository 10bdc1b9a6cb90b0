//! The desk: the cases with their state, one line each, with tabs that count them, a search box, and the dismissal of
//! several at once.

use super::frame::{Document, Head, escaped, framed, moment, readable};
use super::history::first_seen;
use super::report::signature;
use super::tiles::prose;
use crate::app::{Case, CaseState, DeskCounts, DeskPage, DeskRow, Fields};
use crate::store::{Filter, FirstSeen};
use caipan_engine::audit::{Verdict, checks};
use caipan_engine::rules::house_presets::presets_of;
use caipan_engine::rules::{self, SYSTEMS};
use caipan_log::People;
use caipan_tiles::bilingual;
use caipan_tiles::text::{Lang, Text};
use maud::{Markup, html};

/// The data of the desk.
pub struct Desk<'a> {
    /// The logs.
    pub page: &'a DeskPage,
    /// The number of cases by state.
    pub counts: &'a DeskCounts,
    /// The filter fields as entered.
    pub asked: &'a Fields,
    /// The filter they result in.
    pub filter: &'a Filter,
    /// The first log with the code of the filter.
    pub first_seen: Option<&'a FirstSeen>,
    /// True if the viewer may rule.
    pub may_rule: bool,
}

/// Returns the name of a state.
pub(super) const fn state(state: CaseState, lang: Lang) -> &'static str {
    match (state, lang) {
        (CaseState::Open, Lang::Zh) => "待处理",
        (CaseState::Open, Lang::En) => "open",
        (CaseState::Taken, Lang::Zh) => "处理中",
        (CaseState::Taken, Lang::En) => "in progress",
        (CaseState::Decided, Lang::Zh) => "已裁定",
        (CaseState::Decided, Lang::En) => "decided",
        (CaseState::Dismissed, Lang::Zh) => "维持原判",
        (CaseState::Dismissed, Lang::En) => "dismissed",
    }
}

/// Finds the state that a word names: in addresses, or on the page in any language.
pub fn state_named(word: &str) -> Option<CaseState> {
    let is_called = |one: &CaseState| [Lang::Zh, Lang::En].iter().any(|lang| state(*one, *lang) == word);
    let known = if word == "未处理" { Some(CaseState::Open) } else { CaseState::named(word) };
    known.or_else(|| CaseState::ALL.into_iter().find(is_called))
}

/// Renders the desk with the newest logs that match the filter.
pub fn desk(desk: &Desk<'_>, lang: Lang) -> Document {
    let Desk { page, asked, .. } = *desk;
    let title = lang.pick("案桌", "Desk");
    let body = html! {
        h1.unseen { (title) }
        div.tools.ends { (desk.tabs(lang)) a.button.primary href={ "/?lang=" (lang.tag()) } { (lang.pick("审一场", "Check a game")) } }
        (desk.search(lang))
        @if let Some(seen) = desk.first_seen {
            p.quiet.small {
                @if let Some(check) = desk.filter.code.as_deref().and_then(checks::find) { (check.title.get(lang)) (lang.pick("：", ": ")) }
                (first_seen(seen, None, lang))
            }
        }
        @if page.rows.is_empty() { p { (nothing(page, asked, lang)) } } @else { (desk.cases(lang)) }
        @if let Some(next) = page.next {
            p { a.button rel="next" href=(address(asked, lang, Some(next))) { (lang.pick("更早的 →", "Earlier →")) } }
        }
    };
    framed(&Head { lang, title, here: &without_lang(asked), script: Some("time.js"), wide: false }, body)
}

/// Says why no case is listed, and where to go.
fn nothing(page: &DeskPage, asked: &Fields, lang: Lang) -> Markup {
    html! {
        @if page.next.is_some() {
            (lang.pick("最近这一段里没有。点“更早的”继续往前查。", "None among the newest. Choose “Earlier” to look further back."))
        } @else if asked.is_empty() {
            (lang.pick("还没有牌谱。先", "No games yet. ")) a href={ "/?lang=" (lang.tag()) } { (lang.pick("审一场，或打开一个样例", "Check one, or open a sample")) } (lang.pick("。", "."))
        } @else {
            (lang.pick("没有符合条件的牌谱。请放宽条件，或", "No game matches. Remove a filter, or ")) a href={ "/desk?lang=" (lang.tag()) } { (lang.pick("看全部", "show all")) } (lang.pick("。", "."))
        }
    }
}

impl Desk<'_> {
    /// Renders the filter by state as tabs with the number of cases.
    fn tabs(&self, lang: Lang) -> Markup {
        let chosen = self.asked.get("state").and_then(|word| CaseState::named(word));
        let to = |wanted: Option<CaseState>| {
            let mut fields = without(self.asked, "state");
            fields.extend(wanted.map(|state| ("state".to_owned(), state.word().to_owned())));
            address(&fields, lang, None)
        };
        let more = if self.counts.is_partial { "+" } else { "" };
        html! {
            nav.seg.scroll aria-label=(lang.pick("处理情况", "Progress")) {
                a href=(to(None)) aria-current=[chosen.is_none().then_some("page")] { (lang.pick("全部", "all")) " " b { (self.counts.all) (more) } }
                @for one in CaseState::ALL {
                    a href=(to(Some(one))) aria-current=[(chosen == Some(one)).then_some("page")] { (state(one, lang)) " " b { (self.counts.of(one)) (more) } }
                }
            }
        }
    }

    /// Renders the search box, the filters in force, and the form with every filter.
    fn search(&self, lang: Lang) -> Markup {
        let value = |name: &str| self.asked.get(name).map_or("", String::as_str);
        let kept = ["state", "after"];
        html! {
            form.filters method="post" action="/find" {
                input type="hidden" name="lang" value=(lang.tag());
                @for (name, value) in self.asked.iter().filter(|(name, _)| name.as_str() != "after") { input type="hidden" name=(name) value=(value); }
                input.wide type="search" name="q" autocomplete="off" aria-label=(lang.pick("找", "Find"))
                    placeholder=(lang.pick("找牌手、错误：老周、诈胡、是:待处理", "A player or a problem: Lee, A702, is:open, game:…"));
                button { (lang.pick("找", "Find")) }
            }
            @if self.asked.keys().any(|name| !kept.contains(&name.as_str())) {
                p.tools {
                    @for (name, value) in self.asked.iter().filter(|(name, _)| !kept.contains(&name.as_str())) {
                        a.tag.me href=(address(&without(self.asked, name), lang, None)) { (told(name, value, lang)) " ×" }
                    }
                }
            }
            details.narrow open[["since", "until", "platform", "client"].iter().any(|name| !value(name).is_empty())] {
                summary { (lang.pick("更多条件", "More filters")) }
                (self.filters(lang))
                p.quiet.small { (lang.pick("上面的框里也能写：是:待处理、错误:诈胡、结论:有误、规则:…、平台:…、牌谱:…、客户端:…、从:2026-01-05、到:…、牌手:…", "The box above takes them too: is:open, code:A702, verdict:faulty, rules:…, platform:…, game:…, client:…, since:2026-01-05, until:…, player:…")) }
            }
        }
    }

    fn filters(&self, lang: Lang) -> Markup {
        let verdicts = [Verdict::Faulty, Verdict::Variant, Verdict::Unverifiable, Verdict::Clean];
        let all = lang.pick("全部", "all");
        let value = |name: &str| self.asked.get(name).map_or("", String::as_str);
        let field = |name: &str, kind: &str, zh: &'static str, en: &'static str| {
            html! { label { (lang.pick(zh, en)) input type=(kind) name=(name) value=(value(name)); } }
        };
        let filter = self.filter;
        html! {
            form.filters.all method="get" action="/desk" {
                input type="hidden" name="lang" value=(lang.tag());
                @for kept in ["state", "player"] { @if !value(kept).is_empty() { input type="hidden" name=(kept) value=(value(kept)); } }
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
                button { (lang.pick("查找", "Find")) }
            }
        }
    }

    /// Renders the cases, newest first, with the form that dismisses several.
    fn cases(&self, lang: Lang) -> Markup {
        let rows = &self.page.rows;
        let may = self.may_rule && rows.iter().any(is_waiting);
        html! {
            form.cases method="post" action={ "/desk/dismiss?lang=" (lang.tag()) } {
                ul { @for row in rows { (case(row, self.may_rule, lang)) } }
                @if may {
                    div.bulk {
                        input type="hidden" name="lang" value=(lang.tag());
                        input.wide type="text" name="note" maxlength="200" aria-label=(lang.pick("理由", "Reason")) placeholder=(lang.pick("理由，如：两家已私下结清", "Reason, such as: settled among the players"));
                        button { (lang.pick("选中的维持原判", "Dismiss the ticked ones")) }
                        span.quiet.small { (lang.pick("记下前会再给您看一遍", "You see the list once more first")) }
                    }
                }
            }
        }
    }
}

/// Returns whether a case waits for a referee.
fn is_waiting(row: &DeskRow) -> bool {
    row.case.as_ref().is_some_and(|case| matches!(case.state, CaseState::Open | CaseState::Taken))
}

/// Renders a case. The whole line is its link; a browser marks by itself which ones were opened.
fn case(row: &DeskRow, may_rule: bool, lang: Lang) -> Markup {
    let log = &row.log;
    let players = row.brief.as_ref().map(|_| People::called(&row.players));
    let colour = match row.case.as_ref().map(|case| case.state) {
        Some(CaseState::Decided | CaseState::Dismissed) => "decided",
        _ => log.verdict.as_str(),
    };
    let is_open = row.case.as_ref().is_some_and(|case| case.state == CaseState::Open);
    html! {
        li.case.(colour).new[is_open] {
            span.pick { @if may_rule && is_waiting(row) { input type="checkbox" name={ "log-" (log.id) } value="1" aria-label={ (lang.pick("选 ", "Tick ")) (readable(&log.game)) }; } }
            div.told {
                a.what href={ "/v1/reports/" (log.id) "?lang=" (lang.tag()) } { (prose(sentence(row).get(lang), lang)) }
                p.meta {
                    span { (rules::find(&log.system).map_or(log.system.as_str(), |(_, preset)| preset.name.get(lang))) }
                    span { (hands(log.hands).get(lang)) }
                    @if let Some(players) = &players {
                        span { @for (at, seat) in players.seats().iter().enumerate() {
                            @if at > 0 { (lang.pick("、", ", ")) } bdi { (players.who(seat).get(lang)) }
                        } }
                    }
                    span { bdi { (readable(&log.game)) } @if !log.platform.is_empty() { " · " bdi { (readable(&log.platform)) } } }
                }
            }
            @if let Some(players) = &players {
                @if let Some(first) = row.flows.first() {
                    span.owe { (first.in_words(players).get(lang)) @if row.flows.len() > 1 { (bilingual!(" · {} 笔", " · {} in all", row.flows.len()).get(lang)) } }
                }
            }
            span.by {
                @if let Some(case) = &row.case { (stated(case, lang)) }
                (moment(log.received_at))
            }
        }
    }
}

fn hands(count: i32) -> Text {
    if count == 1 { bilingual!("1 局", "1 hand") } else { bilingual!("{count} 局", "{count} hands") }
}

/// Renders the state with the name of the referee behind it.
fn stated(case: &Case, lang: Lang) -> Markup {
    html! {
        span class={ "state " (case.state.word()) } {
            (state(case.state, lang))
            @if let Some(by) = &case.by { " · " bdi { (signature(by, lang)) } }
        }
    }
}

/// Returns what a referee has to know first.
fn sentence(row: &DeskRow) -> Text {
    let Some(brief) = &row.brief else {
        return bilingual!(
            "这份报告读不出来。请管理员检查数据库。",
            "This report cannot be read. Ask the operator to check the database."
        );
    };
    brief.headline.clone()
}

/// Renders the cases that are about to be dismissed, with the form that confirms it.
pub fn dismissal(rows: &[DeskRow], note: &str, [token, wrong]: [&str; 2], lang: Lang) -> Document {
    let title = lang.pick("维持原判：再看一遍", "Dismiss: check the list");
    let body = html! {
        h1 { (title) }
        p { (bilingual!("下面 {} 份照记录算，分数不动，报告里的问题划去。现在还没有记。", "In these {} cases the recorded result stands and no points move. Nothing is recorded yet.", rows.len()).get(lang)) }
        @if !wrong.is_empty() { p.error id="wrong" role="alert" { (wrong) } }
        form.stack method="post" action={ "/desk/dismiss?lang=" (lang.tag()) } {
            input type="hidden" name="lang" value=(lang.tag());
            input type="hidden" name="token" value=(token);
            ul.cases { @for row in rows {
                li.case.(row.log.verdict) {
                    span.pick { input type="checkbox" name={ "log-" (row.log.id) } value="1" checked aria-label=(readable(&row.log.game)); }
                    div.told { p { (prose(sentence(row).get(lang), lang)) } p.meta { bdi { (readable(&row.log.game)) } } }
                }
            } }
            label.field { (lang.pick("理由", "Reason")) input type="text" name="note" maxlength="200" required value=(note) aria-describedby=[(!wrong.is_empty()).then_some("wrong")]; }
            div.acts {
                button.primary name="confirm" value="1" { (lang.pick("维持原判", "Dismiss them")) }
                a.button.bare href={ "/desk?lang=" (lang.tag()) } { (lang.pick("返回", "Back")) }
            }
        }
    };
    framed(&Head { lang, title, here: "/desk", script: None, wide: false }, body)
}

/// Names a filter in force.
fn told(name: &str, value: &str, lang: Lang) -> String {
    match name {
        "player" => lang.pick("只看一位牌手", "one player").to_owned(),
        "verdict" => [Verdict::Faulty, Verdict::Variant, Verdict::Unverifiable, Verdict::Clean]
            .into_iter()
            .find(|verdict| verdict.word() == value)
            .map_or_else(|| value.to_owned(), |verdict| verdict.label().get(lang).to_owned()),
        "system" => {
            rules::find(value).map_or_else(|_| value.to_owned(), |(_, preset)| preset.name.get(lang).to_owned())
        }
        _ => {
            let named = match name {
                "code" => lang.pick("错误 ", "code "),
                "game" => lang.pick("牌谱 ", "game "),
                "platform" => lang.pick("平台 ", "platform "),
                "client" => lang.pick("客户端 ", "client "),
                "since" => lang.pick("从 ", "from "),
                _ => lang.pick("到 ", "until "),
            };
            format!("{named}{value}")
        }
    }
}

fn without(asked: &Fields, name: &str) -> Fields {
    asked.iter().filter(|(known, _)| *known != name).map(|(name, value)| (name.clone(), value.clone())).collect()
}

fn without_lang(asked: &Fields) -> String {
    let given: Vec<String> = asked.iter().map(|(name, value)| format!("{name}={}", escaped(value))).collect();
    if given.is_empty() { "/desk".to_owned() } else { format!("/desk?{}", given.join("&")) }
}

fn address(asked: &Fields, lang: Lang, before: Option<i64>) -> String {
    let mut asked = without(asked, "after");
    asked.extend(before.map(|before| ("after".to_owned(), before.to_string())));
    let address = without_lang(&asked);
    format!("{address}{}lang={}", if address.contains('?') { "&" } else { "?" }, lang.tag())
}
