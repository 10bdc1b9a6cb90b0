//! Handlers of adapters: list, guess one from a sample, try one on a sample. Storing adapters is left to `settings`.

use super::auth::{Allowed, ToAsk};
use super::body::Body;
use super::html_page;
use super::lang;
use super::problem::{ApiError, ProblemType};
use crate::app::{App, SavedPage};
use crate::store::{SettingKind, SettingRow};
use crate::web::{self, Bench};
use actix_web::web::{Data, Json, Query};
use actix_web::{HttpRequest, HttpResponse, get, post};
use caipan_adapter::shelf::{self, BUNDLED};
use caipan_auditor::Trial;
use caipan_tiles::bilingual;
use caipan_tiles::text::Text;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The problems of these operations.
pub(super) const FAILS: &[(&str, &[ProblemType])] = &[
    ("list_adapters", &[]),
    (
        "test_adapter",
        &[
            ProblemType::RequestInvalid,
            ProblemType::BodyTimeout,
            ProblemType::BodyTooLarge,
            ProblemType::MediaTypeUnsupported,
            ProblemType::EncodingUnsupported,
            ProblemType::AdapterUnreadable,
            ProblemType::LogUnreadable,
            ProblemType::RulesInvalid,
            ProblemType::AuditTooLong,
            ProblemType::Busy,
        ],
    ),
    (
        "guess_adapter",
        &[
            ProblemType::RequestInvalid,
            ProblemType::BodyTimeout,
            ProblemType::BodyTooLarge,
            ProblemType::MediaTypeUnsupported,
            ProblemType::EncodingUnsupported,
            ProblemType::LogUnreadable,
            ProblemType::Busy,
        ],
    ),
];

/// An adapter that `?adapter=` can name.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct AdapterItem {
    /// The name.
    name: String,
    /// The version in the file; absent for an adapter of the tenant.
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<String>,
    /// `sha256:` digest of the file.
    digest: String,
    /// True if it is part of the program and recognised by content.
    bundled: bool,
    /// True if it belongs to the tenant.
    own: bool,
    /// The logs it reads, for adapters of the program.
    #[serde(skip_serializing_if = "Option::is_none")]
    about: Option<Text>,
}

/// Lists the shared adapters and those of a tenant.
pub(super) fn items(own: Vec<SettingRow>) -> Vec<AdapterItem> {
    let item = |adapter: &caipan_adapter::Adapter| {
        let bundled = BUNDLED.iter().find(|bundled| bundled.id == adapter.name);
        AdapterItem {
            name: adapter.name.clone(),
            version: Some(adapter.version.clone()),
            digest: adapter.digest.clone(),
            own: false,
            bundled: bundled.is_some(),
            about: bundled.map(|bundled| bundled.name.text()),
        }
    };
    let own = own.into_iter().map(|SettingRow { name, digest, .. }| AdapterItem {
        name,
        version: None,
        digest,
        own: true,
        bundled: false,
        about: None,
    });
    shelf::known().map(item).chain(own).collect()
}

/// List the adapters that are known by name
///
/// The list contains the adapters of the program, those in the folder of the operator (`CAIPAN_ADAPTERS`) and those of
/// the tenant. `?adapter=` of `POST /v1/logs` and `POST /v1/audits` selects one.
#[utoipa::path(
    operation_id = "list_adapters", tag = "adapters", security(("key" = [])),
    responses((status = 200, description = "Every adapter", content(
        (ref("#/components/schemas/AdapterList") = "application/json"),
    )))
)]
#[get("/v1/adapters")]
pub(super) async fn list(app: Data<App>, caller: Allowed<ToAsk>) -> Result<Json<Vec<AdapterItem>>, ApiError> {
    Ok(Json(items(app.settings(caller.who.tenant, SettingKind::Adapter).await?)))
}

/// An adapter to try.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct TrialRequest {
    /// The adapter file; empty or absent to recognise the format.
    #[serde(default)]
    adapter: String,
    /// A log of the platform.
    sample: String,
}

/// Try an adapter on a sample
///
/// Returns the sample as `paipu/1`, its findings, its coverage, and the one field that would make the most verifiable.
/// Nothing is stored. The whole sample shares one allowance of steps and memory. Of many matches the first 64 are
/// audited.
#[utoipa::path(
    operation_id = "test_adapter", tag = "adapters", security(("key" = [])),
    request_body(content = ref("#/components/schemas/TrialRequest"), content_type = "application/json"),
    responses((status = 200, description = "What came of it", content(
        (ref("#/components/schemas/Trial") = "application/json"),
    )))
)]
#[post("/v1/adapters:test")]
pub(super) async fn test(app: Data<App>, caller: Allowed<ToAsk>, body: Body) -> Result<Json<Trial>, ApiError> {
    // The body keeps its share of the memory budget until the answer.
    let body = body.json()?;
    let TrialRequest { adapter, sample } = asked(&body)?;
    Ok(Json(app.try_adapter(caller.who, adapter, sample).await?))
}

/// A sample to guess an adapter from.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct GuessRequest {
    /// The name of the adapter: lower-case letters, digits and `-`.
    #[serde(default)]
    name: Option<String>,
    /// A log of the platform: one JSON value, or one value per line.
    sample: String,
}

/// A guessed adapter.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct GuessView {
    /// The adapter file: correct it, then try it.
    pub(super) adapter: String,
    /// The guesses, in the order of the file.
    pub(super) said: Vec<Text>,
}

