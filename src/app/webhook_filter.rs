//! The events that webhooks send and the filter that selects them; the delivery of events is left to `webhook_delivery`.

use super::unknown_word::unknown_word;
use crate::store::{FeedErasure, FeedRow, FeedRuling};
use caipan_auditor::{VERDICTS, verdict_named};
use caipan_tiles::bilingual;
use caipan_tiles::text::Text;
use serde::{Deserialize, Serialize};

/// The maximum number of names in a list.
const MAX_NAMES: usize = 50;
/// The maximum length of a name, in characters.
const MAX_NAME_LENGTH: usize = 256;
/// The event types that a filter can name.
pub const EVENT_TYPES: [&str; 3] = ["verdict", "ruling", "erasure"];

/// An entry of the feed as a webhook event.
#[derive(Clone, Debug)]
pub enum WebhookEvent {
    /// A new verdict.
    Verdict(Box<FeedRow>),
    /// A new ruling.
    Ruling(Box<FeedRuling>),
    /// An erased log.
    Erasure(FeedErasure),
}

impl WebhookEvent {
    /// The sequence number in the feed.
    pub(super) fn place(&self) -> i64 {
        match self {
            WebhookEvent::Verdict(row) => row.cursor.place,
            WebhookEvent::Ruling(row) => row.cursor.place,
            WebhookEvent::Erasure(row) => row.cursor.place,
        }
    }
}

/// The events that a webhook receives. An empty list matches everything.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct WebhookFilter {
    /// Event types: `verdict`, `ruling`, `erasure`.
    pub events: Vec<String>,
    /// Verdicts, for `verdict` events.
    pub verdicts: Vec<String>,
    /// Rule systems.
    pub systems: Vec<String>,
    /// Platforms.
    pub platforms: Vec<String>,
}

impl WebhookFilter {
    /// Returns whether the filter selects the event.
    pub fn asks(&self, event: &WebhookEvent) -> bool {
        let has = |names: &[String], name: &str| names.is_empty() || names.iter().any(|one| one == name);
        match event {
            WebhookEvent::Verdict(row) => {
                has(&self.events, "verdict")
                    && has(&self.verdicts, &row.verdict)
                    && has(&self.systems, &row.system)
                    && has(&self.platforms, &row.platform)
            }
            // Rulings are opt-in: an empty list of events does not select them.
            WebhookEvent::Ruling(row) => {
                self.events.iter().any(|event| event == "ruling")
                    && has(&self.systems, &row.system)
                    && has(&self.platforms, &row.platform)
            }
            // The system and the platform of an erased log are no longer stored.
            WebhookEvent::Erasure(_) => self.events.iter().any(|event| event == "erasure"),
        }
    }

    /// Checks the length of the lists and the names of events and verdicts.
    pub(super) fn check(&self) -> Result<(), Text> {
        let lists = [&self.events, &self.verdicts, &self.systems, &self.platforms];
        let is_too_long = |name: &String| name.chars().count() > MAX_NAME_LENGTH;
        if lists.iter().any(|names| names.len() > MAX_NAMES || names.iter().any(is_too_long)) {
            return Err(bilingual!(
                "每个列表至多 {MAX_NAMES} 项，每项至多 {MAX_NAME_LENGTH} 个字符。",
                "A list has at most {MAX_NAMES} names of at most {MAX_NAME_LENGTH} characters."
            ));
        }
        if let Some(event) = self.events.iter().find(|event| !EVENT_TYPES.contains(&event.as_str())) {
            return Err(unknown_word("events", event, &EVENT_TYPES));
        }
        let unknown = self.verdicts.iter().find(|verdict| verdict_named(verdict).is_none());
        unknown.map_or(Ok(()), |verdict| Err(unknown_word("verdicts", verdict, &VERDICTS)))
    }
}
