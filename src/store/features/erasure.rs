//! Erases logs for good: bytes, reports, tags and rulings. Choosing the logs is left to `app`.
//!
//! Digests stay: journal entries keep their records, so the evidence tree still verifies, and one row says when and why
//! the log was erased. The erasure is a journal entry of its own. Counters stay, since they name nobody.

use crate::store::db::connection::{Conn, each};
use crate::store::db::hex_key::HexKey;
use crate::store::db::log_columns::own;
use crate::store::db::schema::{
    entries, erased, erased_rulings, idempotency_keys, log_settings, logs, reports, rulings, tags,
};
use crate::store::db::verified::{RecordedDigest, recorded, verified_report};
use crate::store::error::{StoreError, unavailable};
use crate::store::handle::Store;
use crate::store::model::erasure::{Erase, Erasure, Why};
use crate::store::model::journal::Act;
use crate::store::model::search_tags::{CODE, ReadTags, SearchTags};
use crate::store::model::tenant::{Tenant, Who};
use crate::store::query::records::{self, Recorded};
use crate::store::write::journal::append;
use crate::store::write::tenant_sequence::TenantSequences;
use diesel::prelude::*;
use diesel::r2d2::ManageConnection;
use std::collections::BTreeSet;
use std::time::Duration;

/// Retries to truncate the write-ahead log, which open readers may delay.
const TRIES: u32 = 50;
const PAUSE: Duration = Duration::from_millis(100);

#[derive(QueryableByName)]
struct Emptied {
    #[diesel(sql_type = diesel::sql_types::Integer)]
    busy: i32,
}

impl Store {
    /// Removes erased data from the database files. Deleted rows are overwritten at once, but older copies remain in
    /// the write-ahead log. docs/jobs.md describes the procedure for a server.
    pub fn scrub(&self) -> Result<(), StoreError> {
        let Some(manager) = self.files() else { return Ok(()) };
        let Conn::Sqlite(mut conn) = manager.connect().map_err(unavailable)? else { return Ok(()) };
        for _ in 0..TRIES {
            let emptied: Emptied = diesel::sql_query("PRAGMA wal_checkpoint(TRUNCATE)").get_result(&mut conn)?;
            if emptied.busy == 0 {
                return Ok(());
            }
            std::thread::sleep(PAUSE);
        }
        Err(StoreError::Busy)
    }
}

/// Erases a log; returns false if it does not exist. The parts of jobs that mention it are rewritten in the same step
/// ([`super::job_parts`]).
pub(crate) fn erase_log(
    conn: &mut Conn,
    sequences: &mut TenantSequences,
    who: Who,
    log: &Erase,
    (why, at): (Why, i64),
    read_tags: ReadTags,
) -> Result<bool, StoreError> {
    let tenant = who.tenant.0;
    let found: Option<(i64, Option<i64>)> = each!(conn, c => own!(who.tenant, &log.id)
        .select((logs::place, logs::corrects)).get_result(c).optional())?;
    let Some((place, before)) = found else { return Ok(false) };
    store_records(conn, who.tenant, place)?;
    let codes = codes_of(conn, (who.tenant, place, &log.id), read_tags)?;
    forget_tags(conn, who.tenant, place, log.tags.as_ref(), codes.as_ref())?;
    let ruled: Vec<(i64, String)> = each!(conn, c => rulings::table.filter(rulings::tenant.eq(tenant))
        .filter(rulings::log.eq(place)).select((rulings::place, rulings::digest)).load(c))?;
    for (at, digest) in ruled {
        let row = (erased_rulings::tenant.eq(tenant), erased_rulings::place.eq(at), erased_rulings::digest.eq(digest));
        each!(conn, c => diesel::insert_into(erased_rulings::table).values(row).on_conflict_do_nothing().execute(c))?;
    }
    macro_rules! delete_of_log {
        ($($table:ident),+) => { $(
            let of_log = $table::table.filter($table::tenant.eq(tenant)).filter($table::log.eq(place));
            each!(conn, c => diesel::delete(of_log).execute(c))?;
        )+ };
    }
    delete_of_log!(rulings, reports, idempotency_keys, log_settings);
    each!(conn, c => diesel::update(entries::table.filter(entries::tenant.eq(tenant)).filter(entries::log.eq(place)))
        .set(entries::log.eq(None::<i64>)).execute(c))?;
    // Close the gap in the chain of corrections: release the unique slot of this log first, then let the next log take
    // it.
    each!(conn, c => diesel::update(logs::table.find((tenant, place)))
        .set((logs::game.eq(format!("erased {}", log.id)), logs::corrects.eq(None::<i64>))).execute(c))?;
    each!(conn, c => diesel::update(logs::table.filter(logs::tenant.eq(tenant)).filter(logs::corrects.eq(place)))
        .set(logs::corrects.eq(before)).execute(c))?;
    each!(conn, c => diesel::delete(logs::table.find((tenant, place))).execute(c))?;

    append(conn, sequences, who, Act::Erased { id: &log.id, why: why.name() }, at)?;
    let row = (
        erased::tenant.eq(tenant),
        erased::id.eq(HexKey::of(&log.id)),
        erased::place.eq(sequences.last(who.tenant)),
        erased::at.eq(at),
        erased::why.eq(why.number()),
    );
    // Somebody may have made up a row for it.
    each!(conn, c => diesel::delete(erased::table.find((tenant, HexKey::of(&log.id)))).execute(c))?;
    each!(conn, c => diesel::insert_into(erased::table).values(row).execute(c))?;
    // A log with the same id later in this transaction must find the erasure.
    let place = sequences.last(who.tenant);
    sequences.gone.insert((who.tenant, log.id.clone()), Erasure { id: log.id.clone(), place, at, why });
    Ok(true)
}

