//! Evidence: proofs that outlast the service.

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

/// Which failures these operations have.
pub(super) const FAILS: &[(&str, &[ProblemType])] = &[
    ("find_checkpoint", &[ProblemType::RequestInvalid, ProblemType::NotAcceptable, ProblemType::NotSigned]),
    ("find_evidence_key", &[ProblemType::NotSigned]),
    ("prove_report", &[ProblemType::RequestInvalid, ProblemType::LogNotFound, ProblemType::NotSigned]),
];

/// What to prove besides.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct SinceQuery {
    /// The size of an earlier checkpoint: the answer shows that nothing below it has changed.
    #[param(minimum = 0, example = 0)]
    since: Option<u64>,
}

/// What to prove, of everything.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct EvidenceQuery {
    /// The place of a record to prove: a ruling, a key, whatever was done. Of a report more easily by `/v1/reports/{id}/evidence`.
    #[param(minimum = 1, example = 1)]
    place: Option<i64>,
    /// The size of an earlier checkpoint: the answer shows that nothing below it has changed.
    #[param(minimum = 0, example = 0)]
    since: Option<u64>,
}

/// Read the checkpoint of all that was given
///
/// Everything that was done for the tenant (a verdict given, a key made or revoked, a ruling recorded) is a record; the records are the
/// leaves of a Merkle tree (RFC 6962). This is its size and root now, signed (Ed25519, a signed note). Keep one from time to time, away
/// from the service: with `since` a later one shows that the earlier records are unchanged. As `text/plain` the signed note alone.
/// `caipan verify` checks it without the service.
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
/// Ed25519, as PEM. Whoever is to trust what it signs takes it from whoever runs the service, once, by a way that both trust; from here
/// it only tells which key signs now.
#[utoipa::path(
    operation_id = "find_evidence_key", tag = "evidence", security(("key" = [])),
    responses((status = 200, description = "The public key", body = String, content_type = "application/x-pem-file"))
)]
#[get("/v1/evidence/key")]
pub(super) async fn key(app: Data<App>, _caller: Allowed<ToAsk>) -> Result<HttpResponse, ApiError> {
    Ok(HttpResponse::Ok().content_type("application/x-pem-file").body(app.public_key()?.pem()))
}

/// Prove a report
///
/// The record that says which report was given for the log and when, in digests, with its way to a signed checkpoint. Kept with the
/// report's JSON it shows to anybody who has the public key that this is the report that was given: `caipan verify`.
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

/// A proof that holds, under a key that everybody knows.
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
