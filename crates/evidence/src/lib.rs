//! Evidence (存证): proves that a report is the one that was issued, and that no earlier record has changed since.
//!
//! Every act of a tenant is a [`Record`]; the records in order are the leaves of a Merkle tree ([`tree`], RFC 6962). A
//! [`Checkpoint`] is the root of that tree, signed by the service ([`Signer`]). A [`Proof`] leads from a record to such
//! a root, and from an earlier root to it; [`checked()`] verifies it with the public key, without the service. Nothing
//! here reads a clock or a database.
#![doc = include_str!("../README.md")]

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
