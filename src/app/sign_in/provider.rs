//! Requests to the provider: discovery, keys, and the exchange of a code for a verified token. Each is limited in size and
//! time. The meaning of claims is left to `person`.

use super::failure::shown;
use super::settings::is_safe;
use super::{SignInError, SignInSettings};
use crate::webhook_client::{Target, WebhookClient};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use bytes::Bytes;
use openidconnect::core::{
    CoreAuthenticationFlow, CoreClient, CoreClientAuthMethod, CoreIdToken, CoreJwsSigningAlgorithm,
};
use openidconnect::{
    AuthType, AuthorizationCode, ClaimsVerificationError, ClientId, ClientSecret, CsrfToken, DiscoveryError,
    EndpointMaybeSet, EndpointNotSet, EndpointSet, HttpRequest, HttpResponse, IdTokenVerifier, IssuerUrl, Nonce,
    PkceCodeChallenge, PkceCodeVerifier, ProviderMetadataWithLogout, RedirectUrl, RequestTokenError, Scope,
    SignatureVerificationError, TokenResponse,
};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::Mutex;
use url::Url;

/// The timeout of a request, from name resolution to the end of the answer.
const TIMEOUT: Duration = Duration::from_secs(10);
/// The maximum size of an answer. The keys of large providers take about 30 KiB.
const ANSWER: usize = 256 << 10;
/// The time for which the metadata and the keys of the provider are used.
const FRESH: Duration = Duration::from_hours(1);
/// The time after a failure in which the provider is not asked again, so that those who wait do not ask one by one.
const FAILED: Duration = Duration::from_secs(2);
/// The algorithms of signatures that only the provider can make.
const ALGORITHMS: [CoreJwsSigningAlgorithm; 9] = [
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha256,
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha384,
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha512,
    CoreJwsSigningAlgorithm::RsaSsaPssSha256,
    CoreJwsSigningAlgorithm::RsaSsaPssSha384,
    CoreJwsSigningAlgorithm::RsaSsaPssSha512,
    CoreJwsSigningAlgorithm::EcdsaP256Sha256,
    CoreJwsSigningAlgorithm::EcdsaP384Sha384,
    CoreJwsSigningAlgorithm::EdDsa,
];

/// A client that knows where to send browsers, and perhaps where to exchange codes.
type Client =
    CoreClient<EndpointSet, EndpointNotSet, EndpointNotSet, EndpointNotSet, EndpointMaybeSet, EndpointMaybeSet>;

/// The metadata of the provider as far as they are known.
enum Known {
    Nothing,
    Metadata(Arc<ProviderMetadataWithLogout>, Instant),
    Failed(String, Instant),
}

/// The provider.
pub(super) struct Provider {
    client: WebhookClient,
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
    /// Returns whether this is the state of the flow.
    pub(super) fn has_state(&self, state: Option<&str>) -> bool {
        state == Some(self.state.as_str())
    }
}

/// The provider was not reached.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct Unreached(&'static str);

impl Provider {
    pub(super) fn new(client: WebhookClient) -> Provider {
        Provider { client, known: Mutex::new(Known::Nothing) }
    }

    /// The address where a person signs in, and the secrets of the flow.
    pub(super) async fn authorization(&self, settings: &SignInSettings) -> Result<(String, FlowSecrets), SignInError> {
        let client = client(settings, &*self.metadata(settings, None).await?)?;
        let (challenge, verifier) = PkceCodeChallenge::new_random_sha256();
        let mut request =
            client.authorize_url(CoreAuthenticationFlow::AuthorizationCode, CsrfToken::new_random, Nonce::new_random);
        for scope in ["profile", "email"].into_iter().chain(settings.extra_scopes.iter().map(String::as_str)) {
            request = request.add_scope(Scope::new(scope.to_owned()));
        }
        let (url, state, nonce) = request.set_pkce_challenge(challenge).url();
        if !is_safe(&url) {
            return Err(unsafe_address(&url));
        }
        let secrets =
            FlowSecrets { state: state.into_secret(), nonce: nonce.secret().clone(), verifier: verifier.into_secret() };
        Ok((url.into(), secrets))
    }

    /// The claims of the verified token that a code stands for.
    pub(super) async fn claims(
        &self,
        settings: &SignInSettings,
        code: String,
        secrets: FlowSecrets,
    ) -> Result<Map<String, Value>, SignInError> {
        let metadata = self.metadata(settings, None).await?;
        let token = self.token(settings, &metadata, code, secrets.verifier).await?;
        let nonce = Nonce::new(secrets.nonce);
        let mut verified = verify(settings, &metadata, &token, &nonce);
        let unknown = ClaimsVerificationError::SignatureVerification(SignatureVerificationError::NoMatchingKey);
        if verified.as_ref() == Err(&unknown) {
            // The provider has other keys by now.
            let newer = self.metadata(settings, Some(&metadata)).await?;
            verified = verify(settings, &newer, &token, &nonce);
        }
        verified.map_err(|why| SignInError::TokenInvalid(shown(&why.to_string())))?;
        // The claims that were verified: the part of the token between its two dots.
        let text = token.to_string();
        let claims = text.split('.').nth(1).and_then(|part| URL_SAFE_NO_PAD.decode(part).ok());
        let claims = claims.and_then(|json| serde_json::from_slice(&json).ok());
        claims.ok_or_else(|| SignInError::TokenInvalid("its claims cannot be read".to_owned()))
    }

    /// The address where the session at the provider ends, if the provider has one and answers.
    pub(super) async fn end_session(&self, settings: &SignInSettings) -> Option<String> {
        let metadata = self.metadata(settings, None).await.ok()?;
        let mut url = metadata.additional_metadata().end_session_endpoint.as_ref()?.url().clone();
        url.query_pairs_mut()
            .append_pair("client_id", &settings.client_id)
            .append_pair("post_logout_redirect_uri", &format!("{}/", settings.public_url));
        is_safe(&url).then(|| url.into())
    }

