//! Checks of the claims of an ID token (OpenID Connect Core 1.0, section 3.1.3.7). Its signature is left to `jws`, the
//! person to `person`.

use super::jws::TokenRefusal;
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

/// Seconds that the clock of the provider may be ahead.
const LEEWAY: i64 = 60;

/// The values that the claims have to agree with.
#[derive(Clone, Copy)]
pub(super) struct Expected<'a> {
    pub(super) issuer: &'a str,
    pub(super) client_id: &'a str,
    /// The nonce of the flow.
    pub(super) nonce: &'a str,
    /// The time in seconds since 1970.
    pub(super) now: i64,
}

/// Checks subject, issuer, audience, times and nonce.
pub(super) fn check(claims: &Map<String, Value>, expected: Expected<'_>) -> Result<(), TokenRefusal> {
    let Expected { issuer, client_id, nonce, now } = expected;
    let text = |name: &str| claims.get(name).and_then(Value::as_str);
    text("sub").ok_or("its claim sub cannot be read")?;
    if text("iss") != Some(issuer) {
        return Err("another issuer".into());
    }
    // Other audiences are not trusted, so the client is the only one.
    let own = |audience: &Value| audience.as_str() == Some(client_id);
    let is_ours = match claims.get("aud") {
        Some(Value::Array(all)) => !all.is_empty() && all.iter().all(own),
        one => one.is_some_and(own),
    };
    if !is_ours {
        return Err("another audience".into());
    }
    if claims.get("azp").is_some_and(|party| !own(party)) {
        return Err("another authorized party".into());
    }
    let (expires, issued) = (time(claims, "exp")?, time(claims, "iat")?);
    if expires.ok_or("its claim exp is missing")? <= now {
        return Err("Expired".into());
    }
    if issued.ok_or("its claim iat is missing")? > now + LEEWAY {
        return Err("issued in the future".into());
    }
    if time(claims, "nbf")?.is_some_and(|begins| begins > now + LEEWAY) {
        return Err("not valid yet".into());
    }
    if !text("nonce").is_some_and(|given| same(given, nonce)) {
        return Err("another nonce".into());
    }
    Ok(())
}

/// A time in seconds since 1970, if there is one.
fn time(claims: &Map<String, Value>, name: &str) -> Result<Option<i64>, TokenRefusal> {
    let Some(value) = claims.get(name) else { return Ok(None) };
    let seconds = value.as_i64().or_else(|| value.as_f64().map(|seconds| seconds as i64));
    Ok(Some(seconds.ok_or("its times cannot be read")?))
}

/// Returns whether two secrets are equal. The time that it takes does not tell where they differ.
pub(super) fn same(one: &str, other: &str) -> bool {
    Sha256::digest(one) == Sha256::digest(other)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const NOW: i64 = 1_800_000_000;

    fn refusal(members: &Value) -> Option<String> {
        let mut claims = json!({
            "iss": "https://sso.example", "sub": "wang", "aud": "caipan", "nonce": "n", "iat": NOW, "exp": NOW + 300,
        });
        let claims = claims.as_object_mut().expect("an object");
        for (name, value) in members.as_object().expect("an object") {
            match value {
                Value::Null => claims.remove(name),
                value => claims.insert(name.clone(), value.clone()),
            };
        }
        let expected = Expected { issuer: "https://sso.example", client_id: "caipan", nonce: "n", now: NOW };
        check(claims, expected).err().map(|why| why.to_string())
    }

    #[test]
    fn claims_of_this_flow_are_accepted() {
        for members in [
            json!({}),
            json!({ "aud": ["caipan"], "azp": "caipan" }),
            json!({ "exp": NOW + 1, "iat": NOW + LEEWAY, "nbf": NOW + LEEWAY }),
            json!({ "exp": 1_800_000_300.5, "iat": 1_799_999_999.5, "nbf": 0 }),
        ] {
            assert_eq!(refusal(&members), None, "{members}");
        }
    }

    #[test]
    fn other_claims_are_refused() {
        for (members, why) in [
            (json!({ "sub": null }), "sub"),
            (json!({ "sub": 7 }), "sub"),
            (json!({ "iss": null }), "issuer"),
            (json!({ "iss": "https://sso.example/" }), "issuer"),
            (json!({ "iss": ["https://sso.example"] }), "issuer"),
            (json!({ "aud": null }), "audience"),
            (json!({ "aud": [] }), "audience"),
            (json!({ "aud": "Caipan" }), "audience"),
            (json!({ "aud": ["caipan", "other"] }), "audience"),
            (json!({ "aud": ["caipan", "other"], "azp": "caipan" }), "audience"),
            (json!({ "aud": { "caipan": "caipan" } }), "audience"),
            (json!({ "azp": "other" }), "authorized party"),
            (json!({ "azp": ["caipan"] }), "authorized party"),
            (json!({ "exp": null }), "exp is missing"),
            (json!({ "exp": NOW }), "Expired"),
            (json!({ "exp": -1 }), "Expired"),
            (json!({ "exp": "1800000300" }), "cannot be read"),
            (json!({ "iat": null }), "iat is missing"),
            (json!({ "iat": NOW + LEEWAY + 1 }), "future"),
            (json!({ "iat": 1e300 }), "future"),
            (json!({ "iat": [NOW] }), "cannot be read"),
            (json!({ "nbf": NOW + LEEWAY + 1 }), "not valid yet"),
            (json!({ "nbf": "soon" }), "cannot be read"),
            (json!({ "nonce": null }), "nonce"),
            (json!({ "nonce": "" }), "nonce"),
            (json!({ "nonce": "N" }), "nonce"),
        ] {
            let found = refusal(&members);
            assert!(found.as_ref().is_some_and(|found| found.contains(why)), "{members}: {found:?}");
        }
    }
}
