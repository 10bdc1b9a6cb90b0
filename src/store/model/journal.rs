//! What a tenant did.

use crate::store::model::setting::SettingKind;
use caipan_evidence::Deed;

/// What was done, by the numbers and by the names of what it was done to.
#[derive(Clone, Copy, Debug)]
pub(in crate::store) enum Act<'a> {
    /// A report of this digest was given for a log.
    Verdict { log: i64, revision: i32, report: &'a str },
    /// A referee ruled on a log.
    Ruling { log: i64, id: &'a str, digest: &'a str },
    /// A key was made.
    KeyMade { subject: i64, id: &'a str },
    /// A key was taken out of use.
    KeyRevoked { subject: i64, id: &'a str },
    /// Something was set.
    Put { kind: SettingKind, what: &'a str },
    /// Something set was taken away.
    Removed { kind: SettingKind, what: &'a str },
    /// A webhook was made, moved or taken away.
    Webhook { deed: Deed, id: &'a str },
    /// A log was erased.
    Erased { id: &'a str, why: &'a str },
}

/// The numbers of acts at rest; never given anew.
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

/// What an entry of this number says was done.
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
        _ => Deed::Verdict,
    }
}

/// An entry as the trail of keys shows it.
#[derive(Clone, Debug)]
pub struct TrailRow {
    /// Its place.
    pub place: i64,
    /// What was done.
    pub deed: Deed,
    /// Microseconds since 1970.
    pub at: i64,
    /// The key that did it.
    pub key: Option<String>,
    /// The log that it was done to.
    pub log: Option<String>,
    /// The rule system and the revision of the report.
    pub revision: Option<String>,
    /// The key that it was done to.
    pub subject: Option<String>,
    /// What was set or taken away: its name, and the digest of the file that was put.
    pub what: Option<String>,
}
