//! The HTTP client of webhooks: signed requests as in Standard Webhooks, to public addresses only, without redirects.
//!
//! A webhook address must not reach hosts that only this machine can reach (SSRF). The client resolves the name, checks
//! every address and connects to a checked address, so that a later change of DNS has no effect. It follows no redirects
//! and reads only the beginning of answers.

mod address;
mod connection;
mod signature;

pub use address::{Target, is_public};
pub use connection::{Connection, DeliveryOutcome, Exchanged, WebhookClient};
pub use signature::{secret_text, signature};
