//! Handlers of evidence: signed checkpoints, their public key and proofs of records.

use super::accept::{self, Form};
use super::auth::{Allowed, ToAsk, ToRead};
use super::problem::{ApiError, ProblemType};
use crate::app::App;
use crate::store::ToProve;
use actix_web::http::header;
use actix_web::web::{Data, Json, Path, Query};
use actix_web::{HttpRequest, HttpResponse, get};
use caipan_evidence::{Checkpoint, Deed, Proof, Record, Signer, tree};
use caipan_tiles::hash::sha256;
use serde::Deserialize;
use utoipa::IntoParams;

/// The problems of these operations.
pub(super) const FAILS: &[(&str, &[ProblemType])] = &[
    ("find_checkpoint", &[ProblemType::RequestInvalid, ProblemType::NotAcceptable, ProblemType::NotSigned]),
    ("find_evidence_key", &[ProblemType::NotSigned]),
    ("prove_report", &[ProblemType::RequestInvalid, ProblemType::LogNotFound, ProblemType::NotSigned]),
];

/// The parameters of a proof of a report.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct SinceQuery {
    /// The size of an earlier checkpoint. The answer proves that its records are unchanged.
    #[param(minimum = 0, example = 0)]
    since: Option<u64>,
}

/// The parameters of a checkpoint.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct EvidenceQuery {
    /// The number of a record to prove, such as a ruling or a key. For a report, `/v1/reports/{id}/evidence` is easier.
    #[param(minimum = 1, example = 1)]
    place: Option<i64>,
    /// The size of an earlier checkpoint. The answer proves that its records are unchanged.
    #[param(minimum = 0, example = 0)]
    since: Option<u64>,
}

/// Read the checkpoint of all that was given
///
/// Every change of the tenant's data (a verdict, a key made or revoked, a ruling) is a record. The records are the
/// leaves of a Merkle tree (RFC 6962). The checkpoint is its current size and root as a signed note (Ed25519). Keep a
/// checkpoint from time to time outside the service: `since` then proves that the earlier records are unchanged.
/// `text/plain` returns the signed note alone. `caipan verify` checks it offline.
#[utoipa::path(
    operation_id = "find_checkpoint", tag = "evidence", security(("key" = ["read"])), params(EvidenceQuery),
    responses((status = 200, description = "The checkpoint", content(
        (Proof = "application/json"), (String = "text/plain"),
    )))
)]
#[get("/v1/evidence")]
pub(super) async fn checkpoint(
    app: Data<App>,
    caller: Allowed<ToRead>,
    query: Query<EvidenceQuery>,
    request: HttpRequest,
) -> Result<HttpResponse, ApiError> {
    let form = accept::wanted(&request, &[Form::Json, Form::Text])?;
    let proof = app.prove(caller.who, ToProve { log: None, place: query.place, since: query.since }).await?;
    let mut response = HttpResponse::Ok();
    response.content_type(form.media_type()).insert_header((header::VARY, "Accept"));
    Ok(if form == Form::Text { response.body(proof.checkpoint) } else { response.json(proof) })
}

/// Read the public key of checkpoints
///
/// An Ed25519 key as PEM. Get the key once from the operator over a trusted channel: this address only tells which key
/// signs now.
#[utoipa::path(
    operation_id = "find_evidence_key", tag = "evidence", security(("key" = [])),
    responses((status = 200, description = "The public key", content(
        (String = "application/x-pem-file"), (String = "text/plain"),
    )))
)]
#[get("/v1/evidence/key")]
pub(super) async fn key(
    app: Data<App>,
    _caller: Allowed<ToAsk>,
    request: HttpRequest,
) -> Result<HttpResponse, ApiError> {
    let form = accept::preferred(&request, ["application/x-pem-file", "text/plain; charset=utf-8"]);
    Ok(HttpResponse::Ok().content_type(form).insert_header((header::VARY, "Accept")).body(app.public_key()?.pem()))
}

/// Prove a report
///
/// Returns the record of the report, with digests and time, and its path to a signed checkpoint. With the JSON of the
/// report and the public key, anybody can check that this report was given: `caipan verify`.
#[utoipa::path(
    operation_id = "prove_report", tag = "evidence", security(("key" = ["read"])),
    params(
        ("id" = String, Path, description = "The id of the log", example = "8f4343466486486b9d16b9f9e6f4d6c2"), SinceQuery,
    ),
    responses((status = 200, description = "The proof of the newest report", body = Proof))
)]
#[get("/v1/reports/{id}/evidence")]
pub(super) async fn prove(
    app: Data<App>,
    caller: Allowed<ToRead>,
    id: Path<String>,
    query: Query<SinceQuery>,
) -> Result<Json<Proof>, ApiError> {
    Ok(Json(app.prove(caller.who, ToProve { log: Some(id.into_inner()), place: None, since: query.since }).await?))
}

/// A valid proof under a publicly known key.
pub(super) fn example() -> Proof {
    let at = 1_767_585_600_123_456;
    let record = Record {
        log: Some("8f4343466486486b9d16b9f9e6f4d6c2".to_owned()),
        raw: Some(sha256(b"log")),
        rules: Some("changsha@8".to_owned()),
        report: Some(sha256(b"report")),
        ..Record::bare(1, at, Deed::Verdict)
    };
    let text = record.text();
    let root =
        Checkpoint { origin: Checkpoint::origin("home"), size: 1, root: tree::leaf(text.as_bytes()), at: Some(at) };
    let signed = Signer::from_pem(Signer::pem_of(&[0; 32]).as_bytes()).map(|signer| root.signed(&signer));
    Proof::of(signed.unwrap_or_default(), Some((text, Vec::new())), None)
}
