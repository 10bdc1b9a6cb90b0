//! Signatures of ID tokens: a JSON Web Signature in its compact form, verified by the published keys of the provider
//! (RFC 7515, 7517, 7518, 8037). Claims are left to `id_token`.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::signature::{self, RsaParameters, RsaPublicKeyComponents, UnparsedPublicKey, VerificationAlgorithm};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// Why a token is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum TokenRefusal {
    /// Newer keys of the provider may contain the key.
    #[error("Signature verification failed: no key of the provider fits")]
    NoKey,
    /// Another reason.
    #[error("{0}")]
    Other(&'static str),
}

impl From<&'static str> for TokenRefusal {
    fn from(why: &'static str) -> TokenRefusal {
        TokenRefusal::Other(why)
    }
}

const UNREADABLE: &str = "it cannot be read as a signed token";

/// The algorithms that verify signatures. RSA keys below 2048 bits are refused.
enum Verifier {
    Rsa(&'static RsaParameters),
    Curve(&'static dyn VerificationAlgorithm),
}

/// An algorithm of signatures that only the provider can make, and the keys that fit.
struct Algorithm {
    name: &'static str,
    kty: &'static str,
    crv: Option<&'static str>,
    verifier: Verifier,
}

const fn rsa(name: &'static str, parameters: &'static RsaParameters) -> Algorithm {
    Algorithm { name, kty: "RSA", crv: None, verifier: Verifier::Rsa(parameters) }
}

const fn curve(
    name: &'static str,
    kty: &'static str,
    crv: &'static str,
    algorithm: &'static dyn VerificationAlgorithm,
) -> Algorithm {
    Algorithm { name, kty, crv: Some(crv), verifier: Verifier::Curve(algorithm) }
}

static ALGORITHMS: [Algorithm; 9] = [
    rsa("RS256", &signature::RSA_PKCS1_2048_8192_SHA256),
    rsa("RS384", &signature::RSA_PKCS1_2048_8192_SHA384),
    rsa("RS512", &signature::RSA_PKCS1_2048_8192_SHA512),
    rsa("PS256", &signature::RSA_PSS_2048_8192_SHA256),
    rsa("PS384", &signature::RSA_PSS_2048_8192_SHA384),
    rsa("PS512", &signature::RSA_PSS_2048_8192_SHA512),
    curve("ES256", "EC", "P-256", &signature::ECDSA_P256_SHA256_FIXED),
    curve("ES384", "EC", "P-384", &signature::ECDSA_P384_SHA384_FIXED),
    curve("EdDSA", "OKP", "Ed25519", &signature::ED25519),
];

/// The published keys of a provider. Keys of unknown kinds are left out.
#[derive(Debug, Default, Deserialize)]
#[serde(from = "KeySet")]
pub(super) struct Keys(Vec<Key>);

#[derive(Deserialize)]
struct KeySet {
    keys: Vec<Value>,
}

/// A JSON Web Key; its numbers in base64url.
#[derive(Debug, Deserialize)]
struct Key {
    kty: String,
    kid: Option<String>,
    r#use: Option<String>,
    alg: Option<String>,
    crv: Option<String>,
    n: Option<String>,
    e: Option<String>,
    x: Option<String>,
    y: Option<String>,
}

impl From<KeySet> for Keys {
    fn from(set: KeySet) -> Keys {
        Keys(set.keys.into_iter().filter_map(|key| serde_json::from_value(key).ok()).collect())
    }
}

impl Keys {
    /// The only key that fits the header of a token.
    fn fitting(&self, kid: Option<&str>, algorithm: &Algorithm) -> Result<&Key, TokenRefusal> {
        let named = |key: &&Key| kid.is_none() || key.kid.as_deref() == kid;
        let mut fitting = self.0.iter().filter(named).filter(|key| key.fits(algorithm));
        let key = fitting.next().ok_or(TokenRefusal::NoKey)?;
        match fitting.next() {
            None => Ok(key),
            Some(_) => Err("Signature verification failed: several keys of the provider fit".into()),
        }
    }
}

impl Key {
    fn fits(&self, algorithm: &Algorithm) -> bool {
        self.kty == algorithm.kty
            && algorithm.crv.is_none_or(|crv| self.crv.as_deref() == Some(crv))
            && self.alg.as_deref().is_none_or(|alg| alg == algorithm.name)
            && self.r#use.as_deref().is_none_or(|used| used == "sig")
    }

    /// Verifies a signature; `None` if it was not made with this key.
    fn verify(&self, verifier: &Verifier, text: &[u8], signature: &[u8]) -> Option<()> {
        let number = |number: &Option<String>| URL_SAFE_NO_PAD.decode(number.as_deref()?).ok();
        let done = match verifier {
            Verifier::Rsa(parameters) => {
                let (n, e) = (number(&self.n)?, number(&self.e)?);
                RsaPublicKeyComponents { n: trimmed(&n), e: trimmed(&e) }.verify(parameters, text, signature)
            }
            Verifier::Curve(algorithm) => {
                let x = number(&self.x)?;
                let point = match &self.y {
                    // Both coordinates of a curve point, uncompressed.
                    Some(_) => [&[4], &*x, &*number(&self.y).filter(|y| y.len() == x.len())?].concat(),
                    None => x,
                };
                UnparsedPublicKey::new(*algorithm, point).verify(text, signature)
            }
        };
        done.ok()
    }
}

/// A number without zeros in front, which some providers write against RFC 7518, section 6.3.1.1.
fn trimmed(number: &[u8]) -> &[u8] {
    &number[number.iter().take_while(|byte| **byte == 0).count()..]
}

/// The claims of a token that the provider signed.
pub(super) fn verified(token: &str, keys: &Keys) -> Result<Map<String, Value>, TokenRefusal> {
    let (signed, signature) = token.rsplit_once('.').ok_or(UNREADABLE)?;
    let (head, claims) = signed.split_once('.').ok_or(UNREADABLE)?;
    let head: Map<String, Value> = decoded(head)?;
    let text = |name: &str| match head.get(name) {
        None => Ok(None),
        Some(value) => value.as_str().map(Some).ok_or(UNREADABLE),
    };
    // The service understands no extension, so each one that is critical is unknown.
    if head.contains_key("crit") {
        return Err("its header has critical extensions".into());
    }
    // Other types are for other purposes, such as `at+jwt` for access; a token with a content type contains another token.
    let typ = text("typ")?.unwrap_or("JWT").to_ascii_lowercase();
    if !matches!(typ.strip_prefix("application/").unwrap_or(&typ), "jwt" | "jose") || head.contains_key("cty") {
        return Err("its type is not that of an ID token".into());
    }
    let alg = text("alg")?.ok_or(UNREADABLE)?;
    let algorithm = ALGORITHMS.iter().find(|known| known.name == alg);
    let algorithm = algorithm.ok_or("Signature verification failed: its algorithm is not allowed")?;
    let key = keys.fitting(text("kid")?, algorithm)?;
    let signature = URL_SAFE_NO_PAD.decode(signature).map_err(|_| UNREADABLE)?;
    key.verify(&algorithm.verifier, signed.as_bytes(), &signature).ok_or("Signature verification failed")?;
    decoded(claims)
}

fn decoded<T: DeserializeOwned>(part: &str) -> Result<T, TokenRefusal> {
    let json = URL_SAFE_NO_PAD.decode(part).map_err(|_| UNREADABLE)?;
    serde_json::from_slice(&json).map_err(|_| UNREADABLE.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use ring::rand::SystemRandom;
    use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, Ed25519KeyPair, KeyPair};
    use serde_json::json;

    fn coded(value: &[u8]) -> String {
        URL_SAFE_NO_PAD.encode(value)
    }

    /// A key pair with its public key.
    struct Pair(Ed25519KeyPair, Value);

    impl Pair {
        fn new(kid: &str) -> Pair {
            let secret = Ed25519KeyPair::generate_pkcs8(&SystemRandom::new()).expect("random numbers");
            let pair = Ed25519KeyPair::from_pkcs8(secret.as_ref()).expect("a key");
            let x = coded(pair.public_key().as_ref());
            Pair(pair, json!({ "kty": "OKP", "crv": "Ed25519", "kid": kid, "x": x }))
        }

        fn keys(&self) -> &[Value] {
            std::slice::from_ref(&self.1)
        }

        /// The public key with other members.
        fn with(&self, members: &Value) -> Value {
            let mut key = self.1.clone();
            key.as_object_mut().expect("an object").extend(members.as_object().expect("an object").clone());
            key
        }

        fn sign(&self, head: &str) -> String {
            let text = format!("{}.{}", coded(head.as_bytes()), coded(br#"{"sub":"wang"}"#));
            let signature = coded(self.0.sign(text.as_bytes()).as_ref());
            format!("{text}.{signature}")
        }
    }

    fn refusal(token: &str, keys: &[Value]) -> Option<String> {
        let keys: Keys = serde_json::from_value(json!({ "keys": keys })).expect("a key set");
        match verified(token, &keys) {
            Ok(claims) => {
                assert_eq!(Value::Object(claims), json!({ "sub": "wang" }));
                None
            }
            Err(why) => Some(why.to_string()),
        }
    }

    #[test]
    fn headers_are_those_of_id_tokens() {
        let pair = Pair::new("a");
        for head in [
            r#"{"alg":"EdDSA"}"#,
            r#"{"alg":"EdDSA","kid":"a","typ":"JWT","jku":"https://evil.example"}"#,
            r#"{"alg":"EdDSA","typ":"application/jwt"}"#,
        ] {
            assert_eq!(refusal(&pair.sign(head), pair.keys()), None, "{head}");
        }
        for (head, why) in [
            (r#"{"alg":"EdDSA","crit":["b64"],"b64":false}"#, "critical"),
            (r#"{"alg":"EdDSA","crit":[]}"#, "critical"),
            (r#"{"alg":"EdDSA","crit":null}"#, "critical"),
            (r#"{"alg":"EdDSA","typ":"at+jwt"}"#, "type"),
            (r#"{"alg":"EdDSA","typ":"application/at+jwt"}"#, "type"),
            (r#"{"alg":"EdDSA","typ":"logout+jwt"}"#, "type"),
            (r#"{"alg":"EdDSA","typ":""}"#, "type"),
            (r#"{"alg":"EdDSA","cty":"JWT"}"#, "type"),
            (r#"{"alg":"none"}"#, "not allowed"),
            (r#"{"alg":"eddsa"}"#, "not allowed"),
            (r#"{"alg":"HS256"}"#, "not allowed"),
            (r#"{"alg":"ES512"}"#, "not allowed"),
            (r#"{"alg":"RS256"}"#, "no key"),
            (r#"{"alg":"ES256"}"#, "no key"),
            (r#"{"alg":"EdDSA","kid":"b"}"#, "no key"),
            (r#"{"alg":"EdDSA","kid":7}"#, "cannot be read"),
            (r#"{"alg":["EdDSA"]}"#, "cannot be read"),
            (r#"{"kid":"a"}"#, "cannot be read"),
            ("[]", "cannot be read"),
        ] {
            let found = refusal(&pair.sign(head), pair.keys());
            assert!(found.as_ref().is_some_and(|found| found.contains(why)), "{head}: {found:?}");
        }
    }

    #[test]
    fn one_key_has_to_fit() {
        let (pair, other) = (Pair::new("a"), Pair::new("b"));
        let (named, unnamed) = (pair.sign(r#"{"alg":"EdDSA","kid":"a"}"#), pair.sign(r#"{"alg":"EdDSA"}"#));
        let key = |members: Value| pair.with(&members);
        let signing = [key(json!({ "use": "sig", "alg": "EdDSA" }))];
        assert_eq!((refusal(&named, &signing), refusal(&unnamed, &signing)), (None, None));
        // A key that cannot be read, or is of another kind, does not count.
        let others =
            [json!(7), json!({ "kty": 7 }), json!({ "kty": "oct", "kid": "a", "k": "c2VjcmV0" }), other.1.clone()];
        assert_eq!(refusal(&named, &[&others[..], &signing].concat()), None);
        for (token, keys, why) in [
            (&unnamed, vec![pair.1.clone(), other.1.clone()], "several keys"),
            (&named, vec![pair.1.clone(), pair.1.clone()], "several keys"),
            (&named, vec![], "no key"),
            (&named, vec![other.1.clone()], "no key"),
            (&named, vec![key(json!({ "use": "enc" }))], "no key"),
            (&named, vec![key(json!({ "alg": "ES256" }))], "no key"),
            (&named, vec![key(json!({ "crv": "Ed448" }))], "no key"),
            (&named, vec![key(json!({ "kty": "EC" }))], "no key"),
            (&named, vec![key(json!({ "x": other.1["x"] }))], "Signature verification failed"),
            (&named, vec![key(json!({ "x": "" }))], "Signature verification failed"),
            (&named, vec![key(json!({ "x": null }))], "Signature verification failed"),
            (&named, vec![key(json!({ "y": pair.1["x"] }))], "Signature verification failed"),
        ] {
            let found = refusal(token, &keys);
            assert!(found.as_ref().is_some_and(|found| found.contains(why)), "{keys:?}: {found:?}");
        }
    }

    /// Each changed byte, missing part and other spelling is refused.
    #[test]
    fn changed_tokens_are_refused() {
        let pair = Pair::new("a");
        let token = pair.sign(r#"{"alg":"EdDSA"}"#);
        for at in 0..token.len() {
            let mut bytes = token.clone().into_bytes();
            bytes[at] = if bytes[at] == b'A' { b'B' } else { b'A' };
            let changed = String::from_utf8(bytes).expect("ASCII");
            assert!(refusal(&changed, pair.keys()).is_some(), "{changed}");
        }
        let parts: Vec<&str> = token.split('.').collect();
        let [head, claims, signature] = parts[..] else { panic!("three parts") };
        for changed in [
            String::new(),
            "..".to_owned(),
            claims.to_owned(),
            format!("{head}.{claims}"),
            format!("{head}.{claims}."),
            format!("{token}."),
            format!("{token}={signature}"),
            format!("{token}="),
            format!(" {token}"),
            format!("{head}.{claims}.{signature}.{signature}"),
            format!("{head}..{claims}..{signature}"),
        ] {
            assert!(refusal(&changed, pair.keys()).is_some(), "{changed}");
        }
    }

    /// A signature of a curve counts in the form of JWS only, and not under a point that is no key.
    #[test]
    fn points_of_curves_are_checked() {
        let random = SystemRandom::new();
        let secret = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &random).expect("random numbers");
        let pair = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, secret.as_ref(), &random).expect("a key");
        let point = pair.public_key().as_ref();
        let key = |x: &[u8], y: &[u8]| json!({ "kty": "EC", "crv": "P-256", "x": coded(x), "y": coded(y) });
        let (x, y) = point[1..].split_at(32);
        let text = format!("{}.{}", coded(br#"{"alg":"ES256"}"#), coded(br#"{"sub":"wang"}"#));
        let signature = pair.sign(&random, text.as_bytes()).expect("a signature");
        let token = format!("{text}.{}", coded(signature.as_ref()));
        assert_eq!(refusal(&token, &[key(x, y)]), None);
        let (long, short) = point[1..].split_at(33);
        for keys in [key(y, x), key(long, short), key(x, &[]), key(&[], &[]), key(&[0; 32], &[0; 32])] {
            assert!(refusal(&token, &[keys]).is_some());
        }
        for signature in [vec![0; 64], vec![], signature.as_ref()[..63].to_vec(), [signature.as_ref(), &[0]].concat()] {
            assert!(refusal(&format!("{text}.{}", coded(&signature)), &[key(x, y)]).is_some());
        }
    }
}
