//! The handle of the store: readers, the writer and what others tell it.

use crate::store::db::connection::Conn;
use crate::store::db::data_dir::Watch;
use crate::store::db::manager::{Home, Manager};
use crate::store::db::mode::Mode;
use crate::store::error::{StoreError, unavailable};
use crate::store::model::log::{Fresh, FreshReport, Kept};
use crate::store::model::tenant::{Tenant, Who};
use crate::store::write::command::{Done, What};
use crate::store::write::notifier::Listener;
use crate::store::write::queue::{Waiting, Writer};
use crate::store::write::tenant_sequence::current;
use crate::store::write::write_worker::Dispatch;
use diesel::r2d2::{ManageConnection, Pool};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Mutex;
use tokio::time::{Instant, timeout_at};

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
    /// Connects to a database whose schema is current and starts the writing thread, which executes commands by `dispatch`.
    pub(in crate::store) fn start(
        home: &Home,
        readers: u32,
        patience: Duration,
        dispatch: Dispatch,
    ) -> Result<Store, StoreError> {
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
        let writer = Writer::start(manager(Mode::Write), conn, home.watch(), patience, dispatch)?;
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
        let heads = current(&mut *self.reader()?, tenants)?;
        self.writer.bell().ring(&heads);
        Ok(())
    }

    /// Stores another report of a stored log. Returns when it is durable.
    pub async fn put_report(&self, who: Who, report: FreshReport) -> Result<(), StoreError> {
        self.writer.put_report(who, report).await
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

    /// Executes a command in the writing thread. Returns when it is durable.
    pub(in crate::store) async fn write(&self, command: What) -> Done {
        self.writer.write(command).await
    }

    /// What opens connections that write to a file; none where the database is a server.
    pub(in crate::store) fn files(&self) -> Option<Manager> {
        self.writer.files()
    }

    pub(in crate::store) fn reader(&self) -> Result<diesel::r2d2::PooledConnection<Manager>, StoreError> {
        self.readers.get().map_err(unavailable)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Database;

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
