//! HTTP requests to webhooks over a reusable connection, with a timeout. Retries are left to the caller.

use super::address::Target;
use chrono::{DateTime, Utc};
use http_body_util::{BodyExt, Full, Limited};
use hyper::body::{Bytes, Incoming};
use hyper::client::conn::http1::{Builder, SendRequest};
use hyper::header::{CONTENT_TYPE, HOST, HeaderValue, RETRY_AFTER, USER_AGENT};
use hyper::{Request, Response};
use hyper_util::rt::TokioIo;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, RootCertStore};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, SystemTime};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpStream, lookup_host};
use tokio::time::timeout;
use tokio_rustls::TlsConnector;

/// The timeout of a try, from name resolution to the end of the answer.
const TIMEOUT: Duration = Duration::from_secs(10);
/// The maximum bytes of an answer that are read, so that the connection can be reused.
const ANSWER: usize = 16 << 10;

/// The outcome of a try.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DeliveryOutcome {
    /// The receiver accepted the message.
    Taken {
        /// The status of the answer, 2xx.
        status: u16,
    },
    /// The message failed.
    Failed {
        /// `http-500`, `timeout`, `unreachable`, `unresolved`, `address-private`, `tls`, `answer-invalid`.
        why: String,
        /// The minimum wait that the answer asks for.
        wait: Option<Duration>,
    },
}

impl DeliveryOutcome {
    /// Returns whether the message was accepted.
    pub fn is_taken(&self) -> bool {
        matches!(self, DeliveryOutcome::Taken { .. })
    }

    fn failed(why: impl Into<String>) -> DeliveryOutcome {
        DeliveryOutcome::Failed { why: why.into(), wait: None }
    }
}

/// A whole answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exchanged {
    /// The status.
    pub status: u16,
    /// The media type; empty if there is none.
    pub media_type: String,
    /// The body.
    pub body: Vec<u8>,
}

/// A client with its TLS settings.
pub struct WebhookClient {
    tls: TlsConnector,
    private: bool,
}

/// A reusable connection to one target.
#[derive(Default)]
pub struct Connection(Option<SendRequest<Full<Bytes>>>);

impl WebhookClient {
    /// Creates a client that trusts the public certificate authorities and those of a PEM file.
    ///
    /// # Errors The file cannot be read or contains no certificate.
    pub fn new(private: bool, roots: Option<&Path>) -> Result<WebhookClient, String> {
        let mut trusted = RootCertStore::empty();
        trusted.extend(webpki_roots::TLS_SERVER_ROOTS.iter().cloned());
        if let Some(path) = roots {
            let told = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
            let mut found = 0;
            for root in CertificateDer::pem_file_iter(path).map_err(|error| told(&error))? {
                trusted.add(root.map_err(|error| told(&error))?).map_err(|error| told(&error))?;
                found += 1;
            }
            if found == 0 {
                return Err(told(&"there is no certificate in it"));
            }
        }
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
        let config = config.map_err(|error| error.to_string())?;
        let config = config.with_root_certificates(trusted).with_no_client_auth();
        Ok(WebhookClient { tls: TlsConnector::from(Arc::new(config)), private })
    }

    /// Returns whether private addresses are allowed.
    pub fn is_private(&self) -> bool {
        self.private
    }

