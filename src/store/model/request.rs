//! Requests with an idempotency key that make or change something, and their outcome.

/// A request with an idempotency key. The keys of each kind are separate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The kind of the request.
    pub kind: RequestKind,
    /// The key that the client chose.
    pub key: String,
    /// The SHA-256 of what was asked for.
    pub digest: Vec<u8>,
}

/// The kinds of requests that are remembered by their idempotency key. Those of logs, rulings and jobs are remembered with
/// what they made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequestKind {
    /// Makes a key.
    Key,
    /// Makes a webhook.
    Webhook,
    /// Replaces the secret of a webhook.
    Rotation,
    /// Sends messages of a webhook again.
    Replay,
}

impl RequestKind {
    /// The stored number; never reused.
    pub(in crate::store) const fn number(self) -> i32 {
        match self {
            RequestKind::Key => 1,
            RequestKind::Webhook => 2,
            RequestKind::Rotation => 3,
            RequestKind::Replay => 4,
        }
    }
}
