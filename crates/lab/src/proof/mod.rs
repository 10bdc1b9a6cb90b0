//! Proof (自证): plays games, injects faults, and measures what the audit finds.
//!
//! Blocks of games are independent, so any number of threads gives the same figures. The proof measures whether the
//! audit finds each injected fault, and nothing in a clean game. Whether the rules are read correctly is left to the
//! independent referees of the tests.

mod block;
mod occurred;
mod page;
mod rooms;
mod tally;

pub use block::{BLOCK, Proof};
pub use page::{Cost, page_of};
pub use tally::{Row, Seen, Tally, Trouble};
