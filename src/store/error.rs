//! Errors of the store, with methods that tell transient failures from permanent ones, and failures of a row from
//! failures of the database.

use crate::store::model::erasure::Erasure;
use crate::store::model::job::MOST_JOBS;
use crate::store::model::key::MOST_KEYS;
use crate::store::model::mismatch::{Mismatch, Reason};
use crate::store::model::request::RequestKind;
use crate::store::model::ruling::Unfit;
use crate::store::model::setting::SettingKind;
use crate::store::model::webhook::MOST_WEBHOOKS;
use caipan_tiles::text::Text;
use diesel::result::{DatabaseErrorKind, Error};

/// An error of the store.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The idempotency key was first used with other content, stored under this id.
    #[error("the idempotency key belongs to log {0}")]
    KeyReused(String),
    /// This log has the same game id and other content.
    #[error("the game is already stored as log {0}")]
    GameTaken(String),
    /// The log to correct does not exist.
    #[error("there is no log {0} to correct")]
    NothingToCorrect(String),
    /// The log to correct belongs to another game.
    #[error("log {0} is of another game")]
    CorrectsOtherGame(String),
    /// This log corrects the same log already.
    #[error("already corrected by log {0}")]
    AlreadyCorrected(String),
    /// The idempotency key was first used for another request, about the object with this id.
    #[error("the idempotency key belongs to another request, about {1}")]
    RequestReused(RequestKind, String),
    /// The key does not exist.
    #[error("there is no key {0}")]
    NoKey(String),
    /// There is a key with this id already.
    #[error("the id of the key is taken")]
    IdTaken,
    /// The key that makes another was revoked in the meantime.
    #[error("the key that makes it is revoked")]
    MakerRevoked,
    /// The ruling conflicts with earlier rulings.
    #[error("the ruling does not fit: {0:?}")]
    Unfit(Unfit),
    /// The tenant has the maximum number of keys.
    #[error("there are {MOST_KEYS} keys already")]
    KeysFull,
    /// The setting does not exist.
    #[error("there is no {0:?} {1}")]
    NoSetting(SettingKind, String),
    /// The webhook does not exist.
    #[error("there is no webhook {0}")]
    NoWebhook(String),
    /// The tenant has the maximum number of webhooks.
    #[error("there are {MOST_WEBHOOKS} webhooks already")]
    WebhooksFull,
    /// The tenant has the maximum number of settings of this kind.
    #[error("as many are set as may be: {0:?}")]
    SettingsFull(SettingKind),
    /// The log was erased.
    #[error("log {} was erased", .0.id)]
    Erased(Box<Erasure>),
    /// The job does not exist.
    #[error("there is no job {0}")]
    NoJob(String),
    /// The tenant has the maximum number of jobs.
    #[error("there are {MOST_JOBS} jobs already")]
    JobsFull,
    /// Another process took the job over, or the job has ended.
    #[error("the job was taken away")]
    JobLost,
    /// This log has the same bytes, but was read in another format.
    #[error("the bytes are stored as log {0}, read in another way")]
    ReadOtherwise(String),
    /// The database is locked, or the queue is full.
    #[error("the database is locked")]
    Busy,
    /// The connection to the server is lost.
    #[error("the database cannot be reached: {0}")]
    Away(String),
    /// The schema has a step that this version does not know.
    #[error(
        "a newer caipan wrote the database: it has the step {step}, and this version knows the steps up to {known}"
    )]
    Newer {
        /// The first unknown step.
        step: String,
        /// The last known step.
        known: String,
    },
    /// The schema lacks steps, and only a command that migrates may add them.
    #[error("an older caipan wrote the database, or it is empty: run caipan migrate")]
    Older,
    /// A version before 0.1.0 made the database.
    #[error("an unreleased version of caipan made the database")]
    Unreleased,
    /// No migration has this number.
    #[error("the steps of this database are {first} to {last}")]
    NoStep {
        /// The first step.
        first: String,
        /// The last step.
        last: String,
    },
    /// Reverting the migrations deletes this data.
    #[error("the steps down would delete data: {0:?}")]
    WouldLose(Vec<Text>),
    /// Stored bytes cannot be decompressed.
    #[error("stored bytes are damaged: {0}")]
    Damaged(#[from] std::io::Error),
    /// A stored row disagrees with the journal.
    #[error("{0}")]
    Mismatch(Box<Mismatch>),
    /// The database file is damaged.
    #[error("the file of the database is damaged: {0}")]
    Broken(String),
    /// The disk of the database is full.
    #[error("the disk of the database is full: {0}")]
    Full(String),
    /// The server failed TLS verification, or does not offer TLS.
    #[error("the server is not trusted: {1}")]
    Distrusted(Distrust, String),
    /// The database reported an error.
    #[error("the database failed: {0}")]
    Database(diesel::result::Error),
    /// The database cannot be opened or migrated.
    #[error("the database cannot be used: {0}")]
    Unavailable(String),
}

impl From<Error> for StoreError {
    fn from(error: Error) -> StoreError {
        match error {
            Error::DatabaseError(_, why) if is_damage(why.message()) => StoreError::Broken(why.message().to_owned()),
            Error::DatabaseError(_, why) if is_full_disk(why.message()) => StoreError::Full(why.message().to_owned()),
            error => StoreError::Database(error),
        }
    }
}

