//! What the writer does inside a transaction.

use super::StoreError;
use super::conn::{Conn, each};
use super::erase::not_erased;
use super::fresh::{Fresh, FreshReport, Kept};
use super::heads::Heads;
use super::journal::{Act, Given, append, enter};
use super::keys::{Tenant, Who};
use super::marks::{self, Spot};
use super::pending::NewReport;
use super::read::{id_of, is_name, last_of_game, own};
use super::schema::{idempotency_keys, logs, probe, reports};
use super::settings::note;
use diesel::prelude::*;

/// How much is written to see whether anything can be.
const PROBE: usize = 256 << 10;

/// Stores a log with its report, or says which stored log stands for it.
pub(super) fn put(conn: &mut Conn, heads: &mut Heads, fresh: &Fresh) -> Result<Kept, StoreError> {
    let same = same(conn, fresh)?;
    if let Some(key) = &fresh.key
        && let Some(log) = each!(conn, c => idempotency_keys::table
            .find((fresh.who.tenant.0, key)).select(idempotency_keys::log).first::<i64>(c).optional())?
    {
        return match same {
            Some(seq) if seq == log => Ok(Kept { id: fresh.id.clone(), created: false }),
            _ => Err(StoreError::KeyReused(id_of(conn, log)?)),
        };
    }
    if same.is_none()
        && let Some(erasure) = heads.gone.get(&(fresh.who.tenant, fresh.id.clone()))
    {
        return Err(StoreError::Erased(Box::new(erasure.clone())));
    }
    let (log, kept) = match same {
        Some(seq) => (seq, Kept { id: fresh.id.clone(), created: false }),
        None => (insert(conn, heads, fresh)?, Kept { id: fresh.id.clone(), created: true }),
    };
    if let Some(key) = &fresh.key {
        let row = (
            idempotency_keys::tenant.eq(fresh.who.tenant.0),
            idempotency_keys::key.eq(key),
            idempotency_keys::log.eq(log),
            idempotency_keys::created_at.eq(fresh.received_at),
        );
        each!(conn, c => diesel::insert_into(idempotency_keys::table).values(row).execute(c))?;
    }
    Ok(kept)
}

/// The stored log that this one is, if it was read in the same way.
fn same(conn: &mut Conn, fresh: &Fresh) -> Result<Option<i64>, StoreError> {
    let stored: Option<(i64, String, String, Option<String>)> = each!(conn, c => own!(fresh.who.tenant, &fresh.id)
        .select((logs::seq, logs::digest, logs::media_type, logs::import_name)).first(c).optional())?;
    let Some((seq, digest, media_type, import_name)) = stored else { return Ok(None) };
    if (&digest, &media_type, &import_name) == (&fresh.digest, &fresh.media_type, &fresh.import_name) {
        Ok(Some(seq))
    } else {
        Err(StoreError::ReadOtherwise(fresh.id.clone()))
    }
}

/// A log whose content is new, unless its game or its place in the chain of corrections is taken.
fn insert(conn: &mut Conn, heads: &mut Heads, fresh: &Fresh) -> Result<i64, StoreError> {
    let corrects = fresh.corrects.as_ref().map(|id| correctable(conn, fresh, id)).transpose()?;
    if corrects.is_none()
        && let Some(id) = last_of_game(conn, fresh.who.tenant, &fresh.platform, &fresh.game)?
    {
        return Err(StoreError::GameTaken(id));
    }
    let place = heads.advance(conn, fresh.who.tenant)?;
    let row = (
        (logs::tenant.eq(fresh.who.tenant.0), logs::place.eq(place), logs::id.eq(&fresh.id)),
        logs::digest.eq(&fresh.digest),
        logs::platform.eq(&fresh.platform),
        logs::game.eq(&fresh.game),
        logs::system.eq(&fresh.system),
        logs::hands.eq(fresh.hands),
        logs::media_type.eq(&fresh.media_type),
        logs::import_name.eq(&fresh.import_name),
        logs::received_at.eq(fresh.received_at),
        logs::corrects.eq(corrects),
        (
            logs::rules.eq(&fresh.rules),
            logs::revision.eq(fresh.report.revision),
            logs::verdict.eq(&fresh.report.verdict),
            logs::faults.eq(fresh.report.counts[0]),
            logs::variants.eq(fresh.report.counts[1]),
            logs::unverifiable.eq(fresh.report.counts[2]),
            logs::notes.eq(fresh.report.counts[3]),
        ),
        logs::size.eq(fresh.size),
        logs::raw.eq(&fresh.raw),
    );
    let seq: i64 = each!(conn, c => diesel::insert_into(logs::table).values(row).returning(logs::seq).get_result(c))?;
    note(conn, seq, &fresh.by)?;
    let [faults, variants, unverifiable, notes] = fresh.report.counts;
    heads.pending.reports.push(NewReport {
        log: seq,
        revision: fresh.report.revision,
        verdict: fresh.report.verdict.clone(),
        faults,
        variants,
        unverifiable,
        notes,
        created_at: fresh.report.created_at,
        body: fresh.report.body.clone(),
    });
    let (platform, system) = (fresh.platform.as_str(), fresh.system.as_str());
    let spot = Spot { tenant: fresh.who.tenant, place, platform, system, hands: fresh.hands };
    marks::write(heads, &spot, &fresh.report.marks);
    let given = Given { log: &fresh.id, raw: &fresh.digest, rules: &fresh.rules, report: &fresh.report.digest };
    let act = Act::Verdict { log: seq, revision: fresh.report.revision, given };
    enter(conn, heads, (fresh.who, place), act, fresh.report.created_at)?;
    Ok(seq)
}

