//! The use cases of the service: take a log in, audit one without keeping it, score a win, look things up.
//!
//! Knows no HTTP. The work that costs processor time runs on the blocking pool, as many at once as there are cores,
//! and a request that finds no place within the time allowed is sent away.

mod adapter_hints;
mod adapter_trial;
pub mod engine;
mod event_text;
mod evidence;
mod feed;
mod hand_steps;
mod handbook_search;
mod ingest;
mod jobs;
mod keys;
mod metrics;
mod moment;
mod rate_limits;
mod report_page;
mod ruling_settlement;
mod rulings;
mod score_form;
mod search_tags;
mod settings;
mod statistics;
mod stored_logs;
mod table_findings;
mod webhook_delivery;
mod webhook_filter;
mod webhooks;
mod what_if;

pub use adapter_hints::AdapterHints;
pub use adapter_trial::{MissingField, Trial, TrialQuestion, TriedFinding, TriedMatch, try_on};
pub use hand_steps::{HandSteps, StepChange, hand_steps};
pub use handbook_search::{FoundWord, FoundWords, search};
pub use ingest::{Ingest, IngestOutcome, Prepared, Submitted};
pub use jobs::{Job, JobLogFilter, JobLosses, JobOutcome, JobRequest, Worker, scope_of, time_read};
pub use keys::{AccessDenied, Caller, NewKey, Scope};
pub use metrics::{Backlog, LogMetrics, Metrics};
pub use moment::{Moment, moment};
pub use report_page::{ReportPage, StepPage};
pub use ruling_settlement::{RuledLine, RulingView, Rulings, Settlement};
pub use rulings::{NewRuling, RulingRefusal};
pub use score_form::{Fields, Scored, Wrong, preset_of};
pub use search_tags::{is_player_digest, mark_stored, player_digest};
pub use settings::Settings;
pub use statistics::{Rate, Statistics, StatisticsFilter};
pub use stored_logs::{LogPage, StoredReport};
pub use table_findings::{TableFinding, TileMark, moment_of};
pub use webhook_delivery::{Render, deliver};
pub use webhook_filter::{WebhookEvent, WebhookFilter};
pub use webhooks::{NewWebhook, Pinged, Replay, ShownWebhook};
pub use what_if::WhatIfPage;

pub use crate::store::SentIn;

use crate::config::Config;
use crate::store::{Store, StoreError, Who};
use bytes::Bytes;
use caipan_evidence::Signer;
use caipan_log::Limits;
use caipan_tiles::bilingual;
use caipan_tiles::text::Text;
use engine::{Audited, ReadLog, Refusal};
use rate_limits::RateLimits;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};
use tokio::task::spawn_blocking;

/// Why a use case did not come to its end.
#[derive(Debug, thiserror::Error)]
pub enum AppError {
    /// The bytes are not a log.
    #[error("{}", .0.text.en)]
    Unreadable(Box<Refusal>),
    /// The bytes are not an adapter.
    #[error("{}", .0.text.en)]
    Adapter(Box<Refusal>),
    /// The bytes are not house rules.
    #[error("{}", .0.text.en)]
    Presets(Box<Refusal>),
    /// The declared rules cannot be applied.
    #[error("{}", .0.text.en)]
    Rules(Box<Refusal>),
    /// No third-party format of this name; the sentence lists the known ones.
    #[error("{}", .0.en)]
    UnknownFormat(Text),
    /// The question of a score request cannot be read.
    #[error("{}", .0.text.en)]
    Score(Box<Refusal>),
    /// A ruling that cannot be recorded as it was asked for.
    #[error("{}", .0.text.en)]
    Ruling(Box<RulingRefusal>),
    /// No log of this id.
    #[error("no log {0}")]
    NoLog(String),
    /// The log has no such hand or event.
    #[error("{}", .0.en)]
    NoStep(Text),
    /// A key is missing, opens nothing or not this, or is used too fast.
    #[error("{0}")]
    AccessDenied(AccessDenied),
    /// Nothing stands at the cursor of the feed.
    #[error("no such cursor")]
    NoCursor,
    /// There is no key that signs checkpoints.
    #[error("no signing key")]
    NotSigned,
    /// Nothing is recorded at this place.
    #[error("no record")]
    NoRecord,
    /// The tree was never as large as asked; so large it is.
    #[error("the tree has {0} records")]
    NeverSoLarge(u64),
    /// A key that cannot be made as it was asked for.
    #[error("{}", .0.en)]
    KeyUnfit(Text),
    /// A webhook that cannot be made as it was asked for.
    #[error("{}", .0.en)]
    WebhookUnfit(Text),
    /// A job that cannot be done as it was asked for.
    #[error("{}", .0.en)]
    JobUnfit(Text),
    /// The request is one by which this job was asked for, and asks for something else.
    #[error("the request asked for job {0}")]
    RequestReused(String),
    /// The job has no such part.
    #[error("no part {0}")]
    NoPart(i32),
    /// Every place is taken.
    #[error("too much work")]
    Busy,
    /// The work panicked; the panic was printed where it happened.
    #[error("the work was given up")]
    GivenUp,
    /// A stored report cannot be read.
    #[error("a stored report cannot be read: {0}")]
    Report(#[from] serde_json::Error),
    /// The store refused or failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// How bytes are to be read when no third-party format is named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Media {
    /// A `paipu/1` document.
    Json,
    /// The text notation.
    Text,
    /// Something only an import format can know.
    Other,
}

impl Media {
    /// The media type under which the bytes are given back.
    pub const fn media_type(self) -> &'static str {
        match self {
            Media::Json => "application/vnd.paipu+json",
            Media::Text => "text/plain; charset=utf-8",
            Media::Other => "application/octet-stream",
        }
    }

