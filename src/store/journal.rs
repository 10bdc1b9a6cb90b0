//! Everything that a tenant did, in the order of commits.

use super::conn::{Conn, each};
use super::heads::Heads;
use super::keys::{Tenant, Who, find};
use super::name::Name;
use super::pending::NewEntry;
use super::schema::{classes, entries, keys, logs};
use super::settings::SettingKind;
use super::{Store, StoreError};
use caipan_evidence::{Deed, Record};
use diesel::dsl::exists;
use diesel::prelude::*;

/// What was done, by the numbers and by the names of what it was done to.
#[derive(Clone, Copy, Debug)]
pub(super) enum Act<'a> {
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
pub(super) const VERDICT: i32 = 1;
const KEY_MADE: i32 = 2;
const KEY_REVOKED: i32 = 3;
const ADAPTER_PUT: i32 = 4;
const ADAPTER_REMOVED: i32 = 5;
const PRESETS_PUT: i32 = 6;
const PRESETS_REMOVED: i32 = 7;
pub(super) const RULING: i32 = 8;
const WEBHOOK_MADE: i32 = 12;
const WEBHOOK_REMOVED: i32 = 13;
const WEBHOOK_REPLAYED: i32 = 14;
const WEBHOOK_ROTATED: i32 = 15;
pub(super) const ERASED: i32 = 9;

