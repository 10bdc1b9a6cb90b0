//! The signing secrets of webhooks: encrypted in the database, opened to sign a message.

use super::{App, SecretKeys};
use crate::config::Database;
use crate::store::{self, StoreError, WebhookRow, WebhookSecret};

/// The length of a secret in bytes. A stored value of this length is in clear, a sealed one is longer.
pub(super) const LENGTH: usize = 32;

/// The secrets that could not be sealed with the newest key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Resealed {
    /// None of the keys opens them.
    pub locked: usize,
    /// They are in clear, because there is no key.
    pub clear: usize,
}

impl App {
    /// Sets the keys that encrypt secrets.
    #[must_use]
    pub fn sealed_by(self, secret_keys: Option<SecretKeys>) -> App {
        App { secret_keys, ..self }
    }

    /// The form of a webhook's secret in the database.
    pub(super) fn sealed(&self, webhook: &str, secret: &[u8]) -> Result<Vec<u8>, StoreError> {
        match &self.secret_keys {
            Some(keys) => keys.seal(&place(webhook), secret),
            None => Ok(secret.to_vec()),
        }
    }

    /// The secrets that sign at this time, the newest first; `None` if no key opens the newest one.
    pub(super) fn secrets(&self, row: &WebhookRow, now: i64) -> Option<Vec<Vec<u8>>> {
        let opened: Vec<_> = row.secrets(now).map(|stored| self.opened(&row.id, stored)).collect();
        opened.first()?.is_some().then(|| opened.into_iter().flatten().collect())
    }

    fn opened(&self, webhook: &str, stored: &[u8]) -> Option<Vec<u8>> {
        if stored.len() == LENGTH {
            return Some(stored.to_vec());
        }
        self.secret_keys.as_ref()?.open(&place(webhook), stored)
    }

    /// Encrypts with the newest key each secret in the database that is in clear or under an older key.
    pub fn reseal(&self, database: &Database) -> Result<Resealed, StoreError> {
        let mut left = Resealed::default();
        store::replace_webhook_secrets(database, |WebhookSecret { webhook, stored, .. }| {
            let newest = self.secret_keys.as_ref().is_some_and(|keys| keys.is_newest(stored));
            if stored.len() != LENGTH && newest {
                return Ok(None);
            }
            match self.opened(webhook, stored) {
                None => left.locked += 1,
                Some(_) if self.secret_keys.is_none() => left.clear += 1,
                Some(secret) => return self.sealed(webhook, &secret).map(Some),
            }
            Ok(None)
        })?;
        Ok(left)
    }
}

/// The place of a secret, which is encrypted with it.
fn place(webhook: &str) -> String {
    format!("webhook {webhook}")
}
