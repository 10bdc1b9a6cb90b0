//! Evidence (存证): that a report is the one that was given, and that nothing that was given before it has changed since.
//!
//! Everything that a tenant did is a [`Record`]; the records in their order are the leaves of a Merkle tree ([`tree`], RFC 6962). A
//! [`Checkpoint`] is the root of that tree, signed by the service ([`Signer`]). A [`Proof`] leads from a record to such a root, and from
//! an earlier root to it; whoever has the public key checks it without the service ([`checked()`]). Nothing here reads a clock or a
//! database.

mod checked;
mod checkpoint;
mod key;
mod proof;
mod record;
pub mod tree;

pub use checked::{Beside, Statement, checked};
pub use checkpoint::Checkpoint;
pub use key::{KeyError, PublicKey, Signer};
pub use proof::{Entry, FORMAT, Grown, Proof};
pub use record::{Deed, Record};
