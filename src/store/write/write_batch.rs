//! Rows that nobody reads before the transaction ends: gathered, and written together. One log has about ten. With a server every statement is
//! a way there and back, so it is given many rows in one. In a file a statement of many rows is dearer than as many statements: SQLite can take back
//! a statement by itself, and for one of many rows copies every page that it touches, first of all, beyond 64 KB into a file that it makes for that.
//! Whoever reads the rows after all writes them out first.

use crate::store::db::arrays::{Entries, Logs, Reports, Tags};
use crate::store::db::connection::{Conn, each};
use crate::store::db::postgres::Postgres;
use crate::store::db::rows::{NewEntry, NewLog, NewReader, NewReport, NewTag, NewUse};
use crate::store::db::schema::{entries, idempotency_keys, log_settings, logs, reports, tags};
use crate::store::error::StoreError;
use diesel::prelude::*;
use std::mem::take;

/// Executes a statement over each row in a file, and over so many at a time for a server. Of a few lengths only: one that is known is neither read nor
/// planned again, and with 64 rows none comes near the number of values that a database takes.
macro_rules! in_parts {
    ($conn:expr, $rows:expr, $part:ident => $statement:expr) => {
        if let $crate::store::db::connection::Conn::Sqlite(c) = &mut *$conn {
            for $part in std::mem::take($rows) {
                $statement.execute(c)?;
            }
        }
        while !$rows.is_empty() {
            if let Some($part) = $crate::store::write::write_batch::taken::<_, 64>($rows) {
                each!(&mut *$conn, c => $statement.execute(c))?;
            } else if let Some($part) = $crate::store::write::write_batch::taken::<_, 16>($rows) {
                each!(&mut *$conn, c => $statement.execute(c))?;
            } else if let Some($part) = $crate::store::write::write_batch::taken::<_, 4>($rows) {
                each!(&mut *$conn, c => $statement.execute(c))?;
            } else if let Some($part) = $crate::store::write::write_batch::taken::<_, 1>($rows) {
                each!(&mut *$conn, c => $statement.execute(c))?;
            }
        }
    };
}
pub(crate) use in_parts;

/// What waits for the end of a transaction.
#[derive(Debug, Default)]
pub(crate) struct Pending {
    pub(crate) logs: Vec<NewLog>,
    pub(crate) uses: Vec<NewUse>,
    pub(crate) readers: Vec<NewReader>,
    pub(crate) reports: Vec<NewReport>,
    pub(crate) entries: Vec<NewEntry>,
    pub(crate) tags: Vec<NewTag>,
}

impl Pending {
    /// Writes all of it.
    pub(crate) fn flush(&mut self, conn: &mut Conn) -> Result<(), StoreError> {
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
pub(crate) fn taken<T, const N: usize>(rows: &mut Vec<T>) -> Option<Box<[T; N]>> {
    if rows.len() < N {
        return None;
    }
    let rest = rows.split_off(N);
    std::mem::replace(rows, rest).into_boxed_slice().try_into().ok()
}
