//! All integration tests, one binary.

mod changsha;
mod oracle;
