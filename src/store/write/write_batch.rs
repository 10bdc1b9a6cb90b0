//! Collects rows that nobody reads before the transaction ends, about ten per log, and writes them together.
//!
//! On a server each statement costs a round trip, so one statement inserts many rows. On a file one statement per row
//! is cheaper: to be able to roll back a statement of many rows, SQLite first copies every page it touches, beyond 64
//! KB into a temporary file. Code that reads such rows must flush the batch first.

use crate::store::db::arrays::{Entries, Logs, Reports, Tags};
use crate::store::db::connection::{Conn, each};
use crate::store::db::postgres::Postgres;
use crate::store::db::rows::{NewEntry, NewKeyUse, NewLog, NewLogSetting, NewReport, NewTag};
use crate::store::db::schema::{entries, idempotency_keys, log_settings, logs, reports, tags};
use crate::store::error::StoreError;
use diesel::prelude::*;
use std::mem::take;

/// Executes a statement per row on a file, and per block of rows on a server. Blocks have a few fixed lengths, so that
/// prepared statements are reused; 64 rows stay far below the limit of bound values.
macro_rules! in_parts {
    ($conn:expr, $rows:expr, $part:ident => $statement:expr) => {
        if let $crate::store::db::connection::Conn::Sqlite(c) = &mut *$conn {
            for $part in std::mem::take($rows) {
                $statement.execute(c)?;
            }
        }
        while !$rows.is_empty() {
            if let Some($part) = $crate::store::write::write_batch::take_rows::<_, 64>($rows) {
                each!(&mut *$conn, c => $statement.execute(c))?;
            } else if let Some($part) = $crate::store::write::write_batch::take_rows::<_, 16>($rows) {
                each!(&mut *$conn, c => $statement.execute(c))?;
            } else if let Some($part) = $crate::store::write::write_batch::take_rows::<_, 4>($rows) {
                each!(&mut *$conn, c => $statement.execute(c))?;
            } else if let Some($part) = $crate::store::write::write_batch::take_rows::<_, 1>($rows) {
                each!(&mut *$conn, c => $statement.execute(c))?;
            }
        }
    };
}
pub(crate) use in_parts;

/// The rows that wait for the end of the transaction.
#[derive(Debug, Default)]
pub(crate) struct WriteBatch {
    pub(crate) logs: Vec<NewLog>,
    pub(crate) key_uses: Vec<NewKeyUse>,
    pub(crate) log_settings: Vec<NewLogSetting>,
    pub(crate) reports: Vec<NewReport>,
    pub(crate) entries: Vec<NewEntry>,
    pub(crate) tags: Vec<NewTag>,
}

impl WriteBatch {
    /// Writes all rows.
    pub(crate) fn flush(&mut self, conn: &mut Conn) -> Result<(), StoreError> {
        if let Conn::Postgres(conn) = conn {
            self.send(conn)?;
        }
        in_parts!(conn, &mut self.logs, part => diesel::insert_into(logs::table).values(part));
        in_parts!(conn, &mut self.key_uses, part => diesel::insert_into(idempotency_keys::table).values(part));
        in_parts!(conn, &mut self.log_settings, part => diesel::insert_into(log_settings::table).values(part));
        in_parts!(conn, &mut self.reports, part => diesel::insert_into(reports::table).values(part));
        in_parts!(conn, &mut self.entries, part => diesel::insert_into(entries::table).values(part));
        // A report in an unknown form counts as one without tags, so a newer report may insert tags that exist.
        in_parts!(conn, &mut self.tags, part => diesel::insert_into(tags::table).values(part).on_conflict_do_nothing());
        Ok(())
    }

    /// Sends the rows that every log has to a server, in one statement per table.
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

/// Takes the first `N` rows, if there are as many.
pub(crate) fn take_rows<T, const N: usize>(rows: &mut Vec<T>) -> Option<Box<[T; N]>> {
    if rows.len() < N {
        return None;
    }
    let rest = rows.split_off(N);
    std::mem::replace(rows, rest).into_boxed_slice().try_into().ok()
}
