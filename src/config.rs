//! What an operator can set, with defaults that need no operator.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

/// The settings of the service.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where it listens.
    pub listen: SocketAddr,
    /// Where the database file lies.
    pub data: PathBuf,
    /// Threads that read requests; the audit itself runs on as many threads again.
    pub workers: usize,
    /// The most bytes a request may carry after decompression.
    pub body_limit: usize,
    /// How long a client may take to send its request.
    pub body_timeout: Duration,
    /// How long a request may wait for a free thread before it is sent away.
    pub queue_timeout: Duration,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            listen: SocketAddr::from(([127, 0, 0, 1], 8080)),
            data: PathBuf::from("data"),
            workers: std::thread::available_parallelism().map_or(1, usize::from),
            body_limit: 8 << 20,
            body_timeout: Duration::from_secs(30),
            queue_timeout: Duration::from_secs(5),
        }
    }
}
