//! All integration tests, one binary.

mod changsha;
mod guiyang;
mod hand;
mod handbook;
mod layers;
mod log;
mod oracle;
mod registry;
mod rulings;
mod source;
#[cfg(feature = "server")]
mod api;
#[cfg(feature = "server")]
mod cli;
#[cfg(feature = "server")]
mod store;
