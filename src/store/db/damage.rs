//! Remembers damage to the database file. After the first damaged page no write is sure to last, so the store refuses
//! writes until a backup is restored.

use crate::store::error::StoreError;
use std::sync::{Arc, OnceLock};

/// The damage flag, shared by all readers and writers of a file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Damage(Arc<OnceLock<String>>);

impl Damage {
    /// Fails if the file is known to be damaged.
    pub(crate) fn check(&self) -> Result<(), StoreError> {
        self.0.get().map_or(Ok(()), |why| Err(StoreError::Broken(why.clone())))
    }

    /// Remembers the error if it shows damage.
    pub(crate) fn record(&self, error: &StoreError) {
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
