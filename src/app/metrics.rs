//! The metrics of one process, for monitoring: health, latency, and faults by client version. Serving them is left to
//! `api`.
//!
//! Counters start at zero with the process and cover all tenants. The number of client labels is bounded, because
//! clients choose their own names.

mod labels;
mod names;

use super::audit_watch::Stopped;
use super::levels::Levels;
use crate::store::{JobFigure, JobKind};
use caipan_engine::audit::Kind;
use caipan_engine::report::Report;
use caipan_engine::rules::SYSTEMS;
use labels::{
    ClientLabels, FaultLabels, JobLabel, JobLabels, LogLabels, MessageLabels, OperationLabels, ReasonLabel,
    RequestLabels, WaitLabel, WebhookLabel, WitnessLabel, WitnessLabels,
};
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;
use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// The maximum number of client versions with a label of their own.
const CLIENTS: usize = 200;
/// The label of all further clients.
const OTHER: &str = "(other)";
/// The maximum length of a client label, in characters.
const LONGEST: usize = 64;

/// The upper bounds of duration buckets, in seconds.
const TIMES: [f64; 12] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0];

/// The metrics of one process.
#[derive(Debug)]
pub struct Metrics {
    registry: Registry,
    requests: Family<RequestLabels, Counter>,
    seconds: Family<OperationLabels, Histogram>,
    logs: Family<LogLabels, Counter>,
    hands: Family<ClientLabels, Counter>,
    faults: Family<FaultLabels, Counter>,
    audits: Histogram,
    writes: Histogram,
    messages: Family<MessageLabels, Counter>,
    given_up: Counter,
    hooks: Family<WebhookLabel, Gauge>,
    shown: Family<WitnessLabels, Counter>,
    behind: Family<WitnessLabel, Gauge>,
    jobs: Family<JobLabels, Gauge>,
    oldest: Gauge,
    steps: Family<JobLabel, Counter>,
    failures: Family<JobLabel, Counter>,
    lost: Counter,
    ready: Gauge,
    room: Gauge,
    in_flight: Gauge,
    waiting: Family<WaitLabel, Gauge>,
    refusals: Family<ReasonLabel, Counter>,
    stops: AuditStops,
    /// The levels of buffers, pools and files, set when they are read.
    pub levels: Levels,
    clients: Mutex<BTreeSet<String>>,
}

/// Counts the audits that were stopped.
#[derive(Clone, Debug, Default)]
pub(super) struct AuditStops(Family<ReasonLabel, Counter>);

impl AuditStops {
    /// Counts an audit that was stopped.
    pub(super) fn count(&self, stopped: Stopped) {
        self.0.get_or_create(&ReasonLabel { reason: stopped.word() }).inc();
    }
}

/// A request that waits. It is counted until this is dropped.
#[derive(Debug)]
pub struct WaitingRequest(Gauge);

impl Drop for WaitingRequest {
    fn drop(&mut self) {
        self.0.dec();
    }
}

impl Default for Metrics {
    fn default() -> Metrics {
        let times = || Histogram::new(TIMES);
        let mut metrics = Metrics {
            registry: Registry::default(),
            requests: Family::default(),
            seconds: Family::new_with_constructor(times),
            logs: Family::default(),
            hands: Family::default(),
            faults: Family::default(),
            audits: times(),
            writes: times(),
            messages: Family::default(),
            given_up: Counter::default(),
            hooks: Family::default(),
            shown: Family::default(),
            behind: Family::default(),
            jobs: Family::default(),
            oldest: Gauge::default(),
            steps: Family::default(),
            failures: Family::default(),
            lost: Counter::default(),
            ready: Gauge::default(),
            room: Gauge::default(),
            in_flight: Gauge::default(),
            waiting: Family::default(),
            refusals: Family::default(),
            stops: AuditStops::default(),
            levels: Levels::default(),
            clients: Mutex::default(),
        };
        metrics.register();
        metrics
    }
}

impl Metrics {
    /// Counts a request as in flight.
    pub fn begun(&self) {
        self.in_flight.inc();
    }

    /// Ends a request that was in flight.
    pub fn ended(&self) {
        self.in_flight.dec();
    }

