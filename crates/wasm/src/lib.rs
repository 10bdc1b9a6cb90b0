//! caipan for JavaScript: audits and joins logs, draws their pages, verifies proofs, settles hands and explains words,
//! without a network.
//!
//! Every function takes the bytes of files and returns the JSON or the text that the command line prints for them. The
//! package in `npm/` adds loaders for browsers and Node.js; `examples/package.rs` builds it.

mod audit;
mod error;
mod in_play;
mod page;
mod proof;
mod reference;
mod views;

pub use audit::{audit, audit_each, text};
pub use in_play::MatchInPlay;
pub use page::{match_page, page};
pub use proof::verify;
pub use reference::{explain, formats, score};
pub use views::{join, leaks};
