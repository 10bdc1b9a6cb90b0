//! Creates a file that only its owner may read, complete or not at all.

use crate::host;
use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::path::Path;

/// Creates the file if there is none; returns whether it did. If two processes start at once, the first file is kept.
pub(super) fn make(path: &Path, content: &[u8]) -> std::io::Result<bool> {
    let new = path.with_extension(format!("{}.new", std::process::id()));
    let mut file = host::private(OpenOptions::new().write(true).create(true).truncate(true)).open(&new)?;
    file.write_all(content)?;
    file.sync_all()?;
    let linked = std::fs::hard_link(&new, path);
    std::fs::remove_file(&new)?;
    match linked {
        Err(error) if error.kind() != ErrorKind::AlreadyExists => Err(error),
        linked => Ok(linked.is_ok()),
    }
}
