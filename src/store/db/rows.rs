//! The rows that a commit inserts.

use crate::store::db::hex_key::HexKey;
use crate::store::db::schema::{entries, idempotency_keys, log_settings, logs, reports, tags};
use diesel::prelude::*;

/// A row of `logs`.
#[derive(Clone, Debug, Insertable)]
#[diesel(table_name = logs, treat_none_as_default_value = false)]
pub(crate) struct NewLog {
    pub(crate) tenant: i64,
    pub(crate) place: i64,
    pub(crate) id: HexKey,
    pub(crate) digest: HexKey,
    pub(crate) class: i64,
    pub(crate) platform: String,
    pub(crate) game: String,
    pub(crate) hands: i32,
    pub(crate) received_at: i64,
    pub(crate) corrects: Option<i64>,
    pub(crate) revision: i32,
    pub(crate) faults: i32,
    pub(crate) variants: i32,
    pub(crate) unverifiable: i32,
    pub(crate) notes: i32,
    pub(crate) report_size: i32,
    pub(crate) size: i32,
    pub(crate) raw: Vec<u8>,
}

/// A row of `idempotency_keys`.
#[derive(Clone, Debug, Insertable)]
#[diesel(table_name = idempotency_keys, treat_none_as_default_value = false)]
pub(crate) struct NewKeyUse {
    pub(crate) tenant: i64,
    pub(crate) key: String,
    pub(crate) log: i64,
    pub(crate) created_at: i64,
}

/// A row of `log_settings`: a setting version that was used to read a log.
#[derive(Clone, Debug, Insertable)]
#[diesel(table_name = log_settings, treat_none_as_default_value = false)]
pub(crate) struct NewLogSetting {
    pub(crate) tenant: i64,
    pub(crate) log: i64,
    pub(crate) setting: i64,
}

/// A row of `tags`.
#[derive(Clone, Debug, Insertable)]
#[diesel(table_name = tags, treat_none_as_default_value = false)]
pub(crate) struct NewTag {
    pub(crate) tenant: i64,
    pub(crate) kind: i32,
    pub(crate) word: HexKey,
    pub(crate) place: i64,
}

/// A row of `entries`, the journal of a tenant.
#[derive(Clone, Debug, Insertable)]
#[diesel(table_name = entries, treat_none_as_default_value = false)]
pub(crate) struct NewEntry {
    pub(crate) tenant: i64,
    pub(crate) place: i64,
    pub(crate) act: i32,
    pub(crate) at: i64,
    pub(crate) key: Option<i64>,
    /// In place of `key`, the key of another tenant that acted.
    pub(crate) actor_tenant: Option<i64>,
    pub(crate) actor: Option<i64>,
    pub(crate) log: Option<i64>,
    pub(crate) revision: Option<i32>,
    pub(crate) subject: Option<i64>,
    pub(crate) what: Option<String>,
    pub(crate) record: Option<String>,
    pub(crate) digest: Option<HexKey>,
    pub(crate) id: Option<HexKey>,
    pub(crate) leaf: Vec<u8>,
}

/// A row of `reports`.
#[derive(Clone, Debug, Insertable)]
#[diesel(table_name = reports, treat_none_as_default_value = false)]
pub(crate) struct NewReport {
    pub(crate) tenant: i64,
    pub(crate) log: i64,
    pub(crate) revision: i32,
    pub(crate) verdict: String,
    pub(crate) faults: i32,
    pub(crate) variants: i32,
    pub(crate) unverifiable: i32,
    pub(crate) notes: i32,
    pub(crate) created_at: i64,
    pub(crate) body: Vec<u8>,
}

impl NewEntry {
    /// An entry with only its sequence number, act and time. Its leaf is still to be set.
    pub(crate) const fn bare(tenant: i64, place: i64, act: i32, at: i64) -> NewEntry {
        NewEntry {
            tenant,
            place,
            act,
            at,
            key: None,
            actor_tenant: None,
            actor: None,
            log: None,
            revision: None,
            subject: None,
            what: None,
            record: None,
            digest: None,
            id: None,
            leaf: Vec::new(),
        }
    }
}
