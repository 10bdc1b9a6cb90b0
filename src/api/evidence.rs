//! Handlers of evidence: signed checkpoints and proofs of records. Keys and witnesses are in `evidence_keys`.

use super::accept::{self, Form};
use super::auth::{Allowed, ToRead};
use super::problem::{ApiError, ProblemType};
use crate::app::App;
use crate::store::ToProve;
use actix_web::http::header;
use actix_web::web::{Data, Json, Path, Query};
use actix_web::{HttpRequest, HttpResponse, get};
use caipan_evidence::{Checkpoint, Deed, Proof, Record, Signer, tree};
use caipan_tiles::bilingual;
use caipan_tiles::hash::sha256;
use serde::Deserialize;
use utoipa::IntoParams;

/// The problems of these operations.
pub(super) const FAILS: &[(&str, &[ProblemType])] = &[
    (
        "find_checkpoint",
        &[
            ProblemType::RequestInvalid,
            ProblemType::NotAcceptable,
            ProblemType::NotSigned,
            ProblemType::NotWitnessed,
            ProblemType::RecordMismatch,
        ],
    ),
    (
        "prove_report",
        &[ProblemType::RequestInvalid, ProblemType::LogNotFound, ProblemType::NotSigned, ProblemType::NotWitnessed],
    ),
];

/// The parameters of a proof of a report.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct SinceQuery {
    /// The size of an earlier checkpoint. The answer proves that its records are unchanged.
    #[param(minimum = 0, example = 0)]
    since: Option<u64>,
    /// Prove at the newest checkpoint that so many witnesses cosigned. The checkpoint names the tree as witnesses know it.
    #[param(minimum = 1, maximum = 16)]
    witnessed: Option<usize>,
}

/// Refuses an impossible number of witnesses.
fn quorum(witnessed: Option<usize>) -> Result<Option<usize>, ApiError> {
    match witnessed {
        Some(number) if !(1..=16).contains(&number) => Err(ApiError::new(
            ProblemType::RequestInvalid,
            bilingual!("witnessed 应为 1 到 16。", "witnessed has to be from 1 to 16."),
        )),
        other => Ok(other),
    }
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
    /// Prove at the newest checkpoint that so many witnesses cosigned. The checkpoint names the tree as witnesses know it.
    #[param(minimum = 1, maximum = 16)]
    witnessed: Option<usize>,
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
    let wanted = ToProve { place: query.place, since: query.since, ..ToProve::default() };
    let proof = match quorum(query.witnessed)? {
        None => app.prove(caller.who, wanted).await?,
        Some(quorum) => app.prove_witnessed(caller.who, wanted, quorum).await?,
    };
    let mut response = HttpResponse::Ok();
    response.content_type(form.media_type()).insert_header((header::VARY, "Accept"));
    Ok(if form == Form::Text { response.body(proof.checkpoint) } else { response.json(proof) })
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
    let wanted = ToProve { log: Some(id.into_inner()), since: query.since, ..ToProve::default() };
    Ok(Json(match quorum(query.witnessed)? {
        None => app.prove(caller.who, wanted).await?,
        Some(quorum) => app.prove_witnessed(caller.who, wanted, quorum).await?,
    }))
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
