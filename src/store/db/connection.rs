//! Connections to the supported databases. Opening them is left to `manager`.
//!
//! Each query is written once and type-checked for each database by [`each!`]. A new database needs a variant here, an
//! arm in `each!` and a folder under `migrations/`.

use crate::store::db::postgres::Postgres;
use diesel::connection::{AnsiTransactionManager, TransactionManager};
use diesel::r2d2::R2D2Connection;
use diesel::{Connection, QueryResult, SqliteConnection};

/// A connection to one of the databases.
pub(crate) enum Conn {
    Sqlite(SqliteConnection),
    Postgres(Box<Postgres>),
}

/// Evaluates an expression with the connection of whichever database is in use.
///
/// Fetch a row by its unique key with `get_result`: `first` adds `LIMIT ?`, which makes SQLite plan the statement again
/// on every run, and that takes longer than finding the row.
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
    /// Returns true if the connection is unusable: the peer closed it, or its transaction state is unknown after a
    /// failed commit.
    pub(crate) fn is_lost(&mut self) -> bool {
        each!(self, c => R2D2Connection::is_broken(c))
    }

    /// Runs `work` in a write transaction. On SQLite it takes the write lock at the start, so it cannot fail halfway
    /// for lack of it.
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
                // Return the first error; a failed rollback shows up in the next transaction.
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
