//! All integration tests, one binary.

mod changsha;
mod hand;
mod oracle;
mod rulings;
