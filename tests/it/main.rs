//! All integration tests, one binary.

mod oracle;