    fn of(media_type: &str) -> Media {
        [Media::Json, Media::Text].into_iter().find(|media| media.media_type() == media_type).unwrap_or(Media::Other)
    }
}

/// A log as sent.
#[derive(Clone, Debug)]
pub struct Source {
    /// The bytes.
    pub bytes: Bytes,
    /// How to read them.
    pub media: Media,
    /// The third-party format they are in.
    pub from: Option<String>,
    /// What the one they belong to has set for them, once that was looked up.
    pub set: Option<Arc<Settings>>,
}

impl Source {
    /// A log of which nothing is said but its bytes.
    pub fn recognised(bytes: Bytes) -> Source {
        let (media, from) = engine::media_of(&bytes);
        Source { bytes, media, from: from.map(str::to_owned), set: None }
    }

    /// Reads the log and checks that its rules are known.
    fn read(&self, limits: &Limits) -> Result<ReadLog, AppError> {
        let set = self.set.clone().unwrap_or_default();
        engine::read_set(&self.bytes, self.media, self.from.as_deref(), &set, limits)
    }

    /// Reads the log for an audit, which checks the rules itself.
    fn parse(&self, limits: &Limits) -> Result<ReadLog, AppError> {
        let set = self.set.clone().unwrap_or_default();
        engine::parse_set(&self.bytes, self.media, self.from.as_deref(), &set, limits)
    }
}

impl AppError {
    /// What a reader of files needs of it: where, and the sentence.
    pub fn refusal(self) -> Refusal {
        let text = match self {
            AppError::Unreadable(refusal)
            | AppError::Adapter(refusal)
            | AppError::Presets(refusal)
            | AppError::Rules(refusal)
            | AppError::Score(refusal) => return *refusal,
            AppError::UnknownFormat(text)
            | AppError::NoStep(text)
            | AppError::KeyUnfit(text)
            | AppError::WebhookUnfit(text)
            | AppError::JobUnfit(text) => text,
            AppError::Ruling(unruly) => unruly.text,
            other => bilingual!("无法完成：{other}。", "This cannot be done: {other}."),
        };
        Refusal::of_text(text)
    }
}

/// The service without its doors.
pub struct App {
    store: Arc<Store>,
    /// Places for what costs processor time, and for what waits for the disk.
    places: Arc<Semaphore>,
    reads: Arc<Semaphore>,
    /// Whether a key was ever made: from then on nobody is served without one.
    keyed: AtomicBool,
    rates: RateLimits,
    /// Wakes those who do jobs.
    wake: Notify,
    /// When it was last looked for what is kept too long.
    looked: Mutex<Option<Instant>>,
    /// Settings of tenants that were used lately.
    ready: settings::ReadyOnes,
    /// What it counts of itself.
    pub metrics: Metrics,
    /// What signs checkpoints, if anything.
    signer: Option<Signer>,
    config: Config,
}

