//! Requests to the provider: discovery, keys, and the exchange of a code for a verified token (OpenID Connect Core and
//! Discovery 1.0, RFC 6749, RFC 7636). Each is limited in size and time. Signatures are left to `jws`, claims to `id_token`
//! and `person`.

use super::failure::shown;
use super::id_token::{self, Expected, same};
use super::jws::{self, Keys, TokenRefusal};
use super::settings::is_safe;
use super::{SignInError, SignInSettings};
use crate::app::keys::random;
use crate::app::{AppError, now};
use crate::webhook_client::{Target, WebhookClient};
use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use bytes::Bytes;
use hyper::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE};
use hyper::{Request, Response, StatusCode, http};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::Mutex;
use url::Url;
use url::form_urlencoded::{Serializer, byte_serialize};

/// The timeout of a request, from name resolution to the end of the answer.
const TIMEOUT: Duration = Duration::from_secs(10);
/// The maximum size of an answer. The keys of large providers take about 30 KiB.
const ANSWER: usize = 256 << 10;
/// The time for which the metadata and the keys of the provider are used.
const FRESH: Duration = Duration::from_hours(1);
/// The time after a failure in which the provider is not asked again, so that those who wait do not ask one by one.
const FAILED: Duration = Duration::from_secs(2);
/// The length of each secret of a flow, in bytes.
const SECRET: usize = 32;
const JSON: &str = "application/json";
const FORM: &str = "application/x-www-form-urlencoded";

/// The metadata of the provider, as far as they are used, with its keys.
#[derive(Deserialize)]
struct Metadata {
    issuer: String,
    authorization_endpoint: String,
    token_endpoint: Option<String>,
    jwks_uri: String,
    end_session_endpoint: Option<String>,
    token_endpoint_auth_methods_supported: Option<Vec<String>>,
    #[serde(skip)]
    keys: Keys,
}

impl Metadata {
    /// Returns whether the provider accepts the client secret only in the body of a request.
    fn wants_secret_in_body(&self) -> bool {
        let methods = self.token_endpoint_auth_methods_supported.as_deref().unwrap_or_default();
        let has = |method: &str| methods.iter().any(|one| one == method);
        has("client_secret_post") && !has("client_secret_basic")
    }
}

/// The metadata of the provider as far as they are known.
enum Known {
    Nothing,
    Metadata(Arc<Metadata>, Instant),
    Failed(String, Instant),
}

/// The provider.
pub(super) struct Provider {
    client: WebhookClient,
    /// `TIMEOUT` but in tests.
    timeout: Duration,
    /// Held while it is asked, so that it is asked once.
    known: Mutex<Known>,
}

/// The secrets of a flow.
#[derive(Serialize, Deserialize)]
pub(super) struct FlowSecrets {
    state: String,
    nonce: String,
    verifier: String,
}

impl FlowSecrets {
    fn new() -> Result<FlowSecrets, AppError> {
        Ok(FlowSecrets { state: random::<SECRET>()?, nonce: random::<SECRET>()?, verifier: random::<SECRET>()? })
    }

    /// Returns whether this is the state of the flow.
    pub(super) fn has_state(&self, state: Option<&str>) -> bool {
        state.is_some_and(|state| same(state, &self.state))
    }
}

impl Provider {
    pub(super) fn new(client: WebhookClient) -> Provider {
        Provider { client, timeout: TIMEOUT, known: Mutex::new(Known::Nothing) }
    }

    /// The address where a person signs in, and the secrets of the flow.
    pub(super) async fn authorization(&self, settings: &SignInSettings) -> Result<(String, FlowSecrets), SignInError> {
        let metadata = self.metadata(settings, None).await?;
        let mut url = Url::parse(&metadata.authorization_endpoint)
            .map_err(|_| SignInError::ProviderDown("its authorization endpoint is no address".to_owned()))?;
        if !is_safe(&url) {
            return Err(unsafe_address(&url));
        }
        let secrets = FlowSecrets::new()?;
        let scopes = ["openid", "profile", "email"].into_iter().chain(settings.extra_scopes.iter().map(String::as_str));
        url.query_pairs_mut().extend_pairs([
            ("response_type", "code"),
            ("client_id", &settings.client_id),
            ("redirect_uri", &settings.return_url()),
            ("scope", &scopes.collect::<Vec<_>>().join(" ")),
            ("state", &secrets.state),
            ("nonce", &secrets.nonce),
            ("code_challenge", &URL_SAFE_NO_PAD.encode(Sha256::digest(&secrets.verifier))),
            ("code_challenge_method", "S256"),
        ]);
        Ok((url.into(), secrets))
    }

