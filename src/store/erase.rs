//! A log that goes for good: its bytes, its reports, whom it names, what referees said of it.
//!
//! What stays holds digests only: the entries of what was done, so that the tree verifies as before, and one line that says when and why
//! it went. The deed is an entry of its own. Counts stay, since they name nobody.

use super::conn::{Conn, each};
use super::evidence::missing;
use super::heads::Heads;
use super::journal::{Act, append};
use super::keys::{Tenant, Who};
use super::marks::{self, Marks, ReadMarks};
use super::name::Name;
use super::packed::unpack;
use super::read::{is_name, own};
use super::schema::{
    entries, erased, erased_rulings, idempotency_keys, log_settings, logs, reports, rulings, tags, untagged,
};
use super::{Store, StoreError, records, unavailable};
use diesel::dsl::exists;
use diesel::prelude::*;
use diesel::r2d2::ManageConnection;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// Why a log was erased.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// It was named.
    Log,
    /// It had a player who was named.
    Player,
    /// It was older than logs are kept.
    Age,
    /// It was one of those that a filter held.
    Filter,
}

impl Why {
    const ALL: [Why; 4] = [Why::Log, Why::Player, Why::Age, Why::Filter];

    /// As records say it.
    pub const fn name(self) -> &'static str {
        match self {
            Why::Log => "by-log",
            Why::Player => "by-player",
            Why::Age => "by-age",
            Why::Filter => "by-filter",
        }
    }

    /// The number at rest; never given anew.
    const fn number(self) -> i32 {
        match self {
            Why::Log => 1,
            Why::Player => 2,
            Why::Age => 3,
            Why::Filter => 4,
        }
    }

    fn of(number: i32) -> Why {
        Why::ALL.into_iter().find(|why| why.number() == number).unwrap_or(Why::Filter)
    }
}

/// What is left of a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Erasure {
    /// The id that it had.
    pub id: String,
    /// The place of the deed among all that its tenant did.
    pub place: i64,
    /// Microseconds since 1970.
    pub at: i64,
    /// Why.
    pub why: Why,
}

/// A log to erase.
#[derive(Clone, Debug)]
pub struct Erase {
    /// Its id.
    pub id: String,
    /// What it is found by; absent where it cannot be read any more, so that all tags have to be looked through.
    pub marks: Option<Marks>,
}

/// How often it is tried to empty the write-ahead log, and how long after; readers may be in the middle of it.
const TRIES: u32 = 50;
const PAUSE: Duration = Duration::from_millis(100);

#[derive(QueryableByName)]
struct Emptied {
    #[diesel(sql_type = diesel::sql_types::Integer)]
    busy: i32,
}

