//! What is known of damage to the file of the database: once a page was met that makes no sense, nothing that is written there is sure to
//! last, and a backup has to take its place. So nothing more is acknowledged, and it is said until then.

use super::StoreError;
use std::sync::{Arc, OnceLock};

/// Shared by all who read and write a file.
#[derive(Clone, Debug, Default)]
pub(super) struct Damage(Arc<OnceLock<String>>);

impl Damage {
    /// Refuses what needs a file that is whole.
    pub(super) fn look(&self) -> Result<(), StoreError> {
        self.0.get().map_or(Ok(()), |why| Err(StoreError::Broken(why.clone())))
    }

    /// Remembers it, where this failure is one.
    pub(super) fn met(&self, error: &StoreError) {
        if let StoreError::Broken(why) = error
            && self.0.set(why.clone()).is_ok()
        {
            tracing::error!(
                why,
                "the file of the database is damaged: stop the service and restore a backup, see docs/operations.md"
            );
        }
    }
}

/// Whether these are SQLite's words for it; diesel does not pass its numbers on.
pub(super) fn is_told(text: &str) -> bool {
    ["database disk image is malformed", "file is not a database", "malformed database schema"]
        .iter()
        .any(|words| text.contains(words))
}