    /// Posts a JSON document with these headers. If the peer closed a reused connection, it connects again once.
    pub async fn post(
        &self,
        line: &mut Connection,
        target: &Target,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> DeliveryOutcome {
        let used = line.0.is_some();
        let first = timeout(TIMEOUT, self.try_once(line, target, headers, body)).await;
        let done = match first {
            // A reused connection ended before any answer, so the peer had closed it.
            Ok(Err(Broken::Before)) if used => {
                line.0 = None;
                timeout(TIMEOUT, self.try_once(line, target, headers, body)).await
            }
            done => done,
        };
        let outcome = match done {
            Ok(Ok(outcome)) => return outcome,
            Ok(Err(Broken::Before)) => DeliveryOutcome::failed("unreachable"),
            Ok(Err(Broken::Told(why))) => DeliveryOutcome::failed(why),
            Err(_) => DeliveryOutcome::failed("timeout"),
        };
        line.0 = None;
        outcome
    }

    /// Posts a text and returns the whole answer, of at most 16 KiB. If the peer closed a reused connection, it connects
    /// again once.
    ///
    /// # Errors Why there is no answer, in the words of [`DeliveryOutcome::Failed`].
    pub async fn exchange(
        &self,
        line: &mut Connection,
        target: &Target,
        body: &[u8],
    ) -> Result<Exchanged, &'static str> {
        let used = line.0.is_some();
        let mut done = timeout(TIMEOUT, self.exchange_once(line, target, body)).await;
        if used && matches!(done, Ok(Err(Broken::Before))) {
            line.0 = None;
            done = timeout(TIMEOUT, self.exchange_once(line, target, body)).await;
        }
        let why = match done {
            Ok(Ok(answer)) => return Ok(answer),
            Ok(Err(Broken::Before)) => "unreachable",
            Ok(Err(Broken::Told(why))) => why,
            Err(_) => "timeout",
        };
        line.0 = None;
        Err(why)
    }

    async fn exchange_once(&self, line: &mut Connection, target: &Target, body: &[u8]) -> Result<Exchanged, Broken> {
        let (answer, sender) = self.send(line, target, "text/plain; charset=utf-8", &[], body).await?;
        let status = answer.status().as_u16();
        let media_type = answer.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
        let media_type = media_type.and_then(|value| value.split(';').next()).unwrap_or_default().trim().to_owned();
        let body = Limited::new(answer.into_body(), ANSWER).collect().await;
        let body = body.map_err(|_| Broken::Told("answer-invalid"))?.to_bytes().to_vec();
        line.0 = Some(sender);
        Ok(Exchanged { status, media_type, body })
    }

    async fn try_once(
        &self,
        line: &mut Connection,
        target: &Target,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> Result<DeliveryOutcome, Broken> {
        let (answer, sender) = self.send(line, target, "application/json", headers, body).await?;
        let outcome = delivery_outcome(&answer);
        // A longer answer still counts, but the connection cannot be reused.
        if Limited::new(answer.into_body(), ANSWER).collect().await.is_ok() {
            line.0 = Some(sender);
        }
        Ok(outcome)
    }

    /// Sends a request over the connection. Returns the head of the answer, and the connection to reuse once its body is
    /// read.
    async fn send(
        &self,
        line: &mut Connection,
        target: &Target,
        media_type: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> Result<(Response<Incoming>, SendRequest<Full<Bytes>>), Broken> {
        let mut sender = match line.0.take() {
            Some(sender) => sender,
            None => self.connect(target).await?,
        };
        let mut request = Request::post(target.path()).header(HOST, target.authority());
        request = request.header(CONTENT_TYPE, media_type);
        request = request.header(USER_AGENT, concat!("caipan/", env!("CARGO_PKG_VERSION")));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request.body(Full::new(Bytes::copy_from_slice(body)));
        let request = request.map_err(|_| Broken::Told("unreachable"))?;
        sender.ready().await.map_err(|_| Broken::Before)?;
        let answer = sender.send_request(request).await;
        let answer =
            answer.map_err(|error| if error.is_parse() { Broken::Told("answer-invalid") } else { Broken::Before })?;
        Ok((answer, sender))
    }

    /// Sends one request on a connection of its own and returns the whole answer, of at most 16 KiB, without a timeout.
    ///
    /// # Errors
    /// A word for what failed, as in [`DeliveryOutcome::Failed`].
    pub async fn request(&self, target: &Target, request: Request<Bytes>) -> Result<Response<Bytes>, &'static str> {
        self.request_up_to(ANSWER, target, request).await
    }

    /// As [`WebhookClient::request`], for an answer whose body has at most `limit` bytes.
    pub async fn request_up_to(
        &self,
        limit: usize,
        target: &Target,
        mut request: Request<Bytes>,
    ) -> Result<Response<Bytes>, &'static str> {
        let failed = |broken: Broken| match broken {
            Broken::Before => "unreachable",
            Broken::Told(why) => why,
        };
        let mut sender = self.connect(target).await.map_err(failed)?;
        *request.uri_mut() = target.path().parse().map_err(|_| "unreachable")?;
        let host = HeaderValue::try_from(target.authority()).map_err(|_| "unreachable")?;
        request.headers_mut().insert(HOST, host);
        let answer = sender.send_request(request.map(Full::new)).await.map_err(|_| "unreachable")?;
        let (head, body) = answer.into_parts();
        let body = Limited::new(body, limit).collect().await.map_err(|_| "answer-invalid")?;
        Ok(Response::from_parts(head, body.to_bytes()))
    }

