//! Handlers of the keys that verify checkpoints, open to everyone, and of the witnesses of a tenant's tree.

use super::accept::{self, Form};
use super::auth::{Allowed, ToRead};
use super::etag::Tag;
use super::problem::{ApiError, ProblemType};
use super::timestamp::time;
use crate::app::{App, WitnessView};
use crate::store::SigningKeyRow;
use actix_web::http::header;
use actix_web::web::{Data, Json, Query};
use actix_web::{HttpRequest, HttpResponse, get};
use caipan_evidence::{Checkpoint, KeyList, ListedKey, VerifierKey};
use caipan_tiles::bilingual;
use caipan_tiles::hash::{hex, sha256};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// The problems of these operations.
pub(super) const FAILS: &[(&str, &[ProblemType])] = &[
    ("find_evidence_keys", &[ProblemType::RequestInvalid, ProblemType::NotAcceptable, ProblemType::NotSigned]),
    ("find_evidence_key", &[ProblemType::NotSigned]),
    ("list_witnesses", &[ProblemType::NotSigned]),
];

/// The time for which a public key may be cached.
const KEEP: &str = "public, max-age=300";

/// The parameters of the key list.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct KeysQuery {
    /// The first line of a checkpoint, under which keys are named; `caipan/home` if missing. It is not looked up: the
    /// answer is the same whether or not there is such a tree.
    #[param(example = "caipan/home")]
    origin: Option<String>,
}

/// Read the public keys of checkpoints
///
/// All Ed25519 keys that sign or signed checkpoints, the current one first, as verifier keys (C2SP `signed-note`) and as
/// PEM. Needs no key of this service. `text/plain` returns one verifier key per line. Get the keys once from the operator
/// over a trusted channel as well: this address only tells what the service says.
#[utoipa::path(
    operation_id = "find_evidence_keys", tag = "evidence", params(KeysQuery),
    responses((status = 200, description = "The public keys", content(
        (KeyList = "application/json"), (String = "text/plain"),
    )), (status = 304, description = "The keys are those that the client has"))
)]
#[get("/v1/evidence/keys")]
pub(super) async fn find_all(
    app: Data<App>,
    query: Query<KeysQuery>,
    request: HttpRequest,
) -> Result<HttpResponse, ApiError> {
    let form = accept::wanted(&request, &[Form::Json, Form::Text])?;
    let origin = query.into_inner().origin.unwrap_or_else(|| Checkpoint::origin("home"));
    if !VerifierKey::is_name(&origin) {
        return Err(ApiError::new(
            ProblemType::RequestInvalid,
            bilingual!(
                "origin 应为检查点的第一行：1 到 255 字节，不含空格、加号与控制字符，如 caipan/home。",
                "origin has to be the first line of a checkpoint: 1 to 255 bytes without spaces, plus signs and control characters, such as caipan/home."
            ),
        ));
    }
    let list = list(&origin, app.signing_keys()?);
    let text = match form {
        Form::Text => list.text(),
        _ => serde_json::to_string(&list).unwrap_or_default(),
    };
    Ok(match Tag::of(&[&sha256(text.as_bytes())]).answer(&request, "Accept") {
        Ok(unchanged) => unchanged,
        Err(mut response) => {
            response.content_type(form.media_type()).insert_header((header::CACHE_CONTROL, KEEP)).body(text)
        }
    })
}

/// Read the current public key of checkpoints
///
/// An Ed25519 key as PEM. Needs no key of this service; `/v1/evidence/keys` has the earlier keys too.
#[utoipa::path(
    operation_id = "find_evidence_key", tag = "evidence",
    responses((status = 200, description = "The public key", content(
        (String = "application/x-pem-file"), (String = "text/plain"),
    )))
)]
#[get("/v1/evidence/key")]
pub(super) async fn find_current(app: Data<App>, request: HttpRequest) -> Result<HttpResponse, ApiError> {
    let mut response = HttpResponse::Ok();
    response.content_type(accept::preferred(&request, ["application/x-pem-file", "text/plain; charset=utf-8"]));
    response.insert_header((header::VARY, "Accept")).insert_header((header::CACHE_CONTROL, KEEP));
    Ok(response.body(app.public_key()?.pem()))
}

