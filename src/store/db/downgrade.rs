//! Moves the schema to a chosen step, up or down, and names the data that a step down deletes.

use crate::store::db::connection::{Conn, each};
use crate::store::db::migrate::{Steps, names};
use crate::store::error::{StoreError, unavailable};
use crate::store::model::migration::{Loss, Migrated};
use caipan_tiles::text::Text as Bilingual;
use diesel::backend::Backend;
use diesel::migration::{Migration, MigrationSource};
use diesel::prelude::*;
use diesel::sql_types::Bool;
use diesel_migrations::MigrationHarness;

/// The steps whose way down deletes data that no step up brings back, newest first. The first step has no way down.
pub(crate) const LOSSES: &[Loss] = &[];

#[derive(QueryableByName)]
struct Exists {
    #[diesel(sql_type = Bool)]
    lost: bool,
}

impl Conn {
    /// Applies the migrations up to a step, or reverts those after it. Each migration is a transaction of its own.
    /// Reverts nothing if data would be lost and `drop_data` is not set.
    pub(crate) fn move_to(&mut self, steps: &Steps<'_>, step: u32, drop_data: bool) -> Result<Migrated, StoreError> {
        self.is_behind(steps)?;
        let step = self.step(steps, step)?;
        let mut later = self.applied()?;
        later.retain(|version| *version > step);
        if !drop_data {
            let lost = self.losses(steps, &later)?;
            if !lost.is_empty() {
                return Err(StoreError::WouldLose(lost));
            }
        }
        match self {
            Conn::Sqlite(conn) => walk(conn, steps.sqlite, &step),
            Conn::Postgres(conn) => walk(&mut **conn, steps.postgres, &step),
        }
        .map_err(unavailable)
    }

    /// The version of a step. A step without a migration for this database means the one before it.
    fn step(&self, steps: &Steps<'_>, step: u32) -> Result<String, StoreError> {
        let first = self.known(steps)?.into_iter().next().unwrap_or_default();
        let last = names(steps.sqlite)?.pop().max(names(steps.postgres)?.pop()).unwrap_or_default();
        let wanted = format!("{step:04}");
        if wanted < first || wanted > last {
            return Err(StoreError::NoStep { first, last });
        }
        Ok(wanted)
    }

    /// The data that reverting these migrations deletes.
    fn losses(&mut self, steps: &Steps<'_>, reverted: &[String]) -> Result<Vec<Bilingual>, StoreError> {
        let mut lost = Vec::new();
        for loss in steps.losses.iter().filter(|loss| reverted.iter().any(|reverted| reverted == loss.step)) {
            let query = format!("SELECT {} AS lost", loss.condition);
            let found: Exists = each!(&mut *self, c => diesel::sql_query(query).get_result(c))?;
            lost.extend(found.lost.then(loss.what));
        }
        Ok(lost)
    }
}

/// Reverts the applied migrations after a step, newest first, and applies the missing ones up to it, oldest first.
pub(crate) fn walk<DB: Backend, C: MigrationHarness<DB>>(
    conn: &mut C,
    source: &dyn MigrationSource<DB>,
    step: &str,
) -> Result<Migrated, Box<dyn std::error::Error + Send + Sync>> {
    let mut all: Vec<(String, Box<dyn Migration<DB>>)> =
        source.migrations()?.into_iter().map(|migration| (migration.name().version().to_string(), migration)).collect();
    all.sort_by(|(left, _), (right, _)| left.cmp(right));
    let applied: Vec<String> = conn.applied_migrations()?.iter().map(ToString::to_string).collect();
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
