//! Handlers of statistics: fault rates by client, platform, rule system and code.

use super::auth::{Allowed, ToRead};
use super::html_page;
use super::lang;
use super::problem::{ApiError, ProblemType};
use crate::app::{App, StatisticsFilter};
use crate::web;
use actix_web::web::{Data, Query};
use actix_web::{HttpRequest, HttpResponse, get};
use serde::Deserialize;
use utoipa::IntoParams;

/// The problems of this operation.
pub(super) const FAILS: &[(&str, &[ProblemType])] =
    &[("statistics", &[ProblemType::RequestInvalid, ProblemType::Busy, ProblemType::StoreUnavailable])];

/// The filters of the statistics.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct StatisticsQuery {
    /// Only logs of this platform.
    #[param(example = "demo")]
    platform: Option<String>,
    /// Only logs that declare this rule system.
    #[param(example = "changsha-a")]
    system: Option<String>,
    /// Only logs of this client and version.
    #[param(example = "app 1.2")]
    client: Option<String>,
}

/// Count what is wrong, by platform, rule system, client and code
///
/// Returns primary faults in the newest reports of all stored logs per thousand hands, highest rate first. The counters
/// are updated when a report is written, so the request reads no logs. The first five hundred pairs of platform and
/// client are counted separately, all others together as `(other)`.
#[utoipa::path(
    operation_id = "statistics", tag = "reports", security(("key" = ["read"])), params(StatisticsQuery),
    responses((status = 200, description = "The figures", content((ref("#/components/schemas/Statistics") = "application/json"))))
)]
#[get("/v1/statistics")]
pub(super) async fn count(
    app: Data<App>,
    caller: Allowed<ToRead>,
    query: Query<StatisticsQuery>,
) -> Result<HttpResponse, ApiError> {
    let StatisticsQuery { platform, system, client } = query.into_inner();
    Ok(HttpResponse::Ok().json(app.statistics(caller.who, StatisticsFilter { platform, system, client }).await?))
}

/// The statistics page.
pub(super) async fn page(
    app: Data<App>,
    caller: Allowed<ToRead>,
    query: Query<lang::LangOnly>,
    request: HttpRequest,
) -> Result<HttpResponse, ApiError> {
    let figures = app.statistics(caller.who, StatisticsFilter::default()).await?;
    let lang = lang::asked(&request, query.lang.as_deref());
    Ok(html_page::page(&request, &web::statistics(&figures, lang)))
}
