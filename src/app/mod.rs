//! The use cases of the service: ingest, audit, score, search, jobs, webhooks. Transport is left to `api` and `cli`.
//!
//! Work that needs the processor runs on the blocking pool, limited to the number of workers. A request that gets no
//! worker within its timeout is refused.

mod adapter_trial;
mod audit_watch;
mod brief;
mod case_state;
mod desk;
pub mod engine;
mod error;
mod evidence;
mod export_target;
mod feed;
mod given_keys;
mod ingest;
mod jobs;
mod journal_watch;
mod key_addresses;
mod key_bounds;
mod keys;
mod levels;
mod long_lane;
mod metrics;
mod process;
mod rate_limits;
mod report_page;
mod requests;
mod ruling_settlement;
mod rulings;
mod samples;
mod score_form;
mod search_tags;
mod encryption_keys;
mod settings;
mod sign_in;
mod source;
mod statistics;
mod stored_case;
mod stored_logs;
mod stored_reader;
mod unknown_word;
mod views;
mod webhook_delivery;
mod webhook_filter;
mod webhook_schedule;
mod webhook_secrets;
mod webhook_turn;
mod webhooks;
mod what_if;
mod witness_refusal;
mod witnessed;
mod witnessing;
mod work_threads;
mod workers;

pub use adapter_trial::try_on;
pub use audit_watch::{AuditTooLong, AuditWatch, Stopped};
pub use brief::Brief;
pub use case_state::{Case, CaseState};
pub use desk::{DeskCounts, DeskPage, DeskRow};
pub use encryption_keys::EncryptionKeys;
pub use error::AppError;
pub use export_target::ExportTarget;
pub use feed::FeedPage;
pub use ingest::{Ingest, IngestOutcome, Prepared, Submitted};
pub use jobs::{ExportFormat, Job, JobLogFilter, JobLosses, JobOutcome, JobRequest, Worker, parse_time, scope_of};
pub use journal_watch::JournalState;
pub use key_addresses::{MOST_ADDRESSES, network, read as key_networks};
pub use keys::{AccessDenied, Caller, NewKey, Scope, is_tenant};
pub use levels::{Levels, Reading};
pub use metrics::{Backlog, LogMetrics, Metrics, WaitingRequest};
pub use rate_limits::{RateOf, RateState};
pub use report_page::{PictureWanted, ReportPage};
pub use ruling_settlement::{RuledLine, RulingView, Rulings, Settlement};
pub use rulings::{NewRuling, RulingRefusal, ruling_unfit};
pub use samples::{SAMPLES, Sample};
pub use score_form::{Fields, Scored, Wrong, deck_of, preset_of};
pub use search_tags::{is_player_digest, player_digest, report_tags};
pub use settings::{Settings, check_presets};
pub use sign_in::{
    Begun, Choice, Finished, Returned, Role, Session, SignIn, SignInError, SignInSettings, TenantRoles, is_issuer,
    public_origin,
};
pub use source::Source;
pub use statistics::{Rate, Statistics, StatisticsFilter};
pub use stored_case::StoredCase;
pub use stored_logs::{LogPage, NewestReport, report_outcome};
pub use stored_reader::StoredReader;
pub use unknown_word::unknown_word;
pub use views::{GivenRecord, JoinAnswer, RecordPlace};
pub use webhook_delivery::{Render, deliver};
pub use webhook_filter::{EVENT_TYPES, WebhookEvent, WebhookFilter};
pub use webhook_secrets::Unencrypted;
pub use webhooks::{NewWebhook, Pinged, Replay, ShownWebhook};
pub use what_if::WhatIfPage;
pub use witness_refusal::Refusal as WitnessRefusal;
pub use witnessed::{WitnessState, WitnessView};
pub use witnessing::Witnessing;

use crate::config::Config;
use crate::store::{SigningKeyRow, Store, StoreError, Who};
use crate::telemetry::Origins;
use bytes::Bytes;
pub use caipan_adapter::Media;
use caipan_evidence::Signer;
use caipan_log::Limits;
pub use caipan_pages::{HandSteps, Moment, SavedPage, StepPage, Tables, hand_steps, moment, moment_of};
use engine::Audited;
use long_lane::LongLane;
use rate_limits::RateLimits;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::sync::{Notify, Semaphore};

