//! Copies an SQLite database while others write to it. PostgreSQL has its own backup tools.

use crate::host;
use crate::store::db::data_dir::DataDir;
use crate::store::db::manager::{Location, Manager};
use crate::store::db::migrate::STEPS;
use crate::store::db::mode::Mode;
use crate::store::error::{StoreError, unavailable};
use diesel::SqliteConnection;
use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use diesel::r2d2::ManageConnection;
use diesel::sql_types::Text;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;

#[derive(QueryableByName)]
struct Checked {
    #[diesel(sql_type = Text)]
    integrity_check: String,
}

/// Copies the database in `from` into the new directory `to`, and returns the size of the copy in bytes with the result
/// of a check of the copy. The copy is removed if anything fails.
pub(crate) fn backup<T>(
    from: &Path,
    to: &Path,
    check: impl FnOnce(&DataDir) -> Result<T, StoreError>,
) -> Result<(u64, T), StoreError> {
    let from =
        DataDir::find(from).ok_or_else(|| StoreError::Unavailable(format!("no database in {}", from.display())))?;
    let copy = DataDir::make_new(to)?;
    let done = fill(&from, &copy).and_then(|bytes| Ok((bytes, check(&copy)?)));
    if done.is_err() {
        // Report the failure, and remove the partial copy, which looks like a database.
        copy.remove();
    }
    done
}

/// The file beside the database in which the time of the last backup stands.
const RECORD: &str = "last-backup";

/// Records beside the database that it was copied at this time, in seconds since 1970. The file appears complete or not at
/// all.
///
/// # Errors
/// The directory has no database, or cannot be written.
pub fn record_backup(dir: &Path, seconds: i64) -> std::io::Result<()> {
    let data_dir = DataDir::find(dir).ok_or(std::io::ErrorKind::NotFound)?;
    let new = data_dir.sibling(&format!("{RECORD}.{}", std::process::id()));
    let mut file = host::private(OpenOptions::new().write(true).create(true).truncate(true)).open(&new)?;
    file.write_all(format!("{seconds}\n").as_bytes())?;
    std::fs::rename(&new, data_dir.sibling(RECORD))
}

/// The time of the last backup, in seconds since 1970.
pub(crate) fn last_backup(data_dir: &DataDir) -> Option<i64> {
    std::fs::read_to_string(data_dir.sibling(RECORD)).ok()?.trim().parse().ok()
}

fn fill(from: &DataDir, copy: &DataDir) -> Result<u64, StoreError> {
    let told = |error: std::io::Error| StoreError::Unavailable(format!("{}: {error}", copy.path().display()));
    // A newer version may give the stored data another meaning.
    let manager = Manager { location: Location::File(from.clone()), mode: Mode::Read };
    manager.connect().map_err(unavailable)?.is_behind(&STEPS)?;
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

fn open(data_dir: &DataDir) -> Result<SqliteConnection, StoreError> {
    let mut conn = SqliteConnection::establish(&data_dir.url()).map_err(unavailable)?;
    conn.batch_execute("PRAGMA busy_timeout = 5000;").map_err(unavailable)?;
    Ok(conn)
}
