//! Handlers of keys of the caller's tenant: create, list, find and revoke.

use super::auth::{Allowed, ToAdmin};
use super::body::Body;
use super::ingest_options::{KEY_OF_SECRET, idempotency_key};
use super::paging::limited;
use super::problem::{ApiError, ProblemType};
use super::timestamp::time;
use super::{unreadable, words};
use crate::app::{App, NewKey, Scope, key_networks, network};
use crate::store::{KeyRow, RevokedKey};
use actix_web::http::header;
use actix_web::web::{Data, Json, Path, Query};
use actix_web::{HttpRequest, HttpResponse, delete, get, post};
use caipan_tiles::bilingual;
use caipan_tiles::text::Text;
use chrono::DateTime;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// The problems of these operations.
pub(super) const FAILS: &[(&str, &[ProblemType])] = &[
    (
        "make_key",
        &[
            ProblemType::RequestInvalid,
            ProblemType::BodyTimeout,
            ProblemType::BodyTooLarge,
            ProblemType::MediaTypeUnsupported,
            ProblemType::EncodingUnsupported,
            ProblemType::KeyUnfit,
            ProblemType::KeysFull,
            ProblemType::KeyReused,
        ],
    ),
    ("list_keys", &[ProblemType::RequestInvalid]),
    ("find_key", &[ProblemType::KeyNotFound]),
    ("revoke_key", &[ProblemType::KeyNotFound]),
    ("list_trail", &[ProblemType::RequestInvalid, ProblemType::KeyNotFound]),
];

/// A person who signed in with a browser.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PersonView {
    /// The name at the provider when the session began.
    #[schema(example = "王芳")]
    pub name: String,
    /// The identity at the provider: the issuer, `#`, and the subject.
    #[schema(example = "https://sso.example/realms/caipan#f3b2c1d0")]
    pub subject: String,
}

/// A key, without its secret.
#[derive(Debug, Default, Serialize, ToSchema)]
pub(super) struct KeyView {
    /// The id of the key; the secret begins with it.
    #[schema(example = "5d41402abc4b2a76")]
    pub id: String,
    /// The tenant of the key.
    #[schema(example = "acme")]
    pub tenant: String,
    /// The purpose of the key.
    #[schema(example = "ingest of the Changsha rooms")]
    pub name: String,
    /// The scopes: `ingest`, `read`, `referee`, `admin`.
    pub scopes: Vec<&'static str>,
    /// Requests per minute, if the key has a rate of its own. Each line of a batch counts as one request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rate: Option<i32>,
    /// The networks from which it may be used; absent: from everywhere.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false, example = json!(["10.0.0.0/8", "2001:db8::/32"]))]
    pub addresses: Vec<String>,
    /// The time of creation.
    #[schema(format = DateTime)]
    pub created_at: String,
    /// The time of expiry.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = DateTime)]
    pub expires_at: Option<String>,
    /// The time of revocation.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = DateTime)]
    pub revoked_at: Option<String>,
    /// The person who signed in, for the key of a session.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub person: Option<PersonView>,
    /// The number of other keys that this request revoked, since this key made them. Only the answer to `DELETE` has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub also_revoked: Option<u32>,
    /// The number of webhooks that end with the revoked keys. Only the answer to `DELETE` has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub webhooks_ended: Option<u32>,
}

impl From<KeyRow> for KeyView {
    fn from(key: KeyRow) -> KeyView {
        KeyView {
            scopes: Scope::of(&key).map(Scope::name).collect(),
            addresses: key_networks(key.addresses.as_deref()).iter().map(ToString::to_string).collect(),
            id: key.id,
            tenant: key.tenant_name,
            name: key.name,
            rate: key.rate,
            created_at: time(key.created_at),
            expires_at: key.expires_at.map(time),
            revoked_at: key.revoked_at.map(time),
            person: key.person.map(|person| PersonView { name: person.name, subject: person.subject }),
            also_revoked: None,
            webhooks_ended: None,
        }
    }
}

/// A new key with its secret.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct MadeKey {
    /// The key.
    pub key: KeyView,
    /// The secret, for a bearer token or as the password in a browser. It is shown only once.
    #[schema(example = "caipan_5d41402abc4b2a76_9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08")]
    pub secret: String,
}

