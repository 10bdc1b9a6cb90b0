//! One request after another over a connection, each answered in time or given up.

use super::address::Target;
use http_body_util::{BodyExt, Full, Limited};
use hyper::body::Bytes;
use hyper::client::conn::http1::{Builder, SendRequest};
use hyper::header::{CONTENT_TYPE, HOST, RETRY_AFTER, USER_AGENT};
use hyper::{Request, Response};
use hyper_util::rt::TokioIo;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, RootCertStore};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpStream, lookup_host};
use tokio::time::timeout;
use tokio_rustls::TlsConnector;

/// How long one try may take, from the name to the end of the answer.
const TIMEOUT: Duration = Duration::from_secs(10);
/// Of an answer so much is read, so that the connection can be used again; more is not wanted.
const ANSWER: usize = 16 << 10;

/// What came of a try.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DeliveryOutcome {
    /// It was taken.
    Taken {
        /// The status of the answer, 2xx.
        status: u16,
    },
    /// It was not: why in a word, and how long to wait at least where the answer says so.
    Failed {
        /// `http-500`, `timeout`, `unreachable`, `unresolved`, `address-private`, `tls`, `answer-invalid`.
        why: String,
        /// At least so long.
        wait: Option<Duration>,
    },
}

impl DeliveryOutcome {
    /// Whether it was taken.
    pub fn is_taken(&self) -> bool {
        matches!(self, DeliveryOutcome::Taken { .. })
    }

    fn failed(why: impl Into<String>) -> DeliveryOutcome {
        DeliveryOutcome::Failed { why: why.into(), wait: None }
    }
}

/// Who carries requests.
pub struct WebhookClient {
    tls: TlsConnector,
    private: bool,
}

/// A connection that may be used again; to one target.
#[derive(Default)]
pub struct Connection(Option<SendRequest<Full<Bytes>>>);

impl WebhookClient {
    /// One that trusts those whom browsers trust, and the authorities in a file of PEM.
    ///
    /// # Errors
    /// The file cannot be read or holds no certificate.
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

    /// Whether machines that only this one reaches may be asked.
    pub fn is_private(&self) -> bool {
        self.private
    }

    /// Posts a JSON document with these headers. A connection that the other end closed meanwhile is made anew, once.
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
            // Nothing of an answer came over an old connection: it was closed before.
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

    async fn try_once(
        &self,
        line: &mut Connection,
        target: &Target,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> Result<DeliveryOutcome, Broken> {
        let mut sender = match line.0.take() {
            Some(sender) => sender,
            None => self.connect(target).await?,
        };
        let mut request = Request::post(target.path()).header(HOST, target.authority());
        request = request.header(CONTENT_TYPE, "application/json");
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
        let outcome = told(&answer);
        // What cannot be read to its end is answered all the same, but the connection is of no more use.
        if Limited::new(answer.into_body(), ANSWER).collect().await.is_ok() {
            line.0 = Some(sender);
        }
        Ok(outcome)
    }

    /// A connection to one of the addresses that were looked at.
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
    /// The connection was not there, or ended before an answer.
    Before,
    /// Something that trying at once does not mend.
    Told(&'static str),
}

async fn shake(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
) -> Result<SendRequest<Full<Bytes>>, Broken> {
    let shaken = Builder::new().max_buf_size(ANSWER).handshake(TokioIo::new(stream)).await;
    let (sender, connection) = shaken.map_err(|_| Broken::Before)?;
    // It ends with whoever sends.
    actix_web::rt::spawn(connection);
    Ok(sender)
}

/// What an answer says.
fn told<B>(answer: &Response<B>) -> DeliveryOutcome {
    if answer.status().is_success() {
        return DeliveryOutcome::Taken { status: answer.status().as_u16() };
    }
    let wait = answer.headers().get(RETRY_AFTER).and_then(|value| value.to_str().ok()?.trim().parse().ok());
    DeliveryOutcome::Failed { why: format!("http-{}", answer.status().as_u16()), wait: wait.map(Duration::from_secs) }
}
