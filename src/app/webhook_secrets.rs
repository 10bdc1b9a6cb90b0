//! The signing secrets of webhooks: encrypted in the database, decrypted to sign a message.

use super::{App, EncryptionKeys};
use crate::config::Database;
use crate::store::{self, StoreError, WebhookRow, WebhookSecret};

/// The length of a secret in bytes. A stored value of this length is in clear, an encrypted one is longer.
pub(super) const LENGTH: usize = 32;

/// The secrets that could not be encrypted with the newest key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unencrypted {
    /// None of the keys decrypts them.
    pub locked: usize,
    /// They are in clear, because there is no key.
    pub clear: usize,
}

impl App {
    /// Sets the keys that encrypt secrets.
    #[must_use]
    pub fn encrypted_by(self, encryption_keys: Option<EncryptionKeys>) -> App {
        App { encryption_keys, ..self }
    }

    /// The form of a webhook's secret in the database.
    pub(super) fn encrypted(&self, webhook: &str, secret: &[u8]) -> Result<Vec<u8>, StoreError> {
        match &self.encryption_keys {
            Some(keys) => keys.encrypt(&place(webhook), secret),
            None => Ok(secret.to_vec()),
        }
    }

    /// The secrets that sign at this time, the newest first; `None` if no key decrypts the newest one.
    pub(super) fn secrets(&self, row: &WebhookRow, now: i64) -> Option<Vec<Vec<u8>>> {
        let decrypted: Vec<_> = row.secrets(now).map(|stored| self.decrypted(&row.id, stored)).collect();
        decrypted.first()?.is_some().then(|| decrypted.into_iter().flatten().collect())
    }

    fn decrypted(&self, webhook: &str, stored: &[u8]) -> Option<Vec<u8>> {
        if stored.len() == LENGTH {
            return Some(stored.to_vec());
        }
        self.encryption_keys.as_ref()?.decrypt(&place(webhook), stored)
    }

    /// Encrypts with the newest key each secret in the database that is in clear or under an older key.
    pub fn reencrypt(&self, database: &Database) -> Result<Unencrypted, StoreError> {
        let mut left = Unencrypted::default();
        store::replace_webhook_secrets(database, |WebhookSecret { webhook, stored, .. }| {
            let newest = self.encryption_keys.as_ref().is_some_and(|keys| keys.is_newest(stored));
            if stored.len() != LENGTH && newest {
                return Ok(None);
            }
            match self.decrypted(webhook, stored) {
                None => left.locked += 1,
                Some(_) if self.encryption_keys.is_none() => left.clear += 1,
                Some(secret) => return self.encrypted(webhook, &secret).map(Some),
            }
            Ok(None)
        })?;
        Ok(left)
    }
}

/// The place of a secret, which is authenticated with it.
fn place(webhook: &str) -> String {
    format!("webhook {webhook}")
}
