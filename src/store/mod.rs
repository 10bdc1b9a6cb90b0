//! Logs and reports at rest: diesel over SQLite or PostgreSQL, many readers, one writer in each process.
//!
//! Nothing is acknowledged before it is committed. The store knows bytes and columns; what a log means and when a
//! conflict is the client's fault is said by `app`.

mod arrays;
mod backfill;
mod backup;
mod bell;
mod classes;
mod conn;
mod damage;
mod desk;
mod erase;
mod error;
mod evidence;
mod feed;
mod fresh;
mod heads;
mod job_order;
mod job_parts;
mod job_queue;
mod journal;
mod keys;
mod lead;
mod marks;
mod name;
mod narrow;
mod packed;
mod pending;
mod place;
#[cfg(test)]
mod plan;
mod postgres;
mod read;
mod records;
mod ruling;
mod rulings;
mod schema;
mod schemas;
mod settings;
mod search;
mod seen;
mod tallies;
mod webhooks;
mod write;
mod writer;

pub use backfill::{Unmarked, backfill};
pub use backup::backup;
pub use bell::Listener;
pub use erase::{Erase, Erasure, Why};
pub use error::StoreError;
pub use evidence::{Proven, ToProve};
pub use feed::{FeedCursor, FeedErasure, FeedPart, FeedRow, FeedRuling};
pub use fresh::{Fresh, FreshReport, Kept};
pub use job_order::{
    FreshJob, FreshPart, JobFigure, JobKind, JobOrder, JobRow, JobState, MOST_JOBS, MOST_LOST, PartRow, Step,
};
pub use job_parts::{Left, PartAbout};
pub use journal::TrailRow;
pub use keys::{FreshKey, KeyRow, MOST_KEYS, Revocation, Tenant, Who};
pub use marks::{Marks, ReadMarks};
pub use packed::pack;
pub use postgres::Distrust;
pub use read::{Filter, LogRow, ReportRow};
pub use ruling::{Author, Entry, FreshRuling, MOST_RULINGS, Moved, RulingKind, RulingRow, Subject, Unfit};
pub use search::ListPart;
pub use settings::{FreshSetting, SettingDone, SettingKind, SettingRow};
pub use tallies::{MOST_GROUPS, OTHERS, TallyRow};
pub use webhooks::{DeadLetter, MOST_WEBHOOKS, Progress, WebhookChange, WebhookRow, WebhookWhat};

use crate::config::Database;
use conn::{Conn, Home, Manager, Mode};
use diesel::r2d2::{ManageConnection, Pool};
use error::unavailable;
use place::Watch;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Mutex;
use tokio::time::{Instant, timeout_at};
pub use writer::Waiting;
use writer::Writer;

/// The store: cheap to share behind an `Arc`, closed when dropped.
pub struct Store {
    readers: Pool<Manager>,
    watch: Watch,
    /// For the question whether it is ready: no reader that somebody else may hold.
    own: Arc<Mutex<Own>>,
    writer: Writer,
}

/// A connection of its own.
struct Own {
    manager: Manager,
    conn: Conn,
    watch: Watch,
}