impl Store {
    /// Sees that what was erased is nowhere in the files of the database. Deleted rows are overwritten as they go; before that they also
    /// lay in the write-ahead log. A server has its own ways, which docs/operations.md tells.
    pub fn scrub(&self) -> Result<(), StoreError> {
        let Some(manager) = self.writer.files() else { return Ok(()) };
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

/// Says of a log that is not there whether it was erased.
pub(super) fn not_erased(conn: &mut Conn, tenant: Tenant, id: &str) -> Result<(), StoreError> {
    if !is_name(id) {
        return Ok(());
    }
    let found: Option<(i64, i64, i32)> = each!(conn, c => erased::table.find((tenant.0, Name::of(id)))
        .select((erased::place, erased::at, erased::why)).get_result(c).optional())?;
    let Some((place, at, why)) = found else { return Ok(()) };
    Err(StoreError::Erased(Box::new(Erasure { id: id.to_owned(), place, at, why: Why::of(why) })))
}

/// Those of the logs that were erased.
pub(super) fn among(
    conn: &mut Conn,
    logs: &[(Tenant, &str)],
) -> Result<BTreeMap<(Tenant, String), Erasure>, StoreError> {
    let mut gone = BTreeMap::new();
    if logs.is_empty() {
        return Ok(gone);
    }
    // A list is planned anew each time, and where nothing was ever erased nothing is to be found.
    if let Conn::Sqlite(conn) = conn
        && !diesel::select(exists(erased::table.select(erased::at))).get_result::<bool>(conn)?
    {
        return Ok(gone);
    }
    let tenants: Vec<i64> = logs.iter().map(|(tenant, _)| tenant.0).collect();
    let ids: Vec<Name> = logs.iter().map(|(_, id)| Name::of(id)).collect();
    let rows: Vec<(i64, Name, i64, i64, i32)> = each!(conn, c => erased::table
        .filter(erased::tenant.eq_any(tenants)).filter(erased::id.eq_any(ids))
        .select((erased::tenant, erased::id, erased::place, erased::at, erased::why)).load(c))?;
    for (tenant, id, place, at, why) in rows {
        let id = id.text();
        gone.insert((Tenant(tenant), id.clone()), Erasure { id, place, at, why: Why::of(why) });
    }
    Ok(gone)
}

/// Erases a log; whether it was there. What parts of jobs tell of it goes in the same step ([`super::job_parts`]).
pub(super) fn one(
    conn: &mut Conn,
    heads: &mut Heads,
    who: Who,
    log: &Erase,
    (why, at): (Why, i64),
    read_marks: ReadMarks,
) -> Result<bool, StoreError> {
    let tenant = who.tenant.0;
    let found: Option<(i64, i64, Option<i64>)> = each!(conn, c => own!(who.tenant, &log.id)
        .select((logs::seq, logs::place, logs::corrects)).get_result(c).optional())?;
    let Some((seq, place, before)) = found else { return Ok(false) };
    // What is proven of it has to stand by itself from now on.
    if !records::settle(conn, who.tenant, seq)? {
        return Err(missing());
    }
    let codes = codes_of(conn, seq, read_marks)?;
    forget_tags(conn, who.tenant, place, log.marks.as_ref(), codes.as_ref())?;
    let ruled: Vec<(i64, String)> = each!(conn, c => rulings::table.filter(rulings::log.eq(seq))
        .select((rulings::place, rulings::digest)).load(c))?;
    for (place, digest) in ruled {
        let row =
            (erased_rulings::tenant.eq(tenant), erased_rulings::place.eq(place), erased_rulings::digest.eq(digest));
        each!(conn, c => diesel::insert_into(erased_rulings::table).values(row).on_conflict_do_nothing().execute(c))?;
    }
    each!(conn, c => diesel::delete(rulings::table.filter(rulings::log.eq(seq))).execute(c))?;
    each!(conn, c => diesel::delete(reports::table.filter(reports::log.eq(seq))).execute(c))?;
    each!(conn, c => diesel::delete(idempotency_keys::table.filter(idempotency_keys::log.eq(seq))).execute(c))?;
    each!(conn, c => diesel::delete(log_settings::table.filter(log_settings::log.eq(seq))).execute(c))?;
    each!(conn, c => diesel::delete(untagged::table.find(seq)).execute(c))?;
    each!(conn, c => diesel::update(entries::table.filter(entries::log.eq(seq)))
        .set(entries::log.eq(None::<i64>)).execute(c))?;
    // The line of corrections closes over it: first it leaves its place, which the next one takes.
    each!(conn, c => diesel::update(logs::table.find(seq))
        .set((logs::game.eq(format!("erased {}", log.id)), logs::corrects.eq(None::<i64>))).execute(c))?;
    each!(conn, c => diesel::update(logs::table.filter(logs::corrects.eq(seq)))
        .set(logs::corrects.eq(before)).execute(c))?;
    each!(conn, c => diesel::delete(logs::table.find(seq)).execute(c))?;

    append(conn, heads, who, Act::Erased { id: &log.id, why: why.name() }, at)?;
    let row = (
        erased::tenant.eq(tenant),
        erased::id.eq(Name::of(&log.id)),
        erased::place.eq(heads.place(who.tenant)),
        erased::at.eq(at),
        erased::why.eq(why.number()),
    );
    each!(conn, c => diesel::insert_into(erased::table).values(row).execute(c))?;
    // Whoever stores the same in the same transaction meets it too.
    let place = heads.place(who.tenant);
    heads.gone.insert((who.tenant, log.id.clone()), Erasure { id: log.id.clone(), place, at, why });
    Ok(true)
}

/// Every code that a report of the log has; none where one is damaged.
fn codes_of(conn: &mut Conn, seq: i64, read_marks: ReadMarks) -> Result<Option<BTreeSet<String>>, StoreError> {
    let bodies: Vec<Vec<u8>> =
        each!(conn, c => reports::table.filter(reports::log.eq(seq)).select(reports::body).load(c))?;
    let codes = |body: Vec<u8>| Some(read_marks(&unpack(&body).ok()?)?.codes);
    let codes: Option<Vec<BTreeSet<String>>> = bodies.into_iter().map(codes).collect();
    Ok(codes.map(|codes| codes.into_iter().flatten().collect()))
}

/// Takes away what the log at a place is found by. An index from places to tags would cost every log that is stored more than this.
fn forget_tags(
    conn: &mut Conn,
    tenant: Tenant,
    place: i64,
    marks: Option<&Marks>,
    codes: Option<&BTreeSet<String>>,
) -> Result<(), StoreError> {
    let Some((marks, codes)) = marks.zip(codes) else {
        each!(conn, c => diesel::delete(tags::table.filter(tags::tenant.eq(tenant.0)).filter(tags::place.eq(place)))
            .execute(c))?;
        return Ok(());
    };
    for (kind, word) in marks.tags().chain(codes.iter().map(|code| (marks::CODE, code.as_str()))) {
        each!(conn, c => diesel::delete(tags::table.find((tenant.0, kind, Name::of(word), place))).execute(c))?;
    }
    Ok(())
}
