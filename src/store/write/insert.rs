//! What the writer does inside a transaction.

use crate::store::db::connection::{Conn, each};
use crate::store::db::hex_key::Name;
use crate::store::db::log_columns::{is_name, own};
use crate::store::db::rows::{NewLog, NewReader, NewReport, NewUse};
use crate::store::db::schema::{logs, probe, reports};
use crate::store::error::StoreError;
use crate::store::model::journal::Act;
use crate::store::model::log::{Fresh, FreshReport, Kept};
use crate::store::model::search_tags::ReadMarks;
use crate::store::model::tenant::{Tenant, Who};
use crate::store::query::erased::not_erased;
use crate::store::query::log_ids::{id_of, last_of_game};
use crate::store::write::existing_rows::Seen;
use crate::store::write::journal::{append, enter};
use crate::store::write::log_dimensions::Class;
use crate::store::write::search_tags::{Spot, replace_tags, write_tags};
use crate::store::write::tenant_sequence::Heads;
use diesel::prelude::*;

/// How much is written to see whether anything can be.
const PROBE: usize = 256 << 10;

/// Stores a log with its report, or says which stored log stands for it.
pub(crate) fn put(conn: &mut Conn, heads: &mut Heads, seen: &mut Seen, fresh: &Fresh) -> Result<Kept, StoreError> {
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
    heads.pending.readers.extend(fresh.by.iter().map(|&setting| NewReader { log: seq, setting }));
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
    write_tags(heads, &spot, &fresh.report.marks);
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
pub(crate) fn report_again(
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
    replace_tags(conn, heads, who.tenant, log, report, read_marks)?;
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
pub(crate) fn probe(conn: &mut Conn) -> Result<(), StoreError> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Database;
    use crate::store::db::manager::{Home, Manager, connect};
    use crate::store::db::mode::Mode;
    use crate::store::db::schema::{entries, tags};
    use crate::store::model::search_tags::Marks;
    use crate::store::write::tenant_sequence::Known;
    use diesel::connection::InstrumentationEvent;
    use diesel::r2d2::ManageConnection;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    fn log(at: usize) -> Fresh {
        let marks = Marks {
            players: (0..4).map(|seat| format!("player{}", at + seat)).collect(),
            client: "app 1".to_owned(),
            codes: ["A702".to_owned(), "A703".to_owned()].into(),
            faults: [("A702".to_owned(), 1), ("A703".to_owned(), 2)].into(),
        };
        Fresh {
            who: Who::keyless(Tenant::HOME),
            id: format!("log{at}"),
            digest: format!("sha256:{at}"),
            platform: "rooms".to_owned(),
            game: at.to_string(),
            system: "changsha-a".to_owned(),
            rules: "changsha".to_owned(),
            hands: 1,
            media_type: "application/vnd.paipu+json".to_owned(),
            import_name: None,
            received_at: 1,
            corrects: None,
            size: 1,
            raw: vec![0],
            key: None,
            by: Vec::new(),
            report: FreshReport {
                log: format!("log{at}"),
                revision: 1,
                verdict: "faulty".to_owned(),
                counts: [3, 0, 0, 0],
                created_at: 1,
                body: vec![0],
                digest: "sha256:0".to_owned(),
                marks,
            },
        }
    }

    /// In a file: two questions a log (is it there, is its game), a statement a row, and only the head of the tenant is planned anew.
    #[test]
    fn what_a_log_asks_of_a_file_is_known() {
        const LOGS: usize = 100;
        const ROWS: usize = 10;
        let folder = tempfile::tempdir().expect("a folder");
        let home = Home::make(&Database::Directory(folder.path().to_owned())).expect("a place");
        connect(&home).and_then(|mut conn| conn.migrate()).expect("a schema");
        let mut conn = Manager { home, mode: Mode::Write }.connect().expect("a connection");
        let asked = Arc::new(AtomicUsize::new(0));
        let groups = Arc::new(AtomicUsize::new(0));
        let anew = Arc::new(AtomicUsize::new(0));
        let (counter, of_groups, of_anew) = (Arc::clone(&asked), Arc::clone(&groups), Arc::clone(&anew));
        let count = move |event: InstrumentationEvent<'_>| {
            if let InstrumentationEvent::StartQuery { query, .. } = event {
                counter.fetch_add(1, Ordering::Relaxed);
                let query = query.to_string();
                // SQLite plans the first anew itself, diesel has it plan the others; the last is a statement that SQLite may have to take back.
                let dear = ["LIMIT", " IN (", "UPDATE", "), ("].into_iter().any(|word| query.contains(word));
                of_anew.fetch_add(usize::from(dear && !query.starts_with("UPDATE `tenants`")), Ordering::Relaxed);
                let of_group = query.starts_with("SELECT") && query.contains("FROM `tallies`");
                of_groups.fetch_add(usize::from(of_group && !query.contains("`logs`")), Ordering::Relaxed);
            }
        };
        each!(&mut conn, c => c.set_instrumentation(count));
        let mut known = Known::default();
        let mut store = |conn: &mut Conn, low: usize| {
            asked.store(0, Ordering::Relaxed);
            let written = conn.transaction(|conn| {
                let mut heads = Heads::take(conn, [Tenant::HOME].into_iter())?;
                heads.known = std::mem::take(&mut known);
                let logs: Vec<Fresh> = (low..low + LOGS).map(log).collect();
                let mut seen = Seen::of(conn, &logs.iter().collect::<Vec<_>>())?;
                for log in &logs {
                    assert!(put(conn, &mut heads, &mut seen, log)?.created);
                }
                let written = heads.write(conn);
                known = std::mem::take(&mut heads.known);
                written
            });
            assert_eq!(written.expect("kept").len(), 1);
            let asked = asked.load(Ordering::Relaxed);
            let usual = (2 + ROWS) * LOGS;
            assert!((usual..usual + 60).contains(&asked), "{asked} statements for {LOGS} logs");
            groups.swap(0, Ordering::Relaxed)
        };
        assert_eq!(store(&mut conn, 0), 1, "which groups are counted");
        assert_eq!(store(&mut conn, LOGS), 0, "is known from then on");
        assert_eq!(anew.load(Ordering::Relaxed), 0, "such a statement costs more than what it does");
        let rows = |conn: &mut Conn| -> QueryResult<[i64; 3]> {
            Ok([
                each!(&mut *conn, c => tags::table.count().get_result(c))?,
                each!(&mut *conn, c => entries::table.count().get_result(c))?,
                each!(&mut *conn, c => reports::table.count().get_result(c))?,
            ])
        };
        assert_eq!(rows(&mut conn).expect("counted"), [1400, 200, 200]);
    }
}