/// The service without its transport.
pub struct App {
    store: Arc<Store>,
    /// Permits for work on the processor, and for queries.
    workers: Arc<Semaphore>,
    /// Permits for work on large documents, which takes much memory.
    large: Arc<Semaphore>,
    /// The audits that take longer than a slice of time.
    long: Arc<LongLane>,
    reads: Arc<Semaphore>,
    /// True if a key exists; from then on every request needs one.
    keyed: AtomicBool,
    rates: RateLimits,
    /// Wakes the job worker.
    wake: Notify,
    /// The comparison of the journal with the rows.
    journal: journal_watch::JournalWatch,
    /// When retention was last checked.
    looked: Mutex<Option<Instant>>,
    /// Recently used settings of tenants.
    ready: settings::SettingsCache,
    /// The metrics of this process.
    pub metrics: Metrics,
    /// The traces in which recent logs were stored.
    origins: Origins,
    /// The keys that sign checkpoints, the current one first; none without a signing key.
    signers: Vec<Signer>,
    /// All keys that sign or signed.
    keys: Vec<SigningKeyRow>,
    /// The keys that encrypt secrets in the database; without them secrets are stored in clear.
    encryption_keys: Option<EncryptionKeys>,
    /// The place of Parquet exports, if there is one.
    export_target: Option<ExportTarget>,
    /// The sign-in of browsers, if it is configured.
    sign_in: Option<SignIn>,
    /// True if the process is about to stop: it takes up no more jobs and webhooks.
    leaving: AtomicBool,
    config: Config,
}

/// The timeout of a readiness check, for reading and for writing.
const TRY: Duration = Duration::from_secs(1);

impl App {
    /// Opens the store. Creates a missing database and migrates an older one.
    pub fn open(config: &Config) -> Result<App, StoreError> {
        let store = Store::open(&config.database, config.readers, config.write_timeout, report_tags)?;
        Ok(App::over(store, config))
    }

    /// Opens the store of an existing database with the current schema, for commands that only read. Never migrates.
    pub fn open_current(config: &Config) -> Result<App, StoreError> {
        let store = Store::open_current(&config.database, config.readers, config.write_timeout, report_tags)?;
        Ok(App::over(store, config))
    }

    fn over(store: Store, config: &Config) -> App {
        let store = Arc::new(store);
        let semaphore = |permits: usize| Arc::new(Semaphore::new(permits.max(1)));
        let (workers, reads) = (semaphore(config.workers), semaphore(config.readers as usize));
        let large = semaphore(workers::LARGE_AT_ONCE as usize);
        let (keyed, rates) = (AtomicBool::new(false), RateLimits::new(config.key_rate, config.tenant_rate.clone()));
        let (ready, metrics) = (settings::SettingsCache::default(), Metrics::default());
        let long = Arc::new(LongLane::beside(config.workers, config.queue_timeout, metrics.long_audits()));
        let (wake, looked, origins) = (Notify::new(), Mutex::new(None), Origins::default());
        let config = config.clone();
        App {
            store,
            workers,
            large,
            long,
            reads,
            keyed,
            rates,
            wake,
            journal: journal_watch::JournalWatch::default(),
            looked,
            ready,
            metrics,
            origins,
            signers: Vec::new(),
            keys: Vec::new(),
            encryption_keys: None,
            export_target: None,
            sign_in: None,
            leaving: AtomicBool::new(false),
            config,
        }
    }

    /// Takes up no more jobs and webhooks from now on. Those in work are released at their next step, so that another
    /// process continues.
    pub fn leave(&self) {
        self.leaving.store(true, Ordering::Relaxed);
        self.wake.notify_waiters();
    }

    /// Returns whether the process is about to stop.
    fn is_leaving(&self) -> bool {
        self.leaving.load(Ordering::Relaxed)
    }

    /// Checks that the store can be read and written. The check does not wait for other queries.
    pub async fn check(&self) -> Result<(), AppError> {
        self.store.is_readable(TRY).await?;
        Ok(self.store.is_writable(TRY).await?)
    }

    /// Audits a log of a tenant without storing it, and writes the report.
    pub async fn audit_for<T: Send + 'static>(
        &self,
        who: Who,
        source: Source,
        write: impl FnOnce(Audited) -> T + Send + 'static,
    ) -> Result<T, AppError> {
        let source = self.with_settings(who.tenant, source).await?;
        let (limits, bytes, span) = (self.limits(), source.bytes.len(), tracing::debug_span!("audit"));
        let audit = move |watch: &AuditWatch| {
            span.in_scope(|| engine::audit_read(&source.parse(&limits)?, &source.bytes, watch).map(write))
        };
        self.audit_on(bytes, self.config.queue_timeout, audit).await?
    }

    /// Computes the settlement of a win; the request may name house rules of the tenant.
    pub async fn score(&self, who: Who, question: Bytes) -> Result<Vec<u8>, AppError> {
        let houses = self.read_by(who.tenant, None).await?.houses();
        self.work(move || engine::score(&question, &houses)).await?
    }

    /// The maximum size of a log in bytes.
    pub fn limit(&self) -> usize {
        self.config.body_limit
    }

    /// The limits of the reader.
    fn limits(&self) -> Limits {
        Limits { bytes: self.config.body_limit, ..Limits::default() }
    }
}

/// Microseconds since 1970, the precision that every database stores exactly.
fn now() -> i64 {
    let elapsed = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    i64::try_from(elapsed.as_micros()).unwrap_or(i64::MAX)
}
