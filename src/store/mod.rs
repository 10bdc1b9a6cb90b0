//! Logs and reports at rest: diesel over SQLite, many readers, one writer.
//!
//! Nothing is acknowledged before it is committed. The store knows bytes and columns; what a log means and when a
//! conflict is the client's fault is said by `app`.

mod conn;
mod read;
mod schema;
mod write;

pub use read::{Filter, LogRow, ReportRow};
pub use write::{Fresh, FreshReport, Kept};

use conn::{Conn, Manager, Mode};
use diesel::r2d2::{ManageConnection, Pool};
use std::path::{Path, PathBuf};
use std::time::Duration;
use write::Writer;

/// The file's name in the data directory.
const FILE: &str = "caipan.sqlite3";

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

/// The store: cheap to share behind an `Arc`, closed when dropped.
pub struct Store {
    readers: Pool<Manager>,
    writer: Writer,
}

impl Store {
    /// Opens the store in a directory, making both when they are not there, and brings it up to date.
    pub fn open(dir: &Path) -> Result<Store, StoreError> {
        let (mut conn, path) = connect(dir)?;
        conn.migrate().map_err(unavailable)?;
        let readers = Pool::builder()
            .max_size(8)
            .min_idle(Some(1))
            // A file does not hang up: asking each time whether it is still there costs a query.
            .test_on_check_out(false)
            .connection_timeout(Duration::from_secs(5))
            .build(Manager { path, mode: Mode::Read })
            .map_err(unavailable)?;
        Ok(Store { readers, writer: Writer::start(conn)? })
    }

    /// Stores a log with its report, or says which stored log stands for it. Returns when it is durable.
    pub async fn put(&self, fresh: Fresh) -> Result<Kept, StoreError> {
        self.writer.put(fresh).await
    }

    /// Stores a newer report of a stored log. Returns when it is durable.
    pub async fn put_report(&self, report: FreshReport) -> Result<(), StoreError> {
        self.writer.put_report(report).await
    }

    /// Whether the store can serve: the schema is up to date, a reader answers, the writer runs.
    pub fn check(&self) -> Result<(), StoreError> {
        if !self.writer.is_running() {
            return Err(StoreError::Unavailable("the writer has stopped".to_owned()));
        }
        if self.reader()?.is_behind().map_err(unavailable)? {
            return Err(StoreError::Unavailable("migrations are missing".to_owned()));
        }
        Ok(())
    }

    fn reader(&self) -> Result<diesel::r2d2::PooledConnection<Manager>, StoreError> {
        self.readers.get().map_err(unavailable)
    }
}

/// Brings the database of a directory up to date and names the migrations that were applied.
pub fn migrate(dir: &Path) -> Result<Vec<String>, StoreError> {
    connect(dir)?.0.migrate().map_err(unavailable)
}

/// The writing connection. Made once without a pool, so that the reason of a failure is told and not timed out.
fn connect(dir: &Path) -> Result<(Conn, PathBuf), StoreError> {
    let wrap = |error: std::io::Error| StoreError::Unavailable(format!("{}: {error}", dir.display()));
    std::fs::create_dir_all(dir).map_err(wrap)?;
    let path = dir.join(FILE);
    let conn = Manager { path: path.clone(), mode: Mode::Write }.connect();
    Ok((conn.map_err(|error| StoreError::Unavailable(format!("{}: {error}", path.display())))?, path))
}

#[expect(clippy::needless_pass_by_value, reason = "made to stand in map_err")]
fn unavailable(error: impl ToString) -> StoreError {
    StoreError::Unavailable(error.to_string())
}
