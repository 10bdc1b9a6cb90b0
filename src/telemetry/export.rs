//! The export of spans by OTLP over HTTP. A slow or dead collector costs spans, never time or memory of requests.
//!
//! Finished spans wait in a bounded queue for one thread, which sends them in batches. A span that finds the queue full
//! is dropped and counted.

use super::collector::{Collector, TIMEOUT};
use crate::webhook_client::Target;
use opentelemetry::trace::{Link, SpanKind, TraceId, TracerProvider};
use opentelemetry::{Context, KeyValue};
use opentelemetry_otlp::{RetryPolicy, SpanExporter as OtlpExporter, WithExportConfig, WithHttpConfig};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::error::OTelSdkResult;
use opentelemetry_sdk::trace::{
    BatchConfigBuilder, BatchSpanProcessor, Sampler, SamplingResult, SdkTracerProvider, ShouldSample, Span, SpanData,
    SpanExporter, SpanProcessor,
};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;
use tracing::{Level, Subscriber};
use tracing_subscriber::Layer;
use tracing_subscriber::filter::filter_fn;
use tracing_subscriber::registry::LookupSpan;

/// The spans that may wait for the collector, about two kilobytes each.
const WAITING: usize = 4096;
/// The spans in a batch.
const BATCH: usize = 512;
/// The time between two batches.
const EVERY: Duration = Duration::from_secs(2);
/// The time for the last batch when the service stops.
const LAST: Duration = Duration::from_secs(3);

/// Checks the address of a collector.
///
/// # Errors
/// It is no `http` or `https` address with a path; the sentence says so in both languages.
pub fn endpoint(text: &str) -> Result<String, String> {
    let fits = Target::parse(text, true).is_ok_and(|target| target.path() != "/");
    let wrong = "write the whole address with its path, such as http://127.0.0.1:4318/v1/traces · 请写带路径的完整地址，如 http://127.0.0.1:4318/v1/traces";
    if fits { Ok(text.to_owned()) } else { Err(wrong.to_owned()) }
}

/// The numbers of spans by what became of them.
#[derive(Debug, Default)]
pub struct SpanCounts {
    /// The collector took them.
    pub exported: AtomicU64,
    /// The collector did not take their batch.
    pub failed: AtomicU64,
    /// The queue was full.
    pub dropped: AtomicU64,
    waiting: AtomicUsize,
    failing: AtomicBool,
}

impl SpanCounts {
    /// The spans that wait in the queue.
    pub fn waiting(&self) -> usize {
        self.waiting.load(Ordering::Relaxed)
    }
}

/// The running export.
pub struct Exporter {
    provider: SdkTracerProvider,
    counts: Arc<SpanCounts>,
}

impl Exporter {
    /// Starts the thread that exports to this address. Requests without a decision of their caller are sampled by `ratio`,
    /// from 0 to 1. `OTEL_SERVICE_NAME` and `OTEL_RESOURCE_ATTRIBUTES` describe the service, and
    /// `OTEL_EXPORTER_OTLP_HEADERS` adds headers.
    ///
    /// # Errors
    /// The address or one of these variables is invalid, in English.
    pub fn start(address: &str, ratio: f64) -> Result<Exporter, String> {
        let counts = Arc::<SpanCounts>::default();
        let otlp = OtlpExporter::builder()
            .with_http()
            .with_endpoint(address)
            .with_timeout(TIMEOUT)
            // A batch that fails is lost, so that those behind it are not.
            .with_retry_policy(RetryPolicy::disabled())
            .with_http_client(Collector::new(address)?);
        let exporter =
            Counted { exporter: otlp.build().map_err(|error| error.to_string())?, counts: Arc::clone(&counts) };
        let batches = BatchConfigBuilder::default()
            .with_max_queue_size(WAITING)
            .with_max_export_batch_size(BATCH)
            .with_scheduled_delay(EVERY);
        let queue = BatchSpanProcessor::builder(exporter).with_batch_config(batches.build()).build();
        let provider = SdkTracerProvider::builder()
            .with_span_processor(Bounded { queue, counts: Arc::clone(&counts) })
            .with_sampler(Sampler::ParentBased(Box::new(Roots(Sampler::TraceIdRatioBased(ratio)))))
            .with_resource(resource())
            .build();
        Ok(Exporter { provider, counts })
    }

