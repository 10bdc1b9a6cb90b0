//! Protection against requests from foreign pages, and the security headers of answers. Keys are left to `auth`.
//!
//! A foreign page can make a browser send requests to a service on its own machine, by DNS rebinding or across origins.
//! Therefore `Host` must name this service, and `Origin` must be its own.

use super::context::ServerContext;
use super::problem::{ApiError, ProblemType};
use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use actix_web::http::uri::Authority;
use actix_web::http::{Uri, Version};
use actix_web::middleware::Next;
use actix_web::web::Data;
use actix_web::{Error, HttpRequest};
use caipan_tiles::bilingual;
use std::net::IpAddr;

/// The problems of every operation.
pub(super) const FAILS: &[ProblemType] =
    &[ProblemType::RequestInvalid, ProblemType::HostUnknown, ProblemType::OriginForeign];

/// Rejects requests for another host or from a foreign page.
pub(super) async fn guard<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let context = request.app_data::<Data<ServerContext>>().cloned();
    match context.map_or(Ok(()), |context| {
        Ways { open: context.is_open(), names: &context.config.hosts }.pass(request.request())
    }) {
        Ok(()) => next.call(request).await.map(ServiceResponse::map_into_boxed_body),
        Err(error) => Ok(request.error_response(error).map_into_boxed_body()),
    }
}

/// Rejects requests to the address of the metrics for another host or from a foreign page.
pub(super) async fn guard_metrics<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let context = request.app_data::<Data<ServerContext>>().cloned();
    match context.map_or(Ok(()), |context| {
        let open = context.config.metrics.is_some_and(|address| !address.ip().is_loopback());
        Ways { open, names: &context.config.hosts }.pass(request.request())
    }) {
        Ok(()) => next.call(request).await.map(ServiceResponse::map_into_boxed_body),
        Err(error) => Ok(request.error_response(error).map_into_boxed_body()),
    }
}

/// The host names of this service.
struct Ways<'a> {
    /// True if other machines can reach it.
    open: bool,
    /// The names given by the operator.
    names: &'a [String],
}

impl Ways<'_> {
    fn pass(&self, request: &HttpRequest) -> Result<(), ApiError> {
        let host = self.host(request)?;
        self.origin(request, host.as_ref())
    }

    /// The authority of the request.
    fn host(&self, request: &HttpRequest) -> Result<Option<Authority>, ApiError> {
        let mut hosts = request.headers().get_all(header::HOST);
        let (first, more) = (hosts.next(), hosts.next());
        if more.is_some() || (first.is_none() && request.version() >= Version::HTTP_11) {
            return Err(hosts_wrong());
        }
        let named = first.map(|host| host.to_str().ok().and_then(authority));
        // An absolute request target takes precedence over the header.
        let aimed = request.uri().authority().map(|aimed| authority(aimed.as_str()));
        for host in [&named, &aimed].into_iter().flatten() {
            if !host.as_ref().is_some_and(|host| self.leads_here(host.host())) {
                let found = first.map(|host| String::from_utf8_lossy(host.as_bytes()).into_owned()).unwrap_or_default();
                return Err(elsewhere(&found));
            }
        }
        Ok(aimed.or(named).flatten())
    }

    /// DNS can point any name here, but not IP addresses and `localhost`.
    fn leads_here(&self, host: &str) -> bool {
        let host = host.strip_suffix('.').unwrap_or(host);
        match host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>() {
            Ok(address) => self.open || address.is_loopback(),
            Err(_) => {
                let name = host.to_ascii_lowercase();
                name == "localhost" || name.ends_with(".localhost") || self.is_named(&name)
            }
        }
    }

    fn is_named(&self, host: &str) -> bool {
        self.names.iter().any(|name| name.eq_ignore_ascii_case(host))
    }

    /// Checks that the page that sends the request belongs to this service.
    fn origin(&self, request: &HttpRequest, host: Option<&Authority>) -> Result<(), ApiError> {
        let headers = request.headers();
        let own = match headers.get(header::ORIGIN) {
            Some(origin) => origin.to_str().ok().and_then(|origin| origin.parse::<Uri>().ok()).is_some_and(|origin| {
                let authority = origin.authority().filter(|_| origin.scheme().is_some());
                authority.is_some_and(|authority| host == Some(authority) || self.is_named(authority.host()))
            }),
            // Browsers omit the origin of simple reads; other requests have `Sec-Fetch-Site`.
            None => {
                let site = headers.get("sec-fetch-site").map(HeaderValue::as_bytes);
                request.method().is_safe() || matches!(site, None | Some(b"same-origin" | b"none"))
            }
        };
        if own {
            return Ok(());
        }
        Err(foreign())
    }
}

/// The problem of a request without `Host`, or with several.
pub(super) fn hosts_wrong() -> ApiError {
    ApiError::new(
        ProblemType::RequestInvalid,
        bilingual!("请求须带恰好一个 Host。请补上或删去多余的。", "A request has one Host header. Send exactly one."),
    )
}

/// The problem of a request for another host.
pub(super) fn elsewhere(found: &str) -> ApiError {
    ApiError::new(
        ProblemType::HostUnknown,
        bilingual!(
            "这里不是 {found}。请用 localhost 或 IP 地址访问；若服务另有名称，请运维用 --host 写明。",
            "This is not {found}. Use localhost or an IP address; if the service has another name, its operator says so with --host."
        ),
    )
}