/// A key that an earlier request with the same idempotency key made. Nobody gets its secret a second time.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct KeyMadeBefore {
    /// The key as it is.
    pub key: KeyView,
    /// The next step without the secret, in Chinese.
    pub detail_zh: String,
    /// The next step without the secret, in English.
    pub detail_en: String,
}

impl KeyMadeBefore {
    /// The next step without the secret of the key with this id, in Chinese and English.
    pub(super) fn details(id: &str) -> (String, String) {
        let Text { zh, en } = bilingual!(
            "同一幂等键的请求已签发此密钥，密文只在当时的应答中，服务只存其哈希。若没有收到，请吊销它（DELETE /v1/keys/{id}），再换一个幂等键另行签发。",
            "An earlier request with this idempotency key made the key. Its secret was in that answer only: the service stores a hash. If it did not arrive, revoke the key (DELETE /v1/keys/{id}) and make another under a new idempotency key."
        );
        (zh.into_owned(), en.into_owned())
    }
}

impl From<KeyRow> for KeyMadeBefore {
    fn from(key: KeyRow) -> KeyMadeBefore {
        let (detail_zh, detail_en) = KeyMadeBefore::details(&key.id);
        KeyMadeBefore { key: key.into(), detail_zh, detail_en }
    }
}

/// A key to make.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct KeyWanted {
    /// The purpose of the key, 1 to 100 characters.
    #[schema(min_length = 1, max_length = 100)]
    name: String,
    /// The scopes: one or more of `ingest`, `read`, `referee`, `admin`, and only those of the calling key.
    #[schema(min_items = 1)]
    scopes: Vec<String>,
    /// Requests per minute, at most those of the calling key; by default as many.
    #[schema(minimum = 1, maximum = 1_000_000)]
    rate: Option<u32>,
    /// The time of expiry as RFC 3339, no later than that of the calling key; if absent, the same or never.
    #[schema(format = DateTime)]
    expires_at: Option<String>,
    /// The networks from which the key may be used, such as `10.0.0.0/8`, or single addresses; all within those of the
    /// calling key. If absent, those of the calling key.
    #[serde(default)]
    #[schema(max_items = 64, example = json!(["10.0.0.0/8", "2001:db8::/32"]))]
    addresses: Vec<String>,
}

pub(super) fn unfit(text: Text) -> ApiError {
    ApiError::new(ProblemType::KeyUnfit, text)
}

/// Make a key
///
/// The key belongs to the tenant of the calling key. It has at most the scopes, the rate, the time and the addresses of
/// that key. Only this answer contains the secret: the service stores a hash. With an `Idempotency-Key`, the same request
/// sent again by the same key makes no other key; its answer says how to go on if the secret was lost. Once the first key exists, every request needs a key.
#[utoipa::path(
    operation_id = "make_key", tag = "keys", security(("key" = ["admin"])),
    params(("Idempotency-Key" = Option<String>, Header, min_length = 1, max_length = 200, pattern = "^[!-~]+$", description = KEY_OF_SECRET, example = "key-17")),
    request_body(content = KeyWanted, content_type = "application/json"),
    responses((status = 201, description = "Made", body = MadeKey,
        headers(("Location" = String, description = "The address of the key"))),
        (status = 200, description = "The same request made it before", body = KeyMadeBefore,
            headers(
                ("Location" = String, description = "The address of the key"),
                ("Idempotency-Replayed" = bool, description = "`true`: no key was made for this request"),
            )))
)]
#[post("/v1/keys")]
pub(super) async fn make(
    app: Data<App>,
    caller: Allowed<ToAdmin>,
    request: HttpRequest,
    body: Body,
) -> Result<HttpResponse, ApiError> {
    let idempotency_key = idempotency_key(&request)?;
    let wanted: KeyWanted = unreadable::read(&body.json()?)?;
    let scope = |name: &String| {
        Scope::named(name).ok_or_else(|| unfit(words::unknown("scopes", name, &Scope::ALL.map(Scope::name))))
    };
    let expires_at = wanted.expires_at.as_deref().map(|text| {
        DateTime::parse_from_rfc3339(text).map(|time| time.timestamp_micros()).map_err(|_| {
            unfit(bilingual!(
                "expires_at 应为 RFC 3339 时间，如 2027-01-01T00:00:00Z。",
                "expires_at is a date and time as in RFC 3339, such as 2027-01-01T00:00:00Z."
            ))
        })
    });
    let new = NewKey {
        by: caller.caller,
        tenant: None,
        name: wanted.name,
        scopes: wanted.scopes.iter().map(scope).collect::<Result<_, _>>()?,
        rate: wanted.rate,
        expires_at: expires_at.transpose()?,
        addresses: wanted.addresses.iter().map(|text| network(text).map_err(unfit)).collect::<Result<_, _>>()?,
    };
    let (key, secret) = app.make_key_once(new, idempotency_key).await?;
    let mut response = if secret.is_some() { HttpResponse::Created() } else { HttpResponse::Ok() };
    response.insert_header((header::LOCATION, format!("/v1/keys/{}", key.id)));
    response.insert_header((header::CACHE_CONTROL, "no-store"));
    Ok(match secret {
        Some(secret) => response.json(MadeKey { key: key.into(), secret }),
        None => response.insert_header(("Idempotency-Replayed", "true")).json(KeyMadeBefore::from(key)),
    })
}

