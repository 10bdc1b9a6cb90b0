//! Request ids, the access log and request metrics.
//!
//! An id sent by the client or a proxy is kept, so that a request can be followed. All log entries of a request and its
//! answer carry the id.

use super::half_close::{self, Answer};
use crate::app::{App, Caller};
use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::Method;
use actix_web::http::header::{HeaderMap, HeaderName, HeaderValue};
use actix_web::middleware::Next;
use actix_web::web::Data;
use actix_web::{Error, HttpMessage, HttpRequest};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;
use tracing::Instrument;

/// The log target of the access log.
pub const ACCESS: &str = "access";

/// The header of the request id.
const NAME: HeaderName = HeaderName::from_static("x-request-id");

/// The id in the extensions of a request.
struct Id(HeaderValue);

/// The id of a request; empty before [`trace`] has set it.
pub(super) fn id_of(request: &HttpRequest) -> String {
    let extensions = request.extensions();
    extensions.get::<Id>().and_then(|id| id.0.to_str().ok()).unwrap_or_default().to_owned()
}

/// Sets the id, counts the request, and logs the answer with its caller.
pub async fn trace<B: MessageBody + 'static>(
    mut request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let in_flight = half_close::attend(&mut request);
    let id = given(request.headers()).unwrap_or_else(made);
    let span = tracing::info_span!("request", id = id.to_str().unwrap_or_default());
    request.extensions_mut().insert(Id(id.clone()));
    let began = Instant::now();
    let mut response = next.call(request).instrument(span.clone()).await?;
    response.headers_mut().insert(NAME, id);
    let _entered = span.enter();
    let asked = response.request();
    let extensions = asked.extensions();
    let took = began.elapsed();
    if let Some(app) = asked.app_data::<Data<App>>() {
        // Unknown paths share one label, because clients choose them.
        let path = asked.match_pattern().unwrap_or_else(|| "(none)".to_owned());
        app.metrics.answered(method(asked.method()), &path, response.status().as_u16(), took);
    }
    let key = extensions.get::<Caller>().and_then(|caller| caller.key.as_ref());
    tracing::info!(
        target: ACCESS,
        method = %asked.method(),
        path = asked.path(),
        status = response.status().as_u16(),
        micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX),
        tenant = key.map(|key| key.tenant_name.as_str()),
        key = key.map(|key| key.id.as_str()),
        "answered"
    );
    drop(extensions);
    Ok(response.map_body(|_, body| BoxBody::new(Answer { body: body.boxed(), _request: in_flight })))
}

/// The method if it is known, because clients may send any word.
fn method(method: &Method) -> &str {
    let known = [Method::GET, Method::POST, Method::DELETE, Method::PUT, Method::HEAD, Method::OPTIONS];
    if known.contains(method) { method.as_str() } else { "(other)" }
}

/// The id of the request if it is safe to log.
fn given(headers: &HeaderMap) -> Option<HeaderValue> {
    let id = headers.get(NAME)?;
    let fits = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_.".contains(byte);
    ((1..=64).contains(&id.len()) && id.as_bytes().iter().all(fits)).then(|| id.clone())
}

/// A new id, unique in this process. It is not a secret.
fn made() -> HeaderValue {
    static NEXT: LazyLock<AtomicU64> = LazyLock::new(|| AtomicU64::new(getrandom::u64().unwrap_or_default()));
    let id = format!("{:016x}", NEXT.fetch_add(1, Ordering::Relaxed));
    HeaderValue::try_from(id).unwrap_or(HeaderValue::from_static("-"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_that_fits_is_kept() {
        for (id, kept) in
            [("a", true), ("7f3c-09_x.y", true), ("", false), ("a b", false), ("\"", false), ("a=b", false)]
        {
            let mut headers = HeaderMap::new();
            headers.insert(NAME, HeaderValue::from_static(id));
            assert_eq!(given(&headers).is_some(), kept, "{id}");
        }
        let mut headers = HeaderMap::new();
        headers.insert(NAME, HeaderValue::try_from("a".repeat(65)).expect("a value"));
        assert!(given(&headers).is_none());
        assert_ne!(made(), made());
    }
}
