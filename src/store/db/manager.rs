//! Where a database is, and what opens connections to it.

use crate::config::{Database, Server};
use crate::store::db::connection::Conn;
use crate::store::db::data_dir::{Place, Watch};
use crate::store::db::mode::Mode;
use crate::store::db::postgres;
use crate::store::error::{StoreError, unavailable};
use diesel::connection::SimpleConnection;
use diesel::r2d2::ManageConnection;
use diesel::{Connection, SqliteConnection};

/// Where a database is.
#[derive(Clone, Debug)]
pub(crate) enum Home {
    /// A file.
    File(Place),
    /// A server.
    Server(Box<Server>),
}

impl Home {
    /// Where it is; a file and its directory are made where they are missing.
    pub(crate) fn make(database: &Database) -> Result<Home, StoreError> {
        Ok(match database {
            Database::Directory(dir) => Home::File(Place::make(dir)?),
            Database::Server(server) => Home::Server(server.clone()),
        })
    }

    /// Where it is, if it is there.
    pub(crate) fn find(database: &Database) -> Option<Home> {
        match database {
            Database::Directory(dir) => Place::find(dir).map(Home::File),
            Database::Server(server) => Some(Home::Server(server.clone())),
        }
    }

    /// What is to stay where it is while it is open.
    pub(crate) fn watch(&self) -> Watch {
        match self {
            Home::File(place) => place.watch(),
            Home::Server(_) => Watch::default(),
        }
    }
}

/// Opens connections, for the pool and for the writer.
#[derive(Clone, Debug)]
pub(crate) struct Manager {
    pub(crate) home: Home,
    pub(crate) mode: Mode,
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

/// A connection of its own, made without a pool, so that the reason of a failure is told and not timed out.
pub(crate) fn connect(home: &Home) -> Result<Conn, StoreError> {
    match home {
        Home::File(_) => Manager { home: home.clone(), mode: Mode::Migrate }.connect().map_err(unavailable),
        Home::Server(server) => Ok(Conn::Postgres(Box::new(postgres::connect(server, Mode::Migrate)?))),
    }
}
