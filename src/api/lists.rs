//! The handler of the list of logs, and its filters.

use super::auth::{Allowed, ToRead};
use super::logs::LogView;
use super::paging::{cursor, limited};
use super::problem::{ApiError, ProblemType};
use super::words;
use crate::app::engine::filed_as;
use crate::app::{App, is_player_digest, parse_time};
use crate::store::Filter;
use actix_web::get;
use actix_web::web::{Data, Json, Query};
use caipan_auditor::verdict_named;
use caipan_tiles::bilingual;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// The problems of this operation.
pub(super) const FAILS: &[(&str, &[ProblemType])] =
    &[("list_logs", &[ProblemType::RequestInvalid, ProblemType::Busy, ProblemType::StoreUnavailable])];

/// The filters of the list.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct ListQuery {
    /// Only logs of this platform.
    #[param(example = "example")]
    pub platform: Option<String>,
    /// Only logs with this platform id of the game.
    pub game: Option<String>,
    /// Only logs that declare this rule system.
    #[param(example = "changsha-a")]
    pub system: Option<String>,
    /// Only logs with this verdict: `clean`, `faulty`, `variant` or `unverifiable`.
    #[param(example = "faulty")]
    pub verdict: Option<String>,
    /// Only logs from this client with its version: `source.client` and `source.version`, separated by a space.
    #[param(example = "app 1.2")]
    pub client: Option<String>,
    /// Only logs whose newest report has this code.
    #[param(example = "A702")]
    pub code: Option<String>,
    /// Only logs with this player: the first 16 hex digits of the SHA-256 of the name or the id as the log writes it, so
    /// that addresses contain no names.
    #[param(pattern = "^[0-9a-f]{16}$", example = "5d41402abc4b2a76")]
    pub player: Option<String>,
    /// Only logs received at this time or later: a day in UTC, or a time with its offset.
    #[param(pattern = "^[0-9]{4}-[0-9]{2}-[0-9]{2}", example = "2026-01-05")]
    pub since: Option<String>,
    /// Only logs received on this day in UTC or before it, or before a time with its offset.
    #[param(pattern = "^[0-9]{4}-[0-9]{2}-[0-9]{2}", example = "2026-01-31")]
    pub until: Option<String>,
    /// The maximum number of entries.
    #[param(minimum = 1, maximum = 200, default = 50, example = 50)]
    pub limit: Option<u32>,
    /// `next` of the previous page.
    pub after: Option<String>,
}

/// A page of the list of logs.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct LogList {
    /// The logs, newest first.
    pub logs: Vec<LogView>,
    /// The cursor of the next page; absent at the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "1041")]
    pub next: Option<String>,
}

/// List stored logs, newest first
///
/// New logs neither shift nor repeat entries while a client reads page after page. Every filter uses an index. With
/// several filters a page may have fewer logs than `limit`, or none, and still a `next`: continue with it.
#[utoipa::path(
    operation_id = "list_logs", tag = "logs", security(("key" = ["read"])), params(ListQuery),
    responses((status = 200, description = "A part of the list", body = LogList))
)]
#[get("/v1/logs")]
pub(super) async fn list(
    app: Data<App>,
    caller: Allowed<ToRead>,
    query: Query<ListQuery>,
) -> Result<Json<LogList>, ApiError> {
    let (filter, limit) = filter_of(query.into_inner())?;
    let page = app.list(caller.who, filter, limit).await?;
    Ok(Json(LogList {
        logs: page.logs.into_iter().map(LogView::from).collect(),
        next: page.next.map(|next| next.to_string()),
    }))
}

/// Parses the filters and the page size.
pub(super) fn filter_of(query: ListQuery) -> Result<(Filter, u32), ApiError> {
    let limit = limited(query.limit)?;
    if let Some(verdict) = query.verdict.as_deref().filter(|verdict| verdict_named(verdict).is_none()) {
        return Err(ApiError::new(ProblemType::RequestInvalid, words::unknown("verdict", verdict, &words::VERDICTS)));
    }
    if let Some(player) = query.player.as_deref().filter(|player| !is_player_digest(player)) {
        return Err(ApiError::new(
            ProblemType::RequestInvalid,
            bilingual!(
                "player 应为牌手名或 id 的 SHA-256 的前 16 个十六进制数字，不是 {player}。命令行可用 printf %s 名字 | sha256sum | head -c 16。",
                "player is the first 16 hex digits of the SHA-256 of the name or the id, not {player}: printf %s NAME | sha256sum | head -c 16."
            ),
        ));
    }
    let before = query.after.as_deref().map(cursor).transpose()?;
    let (since, until) = (time_of("since", query.since, 0)?, time_of("until", query.until, 1)?);
    let ListQuery { platform, game, system, verdict, client, code, player, .. } = query;
    let system = system.as_deref().map(filed_as);
    let filter = Filter { platform, game, system, verdict, client, code, player, since, until, before };
    Ok((filter, limit))
}

/// Parses a time to microseconds since 1970. A date means its start in UTC, `days` days later.
fn time_of(name: &str, written: Option<String>, days: i64) -> Result<Option<i64>, ApiError> {
    let Some(text) = written else { return Ok(None) };
    parse_time(&text, days).map(Some).ok_or_else(|| {
        ApiError::new(
            ProblemType::RequestInvalid,
            bilingual!(
                "{name} 应写成日期（如 2026-01-05，按 UTC）或带时区的时刻（如 2026-01-05T20:00:00+08:00），不是 {text}。",
                "{name} is a day such as 2026-01-05, in UTC, or a time with its offset such as 2026-01-05T20:00:00+08:00, not {text}."
            ),
        )
    })
}
