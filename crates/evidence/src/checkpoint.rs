//! Checkpoints: signed roots of a tree in the form of a signed note (C2SP `tlog-checkpoint`, `signed-note`). Go's
//! module log and Sigstore use the same form, so other witnesses can sign a checkpoint too.

use super::key::{PublicKey, Signer};
use super::tree::Hash;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;

/// The prefix of each signature line.
const DASH: &str = "\u{2014} ";

/// The size and the root of a tree at one time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    /// The name of the tree: `caipan/` and the tenant's name.
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

    fn text(&self) -> String {
        let Checkpoint { origin, size, root, at } = self;
        let at = at.map(|at| format!("at {at}\n")).unwrap_or_default();
        format!("{origin}\n{size}\n{}\n{at}", STANDARD.encode(root))
    }

    /// Signs the checkpoint. Returns the signed note.
    pub fn signed(&self, signer: &Signer) -> String {
        let (text, name) = (self.text(), &self.origin);
        let mut bytes = signer.public().hint(name).to_vec();
        bytes.extend(signer.sign(text.as_bytes()));
        format!("{text}\n{DASH}{name} {}\n", STANDARD.encode(bytes))
    }

    /// Reads a signed note. Returns `None` unless one of its signatures is by this key; other signatures are ignored.
    pub fn opened(note: &str, key: &PublicKey) -> Option<Checkpoint> {
        let at = note.rfind("\n\n")?;
        let (text, signatures) = (note.get(..=at)?, note.get(at + 2..)?);
        let checkpoint = Checkpoint::read(text)?;
        let is_signed = signatures.lines().any(|line| {
            let Some((name, bytes)) = line.strip_prefix(DASH).and_then(|rest| rest.split_once(' ')) else {
                return false;
            };
            let Ok(bytes) = STANDARD.decode(bytes) else { return false };
            let Some((hint, signature)) = bytes.split_at_checked(4) else { return false };
            name == checkpoint.origin && hint == key.hint(name) && key.holds(text.as_bytes(), signature)
        });
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
