//! Where the database lies: made for its owner alone, and looked after while it is open.
//!
//! A file that is moved away or replaced while it is open takes every write and gives none of them back: SQLite cannot tell,
//! so it is looked at before and after each commit.

use crate::store::db::damage::Damage;
use crate::store::error::StoreError;
use std::fs::{DirBuilder, File, Metadata, OpenOptions, Permissions};
use std::io::{Error, ErrorKind};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

/// What group and others may do with a file.
const NOT_THE_OWNER: u32 = 0o077;

/// The file's name in the data directory.
const FILE: &str = "caipan.sqlite3";
/// What SQLite lays beside it.
const BESIDE: [&str; 2] = ["-wal", "-shm"];

/// A database file.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    path: PathBuf,
    damage: Damage,
}

impl Place {
    /// The file in this directory; both are made where they are missing, and nobody but their owner may read them.
    pub(crate) fn make(dir: &Path) -> Result<Place, StoreError> {
        let told = |error: Error| StoreError::Unavailable(format!("{}: {error}", dir.display()));
        DirBuilder::new().recursive(true).mode(0o700).create(dir).map_err(told)?;
        let dir = dir.canonicalize().map_err(told)?;
        let path = dir.join(FILE);
        // No file that is there is opened: closing it would give up every lock that this process has on it.
        match OpenOptions::new().write(true).create_new(true).mode(0o600).open(&path) {
            Err(error) if error.kind() != ErrorKind::AlreadyExists => return Err(told(error)),
            _ => {}
        }
        let place = Place { path, damage: Damage::default() };
        for path in [place.path.clone()].into_iter().chain(BESIDE.map(|ending| place.beside(ending))) {
            match keep_private(&path) {
                Err(error) if error.kind() != ErrorKind::NotFound => return Err(told(error)),
                _ => {}
            }
        }
        // A directory that was there before may serve others too; what lies in it does not.
        if dir.metadata().is_ok_and(|dir| dir.mode() & NOT_THE_OWNER != 0) {
            tracing::warn!(dir = %dir.display(), "others may look into the data directory: chmod 700 it if nothing else is there");
        }
        Ok(place)
    }

    /// The file in this directory, if it is there.
    pub(crate) fn find(dir: &Path) -> Option<Place> {
        let path = dir.canonicalize().ok()?.join(FILE);
        path.is_file().then(|| Place { path, damage: Damage::default() })
    }

    /// A file that is not there yet, empty, in a directory that is made where it is missing.
    pub(crate) fn make_new(dir: &Path) -> Result<Place, StoreError> {
        let told = |error: Error| StoreError::Unavailable(format!("{}: {error}", dir.display()));
        DirBuilder::new().recursive(true).mode(0o700).create(dir).map_err(told)?;
        let path = dir.canonicalize().map_err(told)?.join(FILE);
        OpenOptions::new().write(true).create_new(true).mode(0o600).open(&path).map_err(told)?;
        Ok(Place { path, damage: Damage::default() })
    }

    /// The file.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Removes the file, and its directory if nothing else is there; what cannot be removed stays.
    pub(crate) fn remove(&self) {
        for path in [self.path.clone()].into_iter().chain(BESIDE.map(|ending| self.beside(ending))) {
            let _ = std::fs::remove_file(path);
        }
        let _ = self.path.parent().map(std::fs::remove_dir);
    }

    /// Makes what was written last, the file and its name, survive a power cut.
    pub(crate) fn sync(&self) -> Result<(), Error> {
        File::open(&self.path)?.sync_all()?;
        self.path.parent().map_or(Ok(()), |dir| File::open(dir)?.sync_all())
    }

    /// As SQLite takes it: it must not make the file, or one that was moved away would be replaced by an empty one.
    pub(crate) fn url(&self) -> String {
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/-._~".contains(&byte);
        let path = self.path.as_os_str().as_bytes().iter();
        let path: String =
            path.map(|&byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }).collect();
        format!("file:{path}?mode=rw")
    }

    fn beside(&self, ending: &str) -> PathBuf {
        let mut path = self.path.clone().into_os_string();
        path.push(ending);
        path.into()
    }

    /// The files as they are now.
    pub(crate) fn watch(&self) -> Watch {
        let files = [self.path.clone(), self.beside("-wal")].into_iter();
        let files = files.filter_map(|path| Some((identity(&path.metadata().ok()?), path))).collect();
        Watch { files, damage: self.damage.clone() }
    }
}

/// Files, each with what tells it from another of its name, and whether what is in them is whole.
#[derive(Default)]
pub(crate) struct Watch {
    files: Vec<((u64, u64), PathBuf)>,
    damage: Damage,
}

impl Watch {
    /// Remembers a failure that shows damage.
    pub(crate) fn met(&self, error: &StoreError) {
        self.damage.met(error);
    }

    /// Whether the files are where they were, and no damage was met.
    pub(crate) fn look(&self) -> Result<(), StoreError> {
        self.damage.look()?;
        let gone = self.files.iter().find(|(before, path)| !path.metadata().is_ok_and(|now| identity(&now) == *before));
        gone.map_or(Ok(()), |(_, path)| {
            Err(StoreError::Unavailable(format!("{} was moved, removed or replaced", path.display())))
        })
    }
}

fn identity(file: &Metadata) -> (u64, u64) {
    (file.dev(), file.ino())
}

fn keep_private(path: &Path) -> Result<(), Error> {
    let mode = path.metadata()?.mode();
    if mode & NOT_THE_OWNER == 0 { Ok(()) } else { std::fs::set_permissions(path, Permissions::from_mode(0o600)) }
}
