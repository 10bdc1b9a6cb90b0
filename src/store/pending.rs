//! Rows that nobody reads before the transaction ends: gathered, and written together. One log has about ten. With a server every statement is
//! a way there and back, so it is given many rows in one. In a file a statement of many rows is dearer than as many statements: SQLite can take back
//! a statement by itself, and for one of many rows copies every page that it touches, first of all, beyond 64 KB into a file that it makes for that.
//! Whoever reads the rows after all writes them out first.

use super::StoreError;
use super::arrays::{Entries, Logs, Reports, Tags};
use super::conn::{Conn, each};
use super::name::Name;
use super::postgres::Postgres;
use super::schema::{entries, idempotency_keys, log_settings, logs, reports, tags};
use diesel::prelude::*;
use std::mem::take;

/// Executes a statement over each row in a file, and over so many at a time for a server. Of a few lengths only: one that is known is neither read nor
/// planned again, and with 64 rows none comes near the number of values that a database takes.
macro_rules! in_parts {
    ($conn:expr, $rows:expr, $part:ident => $statement:expr) => {
        if let $crate::store::conn::Conn::Sqlite(c) = &mut *$conn {
            for $part in std::mem::take($rows) {
                $statement.execute(c)?;
            }
        }
        while !$rows.is_empty() {
            if let Some($part) = $crate::store::pending::taken::<_, 64>($rows) {
                each!(&mut *$conn, c => $statement.execute(c))?;
            } else if let Some($part) = $crate::store::pending::taken::<_, 16>($rows) {
                each!(&mut *$conn, c => $statement.execute(c))?;
            } else if let Some($part) = $crate::store::pending::taken::<_, 4>($rows) {
                each!(&mut *$conn, c => $statement.execute(c))?;
            } else if let Some($part) = $crate::store::pending::taken::<_, 1>($rows) {
                each!(&mut *$conn, c => $statement.execute(c))?;
            }
        }
    };
}
pub(super) use in_parts;

/// A log.
#[derive(Clone, Debug, Insertable)]
#[diesel(table_name = logs, treat_none_as_default_value = false)]
pub(super) struct NewLog {
    pub(super) seq: i64,
    pub(super) tenant: i64,
    pub(super) place: i64,
    pub(super) id: Name,
    pub(super) digest: Name,
    pub(super) class: i64,
    pub(super) platform: String,
    pub(super) game: String,
    pub(super) hands: i32,
    pub(super) received_at: i64,
    pub(super) corrects: Option<i64>,
    pub(super) revision: i32,
    pub(super) faults: i32,
    pub(super) variants: i32,
    pub(super) unverifiable: i32,
    pub(super) notes: i32,
    pub(super) size: i32,
    pub(super) raw: Vec<u8>,
}

/// What a client's key was used for.
#[derive(Clone, Debug, Insertable)]
#[diesel(table_name = idempotency_keys, treat_none_as_default_value = false)]
pub(super) struct NewUse {
    pub(super) tenant: i64,
    pub(super) key: String,
    pub(super) log: i64,
    pub(super) created_at: i64,
}

/// A version of a setting that read a log.
#[derive(Clone, Debug, Insertable)]
#[diesel(table_name = log_settings, treat_none_as_default_value = false)]
pub(super) struct NewReader {
    pub(super) log: i64,
    pub(super) setting: i64,
}

/// What a log is found by.
#[derive(Clone, Debug, Insertable)]
#[diesel(table_name = tags, treat_none_as_default_value = false)]
pub(super) struct NewTag {
    pub(super) tenant: i64,
    pub(super) kind: i32,
    pub(super) word: Name,
    pub(super) place: i64,
}

/// What was done.
#[derive(Clone, Debug, Insertable)]
#[diesel(table_name = entries, treat_none_as_default_value = false)]
pub(super) struct NewEntry {
    pub(super) tenant: i64,
    pub(super) place: i64,
    pub(super) act: i32,
    pub(super) at: i64,
    pub(super) key: Option<i64>,
    pub(super) log: Option<i64>,
    pub(super) revision: Option<i32>,
    pub(super) subject: Option<i64>,
    pub(super) what: Option<String>,
    pub(super) record: Option<String>,
    pub(super) digest: Option<Name>,
}

