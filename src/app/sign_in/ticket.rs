//! Tickets: values that a browser keeps and cannot read or change.

use super::super::encryption_keys::EncryptionKeys;
use crate::app::AppError;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Writes and reads tickets with the keys of the operator.
pub(super) struct Ticket<'a>(pub(super) &'a EncryptionKeys);

impl Ticket<'_> {
    /// Encrypts a value as a text that fits into a cookie.
    pub(super) fn write(&self, place: &str, value: &impl Serialize) -> Result<String, AppError> {
        Ok(URL_SAFE_NO_PAD.encode(self.0.encrypt(place, &serde_json::to_vec(value)?)?))
    }

    /// Decrypts a ticket; `None` if there is none, or if it was not written for this place by one of the keys.
    pub(super) fn read<T: DeserializeOwned>(&self, place: &str, ticket: Option<&str>) -> Option<T> {
        let encrypted = URL_SAFE_NO_PAD.decode(ticket?).ok()?;
        serde_json::from_slice(&self.0.decrypt(place, &encrypted)?).ok()
    }
}
