//! The acts in a tenant's journal and their stored numbers.

use crate::store::model::setting::SettingKind;
use caipan_evidence::{Deed, Record};

/// An act, with the row numbers and the ids of what it affects.
#[derive(Clone, Copy, Debug)]
pub(in crate::store) enum Act<'a> {
    /// A log received a report.
    Verdict { log: i64, of: Verdict<'a> },
    /// A referee ruled on a log.
    Ruling { log: i64, id: &'a str, digest: &'a str },
    /// A key was created.
    KeyMade { subject: i64, id: &'a str },
    /// A key was revoked.
    KeyRevoked { subject: i64, id: &'a str },
    /// A setting was stored.
    Put { kind: SettingKind, what: &'a str },
    /// A setting was removed.
    Removed { kind: SettingKind, what: &'a str },
    /// A webhook was created, moved, paused or removed.
    Webhook { deed: Deed, id: &'a str },
    /// A log was erased.
    Erased { id: &'a str, why: &'a str },
}

/// The texts in the record of a verdict.
#[derive(Clone, Copy, Debug)]
pub(in crate::store) struct Verdict<'a> {
    /// The id of the log.
    pub(in crate::store) id: &'a str,
    /// The digest of its bytes.
    pub(in crate::store) raw: &'a str,
    /// The rule system.
    pub(in crate::store) rules: &'a str,
    /// The revision of the report.
    pub(in crate::store) revision: i32,
    /// The digest of the report.
    pub(in crate::store) report: &'a str,
}

/// The stored numbers of acts; never reused.
pub(in crate::store) const VERDICT: i32 = 1;
pub(in crate::store) const KEY_MADE: i32 = 2;
pub(in crate::store) const KEY_REVOKED: i32 = 3;
pub(in crate::store) const ADAPTER_PUT: i32 = 4;
pub(in crate::store) const ADAPTER_REMOVED: i32 = 5;
pub(in crate::store) const PRESETS_PUT: i32 = 6;
pub(in crate::store) const PRESETS_REMOVED: i32 = 7;
pub(in crate::store) const RULING: i32 = 8;
pub(in crate::store) const ERASED: i32 = 9;
pub(in crate::store) const WEBHOOK_MADE: i32 = 12;
pub(in crate::store) const WEBHOOK_REMOVED: i32 = 13;
pub(in crate::store) const WEBHOOK_REPLAYED: i32 = 14;
pub(in crate::store) const WEBHOOK_ROTATED: i32 = 15;
pub(in crate::store) const WEBHOOK_PAUSED: i32 = 16;

impl Verdict<'_> {
    /// Adds the texts to a record.
    pub(in crate::store) fn record(&self, bare: Record) -> Record {
        let owned = |text: &str| Some(text.to_owned());
        let rules = Some(format!("{}@{}", self.rules, self.revision));
        Record { log: owned(self.id), raw: owned(self.raw), rules, report: owned(self.report), ..bare }
    }
}

/// The deed that an act number stands for.
pub(in crate::store) const fn deed_of(number: i32) -> Deed {
    match number {
        RULING => Deed::Ruling,
        ERASED => Deed::Erased,
        KEY_MADE => Deed::KeyMade,
        KEY_REVOKED => Deed::KeyRevoked,
        ADAPTER_PUT => Deed::AdapterPut,
        ADAPTER_REMOVED => Deed::AdapterRemoved,
        PRESETS_PUT => Deed::PresetsPut,
        PRESETS_REMOVED => Deed::PresetsRemoved,
        WEBHOOK_MADE => Deed::WebhookMade,
        WEBHOOK_REMOVED => Deed::WebhookRemoved,
        WEBHOOK_REPLAYED => Deed::WebhookReplayed,
        WEBHOOK_ROTATED => Deed::WebhookRotated,
        WEBHOOK_PAUSED => Deed::WebhookPaused,
        _ => Deed::Verdict,
    }
}

/// An entry of the audit trail.
#[derive(Clone, Debug)]
pub struct TrailRow {
    /// The sequence number.
    pub place: i64,
    /// The act.
    pub deed: Deed,
    /// Microseconds since 1970.
    pub at: i64,
    /// The key that acted.
    pub key: Option<String>,
    /// The person whose session acted, began or ended.
    pub person: Option<String>,
    /// The affected log.
    pub log: Option<String>,
    /// The rule system and the revision of the report.
    pub revision: Option<String>,
    /// The affected key.
    pub subject: Option<String>,
    /// The affected setting: its name and the digest of the stored file.
    pub what: Option<String>,
}
