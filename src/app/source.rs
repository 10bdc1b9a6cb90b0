//! A log as received, with the settings that read it.

use super::engine::{self, ReadLog};
use super::{AppError, Media, Settings};
use bytes::Bytes;
use caipan_auditor::media_of;
use caipan_log::Limits;
use std::sync::Arc;

/// A log as received.
#[derive(Clone, Debug)]
pub struct Source {
    /// The bytes.
    pub bytes: Bytes,
    /// Their media type.
    pub media: Media,
    /// The third-party format.
    pub from: Option<String>,
    /// True if the request says that the play goes on after the last event.
    pub in_progress: bool,
    /// The settings of the tenant, once loaded.
    pub set: Option<Arc<Settings>>,
}

impl Source {
    /// A log whose format is recognised by content.
    pub fn recognised(bytes: Bytes) -> Source {
        let (media, from) = media_of(&bytes);
        Source { bytes, media, from: from.map(str::to_owned), in_progress: false, set: None }
    }

    /// Reads the log and checks that its rules are known.
    pub(super) fn read(&self, limits: &Limits) -> Result<ReadLog, AppError> {
        let set = self.set.clone().unwrap_or_default();
        engine::read(&self.bytes, self.media, self.from.as_deref(), &set, limits)
    }

    /// Reads the log for an audit, which checks the rules itself.
    pub(super) fn parse(&self, limits: &Limits) -> Result<ReadLog, AppError> {
        let set = self.set.clone().unwrap_or_default();
        let read = engine::parse(&self.bytes, self.media, self.from.as_deref(), &set, limits)?;
        if self.in_progress { read.in_progress(&self.bytes).map_err(AppError::Unreadable) } else { Ok(read) }
    }
}
