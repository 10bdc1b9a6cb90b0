//! The settings of the service, with defaults for each.

mod database;

pub use database::{Database, NoServer, Server, chain};

use caipan_evidence::VerifierKey;
use ipnet::IpNet;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

/// The settings of the service.
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    /// The address to listen on.
    pub listen: SocketAddr,
    /// The address of the Prometheus metrics, if enabled.
    pub metrics: Option<SocketAddr>,
    /// The file of the browser sign-in, if there is one.
    pub sign_in: Option<PathBuf>,
    /// True if an exposed address is allowed without keys.
    pub open: bool,
    /// Requests per minute for keys without their own rate; unlimited if absent.
    pub key_rate: Option<u32>,
    /// The networks of proxies whose `Forwarded` and `X-Forwarded-For` headers are believed.
    pub trusted_proxies: Vec<IpNet>,
    /// The rates of tenants, each shared by all keys of the tenant; unlimited if empty.
    pub tenant_rate: Vec<TenantRate>,
    /// Names of the service, besides `localhost` and its addresses.
    pub hosts: Vec<String>,
    /// The key that signs checkpoints: the path of a PEM, or the PEM itself. That of the data directory if absent.
    pub signing_key: Option<String>,
    /// The keys that encrypt secrets in the database: the path of a file, or its text. Those of the data directory if absent.
    pub encryption_key: Option<String>,
    /// The keys that signed before: paths of PEM files. A private key signs beside the new one; a public key only verifies.
    pub retired_signing_keys: Vec<PathBuf>,
    /// The witnesses that cosign checkpoints.
    pub witnesses: Vec<Witness>,
    /// The interval at which checkpoints are shown to witnesses.
    pub witness_every: Duration,
    /// True if witnesses may be at private and local addresses, and without TLS.
    pub witness_private: bool,
    /// The location of the database.
    pub database: Database,
    /// Maximum number of concurrent queries, each on its own connection.
    pub readers: u32,
    /// Threads that read requests; the audit runs on as many additional threads.
    pub workers: usize,
    /// Maximum number of connections; more wait to be accepted.
    pub connections: usize,
    /// Maximum number of connections from one address; three quarters of `connections` if absent.
    pub connections_per_address: Option<usize>,
    /// Maximum size of a request body after decompression, in bytes.
    pub body_limit: usize,
    /// Maximum total size of all request bodies, in bytes.
    pub body_budget: usize,
    /// Timeout for the head of a request.
    pub head_timeout: Duration,
    /// Timeout for the body of a request, and for a client that takes nothing of its answer.
    pub body_timeout: Duration,
    /// Maximum wait of a request for a free thread or reader before it is refused.
    pub queue_timeout: Duration,
    /// Maximum time of the audits of a request before it is refused.
    pub audit_timeout: Duration,
    /// Maximum wait of a request for its write before it is refused.
    pub write_timeout: Duration,
    /// The time from SIGTERM to the end of accepting connections.
    pub lame_duck: Duration,
    /// True if webhooks may use private and local addresses, and no TLS.
    pub webhook_private: bool,
    /// A PEM file of certificate authorities for webhook receivers, in addition to those that browsers trust.
    pub webhook_roots: Option<PathBuf>,
    /// The delay before the first retry of a failed message; later delays are longer.
    pub webhook_retry: Duration,
    /// Maximum number of attempts per message.
    pub webhook_tries: u32,
    /// The time without a sign of life after which another process takes over a job.
    pub job_lease: Duration,
    /// The retention of logs; unlimited if empty.
    pub keep: Vec<Keep>,
    /// Days that the clock may be ahead of the last turn of retention; beyond that, nothing is erased.
    pub keep_gap: u32,
    /// The place of Parquet exports: a folder or `s3://BUCKET/PREFIX`, if there is one.
    pub export_target: Option<String>,
    /// The file with the key of pseudonyms in exports; players are left out if absent.
    pub export_key_file: Option<PathBuf>,
    /// The address of an OpenTelemetry collector for traces, if they are exported: OTLP over HTTP.
    pub otlp_endpoint: Option<String>,
    /// The share of requests without a sampling decision of their caller that are traced, from 0 to 1.
    pub trace_ratio: f64,
}

/// The retention of logs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keep {
    /// The tenant; if absent, all tenants without their own rule.
    pub tenant: Option<String>,
    /// Days since a log was received.
    pub days: u32,
}

/// The rate of a tenant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TenantRate {
    /// The tenant; if absent, all tenants without their own rule.
    pub tenant: Option<String>,
    /// Requests per minute of all its keys together, 1 to 1,000,000.
    pub rate: u32,
}

/// A witness (C2SP `tlog-witness`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    /// The name in metrics and messages.
    pub label: String,
    /// The submission prefix: the address without `/add-checkpoint`.
    pub url: String,
    /// The key of its cosignatures.
    pub key: VerifierKey,
}

impl Config {
    /// Returns whether other machines can reach the service.
    pub fn is_exposed(&self) -> bool {
        !self.listen.ip().is_loopback()
    }
}

impl Default for Config {
    fn default() -> Config {
        Config {
            listen: SocketAddr::from(([127, 0, 0, 1], 8080)),
            metrics: None,
            sign_in: None,
            open: false,
            key_rate: None,
            trusted_proxies: Vec::new(),
            tenant_rate: Vec::new(),
            hosts: Vec::new(),
            signing_key: None,
            encryption_key: None,
            retired_signing_keys: Vec::new(),
            witnesses: Vec::new(),
            witness_every: Duration::from_mins(1),
            witness_private: false,
            database: Database::Directory(PathBuf::from("data")),
            readers: 8,
            workers: std::thread::available_parallelism().map_or(1, usize::from),
            connections: 1024,
            connections_per_address: None,
            body_limit: 8 << 20,
            body_budget: 128 << 20,
            head_timeout: Duration::from_secs(10),
            body_timeout: Duration::from_secs(30),
            queue_timeout: Duration::from_secs(5),
            audit_timeout: Duration::from_secs(10),
            write_timeout: Duration::from_secs(10),
            // Kubernetes removes an endpoint within a second or two, beside SIGTERM; `docker stop` leaves ten seconds.
            lame_duck: Duration::from_secs(3),
            webhook_private: false,
            webhook_roots: None,
            webhook_retry: Duration::from_secs(5),
            // With the first pause of five seconds: about three days.
            webhook_tries: 19,
            job_lease: Duration::from_secs(30),
            keep: Vec::new(),
            keep_gap: 7,
            export_target: None,
            export_key_file: None,
            otlp_endpoint: None,
            trace_ratio: 1.0,
        }
    }
}
