//! Logs and reports at rest: diesel over SQLite or PostgreSQL, many readers, one writer in each process.
//!
//! Nothing is acknowledged before it is committed. The store knows bytes and columns; what a log means and when a
//! conflict is the client's fault is said by `app`.

mod db;
mod dispatch;
mod error;
mod features;
mod handle;
mod model;
mod query;
mod write;

pub use db::backup::backup;
pub use db::compression::pack;
pub use error::{Distrust, StoreError};
pub use features::evidence::{Proven, ToProve};
pub use handle::Store;
pub use model::counters::{MOST_GROUPS, OTHERS, TallyRow};
pub use model::erasure::{Erase, Erasure, Why};
pub use model::job::{
    FreshJob, FreshPart, JobFigure, JobKind, JobOrder, JobRow, JobState, Left, MOST_JOBS, MOST_LOST, PartAbout,
    PartRow, Step,
};
pub use model::journal::TrailRow;
pub use model::key::{FreshKey, KeyRow, MOST_KEYS, Revocation};
pub use model::log::{Filter, Fresh, FreshReport, Kept, LogRow, ReportRow};
pub use model::ruling::{Author, Entry, FreshRuling, MOST_RULINGS, Moved, RulingKind, RulingRow, Subject, Unfit};
pub use model::search_tags::{Marks, ReadMarks};
pub use model::setting::{FreshSetting, SettingDone, SettingKind, SettingRow};
pub use model::tenant::{Tenant, Who};
pub use model::webhook::{DeadLetter, MOST_WEBHOOKS, Progress, WebhookChange, WebhookRow, WebhookWhat};
pub use query::feed::{FeedCursor, FeedErasure, FeedPart, FeedRow, FeedRuling};
pub use query::search::ListPart;
pub use write::backfill::{Unmarked, backfill};
pub use write::notifier::Listener;
pub use write::queue::Waiting;

use crate::config::Database;
use db::manager::{Home, Manager, connect};
use db::mode::Mode;
use diesel::r2d2::ManageConnection;
use dispatch::dispatch;
use error::unavailable;
use features::{evidence, keys};
use std::time::Duration;

impl Store {
    /// Opens the store in a database, making a directory and a file when they are not there, and brings it up to date. So many
    /// queries run at a time. Nobody waits longer than `patience` for something to be written. `read_marks` reads the
    /// codes of stored reports when they are replaced or erased.
    pub fn open(
        database: &Database,
        readers: u32,
        patience: Duration,
        read_marks: ReadMarks,
    ) -> Result<Store, StoreError> {
        let home = Home::make(database)?;
        bring_up(&home)?;
        let dispatch =
            move |conn: &mut _, heads: &mut _, seen: &mut _, what: &_| dispatch(conn, heads, seen, what, read_marks);
        Store::start(&home, readers, patience, Box::new(dispatch))
    }
}

/// Brings a database up to date and names the migrations that were applied.
pub fn migrate(database: &Database) -> Result<Vec<String>, StoreError> {
    bring_up(&Home::make(database)?)
}

/// Brings the schema up to date, and what belongs to it.
fn bring_up(home: &Home) -> Result<Vec<String>, StoreError> {
    let mut conn = connect(home)?;
    let applied = conn.migrate()?;
    evidence::fill(&mut conn)?;
    Ok(applied)
}

/// Whether a database has keys; nothing is made or changed to find out.
pub fn has_keys(database: &Database) -> Result<bool, StoreError> {
    let Some(home) = Home::find(database) else { return Ok(false) };
    let mut conn = Manager { home, mode: Mode::Read }.connect().map_err(unavailable)?;
    // Before they were known there were none.
    Ok(!conn.is_behind()? && keys::has_keys(&mut conn)?)
}
