//! Traces for OpenTelemetry: the trace of a request is continued, its spans are exported, and webhooks pass it on.
//!
//! The spans of requests are those that `tracing` keeps at the level DEBUG. Without an exporter nobody listens to that
//! level, so that they cost nothing.

mod collector;
mod context;
mod export;
mod origins;

pub use context::{TraceParent, begin, name, parent, within};
pub use export::{Exporter, SpanCounts, endpoint};
pub use origins::Origins;