    /// Connects to one of the checked addresses.
    async fn connect(&self, target: &Target) -> Result<SendRequest<Full<Bytes>>, Broken> {
        let host = target.host();
        let found = lookup_host((host.as_str(), target.port())).await.map_err(|_| Broken::Told("unresolved"))?;
        let found: Vec<_> = found.collect();
        if found.is_empty() {
            return Err(Broken::Told("unresolved"));
        }
        let addresses = target.reachable(found.into_iter());
        if addresses.is_empty() {
            return Err(Broken::Told("address-private"));
        }
        let stream = TcpStream::connect(&*addresses).await.map_err(|_| Broken::Before)?;
        let _ = stream.set_nodelay(true);
        if !target.is_encrypted() {
            return shake(stream).await;
        }
        let name = ServerName::try_from(host).map_err(|_| Broken::Told("tls"))?;
        shake(self.tls.connect(name, stream).await.map_err(|_| Broken::Told("tls"))?).await
    }
}

/// Why there is no answer.
enum Broken {
    /// The connection failed before an answer.
    Before,
    /// An error that an immediate retry does not fix.
    Told(&'static str),
}

async fn shake(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
) -> Result<SendRequest<Full<Bytes>>, Broken> {
    let shaken = Builder::new().max_buf_size(ANSWER).handshake(TokioIo::new(stream)).await;
    let (sender, connection) = shaken.map_err(|_| Broken::Before)?;
    // The task ends when the sender is dropped.
    tokio::spawn(connection);
    Ok(sender)
}

/// Converts an answer.
fn delivery_outcome<B>(answer: &Response<B>) -> DeliveryOutcome {
    if answer.status().is_success() {
        return DeliveryOutcome::Taken { status: answer.status().as_u16() };
    }
    let wait = answer
        .headers()
        .get(RETRY_AFTER)
        .and_then(|value| asked(value.to_str().ok()?, DateTime::from(SystemTime::now())));
    DeliveryOutcome::Failed { why: format!("http-{}", answer.status().as_u16()), wait }
}

/// Reads `Retry-After`: seconds, or the date and time of HTTP.
fn asked(value: &str, now: DateTime<Utc>) -> Option<Duration> {
    let value = value.trim();
    if !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit()) {
        return Some(Duration::from_secs(value.parse().unwrap_or(u64::MAX)));
    }
    let until = DateTime::parse_from_rfc2822(value).ok()?;
    Some(until.signed_duration_since(now).to_std().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_both_forms_of_retry_after() {
        let now = DateTime::from_timestamp(1_767_585_600, 0).expect("a time");
        for (value, seconds) in [
            ("120", Some(120)),
            (" 0 ", Some(0)),
            ("99999999999999999999999", Some(u64::MAX)),
            ("Mon, 05 Jan 2026 04:02:00 GMT", Some(120)),
            ("Sun, 04 Jan 2026 04:02:00 GMT", Some(0)),
            ("-1", None),
            ("", None),
            ("soon", None),
        ] {
            assert_eq!(asked(value, now), seconds.map(Duration::from_secs), "{value}");
        }
    }
}
