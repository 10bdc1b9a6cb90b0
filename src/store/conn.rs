//! The one place that knows which databases there are.
//!
//! A query is written once and type-checked for each database by [`each!`]; a new database is a variant here, an arm
//! in `each!` and a folder under `migrations/`.

use super::StoreError;
use super::place::Place;
use diesel::connection::{AnsiTransactionManager, SimpleConnection, TransactionManager};
use diesel::migration::MigrationSource;
use diesel::r2d2::{ManageConnection, R2D2Connection};
use diesel::sqlite::Sqlite;
use diesel::{Connection, SqliteConnection};
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};

const SQLITE: EmbeddedMigrations = embed_migrations!("migrations/sqlite");

/// A connection to one of the databases.
pub(super) enum Conn {
    Sqlite(SqliteConnection),
}

/// Runs one expression on whichever database the connection leads to.
macro_rules! each {
    ($conn:expr, $c:ident => $body:expr) => {
        match $conn {
            $crate::store::conn::Conn::Sqlite($c) => $body,
        }
    };
}
pub(super) use each;

impl Conn {
    /// Applies the migrations that are missing and names them. What a newer program wrote is left alone.
    pub(super) fn migrate(&mut self) -> Result<Vec<String>, StoreError> {
        self.is_behind()?;
        match self {
            Conn::Sqlite(conn) => {
                let applied = conn.run_pending_migrations(SQLITE).map_err(failed)?;
                Ok(applied.iter().map(ToString::to_string).collect())
            }
        }
    }

    /// Whether migrations are missing. An error where there are some that nobody here knows.
    pub(super) fn is_behind(&mut self) -> Result<bool, StoreError> {
        let (applied, known) = match self {
            Conn::Sqlite(conn) => {
                let applied = conn.applied_migrations().map_err(failed)?;
                let known = MigrationSource::<Sqlite>::migrations(&SQLITE).map_err(failed)?;
                (applied, known.iter().map(|one| one.name().version().as_owned()).collect::<Vec<_>>())
            }
        };
        match applied.iter().find(|version| !known.contains(version)) {
            Some(newer) => Err(StoreError::Newer(newer.to_string())),
            None => Ok(applied.len() < known.len()),
        }
    }

    /// Whether it no longer knows if it is in a transaction, as after a failed end of one.
    pub(super) fn is_lost(&mut self) -> bool {
        each!(self, c => AnsiTransactionManager::is_broken_transaction_manager(c))
    }

    /// A write transaction: on SQLite it takes the write lock at once, so that it cannot fail half-way for want of it.
    pub(super) fn transaction<T, E: From<diesel::result::Error>>(
        &mut self,
        work: impl FnOnce(&mut Conn) -> Result<T, E>,
    ) -> Result<T, E> {
        match self {
            Conn::Sqlite(conn) => AnsiTransactionManager::begin_transaction_sql(conn, "BEGIN IMMEDIATE")?,
        }
        match work(self) {
            Ok(value) => {
                each!(self, c => AnsiTransactionManager::commit_transaction(c))?;
                Ok(value)
            }
            Err(error) => {
                // The first error is the one to tell; a failed rollback shows in the next transaction.
                let _ = each!(self, c => AnsiTransactionManager::rollback_transaction(c));
                Err(error)
            }
        }
    }
}

/// What a connection is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// Queries only; the database itself refuses writes.
    Read,
    /// Reads and durable writes.
    Write,
    /// A copy of everything.
    Copy,
    /// Changes of the schema: tables that others refer to are made anew.
    Migrate,
}

#[expect(clippy::needless_pass_by_value, reason = "made to stand in map_err")]
fn failed(error: Box<dyn std::error::Error + Send + Sync>) -> StoreError {
    StoreError::Unavailable(error.to_string())
}

/// Opens connections, for the pool and for the writer.
#[derive(Clone, Debug)]
pub(super) struct Manager {
    pub(super) place: Place,
    pub(super) mode: Mode,
}

impl ManageConnection for Manager {
    type Connection = Conn;
    type Error = diesel::r2d2::Error;

    fn connect(&self) -> Result<Conn, Self::Error> {
        let mut conn = SqliteConnection::establish(&self.place.url()).map_err(diesel::r2d2::Error::ConnectionError)?;
        // A write-ahead log lets readers go on beside the writer; FULL makes a commit survive a power cut too,
        // and the group commit of the writer makes that free.
        let pragmas = match self.mode {
            Mode::Read => "PRAGMA busy_timeout = 5000; PRAGMA query_only = ON;",
            Mode::Copy => "PRAGMA busy_timeout = 5000;",
            // The writer itself decides how often it tries again.
            Mode::Write => {
                "PRAGMA busy_timeout = 200; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; \
                 PRAGMA foreign_keys = ON;"
            }
            Mode::Migrate => {
                "PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; \
                 PRAGMA foreign_keys = OFF;"
            }
        };
        conn.batch_execute(pragmas).map_err(diesel::r2d2::Error::QueryError)?;
        Ok(Conn::Sqlite(conn))
    }

    fn is_valid(&self, conn: &mut Conn) -> Result<(), Self::Error> {
        each!(conn, c => c.ping()).map_err(diesel::r2d2::Error::QueryError)
    }

    fn has_broken(&self, conn: &mut Conn) -> bool {
        each!(conn, c => R2D2Connection::is_broken(c))
    }
}
