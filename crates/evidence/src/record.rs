//! The records of what a tenant did: the leaves of its Merkle tree.

use serde::{Deserialize, Serialize};

/// The act that a record documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Deed {
    /// A report was issued for a log.
    Verdict,
    /// A referee ruled on a log.
    Ruling,
    /// A key was created.
    KeyMade,
    /// A key was revoked.
    KeyRevoked,
    /// An adapter was stored.
    AdapterPut,
    /// An adapter was removed.
    AdapterRemoved,
    /// House rules were stored.
    PresetsPut,
    /// House rules were removed.
    PresetsRemoved,
    /// A webhook was created.
    WebhookMade,
    /// A webhook was removed.
    WebhookRemoved,
    /// A webhook was made to resend or to resume.
    WebhookReplayed,
    /// The secrets of a webhook were rotated.
    WebhookRotated,
    /// The service paused a webhook: its receiver is gone, or too many messages failed.
    WebhookPaused,
    /// A log was erased.
    Erased,
}

/// An entry of a tenant's journal in the form that is proven. It refers to content by digest, so it reveals nothing
/// about players and stays valid after the content is erased. Its JSON, as [`Record::text`] writes it, is hashed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The position in the journal, from 1.
    pub place: i64,
    /// The time, in microseconds since 1970.
    pub at: i64,
    /// The act.
    pub act: Deed,
    /// The id of the key that acted; absent without keys.
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
    /// The digest of the ruling, which is stored separately.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ruling: Option<String>,
    /// The id of the key that was created or revoked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// Depends on the act: the name and digest of a stored file, the name of a removed file, the id of a webhook, or
    /// the reason of an erasure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub what: Option<String>,
}

impl Deed {
    /// The name of the act, as a record writes it.
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
            Deed::WebhookPaused => "webhook-paused",
            Deed::Erased => "erased",
        }
    }
}

impl Record {
    /// Creates a record with position, time and act only.
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

    /// The JSON that is hashed.
    pub fn text(&self) -> String {
        // Strings and numbers always serialise.
        serde_json::to_string(self).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The trail and the hashed JSON use the same names.
    #[test]
    fn deed_name_equals_its_serialised_form() {
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
            "webhook-rotated",
            "webhook-paused",
            "erased",
        ] {
            let deed: Deed = serde_json::from_value(name.into()).expect("a deed");
            assert_eq!(deed.name(), name);
        }
    }
}
