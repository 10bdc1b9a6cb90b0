//! All integration tests, one binary.

mod hand;
mod oracle;
mod log;
