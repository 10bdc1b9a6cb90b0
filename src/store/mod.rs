//! Stores logs and reports in SQLite or PostgreSQL through diesel: many readers and one writer per process. A write is
//! acknowledged only after its commit.
//!
//! The store handles bytes, columns and tags and parses no log or report. `app` knows what a log means and which
//! conflicts are the client's fault.
//!
//! The files form no cycle. From the bottom up:
//!
//! * `error`, `model`: errors, and plain data types without queries;
//! * `db`: connections, schema, migrations, compression and other details of the databases;
//! * `query`: reads. Its lookups `erased`, `log_ids` and `records` lie below `write`, the other files above `handle`;
//! * `write`: the queue, the write worker and everything that a transaction shares;
//! * `handle`: the [`Store`] type, to which `query` and `features` add methods;
//! * `features`: keys, settings, rulings, jobs, webhooks, erasure, evidence, and the check of all content;
//! * `dispatch` and this file stand above all rooms. The write worker receives the dispatching function as a value, so
//!   it names no feature.

mod db;
mod dispatch;
mod error;
mod features;
mod handle;
mod model;
mod query;
mod write;

pub use db::backup::record_backup;
pub use db::compression::pack;
pub use db::data_dir::has_database;
pub use db::migrate::Steps;
pub use error::{Distrust, StoreError};
pub use features::check::{Backup, Checked, backup, check};
pub use features::derived_check::{ContentReader, Described, LogToRead};
pub use features::evidence::{Proven, ToProve};
pub use features::journal_check::{JournalPage, JournalPosition};
pub use features::webhook_secrets::replace_webhook_secrets;
pub use handle::Store;
pub use model::counters::{CounterRow, MOST_GROUPS, OTHERS};
pub use model::erasure::{Erase, Erasure, Why};
pub use model::job::{
    FreshJob, FreshPart, JobFigure, JobKind, JobOrder, JobRow, JobState, Left, MOST_JOBS, MOST_LOST, PartAbout,
    PartRow, Step,
};
pub use model::journal::TrailRow;
pub use model::key::{FreshKey, KeyRow, MOST_KEYS, MOST_SESSIONS, Person, Revocation, RevokedKey};
pub use model::log::{Filter, Kept, LogRow, LogToStore, ReportRow, ReportToStore};
pub use model::migration::{Loss, Migrated};
pub use model::mismatch::{Mismatch, Reason};
pub use model::request::{Request, RequestKind};
pub use model::ruling::{Author, Entry, FreshRuling, MOST_RULINGS, Moved, RulingKind, RulingRow, Subject, Unfit};
pub use model::search_tags::{FirstSeen, ReadTags, SearchTags};
pub use model::setting::{FreshSetting, SettingDone, SettingKind, SettingRow};
pub use model::signing_key::{SigningKeyRow, SigningKeys};
pub use model::tenant::{Tenant, Who};
pub use model::webhook::{
    DeadLetter, LateMessage, MOST_WEBHOOKS, Progress, WebhookChange, WebhookRow, WebhookSecret, WebhookWhat,
};
pub use model::witness::{CosignatureRow, Offer, TreeHead, WitnessNote, WitnessRow};
pub use query::feed::{FeedCursor, FeedErasure, FeedPart, FeedRow, FeedRuling};
pub use query::levels::StoreLevels;
pub use query::rulings::RulingsOfLogs;
pub use query::search::ListPart;
pub use write::notifier::Listener;
pub use write::queue::Waiting;

use crate::config::Database;
use db::manager::{Location, connect, connect_for};
use db::migrate::STEPS;
use db::mode::Mode;
use dispatch::dispatch;
use features::{keys, signing_keys};
use std::time::Duration;

impl Store {
    /// Opens a database, creates a missing directory or file, and migrates it. `readers` is the size of the connection
    /// pool, `patience` the timeout of a write. `read_tags` reads the codes of stored reports when they are replaced or
    /// erased.
    pub fn open(
        database: &Database,
        readers: u32,
        patience: Duration,
        read_tags: ReadTags,
    ) -> Result<Store, StoreError> {
        let location = Location::make(database)?;
        connect(&location)?.migrate(&STEPS)?;
        Store::serve(&location, readers, patience, read_tags)
    }

    /// Opens a database as [`Store::open`] does, but creates nothing and never migrates: fails if there is no database,
    /// or if its schema is not the current one.
    pub fn open_current(
        database: &Database,
        readers: u32,
        patience: Duration,
        read_tags: ReadTags,
    ) -> Result<Store, StoreError> {
        STEPS.check(database)?;
        Store::serve(&found(database)?, readers, patience, read_tags)
    }

    fn serve(location: &Location, readers: u32, patience: Duration, read_tags: ReadTags) -> Result<Store, StoreError> {
        let dispatch = move |conn: &mut _, sequences: &mut _, existing: &mut _, command: &_| {
            dispatch(conn, sequences, existing, command, read_tags)
        };
        Store::start(location, readers, patience, Box::new(dispatch))
    }
}

impl Steps<'_> {
    /// Applies the missing steps to a database and returns their names.
    pub fn migrate(&self, database: &Database) -> Result<Vec<String>, StoreError> {
        connect(&Location::make(database)?)?.migrate(self)
    }

    /// Moves a database up or down to a step. Fails if a step down would delete data, unless `drop_data` is set.
    pub fn move_to(&self, database: &Database, step: u32, drop_data: bool) -> Result<Migrated, StoreError> {
        let mut conn = connect(&Location::make(database)?)?;
        let moved = conn.move_to(self, step, drop_data)?;
        Ok(Migrated { newest: !conn.is_behind(self)?, ..moved })
    }

    /// Fails unless a database has exactly these steps. Changes nothing.
    pub fn check(&self, database: &Database) -> Result<(), StoreError> {
        let behind = connect_for(&found(database)?, Mode::Read)?.is_behind(self)?;
        if behind { Err(StoreError::Older) } else { Ok(()) }
    }

    /// Returns true if a database has keys, whatever its step. Changes nothing.
    pub fn has_keys(&self, database: &Database) -> Result<bool, StoreError> {
        let Some(location) = Location::find(database) else { return Ok(false) };
        let mut conn = connect_for(&location, Mode::Read)?;
        Ok(conn.has_tables(self)? && keys::has_keys(&mut conn)?)
    }
}

/// The location of an existing database.
fn found(database: &Database) -> Result<Location, StoreError> {
    Location::find(database).ok_or_else(|| StoreError::Unavailable(format!("no database in {database}")))
}

/// Applies the missing steps of this program to a database and returns their names.
pub fn migrate(database: &Database) -> Result<Vec<String>, StoreError> {
    STEPS.migrate(database)
}

/// Moves a database up or down to a step of this program. See [`Steps::move_to`].
pub fn migrate_to(database: &Database, step: u32, drop_data: bool) -> Result<Migrated, StoreError> {
    STEPS.move_to(database, step, drop_data)
}

/// Notes the keys that sign checkpoints from this time on, in microseconds since 1970. Returns all keys that ever signed
/// for this database.
pub fn note_signing_keys(database: &Database, keys: &SigningKeys, now: i64) -> Result<Vec<SigningKeyRow>, StoreError> {
    signing_keys::note(&mut connect(&Location::make(database)?)?, keys, now)
}

/// Returns true if a database has keys, whatever its step. Changes nothing.
pub fn has_keys(database: &Database) -> Result<bool, StoreError> {
    STEPS.has_keys(database)
}
