//! Linux and macOS.

use std::borrow::Cow;
use std::ffi::OsStr;
use std::fs::{DirBuilder, File, Metadata, OpenOptions, Permissions};
use std::io::Error;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;
use tokio::signal::unix::{Signal, SignalKind, signal};

/// The permission bits of group and others.
const NOT_THE_OWNER: u32 = 0o077;

/// Lets a file that is created be read and written by its owner alone.
pub(crate) fn private(options: &mut OpenOptions) -> &mut OpenOptions {
    options.mode(0o600)
}

/// Creates a directory and its parents, open to its owner alone.
pub(crate) fn create_private_dir(dir: &Path) -> Result<(), Error> {
    DirBuilder::new().recursive(true).mode(0o700).create(dir)
}

/// True if others than the owner have a permission.
pub(crate) fn is_open_to_others(file: &Metadata) -> bool {
    file.mode() & NOT_THE_OWNER != 0
}

/// Takes the permissions of others from an existing file.
pub(crate) fn keep_private(path: &Path) -> Result<(), Error> {
    if is_open_to_others(&path.metadata()?) {
        std::fs::set_permissions(path, Permissions::from_mode(0o600))?;
    }
    Ok(())
}

/// Flushes a directory, so that its entries survive a power failure.
pub(crate) fn sync_dir(dir: &Path) -> Result<(), Error> {
    File::open(dir)?.sync_all()
}

/// The identity of a file (device and inode): another file under the same name has another.
pub(crate) fn identity(file: &Metadata) -> (u64, u64) {
    (file.dev(), file.ino())
}

/// The bytes of an absolute path as a URI has it, before they are escaped.
pub(crate) fn uri_path(path: &Path) -> Cow<'_, [u8]> {
    Cow::Borrowed(path.as_os_str().as_bytes())
}

/// Replaces this process by a command under another name. The process keeps its number. Returns only if that fails.
pub(crate) fn run_instead(command: &mut Command, name: &OsStr) -> Option<Error> {
    Some(command.arg0(name).exec())
}

/// The signals that stop the service.
pub(crate) struct StopSignals {
    terminate: Signal,
    interrupt: Signal,
    quit: Signal,
}

impl StopSignals {
    /// Catches the signals from now on.
    pub(crate) fn new() -> Result<StopSignals, Error> {
        Ok(StopSignals {
            terminate: signal(SignalKind::terminate())?,
            interrupt: signal(SignalKind::interrupt())?,
            quit: signal(SignalKind::quit())?,
        })
    }

    /// Waits for the next signal; true for SIGTERM, which asks for a graceful end.
    pub(crate) async fn next(&mut self) -> bool {
        tokio::select! {
            _ = self.terminate.recv() => true,
            _ = self.interrupt.recv() => false,
            _ = self.quit.recv() => false,
        }
    }
}
