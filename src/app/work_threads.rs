//! The threads on which documents are read and audited. Queries run on the blocking pools of the server's threads.

use std::sync::LazyLock;
use std::time::Duration;
use tokio::runtime::{Builder, Runtime};
use tokio::task::{JoinHandle, spawn_blocking};

/// Timeout of an idle thread. The allocator keeps free memory for a thread until it ends, up to tens of MiB after a
/// large document; a new thread costs some microseconds.
const IDLE: Duration = Duration::from_millis(500);

/// One pool for all of the server's threads, so that fewer idle threads keep memory.
static THREADS: LazyLock<std::io::Result<Runtime>> =
    LazyLock::new(|| Builder::new_current_thread().thread_name("work").thread_keep_alive(IDLE).build());

/// Runs work that uses neither timers nor connections of a runtime.
pub(super) fn spawn<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> JoinHandle<T> {
    match &*THREADS {
        Ok(threads) => threads.spawn_blocking(work),
        // The blocking pool of this thread does the same and keeps memory longer.
        Err(_) => spawn_blocking(work),
    }
}
