//! What is written down of everything that a tenant did: the leaves of its tree.

use serde::{Deserialize, Serialize};

/// What was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Deed {
    /// A report was given for a log.
    Verdict,
    /// A referee ruled on a log.
    Ruling,
    /// A key was made.
    KeyMade,
    /// A key was taken out of use.
    KeyRevoked,
    /// An adapter was put.
    AdapterPut,
    /// An adapter was taken away.
    AdapterRemoved,
    /// House rules were put.
    PresetsPut,
    /// House rules were taken away.
    PresetsRemoved,
    /// A webhook was made.
    WebhookMade,
    /// A webhook was taken away.
    WebhookRemoved,
    /// Something was sent again by a webhook.
    WebhookReplayed,
    /// The secrets of a webhook were changed.
    WebhookRotated,
    /// A log was erased.
    Erased,
}

/// An entry of a tenant's journal, as it is proven: in digests, so that it tells nothing of players, and stays true after what it speaks of
/// was erased. Its JSON, as [`Record::text`] writes it, is what is hashed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// Its place, from 1 on.
    pub place: i64,
    /// When, in microseconds since 1970.
    pub at: i64,
    /// What was done.
    pub act: Deed,
    /// The id of the key that did it; absent without keys.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// The id of the log.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub log: Option<String>,
    /// The digest of the log's bytes as received.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub raw: Option<String>,
    /// The rule system and the revision of the report: `changsha@3`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
    /// The digest of the report's JSON as served.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub report: Option<String>,
    /// The digest of the ruling, as it stands beside it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ruling: Option<String>,
    /// The id of the key that was made or revoked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// The name of a file that was put, with its digest, or of one that was taken away; the id of a webhook; why a log was erased.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub what: Option<String>,
}

impl Deed {
    /// Its name, as a record writes it.
    pub const fn name(self) -> &'static str {
        match self {
            Deed::Verdict => "verdict",
            Deed::Ruling => "ruling",
            Deed::KeyMade => "key-made",
            Deed::KeyRevoked => "key-revoked",
            Deed::AdapterPut => "adapter-put",
            Deed::AdapterRemoved => "adapter-removed",
            Deed::PresetsPut => "presets-put",
            Deed::PresetsRemoved => "presets-removed",
            Deed::WebhookMade => "webhook-made",
            Deed::WebhookRemoved => "webhook-removed",
            Deed::WebhookReplayed => "webhook-replayed",
            Deed::WebhookRotated => "webhook-rotated",
            Deed::Erased => "erased",
        }
    }
}

impl Record {
    /// Nothing but place, time and act.
    pub const fn bare(place: i64, at: i64, act: Deed) -> Record {
        Record {
            place,
            at,
            act,
            by: None,
            log: None,
            raw: None,
            rules: None,
            report: None,
            ruling: None,
            key: None,
            what: None,
        }
    }

    /// The text that is hashed.
    pub fn text(&self) -> String {
        // Strings and numbers alone: this cannot fail.
        serde_json::to_string(self).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is hashed and what the trail shows are the same words.
    #[test]
    fn a_deed_has_one_name() {
        for name in [
            "verdict",
            "ruling",
            "key-made",
            "key-revoked",
            "adapter-put",
            "adapter-removed",
            "presets-put",
            "presets-removed",
            "webhook-made",
            "webhook-removed",
            "webhook-replayed",
            "erased",
        ] {
            let deed: Deed = serde_json::from_value(name.into()).expect("a deed");
            assert_eq!(deed.name(), name);
        }
    }
}