    /// Counts a request that waits for something: a word from a fixed set.
    pub fn waiting(&self, r#for: &'static str) -> WaitingRequest {
        let gauge = self.waiting.get_or_create_owned(&WaitLabel { r#for });
        gauge.inc();
        WaitingRequest(gauge)
    }

    /// Declares reasons of refusals with the count 0, because a rate misses what begins with 1.
    pub fn declare_refusals(&self, reasons: impl Iterator<Item = &'static str>) {
        for reason in reasons {
            drop(self.refusals.get_or_create(&ReasonLabel { reason }));
        }
    }

    /// Counts a refusal; `reason` is a word from a fixed set.
    pub fn refused(&self, reason: &'static str) {
        self.refusals.get_or_create(&ReasonLabel { reason }).inc();
    }

    /// Counts a checkpoint that was shown to a witness: `cosigned`, `failed` or `conflict`.
    pub fn shown(&self, witness: &str, outcome: &'static str) {
        self.shown.get_or_create(&WitnessLabels { witness: witness.to_owned(), outcome }).inc();
    }

    /// Sets the number of trees whose last shown checkpoint a witness has not cosigned.
    pub fn set_behind(&self, witness: &str, trees: usize) {
        let behind = self.behind.get_or_create(&WitnessLabel { witness: witness.to_owned() });
        behind.set(i64::try_from(trees).unwrap_or(i64::MAX));
    }

    /// Counts a step of a job: committed or failed.
    pub fn stepped(&self, kind: JobKind, committed: bool) {
        let of = if committed { &self.steps } else { &self.failures };
        of.get_or_create(&JobLabel { kind: kind.name() }).inc();
    }

    /// Counts a lease that another process lost.
    pub fn lease_lost(&self) {
        self.lost.inc();
    }

    /// Counts a message that was given up.
    pub fn given_up(&self) {
        self.given_up.inc();
    }

    /// Sets the state of jobs and webhooks in the shared database.
    pub fn set_backlog(&self, work: &Backlog) {
        self.jobs.clear();
        for &JobFigure { kind, state, count, .. } in &work.jobs {
            self.jobs.get_or_create(&JobLabels { kind: kind.name(), state: state.name() }).set(count);
        }
        self.oldest.set(i64::try_from(work.oldest.as_secs()).unwrap_or(i64::MAX));
        for (state, count) in ["active", "retrying", "paused", "ended"].into_iter().zip(work.webhooks) {
            self.hooks.get_or_create(&WebhookLabel { state }).set(count);
        }
        self.levels.set_webhooks(work.webhook_behind, work.webhook_oldest);
    }

    /// Counts an answered request; `path` is the path template of the operation.
    pub fn answered(&self, method: &str, path: &str, status: u16, took: Duration) {
        let (method, path) = (method.to_owned(), path.to_owned());
        let operation = OperationLabels { method: method.clone(), path: path.clone() };
        self.seconds.get_or_create(&operation).observe(took.as_secs_f64());
        self.requests.get_or_create(&RequestLabels { method, path, status }).inc();
    }

    /// The number of long audits that wait for their turn.
    pub(super) fn long_audits(&self) -> Gauge {
        self.waiting.get_or_create_owned(&WaitLabel { r#for: "long-audit" })
    }

    /// The counter of stopped audits, for a work thread.
    pub(super) fn audit_stops(&self) -> AuditStops {
        self.stops.clone()
    }

    /// Records the duration of an audit.
    pub fn audited(&self, took: Duration) {
        self.audits.observe(took.as_secs_f64());
    }

    /// Records the duration of a write.
    pub fn written(&self, took: Duration) {
        self.writes.observe(took.as_secs_f64());
    }

    /// Counts a webhook message.
    pub fn webhook(&self, taken: bool) {
        self.messages.get_or_create(&MessageLabels { taken: if taken { "yes" } else { "no" } }).inc();
    }

    /// Counts a newly stored log.
    pub fn stored(&self, log: &LogMetrics) {
        let LogMetrics { system, verdict, .. } = *log;
        let client = self.known(&log.client);
        self.logs.get_or_create(&LogLabels { system, verdict }).inc();
        self.hands.get_or_create(&ClientLabels { system, client: client.clone() }).inc_by(log.hands);
        for code in &log.codes {
            self.faults.get_or_create(&FaultLabels { system, code: code.clone(), client: client.clone() }).inc();
        }
    }

    /// The label of a client, or the shared label once there are too many.
    fn known(&self, client: &str) -> String {
        let mut clients = self.clients.lock().unwrap_or_else(PoisonError::into_inner);
        if !clients.contains(client) {
            if clients.len() >= CLIENTS {
                return OTHER.to_owned();
            }
            clients.insert(client.to_owned());
        }
        client.to_owned()
    }

    /// All metrics as OpenMetrics text. `ready`: whether the service is ready; `room`: free bytes of the body budget.
    pub fn text(&self, ready: bool, room: usize) -> String {
        self.ready.set(i64::from(ready));
        self.room.set(i64::try_from(room).unwrap_or(i64::MAX));
        let mut text = String::new();
        // Writing to a String cannot fail.
        let _ = encode(&mut text, &self.registry);
        text
    }
}

/// The state of jobs and webhooks in the database.
#[derive(Clone, Debug, Default)]
pub struct Backlog {
    /// The number of jobs by kind and state.
    pub jobs: Vec<JobFigure>,
    /// The age of the oldest waiting job.
    pub oldest: Duration,
    /// The number of active, retrying and paused webhooks, and of those whose key is revoked or expired.
    pub webhooks: [i64; 4],
    /// The number of journal entries that webhooks have not dealt with.
    pub webhook_behind: i64,
    /// The age of the oldest of them.
    pub webhook_oldest: Duration,
}

/// The metrics of a stored log.
#[derive(Clone, Debug)]
pub struct LogMetrics {
    system: &'static str,
    verdict: &'static str,
    client: String,
    hands: u64,
    /// The code of each primary fault.
    codes: Vec<String>,
}

impl LogMetrics {
    /// Collects the metrics of a report.
    pub fn of(report: &Report, source: &caipan_log::Source) -> LogMetrics {
        let faults = report.findings.iter().filter(|found| found.because.is_none() && found.kind == Kind::Fault);
        LogMetrics {
            system: SYSTEMS.iter().find(|system| *system.id == *report.rules.system).map_or("", |system| system.id),
            verdict: report.verdict.word(),
            client: client(source),
            hands: u64::try_from(report.log.hands).unwrap_or(u64::MAX),
            codes: faults.map(|found| found.code.to_string()).collect(),
        }
    }
}

/// The client and its version as the log names them, cut to the maximum length and without invisible characters.
pub(super) fn client(source: &caipan_log::Source) -> String {
    let name = [source.client.as_deref(), source.version.as_deref()];
    let name = name.into_iter().flatten().collect::<Vec<_>>().join(" ");
    name.chars().filter(|c| !caipan_log::is_unseen(*c)).take(LONGEST).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn log(client: &str) -> LogMetrics {
        let codes = vec!["A702".to_owned(), "A702".to_owned()];
        LogMetrics { system: "beijing", verdict: "faulty", client: client.to_owned(), hands: 3, codes }
    }

    #[test]
    fn faults_are_counted_by_client() {
        let metrics = Metrics::default();
        metrics.stored(&log("app 1.2"));
        metrics.stored(&log("app 1.2"));
        metrics.answered("GET", "/v1/logs/{id}", 200, Duration::from_millis(3));
        let text = metrics.text(true, 17);
        for line in [
            "caipan_logs_total{system=\"beijing\",verdict=\"faulty\"} 2",
            "caipan_hands_total{system=\"beijing\",client=\"app 1.2\"} 6",
            "caipan_faults_total{system=\"beijing\",code=\"A702\",client=\"app 1.2\"} 4",
            "caipan_http_requests_total{method=\"GET\",path=\"/v1/logs/{id}\",status=\"200\"} 1",
            "caipan_http_request_seconds_bucket{le=\"0.005\",method=\"GET\",path=\"/v1/logs/{id}\"} 1",
            "caipan_ready 1",
            "caipan_body_room_bytes 17",
        ] {
            assert!(text.lines().any(|found| found == line), "{line}\n{text}");
        }
        assert!(text.ends_with("# EOF\n"));
    }

    #[test]
    fn names_of_third_parties_fill_no_memory() {
        let metrics = Metrics::default();
        for at in 0..10 * CLIENTS {
            metrics.stored(&log(&format!("client {at}")));
        }
        let text = metrics.text(false, 0);
        let of = |line: &&str| line.starts_with("caipan_hands_total");
        assert_eq!(text.lines().filter(of).count(), CLIENTS + 1);
        let rest = 3 * 9 * CLIENTS;
        assert!(text.contains(&format!("client=\"{OTHER}\"}} {rest}\n")));
    }

    #[test]
    fn a_name_cannot_break_out_of_its_line() {
        let metrics = Metrics::default();
        metrics.stored(&log("a\"} 1\nevil 2"));
        let text = metrics.text(true, 0);
        assert!(!text.lines().any(|line| line.starts_with("evil")), "{text}");
    }
}
