//! Signatures of Standard Webhooks 1.0; verification is left to the libraries of receivers.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use ring::hmac;

/// A secret in the form that the libraries accept.
pub fn secret_text(secret: &[u8]) -> String {
    format!("whsec_{}", STANDARD.encode(secret))
}

/// The `webhook-signature` header: HMAC-SHA256 over id, seconds since 1970 and body, joined by full stops.
pub fn signature(secret: &[u8], id: &str, seconds: i64, body: &[u8]) -> String {
    let key = hmac::Key::new(hmac::HMAC_SHA256, secret);
    let mut context = hmac::Context::with_key(&key);
    context.update(format!("{id}.{seconds}.").as_bytes());
    context.update(body);
    format!("v1,{}", STANDARD.encode(context.sign()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Computed with Python's `hmac`.
    #[test]
    fn a_signature_is_that_of_another_program() {
        let secret: Vec<u8> = (0..32).collect();
        assert_eq!(secret_text(&secret), "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=");
        let signed = signature(&secret, "msg_1_2", 1_700_000_000, b"{\"type\":\"verdict\"}");
        assert_eq!(signed, "v1,oCT4iw3ohtSibtBjBZDTD0TFvNz3sveG7fT/O3jLy04=");
    }
}