/// The keys under an origin.
fn list(origin: &str, rows: &[SigningKeyRow]) -> KeyList {
    let keys = rows.iter().map(|row| {
        let key = VerifierKey::log(origin, row.key);
        ListedKey {
            name: origin.to_owned(),
            key_id: hex(&key.id()),
            fingerprint: row.key.fingerprint(),
            algorithm: "ed25519".to_owned(),
            from: row.from.map(time),
            until: row.until.map(time),
            verifier_key: key.to_string(),
            pem: row.key.pem(),
        }
    });
    KeyList { keys: keys.collect() }
}

/// A witness of the tenant's tree.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct WitnessEntry {
    /// The name of the witness in the settings of the service.
    #[schema(example = "w1")]
    name: String,
    /// The key of its cosignatures, for `caipan verify --witness`.
    #[schema(example = "witness.example/w1+1a2b3c4d+BAbc…")]
    verifier_key: String,
    /// The number of records of the newest checkpoint that it cosigned; 0 if it cosigned none.
    size: u64,
    /// The time of its newest cosignature.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = DateTime)]
    cosigned_at: Option<String>,
    /// The time of the last try.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = DateTime)]
    tried_at: Option<String>,
    /// Why it did not cosign the last checkpoint: `conflict` if it has another history, `cosignature-invalid`, `http-404`
    /// and the like, `timeout`, `unreachable`, `unresolved`, `address-private`, `tls`, `answer-invalid`.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
    /// The same as a sentence in Chinese.
    #[serde(skip_serializing_if = "Option::is_none")]
    why_zh: Option<String>,
    /// The same as a sentence in English.
    #[serde(skip_serializing_if = "Option::is_none")]
    why_en: Option<String>,
}

/// The tenant's tree as witnesses know it.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct WitnessedTree {
    /// The name of the tree towards witnesses, which does not tell the tenant; absent before the first record.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "caipan/log/0f3c5a7e9b1d2f4a6c8e0b2d4f6a8c0e")]
    origin: Option<String>,
    /// The number of records.
    size: u64,
    /// The verifier keys of the tree, for those who run a witness and for `caipan verify --key`; the current one first.
    verifier_keys: Vec<String>,
    /// The witnesses.
    witnesses: Vec<WitnessEntry>,
}

/// List the witnesses of the checkpoints
///
/// Witnesses cosign checkpoints, so that the service cannot show two histories (C2SP `tlog-witness`).
#[utoipa::path(
    operation_id = "list_witnesses", tag = "evidence", security(("key" = ["read"])),
    responses((status = 200, description = "The witnesses", body = WitnessedTree))
)]
#[get("/v1/evidence/witnesses")]
pub(super) async fn list_witnesses(caller: Allowed<ToRead>, app: Data<App>) -> Result<Json<WitnessedTree>, ApiError> {
    let WitnessView { origin, size, keys, witnesses } = app.witnesses(caller.who).await?;
    let witnesses = witnesses.into_iter().map(|state| {
        let (why, text) = state.refused.unzip();
        WitnessEntry {
            name: state.label,
            verifier_key: state.key.to_string(),
            size: state.size,
            cosigned_at: state.cosigned_at.map(|at| time(at.saturating_mul(1_000_000))),
            tried_at: state.tried_at.map(time),
            why,
            why_zh: text.as_ref().map(|text| text.zh.clone().into_owned()),
            why_en: text.map(|text| text.en.into_owned()),
        }
    });
    let witnesses = witnesses.collect();
    Ok(Json(WitnessedTree { origin, size, verifier_keys: keys.iter().map(ToString::to_string).collect(), witnesses }))
}

/// The publicly known keys of the examples.
pub(super) fn example_keys() -> KeyList {
    let signer = caipan_evidence::Signer::from_pem(caipan_evidence::Signer::pem_of(&[0; 32]).as_bytes());
    let row = |signer: caipan_evidence::Signer| SigningKeyRow {
        key: signer.public(),
        from: Some(1_767_585_600_123_456),
        until: None,
    };
    list(&Checkpoint::origin("home"), &signer.map(row).into_iter().collect::<Vec<_>>())
}

/// A tree with one witness.
pub(super) fn example_witnesses() -> WitnessedTree {
    let origin = Some("caipan/log/0f3c5a7e9b1d2f4a6c8e0b2d4f6a8c0e".to_owned());
    WitnessedTree { origin, size: 42, verifier_keys: Vec::new(), witnesses: Vec::new() }
}