impl Own {
    /// Whether everything is where it was, with the schema that is known here.
    fn ask(&mut self) -> Result<(), StoreError> {
        self.watch.look()?;
        if self.conn.is_lost() {
            self.conn = self.manager.connect().map_err(unavailable)?;
        }
        let behind = self.conn.is_behind().inspect_err(|error| self.watch.met(error))?;
        if behind { Err(StoreError::Unavailable("migrations are missing".to_owned())) } else { Ok(()) }
    }
}

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
        let manager = |mode| Manager { home: home.clone(), mode };
        let readers = Pool::builder()
            .max_size(readers)
            .min_idle(Some(1))
            .connection_timeout(Duration::from_secs(5))
            .build(manager(Mode::Read))
            .map_err(unavailable)?;
        // First the one that writes: with it every file is there that is to stay.
        let conn = manager(Mode::Write).connect().map_err(unavailable)?;
        let own = Own {
            manager: manager(Mode::Read),
            conn: manager(Mode::Read).connect().map_err(unavailable)?,
            watch: home.watch(),
        };
        let writer = Writer::start(manager(Mode::Write), conn, home.watch(), patience, read_marks)?;
        Ok(Store { readers, watch: home.watch(), own: Arc::new(Mutex::new(own)), writer })
    }

    /// Stores a log with its report, or says which stored log stands for it. Returns when it is durable.
    pub async fn put(&self, fresh: Fresh) -> Result<Kept, StoreError> {
        self.writer.put(fresh).await
    }

    /// Hands a log to the writer, which writes in the order in which it is handed logs, and sends it away after `patience`.
    pub async fn submit(&self, fresh: Fresh, patience: Duration) -> Result<Waiting, StoreError> {
        self.writer.submit(fresh, patience).await
    }

    /// Begins to listen for what is committed of a tenant. Of another process it is heard when somebody looks.
    pub fn listen(&self, tenant: Tenant) -> Listener {
        self.writer.bell().listen(tenant)
    }

    /// For whom to look now, if nobody did within this time: those for whom somebody listens.
    pub fn turn(&self, every: Duration) -> Vec<Tenant> {
        self.writer.bell().turn(every)
    }

    /// Looks for what other processes have committed of these tenants, and wakes those who listen.
    pub fn look(&self, tenants: &[Tenant]) -> Result<(), StoreError> {
        let heads = heads::read(&mut *self.reader()?, tenants)?;
        self.writer.bell().ring(&heads);
        Ok(())
    }

    /// Stores another report of a stored log. Returns when it is durable.
    pub async fn put_report(&self, who: Who, report: FreshReport) -> Result<(), StoreError> {
        self.writer.put_report(who, report).await
    }

    /// Records a ruling, or gives the one that the same request recorded before. Returns when it is durable.
    pub async fn rule(&self, fresh: FreshRuling) -> Result<(RulingRow, bool), StoreError> {
        self.writer.rule(fresh).await
    }

    /// Makes a key. Returns when it is durable.
    pub async fn make_key(&self, fresh: FreshKey) -> Result<KeyRow, StoreError> {
        self.writer.make_key(fresh).await
    }

    /// Takes a key out of use. Returns when that is durable.
    pub async fn revoke(&self, revocation: Revocation) -> Result<KeyRow, StoreError> {
        self.writer.revoke(revocation).await
    }

    /// Sets something of a tenant, or takes it away. Returns when that is durable.
    pub async fn set(&self, fresh: FreshSetting) -> Result<SettingDone, StoreError> {
        self.writer.set(fresh).await
    }

    /// Makes, moves or takes away a webhook. Returns when it is durable.
    pub async fn webhook(&self, change: WebhookChange) -> Result<WebhookRow, StoreError> {
        self.writer.webhook(change).await
    }

    /// Takes those of these webhooks that nobody has taken since, under a lease of this number from a moment until another.
    pub async fn claim_webhooks(
        &self,
        wanted: Vec<i64>,
        lease: i64,
        now: i64,
        until: i64,
    ) -> Result<Vec<WebhookRow>, StoreError> {
        self.writer.claim_webhooks(wanted, lease, now, until).await
    }

    /// Writes down how far a webhook has come. Whether its lease still held; nothing is written where it did not.
    pub async fn webhook_progress(&self, progress: Progress) -> Result<bool, StoreError> {
        self.writer.webhook_progress(progress).await
    }

    /// Makes a job, takes one up, brings it forward or ends it. Returns when it is durable: the job, where there is one.
    pub async fn job(&self, order: JobOrder) -> Result<Option<JobRow>, StoreError> {
        self.writer.job(order).await
    }

    /// Whether what is stored can be read, found out within this time: everything is where it was, and its schema is the one known
    /// here. However often it is asked, no more than one thread waits for a database that says nothing.
    pub async fn is_readable(&self, patience: Duration) -> Result<(), StoreError> {
        let until = Instant::now() + patience;
        let late = || StoreError::Away("it does not answer".to_owned());
        let mut own = timeout_at(until, Arc::clone(&self.own).lock_owned()).await.map_err(|_| late())?;
        let asked = tokio::task::spawn_blocking(move || own.ask());
        timeout_at(until, asked).await.map_err(|_| late())?.map_err(unavailable)?
    }

    /// Whether what is sent can be stored: the last commit was, or another try is within this time.
    pub async fn is_writable(&self, patience: Duration) -> Result<(), StoreError> {
        self.writer.is_well(patience).await
    }

    /// Whoever reads tells what it met: damage to the file concerns all who write.
    pub fn met(&self, error: &StoreError) {
        self.watch.met(error);
    }

    fn reader(&self) -> Result<diesel::r2d2::PooledConnection<Manager>, StoreError> {
        self.readers.get().map_err(unavailable)
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

/// A connection of its own, made without a pool, so that the reason of a failure is told and not timed out.
fn connect(home: &Home) -> Result<Conn, StoreError> {
    match home {
        Home::File(_) => Manager { home: home.clone(), mode: Mode::Migrate }.connect().map_err(unavailable),
        Home::Server(server) => Ok(Conn::Postgres(Box::new(postgres::connect(server, Mode::Migrate)?))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// However many lists are read, whether it is ready is asked by a way of its own.
    #[actix_web::test]
    async fn busy_readers_do_not_make_it_unready() {
        let folder = tempfile::tempdir().expect("a folder");
        let database = Database::Directory(folder.path().to_owned());
        let store = Store::open(&database, 3, Duration::from_secs(1), |_| None).expect("a store");
        let held: Vec<_> = (0..3).map(|_| store.reader().expect("a reader")).collect();
        assert!(store.readers.try_get().is_none(), "every reader is held");
        assert!(store.is_readable(Duration::from_secs(30)).await.is_ok());
        drop(held);
    }
}
