//! Handlers of adapters and house rules of a tenant. Other tenants cannot see or use them.

use super::auth::{Allowed, ToAdmin, ToAsk};
use super::body::Body;
use super::problem::{ApiError, ProblemType};
use super::timestamp::time;
use crate::app::App;
use crate::store::{SettingDone, SettingRow};
use actix_web::http::header;
use actix_web::web::{Data, Json, Path, Query};
use actix_web::{HttpResponse, delete, get, put};
use caipan_adapter::presets;
use caipan_engine::report::UnmodelledView;
use caipan_engine::rules::OwnPreset;
use caipan_log::{HouseDeclared, OptionValue};
use caipan_tiles::text::Text;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::IntoParams;

/// The problems of operations with a file as body.
macro_rules! put_fails {
    ($($kind:ident),+) => {
        &[
            ProblemType::RequestInvalid,
            ProblemType::BodyTimeout,
            ProblemType::BodyTooLarge,
            ProblemType::MediaTypeUnsupported,
            ProblemType::EncodingUnsupported,
            $(ProblemType::$kind),+
        ]
    };
}

/// The problems of these operations.
pub(super) const FAILS: &[(&str, &[ProblemType])] = &[
    ("put_adapter", put_fails!(AdapterUnreadable, SettingsFull)),
    ("find_adapter", &[ProblemType::RequestInvalid, ProblemType::AdapterNotFound]),
    ("remove_adapter", &[ProblemType::AdapterNotFound]),
    ("put_presets", put_fails!(PresetsUnreadable)),
    ("find_presets", &[ProblemType::RequestInvalid, ProblemType::PresetsNotFound]),
    ("remove_presets", &[ProblemType::PresetsNotFound]),
];

/// A version of an adapter of the tenant.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct OwnAdapter {
    /// The name for `?adapter=`.
    pub name: String,
    /// `sha256:` digest of the file; a changed file is another version.
    pub digest: String,
    /// The time when this version was first stored.
    pub put_at: String,
    /// The time when this version was replaced or removed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retired_at: Option<String>,
    /// The file.
    pub file: String,
}

/// The house rules of the tenant.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct OwnPresets {
    /// `sha256:` digest of the file.
    pub digest: String,
    /// The time when this version was first stored.
    pub put_at: String,
    /// The time when this version was replaced or removed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retired_at: Option<String>,
    /// The presets in the file.
    pub presets: Vec<OwnPresetView>,
    /// The file.
    pub file: String,
}

/// A preset of the tenant.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct OwnPresetView {
    /// The id that a log names.
    pub id: String,
    /// Its name.
    pub name: Text,
    /// The text or code that it is taken from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<Text>,
    /// The preset that it is based on.
    pub base: String,
    /// The options that differ from the base.
    pub options: BTreeMap<String, OptionValue>,
    /// The rules of the house that caipan does not know.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unmodelled: Vec<UnmodelledView>,
    /// `sha256:` digest of its decisions, as `rules.house` in reports. Absent if its base no longer exists.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub house: Option<String>,
}

impl OwnAdapter {
    pub(super) fn of(row: SettingRow, file: String) -> OwnAdapter {
        let SettingRow { name, digest, put_at, retired_at, .. } = row;
        OwnAdapter { name, digest, put_at: time(put_at), retired_at: retired_at.map(time), file }
    }
}

impl OwnPresets {
    pub(super) fn of(row: SettingRow, file: String) -> OwnPresets {
        let SettingRow { digest, put_at, retired_at, .. } = row;
        let view = |house: HouseDeclared| {
            let digest = OwnPreset::read(&house).ok().map(|own| own.digest);
            let HouseDeclared { id, zh, en, base, options, source, unmodelled } = house;
            let name = Text { zh: zh.into(), en: en.into() };
            OwnPresetView {
                id,
                name,
                source,
                base,
                options,
                unmodelled: UnmodelledView::all(&unmodelled),
                house: digest,
            }
        };
        let presets = presets(file.as_bytes()).unwrap_or_default().into_iter().map(view).collect();
        OwnPresets { digest, put_at: time(put_at), retired_at: retired_at.map(time), presets, file }
    }
}

/// The version of a file.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct VersionQuery {
    /// The digest of the version, as in reports; by default the current version. An old version is kept as long as a
    /// stored log was read with it.
    digest: Option<String>,
}

fn answer(done: &SettingDone, location: &str) -> actix_web::HttpResponseBuilder {
    let mut response = if done.created { HttpResponse::Created() } else { HttpResponse::Ok() };
    response.insert_header((header::LOCATION, location));
    response
}

