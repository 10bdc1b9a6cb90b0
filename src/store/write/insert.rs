//! Inserts logs and reports inside a transaction.

use crate::store::db::connection::{Conn, each};
use crate::store::db::hex_key::HexKey;
use crate::store::db::joins::class_of_log;
use crate::store::db::log_columns::{is_storable_text, own};
use crate::store::db::rows::{NewKeyUse, NewLog, NewLogSetting, NewReport};
use crate::store::db::schema::{classes, logs, probe, reports};
use crate::store::error::StoreError;
use crate::store::model::journal::{Act, Verdict};
use crate::store::model::log::{Kept, LogToStore, ReportToStore};
use crate::store::model::search_tags::ReadTags;
use crate::store::model::tenant::{Tenant, Who};
use crate::store::query::erased::reject_known;
use crate::store::query::log_ids::{id_of, last_of_game};
use crate::store::write::existing_rows::ExistingRows;
use crate::store::write::journal::{append, enter};
use crate::store::write::log_dimensions::LogDimension;
use crate::store::write::search_tags::{TaggedLog, replace_tags, write_tags};
use crate::store::write::tenant_sequence::TenantSequences;
use diesel::prelude::*;

/// Bytes to write for a probe.
const PROBE: usize = 256 << 10;

/// Stores a log with its report, or returns the stored log with the same content.
pub(crate) fn put_log(
    conn: &mut Conn,
    sequences: &mut TenantSequences,
    existing: &mut ExistingRows,
    fresh: &LogToStore,
) -> Result<Kept, StoreError> {
    let same = existing.same(fresh)?;
    if let Some(log) = existing.used(fresh) {
        if same == Some(log) {
            return Ok(Kept { id: fresh.row.id.clone(), created: false });
        }
        sequences.batch.flush(conn)?;
        return Err(StoreError::KeyReused(id_of(conn, fresh.who.tenant, log)?));
    }
    if same.is_none()
        && let Some(erasure) = sequences.gone.get(&(fresh.who.tenant, fresh.row.id.clone()))
    {
        return Err(StoreError::Erased(Box::new(erasure.clone())));
    }
    let (log, kept) = match same {
        Some(place) => (place, Kept { id: fresh.row.id.clone(), created: false }),
        None => (insert(conn, sequences, existing, fresh)?, Kept { id: fresh.row.id.clone(), created: true }),
    };
    if let Some(key) = &fresh.key {
        existing.use_key(fresh.who.tenant, key, log);
        let (tenant, created_at) = (fresh.who.tenant.0, fresh.row.received_at);
        sequences.batch.key_uses.push(NewKeyUse { tenant, key: key.clone(), log, created_at });
    }
    Ok(kept)
}

/// Inserts a log with new content and returns its place. Fails if another log has its game, or already corrects the same log.
fn insert(
    conn: &mut Conn,
    sequences: &mut TenantSequences,
    existing: &mut ExistingRows,
    fresh: &LogToStore,
) -> Result<i64, StoreError> {
    let corrects = match &fresh.row.corrects {
        None if existing.is_taken(fresh) => {
            sequences.batch.flush(conn)?;
            let by = last_of_game(conn, fresh.who.tenant, &fresh.row.platform, &fresh.row.game)?;
            return Err(by.map_or(StoreError::Database(diesel::result::Error::NotFound), StoreError::GameTaken));
        }
        None => None,
        Some(id) => {
            sequences.batch.flush(conn)?;
            Some(correctable(conn, fresh, id)?)
        }
    };
    let place = sequences.advance(conn, fresh.who.tenant)?;
    let class = sequences.cache.dimensions.number(conn, LogDimension::of(fresh))?;
    existing.store(fresh, place);
    let tenant = fresh.who.tenant.0;
    let [faults, variants, unverifiable, notes] = fresh.report.counts;
    sequences.batch.logs.push(NewLog {
        tenant,
        place,
        id: HexKey::of(&fresh.row.id),
        digest: HexKey::of(&fresh.row.digest),
        class,
        platform: fresh.row.platform.clone(),
        game: fresh.row.game.clone(),
        hands: fresh.row.hands,
        received_at: fresh.row.received_at,
        corrects,
        revision: fresh.report.revision,
        faults,
        variants,
        unverifiable,
        notes,
        report_size: fresh.report.size,
        size: fresh.row.size,
        raw: fresh.raw.clone(),
    });
    sequences.batch.log_settings.extend(fresh.by.iter().map(|&setting| NewLogSetting { tenant, log: place, setting }));
    sequences.batch.reports.push(NewReport {
        tenant,
        log: place,
        revision: fresh.report.revision,
        verdict: fresh.report.verdict.clone(),
        faults,
        variants,
        unverifiable,
        notes,
        created_at: fresh.report.created_at,
        body: fresh.report.body.clone(),
    });
    let (platform, system) = (fresh.row.platform.as_str(), fresh.row.system.as_str());
    let log = TaggedLog { tenant: fresh.who.tenant, place, platform, system, hands: fresh.row.hands };
    write_tags(sequences, &log, &fresh.report.tags);
    let (id, raw, rules) = (fresh.row.id.as_str(), fresh.row.digest.as_str(), fresh.row.rules.as_str());
    let of = Verdict { id, raw, rules, revision: fresh.report.revision, report: &fresh.report.digest };
    // The record has the time of receipt, so the hash covers it.
    enter(conn, sequences, (fresh.who, place), Act::Verdict { log: place, of }, fresh.row.received_at)?;
    Ok(place)
}

