//! Why the store did not do what was asked, and what follows from it: whether another try may help, and whose fault it is.

use crate::store::model::erasure::Erasure;
use crate::store::model::job::MOST_JOBS;
use crate::store::model::key::MOST_KEYS;
use crate::store::model::ruling::Unfit;
use crate::store::model::setting::SettingKind;
use crate::store::model::webhook::MOST_WEBHOOKS;
use diesel::result::{DatabaseErrorKind, Error};

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
    /// A ruling that does not fit to those that there are.
    #[error("the ruling does not fit: {0:?}")]
    Unfit(Unfit),
    /// The tenant has as many keys as it may have.
    #[error("there are {MOST_KEYS} keys already")]
    KeysFull,
    /// Nothing of this name is set.
    #[error("there is no {0:?} {1}")]
    NoSetting(SettingKind, String),
    /// No webhook of this id.
    #[error("there is no webhook {0}")]
    NoWebhook(String),
    /// The tenant has as many webhooks as it may have.
    #[error("there are {MOST_WEBHOOKS} webhooks already")]
    WebhooksFull,
    /// As much is set as may be.
    #[error("as many are set as may be: {0:?}")]
    SettingsFull(SettingKind),
    /// The log was erased.
    #[error("log {} was erased", .0.id)]
    Erased(Box<Erasure>),
    /// No job of this id.
    #[error("there is no job {0}")]
    NoJob(String),
    /// The tenant has as many jobs as it may have.
    #[error("there are {MOST_JOBS} jobs already")]
    JobsFull,
    /// Somebody else does the job now, or nobody is to do it any more.
    #[error("the job was taken away")]
    JobLost,
    /// The same bytes are stored under this id, but were read as something else.
    #[error("the bytes are stored as log {0}, read in another way")]
    ReadOtherwise(String),
    /// The database is locked, or too much waits before this.
    #[error("the database is locked")]
    Busy,
    /// The way to the database's server is interrupted.
    #[error("the database cannot be reached: {0}")]
    Away(String),
    /// A newer program made the database what it is; it names a migration that is not known here.
    #[error("a newer caipan wrote the database: it has the migration {0}, which this version does not know")]
    Newer(String),
    /// Stored bytes cannot be unpacked.
    #[error("stored bytes are damaged: {0}")]
    Damaged(#[from] std::io::Error),
    /// The file of the database is damaged.
    #[error("the file of the database is damaged: {0}")]
    Broken(String),
    /// The server does not prove to be the one that was meant, or not under encryption.
    #[error("the server is not trusted: {1}")]
    Distrusted(Distrust, String),
    /// The database did not answer as it should.
    #[error("the database failed: {0}")]
    Database(diesel::result::Error),
    /// The database cannot be reached or brought up to date.
    #[error("the database cannot be used: {0}")]
    Unavailable(String),
}

impl From<Error> for StoreError {
    fn from(error: Error) -> StoreError {
        match error {
            Error::DatabaseError(_, why) if is_told(why.message()) => StoreError::Broken(why.message().to_owned()),
            error => StoreError::Database(error),
        }
    }
}

impl StoreError {
    /// Whether it concerns more than the row that was to be written.
    pub(in crate::store) fn is_of_the_store(&self) -> bool {
        matches!(
            self,
            StoreError::Damaged(_)
                | StoreError::Broken(_)
                | StoreError::Distrusted(..)
                | StoreError::Database(_)
                | StoreError::Unavailable(_)
                | StoreError::Busy
                | StoreError::Away(_)
                | StoreError::Newer(_)
        )
    }

    /// Whether the database refused the row for what is in it.
    pub(in crate::store) fn is_of_a_row(&self) -> bool {
        !self.is_of_the_store()
            || matches!(self, StoreError::Database(Error::DatabaseError(kind, _)) if !matches!(kind, DatabaseErrorKind::Unknown))
    }

    /// Whether the same may well succeed in a moment.
    pub(in crate::store) fn is_passing(&self) -> bool {
        matches!(self, StoreError::Busy | StoreError::Away(_))
    }

    /// A failure of a statement that has nothing in it of a row to store: it is for others who write. PostgreSQL says so in the language of
    /// the server, and diesel does not pass its code on.
    pub(in crate::store) fn of_waiting(error: Error) -> StoreError {
        match error {
            Error::DatabaseError(DatabaseErrorKind::Unknown, _) => StoreError::Busy,
            other => other.into(),
        }
    }

    /// A failure that passes as such; for a locked SQLite file diesel has no kind.
    pub(in crate::store) fn or_passing(self) -> StoreError {
        match &self {
            StoreError::Database(Error::DatabaseError(DatabaseErrorKind::Unknown, why))
                if why.message().starts_with("database") && why.message().contains("locked") =>
            {
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

/// Why a database cannot be used.
#[expect(clippy::needless_pass_by_value, reason = "made to stand in map_err")]
pub(in crate::store) fn unavailable(error: impl ToString) -> StoreError {
    let why = error.to_string();
    if is_told(&why) { StoreError::Broken(why) } else { StoreError::Unavailable(why) }
}

/// Whether these are SQLite's words for it; diesel does not pass its numbers on.
fn is_told(text: &str) -> bool {
    ["database disk image is malformed", "file is not a database", "malformed database schema"]
        .iter()
        .any(|words| text.contains(words))
}

/// Why a server is not trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Distrust {
    /// Nobody who is trusted vouches for it.
    Issuer,
    /// Its certificate is for another name.
    Name,
    /// Its certificate is not valid yet, or no more.
    Time,
    /// It does not speak TLS.
    Plain,
    /// Something else.
    Other,
}