    /// The metadata and keys of the provider; newer ones than `stale`, if given.
    async fn metadata(
        &self,
        settings: &SignInSettings,
        stale: Option<&Arc<ProviderMetadataWithLogout>>,
    ) -> Result<Arc<ProviderMetadataWithLogout>, SignInError> {
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

    async fn discover(&self, settings: &SignInSettings) -> Result<ProviderMetadataWithLogout, String> {
        let issuer = IssuerUrl::new(settings.issuer.clone()).map_err(|error| error.to_string())?;
        let http = |request: HttpRequest| self.send(request);
        let found = ProviderMetadataWithLogout::discover_async(issuer, &http).await;
        found.map_err(|error| match error {
            DiscoveryError::Request(Unreached(why)) => why.to_owned(),
            DiscoveryError::Response(status, _, _) => format!("http-{}", status.as_u16()),
            DiscoveryError::Parse(error) => shown(&format!("answer-invalid: {}", error.path())),
            // Such as another issuer than the configured one.
            DiscoveryError::Validation(why) => why.chars().take(300).collect(),
            _ => "answer-invalid".to_owned(),
        })
    }

    /// Exchanges a code for a token.
    async fn token(
        &self,
        settings: &SignInSettings,
        metadata: &ProviderMetadataWithLogout,
        code: String,
        verifier: String,
    ) -> Result<CoreIdToken, SignInError> {
        let client = client(settings, metadata)?;
        let request = client.exchange_code(AuthorizationCode::new(code));
        let request = request.map_err(|_| SignInError::ProviderDown("it has no token endpoint".to_owned()))?;
        let http = |request: HttpRequest| self.send(request);
        let answer = request.set_pkce_verifier(PkceCodeVerifier::new(verifier)).request_async(&http).await;
        let answer = answer.map_err(|error| match error {
            RequestTokenError::ServerResponse(error) => SignInError::refused(error.error().as_ref()),
            RequestTokenError::Request(Unreached(why)) => SignInError::ProviderDown(why.to_owned()),
            // The answer may contain a token, so nothing of it is shown.
            RequestTokenError::Parse(error, _) => {
                SignInError::TokenInvalid(shown(&format!("its field {} cannot be read", error.path())))
            }
            RequestTokenError::Other(_) => SignInError::ProviderDown("answer-invalid".to_owned()),
        })?;
        let token = answer.id_token().cloned();
        token.ok_or_else(|| SignInError::TokenInvalid("the provider sent no ID token".to_owned()))
    }

    /// Sends a request to an address of the provider.
    async fn send(&self, request: HttpRequest) -> Result<HttpResponse, Unreached> {
        let address = request.uri().to_string();
        if !Url::parse(&address).is_ok_and(|url| is_safe(&url)) {
            return Err(Unreached("address-not-https"));
        }
        // The operator names the provider, which may be in a private network.
        let target = Target::parse(&address, true).map_err(|_| Unreached("address-invalid"))?;
        let answer = self.client.request_up_to(ANSWER, &target, request.map(Bytes::from));
        let answer = tokio::time::timeout(TIMEOUT, answer).await.map_err(|_| Unreached("timeout"))?;
        Ok(answer.map_err(Unreached)?.map(Vec::from))
    }
}

fn client(settings: &SignInSettings, metadata: &ProviderMetadataWithLogout) -> Result<Client, SignInError> {
    let (id, secret) = (ClientId::new(settings.client_id.clone()), ClientSecret::new(settings.client_secret.clone()));
    let back = RedirectUrl::new(settings.return_url()).map_err(|_| SignInError::Off)?;
    let methods = metadata.token_endpoint_auth_methods_supported();
    let only_in_body = methods.is_some_and(|methods| {
        !methods.contains(&CoreClientAuthMethod::ClientSecretBasic)
            && methods.contains(&CoreClientAuthMethod::ClientSecretPost)
    });
    let how = if only_in_body { AuthType::RequestBody } else { AuthType::BasicAuth };
    let client = CoreClient::from_provider_metadata(metadata.clone(), id, Some(secret));
    Ok(client.set_redirect_uri(back).set_auth_type(how))
}

/// Checks signature, issuer, audience, times and nonce of a token.
fn verify(
    settings: &SignInSettings,
    metadata: &ProviderMetadataWithLogout,
    token: &CoreIdToken,
    nonce: &Nonce,
) -> Result<(), ClaimsVerificationError> {
    // As a public client: signatures by a shared secret are refused.
    let verifier = IdTokenVerifier::new_public_client(
        ClientId::new(settings.client_id.clone()),
        metadata.issuer().clone(),
        metadata.jwks().clone(),
    );
    token.claims(&verifier.set_allowed_algs(ALGORITHMS), nonce).map(drop)
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

    async fn why(issuer: String) -> String {
        let provider = Provider::new(WebhookClient::new(true, None).expect("a client"));
        match provider.authorization(&settings(issuer)).await {
            Err(SignInError::ProviderDown(why)) => why,
            other => panic!("{:?}", other.map(|(url, _)| url)),
        }
    }

    /// The clock moves by itself while everybody waits.
    #[tokio::test(start_paused = true)]
    async fn silent_provider_is_not_waited_for() {
        let silent = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let issuer = format!("http://{}", silent.local_addr().expect("bound"));
        let began = tokio::time::Instant::now();
        assert_eq!(why(issuer).await, "timeout");
        assert!(began.elapsed() < 2 * TIMEOUT);
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
        assert_eq!(why(issuer).await, "address-not-https");
        answer.await.expect("no panic");
    }
}
