//! The names of the metrics, and their explanations for people.

use super::Metrics;
use super::labels::{JobLabel, MessageLabels, ReasonLabel, SystemLabel, WaitLabel};
use crate::app::audit_watch::Stopped;
use crate::app::process;
use crate::store::JobKind;
use caipan_engine::rules::SYSTEMS;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Unit;

/// The prefix of all names but those of the process.
const PREFIX: &str = "caipan";

impl Metrics {
    /// Registers every metric under its name.
    pub(super) fn register(&mut self) {
        self.register_service();
        self.register_work();
        self.register_pressure();
    }

    /// Registers the metrics of requests, of logs and of the program.
    fn register_service(&mut self) {
        let Metrics { registry, requests, seconds, logs, hands, faults, audits, writes, messages, ready, room, .. } =
            self;
        let registry = registry.sub_registry_with_prefix(PREFIX);
        registry.register("http_requests", "Requests answered, by operation and status", requests.clone());
        let name = "http_request";
        registry.register_with_unit(name, "How long answers took, by operation", Unit::Seconds, seconds.clone());
        registry.register("logs", "Logs stored, by system and verdict", logs.clone());
        registry.register("hands", "Hands of stored logs, by system and client", hands.clone());
        registry.register("faults", "Faults of stored logs, by system, code and client", faults.clone());
        registry.register_with_unit("audit", "How long reading and auditing a log took", Unit::Seconds, audits.clone());
        registry.register_with_unit(
            "write",
            "How long a log waited until it was durable",
            Unit::Seconds,
            writes.clone(),
        );
        registry.register(
            "webhook_messages",
            "Messages sent to webhooks, by whether they were taken",
            messages.clone(),
        );
        registry.register("ready", "Whether requests can be served: 1 or 0", ready.clone());
        registry.register_with_unit(
            "body_room",
            "Room for bodies of requests that nobody has taken",
            Unit::Bytes,
            room.clone(),
        );
        let revisions = Family::<SystemLabel, Gauge>::default();
        for system in SYSTEMS {
            revisions.get_or_create(&SystemLabel { system: system.id }).set(i64::from(system.revision));
        }
        registry.register("rules_revision", "The revision of each rule system", revisions);
        let build = prometheus_client::metrics::info::Info::new(vec![("version", env!("CARGO_PKG_VERSION"))]);
        registry.register("build", "The program", build);
    }

    /// Registers the metrics of jobs and webhooks.
    fn register_work(&mut self) {
        let Metrics { registry, messages, given_up, hooks, shown, behind, jobs, oldest, steps, failures, lost, .. } =
            self;
        let registry = registry.sub_registry_with_prefix(PREFIX);
        registry.register("webhook_given_up", "Messages given up after the last try", given_up.clone());
        registry.register("webhooks", "Webhooks there are, by state", hooks.clone());
        registry.register("witness_checkpoints", "Checkpoints shown to witnesses, by outcome", shown.clone());
        let trees = "Trees whose last shown checkpoint the witness has not cosigned";
        registry.register("witness_trees_behind", trees, behind.clone());
        registry.register("jobs", "Jobs there are, by kind and state", jobs.clone());
        let waits = "How long the job waits that nobody has taken up for longest; 0 where none waits";
        registry.register_with_unit("job_oldest_waiting", waits, Unit::Seconds, oldest.clone());
        registry.register("job_steps", "Steps of jobs that were committed", steps.clone());
        registry.register("job_failures", "Steps of jobs that failed, tried again or not", failures.clone());
        for kind in JobKind::ALL {
            let label = JobLabel { kind: kind.name() };
            drop((steps.get_or_create(&label), failures.get_or_create(&label)));
        }
        for taken in ["yes", "no"] {
            drop(messages.get_or_create(&MessageLabels { taken }));
        }
        registry.register("job_leases_lost", "Times that a job was taken from a process not heard of", lost.clone());
    }

    /// Registers the metrics of load and refusals, of buffers and of the process.
    fn register_pressure(&mut self) {
        let Metrics { registry, in_flight, waiting, refusals, stops, levels, .. } = self;
        process::register(registry);
        let registry = registry.sub_registry_with_prefix(PREFIX);
        for r#for in ["worker", "large-worker", "long-audit", "reader", "write-queue"] {
            drop(waiting.get_or_create(&WaitLabel { r#for }));
        }
        registry.register("http_requests_in_flight", "Requests whose answer is not taken yet", in_flight.clone());
        registry.register("waiting_requests", "Requests that wait, by what for", waiting.clone());
        registry.register(
            "refusals",
            "Requests, lines of batches and connections refused, by reason",
            refusals.clone(),
        );
        registry.register("audits_stopped", "Audits stopped before their end, by why", stops.0.clone());
        for reason in Stopped::WORDS {
            drop(stops.0.get_or_create(&ReasonLabel { reason }));
        }
        levels.register(registry);
    }
}
