//! The OpenAPI document over HTTP: without examples for everybody, with them for callers with a key. The document itself is
//! left to `document`.

use super::auth::{Allowed, ToAsk};
use super::etag::Tag;
use super::problem::ApiError;
use super::{document, negotiated};
use actix_web::dev::Payload;
use actix_web::http::header;
use actix_web::web::Query;
use actix_web::{FromRequest, HttpRequest, HttpResponse};
use caipan_tiles::hash::sha256;
use serde::Deserialize;
use serde_json::Value;
use std::sync::LazyLock;

/// A form of the document, packed once.
struct Form {
    body: Vec<u8>,
    gzip: Vec<u8>,
    digest: String,
}

/// The form that callers without a key get: paths and schemas without the examples, which are three quarters.
static CORE: LazyLock<Form> = LazyLock::new(|| Form::of(&without_examples(document())));
/// The whole document.
static WHOLE: LazyLock<Form> = LazyLock::new(|| Form::of(document()));

impl Form {
    fn of(document: &Value) -> Form {
        let body = document.to_string().into_bytes();
        Form { gzip: crate::web::packed(&body), digest: sha256(&body), body }
    }
}

/// A copy of a document without its examples.
fn without_examples(document: &Value) -> Value {
    match document {
        Value::Array(all) => all.iter().map(without_examples).collect(),
        Value::Object(fields) => {
            let kept = fields.iter().filter(|(name, _)| !matches!(name.as_str(), "example" | "examples"));
            let kept = kept.map(|(name, value)| match value.as_object().filter(|_| name == "properties") {
                // Properties have any name.
                Some(all) => {
                    (name.clone(), all.iter().map(|(of, value)| (of.clone(), without_examples(value))).collect())
                }
                None => (name.clone(), without_examples(value)),
            });
            Value::Object(kept.collect())
        }
        other => other.clone(),
    }
}

/// The form that is asked for.
#[derive(Deserialize)]
pub(super) struct FormQuery {
    #[serde(default)]
    examples: bool,
}

/// Serves the document.
pub(super) async fn serve(request: HttpRequest, query: Query<FormQuery>) -> Result<HttpResponse, ApiError> {
    if query.examples {
        Allowed::<ToAsk>::from_request(&request, &mut Payload::None).await?;
    }
    let form = if query.examples { &*WHOLE } else { &*CORE };
    match Tag::of_bytes(&form.digest).answer(&request, "accept-encoding") {
        Ok(unchanged) => Ok(unchanged),
        Err(mut response) => {
            response.content_type("application/json").insert_header((header::CACHE_CONTROL, "private, max-age=300"));
            Ok(negotiated(&request, response, &form.body, &form.gzip))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn core_document_is_small() {
        assert!(CORE.body.len() < 512 << 10 && CORE.gzip.len() < 64 << 10, "{}, {}", CORE.body.len(), CORE.gzip.len());
        assert!(WHOLE.body.len() > 2 * CORE.body.len());
    }

    #[test]
    fn only_examples_are_left_out() {
        let schema = json!({ "example": 1, "properties": { "example": { "type": "string", "examples": ["a"] } } });
        assert_eq!(without_examples(&schema), json!({ "properties": { "example": { "type": "string" } } }));
    }
}
