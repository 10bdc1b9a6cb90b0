//! All integration tests, one binary.

mod beijing;
mod changsha;
mod hand;
mod log;
mod oracle;
