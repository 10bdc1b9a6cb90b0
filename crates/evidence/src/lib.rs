//! Evidence (存证): proves that a report is the one that was issued, and that no earlier record has changed since.
//!
//! Every act of a tenant is a [`Record`]; the records in order are the leaves of a Merkle tree ([`tree`], RFC 6962). A
//! [`Checkpoint`] is the root of that tree, signed by the service ([`Signer`]). A [`Proof`] leads from a record to such
//! a root, and from an earlier root to it; [`checked()`] verifies it with the public key, without the service. Witnesses
//! ([`VerifierKey`], [`add_checkpoint`]) cosign checkpoints, so that a service cannot show two histories; [`Trust`] names
//! those that a reader asks for. Nothing here reads a clock or a database.
#![doc = include_str!("../README.md")]

mod checked;
mod checkpoint;
mod key;
mod key_list;
mod note;
mod proof;
mod record;
mod submission;
pub mod tree;
mod trust;
mod verifier_key;

pub use checked::{Beside, Statement, checked, checked_by};
pub use checkpoint::Checkpoint;
pub use key::{KeyError, PublicKey, Signer};
pub use key_list::{KeyList, ListedKey};
pub use proof::{Entry, FORMAT, Grown, Proof};
pub use record::{Deed, Record};
pub use submission::{Cosignature, SIZE_TYPE, add_checkpoint, cosignature, size_held};
pub use trust::{Trust, TrustedKey};
pub use verifier_key::{SignatureKind, VerifierKey, VerifierKeyError};
