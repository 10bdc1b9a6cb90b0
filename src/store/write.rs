//! What the writer does inside a transaction.

use super::StoreError;
use super::classes::Class;
use super::conn::{Conn, each};
use super::erase::not_erased;
use super::fresh::{Fresh, FreshReport, Kept};
use super::heads::Heads;
use super::journal::{Act, append, enter};
use super::keys::{Tenant, Who};
use super::marks::{self, ReadMarks, Spot};
use super::name::Name;
use super::pending::{NewLog, NewReport, NewUse};
use super::read::{id_of, is_name, last_of_game, own};
use super::schema::{logs, probe, reports};
use super::seen::Seen;
use super::settings::note;
use diesel::prelude::*;

/// How much is written to see whether anything can be.
const PROBE: usize = 256 << 10;

/// Stores a log with its report, or says which stored log stands for it.
pub(super) fn put(conn: &mut Conn, heads: &mut Heads, seen: &mut Seen, fresh: &Fresh) -> Result<Kept, StoreError> {
    let same = seen.same(fresh)?;
    if let Some(log) = seen.used(fresh) {
        if same == Some(log) {
            return Ok(Kept { id: fresh.id.clone(), created: false });
        }
        heads.pending.flush(conn)?;
        return Err(StoreError::KeyReused(id_of(conn, log)?));
    }
    if same.is_none()
        && let Some(erasure) = heads.gone.get(&(fresh.who.tenant, fresh.id.clone()))
    {
        return Err(StoreError::Erased(Box::new(erasure.clone())));
    }
    let (log, kept) = match same {
        Some(seq) => (seq, Kept { id: fresh.id.clone(), created: false }),
        None => (insert(conn, heads, seen, fresh)?, Kept { id: fresh.id.clone(), created: true }),
    };
    if let Some(key) = &fresh.key {
        seen.use_key(fresh.who.tenant, key, log);
        let (tenant, created_at) = (fresh.who.tenant.0, fresh.received_at);
        heads.pending.uses.push(NewUse { tenant, key: key.clone(), log, created_at });
    }
    Ok(kept)
}

/// A log whose content is new, unless its game or its place in the chain of corrections is taken.
fn insert(conn: &mut Conn, heads: &mut Heads, seen: &mut Seen, fresh: &Fresh) -> Result<i64, StoreError> {
    let corrects = match &fresh.corrects {
        None if seen.is_taken(fresh) => {
            heads.pending.flush(conn)?;
            let by = last_of_game(conn, fresh.who.tenant, &fresh.platform, &fresh.game)?;
            return Err(by.map_or(StoreError::Database(diesel::result::Error::NotFound), StoreError::GameTaken));
        }
        None => None,
        Some(id) => {
            heads.pending.flush(conn)?;
            Some(correctable(conn, fresh, id)?)
        }
    };
    let place = heads.advance(conn, fresh.who.tenant)?;
    let class = heads.known.classes.number(conn, Class::of(fresh))?;
    let seq = seen.number()?;
    seen.store(fresh, seq);
    let [faults, variants, unverifiable, notes] = fresh.report.counts;
    heads.pending.logs.push(NewLog {
        seq,
        tenant: fresh.who.tenant.0,
        place,
        id: Name::of(&fresh.id),
        digest: Name::of(&fresh.digest),
        class,
        platform: fresh.platform.clone(),
        game: fresh.game.clone(),
        hands: fresh.hands,
        received_at: fresh.received_at,
        corrects,
        revision: fresh.report.revision,
        faults,
        variants,
        unverifiable,
        notes,
        size: fresh.size,
        raw: fresh.raw.clone(),
    });
    note(heads, seq, &fresh.by);
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
    let act = Act::Verdict { log: seq, revision: fresh.report.revision, report: &fresh.report.digest };
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
    let by: Option<Name> = each!(conn, c => logs::table
        .filter(logs::corrects.eq(seq)).select(logs::id).get_result(c).optional())?;
    by.map_or(Ok(seq), |by| Err(StoreError::AlreadyCorrected(by.text())))
}

fn seq_of(conn: &mut Conn, tenant: Tenant, id: &str) -> Result<Option<(i64, String, String)>, StoreError> {
    if !is_name(id) {
        return Ok(None);
    }
    let found = each!(conn, c => own!(tenant, id)
        .select((logs::seq, logs::platform, logs::game)).get_result(c).optional())?;
    Ok(found)
}

/// A log's number, its class and the revision of its newest report.
fn stored(conn: &mut Conn, tenant: Tenant, id: &str) -> Result<Option<(i64, i64, i32)>, StoreError> {
    if !is_name(id) {
        return Ok(None);
    }
    let found = each!(conn, c => own!(tenant, id)
        .select((logs::seq, logs::class, logs::revision)).get_result(c).optional())?;
    Ok(found)
}

/// Another report of a stored log. What the log shows is the newest, whatever program brings which: a program that was left behind takes
/// nothing back, and is not heard after it either, or who follows the feed would see the verdict go back.
pub(super) fn report_again(
    conn: &mut Conn,
    heads: &mut Heads,
    who: Who,
    report: &FreshReport,
    read_marks: ReadMarks,
) -> Result<(), StoreError> {
    let found = stored(conn, who.tenant, &report.log)?;
    let (log, class, newest) = found.ok_or_else(|| StoreError::NothingToCorrect(report.log.clone()))?;
    if newest > report.revision || !put_report(conn, log, report)? {
        return Ok(());
    }
    let act = Act::Verdict { log, revision: report.revision, report: &report.digest };
    append(conn, heads, who, act, report.created_at)?;
    marks::replace(conn, heads, who.tenant, log, report, read_marks)?;
    let [faults, variants, unverifiable, notes] = report.counts;
    let newest = (
        logs::revision.eq(report.revision),
        logs::class.eq(heads.known.classes.under(conn, class, &report.verdict)?),
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
