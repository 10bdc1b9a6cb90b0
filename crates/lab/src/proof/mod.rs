//! Proof (自证): games by self-play, faults put into them, and what the audit made of both.
//!
//! Games come in blocks that know nothing of each other, so that any number of threads comes to the same figures. What
//! this measures is whether the audit finds what was put in, and finds nothing where nothing was; whether the rules are
//! read rightly is for the plain referees of the tests.

mod block;
mod occurred;
mod page;
mod tally;

pub use block::{BLOCK, Proof};
pub use page::{Cost, page, page_of};
pub use tally::{Row, Seen, Tally, Trouble};
