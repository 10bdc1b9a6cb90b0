//! What is known of damage to the file of the database: once a page was met that makes no sense, nothing that is written there is sure to
//! last, and a backup has to take its place. So nothing more is acknowledged, and it is said until then.

use crate::store::error::StoreError;
use std::sync::{Arc, OnceLock};

/// Shared by all who read and write a file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Damage(Arc<OnceLock<String>>);

impl Damage {
    /// Refuses what needs a file that is whole.
    pub(crate) fn look(&self) -> Result<(), StoreError> {
        self.0.get().map_or(Ok(()), |why| Err(StoreError::Broken(why.clone())))
    }

    /// Remembers it, where this failure is one.
    pub(crate) fn met(&self, error: &StoreError) {
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
