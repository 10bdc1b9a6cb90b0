//! Checkpoints: signed roots of a tree in the form of a signed note (C2SP `tlog-checkpoint`, `signed-note`). Go's
//! module log and Sigstore use the same form, so other witnesses can sign a checkpoint too.

use super::key::{PublicKey, Signer};
use super::note::{Note, signature_line};
use super::tree::Hash;
use super::verifier_key::VerifierKey;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use caipan_tiles::hash::hex;

/// The size and the root of a tree at one time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    /// The name of the tree: `caipan/` and the tenant's name, or [`Checkpoint::witness_origin`].
    pub origin: String,
    /// The number of leaves.
    pub size: u64,
    /// The root over the leaves.
    pub root: Hash,
    /// The time of the last leaf, in microseconds since 1970; absent for an empty tree.
    pub at: Option<i64>,
}

impl Checkpoint {
    /// The name of a tenant's tree.
    pub fn origin(tenant: &str) -> String {
        format!("caipan/{tenant}")
    }

    /// The name of a tenant's tree towards witnesses. It follows from the tree's first leaf: every replica and every copy
    /// of the database gives the same name, and a witness does not learn the tenant's.
    pub fn witness_origin(first: &Hash) -> String {
        format!("caipan/log/{}", hex(first.get(..16).unwrap_or_default()))
    }

    /// The text that is signed.
    pub fn text(&self) -> String {
        let Checkpoint { origin, size, root, at } = self;
        let at = at.map(|at| format!("at {at}\n")).unwrap_or_default();
        format!("{origin}\n{size}\n{}\n{at}", STANDARD.encode(root))
    }

    /// Signs the checkpoint. Returns the signed note.
    pub fn signed(&self, signer: &Signer) -> String {
        self.signed_by([signer])
    }

    /// Signs the checkpoint with each of these keys, in this order. Returns the signed note.
    pub fn signed_by<'a>(&self, signers: impl IntoIterator<Item = &'a Signer>) -> String {
        let text = self.text();
        let mut note = format!("{text}\n");
        for signer in signers {
            let key = VerifierKey::log(&self.origin, signer.public());
            note.push_str(&signature_line(&self.origin, key.id(), &signer.sign(text.as_bytes())));
        }
        note
    }

    /// Reads a signed note. Returns `None` unless one of its signatures is by this key; other signatures are ignored.
    pub fn opened(note: &str, key: &PublicKey) -> Option<Checkpoint> {
        let note = Note::read(note)?;
        let checkpoint = Checkpoint::read(note.text)?;
        let key = VerifierKey::log(&checkpoint.origin, *key);
        let is_signed = note.signatures().any(|signature| key.signed(note.text, &signature));
        is_signed.then_some(checkpoint)
    }

    /// Reads the text of a note without checking a signature.
    fn read(text: &str) -> Option<Checkpoint> {
        let mut lines = text.lines();
        let (origin, size, root) = (lines.next()?.to_owned(), lines.next()?.parse().ok()?, lines.next()?);
        let root: Hash = STANDARD.decode(root).ok()?.try_into().ok()?;
        let at = lines.find_map(|line| line.strip_prefix("at ")?.parse().ok());
        Some(Checkpoint { origin, size, root, at })
    }
}
