//! All integration tests, one binary.

mod changsha;
mod hand;
mod handbook;
mod log;
mod oracle;
mod rulings;