/// Checks that the log to correct exists, belongs to the same game and is not corrected yet.
fn correctable(conn: &mut Conn, fresh: &LogToStore, id: &str) -> Result<i64, StoreError> {
    let Some((place, platform, game)) = place_of(conn, fresh.who.tenant, id)? else {
        reject_known(conn, fresh.who.tenant, id)?;
        return Err(StoreError::NothingToCorrect(id.to_owned()));
    };
    if (platform, game) != (fresh.row.platform.clone(), fresh.row.game.clone()) {
        return Err(StoreError::CorrectsOtherGame(id.to_owned()));
    }
    let by: Option<HexKey> = each!(conn, c => logs::table
        .filter(logs::tenant.eq(fresh.who.tenant.0)).filter(logs::corrects.eq(place)).select(logs::id).get_result(c).optional())?;
    by.map_or(Ok(place), |by| Err(StoreError::AlreadyCorrected(by.text())))
}

fn place_of(conn: &mut Conn, tenant: Tenant, id: &str) -> Result<Option<(i64, String, String)>, StoreError> {
    if !is_storable_text(id) {
        return Ok(None);
    }
    let found = each!(conn, c => own!(tenant, id)
        .select((logs::place, logs::platform, logs::game)).get_result(c).optional())?;
    Ok(found)
}

/// The place, the dimension and the newest revision of a log, its digest and its rule system.
type Stored = (i64, i64, i32, HexKey, String);

fn stored(conn: &mut Conn, tenant: Tenant, id: &str) -> Result<Option<Stored>, StoreError> {
    if !is_storable_text(id) {
        return Ok(None);
    }
    let found = each!(conn, c => own!(tenant, id).inner_join(class_of_log!())
        .select((logs::place, logs::class, logs::revision, logs::digest, classes::rules)).get_result(c).optional())?;
    Ok(found)
}

/// Stores another report of a log. A report of an older revision than the newest is ignored, so that an outdated
/// process cannot revert a verdict for the feed's readers.
pub(crate) fn add_report(
    conn: &mut Conn,
    sequences: &mut TenantSequences,
    who: Who,
    report: &ReportToStore,
    read_tags: ReadTags,
) -> Result<(), StoreError> {
    let found = stored(conn, who.tenant, &report.log)?;
    let (log, class, newest, raw, rules) = found.ok_or_else(|| StoreError::NothingToCorrect(report.log.clone()))?;
    if newest > report.revision || !insert_report(conn, (who.tenant, log), report)? {
        return Ok(());
    }
    let (id, raw, rules) = (report.log.as_str(), raw.text(), rules.as_str());
    let of = Verdict { id, raw: &raw, rules, revision: report.revision, report: &report.digest };
    append(conn, sequences, who, Act::Verdict { log, of }, report.created_at)?;
    replace_tags(conn, sequences, (who.tenant, log), report, read_tags)?;
    let [faults, variants, unverifiable, notes] = report.counts;
    let newest = (
        logs::revision.eq(report.revision),
        logs::class.eq(sequences.cache.dimensions.under(conn, who.tenant, class, &report.verdict)?),
        logs::faults.eq(faults),
        logs::variants.eq(variants),
        logs::unverifiable.eq(unverifiable),
        logs::notes.eq(notes),
        logs::report_size.eq(report.size),
    );
    let older = logs::table.find((who.tenant.0, log)).filter(logs::revision.lt(report.revision));
    each!(conn, c => diesel::update(older).set(newest).execute(c))?;
    Ok(())
}

/// Writes as much as a usual batch and leaves no new row.
pub(crate) fn probe(conn: &mut Conn) -> Result<(), StoreError> {
    let filler = vec![0_u8; PROBE];
    let done = each!(conn, c => diesel::insert_into(probe::table)
        .values((probe::id.eq(1), probe::filler.eq(&filler)))
        .on_conflict(probe::id).do_update().set(probe::filler.eq(&filler)).execute(c));
    match conn {
        Conn::Sqlite(_) => done?,
        Conn::Postgres(_) => done.map_err(StoreError::from_lock_wait)?,
    };
    Ok(())
}