    /// The layer that turns the spans of requests into spans of OpenTelemetry.
    pub fn layer<S: Subscriber + for<'a> LookupSpan<'a> + Send + Sync>(&self) -> impl Layer<S> + Send + Sync + use<S> {
        let layer = tracing_opentelemetry::layer().with_tracer(self.provider.tracer("caipan"));
        let layer = layer.with_location(false).with_threads(false).with_target(false).with_tracked_inactivity(false);
        let ours =
            filter_fn(|meta| meta.is_span() && *meta.level() == Level::DEBUG && meta.target().starts_with("caipan"));
        layer.with_filter(ours.with_max_level_hint(Level::DEBUG))
    }

    /// The numbers of spans so far.
    pub fn counts(&self) -> Arc<SpanCounts> {
        Arc::clone(&self.counts)
    }

    /// Sends what waits, for a few seconds at most, and ends the export.
    pub fn stop(self) {
        if let Err(error) = self.provider.shutdown_with_timeout(LAST) {
            tracing::warn!(%error, "the last spans were not exported");
        }
    }
}

/// The description of this service; the environment takes precedence.
fn resource() -> Resource {
    let named = ["OTEL_SERVICE_NAME", "OTEL_RESOURCE_ATTRIBUTES"].map(|name| std::env::var(name).unwrap_or_default());
    let resource = Resource::builder();
    let resource = if named[0].is_empty() && !named[1].split(',').any(|pair| pair.trim().starts_with("service.name=")) {
        resource.with_service_name("caipan")
    } else {
        resource
    };
    resource.with_attribute(KeyValue::new("service.version", env!("CARGO_PKG_VERSION"))).build()
}

/// Decides about spans without a parent: only requests, ours and those of clients, begin a trace. Otherwise every query of
/// the loops in the background would be a trace of its own.
#[derive(Clone, Debug)]
struct Roots(Sampler);

impl ShouldSample for Roots {
    fn should_sample(
        &self,
        parent: Option<&Context>,
        trace: TraceId,
        name: &str,
        kind: &SpanKind,
        attributes: &[KeyValue],
        links: &[Link],
    ) -> SamplingResult {
        let sampler = if matches!(kind, SpanKind::Internal) { &Sampler::AlwaysOff } else { &self.0 };
        sampler.should_sample(parent, trace, name, kind, attributes, links)
    }
}

/// A queue that never takes more than it holds, so that every lost span is counted.
#[derive(Debug)]
struct Bounded {
    queue: BatchSpanProcessor,
    counts: Arc<SpanCounts>,
}

impl SpanProcessor for Bounded {
    fn on_start(&self, span: &mut Span, context: &Context) {
        self.queue.on_start(span, context);
    }

    fn on_end(&self, span: SpanData) {
        if !span.span_context.is_sampled() {
            return;
        }
        let room = |waiting: usize| (waiting < WAITING).then_some(waiting + 1);
        if self.counts.waiting.fetch_update(Ordering::Relaxed, Ordering::Relaxed, room).is_err() {
            self.counts.dropped.fetch_add(1, Ordering::Relaxed);
            return;
        }
        self.queue.on_end(span);
    }

    fn force_flush(&self) -> OTelSdkResult {
        self.queue.force_flush()
    }

    fn shutdown_with_timeout(&self, timeout: Duration) -> OTelSdkResult {
        self.queue.shutdown_with_timeout(timeout)
    }

    fn set_resource(&mut self, resource: &Resource) {
        self.queue.set_resource(resource);
    }
}

/// Counts what the collector took, and says in the log when it begins to refuse.
#[derive(Debug)]
struct Counted {
    exporter: OtlpExporter,
    counts: Arc<SpanCounts>,
}

impl SpanExporter for Counted {
    async fn export(&self, batch: Vec<SpanData>) -> OTelSdkResult {
        let spans = batch.len();
        let done = self.exporter.export(batch).await;
        self.counts.waiting.fetch_sub(spans, Ordering::Relaxed);
        let count = if done.is_ok() { &self.counts.exported } else { &self.counts.failed };
        count.fetch_add(spans as u64, Ordering::Relaxed);
        let failed_before = self.counts.failing.swap(done.is_err(), Ordering::Relaxed);
        match &done {
            Err(error) if !failed_before => {
                tracing::warn!(%error, spans, "the collector takes no traces; they are lost");
            }
            Ok(()) if failed_before => tracing::info!("the collector takes traces again"),
            _ => {}
        }
        done
    }

    fn shutdown_with_timeout(&self, timeout: Duration) -> OTelSdkResult {
        self.exporter.shutdown_with_timeout(timeout)
    }

    fn set_resource(&mut self, resource: &Resource) {
        self.exporter.set_resource(resource);
    }
}