/// Guess an adapter from a sample
///
/// Returns a draft with the guesses as comments. Acts without a telling name are left open. Nothing is stored.
#[utoipa::path(
    operation_id = "guess_adapter", tag = "adapters", security(("key" = [])),
    request_body(content = ref("#/components/schemas/GuessRequest"), content_type = "application/json"),
    responses((status = 200, description = "The draft", content(
        (ref("#/components/schemas/Guess") = "application/json"),
    )))
)]
#[post("/v1/adapters:new")]
pub(super) async fn guess(app: Data<App>, _caller: Allowed<ToAsk>, body: Body) -> Result<Json<GuessView>, ApiError> {
    let body = body.json()?;
    let GuessRequest { name, sample } = asked(&body)?;
    let draft = app.guess_adapter(named(name.as_deref())?, sample).await?;
    Ok(Json(GuessView { adapter: draft.adapter, said: draft.said }))
}

fn asked<T: serde::de::DeserializeOwned>(body: &[u8]) -> Result<T, ApiError> {
    serde_json::from_slice(body).map_err(|error| {
        ApiError::new(
            ProblemType::RequestInvalid,
            bilingual!(
                "请求无法读取：{error}。写法见 /docs/ 中此操作的示例；适配器与样例都作为文字放在 JSON 里。",
                "The request cannot be read: {error}. The operation under /docs/ shows an example; adapter and sample are strings in the JSON."
            ),
        )
    })
}

/// Checks the name of the adapter.
fn named(name: Option<&str>) -> Result<String, ApiError> {
    let name = name.map(str::trim).filter(|name| !name.is_empty()).unwrap_or("mine");
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    if name.len() <= 64 && name.bytes().all(plain) {
        return Ok(name.to_owned());
    }
    Err(ApiError::new(
        ProblemType::RequestInvalid,
        bilingual!(
            "适配器的名字只用小写字母、数字和 -，至多 64 个，如 acme-mahjong。",
            "The name of an adapter has lower-case letters, digits and -, at most 64, such as acme-mahjong."
        ),
    ))
}

/// The language of the page.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PageQuery {
    lang: Option<String>,
}

/// The adapter page.
pub(super) async fn page(_caller: Allowed<ToAsk>, query: Query<PageQuery>, request: HttpRequest) -> HttpResponse {
    let lang = lang::asked(&request, query.lang.as_deref());
    html_page::page(&request, &web::adapters(&Bench::default(), lang))
}

/// The form of the adapter page.
#[derive(Deserialize)]
struct Form {
    sample: String,
    #[serde(default)]
    adapter: String,
    #[serde(default)]
    name: String,
    #[serde(rename = "do")]
    act: String,
    lang: Option<String>,
}

/// Handles the form and shows the page with the result.
pub(super) async fn work(
    app: Data<App>,
    caller: Allowed<ToAsk>,
    request: HttpRequest,
    body: Body,
) -> Result<HttpResponse, ApiError> {
    let text = std::str::from_utf8(&body.bytes).unwrap_or_default();
    let form = Query::<Form>::from_query(text).map(Query::into_inner).map_err(|error| {
        let text =
            bilingual!("表单无法读取：{error}。请重新粘贴。", "The form cannot be read: {error}. Paste it again.");
        ApiError::new(ProblemType::RequestInvalid, text)
    })?;
    let lang = lang::asked(&request, form.lang.as_deref());
    let Form { sample, adapter, name, act, .. } = form;
    let mut bench = Bench { sample: sample.clone(), adapter: adapter.clone(), name: name.clone(), ..Bench::default() };
    let failed = |error: crate::app::AppError| match ApiError::from(error) {
        // A busy server is a problem for the browser to retry; other errors are shown in the form.
        error if error.kind.status().is_server_error() => Err(error),
        error => Ok(error),
    };
    match act.as_str() {
        "new" => match named(Some(&name)) {
            Err(error) => bench.refused = Some(error.detail),
            Ok(name) => match app.guess_adapter(name, sample).await {
                Ok(draft) => (bench.adapter, bench.said) = (draft.adapter, draft.said),
                Err(error) => bench.refused = Some(place(&failed(error)?)),
            },
        },
        "report" => {
            let draw = move |saved: &SavedPage| web::tried(saved, lang);
            match app.report_page_through(caller.who, adapter, sample, draw).await {
                Ok(page) => return Ok(html_page::page(&request, &page)),
                Err(error) => bench.refused = Some(place(&failed(error)?)),
            }
        }
        _ => match app.try_adapter(caller.who, adapter, sample).await {
            Ok(trial) => bench.trial = Some(trial),
            Err(error) => bench.refused = Some(place(&failed(error)?)),
        },
    }
    Ok(html_page::page(&request, &web::adapters(&bench, lang)))
}

/// The error with its position in the adapter or the sample.
fn place(error: &ApiError) -> Text {
    let Text { zh, en } = &error.detail;
    let place = error.place.as_deref().cloned().unwrap_or_default();
    let line = place.line.map(|line| (line, place.column.unwrap_or(1)));
    let in_adapter = error.kind == ProblemType::AdapterUnreadable;
    let (of, of_en) = if in_adapter { ("适配器", "adapter") } else { ("样例", "sample") };
    match (line, place.pointer) {
        (Some((line, column)), _) => {
            bilingual!("{of}第 {line} 行第 {column} 个字：{zh}", "{of_en}, line {line}, character {column}: {en}")
        }
        (None, Some(pointer)) if !pointer.is_empty() => bilingual!("{of} {pointer}：{zh}", "{of_en} {pointer}: {en}"),
        _ => bilingual!("{of}：{zh}", "{of_en}: {en}"),
    }
}
