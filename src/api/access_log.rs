//! The access log: one entry per request, written when the client has taken the answer or the request broke off.
//!
//! Header values come from clients, so they are cut and their control characters escaped.

use super::problem::HEAD_INVALID;
use crate::app::{App, Caller};
use actix_web::HttpMessage;
use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header;
use actix_web::web::{Bytes, Data};
use std::cell::Cell;
use std::net::IpAddr;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll};
use std::time::Instant;
use tracing::{Level, Span};

/// The log target of the access log.
pub const ACCESS: &str = "access";
/// The label of a request without a known method or operation.
pub(super) const NONE: &str = "(none)";
/// The maximum length of a value that a client chose, in characters.
const LONGEST: usize = 200;

/// The entry of one request. It is written when dropped.
pub(super) struct Entry {
    app: Option<Data<App>>,
    span: Span,
    began: Instant,
    method: String,
    /// The operation; otherwise the requested path.
    route: Option<String>,
    path: String,
    agent: Option<String>,
    client: Option<IpAddr>,
    /// The bytes of the body that were received, as sent by the client.
    pub(super) received: Rc<Cell<u64>>,
    sent: u64,
    status: Option<u16>,
    reason: Option<&'static str>,
    key: Option<(String, String)>,
    /// The trace that the request belongs to.
    pub(super) trace: Option<String>,
    /// True once the client took the whole answer.
    whole: bool,
}

impl Entry {
    /// Begins an entry, and counts the request as in flight until it is written.
    pub(super) fn begin(request: &ServiceRequest, span: Span, client: Option<IpAddr>) -> Entry {
        let app = request.app_data::<Data<App>>().cloned();
        if let Some(app) = &app {
            app.metrics.begun();
        }
        let logs = tracing::event_enabled!(target: ACCESS, Level::INFO);
        let text = |bytes: &[u8]| if logs { bounded(bytes) } else { String::new() };
        let agent = request.headers().get(header::USER_AGENT).map(|agent| text(agent.as_bytes()));
        Entry {
            app,
            span,
            began: Instant::now(),
            method: text(request.method().as_str().as_bytes()),
            route: None,
            path: text(request.path().as_bytes()),
            agent,
            client,
            received: Rc::default(),
            sent: 0,
            status: None,
            reason: None,
            key: None,
            trace: None,
            whole: false,
        }
    }

    /// Notes the answer: its status, its operation, the reason of a refusal and the key.
    pub(super) fn answered<B>(&mut self, response: &ServiceResponse<B>, reason: Option<&'static str>) {
        let request = response.request();
        self.status = Some(response.status().as_u16());
        self.reason = reason;
        self.route = request.match_pattern();
        let extensions = request.extensions();
        let key = extensions.get::<Caller>().and_then(|caller| caller.key.as_ref());
        self.key = key.map(|key| (key.tenant_name.clone(), key.id.clone()));
    }
}

impl Drop for Entry {
    fn drop(&mut self) {
        if let Some(app) = &self.app {
            app.metrics.ended();
        }
        let _entered = self.span.enter();
        tracing::info!(
            target: ACCESS,
            method = self.method,
            route = self.route.as_deref().unwrap_or(NONE),
            path = self.route.is_none().then_some(self.path.as_str()),
            status = self.status,
            micros = u64::try_from(self.began.elapsed().as_micros()).unwrap_or(u64::MAX),
            bytes_in = self.received.get(),
            bytes_out = self.sent,
            client = self.client.map(|client| client.to_string()),
            agent = self.agent,
            tenant = self.key.as_ref().map(|(tenant, _)| tenant.as_str()),
            key = self.key.as_ref().map(|(_, key)| key.as_str()),
            problem = self.reason,
            trace = self.trace,
            "{}",
            if self.whole { "answered" } else { "broke off" }
        );
    }
}

/// Logs an answer that the HTTP library gave to bytes that are no request.
pub(super) fn unreadable(client: Option<IpAddr>, status: u16) {
    let client = client.map(|client| client.to_string());
    tracing::info!(target: ACCESS, method = NONE, route = NONE, status, client, problem = HEAD_INVALID, "answered");
}

/// The body of an answer, with the entry of its request and whatever else ends with it.
pub(super) struct Logged<T> {
    body: BoxBody,
    /// The size of the body, if it is known beforehand.
    size: Option<u64>,
    /// True if only the head is sent; the server asks for the body all the same.
    head: bool,
    entry: Entry,
    _until_its_end: T,
}

impl<T: Unpin> Logged<T> {
    /// Wraps a body; `head` is true if the request asked for the head of the answer only.
    pub(super) fn new(body: BoxBody, mut entry: Entry, head: bool, until_its_end: T) -> Logged<T> {
        let size = match body.size() {
            BodySize::None => Some(0),
            BodySize::Sized(size) => Some(size),
            BodySize::Stream => None,
        };
        entry.whole = head || size == Some(0);
        Logged { body, size, head, entry, _until_its_end: until_its_end }
    }
}

impl<T: Unpin> MessageBody for Logged<T> {
    type Error = <BoxBody as MessageBody>::Error;

    fn size(&self) -> BodySize {
        self.body.size()
    }

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Bytes, Self::Error>>> {
        let next = Pin::new(&mut self.body).poll_next(context);
        if self.head {
            return next;
        }
        match &next {
            Poll::Ready(Some(Ok(bytes))) => {
                self.entry.sent += bytes.len() as u64;
                // The server may not ask again once it has all of a sized body.
                self.entry.whole = self.size.is_some_and(|size| size <= self.entry.sent);
            }
            Poll::Ready(Some(Err(_))) => self.entry.whole = false,
            Poll::Ready(None) => self.entry.whole = true,
            Poll::Pending => {}
        }
        next
    }
}

/// Cuts a value and escapes what is not printed.
pub(super) fn bounded(bytes: &[u8]) -> String {
    // A character takes at most four bytes.
    let some = bytes.get(..4 * LONGEST).unwrap_or(bytes);
    let text = String::from_utf8_lossy(some);
    let escaped = text.chars().take(LONGEST).flat_map(|c| {
        let plain = !c.is_control() && !caipan_log::is_unseen(c);
        plain.then_some(c).into_iter().chain((!plain).then(|| c.escape_unicode()).into_iter().flatten())
    });
    escaped.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_clients_are_cut_and_escaped() {
        assert_eq!(bounded("curl/8.5 麻将".as_bytes()), "curl/8.5 麻将");
        assert_eq!(bounded(b"a\nb\x1b[31m\x00"), "a\\u{a}b\\u{1b}[31m\\u{0}");
        assert_eq!(bounded("\u{202e}evil".as_bytes()), "\\u{202e}evil");
        assert_eq!(bounded(b"\xff"), "\\u{fffd}");
        assert_eq!(bounded("长".repeat(10_000).as_bytes()).chars().count(), LONGEST);
        assert!(bounded(&vec![7; 1 << 20]).len() <= LONGEST * "\\u{7}".len());
    }
}
