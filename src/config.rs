//! What an operator can set, with defaults that need no operator.

mod database;

pub use database::{Database, NoServer, Server, chain};

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

/// The settings of the service.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// Where it listens.
    pub listen: SocketAddr,
    /// Where the figures for a Prometheus are served, if anywhere.
    pub metrics: Option<SocketAddr>,
    /// Whether those who reach it need no key as long as none was made, on whatever address it listens.
    pub open: bool,
    /// Requests a minute of a key that has no rate of its own; no limit where absent.
    pub key_rate: Option<u32>,
    /// Names under which it is reached, besides `localhost` and its addresses.
    pub hosts: Vec<String>,
    /// What signs checkpoints: the path of a PEM, or the PEM itself. That of the data directory where absent.
    pub signing_key: Option<String>,
    /// Where things are stored.
    pub database: Database,
    /// How many queries run at a time, each on a connection of its own.
    pub readers: u32,
    /// Threads that read requests; the audit itself runs on as many threads again.
    pub workers: usize,
    /// Connections at a time; more wait to be accepted.
    pub connections: usize,
    /// The most bytes a request may carry after decompression.
    pub body_limit: usize,
    /// The most bytes that the bodies of all requests may take together.
    pub body_budget: usize,
    /// How long a client may take to send the head of a request.
    pub head_timeout: Duration,
    /// How long a client may take to send the body of a request.
    pub body_timeout: Duration,
    /// How long a request may wait for a free thread or a free reader before it is sent away.
    pub queue_timeout: Duration,
    /// How long a request may wait to be written down before it is sent away.
    pub write_timeout: Duration,
    /// Whether webhooks may lead to addresses of private networks and of this machine, and without TLS.
    pub webhook_private: bool,
    /// A file of certificates, in PEM, of those who may vouch for receivers of webhooks besides those that browsers trust.
    pub webhook_roots: Option<PathBuf>,
    /// How long after a message was not taken it is sent again; longer each time.
    pub webhook_retry: Duration,
    /// How often a message is sent before it is given up.
    pub webhook_tries: u32,
    /// How long a job stays with a process that is not heard of.
    pub job_lease: Duration,
    /// How long logs are kept; for ever where nothing is said.
    pub keep: Vec<Keep>,
}

/// How long logs are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keep {
    /// Those of this tenant; of all who have no rule of their own where absent.
    pub tenant: Option<String>,
    /// Days since a log was received.
    pub days: u32,
}

impl Config {
    /// Whether others than this machine can reach it.
    pub fn is_exposed(&self) -> bool {
        !self.listen.ip().is_loopback()
    }
}

impl Default for Config {
    fn default() -> Config {
        Config {
            listen: SocketAddr::from(([127, 0, 0, 1], 8080)),
            metrics: None,
            open: false,
            key_rate: None,
            hosts: Vec::new(),
            signing_key: None,
            database: Database::Directory(PathBuf::from("data")),
            readers: 8,
            workers: std::thread::available_parallelism().map_or(1, usize::from),
            connections: 1024,
            body_limit: 8 << 20,
            body_budget: 128 << 20,
            head_timeout: Duration::from_secs(10),
            body_timeout: Duration::from_secs(30),
            queue_timeout: Duration::from_secs(5),
            write_timeout: Duration::from_secs(10),
            webhook_private: false,
            webhook_roots: None,
            webhook_retry: Duration::from_secs(5),
            webhook_tries: 8,
            job_lease: Duration::from_secs(30),
            keep: Vec::new(),
        }
    }
}
