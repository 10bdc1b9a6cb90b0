//! Moves the schema to a chosen step, up or down, and names the data that a step down deletes.

use crate::store::db::connection::{Conn, each};
use crate::store::db::migrate::{POSTGRES, SQLITE, failed, names};
use crate::store::error::StoreError;
use crate::store::model::migration::{Loss, Migrated};
use diesel::backend::Backend;
use diesel::migration::{Migration, MigrationSource};
use diesel::prelude::*;
use diesel::sql_types::Bool;
use diesel_migrations::{EmbeddedMigrations, MigrationHarness};

/// The migrations whose step down deletes data, newest first, each with the condition on which there is any. Search tags
/// and counters are not listed: they are computed again.
const LOSSES: [(&str, Loss, &str); 10] = [
    ("0019", Loss::Persons, "EXISTS (SELECT 1 FROM keys WHERE subject IS NOT NULL)"),
    (
        "0017",
        Loss::Witnesses,
        "EXISTS (SELECT 1 FROM cosignatures) OR EXISTS (SELECT 1 FROM signing_keys WHERE until_at IS NOT NULL)",
    ),
    (
        "0016",
        Loss::Bounds,
        "EXISTS (SELECT 1 FROM requests) OR EXISTS (SELECT 1 FROM keys WHERE addresses IS NOT NULL) \
         OR EXISTS (SELECT 1 FROM webhooks WHERE ordered = 0 OR per_minute IS NOT NULL)",
    ),
    (
        "0011",
        Loss::Requests,
        "EXISTS (SELECT 1 FROM webhooks WHERE old_secret IS NOT NULL) OR EXISTS (SELECT 1 FROM jobs WHERE request IS NOT NULL)",
    ),
    ("0009", Loss::Webhooks, "EXISTS (SELECT 1 FROM webhooks)"),
    ("0008", Loss::Jobs, "EXISTS (SELECT 1 FROM jobs) OR EXISTS (SELECT 1 FROM erased)"),
    // A verdict, a ruling and an erasure without a log: the rows that their records follow from are gone.
    ("0006", Loss::Records, "EXISTS (SELECT 1 FROM entries WHERE log IS NULL AND act IN (1, 8, 9))"),
    (
        "0005",
        Loss::Settings,
        "EXISTS (SELECT 1 FROM settings) OR EXISTS (SELECT 1 FROM entries WHERE what IS NOT NULL)",
    ),
    ("0004", Loss::Rulings, "EXISTS (SELECT 1 FROM rulings)"),
    ("0003", Loss::Tenants, "EXISTS (SELECT 1 FROM entries)"),
];

#[derive(QueryableByName)]
struct Exists {
    #[diesel(sql_type = Bool)]
    lost: bool,
}

impl Conn {
    /// Applies the migrations up to a step, or reverts those after it. Each migration is a transaction of its own.
    /// Reverts nothing if data would be lost and `drop_data` is not set.
    pub(crate) fn move_to(&mut self, step: u32, drop_data: bool) -> Result<Migrated, StoreError> {
        self.is_behind()?;
        let step = self.step(step)?;
        let applied = self.applied()?;
        let later: Vec<String> = applied.iter().filter(|version| **version > step).cloned().collect();
        if !drop_data {
            let lost = self.losses(&later)?;
            if !lost.is_empty() {
                return Err(StoreError::WouldLose(lost));
            }
        }
        match self {
            Conn::Sqlite(conn) => walk(conn, &SQLITE, &applied, &step),
            Conn::Postgres(conn) => walk(&mut **conn, &POSTGRES, &applied, &step),
        }
        .map_err(failed)
    }

    /// The version of a step. A step without a migration for this database stands for the one before it.
    fn step(&self, step: u32) -> Result<String, StoreError> {
        let own = match self {
            Conn::Sqlite(_) => &SQLITE,
            Conn::Postgres(_) => &POSTGRES,
        };
        let last = names(&SQLITE)?.into_iter().chain(names(&POSTGRES)?).max().unwrap_or_default();
        let first = names(own)?.into_iter().min().unwrap_or_default();
        let wanted = format!("{step:04}");
        if wanted < first || wanted > last {
            return Err(StoreError::NoStep { first, last });
        }
        Ok(wanted)
    }

    /// The data that reverting these migrations deletes.
    fn losses(&mut self, reverted: &[String]) -> Result<Vec<Loss>, StoreError> {
        let mut lost = Vec::new();
        for (version, loss, condition) in LOSSES {
            if reverted.iter().any(|reverted| reverted == version) {
                let query = format!("SELECT {condition} AS lost");
                let found: Exists = each!(&mut *self, c => diesel::sql_query(query).get_result(c))?;
                lost.extend(found.lost.then_some(loss));
            }
        }
        Ok(lost)
    }
}

/// Reverts the applied migrations after a step, newest first, or applies the missing ones up to it, oldest first.
fn walk<DB: Backend, C: MigrationHarness<DB>>(
    conn: &mut C,
    source: &EmbeddedMigrations,
    applied: &[String],
    step: &str,
) -> Result<Migrated, Box<dyn std::error::Error + Send + Sync>> {
    let mut all: Vec<(String, Box<dyn Migration<DB>>)> = MigrationSource::<DB>::migrations(source)?
        .into_iter()
        .map(|migration| (migration.name().version().to_string(), migration))
        .collect();
    all.sort_by(|(left, _), (right, _)| left.cmp(right));
    let mut moved = Migrated::default();
    for (version, migration) in all.iter().rev() {
        if version.as_str() > step && applied.contains(version) {
            conn.revert_migration(migration)?;
            moved.reverted.push(version.clone());
        }
    }
    for (version, migration) in &all {
        if version.as_str() <= step && !applied.contains(version) {
            conn.run_migration(migration)?;
            moved.applied.push(version.clone());
        }
    }
    Ok(moved)
}
