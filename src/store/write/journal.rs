//! Appends entries to a tenant's journal, in the order of commits. Reading is left to `features::trail` and `query`.

use crate::store::db::connection::Conn;
use crate::store::db::hex_key::HexKey;
use crate::store::db::rows::NewEntry;
use crate::store::error::StoreError;
use crate::store::model::journal::{
    ADAPTER_PUT, ADAPTER_REMOVED, Act, ERASED, KEY_MADE, KEY_REVOKED, PRESETS_PUT, PRESETS_REMOVED, RULING, VERDICT,
    WEBHOOK_MADE, WEBHOOK_PAUSED, WEBHOOK_REMOVED, WEBHOOK_REPLAYED, WEBHOOK_ROTATED,
};
use crate::store::model::setting::SettingKind;
use crate::store::model::tenant::Who;
use crate::store::write::tenant_sequence::TenantSequences;
use caipan_evidence::{Deed, Record};

/// Appends an entry with the next sequence number.
pub(crate) fn append(
    conn: &mut Conn,
    sequences: &mut TenantSequences,
    who: Who,
    act: Act<'_>,
    at: i64,
) -> Result<(), StoreError> {
    let place = sequences.advance(conn, who.tenant)?;
    enter(conn, sequences, (who, place), act, at)
}

/// Appends an entry with a sequence number that was taken before; it is written at the end of the transaction.
pub(crate) fn enter(
    conn: &mut Conn,
    sequences: &mut TenantSequences,
    (who, place): (Who, i64),
    act: Act<'_>,
    at: i64,
) -> Result<(), StoreError> {
    sequences.note_time(conn, who.tenant, at)?;
    let tenant = who.tenant.0;
    if let Act::Verdict { log, revision, report } = act {
        // The record of a verdict follows from stored rows.
        let (log, revision, digest) = (Some(log), Some(revision), Some(HexKey::of(report)));
        let bare = NewEntry::bare(tenant, place, VERDICT, at);
        sequences.batch.entries.push(NewEntry { key: who.key, log, revision, digest, ..bare });
        return Ok(());
    }
    let by = who.key.map(|key| sequences.key_id(conn, key)).transpose()?;
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
                Deed::WebhookPaused => WEBHOOK_PAUSED,
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
    sequences.batch.entries.push(NewEntry {
        key: who.key,
        log,
        subject,
        record: Some(record.text()),
        what: record.what,
        ..NewEntry::bare(tenant, place, number, at)
    });
    Ok(())
}
