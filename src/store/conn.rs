//! The one place that knows which databases there are.
//!
//! A query is written once and type-checked for each database by [`each!`]; a new database is a variant here, an arm
//! in `each!` and a folder under `migrations/`.

use super::StoreError;
use super::place::{Place, Watch};
use super::postgres::{self, Postgres};
use crate::config::{Database, Server};
use diesel::connection::{AnsiTransactionManager, SimpleConnection, TransactionManager};
use diesel::r2d2::{ManageConnection, R2D2Connection};
use diesel::{Connection, QueryResult, SqliteConnection};

/// A connection to one of the databases.
pub(super) enum Conn {
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
            $crate::store::conn::Conn::Sqlite($c) => $body,
            $crate::store::conn::Conn::Postgres(boxed) => {
                let $c: &mut $crate::store::postgres::Postgres = boxed;
                $body
            }
        }
    };
}
pub(super) use each;

impl Conn {
    /// Whether it is of no more use: the other end is gone, or it no longer knows if it is in a transaction, as after a failed end of
    /// one.
    pub(super) fn is_lost(&mut self) -> bool {
        each!(self, c => R2D2Connection::is_broken(c))
    }

    /// A write transaction: on SQLite it takes the write lock at once, so that it cannot fail half-way for want of it.
    pub(super) fn transaction<T, E: From<diesel::result::Error>>(
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

/// What a connection is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// Queries only; the database itself refuses writes.
    Read,
    /// Reads and durable writes.
    Write,
    /// Changes of the schema: tables that others refer to are made anew.
    Migrate,
}

/// Where a database is.
#[derive(Clone, Debug)]
pub(super) enum Home {
    /// A file.
    File(Place),
    /// A server.
    Server(Box<Server>),
}

impl Home {
    /// Where it is; a file and its directory are made where they are missing.
    pub(super) fn make(database: &Database) -> Result<Home, StoreError> {
        Ok(match database {
            Database::Directory(dir) => Home::File(Place::make(dir)?),
            Database::Server(server) => Home::Server(server.clone()),
        })
    }

    /// Where it is, if it is there.
    pub(super) fn find(database: &Database) -> Option<Home> {
        match database {
            Database::Directory(dir) => Place::find(dir).map(Home::File),
            Database::Server(server) => Some(Home::Server(server.clone())),
        }
    }

    /// What is to stay where it is while it is open.
    pub(super) fn watch(&self) -> Watch {
        match self {
            Home::File(place) => place.watch(),
            Home::Server(_) => Watch::default(),
        }
    }
}

/// Opens connections, for the pool and for the writer.
#[derive(Clone, Debug)]
pub(super) struct Manager {
    pub(super) home: Home,
    pub(super) mode: Mode,
}

impl ManageConnection for Manager {
    type Connection = Conn;
    type Error = diesel::r2d2::Error;

    fn connect(&self) -> Result<Conn, Self::Error> {
        let place = match &self.home {
            Home::File(place) => place,
            Home::Server(server) => {
                let told = |error: StoreError| diesel::ConnectionError::BadConnection(error.to_string());
                let conn = postgres::connect(server, self.mode).map_err(told);
                let conn = conn.map_err(diesel::r2d2::Error::ConnectionError)?;
                return Ok(Conn::Postgres(Box::new(conn)));
            }
        };
        let mut conn = SqliteConnection::establish(&place.url()).map_err(diesel::r2d2::Error::ConnectionError)?;
        // A write-ahead log lets readers go on beside the writer; FULL makes a commit survive a power cut too,
        // and the group commit of the writer makes that free.
        let pragmas = match self.mode {
            Mode::Read => "PRAGMA busy_timeout = 5000; PRAGMA query_only = ON;",
            // The writer itself decides how often it tries again. What is erased is overwritten, not only no longer referred to.
            // Of a page that changed often between two checkpoints only the last is copied, so they are far between (32 MiB of log).
            Mode::Write => {
                "PRAGMA busy_timeout = 200; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; \
                 PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON; PRAGMA wal_autocheckpoint = 8192;"
            }
            Mode::Migrate => {
                "PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; \
                 PRAGMA foreign_keys = OFF; PRAGMA secure_delete = ON;"
            }
        };
        conn.batch_execute(pragmas).map_err(diesel::r2d2::Error::QueryError)?;
        Ok(Conn::Sqlite(conn))
    }

    /// A file does not hang up, and a server that did is known without asking it.
    fn is_valid(&self, conn: &mut Conn) -> Result<(), Self::Error> {
        if conn.is_lost() {
            let gone = diesel::ConnectionError::BadConnection("the server has hung up".to_owned());
            return Err(diesel::r2d2::Error::ConnectionError(gone));
        }
        Ok(())
    }

    fn has_broken(&self, conn: &mut Conn) -> bool {
        conn.is_lost()
    }
}
