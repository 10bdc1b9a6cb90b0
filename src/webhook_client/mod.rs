//! Requests that this service makes: signed as Standard Webhooks has it, to addresses that were looked at, followed nowhere.
//!
//! Whoever names an address of a webhook must not reach through it what only this machine can reach. So the name is resolved here, every
//! address it stands for is looked at, and the connection goes to one of these very addresses: a name that means another machine a
//! moment later gains nothing. Answers are not followed and hardly read.

mod address;
mod connection;
mod signature;

pub use address::{Target, is_public};
pub use connection::{Connection, DeliveryOutcome, WebhookClient};
pub use signature::{secret_text, signature};
