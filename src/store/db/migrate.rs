//! Applies schema migrations. A version means the same schema in every database; databases that caipan supported later
//! start at the version of that time.

use crate::store::db::connection::{Conn, each};
use crate::store::db::lock::{LOCK_PAUSE, when_unlocked};
use crate::store::error::{StoreError, unavailable};
use diesel::migration::{MigrationSource, MigrationVersion};
use diesel::prelude::*;
use diesel::sql_types::{Bool, Text};
use diesel::sqlite::Sqlite;
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};

pub(crate) const SQLITE: EmbeddedMigrations = embed_migrations!("migrations/sqlite");
pub(crate) const POSTGRES: EmbeddedMigrations = embed_migrations!("migrations/postgres");

/// The version that brought the table of keys.
const KEYS: &str = "0003";

/// Attempts when several processes migrate at the same time.
const TRIES: u32 = 20;

#[derive(QueryableByName)]
struct Version {
    #[diesel(sql_type = Text)]
    version: String,
}

#[derive(QueryableByName)]
struct Facts {
    #[diesel(sql_type = Bool)]
    counted: bool,
    #[diesel(sql_type = Text)]
    encoding: String,
}

impl Conn {
    /// Applies the missing migrations and returns their names. A schema of a newer version is an error. Of several
    /// processes that migrate at once, one succeeds and the others find nothing left to do.
    pub(crate) fn migrate(&mut self) -> Result<Vec<String>, StoreError> {
        for tried in 1.. {
            // Run no statement that needs owner rights if nothing is missing.
            if !when_unlocked(|| self.is_behind())? {
                return Ok(Vec::new());
            }
            let done = match self {
                Conn::Sqlite(conn) => conn.run_pending_migrations(SQLITE).map(|applied| version_names(&applied)),
                Conn::Postgres(conn) => conn.run_pending_migrations(POSTGRES).map(|applied| version_names(&applied)),
            };
            match done {
                Ok(applied) => return Ok(applied),
                Err(error) if tried == TRIES || self.is_lost() => return Err(failed(error)),
                Err(_) => std::thread::sleep(LOCK_PAUSE),
            }
        }
        Ok(Vec::new())
    }

    /// Returns true if migrations are missing. Fails on unknown migrations. Changes nothing.
    pub(crate) fn is_behind(&mut self) -> Result<bool, StoreError> {
        let applied = self.applied()?;
        let known = match self {
            Conn::Sqlite(_) => names(&SQLITE)?,
            Conn::Postgres(_) => names(&POSTGRES)?,
        };
        match applied.iter().find(|version| !known.contains(version)) {
            Some(newer) => Err(StoreError::Newer(newer.clone())),
            None => Ok(applied.len() < known.len()),
        }
    }

    /// Returns true if the schema has a table of keys, which an older schema than that of this program may have too.
    /// Fails on unknown migrations. Changes nothing.
    pub(crate) fn has_key_table(&mut self) -> Result<bool, StoreError> {
        self.is_behind()?;
        Ok(self.applied()?.iter().any(|version| version == KEYS))
    }

    /// Reads the applied versions. Diesel would create its own table on a server to find out.
    pub(crate) fn applied(&mut self) -> Result<Vec<String>, StoreError> {
        if let Conn::Sqlite(conn) = self {
            return Ok(version_names(&conn.applied_migrations().map_err(failed)?));
        }
        let facts: Facts = each!(self, c => diesel::sql_query(
            "SELECT to_regclass('__diesel_schema_migrations') IS NOT NULL AS counted, \
             current_setting('server_encoding') AS encoding").get_result(c))?;
        if facts.encoding != "UTF8" {
            let Facts { encoding, .. } = facts;
            return Err(StoreError::Unavailable(format!(
                "its encoding is {encoding}, which has not every character of a log: make it anew with ENCODING 'UTF8'"
            )));
        }
        if !facts.counted {
            return Ok(Vec::new());
        }
        let rows: Vec<Version> = each!(self, c => diesel::sql_query(
            "SELECT version FROM __diesel_schema_migrations ORDER BY version").load(c))?;
        Ok(rows.into_iter().map(|row| row.version).collect())
    }
}

fn version_names(applied: &[MigrationVersion<'_>]) -> Vec<String> {
    applied.iter().map(ToString::to_string).collect()
}

/// The versions of the embedded migrations.
pub(crate) fn names(migrations: &EmbeddedMigrations) -> Result<Vec<String>, StoreError> {
    let all = MigrationSource::<Sqlite>::migrations(migrations).map_err(failed)?;
    Ok(all.iter().map(|one| one.name().version().to_string()).collect())
}

pub(crate) fn failed(error: Box<dyn std::error::Error + Send + Sync>) -> StoreError {
    unavailable(error)
}
