//! The data directory of SQLite: creates it with private permissions and watches its files while they are open.
//!
//! A file that is moved or replaced while it is open still accepts writes, but they are lost, and SQLite does not
//! notice. The write worker therefore checks the files before and after each commit.

use crate::host::{self, identity};
use crate::store::db::damage::Damage;
use crate::store::error::StoreError;
use std::fs::OpenOptions;
use std::io::{Error, ErrorKind};
use std::path::{Path, PathBuf};

/// The name of the database file.
const FILE: &str = "caipan.sqlite3";
/// Suffixes of the files that SQLite creates beside the database.
const BESIDE: [&str; 2] = ["-wal", "-shm"];

/// True if a directory holds a database. Creates nothing.
pub fn has_database(dir: &Path) -> bool {
    DataDir::find(dir).is_some()
}

/// The database file in a data directory.
#[derive(Clone, Debug)]
pub(crate) struct DataDir {
    path: PathBuf,
    damage: Damage,
}

impl DataDir {
    /// Creates the directory and the file if they are missing, readable only by their owner.
    pub(crate) fn make(dir: &Path) -> Result<DataDir, StoreError> {
        let told = |error: Error| StoreError::Unavailable(format!("{}: {error}", dir.display()));
        host::create_private_dir(dir).map_err(told)?;
        let dir = dir.canonicalize().map_err(told)?;
        let path = dir.join(FILE);
        // Do not open an existing file: closing it would release every lock that this process holds on it.
        match host::private(OpenOptions::new().write(true).create_new(true)).open(&path) {
            Err(error) if error.kind() != ErrorKind::AlreadyExists => return Err(told(error)),
            _ => {}
        }
        let data_dir = DataDir { path, damage: Damage::default() };
        for path in [data_dir.path.clone()].into_iter().chain(BESIDE.map(|ending| data_dir.beside(ending))) {
            match host::keep_private(&path) {
                Err(error) if error.kind() != ErrorKind::NotFound => return Err(told(error)),
                _ => {}
            }
        }
        // The directory may serve others too, so its permissions only cause a warning.
        if dir.metadata().is_ok_and(|dir| host::is_open_to_others(&dir)) {
            tracing::warn!(dir = %dir.display(), "others may look into the data directory: chmod 700 it if nothing else is there");
        }
        Ok(data_dir)
    }

    /// Finds the file in a directory.
    pub(crate) fn find(dir: &Path) -> Option<DataDir> {
        let path = dir.canonicalize().ok()?.join(FILE);
        path.is_file().then(|| DataDir { path, damage: Damage::default() })
    }

    /// Creates an empty file, and the directory if it is missing. Fails if the file exists.
    pub(crate) fn make_new(dir: &Path) -> Result<DataDir, StoreError> {
        let told = |error: Error| StoreError::Unavailable(format!("{}: {error}", dir.display()));
        host::create_private_dir(dir).map_err(told)?;
        let path = dir.canonicalize().map_err(told)?.join(FILE);
        host::private(OpenOptions::new().write(true).create_new(true)).open(&path).map_err(told)?;
        Ok(DataDir { path, damage: Damage::default() })
    }

    /// The path of the file.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The size of the file and of its write-ahead log, in bytes.
    pub(crate) fn size(&self) -> u64 {
        let files = [self.path.clone(), self.beside("-wal")];
        files.iter().filter_map(|path| path.metadata().ok()).map(|meta| meta.len()).sum()
    }

    /// A file beside the database.
    pub(crate) fn sibling(&self, name: &str) -> PathBuf {
        self.path.with_file_name(name)
    }

    /// Removes the file, and the directory if it is empty. Errors are ignored.
    pub(crate) fn remove(&self) {
        for path in [self.path.clone()].into_iter().chain(BESIDE.map(|ending| self.beside(ending))) {
            let _ = std::fs::remove_file(path);
        }
        let _ = self.path.parent().map(std::fs::remove_dir);
    }

    /// Flushes the file and its directory entry to disk.
    pub(crate) fn sync(&self) -> Result<(), Error> {
        OpenOptions::new().write(true).open(&self.path)?.sync_all()?;
        self.path.parent().map_or(Ok(()), host::sync_dir)
    }

    /// The SQLite URI. It forbids creating the file, because an empty file would otherwise replace one that was moved
    /// away.
    pub(crate) fn url(&self) -> String {
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/-._~".contains(&byte);
        let path: String = host::uri_path(&self.path)
            .iter()
            .map(|&byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
            .collect();
        format!("file:{path}?mode=rw")
    }

    /// The SQLite URI for a file that nobody writes, such as one on a read-only file system: SQLite then needs no files beside
    /// it. `None` if there is a write-ahead log, because a process may be writing.
    pub(crate) fn immutable_url(&self) -> Option<String> {
        let at_rest = !self.beside("-wal").exists();
        at_rest.then(|| self.url().replace("?mode=rw", "?mode=ro&immutable=1"))
    }

    fn beside(&self, ending: &str) -> PathBuf {
        let mut path = self.path.clone().into_os_string();
        path.push(ending);
        path.into()
    }

    /// Records the identity of the files, to detect replacement later.
    pub(crate) fn watch(&self) -> FileWatch {
        let files = [self.path.clone(), self.beside("-wal")].into_iter();
        let files = files.filter_map(|path| Some((identity(&path.metadata().ok()?), path))).collect();
        FileWatch { files, damage: self.damage.clone() }
    }
}

/// The identity (device and inode) of each open file, and the damage flag.
#[derive(Default)]
pub(crate) struct FileWatch {
    files: Vec<((u64, u64), PathBuf)>,
    damage: Damage,
}

impl FileWatch {
    /// Remembers an error that shows damage.
    pub(crate) fn record(&self, error: &StoreError) {
        self.damage.record(error);
    }

    /// Fails if a file was moved or replaced, or if damage is known.
    pub(crate) fn check(&self) -> Result<(), StoreError> {
        self.damage.check()?;
        let gone = self.files.iter().find(|(before, path)| !path.metadata().is_ok_and(|now| identity(&now) == *before));
        gone.map_or(Ok(()), |(_, path)| {
            Err(StoreError::Unavailable(format!("{} was moved, removed or replaced", path.display())))
        })
    }
}