/// How long a question may take the database.
const ANSWER: Duration = Duration::from_secs(10);

/// How long the question whether it is ready waits for an answer, and again for a try to write.
const TRY: Duration = Duration::from_secs(1);

impl App {
    /// Opens the store and brings it up to date.
    pub fn open(config: &Config) -> Result<App, StoreError> {
        let store = Arc::new(Store::open(&config.database, config.readers, config.write_timeout)?);
        mark_stored(&config.database, &Limits { bytes: config.body_limit, ..Limits::default() })?;
        let semaphore = |places: usize| Arc::new(Semaphore::new(places.max(1)));
        let (places, reads) = (semaphore(config.workers), semaphore(config.readers as usize));
        let (keyed, rates) = (AtomicBool::new(false), RateLimits::new(config.key_rate));
        let (ready, metrics) = (settings::ReadyOnes::default(), Metrics::default());
        let (wake, looked) = (Notify::new(), Mutex::new(None));
        let config = config.clone();
        Ok(App { store, places, reads, keyed, rates, wake, looked, ready, metrics, signer: None, config })
    }

    /// Whether requests can be served: what is stored can be read, and what is sent can be stored. However many are
    /// served now, this asks by a way of its own.
    pub async fn check(&self) -> Result<(), AppError> {
        self.store.is_readable(TRY).await?;
        Ok(self.store.is_writable(TRY).await?)
    }

    /// Audits a log of a tenant and keeps nothing.
    pub async fn audit_for(&self, who: Who, source: Source) -> Result<Audited, AppError> {
        self.audit(self.with_settings(who.tenant, source).await?).await
    }

    /// Audits a log and keeps nothing.
    async fn audit(&self, source: Source) -> Result<Audited, AppError> {
        let limits = self.limits();
        self.work(move || engine::audit_read(&source.parse(&limits)?, &source.bytes)).await?
    }

    /// Works out one win, by the house rules of a tenant too.
    pub async fn score(&self, who: Who, question: Bytes) -> Result<Vec<u8>, AppError> {
        let houses = self.read_by(who.tenant, None).await?.houses();
        self.work(move || engine::score(&question, &houses)).await?
    }

    /// The most bytes of a log.
    pub fn limit(&self) -> usize {
        self.config.body_limit
    }

    /// How large a log may be.
    fn limits(&self) -> Limits {
        Limits { bytes: self.config.body_limit, ..Limits::default() }
    }

    /// Runs what costs processor time.
    async fn work<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, AppError> {
        self.work_within(self.config.queue_timeout, work).await
    }

    /// The same for those who wait so long for their turn.
    async fn work_within<T: Send + 'static>(
        &self,
        timeout: Duration,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, AppError> {
        let _place = place(&self.places, timeout).await?;
        spawn_blocking(work).await.map_err(|_| AppError::GivenUp)
    }

    /// Runs what waits for the disk.
    async fn query<T: Send + 'static>(
        &self,
        query: impl FnOnce(&Store) -> Result<T, AppError> + Send + 'static,
    ) -> Result<T, AppError> {
        let place = place(&self.reads, self.config.queue_timeout).await?;
        let store = Arc::clone(&self.store);
        let asked = spawn_blocking(move || {
            let _place = place;
            query(&store).inspect_err(|error| {
                if let AppError::Store(error) = error {
                    store.met(error);
                }
            })
        });
        // A server that says nothing keeps the thread and the place, but not the one who asked.
        let answer = tokio::time::timeout(ANSWER, asked).await.map_err(|_| AppError::Busy)?;
        answer.map_err(|_| AppError::GivenUp)?
    }
}

/// A place among those who do such work now. Who finds none in time is sent away, holding no thread meanwhile.
async fn place(places: &Arc<Semaphore>, timeout: Duration) -> Result<OwnedSemaphorePermit, AppError> {
    let place = tokio::time::timeout(timeout, Arc::clone(places).acquire_owned()).await;
    place.map_err(|_| AppError::Busy)?.map_err(|_| AppError::Busy)
}

/// Microseconds since 1970: what every database keeps exactly.
fn now() -> i64 {
    let elapsed = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    i64::try_from(elapsed.as_micros()).unwrap_or(i64::MAX)
}
