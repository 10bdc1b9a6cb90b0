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
use crate::store::model::tenant::{Tenant, Who};
use crate::store::write::tenant_sequence::TenantSequences;
use caipan_evidence::{Deed, Record, tree};

/// Appends an entry with the next sequence number.
pub(crate) fn append(
    conn: &mut Conn,
    sequences: &mut TenantSequences,
    who: Who,
    act: Act<'_>,
    at: i64,
) -> Result<(), StoreError> {
    append_to(conn, sequences, who.tenant, who, act, at)
}

/// Appends an entry to the journal of the tenant that the act affects, which may be another than the author's.
pub(crate) fn append_to(
    conn: &mut Conn,
    sequences: &mut TenantSequences,
    tenant: Tenant,
    who: Who,
    act: Act<'_>,
    at: i64,
) -> Result<(), StoreError> {
    let place = sequences.advance(conn, tenant)?;
    enter_at(conn, sequences, (tenant, place), who, act, at)
}

/// Appends an entry with a sequence number that was taken before; it is written at the end of the transaction.
pub(crate) fn enter(
    conn: &mut Conn,
    sequences: &mut TenantSequences,
    (who, place): (Who, i64),
    act: Act<'_>,
    at: i64,
) -> Result<(), StoreError> {
    enter_at(conn, sequences, (who.tenant, place), who, act, at)
}

fn enter_at(
    conn: &mut Conn,
    sequences: &mut TenantSequences,
    (tenant, place): (Tenant, i64),
    who: Who,
    act: Act<'_>,
    at: i64,
) -> Result<(), StoreError> {
    sequences.note_time(conn, tenant, at)?;
    // A key of another tenant is no row of this one: it has columns of its own.
    let (key, actor) = if who.tenant == tenant { (who.key, None) } else { (None, who.key) };
    let actor_tenant = actor.map(|_| who.tenant.0);
    let by = who.key.map(|key| sequences.key_id(conn, who.tenant, key)).transpose()?;
    let record = |act| Record { by, ..Record::bare(place, at, act) };
    if let Act::Verdict { log, of } = act {
        // The text of this record follows from stored rows, so only its hash is stored.
        let leaf = tree::leaf(of.record(record(Deed::Verdict)).text().as_bytes()).to_vec();
        let id = (log == place).then(|| HexKey::of(of.id));
        let (log, revision, digest) = (Some(log), Some(of.revision), Some(HexKey::of(of.report)));
        let bare = NewEntry::bare(tenant.0, place, VERDICT, at);
        sequences.batch.entries.push(NewEntry { key, actor_tenant, actor, log, revision, digest, id, leaf, ..bare });
        return Ok(());
    }
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
    let text = record.text();
    sequences.batch.entries.push(NewEntry {
        key,
        actor_tenant,
        actor,
        log,
        subject,
        leaf: tree::leaf(text.as_bytes()).to_vec(),
        record: Some(text),
        what: record.what,
        ..NewEntry::bare(tenant.0, place, number, at)
    });
    Ok(())
}
