//! Request ids, the span of a request, and request metrics. Writing the access log is left to `access_log`.
//!
//! An id sent by the client or a proxy is kept, so that a request can be followed. All log entries of a request and its
//! answer carry the id. A trace that the client began (`traceparent`) is continued.

use super::access_log::{Entry, Logged, NONE, bounded};
use super::client_address;
use super::half_close;
use super::problem::{ApiError, ProblemType};
use crate::app::App;
use crate::telemetry;
use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::error::InternalError;
use actix_web::http::Method;
use actix_web::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use actix_web::middleware::Next;
use actix_web::web::Data;
use actix_web::{Error, HttpMessage, HttpRequest};
use caipan_tiles::bilingual;
use caipan_tiles::text::Lang;
use std::net::IpAddr;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;
use tracing::field::Empty;
use tracing::{Instrument, Span};

/// The header of the request id.
const NAME: HeaderName = HeaderName::from_static("x-request-id");

/// The id in the extensions of a request.
struct Id(HeaderValue);

/// The reason of a refusal in the extensions of a request, for metrics and the access log.
pub(super) struct RefusalReason(pub(super) &'static str);

/// The id of a request; empty before [`trace`] has set it.
pub(super) fn id_of(request: &HttpRequest) -> String {
    let extensions = request.extensions();
    extensions.get::<Id>().and_then(|id| id.0.to_str().ok()).unwrap_or_default().to_owned()
}

/// Sets the id, counts the request, and logs it with its caller.
pub async fn trace<B: MessageBody + 'static>(
    mut request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let id = given(request.headers()).unwrap_or_else(made);
    let span = tracing::info_span!("request", id = id.to_str().unwrap_or_default());
    request.extensions_mut().insert(Id(id.clone()));
    let client = client_address::note(&request);
    let mut entry = Entry::begin(&request, span.clone(), client);
    let in_flight = half_close::attend(&mut request, &entry.received);
    // A later middleware serves HEAD as GET.
    let verb = method(request.method()).to_owned();
    let work = work(&request, &verb, client);
    let header = |name: &str| request.headers().get(name).and_then(|value| value.to_str().ok());
    let parent = telemetry::parent(header("traceparent"), header("tracestate"));
    entry.trace = telemetry::begin(&work, parent.clone());
    let began = Instant::now();
    let answer = telemetry::within(parent, next.call(request).instrument(work.clone())).instrument(span);
    let Some(answer) = in_flight.unless_left(answer).await else {
        tracing::debug!("a request was given up because its client had closed its side");
        return Err(InternalError::from_response(
            "given up",
            left().respond(Lang::En, id.to_str().unwrap_or_default()),
        )
        .into());
    };
    let mut response = answer.map_err(|error| {
        // Every problem is a response by now, so this is a fault of ours; the server answers with its status.
        tracing::error!(%error, "a request ended without an answer");
        error
    })?;
    response.headers_mut().insert(NAME, id);
    let reason = response.request().extensions().get::<RefusalReason>().map(|reason| reason.0);
    let (status, took) = (response.status().as_u16(), began.elapsed());
    // Unknown paths share one label, because clients choose them.
    let route = response.request().match_pattern().unwrap_or_else(|| NONE.to_owned());
    if let Some(app) = response.request().app_data::<Data<App>>() {
        app.metrics.answered(method(response.request().method()), &route, status, took);
        if let Some(reason) = reason {
            app.metrics.refused(reason);
        }
    }
    if !work.is_disabled() {
        record_outcome(&work, &verb, &route, status);
    }
    entry.answered(&response, reason);
    let head = verb == Method::HEAD.as_str();
    Ok(response.map_body(|_, body| BoxBody::new(Logged::new(body.boxed(), entry, head, in_flight))))
}

/// The client closed its side and the answer took too long. Only a client that still reads sees this.
fn left() -> ApiError {
    let text = bilingual!(
        "连接已由请求方关闭发送一侧，而结果还没有算完，所以不再计算。请保持连接直到收到回答，然后重发。",
        "The client closed its side of the connection before the answer was ready, so the work was ended. Keep the connection open until the answer has arrived, and send the request again."
    );
    ApiError::new(ProblemType::Busy, text)
}

/// The span of a request for traces. Its name follows once the operation is known.
fn work(request: &ServiceRequest, method: &str, client: Option<IpAddr>) -> Span {
    let span = tracing::debug_span!(
        "request",
        otel.kind = "server",
        otel.status_code = Empty,
        http.request.method = method,
        http.route = Empty,
        http.response.status_code = Empty,
        client.address = Empty,
        user_agent.original = Empty,
    );
    if !span.is_disabled() {
        if let Some(client) = client {
            span.record("client.address", client.to_string());
        }
        if let Some(agent) = request.headers().get(header::USER_AGENT) {
            span.record("user_agent.original", bounded(agent.as_bytes()));
        }
    }
    span
}

/// Notes the outcome of a request in its span.
fn record_outcome(span: &Span, method: &str, route: &str, status: u16) {
    telemetry::name(span, format!("{method} {route}"));
    span.record("http.route", route);
    span.record("http.response.status_code", i64::from(status));
    if status >= 500 {
        span.record("otel.status_code", "ERROR");
    }
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