/// The problem of a request from a foreign page.
pub(super) fn foreign() -> ApiError {
    ApiError::new(
        ProblemType::OriginForeign,
        bilingual!(
            "这个请求来自别处的网页，不予处理。请从本服务的页面或不经浏览器发送。",
            "The request comes from a page of somebody else and is not served. Send it from a page of this service, or without a browser."
        ),
    )
}

fn authority(host: &str) -> Option<Authority> {
    host.parse::<Authority>().ok().filter(|_| !host.contains('@')).filter(has_a_port_or_none)
}

/// Returns whether only a port number follows the host, because the parser accepts anything there.
fn has_a_port_or_none(authority: &Authority) -> bool {
    let Some(behind) = authority.as_str().strip_prefix(authority.host()) else { return false };
    let port = behind.strip_prefix(':').unwrap_or(behind);
    let is_number = port.bytes().all(|byte| byte.is_ascii_digit()) && port.parse::<u16>().is_ok();
    behind.is_empty() || behind.starts_with(':') && (port.is_empty() || is_number)
}

/// The content security policies: documentation pages load scripts, other answers nothing unless they set their own.
const NOTHING: &str = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const DOCS: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
                    font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Returns whether the browser trusts the connection: HTTPS or this machine. On other connections browsers ignore some
/// headers and log warnings.
pub(super) fn is_trusted(request: &HttpRequest) -> bool {
    let connection = request.connection_info();
    let host = connection.host().parse::<Authority>().ok();
    let host = host.as_ref().map_or("", |host| host.host());
    let local = Ways { open: false, names: &[] }.leads_here(host);
    local || connection.scheme() == "https"
}

/// Adds the security headers.
///
/// A 304 updates the headers that the browser has cached, so it must not carry another policy.
pub(super) fn harden(path: &str, trusted: bool, unchanged: bool, headers: &mut HeaderMap) {
    let policy = if path == "/docs" || path.starts_with("/docs/") { DOCS } else { NOTHING };
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, policy),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (header::CACHE_CONTROL, "private, no-cache"),
    ] {
        let passed_over =
            !trusted && name == "cross-origin-opener-policy" || unchanged && name == header::CONTENT_SECURITY_POLICY;
        if !passed_over && !headers.contains_key(&name) {
            headers.insert(name, HeaderValue::from_static(value));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::test::TestRequest;

    fn passes(ways: &Ways<'_>, request: TestRequest) -> Result<(), u16> {
        ways.pass(&request.to_http_request()).map_err(|error| error.kind.status().as_u16())
    }

    #[test]
    fn hosts() {
        let names = ["caipan.example".to_owned()];
        let closed = Ways { open: false, names: &names };
        let open = Ways { open: true, names: &names };
        for (host, on_this_machine, reached_by_others) in [
            ("127.0.0.1:8080", true, true),
            ("[::1]:8080", true, true),
            ("127.8.9.10", true, true),
            ("LocalHost:9000", true, true),
            ("localhost.", true, true),
            ("caipan.localhost", true, true),
            ("Caipan.Example:443", true, true),
            ("192.168.1.5:8080", false, true),
            ("evil.example", false, false),
            ("127.0.0.1.evil.example", false, false),
            ("localhost.evil.example", false, false),
            ("notcaipan.example", false, false),
            ("127.0.0.1:47113.evil.example", false, false),
            ("localhost:evil.example", false, false),
            ("localhost:+80", false, false),
            ("localhost:65536", false, false),
            ("[::1]:80:80", false, false),
            ("[::1]x", false, false),
            ("localhost:", true, true),
            ("user@localhost", false, false),
            ("localhost@evil.example", false, false),
            ("", false, false),
            ("a b", false, false),
        ] {
            let request = || TestRequest::get().insert_header((header::HOST, host));
            assert_eq!(passes(&closed, request()).is_ok(), on_this_machine, "{host}");
            assert_eq!(passes(&open, request()).is_ok(), reached_by_others, "{host}");
        }
        let aimed = TestRequest::get().uri("http://evil.example/v1/logs").insert_header((header::HOST, "localhost"));
        assert_eq!(passes(&closed, aimed), Err(421));
        assert_eq!(passes(&closed, TestRequest::get()), Err(400));
        assert_eq!(passes(&closed, TestRequest::get().version(Version::HTTP_10)), Ok(()));
        let twice =
            TestRequest::get().append_header((header::HOST, "localhost")).append_header((header::HOST, "localhost"));
        assert_eq!(passes(&closed, twice), Err(400));
    }

    #[test]
    fn origins() {
        let names = ["caipan.example".to_owned()];
        let ways = Ways { open: false, names: &names };
        for (origin, own) in [
            ("http://localhost:8080", true),
            ("https://localhost:8080", true),
            ("https://caipan.example", true),
            ("http://localhost:3000", false),
            ("http://127.0.0.1:8080", false),
            ("http://evil.example", false),
            ("null", false),
            ("localhost:8080", false),
            ("file://", false),
        ] {
            for request in [TestRequest::get(), TestRequest::post()] {
                let request =
                    request.insert_header((header::HOST, "localhost:8080")).insert_header((header::ORIGIN, origin));
                assert_eq!(passes(&ways, request), if own { Ok(()) } else { Err(403) }, "{origin}");
            }
        }
        for (site, read, write) in
            [("cross-site", Ok(()), Err(403)), ("same-site", Ok(()), Err(403)), ("same-origin", Ok(()), Ok(()))]
        {
            let from = |request: TestRequest| {
                request.insert_header((header::HOST, "localhost")).insert_header(("sec-fetch-site", site))
            };
            assert_eq!(
                (passes(&ways, from(TestRequest::get())), passes(&ways, from(TestRequest::post()))),
                (read, write)
            );
        }
    }
}
