//! The levels of queue and pool, the size of the database, and the time of its last backup.

use crate::store::db::backup::last_backup;
use crate::store::db::connection::each;
use crate::store::error::StoreError;
use crate::store::handle::Store;
use diesel::prelude::*;
use diesel::sql_types::BigInt;

/// The levels at one moment.
#[derive(Clone, Copy, Debug)]
pub struct StoreLevels {
    /// Commands that wait for the writer.
    pub queue_length: usize,
    /// Commands that can wait.
    pub queue_capacity: usize,
    /// Open connections for reading.
    pub connections: usize,
    /// Those of them that nobody uses.
    pub connections_idle: usize,
    /// Connections that may be open.
    pub connections_max: usize,
}

#[derive(QueryableByName)]
struct Size {
    #[diesel(sql_type = BigInt)]
    bytes: i64,
}

impl Store {
    /// The levels of queue and pool.
    pub fn levels(&self) -> StoreLevels {
        let (queue_length, queue_capacity) = self.queue();
        let pool = self.pool();
        StoreLevels {
            queue_length,
            queue_capacity,
            connections: pool.state().connections as usize,
            connections_idle: pool.state().idle_connections as usize,
            connections_max: pool.max_size() as usize,
        }
    }

    /// The size of the database in bytes: of the file and its write-ahead log, or what the server says.
    pub fn size(&self) -> Result<i64, StoreError> {
        if let Some(dir) = self.data_dir() {
            return Ok(i64::try_from(dir.size()).unwrap_or(i64::MAX));
        }
        let asked = "SELECT pg_database_size(current_database()) AS bytes";
        let size: Size = each!(&mut *self.reader()?, c => diesel::sql_query(asked).get_result(c))?;
        Ok(size.bytes)
    }

    /// When the data directory was last copied, in seconds since 1970. Nobody records that of a server.
    pub fn last_backup(&self) -> Option<i64> {
        last_backup(&self.data_dir()?)
    }
}