    /// The claims of the verified token that a code stands for.
    pub(super) async fn claims(
        &self,
        settings: &SignInSettings,
        code: &str,
        secrets: &FlowSecrets,
    ) -> Result<Map<String, Value>, SignInError> {
        let metadata = self.metadata(settings, None).await?;
        let token = self.token(settings, &metadata, code, &secrets.verifier).await?;
        let mut claims = jws::verified(&token, &metadata.keys);
        if claims == Err(TokenRefusal::NoKey) {
            // The provider has other keys by now.
            let newer = self.metadata(settings, Some(&metadata)).await?;
            claims = jws::verified(&token, &newer.keys);
        }
        let (issuer, client_id, nonce) = (&settings.issuer, &settings.client_id, &secrets.nonce);
        let expected = Expected { issuer, client_id, nonce, now: now() / 1_000_000 };
        let checked = claims.and_then(|claims| id_token::check(&claims, expected).map(|()| claims));
        checked.map_err(|why| SignInError::TokenInvalid(why.to_string()))
    }

    /// The address where the session at the provider ends, if the provider has one and answers.
    pub(super) async fn end_session(&self, settings: &SignInSettings) -> Option<String> {
        let metadata = self.metadata(settings, None).await.ok()?;
        let mut url = Url::parse(metadata.end_session_endpoint.as_ref()?).ok()?;
        url.query_pairs_mut()
            .append_pair("client_id", &settings.client_id)
            .append_pair("post_logout_redirect_uri", &format!("{}/", settings.public_url));
        is_safe(&url).then(|| url.into())
    }

    /// The metadata and keys of the provider; newer ones than `stale`, if given.
    async fn metadata(
        &self,
        settings: &SignInSettings,
        stale: Option<&Arc<Metadata>>,
    ) -> Result<Arc<Metadata>, SignInError> {
        let mut known = self.known.lock().await;
        match &*known {
            Known::Metadata(metadata, at)
                if at.elapsed() < FRESH && stale.is_none_or(|stale| !Arc::ptr_eq(stale, metadata)) =>
            {
                return Ok(Arc::clone(metadata));
            }
            Known::Failed(why, at) if at.elapsed() < FAILED => return Err(SignInError::ProviderDown(why.clone())),
            _ => {}
        }
        match self.discover(settings).await {
            Ok(metadata) => {
                let metadata = Arc::new(metadata);
                *known = Known::Metadata(Arc::clone(&metadata), Instant::now());
                Ok(metadata)
            }
            Err(why) => {
                tracing::warn!(why, issuer = settings.issuer, "the sign-in provider cannot be used");
                *known = Known::Failed(why.clone(), Instant::now());
                Err(SignInError::ProviderDown(why))
            }
        }
    }

    async fn discover(&self, settings: &SignInSettings) -> Result<Metadata, String> {
        let issuer = &settings.issuer;
        let address = format!("{}/.well-known/openid-configuration", issuer.strip_suffix('/').unwrap_or(issuer));
        let metadata: Metadata = self.fetch(&address).await?;
        if metadata.issuer != *issuer {
            return Err(format!("its issuer is {}, not {issuer}", shown(&metadata.issuer)));
        }
        Ok(Metadata { keys: self.fetch(&metadata.jwks_uri).await?, ..metadata })
    }

    /// Fetches a JSON document.
    async fn fetch<T: DeserializeOwned>(&self, address: &str) -> Result<T, String> {
        let answer = self.send(address, Request::get("/").header(ACCEPT, JSON).body(Bytes::new())).await?;
        if answer.status() != StatusCode::OK {
            return Err(failed(&answer));
        }
        serde_json::from_slice(answer.body()).map_err(|error| shown(&format!("answer-invalid: {error}")))
    }

