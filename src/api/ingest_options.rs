//! Options of requests that store or audit: the input format and the idempotency key.

use super::problem::{ApiError, ProblemType};
use actix_web::HttpRequest;
use caipan_tiles::bilingual;
use utoipa::IntoParams;

/// The format of a body.
#[derive(Debug, IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "describes a part of a query")]
pub(super) struct FromQuery {
    /// The third-party format of the body; absent for `paipu/1`, the text notation and recognised formats.
    #[param(example = "csmj")]
    from: Option<String>,
    /// The adapter that reads the body, by name, instead of `from`.
    #[param(example = "roomcard")]
    adapter: Option<String>,
}

/// Returns the input format: `from` or `adapter`, not both.
pub(super) fn one_of(from: Option<String>, adapter: Option<String>) -> Result<Option<String>, ApiError> {
    if from.is_some() && adapter.is_some() {
        return Err(ApiError::new(
            ProblemType::RequestInvalid,
            bilingual!(
                "from 与 adapter 只能写一个：内置格式写 from，适配器写 adapter。",
                "Name from or adapter, not both: from for a built-in format, adapter for an adapter."
            ),
        ));
    }
    Ok(from.or(adapter))
}

/// The description of a request body that is a log.
pub(super) const LOG_BODY: &str = "A `paipu/1` document; or the bytes of any log, recognised by content or read as `from` or `adapter` says. \
    The text notation may also come as `text/plain`.";

/// The description of `Idempotency-Key` for requests whose answer contains a secret.
pub(super) const KEY_OF_SECRET: &str = "A key of the client's choice, at most 200 visible ASCII characters: sent again with the same \
    request it changes nothing and gives the same object without its secret; with another request it is refused.";

/// Reads and checks the `Idempotency-Key` header.
pub(super) fn idempotency_key(request: &HttpRequest) -> Result<Option<String>, ApiError> {
    let Some(value) = request.headers().get("Idempotency-Key") else { return Ok(None) };
    match value.to_str() {
        Ok(key) if (1..=200).contains(&key.len()) && key.bytes().all(|byte| byte.is_ascii_graphic()) => {
            Ok(Some(key.to_owned()))
        }
        _ => Err(ApiError::new(
            ProblemType::RequestInvalid,
            bilingual!(
                "Idempotency-Key 应为 1 至 200 个可见 ASCII 字符，不含空格。请换一个键。",
                "An Idempotency-Key has 1 to 200 visible ASCII characters and no spaces. Choose another key."
            ),
        )),
    }
}
