//! How SQLite goes about a statement, as it says itself: for tests of statements beside them.

use crate::config::Database;
use crate::store::db::connection::{Conn, each};
use crate::store::db::manager::Home;
use crate::store::db::manager::connect;
use diesel::prelude::*;
use diesel::sql_types::Text;
use tempfile::TempDir;

#[derive(QueryableByName)]
struct Step {
    #[diesel(sql_type = Text)]
    detail: String,
}

/// An empty database of the schema of now, as long as its folder is held.
pub(crate) fn database() -> (TempDir, Conn) {
    let folder = tempfile::tempdir().expect("a folder");
    let home = Home::make(&Database::Directory(folder.path().to_owned())).expect("a place");
    let mut conn = connect(&home).expect("a connection");
    conn.migrate().expect("a schema");
    (folder, conn)
}

/// The steps of a statement.
pub(crate) fn steps(conn: &mut Conn, statement: &str) -> Vec<String> {
    let plan = format!("EXPLAIN QUERY PLAN {statement}");
    let steps: Vec<Step> = each!(conn, c => diesel::sql_query(plan).load(c)).expect("a plan");
    steps.into_iter().map(|step| step.detail).collect()
}
