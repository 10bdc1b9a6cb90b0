//! Windows, with what every system has.

use std::borrow::Cow;
use std::ffi::OsStr;
use std::fs::{DirBuilder, Metadata, OpenOptions};
use std::io::Error;
use std::path::Path;
use std::process::Command;
use std::time::UNIX_EPOCH;

/// A file has the access rights of its folder.
pub(crate) fn private(options: &mut OpenOptions) -> &mut OpenOptions {
    options
}

/// Creates a directory and its parents.
pub(crate) fn create_private_dir(dir: &Path) -> Result<(), Error> {
    DirBuilder::new().recursive(true).create(dir)
}

/// Not known here.
pub(crate) fn is_open_to_others(_: &Metadata) -> bool {
    false
}

/// Fails if there is no such file.
pub(crate) fn keep_private(path: &Path) -> Result<(), Error> {
    path.metadata().map(drop)
}

/// The system flushes a directory with its files.
pub(crate) fn sync_dir(_: &Path) -> Result<(), Error> {
    Ok(())
}

/// The time when a file was created, in seconds and nanoseconds. An open database cannot be moved or replaced here.
pub(crate) fn identity(file: &Metadata) -> (u64, u64) {
    let created = file.created().ok().and_then(|created| created.duration_since(UNIX_EPOCH).ok()).unwrap_or_default();
    (created.as_secs(), created.subsec_nanos().into())
}

/// The bytes of an absolute path as a URI has it, before they are escaped: `\\?\C:\data` is `/C:/data`.
pub(crate) fn uri_path(path: &Path) -> Cow<'_, [u8]> {
    let path = path.to_string_lossy();
    let path = path.strip_prefix(r"\\?\").unwrap_or(&path);
    Cow::Owned(format!("/{}", path.replace('\\', "/")).into_bytes())
}

/// No process is replaced here: this one goes on.
pub(crate) fn run_instead(_: &mut Command, _: &OsStr) -> Option<Error> {
    None
}

/// The signals that stop the service.
pub(crate) struct StopSignals;

impl StopSignals {
    /// Catches the signals when they are waited for.
    pub(crate) fn new() -> Result<StopSignals, Error> {
        Ok(StopSignals)
    }

    /// Waits for Ctrl-C, which ends the service at once.
    pub(crate) async fn next(&mut self) -> bool {
        if let Err(error) = tokio::signal::ctrl_c().await {
            tracing::warn!("Ctrl-C cannot be waited for: {error}");
            std::future::pending::<()>().await;
        }
        false
    }
}
