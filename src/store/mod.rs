//! Logs and reports at rest: diesel over SQLite, many readers, one writer.
//!
//! Nothing is acknowledged before it is committed. The store knows bytes and columns; what a log means and when a
//! conflict is the client's fault is said by `app`.

mod backup;
mod bell;
mod conn;
mod feed;
mod fresh;
mod journal;
mod keys;
mod place;
mod read;
mod schema;
mod write;
mod writer;

pub use backup::backup;
pub use bell::Listener;
pub use feed::{FeedCursor, FeedRow};
pub use fresh::{Fresh, FreshReport, Kept};
pub use journal::{Deed, TrailRow};
pub use keys::{FreshKey, KeyRow, MOST_KEYS, Revocation, Tenant, Who};
pub use read::{Filter, LogRow, ReportRow};

use conn::{Conn, Manager, Mode};
use diesel::r2d2::{ManageConnection, Pool};
use diesel::result::{DatabaseErrorKind, Error};
use place::{Place, Watch};
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
pub use writer::Waiting;
use writer::Writer;

/// How many queries run at a time.
pub const READERS: u32 = 8;

/// Why the store did not do what was asked.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The key was first sent with other content, stored under this id.
    #[error("the idempotency key belongs to log {0}")]
    KeyReused(String),
    /// The platform's id of the game is taken by this log, which has other content.
    #[error("the game is already stored as log {0}")]
    GameTaken(String),
    /// A log cannot correct what is not there.
    #[error("there is no log {0} to correct")]
    NothingToCorrect(String),
    /// A log corrects a log of another game.
    #[error("log {0} is of another game")]
    CorrectsOtherGame(String),
    /// The log to correct was corrected before, by this one.
    #[error("already corrected by log {0}")]
    AlreadyCorrected(String),
    /// No key of this id.
    #[error("there is no key {0}")]
    NoKey(String),
    /// The tenant has as many keys as it may have.
    #[error("there are {MOST_KEYS} keys already")]
    KeysFull,
    /// The same bytes are stored under this id, but were read as something else.
    #[error("the bytes are stored as log {0}, read in another way")]
    ReadOtherwise(String),
    /// The database is locked, or too much waits before this.
    #[error("the database is locked")]
    Busy,
    /// A newer program made the database what it is; it names a migration that is not known here.
    #[error("a newer caipan wrote the database: it has the migration {0}, which this version does not know")]
    Newer(String),
    /// Stored bytes cannot be unpacked.
    #[error("stored bytes are damaged: {0}")]
    Damaged(#[from] std::io::Error),
    /// The database did not answer as it should.
    #[error("the database failed: {0}")]
    Database(#[from] diesel::result::Error),
    /// The database cannot be reached or brought up to date.
    #[error("the database cannot be used: {0}")]
    Unavailable(String),
}

impl StoreError {
    /// Whether it concerns more than the row that was to be written.
    fn is_of_the_store(&self) -> bool {
        matches!(
            self,
            StoreError::Damaged(_)
                | StoreError::Database(_)
                | StoreError::Unavailable(_)
                | StoreError::Busy
                | StoreError::Newer(_)
        )
    }

    /// Whether the database refused the row for what is in it.
    fn is_of_a_row(&self) -> bool {
        !self.is_of_the_store()
            || matches!(self, StoreError::Database(Error::DatabaseError(kind, _)) if !matches!(kind, DatabaseErrorKind::Unknown))
    }

    /// A locked database as such; diesel has no kind for it.
    fn or_busy(self) -> StoreError {
        match &self {
            StoreError::Database(Error::DatabaseError(DatabaseErrorKind::Unknown, why))
                if why.message().starts_with("database") && why.message().contains("locked") =>
            {
                StoreError::Busy
            }
            _ => self,
        }
    }
}

/// The store: cheap to share behind an `Arc`, closed when dropped.
pub struct Store {
    readers: Pool<Manager>,
    /// For the question whether it is ready: no reader that somebody else may hold.
    own: Mutex<(Conn, Watch)>,
    writer: Writer,
}

impl Store {
    /// Opens the store in a directory, making both when they are not there, and brings it up to date. Nobody waits longer
    /// than `patience` for something to be written.
    pub fn open(dir: &Path, patience: Duration) -> Result<Store, StoreError> {
        let place = Place::make(dir)?;
        connect(&place)?.migrate()?;
        let manager = |mode| Manager { place: place.clone(), mode };
        let readers = Pool::builder()
            .max_size(READERS)
            .min_idle(Some(1))
            // A file does not hang up: asking each time whether it is still there costs a query.
            .test_on_check_out(false)
            .connection_timeout(Duration::from_secs(5))
            .build(manager(Mode::Read))
            .map_err(unavailable)?;
        let own = manager(Mode::Read).connect().map_err(unavailable)?;
        let conn = manager(Mode::Write).connect().map_err(unavailable)?;
        let writer = Writer::start(manager(Mode::Write), conn, place.watch(), patience)?;
        Ok(Store { readers, own: Mutex::new((own, place.watch())), writer })
    }

    /// Stores a log with its report, or says which stored log stands for it. Returns when it is durable.
    pub async fn put(&self, fresh: Fresh) -> Result<Kept, StoreError> {
        self.writer.put(fresh).await
    }

    /// Hands a log to the writer, which writes in the order in which it is handed logs.
    pub async fn submit(&self, fresh: Fresh) -> Result<Waiting, StoreError> {
        self.writer.submit(fresh).await
    }

    /// Begins to listen for what is committed of a tenant by this process.
    pub fn listen(&self, tenant: Tenant) -> Listener {
        self.writer.listen(tenant)
    }

    /// Stores another report of a stored log. Returns when it is durable.
    pub async fn put_report(&self, who: Who, report: FreshReport) -> Result<(), StoreError> {
        self.writer.put_report(who, report).await
    }

    /// Makes a key. Returns when it is durable.
    pub async fn make_key(&self, fresh: FreshKey) -> Result<KeyRow, StoreError> {
        self.writer.make_key(fresh).await
    }

    /// Takes a key out of use. Returns when that is durable.
    pub async fn revoke(&self, revocation: Revocation) -> Result<KeyRow, StoreError> {
        self.writer.revoke(revocation).await
    }

    /// Whether what is stored can be read: the file is where it was, and its schema is the one known here.
    pub fn is_readable(&self) -> Result<(), StoreError> {
        let (conn, watch) = &mut *self.own.lock().unwrap_or_else(PoisonError::into_inner);
        watch.look()?;
        if conn.is_behind()? { Err(StoreError::Unavailable("migrations are missing".to_owned())) } else { Ok(()) }
    }

    /// Whether what is sent can be stored: the last commit was, or another try is within this time.
    pub async fn is_writable(&self, patience: Duration) -> Result<(), StoreError> {
        self.writer.is_well(patience).await
    }

    fn reader(&self) -> Result<diesel::r2d2::PooledConnection<Manager>, StoreError> {
        self.readers.get().map_err(unavailable)
    }
}

/// Brings the database of a directory up to date and names the migrations that were applied.
pub fn migrate(dir: &Path) -> Result<Vec<String>, StoreError> {
    connect(&Place::make(dir)?)?.migrate()
}

/// Whether the database of a directory has keys; nothing is made or changed to find out.
pub fn has_keys(dir: &Path) -> Result<bool, StoreError> {
    let Some(place) = Place::find(dir) else { return Ok(false) };
    let mut conn = Manager { place, mode: Mode::Read }.connect().map_err(unavailable)?;
    // Before they were known there were none.
    Ok(!conn.is_behind()? && keys::has_keys(&mut conn)?)
}

/// A connection of its own, made without a pool, so that the reason of a failure is told and not timed out.
fn connect(place: &Place) -> Result<Conn, StoreError> {
    Manager { place: place.clone(), mode: Mode::Migrate }.connect().map_err(unavailable)
}

#[expect(clippy::needless_pass_by_value, reason = "made to stand in map_err")]
fn unavailable(error: impl ToString) -> StoreError {
    StoreError::Unavailable(error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// However many lists are read, whether it is ready is asked by a way of its own.
    #[test]
    fn busy_readers_do_not_make_it_unready() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = Store::open(folder.path(), Duration::from_secs(1)).expect("a store");
        let held: Vec<_> = (0..READERS).map(|_| store.reader().expect("a reader")).collect();
        assert!(store.readers.try_get().is_none(), "every reader is held");
        assert!(store.is_readable().is_ok());
        drop(held);
    }
}
