//! The settings of the sign-in, and rules for the addresses in them. Reading them from a file is left to `cli`.

use crate::app::Scope;
use std::time::Duration;
use url::{Host, Url};

/// The settings of the sign-in.
#[derive(Clone)]
pub struct SignInSettings {
    /// The address of the provider, as its tokens name it.
    pub issuer: String,
    /// The id of this service at the provider.
    pub client_id: String,
    /// The secret of this service at the provider.
    pub client_secret: String,
    /// The address of this service in the browser: scheme, host and port.
    pub public_url: String,
    /// The claim that has the roles: its name, or the path to it with dots.
    pub roles_claim: String,
    /// The claim that has the name of the person.
    pub name_claim: String,
    /// Scopes to ask for besides `openid`, `profile` and `email`.
    pub extra_scopes: Vec<String>,
    /// The duration of a session.
    pub session: Duration,
    /// The meaning of each role.
    pub roles: Vec<Role>,
}

/// The meaning of a role.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Role {
    /// The value in the claim.
    pub value: String,
    /// The tenant.
    pub tenant: String,
    /// The scopes in that tenant.
    pub scopes: Vec<Scope>,
}

impl SignInSettings {
    /// The address that the provider sends browsers back to.
    pub fn return_url(&self) -> String {
        format!("{}/sign-in/return", self.public_url)
    }

    /// Returns whether browsers reach this service by TLS.
    pub fn is_encrypted(&self) -> bool {
        self.public_url.starts_with("https:")
    }
}

/// Returns whether an address may be used: `https`, or `http` on this machine.
pub(super) fn is_safe(url: &Url) -> bool {
    let here = match url.host() {
        Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    };
    url.scheme() == "https" || url.scheme() == "http" && here
}

/// Parses the address of this service and returns it without a slash at the end; `None` if it has anything besides scheme,
/// host and port, or if it is not encrypted and of another machine.
pub fn public_origin(text: &str) -> Option<String> {
    let url = Url::parse(text).ok()?;
    let bare = url.path() == "/" && url.query().is_none() && url.fragment().is_none();
    let anonymous = url.username().is_empty() && url.password().is_none();
    (bare && anonymous && is_safe(&url)).then(|| url.origin().ascii_serialization())
}

/// Returns whether an address can be that of an issuer.
pub fn is_issuer(text: &str) -> bool {
    Url::parse(text).is_ok_and(|url| {
        is_safe(&url)
            && url.query().is_none()
            && url.fragment().is_none()
            && url.username().is_empty()
            && url.password().is_none()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn public_url_is_scheme_host_and_port() {
        for (text, origin) in [
            ("https://caipan.example", Some("https://caipan.example")),
            ("https://Caipan.example:8443/", Some("https://caipan.example:8443")),
            ("https://caipan.example:443", Some("https://caipan.example")),
            ("http://127.0.0.1:8080", Some("http://127.0.0.1:8080")),
            ("http://[::1]:8080", Some("http://[::1]:8080")),
            ("http://localhost:8080", Some("http://localhost:8080")),
            ("http://caipan.example", None),
            ("https://caipan.example/pages", None),
            ("https://caipan.example/?a", None),
            ("https://a@caipan.example/", None),
            ("ftp://localhost", None),
            ("caipan.example", None),
        ] {
            assert_eq!(public_origin(text).as_deref(), origin, "{text}");
        }
    }

    #[test]
    fn issuer_without_tls_is_on_this_machine() {
        for (text, fits) in [
            ("https://sso.example/realms/caipan", true),
            ("https://10.0.0.7/", true),
            ("http://127.0.0.1:5556/dex", true),
            ("http://sso.example", false),
            ("http://localhost.sso.example", false),
            ("https://sso.example/?a=b", false),
            ("sso.example", false),
        ] {
            assert_eq!(is_issuer(text), fits, "{text}");
        }
    }
}
