//! The list of logs as a referee's desk: one link a case, with the mistake in a sentence, the players, the state and the
//! time.

use super::frame::{moment, readable};
use super::report::signature;
use super::tiles::prose;
use crate::app::{Case, CaseState, DeskRow};
use caipan_engine::rules;
use caipan_log::People;
use caipan_tiles::bilingual;
use caipan_tiles::text::{Lang, Text};
use maud::{Markup, html};

/// Returns the name of a state.
pub(super) const fn state(state: CaseState, lang: Lang) -> &'static str {
    match (state, lang) {
        (CaseState::Open, Lang::Zh) => "待处理",
        (CaseState::Open, Lang::En) => "open",
        (CaseState::Taken, Lang::Zh) => "处理中",
        (CaseState::Taken, Lang::En) => "in progress",
        (CaseState::Decided, Lang::Zh) => "已裁定",
        (CaseState::Decided, Lang::En) => "decided",
        (CaseState::Dismissed, Lang::Zh) => "已驳回",
        (CaseState::Dismissed, Lang::En) => "dismissed",
    }
}

/// Renders the cases, newest first.
pub(super) fn desk(rows: &[DeskRow], lang: Lang) -> Markup {
    html! { ul.desk { @for row in rows { li { (case(row, lang)) } } } }
}

fn case(row: &DeskRow, lang: Lang) -> Markup {
    let log = &row.log;
    let players = row.brief.as_ref().map(|brief| People::called(&brief.players));
    html! {
        a.case.(log.verdict) href={ "/v1/reports/" (log.id) "?lang=" (lang.tag()) } {
            strong.what { (prose(sentence(row).get(lang), lang)) }
            @if let Some(case) = &row.case { span.state.(case.state.word()) { (stated(case, lang)) } }
            span.about {
                @if let Some(players) = &players {
                    span.players { @for (at, seat) in players.seats().iter().enumerate() {
                        @if at > 0 { (lang.pick("、", ", ")) } bdi { (players.who(seat).get(lang)) }
                    } }
                }
                span { (rules::find(&log.system).map_or(log.system.as_str(), |(_, preset)| preset.name.get(lang))) }
                span { (hands(log.hands).get(lang)) }
                (moment(log.received_at))
                span { (lang.pick("牌谱 ", "log ")) bdi { (readable(&log.game)) } @if !log.platform.is_empty() { " · " bdi { (readable(&log.platform)) } } }
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
        (state(case.state, lang))
        @if let Some(by) = &case.by { " · " bdi { (signature(by, lang)) } }
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
