//! The headers that tell a client how much of the rate of its key or of its tenant is left, as in the IETF draft "RateLimit header fields
//! for HTTP".

use crate::app::RateState;
use actix_web::http::header::{HeaderMap, HeaderName, HeaderValue};
use actix_web::{HttpMessage, HttpRequest};

/// The headers with their descriptions in the document.
pub(super) const DESCRIBED: [(&str, &str); 2] = [
    (
        "RateLimit",
        "What is left of the rate of the key or, if that has less left, of the rate that all keys of the tenant share: `\"key\"` or \
         `\"tenant\"`, `r` requests may be sent at once, and all again after `t` seconds. Absent without a rate. \
         密钥或整个租户的余量，取其少者：r 为可即发的请求数，t 秒后全部恢复。",
    ),
    (
        "RateLimit-Policy",
        "The rate that `RateLimit` is about: `q` requests in `w` seconds. Absent without a rate. RateLimit 所指的速率：w 秒内 q 次。",
    ),
];

/// Adds the headers to the answer to a key that has a rate, or whose tenant has one.
pub(super) fn add(request: &HttpRequest, headers: &mut HeaderMap) {
    let Some(rate) = request.extensions().get::<RateState>().copied() else { return };
    let RateState { of, quota, remaining } = rate;
    let name = of.name();
    let seconds = rate.seconds_until_full();
    for (header, value) in [
        ("ratelimit", format!("\"{name}\";r={remaining};t={seconds}")),
        ("ratelimit-policy", format!("\"{name}\";q={quota};w=60")),
    ] {
        if let Ok(value) = HeaderValue::try_from(value) {
            headers.insert(HeaderName::from_static(header), value);
        }
    }
}