/// The log that `fresh` replaces: it must be there, of the same game, and not replaced yet.
fn correctable(conn: &mut Conn, fresh: &Fresh, id: &str) -> Result<i64, StoreError> {
    let Some((seq, platform, game)) = seq_of(conn, fresh.who.tenant, id)? else {
        not_erased(conn, fresh.who.tenant, id)?;
        return Err(StoreError::NothingToCorrect(id.to_owned()));
    };
    if (platform, game) != (fresh.platform.clone(), fresh.game.clone()) {
        return Err(StoreError::CorrectsOtherGame(id.to_owned()));
    }
    let by: Option<String> = each!(conn, c => logs::table
        .filter(logs::corrects.eq(seq)).select(logs::id).first(c).optional())?;
    by.map_or(Ok(seq), |by| Err(StoreError::AlreadyCorrected(by)))
}

fn seq_of(conn: &mut Conn, tenant: Tenant, id: &str) -> Result<Option<(i64, String, String)>, StoreError> {
    if !is_name(id) {
        return Ok(None);
    }
    let found = each!(conn, c => own!(tenant, id)
        .select((logs::seq, logs::platform, logs::game)).first(c).optional())?;
    Ok(found)
}

/// A log's number, the digest of its bytes and its rule system.
fn stored(conn: &mut Conn, tenant: Tenant, id: &str) -> Result<Option<(i64, String, String)>, StoreError> {
    if !is_name(id) {
        return Ok(None);
    }
    let found = each!(conn, c => own!(tenant, id).select((logs::seq, logs::digest, logs::rules)).first(c).optional())?;
    Ok(found)
}

/// Another report of a stored log. What the log shows is the newest, whatever program brings which: a program that was
/// left behind takes nothing back.
pub(super) fn report_again(
    conn: &mut Conn,
    heads: &mut Heads,
    who: Who,
    report: &FreshReport,
) -> Result<(), StoreError> {
    let found = stored(conn, who.tenant, &report.log)?;
    let (log, raw, rules) = found.ok_or_else(|| StoreError::NothingToCorrect(report.log.clone()))?;
    if !put_report(conn, log, report)? {
        return Ok(());
    }
    let given = Given { log: &report.log, raw: &raw, rules: &rules, report: &report.digest };
    append(conn, heads, who, Act::Verdict { log, revision: report.revision, given }, report.created_at)?;
    marks::replace(conn, heads, who.tenant, log, report)?;
    let [faults, variants, unverifiable, notes] = report.counts;
    let newest = (
        logs::revision.eq(report.revision),
        logs::verdict.eq(&report.verdict),
        logs::faults.eq(faults),
        logs::variants.eq(variants),
        logs::unverifiable.eq(unverifiable),
        logs::notes.eq(notes),
    );
    let older = logs::table.find(log).filter(logs::revision.lt(report.revision));
    each!(conn, c => diesel::update(older).set(newest).execute(c))?;
    Ok(())
}

/// Writes as much as a usual group does, and keeps nothing new of it.
pub(super) fn probe(conn: &mut Conn) -> Result<(), StoreError> {
    let filler = vec![0_u8; PROBE];
    let done = each!(conn, c => diesel::insert_into(probe::table)
        .values((probe::id.eq(1), probe::filler.eq(&filler)))
        .on_conflict(probe::id).do_update().set(probe::filler.eq(&filler)).execute(c));
    match conn {
        Conn::Sqlite(_) => done?,
        Conn::Postgres(_) => done.map_err(StoreError::of_waiting)?,
    };
    Ok(())
}

/// The same revision over the same bytes gives the same report, so one that is there already is kept. Whether it was new.
fn put_report(conn: &mut Conn, log: i64, report: &FreshReport) -> Result<bool, StoreError> {
    let [faults, variants, unverifiable, notes] = report.counts;
    let row = (
        reports::log.eq(log),
        reports::revision.eq(report.revision),
        reports::verdict.eq(&report.verdict),
        reports::faults.eq(faults),
        reports::variants.eq(variants),
        reports::unverifiable.eq(unverifiable),
        reports::notes.eq(notes),
        reports::created_at.eq(report.created_at),
        reports::body.eq(&report.body),
    );
    let new = each!(conn, c => diesel::insert_into(reports::table).values(row).on_conflict_do_nothing().execute(c))?;
    Ok(new > 0)
}