/// The codes of all reports of a log; `None` if a report is damaged.
fn codes_of(
    conn: &mut Conn,
    (tenant, place, id): (Tenant, i64, &str),
    read_tags: ReadTags,
) -> Result<Option<BTreeSet<String>>, StoreError> {
    let bodies: Vec<(Vec<u8>, RecordedDigest)> = each!(conn, c => reports::table.left_join(recorded!())
        .filter(reports::tenant.eq(tenant.0)).filter(reports::log.eq(place))
        .select((reports::body, (entries::digest.nullable(), entries::record.nullable()))).load(c))?;
    let codes = |(body, recorded): (Vec<u8>, RecordedDigest)| {
        Some(read_tags(&verified_report(id, &body, recorded).ok()?)?.codes)
    };
    let codes: Option<Vec<BTreeSet<String>>> = bodies.into_iter().map(codes).collect();
    Ok(codes.map(|codes| codes.into_iter().flatten().collect()))
}

/// Deletes the tags of a log. Without the exact tags all tags of the tenant are scanned: an index by sequence number
/// would slow down every insert more than it would save here.
fn forget_tags(
    conn: &mut Conn,
    tenant: Tenant,
    place: i64,
    tags: Option<&SearchTags>,
    codes: Option<&BTreeSet<String>>,
) -> Result<(), StoreError> {
    let Some((tags, codes)) = tags.zip(codes) else {
        each!(conn, c => diesel::delete(tags::table.filter(tags::tenant.eq(tenant.0)).filter(tags::place.eq(place)))
            .execute(c))?;
        return Ok(());
    };
    for (kind, word) in tags.tags().chain(codes.iter().map(|code| (CODE, code.as_str()))) {
        each!(conn, c => diesel::delete(tags::table.find((tenant.0, kind, HexKey::of(word), place))).execute(c))?;
    }
    Ok(())
}

/// Writes the records of a log's entries into the entries, because later proofs cannot read the log. A record that is not
/// the one that was hashed stays out: the content goes all the same, and the check of the journal goes on to name the entry.
fn store_records(conn: &mut Conn, tenant: Tenant, log: i64) -> Result<(), StoreError> {
    let places: Vec<i64> = each!(&mut *conn, c => entries::table.filter(entries::tenant.eq(tenant.0))
        .filter(entries::log.eq(log)).filter(entries::record.is_null()).order(entries::place.asc()).select(entries::place).load(c))?;
    for place in places {
        let found = records::read(conn, tenant, place - 1, place)?.pop();
        let Some(record) = found.as_ref().and_then(Recorded::proven) else { continue };
        let whole = (entries::record.eq(record), entries::digest.eq(None::<HexKey>));
        each!(&mut *conn, c => diesel::update(entries::table.find((tenant.0, place))).set(whole).execute(c))?;
    }
    Ok(())
}
