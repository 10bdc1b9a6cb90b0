//! All integration tests, one binary.

mod hand;
mod changsha;
mod oracle;
mod log;
mod generate;
mod mutants;