/// Put an adapter
///
/// Send the file itself (`caipan adapter new` drafts one, `POST /v1/adapters:test` tries one). The file is checked
/// before it is stored. Afterwards `?adapter=` with its name reads logs of this tenant. Another file under the same name
/// is a new version: stored logs keep the version that read them. At most 64 adapters of 256 KiB each.
#[utoipa::path(
    operation_id = "put_adapter", tag = "adapters", security(("key" = ["admin"])),
    params(("name" = String, Path, description = "The `name` in the file", example = "harbour")),
    request_body(content = Vec<u8>, content_type = "application/octet-stream",
        description = "The file. It may also come as `application/toml` or `text/plain`."),
    responses(
        (status = 201, description = "There was none of this name before", content(
            (ref("#/components/schemas/OwnAdapter") = "application/json"),
        ), headers(("Location" = String, description = "The address of the adapter"))),
        (status = 200, description = "It is in the place of the one before, or is the same", content(
            (ref("#/components/schemas/OwnAdapter") = "application/json"),
        ), headers(("Location" = String, description = "The address of the adapter"))),
    )
)]
#[put("/v1/adapters/{name}")]
pub(super) async fn put_adapter(
    app: Data<App>,
    caller: Allowed<ToAdmin>,
    name: Path<String>,
    body: Body,
) -> Result<HttpResponse, ApiError> {
    let file = body.toml()?;
    let text = String::from_utf8_lossy(&file).into_owned();
    let done = app.put_adapter(caller.who, &name, file).await?;
    let location = format!("/v1/adapters/{}", done.row.name);
    Ok(answer(&done, &location).json(OwnAdapter::of(done.row, text)))
}

/// Find an adapter of the tenant
///
/// Returns the adapter with its file.
#[utoipa::path(
    operation_id = "find_adapter", tag = "adapters", security(("key" = [])),
    params(("name" = String, Path, description = "The name of the adapter", example = "harbour"), VersionQuery),
    responses((status = 200, description = "The adapter", content(
        (ref("#/components/schemas/OwnAdapter") = "application/json"),
    )))
)]
#[get("/v1/adapters/{name}")]
pub(super) async fn find_adapter(
    app: Data<App>,
    caller: Allowed<ToAsk>,
    name: Path<String>,
    query: Query<VersionQuery>,
) -> Result<Json<OwnAdapter>, ApiError> {
    let (row, file) = app.adapter_file(caller.who.tenant, &name, query.into_inner().digest).await?;
    Ok(Json(OwnAdapter::of(row, file)))
}

/// Remove an adapter of the tenant
///
/// New logs can no longer use it. Stored logs that it read stay readable.
#[utoipa::path(
    operation_id = "remove_adapter", tag = "adapters", security(("key" = ["admin"])),
    params(("name" = String, Path, description = "The name of the adapter", example = "harbour")),
    responses((status = 204, description = "It is gone"))
)]
#[delete("/v1/adapters/{name}")]
pub(super) async fn remove_adapter(
    app: Data<App>,
    caller: Allowed<ToAdmin>,
    name: Path<String>,
) -> Result<HttpResponse, ApiError> {
    app.remove_adapter(caller.who, &name).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Put the house rules
///
/// One file of named presets replaces the previous one. Logs and adapters of this tenant and `POST /v1/score` can name
/// its presets. If a match is wrong as declared and right under one of them, its report says so. Stored logs keep the
/// version of a preset that applied when they were stored. At most 256 presets in 256 KiB.
#[utoipa::path(
    operation_id = "put_presets", tag = "rules", security(("key" = ["admin"])),
    request_body(content = Vec<u8>, content_type = "application/octet-stream",
        description = "The file. It may also come as `application/toml` or `text/plain`."),
    responses(
        (status = 201, description = "There were none before", content(
            (ref("#/components/schemas/OwnPresets") = "application/json"),
        ), headers(("Location" = String, description = "The address of the house rules"))),
        (status = 200, description = "They are in the place of those before, or are the same", content(
            (ref("#/components/schemas/OwnPresets") = "application/json"),
        ), headers(("Location" = String, description = "The address of the house rules"))),
    )
)]
#[put("/v1/presets")]
pub(super) async fn put_presets(
    app: Data<App>,
    caller: Allowed<ToAdmin>,
    body: Body,
) -> Result<HttpResponse, ApiError> {
    let file = body.toml()?;
    let text = String::from_utf8_lossy(&file).into_owned();
    let done = app.put_presets(caller.who, file).await?;
    Ok(answer(&done, "/v1/presets").json(OwnPresets::of(done.row, text)))
}

/// Find the house rules of the tenant
///
/// Returns the presets and the file.
#[utoipa::path(
    operation_id = "find_presets", tag = "rules", security(("key" = [])), params(VersionQuery),
    responses((status = 200, description = "The house rules", content(
        (ref("#/components/schemas/OwnPresets") = "application/json"),
    )))
)]
#[get("/v1/presets")]
pub(super) async fn find_presets(
    app: Data<App>,
    caller: Allowed<ToAsk>,
    query: Query<VersionQuery>,
) -> Result<Json<OwnPresets>, ApiError> {
    let (row, file) = app.presets_file(caller.who.tenant, query.into_inner().digest).await?;
    Ok(Json(OwnPresets::of(row, file)))
}

/// Remove the house rules of the tenant
///
/// New logs can no longer name them. Stored logs that name them keep using them.
#[utoipa::path(
    operation_id = "remove_presets", tag = "rules", security(("key" = ["admin"])),
    responses((status = 204, description = "They are gone"))
)]
#[delete("/v1/presets")]
pub(super) async fn remove_presets(app: Data<App>, caller: Allowed<ToAdmin>) -> Result<HttpResponse, ApiError> {
    app.remove_presets(caller.who).await?;
    Ok(HttpResponse::NoContent().finish())
}
