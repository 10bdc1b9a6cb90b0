//! Idempotency keys of requests that make or change keys and webhooks: the same request is recognised by a digest of what it
//! asks for.

use crate::store::{Request, RequestKind};
use serde::Serialize;
use sha2::{Digest, Sha256};

/// The request with this idempotency key, if it has one. `asked` is everything that makes it the same request.
pub(super) fn request(
    kind: RequestKind,
    key: Option<String>,
    asked: &impl Serialize,
) -> Result<Option<Request>, serde_json::Error> {
    let Some(key) = key else { return Ok(None) };
    let digest = Sha256::digest(serde_json::to_vec(asked)?).to_vec();
    Ok(Some(Request { kind, key, digest }))
}
