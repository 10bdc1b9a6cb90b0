//! All integration tests, one binary.

mod changsha;
mod hand;
mod log;
mod oracle;
mod rulings;
