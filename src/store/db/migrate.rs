//! Applies the steps of the schema. A step has the same number in every database. Moving to a chosen step is left to
//! `downgrade`.

use crate::store::db::connection::{Conn, each};
use crate::store::db::downgrade::{LOSSES, walk};
use crate::store::db::lock::{LOCK_PAUSE, when_unlocked};
use crate::store::error::{StoreError, unavailable};
use crate::store::model::migration::Loss;
use diesel::backend::Backend;
use diesel::migration::MigrationSource;
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::sql_types::{Bool, Text};
use diesel::sqlite::Sqlite;
use diesel_migrations::{EmbeddedMigrations, embed_migrations};

static SQLITE: EmbeddedMigrations = embed_migrations!("migrations/sqlite");
static POSTGRES: EmbeddedMigrations = embed_migrations!("migrations/postgres");

/// The steps of this program.
pub(crate) static STEPS: Steps<'static> = Steps { sqlite: &SQLITE, postgres: &POSTGRES, losses: LOSSES };

/// Attempts when several processes migrate at the same time.
const TRIES: u32 = 20;

/// The steps that a program knows, for each database.
#[derive(Clone, Copy)]
pub struct Steps<'a> {
    /// The migrations of SQLite.
    pub sqlite: &'a (dyn MigrationSource<Sqlite> + Sync),
    /// The migrations of PostgreSQL.
    pub postgres: &'a (dyn MigrationSource<Pg> + Sync),
    /// The data that steps down delete, newest step first.
    pub losses: &'a [Loss],
}

#[derive(QueryableByName)]
struct Version {
    #[diesel(sql_type = Text)]
    version: String,
}

#[derive(QueryableByName)]
struct Facts {
    #[diesel(sql_type = Bool)]
    counted: bool,
    #[diesel(sql_type = Bool)]
    unreleased: bool,
    #[diesel(sql_type = Text)]
    encoding: String,
}

/// Every database made before 0.1.0 has a number in `logs` or the table `untagged`, or both. Its steps have numbers that
/// mean other steps now.
const SQLITE_FACTS: &str = "\
    SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE name = '__diesel_schema_migrations') AS counted, \
    EXISTS (SELECT 1 FROM pragma_table_info('logs') WHERE name = 'seq') \
        OR EXISTS (SELECT 1 FROM sqlite_master WHERE name = 'untagged') AS unreleased, 'UTF8' AS encoding";
const POSTGRES_FACTS: &str = "\
    SELECT to_regclass('__diesel_schema_migrations') IS NOT NULL AS counted, \
    EXISTS (SELECT 1 FROM pg_attribute WHERE attrelid = to_regclass('logs') AND attname = 'seq' AND NOT attisdropped) \
        OR to_regclass('untagged') IS NOT NULL AS unreleased, current_setting('server_encoding') AS encoding";

impl Conn {
    /// Applies the missing steps and returns their names. A schema of a newer version is an error. Of several processes
    /// that migrate at once, one succeeds and the others find nothing left to do.
    pub(crate) fn migrate(&mut self, steps: &Steps<'_>) -> Result<Vec<String>, StoreError> {
        for tried in 1.. {
            // Run no statement that needs owner rights if nothing is missing.
            if !when_unlocked(|| self.is_behind(steps))? {
                return Ok(Vec::new());
            }
            let last = self.known(steps)?.pop().unwrap_or_default();
            let done = match self {
                Conn::Sqlite(conn) => walk(conn, steps.sqlite, &last),
                Conn::Postgres(conn) => walk(&mut **conn, steps.postgres, &last),
            };
            match done {
                Ok(moved) => return Ok(moved.applied),
                Err(error) if tried == TRIES || self.is_lost() => return Err(unavailable(error)),
                Err(_) => std::thread::sleep(LOCK_PAUSE),
            }
        }
        Ok(Vec::new())
    }

    /// Returns true if steps are missing. Fails on unknown steps. Changes nothing.
    pub(crate) fn is_behind(&mut self, steps: &Steps<'_>) -> Result<bool, StoreError> {
        let (applied, known) = (self.applied()?, self.known(steps)?);
        match applied.iter().find(|version| !known.contains(version)) {
            Some(step) => {
                Err(StoreError::Newer { step: step.clone(), known: known.last().cloned().unwrap_or_default() })
            }
            None => Ok(applied.len() < known.len()),
        }
    }

    /// Returns true if the database has the tables of any step. Fails on unknown steps. Changes nothing.
    pub(crate) fn has_tables(&mut self, steps: &Steps<'_>) -> Result<bool, StoreError> {
        self.is_behind(steps)?;
        Ok(!self.applied()?.is_empty())
    }

    /// The steps of this database, oldest first.
    pub(crate) fn known(&self, steps: &Steps<'_>) -> Result<Vec<String>, StoreError> {
        match self {
            Conn::Sqlite(_) => names(steps.sqlite),
            Conn::Postgres(_) => names(steps.postgres),
        }
    }

    /// Reads the applied steps, oldest first. Diesel would create its own table to find out.
    pub(crate) fn applied(&mut self) -> Result<Vec<String>, StoreError> {
        let query = match self {
            Conn::Sqlite(_) => SQLITE_FACTS,
            Conn::Postgres(_) => POSTGRES_FACTS,
        };
        let facts: Facts = each!(&mut *self, c => diesel::sql_query(query).get_result(c))?;
        if facts.encoding != "UTF8" {
            let Facts { encoding, .. } = facts;
            return Err(StoreError::Unavailable(format!(
                "its encoding is {encoding}, which has not every character of a log: make it anew with ENCODING 'UTF8'"
            )));
        }
        if !facts.counted {
            return Ok(Vec::new());
        }
        if facts.unreleased {
            return Err(StoreError::Unreleased);
        }
        let rows: Vec<Version> = each!(self, c => diesel::sql_query(
            "SELECT version FROM __diesel_schema_migrations ORDER BY version").load(c))?;
        Ok(rows.into_iter().map(|row| row.version).collect())
    }
}

/// The versions of migrations, oldest first.
pub(crate) fn names<DB: Backend>(source: &dyn MigrationSource<DB>) -> Result<Vec<String>, StoreError> {
    let all = source.migrations().map_err(unavailable)?;
    let mut names: Vec<String> = all.iter().map(|one| one.name().version().to_string()).collect();
    names.sort();
    Ok(names)
}