/// A page of the list of keys.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct KeyList {
    /// The keys, newest first, including revoked and expired ones. The keys of sessions are listed until a day after their
    /// end.
    pub keys: Vec<KeyView>,
    /// The cursor of the next page; absent at the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// The page of a list.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct PartQuery {
    /// The maximum number of entries.
    #[param(minimum = 1, maximum = 200, default = 50, example = 50)]
    limit: Option<u32>,
    /// `next` of the previous page.
    after: Option<String>,
}

/// List the keys
///
/// Returns the keys of the caller's tenant without their secrets.
#[utoipa::path(
    operation_id = "list_keys", tag = "keys", security(("key" = ["admin"])), params(PartQuery),
    responses((status = 200, description = "A part of the list", body = KeyList))
)]
#[get("/v1/keys")]
pub(super) async fn list(
    app: Data<App>,
    caller: Allowed<ToAdmin>,
    query: Query<PartQuery>,
) -> Result<Json<KeyList>, ApiError> {
    let PartQuery { limit, after } = query.into_inner();
    let limit = limited(limit)?;
    let mut keys = app.keys(Some(caller.who.tenant), after, limit + 1).await?;
    let more = keys.len() > limit as usize;
    keys.truncate(limit as usize);
    let next = keys.last().filter(|_| more).map(|key| key.id.clone());
    Ok(Json(KeyList { keys: keys.into_iter().map(KeyView::from).collect(), next }))
}

/// Find a key
///
/// Returns the key without its secret.
#[utoipa::path(
    operation_id = "find_key", tag = "keys", security(("key" = ["admin"])),
    params(("id" = String, Path, description = "The id of the key", example = "5d41402abc4b2a76")),
    responses((status = 200, description = "The key", body = KeyView))
)]
#[get("/v1/keys/{id}")]
pub(super) async fn find(
    app: Data<App>,
    caller: Allowed<ToAdmin>,
    id: Path<String>,
) -> Result<Json<KeyView>, ApiError> {
    Ok(Json(app.key(caller.who, &id).await?.into()))
}

/// Revoke a key
///
/// The key stops working at once, and so does every key that it made, directly or through others, and every webhook of
/// these keys. All stay in the list, so that the trail can refer to them. Revoking a key again changes nothing.
#[utoipa::path(
    operation_id = "revoke_key", tag = "keys", security(("key" = ["admin"])),
    params(("id" = String, Path, description = "The id of the key", example = "5d41402abc4b2a76")),
    responses((status = 200, description = "The key, out of use", body = KeyView))
)]
#[delete("/v1/keys/{id}")]
pub(super) async fn revoke(
    app: Data<App>,
    caller: Allowed<ToAdmin>,
    id: Path<String>,
) -> Result<Json<KeyView>, ApiError> {
    let RevokedKey { key, others, webhooks } = app.revoke(caller.who, Some(caller.who.tenant), &id).await?;
    Ok(Json(KeyView { also_revoked: Some(others), webhooks_ended: Some(webhooks), ..key.into() }))
}
