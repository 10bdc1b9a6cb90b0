//! The one place that knows which databases there are.
//!
//! A query is written once and type-checked for each database by [`each!`]; a new database is a variant here, an arm
//! in `each!` and a folder under `migrations/`.

use crate::store::db::postgres::Postgres;
use diesel::connection::{AnsiTransactionManager, TransactionManager};
use diesel::r2d2::R2D2Connection;
use diesel::{Connection, QueryResult, SqliteConnection};

/// A connection to one of the databases.
pub(crate) enum Conn {
    Sqlite(SqliteConnection),
    Postgres(Box<Postgres>),
}

/// Runs one expression on whichever database the connection leads to.
///
/// A row that its key makes the only one is asked for by `get_result`: `first` adds a `LIMIT ?`, for which SQLite plans the statement anew
/// whenever it is run, and that takes longer than to find the row.
macro_rules! each {
    ($conn:expr, $c:ident => $body:expr) => {
        match $conn {
            $crate::store::db::connection::Conn::Sqlite($c) => $body,
            $crate::store::db::connection::Conn::Postgres(boxed) => {
                let $c: &mut $crate::store::db::postgres::Postgres = boxed;
                $body
            }
        }
    };
}
pub(crate) use each;

impl Conn {
    /// Whether it is of no more use: the other end is gone, or it no longer knows if it is in a transaction, as after a failed end of
    /// one.
    pub(crate) fn is_lost(&mut self) -> bool {
        each!(self, c => R2D2Connection::is_broken(c))
    }

    /// A write transaction: on SQLite it takes the write lock at once, so that it cannot fail half-way for want of it.
    pub(crate) fn transaction<T, E: From<diesel::result::Error>>(
        &mut self,
        work: impl FnOnce(&mut Conn) -> Result<T, E>,
    ) -> Result<T, E> {
        match self {
            Conn::Sqlite(conn) => AnsiTransactionManager::begin_transaction_sql(conn, "BEGIN IMMEDIATE")?,
            Conn::Postgres(conn) => begin(&mut **conn)?,
        }
        match work(self) {
            Ok(value) => {
                each!(self, c => commit(c))?;
                Ok(value)
            }
            Err(error) => {
                // The first error is the one to tell; a failed rollback shows in the next transaction.
                let _ = each!(self, c => rollback(c));
                Err(error)
            }
        }
    }
}

fn begin<C: Connection>(conn: &mut C) -> QueryResult<()> {
    C::TransactionManager::begin_transaction(conn)
}

fn commit<C: Connection>(conn: &mut C) -> QueryResult<()> {
    C::TransactionManager::commit_transaction(conn)
}

fn rollback<C: Connection>(conn: &mut C) -> QueryResult<()> {
    C::TransactionManager::rollback_transaction(conn)
}