impl StoreError {
    /// The error of a row that disagrees with the journal entry at a place.
    pub(in crate::store) fn mismatch(place: i64, log: &str, reason: Reason) -> StoreError {
        let log = Some(log.to_owned()).filter(|log| !log.is_empty());
        StoreError::Mismatch(Box::new(Mismatch { place, log, reason }))
    }

    /// Returns true if the stored content of one log cannot be served: it is damaged, or disagrees with the journal.
    pub fn is_of_content(&self) -> bool {
        matches!(self, StoreError::Damaged(_) | StoreError::Mismatch(_))
    }

    /// Returns true if the failure affects the whole transaction and not only one row.
    pub(in crate::store) fn is_store_failure(&self) -> bool {
        matches!(
            self,
            StoreError::Damaged(_)
                | StoreError::Broken(_)
                | StoreError::Full(_)
                | StoreError::Distrusted(..)
                | StoreError::Database(_)
                | StoreError::Unavailable(_)
                | StoreError::Busy
                | StoreError::Away(_)
                | StoreError::Newer { .. }
                | StoreError::Older
                | StoreError::Unreleased
        )
    }

    /// Returns true if the content of the row caused the failure.
    pub(in crate::store) fn is_row_failure(&self) -> bool {
        !self.is_store_failure()
            || matches!(self, StoreError::Database(Error::DatabaseError(kind, _)) if !matches!(kind, DatabaseErrorKind::Unknown))
    }

    /// Returns true if a retry may succeed.
    pub(in crate::store) fn is_transient(&self) -> bool {
        matches!(self, StoreError::Busy | StoreError::Away(_))
    }

    /// Returns true if the database could not be used because another process has locked the SQLite file.
    pub(in crate::store) fn is_lock(&self) -> bool {
        matches!(self, StoreError::Unavailable(why) if is_locked(why))
    }

    /// Converts the error of a statement that contains no client data, so an unknown error means that it waited for a
    /// lock. PostgreSQL words the message in the server's language, and diesel does not expose the error code.
    pub(in crate::store) fn from_lock_wait(error: Error) -> StoreError {
        match error {
            Error::DatabaseError(DatabaseErrorKind::Unknown, why) if !is_full_disk(why.message()) => StoreError::Busy,
            other => other.into(),
        }
    }

    /// Converts transient database errors to `Busy` or `Away`. Diesel has no error kind for a locked SQLite file.
    pub(in crate::store) fn or_transient(self) -> StoreError {
        match &self {
            StoreError::Database(Error::DatabaseError(DatabaseErrorKind::Unknown, why)) if is_locked(why.message()) => {
                StoreError::Busy
            }
            StoreError::Database(Error::DatabaseError(DatabaseErrorKind::SerializationFailure, _)) => StoreError::Busy,
            StoreError::Database(Error::DatabaseError(
                DatabaseErrorKind::ClosedConnection | DatabaseErrorKind::UnableToSendCommand,
                why,
            )) => StoreError::Away(why.message().to_owned()),
            _ => self,
        }
    }
}

/// Wraps the reason why a database cannot be used.
#[expect(clippy::needless_pass_by_value, reason = "made to stand in map_err")]
pub(in crate::store) fn unavailable(error: impl ToString) -> StoreError {
    let why = error.to_string();
    if is_damage(&why) { StoreError::Broken(why) } else { StoreError::Unavailable(why) }
}

/// Recognises SQLite's messages about damage; diesel does not expose the error codes.
fn is_damage(text: &str) -> bool {
    ["database disk image is malformed", "file is not a database", "malformed database schema"]
        .iter()
        .any(|words| text.contains(words))
}

/// Recognises SQLite's messages about a lock: "database is locked", "database table is locked".
fn is_locked(text: &str) -> bool {
    text.starts_with("database") && text.contains("locked")
}

/// Recognises the messages of SQLite and PostgreSQL about a full disk. PostgreSQL ends its message with the text of the
/// operating system.
fn is_full_disk(text: &str) -> bool {
    ["database or disk is full", "No space left on device"].iter().any(|words| text.contains(words))
}

/// The reason why a server failed TLS verification.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Distrust {
    /// No trusted authority issued the certificate.
    Issuer,
    /// The certificate is for another host name.
    Name,
    /// The certificate has expired or is not valid yet.
    Time,
    /// The server does not offer TLS.
    Plain,
    /// Any other reason.
    Other,
}

#[cfg(test)]
mod tests {
    use super::*;
    use diesel::connection::SimpleConnection;
    use diesel::{Connection, SqliteConnection};

    #[test]
    fn full_disk_is_told_from_other_failures() {
        let mut conn = SqliteConnection::establish(":memory:").expect("a database");
        conn.batch_execute("CREATE TABLE t (b BLOB); PRAGMA max_page_count = 2;").expect("done");
        let full = conn.batch_execute("INSERT INTO t VALUES (zeroblob(100000))").expect_err("it does not fit");
        let full = StoreError::from(full);
        assert!(matches!(full, StoreError::Full(_)) && full.is_store_failure() && !full.is_row_failure(), "{full:?}");
        let other = conn.batch_execute("INSERT INTO nowhere VALUES (1)").expect_err("no table");
        assert!(matches!(StoreError::from(other), StoreError::Database(_)));
    }
}
