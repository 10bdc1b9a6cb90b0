//! The headers that tell a client how much of the rate of its key is left, as in the IETF draft "RateLimit header fields
//! for HTTP".

use crate::app::RateState;
use actix_web::http::header::{HeaderMap, HeaderName, HeaderValue};
use actix_web::{HttpMessage, HttpRequest};

/// The headers with their descriptions in the document.
pub(super) const DESCRIBED: [(&str, &str); 2] = [
    (
        "RateLimit",
        "What is left of the rate of the key: `r` requests may be sent at once, and all again after `t` seconds. Absent without \
         a rate. 密钥的余量：r 为可即发的请求数，t 秒后全部恢复。",
    ),
    (
        "RateLimit-Policy",
        "The rate of the key: `q` requests in `w` seconds. Absent without a rate. 密钥的速率：w 秒内 q 次。",
    ),
];

/// Adds the headers to the answer to a key that has a rate.
pub(super) fn add(request: &HttpRequest, headers: &mut HeaderMap) {
    let Some(rate) = request.extensions().get::<RateState>().copied() else { return };
    let RateState { quota, remaining } = rate;
    let seconds = rate.seconds_until_full();
    for (name, value) in [
        ("ratelimit", format!("\"key\";r={remaining};t={seconds}")),
        ("ratelimit-policy", format!("\"key\";q={quota};w=60")),
    ] {
        if let Ok(value) = HeaderValue::try_from(value) {
            headers.insert(HeaderName::from_static(name), value);
        }
    }
}
