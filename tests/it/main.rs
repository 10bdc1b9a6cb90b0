//! All integration tests, one binary.

mod changsha;
mod hand;
mod log;
mod oracle;
mod rulings;
#[cfg(feature = "server")]
mod api;
#[cfg(feature = "server")]
mod cli;
#[cfg(feature = "server")]
mod store;
