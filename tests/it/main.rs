//! All integration tests, one binary.

mod changsha;
mod guiyang;
mod hand;
mod log;
mod oracle;
mod rulings;