/// Inserts a report; returns false if the revision exists, since the same revision of the same bytes gives the same
/// report.
fn insert_report(conn: &mut Conn, (tenant, log): (Tenant, i64), report: &ReportToStore) -> Result<bool, StoreError> {
    let [faults, variants, unverifiable, notes] = report.counts;
    let row = (
        (reports::tenant.eq(tenant.0), reports::log.eq(log), reports::revision.eq(report.revision)),
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
    use crate::store::db::manager::{Location, Manager, connect};
    use crate::store::db::migrate::STEPS;
    use crate::store::db::mode::Mode;
    use crate::store::db::schema::{entries, tags};
    use crate::store::model::log::LogRow;
    use crate::store::model::search_tags::SearchTags;
    use crate::store::write::tenant_sequence::WriteCache;
    use diesel::connection::InstrumentationEvent;
    use diesel::r2d2::ManageConnection;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    fn log(at: usize) -> LogToStore {
        let tags = SearchTags {
            players: (0..4).map(|seat| format!("player{}", at + seat)).collect(),
            client: "app 1".to_owned(),
            codes: ["A702".to_owned(), "A703".to_owned()].into(),
            faults: [("A702".to_owned(), 1), ("A703".to_owned(), 2)].into(),
        };
        LogToStore {
            who: Who::keyless(Tenant::HOME),
            row: LogRow {
                place: 0,
                id: format!("log{at}"),
                digest: format!("sha256:{at}"),
                platform: "rooms".to_owned(),
                game: at.to_string(),
                system: "changsha-a".to_owned(),
                hands: 1,
                media_type: "application/vnd.paipu+json".to_owned(),
                import_name: None,
                size: 1,
                received_at: 1,
                corrects: None,
                corrected_by: None,
                rules: "changsha".to_owned(),
                revision: 1,
                verdict: "faulty".to_owned(),
                counts: [3, 0, 0, 0],
                report_size: 1,
            },
            raw: vec![0],
            key: None,
            by: Vec::new(),
            report: ReportToStore {
                log: format!("log{at}"),
                revision: 1,
                verdict: "faulty".to_owned(),
                counts: [3, 0, 0, 0],
                created_at: 1,
                size: 1,
                body: vec![0],
                digest: "sha256:0".to_owned(),
                tags,
            },
        }
    }

    /// On a file a log takes two queries (for its id and its game) and one statement per row. Only the update of the
    /// tenant's sequence is planned anew.
    #[test]
    fn a_log_takes_a_fixed_number_of_statements() {
        const LOGS: usize = 100;
        const ROWS: usize = 10;
        let folder = tempfile::tempdir().expect("a folder");
        let location = Location::make(&Database::Directory(folder.path().to_owned())).expect("a place");
        connect(&location).and_then(|mut conn| conn.migrate(&STEPS)).expect("a schema");
        let mut conn = Manager { location, mode: Mode::Write }.connect().expect("a connection");
        let asked = Arc::new(AtomicUsize::new(0));
        let groups = Arc::new(AtomicUsize::new(0));
        let anew = Arc::new(AtomicUsize::new(0));
        let (counter, of_groups, of_anew) = (Arc::clone(&asked), Arc::clone(&groups), Arc::clone(&anew));
        let count = move |event: InstrumentationEvent<'_>| {
            if let InstrumentationEvent::StartQuery { query, .. } = event {
                counter.fetch_add(1, Ordering::Relaxed);
                let query = query.to_string();
                // SQLite itself plans the first pattern anew, diesel the next two; the last is a statement that SQLite
                // may have to roll back.
                let dear = ["LIMIT", " IN (", "UPDATE", "), ("].into_iter().any(|word| query.contains(word));
                of_anew.fetch_add(usize::from(dear && !query.starts_with("UPDATE `tenants`")), Ordering::Relaxed);
                let of_group = query.starts_with("SELECT") && query.contains("FROM `tallies`");
                of_groups.fetch_add(usize::from(of_group && !query.contains("`logs`")), Ordering::Relaxed);
            }
        };
        each!(&mut conn, c => c.set_instrumentation(count));
        let mut cache = WriteCache::default();
        let mut store = |conn: &mut Conn, low: usize| {
            asked.store(0, Ordering::Relaxed);
            let written = conn.transaction(|conn| {
                let mut sequences = TenantSequences::lock(conn, [Tenant::HOME].into_iter())?;
                sequences.cache = std::mem::take(&mut cache);
                let logs: Vec<LogToStore> = (low..low + LOGS).map(log).collect();
                let mut existing = ExistingRows::of(conn, &logs.iter().collect::<Vec<_>>())?;
                for log in &logs {
                    assert!(put_log(conn, &mut sequences, &mut existing, log)?.created);
                }
                let written = sequences.finish(conn);
                cache = std::mem::take(&mut sequences.cache);
                written
            });
            assert_eq!(written.expect("kept").len(), 1);
            let asked = asked.load(Ordering::Relaxed);
            let usual = (2 + ROWS) * LOGS;
            assert!((usual..usual + 60).contains(&asked), "{asked} statements for {LOGS} logs");
            groups.swap(0, Ordering::Relaxed)
        };
        assert_eq!(store(&mut conn, 0), 1, "which groups are counted");
        assert_eq!(store(&mut conn, LOGS), 0, "is cache from then on");
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
