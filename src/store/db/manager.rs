//! Locates databases and opens connections to them, for the pool and for the writer.

use crate::config::{Database, Server};
use crate::store::db::connection::Conn;
use crate::store::db::data_dir::{DataDir, FileWatch};
use crate::store::db::lock::when_unlocked;
use crate::store::db::mode::Mode;
use crate::store::db::postgres;
use crate::store::error::{StoreError, unavailable};
use diesel::connection::SimpleConnection;
use diesel::r2d2::ManageConnection;
use diesel::{Connection, SqliteConnection};

/// The location of a database.
#[derive(Clone, Debug)]
pub(crate) enum Location {
    /// An SQLite file.
    File(DataDir),
    /// A PostgreSQL server.
    Server(Box<Server>),
}

impl Location {
    /// The location of a database. Creates a missing file and its directory.
    pub(crate) fn make(database: &Database) -> Result<Location, StoreError> {
        Ok(match database {
            Database::Directory(dir) => Location::File(DataDir::make(dir)?),
            Database::Server(server) => Location::Server(server.clone()),
        })
    }

    /// The location of a database, if it exists.
    pub(crate) fn find(database: &Database) -> Option<Location> {
        match database {
            Database::Directory(dir) => DataDir::find(dir).map(Location::File),
            Database::Server(server) => Some(Location::Server(server.clone())),
        }
    }

    /// Records the identity of the files that must not be replaced.
    pub(crate) fn watch(&self) -> FileWatch {
        match self {
            Location::File(data_dir) => data_dir.watch(),
            Location::Server(_) => FileWatch::default(),
        }
    }
}

/// Opens connections in one mode.
#[derive(Clone, Debug)]
pub(crate) struct Manager {
    pub(crate) location: Location,
    pub(crate) mode: Mode,
}

impl ManageConnection for Manager {
    type Connection = Conn;
    type Error = diesel::r2d2::Error;

    fn connect(&self) -> Result<Conn, Self::Error> {
        let data_dir = match &self.location {
            Location::File(data_dir) => data_dir,
            Location::Server(server) => {
                let told = |error: StoreError| diesel::ConnectionError::BadConnection(error.to_string());
                let conn = postgres::connect(server, self.mode).map_err(told);
                let conn = conn.map_err(diesel::r2d2::Error::ConnectionError)?;
                return Ok(Conn::Postgres(Box::new(conn)));
            }
        };
        let mut conn = SqliteConnection::establish(&data_dir.url()).map_err(diesel::r2d2::Error::ConnectionError)?;
        // WAL lets readers work beside the writer. FULL makes each commit survive a power cut; a commit of many rows
        // pays for it only once.
        let pragmas = match self.mode {
            Mode::Read => "PRAGMA busy_timeout = 5000; PRAGMA query_only = ON;",
            // The writer has its own retry loop, so its busy timeout is short. Secure delete overwrites erased rows. A
            // checkpoint copies only the last version of a page, so checkpoints are rare (32 MiB of log).
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

    /// Checks only local state: a file never hangs up, and a lost server connection is known without a query.
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

/// Opens a connection for schema changes without the pool, so that a failure reports its cause and not a timeout.
pub(crate) fn connect(location: &Location) -> Result<Conn, StoreError> {
    connect_for(location, Mode::Migrate)
}

/// Opens a connection that only reads. If no file can be created beside that of the database, and no process writes, SQLite
/// reads the file alone.
pub(crate) fn connect_to_read(location: Location) -> Result<Conn, StoreError> {
    let alone = match &location {
        // Before the first query, because that may leave a write-ahead log.
        Location::File(data_dir) => data_dir.immutable_url(),
        Location::Server(_) => None,
    };
    let mut conn = Manager { location, mode: Mode::Read }.connect().map_err(unavailable)?;
    // A connection opens no file before its first query.
    if let Conn::Sqlite(sqlite) = &mut conn
        && let Err(error) = sqlite.batch_execute("SELECT 1 FROM sqlite_schema LIMIT 1")
    {
        let Some(url) = alone else { return Err(error.into()) };
        conn = Conn::Sqlite(SqliteConnection::establish(&url).map_err(unavailable)?);
    }
    Ok(conn)
}

/// Opens a connection for a purpose without the pool.
pub(crate) fn connect_for(location: &Location, mode: Mode) -> Result<Conn, StoreError> {
    match location {
        Location::File(_) => {
            let manager = Manager { location: location.clone(), mode };
            when_unlocked(|| manager.connect().map_err(unavailable))
        }
        Location::Server(server) => Ok(Conn::Postgres(Box::new(postgres::connect(server, mode)?))),
    }
}
