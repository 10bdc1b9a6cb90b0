//! Answers that the HTTP library gives by itself: to a head that is no request, or that does not arrive in time.
//!
//! No handler and no middleware sees such a request, so its answer is recognised on the connection: every answer of ours
//! has a request id.

use super::access_log::{self, NONE};
use super::problem::HEAD_INVALID;
use crate::app::App;
use actix_web::web::Data;
use std::net::IpAddr;
use std::time::Duration;

/// The maximum length of such an answer in bytes; it has no body and three headers.
const LONGEST: usize = 256;

/// Looks for such answers on one connection.
pub(super) struct ProtocolAnswers {
    app: Data<App>,
    peer: Option<IpAddr>,
}

impl ProtocolAnswers {
    /// Looks at a connection from this address.
    pub(super) fn new(app: Data<App>, peer: Option<IpAddr>) -> ProtocolAnswers {
        ProtocolAnswers { app, peer: peer.map(|peer| peer.to_canonical()) }
    }

    /// Counts and logs the answer that these bytes, written while no request is in flight, end with.
    pub(super) fn record(&self, bytes: &[u8]) {
        let Some(status) = status(bytes) else { return };
        self.app.metrics.answered(NONE, NONE, status, Duration::ZERO);
        self.app.metrics.refused(HEAD_INVALID);
        access_log::unreadable(self.peer, status);
    }
}

/// The status of the answer at the end of these bytes, if the HTTP library gave it.
fn status(bytes: &[u8]) -> Option<u16> {
    let tail = bytes.get(bytes.len().saturating_sub(LONGEST)..)?;
    let begin = tail.windows(9).rposition(|part| part == b"HTTP/1.1 ")?;
    let head = std::str::from_utf8(tail.get(begin..)?).ok()?.strip_suffix("\r\n\r\n")?;
    let mut lines = head.split("\r\n");
    let status = lines.next()?.split(' ').nth(1)?.parse().ok()?;
    let mut empty = false;
    for (name, value) in lines.map(|line| line.split_once(": ")).map(Option::unwrap_or_default) {
        match name {
            "content-length" => empty = value == "0",
            "connection" | "date" => {}
            _ => return None,
        }
    }
    (empty && (400..600).contains(&status)).then_some(status)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recognises_answers_without_a_request_id() {
        let bad = "HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\nconnection: close\r\ndate: Mon, 01 Jan 2024 00:00:00 GMT\r\n\r\n";
        assert_eq!(status(bad.as_bytes()), Some(400));
        let ours = "HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\nx-request-id: 1\r\n\r\n";
        assert_eq!(status(ours.as_bytes()), None);
        assert_eq!(status(format!("{ours}{bad}").as_bytes()), Some(400), "after an answer of ours");
        assert_eq!(status(format!("{bad}{ours}").as_bytes()), None);
        for other in [
            "",
            "\r\n\r\n",
            "HTTP/1.1 100 Continue\r\n\r\n",
            "HTTP/1.1 \r\n\r\n",
            "HTTP/1.1 400\r\n\r\n",
            "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n",
            "\"HTTP/1.1 400 of a body\"}\r\n\r\n",
        ] {
            assert_eq!(status(other.as_bytes()), None, "{other}");
        }
    }
}
