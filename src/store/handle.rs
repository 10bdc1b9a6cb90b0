//! The `Store` type: a pool of readers, the writer, readiness checks and change notifications. Queries and features add
//! their methods in their own files.

use crate::store::db::connection::Conn;
use crate::store::db::data_dir::{DataDir, FileWatch};
use crate::store::db::lock::when_unlocked;
use crate::store::db::manager::{Location, Manager};
use crate::store::db::migrate::STEPS;
use crate::store::db::mode::Mode;
use crate::store::error::{StoreError, unavailable};
use crate::store::model::log::{Kept, LogToStore, ReportToStore};
use crate::store::model::tenant::{Tenant, Who};
use crate::store::write::command::{WriteCommand, WriteResult};
use crate::store::write::notifier::Listener;
use crate::store::write::queue::{Waiting, Writer};
use crate::store::write::tenant_sequence::current;
use crate::store::write::write_worker::Dispatch;
use diesel::r2d2::{ManageConnection, Pool};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Mutex;
use tokio::time::{Instant, timeout_at};

/// The store. Share it behind an `Arc`; dropping it closes it.
pub struct Store {
    readers: Pool<Manager>,
    watch: FileWatch,
    /// Readiness checks use their own connection, so that busy readers do not delay them.
    probe: Arc<Mutex<ReadinessProbe>>,
    writer: Writer,
}

/// The connection for readiness checks.
struct ReadinessProbe {
    manager: Manager,
    conn: Conn,
    watch: FileWatch,
}

impl ReadinessProbe {
    /// Fails if a file was replaced, the database is unreachable or migrations are missing.
    fn check(&mut self) -> Result<(), StoreError> {
        self.watch.check()?;
        if self.conn.is_lost() {
            self.conn = self.manager.connect().map_err(unavailable)?;
        }
        let behind = self.conn.is_behind(&STEPS).inspect_err(|error| self.watch.record(error))?;
        if behind { Err(StoreError::Unavailable("migrations are missing".to_owned())) } else { Ok(()) }
    }
}

impl Store {
    /// Connects to a database whose schema is current and starts the writing thread, which executes commands by
    /// `dispatch`.
    pub(in crate::store) fn start(
        location: &Location,
        readers: u32,
        patience: Duration,
        dispatch: Dispatch,
    ) -> Result<Store, StoreError> {
        let manager = |mode| Manager { location: location.clone(), mode };
        let readers = Pool::builder()
            .max_size(readers)
            .min_idle(Some(1))
            .connection_timeout(Duration::from_secs(5))
            .build(manager(Mode::Read))
            .map_err(unavailable)?;
        // Open the writer first: it creates the files that `watch` records.
        let conn = when_unlocked(|| manager(Mode::Write).connect().map_err(unavailable))?;
        let probe = ReadinessProbe {
            manager: manager(Mode::Read),
            conn: manager(Mode::Read).connect().map_err(unavailable)?,
            watch: location.watch(),
        };
        let writer = Writer::start(manager(Mode::Write), conn, location.watch(), patience, dispatch)?;
        Ok(Store { readers, watch: location.watch(), probe: Arc::new(Mutex::new(probe)), writer })
    }

    /// Stores a log with its report, or returns the stored log with the same content. Returns once it is durable.
    pub async fn put(&self, fresh: LogToStore) -> Result<Kept, StoreError> {
        self.writer.put(fresh).await
    }

    /// Queues a log for writing. The queue keeps its order; after `patience` the log is rejected.
    pub async fn submit(&self, fresh: LogToStore, patience: Duration) -> Result<Waiting, StoreError> {
        self.writer.submit(fresh, patience).await
    }

    /// Subscribes to commits of a tenant. Commits of other processes are noticed only by [`Store::poll`].
    pub fn listen(&self, tenant: Tenant) -> Listener {
        self.writer.notifier().listen(tenant)
    }

    /// The tenants to poll now: those with listeners, unless another caller polled within `every`.
    pub fn due_for_poll(&self, every: Duration) -> Vec<Tenant> {
        self.writer.notifier().due_for_poll(every)
    }

    /// Polls for commits of other processes and wakes the listeners of these tenants.
    pub fn poll(&self, tenants: &[Tenant]) -> Result<(), StoreError> {
        let sequences = current(&mut *self.reader()?, tenants)?;
        self.writer.notifier().notify(&sequences);
        Ok(())
    }

    /// Stores another report of a stored log. Returns once it is durable.
    pub async fn put_report(&self, who: Who, report: ReportToStore) -> Result<(), StoreError> {
        self.writer.put_report(who, report).await
    }

    /// Fails if the stored data cannot be read within `patience`: the files are in place and the schema is the known
    /// one. A database that hangs blocks at most one thread, however many checks run.
    pub async fn is_readable(&self, patience: Duration) -> Result<(), StoreError> {
        let until = Instant::now() + patience;
        let late = || StoreError::Away("it does not answer".to_owned());
        let mut probe = timeout_at(until, Arc::clone(&self.probe).lock_owned()).await.map_err(|_| late())?;
        let asked = tokio::task::spawn_blocking(move || probe.check());
        timeout_at(until, asked).await.map_err(|_| late())?.map_err(unavailable)?
    }

    /// Checks that the store can write: the last commit succeeded, or a probe does within `patience`.
    pub async fn is_writable(&self, patience: Duration) -> Result<(), StoreError> {
        self.writer.check(patience).await
    }

    /// Readers report errors here, because damage to the file concerns all writers.
    pub fn record_error(&self, error: &StoreError) {
        self.watch.record(error);
    }

    /// Executes a command in the writing thread. Returns once it is durable.
    pub(in crate::store) async fn write(&self, command: WriteCommand) -> WriteResult {
        self.writer.write(command).await
    }

    /// Opens writing connections to a file; `None` if the database is a server.
    pub(in crate::store) fn files(&self) -> Option<Manager> {
        self.writer.files()
    }

    /// The data directory; `None` if the database is a server.
    pub(in crate::store) fn data_dir(&self) -> Option<DataDir> {
        match self.files()?.location {
            Location::File(data_dir) => Some(data_dir),
            Location::Server(_) => None,
        }
    }

    /// The commands in the write queue, and its capacity.
    pub(in crate::store) fn queue(&self) -> (usize, usize) {
        self.writer.level()
    }

    /// The connections for reading.
    pub(in crate::store) fn pool(&self) -> &Pool<Manager> {
        &self.readers
    }

    pub(in crate::store) fn reader(&self) -> Result<diesel::r2d2::PooledConnection<Manager>, StoreError> {
        self.readers.get().map_err(unavailable)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Database;

    /// Readiness checks do not depend on a free reader.
    #[actix_web::test]
    async fn busy_readers_do_not_fail_the_readiness_check() {
        let folder = tempfile::tempdir().expect("a folder");
        let database = Database::Directory(folder.path().to_owned());
        let store = Store::open(&database, 3, Duration::from_secs(1), |_| None).expect("a store");
        let held: Vec<_> = (0..3).map(|_| store.reader().expect("a reader")).collect();
        assert!(store.readers.try_get().is_none(), "every reader is held");
        assert!(store.is_readable(Duration::from_secs(30)).await.is_ok());
        drop(held);
    }
}