    /// Exchanges a code for a token.
    async fn token(
        &self,
        settings: &SignInSettings,
        metadata: &Metadata,
        code: &str,
        verifier: &str,
    ) -> Result<String, SignInError> {
        let endpoint = metadata.token_endpoint.as_deref();
        let endpoint = endpoint.ok_or_else(|| SignInError::ProviderDown("it has no token endpoint".to_owned()))?;
        let (id, secret) = (settings.client_id.as_str(), settings.client_secret.as_str());
        let mut form = Serializer::new(String::new());
        form.append_pair("grant_type", "authorization_code").append_pair("code", code);
        form.append_pair("redirect_uri", &settings.return_url()).append_pair("code_verifier", verifier);
        let mut request = Request::post("/").header(ACCEPT, JSON).header(CONTENT_TYPE, FORM);
        if metadata.wants_secret_in_body() {
            form.append_pair("client_id", id).append_pair("client_secret", secret);
        } else {
            let [id, secret] = [id, secret].map(|text| byte_serialize(text.as_bytes()).collect::<String>());
            request = request.header(AUTHORIZATION, format!("Basic {}", STANDARD.encode(format!("{id}:{secret}"))));
        }
        let answer = self.send(endpoint, request.body(Bytes::from(form.finish()))).await;
        let answer = answer.map_err(|why| SignInError::ProviderDown(why.to_owned()))?;
        if answer.status() != StatusCode::OK {
            let refusal: Option<Refusal> = serde_json::from_slice(answer.body()).ok();
            return Err(refusal.map_or_else(
                || SignInError::ProviderDown(failed(&answer)),
                |refusal| SignInError::refused(&refusal.error),
            ));
        }
        // The answer contains tokens, so nothing of it is shown.
        let tokens: Tokens = serde_json::from_slice(answer.body())
            .map_err(|_| SignInError::TokenInvalid("the answer with it cannot be read".to_owned()))?;
        tokens.id_token.ok_or_else(|| SignInError::TokenInvalid("the provider sent no ID token".to_owned()))
    }

    /// Sends a request to an address of the provider.
    async fn send(
        &self,
        address: &str,
        request: http::Result<Request<Bytes>>,
    ) -> Result<Response<Bytes>, &'static str> {
        if !Url::parse(address).is_ok_and(|url| is_safe(&url)) {
            return Err("address-not-https");
        }
        // The operator names the provider, which may be in a private network.
        let target = Target::parse(address, true).map_err(|_| "address-invalid")?;
        let request = request.map_err(|_| "request-invalid")?;
        let answer = self.client.request_up_to(ANSWER, &target, request);
        tokio::time::timeout(self.timeout, answer).await.map_err(|_| "timeout")?
    }
}

/// The refusal of a code.
#[derive(Deserialize)]
struct Refusal {
    error: String,
}

/// The answer to a code.
#[derive(Deserialize)]
struct Tokens {
    id_token: Option<String>,
}

fn failed(answer: &Response<Bytes>) -> String {
    format!("http-{}", answer.status().as_u16())
}

fn unsafe_address(url: &Url) -> SignInError {
    SignInError::ProviderDown(shown(&format!("its address {} is not https", url.origin().ascii_serialization())))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(issuer: String) -> SignInSettings {
        SignInSettings {
            issuer,
            client_id: "caipan".to_owned(),
            client_secret: "secret".to_owned(),
            public_url: "https://caipan.example".to_owned(),
            roles_claim: "roles".to_owned(),
            name_claim: "name".to_owned(),
            extra_scopes: Vec::new(),
            session: Duration::from_hours(8),
            roles: Vec::new(),
        }
    }

    async fn why(issuer: String, timeout: Duration) -> String {
        let client = WebhookClient::new(true, None).expect("a client");
        let provider = Provider { timeout, ..Provider::new(client) };
        match provider.authorization(&settings(issuer)).await {
            Err(SignInError::ProviderDown(why)) => why,
            other => panic!("{:?}", other.map(|(url, _)| url)),
        }
    }

    #[tokio::test]
    async fn silent_provider_is_not_waited_for() {
        let silent = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let issuer = format!("http://{}", silent.local_addr().expect("bound"));
        assert_eq!(why(issuer, Duration::from_millis(20)).await, "timeout");
    }

    /// The metadata of a provider cannot lead requests to an address without TLS.
    #[tokio::test]
    async fn addresses_without_tls_are_refused() {
        let provider = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let issuer = format!("http://{}", provider.local_addr().expect("bound"));
        let metadata = serde_json::json!({
            "issuer": issuer,
            "authorization_endpoint": "https://sso.example/auth",
            "jwks_uri": "http://sso.example/keys",
            "response_types_supported": ["code"],
            "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": ["RS256"],
        });
        let answer = tokio::spawn(async move {
            use tokio::io::{AsyncReadExt, AsyncWriteExt};
            let (mut stream, _) = provider.accept().await.expect("a request");
            let _ = stream.read(&mut [0; 4096]).await.expect("its head");
            let body = metadata.to_string();
            let head =
                format!("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n", body.len());
            stream.write_all((head + &body).as_bytes()).await.expect("sent");
        });
        assert_eq!(why(issuer, TIMEOUT).await, "address-not-https");
        answer.await.expect("no panic");
    }
}