/// What an entry of this number says was done.
pub(super) const fn deed_of(number: i32) -> Deed {
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

/// Writes down what was done, in the next place.
pub(super) fn append(conn: &mut Conn, heads: &mut Heads, who: Who, act: Act<'_>, at: i64) -> Result<(), StoreError> {
    let place = heads.advance(conn, who.tenant)?;
    enter(conn, heads, (who, place), act, at)
}

/// Writes down what was done, in a place that was taken, at the end of the transaction.
pub(super) fn enter(
    conn: &mut Conn,
    heads: &mut Heads,
    (who, place): (Who, i64),
    act: Act<'_>,
    at: i64,
) -> Result<(), StoreError> {
    let tenant = who.tenant.0;
    if let Act::Verdict { log, revision, report } = act {
        // Its record follows from rows that are there already.
        let (log, revision, digest) = (Some(log), Some(revision), Some(Name::of(report)));
        let bare = NewEntry::bare(tenant, place, VERDICT, at);
        heads.pending.entries.push(NewEntry { key: who.key, log, revision, digest, ..bare });
        return Ok(());
    }
    let by = who.key.map(|key| heads.key(conn, key)).transpose()?;
    let record = |act| Record { by, ..Record::bare(place, at, act) };
    let (number, log, subject, record) = match act {
        Act::Verdict { .. } => return Ok(()),
        Act::KeyMade { subject, id } => {
            let record = Record { key: Some(id.to_owned()), ..record(Deed::KeyMade) };
            (KEY_MADE, None, Some(subject), record)
        }
        Act::KeyRevoked { subject, id } => {
            let record = Record { key: Some(id.to_owned()), ..record(Deed::KeyRevoked) };
            (KEY_REVOKED, None, Some(subject), record)
        }
        Act::Put { kind, what } => {
            let (number, act) = match kind {
                SettingKind::Adapter => (ADAPTER_PUT, Deed::AdapterPut),
                SettingKind::Presets => (PRESETS_PUT, Deed::PresetsPut),
            };
            (number, None, None, Record { what: Some(what.to_owned()), ..record(act) })
        }
        Act::Removed { kind, what } => {
            let (number, act) = match kind {
                SettingKind::Adapter => (ADAPTER_REMOVED, Deed::AdapterRemoved),
                SettingKind::Presets => (PRESETS_REMOVED, Deed::PresetsRemoved),
            };
            (number, None, None, Record { what: Some(what.to_owned()), ..record(act) })
        }
        Act::Webhook { deed, id } => {
            let number = match deed {
                Deed::WebhookMade => WEBHOOK_MADE,
                Deed::WebhookRemoved => WEBHOOK_REMOVED,
                Deed::WebhookRotated => WEBHOOK_ROTATED,
                _ => WEBHOOK_REPLAYED,
            };
            (number, None, None, Record { what: Some(id.to_owned()), ..record(deed) })
        }
        Act::Ruling { log, id, digest } => {
            let (log_id, ruling) = (Some(id.to_owned()), Some(digest.to_owned()));
            (RULING, Some(log), None, Record { log: log_id, ruling, ..record(Deed::Ruling) })
        }
        Act::Erased { id, why } => {
            let (log_id, what) = (Some(id.to_owned()), Some(why.to_owned()));
            (ERASED, None, None, Record { log: log_id, what, ..record(Deed::Erased) })
        }
    };
    heads.pending.entries.push(NewEntry {
        key: who.key,
        log,
        subject,
        record: Some(record.text()),
        what: record.what,
        ..NewEntry::bare(tenant, place, number, at)
    });
    Ok(())
}

type Columns = (i64, i32, i64, Option<i64>, Option<i64>, Option<i32>, Option<i64>, Option<String>);

impl Store {
    /// Whether any tenant was ever given a report. Its log may be gone.
    pub fn has_verdicts(&self) -> Result<bool, StoreError> {
        let given = || exists(entries::table.filter(entries::act.eq(VERDICT)));
        Ok(each!(&mut *self.reader()?, c => diesel::select(given()).get_result(c))?)
    }

    /// What a tenant did, newest first: by one of its keys where one is named, before a place where one is given.
    pub fn trail(
        &self,
        tenant: Tenant,
        key: Option<&str>,
        before: Option<i64>,
        limit: u32,
    ) -> Result<Vec<TrailRow>, StoreError> {
        let conn = &mut *self.reader()?;
        let key: Option<i64> = match key {
            None => None,
            Some(id) => {
                let found = find(conn, Some(tenant), id)?.ok_or_else(|| StoreError::NoKey(id.to_owned()))?;
                Some(found.seq)
            }
        };
        let rows: Vec<Columns> = each!(conn, c => {
            let mut query = entries::table.filter(entries::tenant.eq(tenant.0))
                .select((entries::place, entries::act, entries::at, entries::key, entries::log, entries::revision,
                    entries::subject, entries::what))
                .order(entries::place.desc()).limit(i64::from(limit)).into_boxed();
            if let Some(key) = key {
                query = query.filter(entries::key.eq(key));
            }
            if let Some(before) = before {
                query = query.filter(entries::place.lt(before));
            }
            query.load(c)
        })?;
        rows.into_iter().map(|row| told(conn, tenant, row)).collect()
    }
}

/// Names what an entry counts.
fn told(conn: &mut Conn, tenant: Tenant, row: Columns) -> Result<TrailRow, StoreError> {
    let (place, act, at, key, log, revision, subject, what) = row;
    let mut key_id = |seq: Option<i64>| -> Result<Option<String>, StoreError> {
        let Some(seq) = seq else { return Ok(None) };
        Ok(Some(each!(&mut *conn, c => keys::table.find(seq).select(keys::id).get_result(c))?))
    };
    let (key, subject) = (key_id(key)?, key_id(subject)?);
    if log.is_none() && matches!(act, VERDICT | RULING | ERASED) {
        // The log is gone; its record is not.
        let record: Option<String> = each!(conn, c => entries::table.find((tenant.0, place)).select(entries::record)
            .get_result(c))?;
        let record = record.and_then(|record| serde_json::from_str::<Record>(&record).ok());
        let (log, revision) = record.map_or((None, None), |record| (record.log, record.rules));
        return Ok(TrailRow { place, deed: deed_of(act), at, key, log, revision, subject, what });
    }
    let log: Option<(Name, String)> = match log {
        None => None,
        Some(seq) => each!(conn, c => logs::table.inner_join(classes::table)
            .filter(logs::seq.eq(seq)).select((logs::id, classes::rules)).get_result(c).optional())?,
    };
    let revision = log.as_ref().zip(revision).map(|((_, rules), revision)| format!("{rules}@{revision}"));
    Ok(TrailRow { place, deed: deed_of(act), at, key, log: log.map(|(id, _)| id.text()), revision, subject, what })
}
