//! Shows SQLite's query plans, for tests of the statements beside them.

use crate::config::Database;
use crate::store::db::connection::{Conn, each};
use crate::store::db::manager::Location;
use crate::store::db::manager::connect;
use crate::store::db::migrate::STEPS;
use diesel::prelude::*;
use diesel::sql_types::Text;
use tempfile::TempDir;

#[derive(QueryableByName)]
struct Step {
    #[diesel(sql_type = Text)]
    detail: String,
}

/// An empty database with the current schema; it lasts as long as the folder.
pub(crate) fn database() -> (TempDir, Conn) {
    let folder = tempfile::tempdir().expect("a folder");
    let location = Location::make(&Database::Directory(folder.path().to_owned())).expect("a place");
    let mut conn = connect(&location).expect("a connection");
    conn.migrate(&STEPS).expect("a schema");
    (folder, conn)
}

/// The steps of the query plan of a statement.
pub(crate) fn steps(conn: &mut Conn, statement: &str) -> Vec<String> {
    let plan = format!("EXPLAIN QUERY PLAN {statement}");
    let steps: Vec<Step> = each!(conn, c => diesel::sql_query(plan).load(c)).expect("a plan");
    steps.into_iter().map(|step| step.detail).collect()
}
