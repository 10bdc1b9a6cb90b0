//! A copy of an SQLite database while others write to it. A server has its own means.

use crate::store::db::data_dir::Place;
use crate::store::db::manager::{Home, Manager};
use crate::store::db::mode::Mode;
use crate::store::error::{StoreError, unavailable};
use diesel::SqliteConnection;
use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use diesel::r2d2::ManageConnection;
use diesel::sql_types::Text;
use std::path::Path;

#[derive(QueryableByName)]
struct Checked {
    #[diesel(sql_type = Text)]
    integrity_check: String,
}

/// Copies the database of a directory into another, which is made and has none yet, and gives the bytes of the copy. It is of one
/// moment: whatever was committed before this began is in it, and nothing by halves. What is written meanwhile waits for nothing.
pub fn backup(from: &Path, to: &Path) -> Result<u64, StoreError> {
    let from =
        Place::find(from).ok_or_else(|| StoreError::Unavailable(format!("no database in {}", from.display())))?;
    let copy = Place::make_new(to)?;
    let done = fill(&from, &copy);
    if done.is_err() {
        // The failure is what is to be told; what is left of the copy would look like one.
        copy.remove();
    }
    done
}

fn fill(from: &Place, copy: &Place) -> Result<u64, StoreError> {
    let told = |error: std::io::Error| StoreError::Unavailable(format!("{}: {error}", copy.path().display()));
    // What a newer program wrote may mean something else.
    let manager = Manager { home: Home::File(from.clone()), mode: Mode::Read };
    manager.connect().map_err(unavailable)?.is_behind()?;
    let file = copy.path().to_str().ok_or_else(|| told(std::io::ErrorKind::InvalidFilename.into()))?;
    diesel::sql_query("VACUUM INTO ?").bind::<Text, _>(file).execute(&mut open(from)?).map_err(unavailable)?;
    copy.sync().map_err(told)?;
    let found: Vec<Checked> =
        diesel::sql_query("PRAGMA integrity_check").load(&mut open(copy)?).map_err(unavailable)?;
    match &found[..] {
        [one] if one.integrity_check == "ok" => Ok(copy.path().metadata().map_err(told)?.len()),
        _ => {
            let found = found.into_iter().map(|one| one.integrity_check).collect::<Vec<_>>().join("; ");
            Err(StoreError::Unavailable(format!("the copy is damaged, as the database may be: {found}")))
        }
    }
}

fn open(place: &Place) -> Result<SqliteConnection, StoreError> {
    let mut conn = SqliteConnection::establish(&place.url()).map_err(unavailable)?;
    conn.batch_execute("PRAGMA busy_timeout = 5000;").map_err(unavailable)?;
    Ok(conn)
}