impl NewEntry {
    /// Nothing but place, act and time.
    pub(super) const fn bare(tenant: i64, place: i64, act: i32, at: i64) -> NewEntry {
        NewEntry {
            tenant,
            place,
            act,
            at,
            key: None,
            log: None,
            revision: None,
            subject: None,
            what: None,
            record: None,
            digest: None,
        }
    }
}

/// The first report of a log.
#[derive(Clone, Debug, Insertable)]
#[diesel(table_name = reports, treat_none_as_default_value = false)]
pub(super) struct NewReport {
    pub(super) log: i64,
    pub(super) revision: i32,
    pub(super) verdict: String,
    pub(super) faults: i32,
    pub(super) variants: i32,
    pub(super) unverifiable: i32,
    pub(super) notes: i32,
    pub(super) created_at: i64,
    pub(super) body: Vec<u8>,
}

/// What waits for the end of a transaction.
#[derive(Debug, Default)]
pub(super) struct Pending {
    pub(super) logs: Vec<NewLog>,
    pub(super) uses: Vec<NewUse>,
    pub(super) readers: Vec<NewReader>,
    pub(super) reports: Vec<NewReport>,
    pub(super) entries: Vec<NewEntry>,
    pub(super) tags: Vec<NewTag>,
}

impl Pending {
    /// Writes all of it.
    pub(super) fn flush(&mut self, conn: &mut Conn) -> Result<(), StoreError> {
        if let Conn::Postgres(conn) = conn {
            self.send(conn)?;
        }
        in_parts!(conn, &mut self.logs, part => diesel::insert_into(logs::table).values(part));
        in_parts!(conn, &mut self.uses, part => diesel::insert_into(idempotency_keys::table).values(part));
        in_parts!(conn, &mut self.readers, part => diesel::insert_into(log_settings::table).values(part));
        in_parts!(conn, &mut self.reports, part => diesel::insert_into(reports::table).values(part));
        in_parts!(conn, &mut self.entries, part => diesel::insert_into(entries::table).values(part));
        // Of a log that an older program stored a newer report may have written some already.
        in_parts!(conn, &mut self.tags, part => diesel::insert_into(tags::table).values(part).on_conflict_do_nothing());
        Ok(())
    }

    /// To a server, what every log has in a statement each, however many there are.
    fn send(&mut self, conn: &mut Postgres) -> Result<(), StoreError> {
        if !self.logs.is_empty() {
            Logs::of(take(&mut self.logs)).execute(conn)?;
        }
        if !self.reports.is_empty() {
            Reports::of(take(&mut self.reports)).execute(conn)?;
        }
        if !self.entries.is_empty() {
            Entries::of(take(&mut self.entries)).execute(conn)?;
        }
        if !self.tags.is_empty() {
            Tags::of(take(&mut self.tags)).execute(conn)?;
        }
        Ok(())
    }
}

/// The first so many rows, where there are so many.
pub(super) fn taken<T, const N: usize>(rows: &mut Vec<T>) -> Option<Box<[T; N]>> {
    if rows.len() < N {
        return None;
    }
    let rest = rows.split_off(N);
    std::mem::replace(rows, rest).into_boxed_slice().try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::super::conn::{Home, Manager, Mode};
    use super::super::heads::{Heads, Known};
    use super::super::seen::Seen;
    use super::super::{Fresh, FreshReport, Marks, Tenant, Who, bring_up, write};
    use super::*;
    use crate::config::Database;
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
        bring_up(&home).expect("a schema");
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
                heads.known = take(&mut known);
                let logs: Vec<Fresh> = (low..low + LOGS).map(log).collect();
                let mut seen = Seen::of(conn, &logs.iter().collect::<Vec<_>>())?;
                for log in &logs {
                    assert!(write::put(conn, &mut heads, &mut seen, log)?.created);
                }
                let written = heads.write(conn);
                known = take(&mut heads.known);
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
