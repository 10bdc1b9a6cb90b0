//! Starts the service again with an allocator that gives memory back at once.
//!
//! mimalloc reads its settings from the environment before `main`. By default it returns free pages with the next
//! allocation of the thread that freed them, which for a thread that waits may be hours later.

use crate::host;
use std::ffi::OsStr;
use std::process::Command;

/// The delay in milliseconds after which free pages are returned.
const DELAY: (&str, &str) = ("MIMALLOC_PURGE_DELAY", "0");

/// Replaces this process by the same command with the setting, unless the environment has it. The process keeps its
/// number. Returns the error if that fails; the service then runs with the default.
pub(super) fn give_back_at_once() -> Option<std::io::Error> {
    if std::env::var_os(DELAY.0).is_some() {
        return None;
    }
    let mut arguments = std::env::args_os();
    let name = arguments.next();
    let program = match std::env::current_exe() {
        Ok(program) => program,
        Err(error) => return Some(error),
    };
    let mut command = Command::new(program);
    command.args(arguments).env(DELAY.0, DELAY.1);
    host::run_instead(&mut command, name.as_deref().unwrap_or(OsStr::new("caipan")))
}
