//! A program that knows one step more than this one: the step stands in the files beside, and may end in a crash.

use caipan::bilingual;
use caipan::store::{Loss, Steps};
use diesel::backend::Backend;
use diesel::connection::BoxableConnection;
use diesel::migration::{
    Migration, MigrationMetadata, MigrationName, MigrationSource, MigrationVersion, Result as Migrating,
};
use std::fmt::{Display, Formatter, Result as Written};
use std::sync::Arc;

/// Runs at the end of the last step up, before its commit.
pub type Crash = Arc<dyn Fn() + Send + Sync>;

/// The data that the step down deletes.
const LOSSES: &[Loss] = &[Loss {
    step: "0002",
    condition: "EXISTS (SELECT 1 FROM bookmarks)",
    what: || bilingual!("书签", "the bookmarks"),
}];

/// The steps of the later program.
pub struct Next {
    sqlite: List,
    postgres: List,
}

impl Next {
    /// The later program.
    pub fn new() -> Next {
        let none: Crash = Arc::new(|| ());
        Next::crashing("", &none)
    }

    /// A later program that runs more statements at the end of its step, and then crashes.
    pub fn crashing(more: &str, crash: &Crash) -> Next {
        let list = |first: [&'static str; 2], [up, down]: [&'static str; 2]| {
            let first = Step { version: Name("0001"), up: first[0].to_owned(), down: first[1], crash: Arc::new(|| ()) };
            let next = Step { version: Name("0002"), up: format!("{up}{more}"), down, crash: Arc::clone(crash) };
            List([first, next])
        };
        Next {
            sqlite: list(
                [
                    include_str!("../../../../migrations/sqlite/0001_schema/up.sql"),
                    include_str!("../../../../migrations/sqlite/0001_schema/down.sql"),
                ],
                [include_str!("sqlite_up.sql"), include_str!("sqlite_down.sql")],
            ),
            postgres: list(
                [
                    include_str!("../../../../migrations/postgres/0001_schema/up.sql"),
                    include_str!("../../../../migrations/postgres/0001_schema/down.sql"),
                ],
                [include_str!("postgres_up.sql"), include_str!("postgres_down.sql")],
            ),
        }
    }

    /// Its steps.
    pub fn steps(&self) -> Steps<'_> {
        Steps { sqlite: &self.sqlite, postgres: &self.postgres, losses: LOSSES }
    }
}

struct List([Step; 2]);

impl<DB: Backend> MigrationSource<DB> for List {
    fn migrations(&self) -> Migrating<Vec<Box<dyn Migration<DB>>>> {
        Ok(self.0.iter().map(|step| Box::new(step.clone()) as Box<dyn Migration<DB>>).collect())
    }
}

#[derive(Clone)]
struct Step {
    version: Name,
    up: String,
    down: &'static str,
    crash: Crash,
}

impl<DB: Backend> Migration<DB> for Step {
    fn run(&self, conn: &mut dyn BoxableConnection<DB>) -> Migrating<()> {
        conn.batch_execute(&self.up)?;
        (self.crash)();
        Ok(())
    }

    fn revert(&self, conn: &mut dyn BoxableConnection<DB>) -> Migrating<()> {
        Ok(conn.batch_execute(self.down)?)
    }

    fn metadata(&self) -> &dyn MigrationMetadata {
        &self.version
    }

    fn name(&self) -> &dyn MigrationName {
        &self.version
    }
}

#[derive(Clone, Copy)]
struct Name(&'static str);

impl MigrationMetadata for Name {}

impl MigrationName for Name {
    fn version(&self) -> MigrationVersion<'_> {
        self.0.into()
    }
}

impl Display for Name {
    fn fmt(&self, to: &mut Formatter<'_>) -> Written {
        to.write_str(self.0)
    }
}
