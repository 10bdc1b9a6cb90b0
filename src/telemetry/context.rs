//! The trace that a request belongs to, as the header `traceparent` of W3C Trace Context carries it.

use opentelemetry::Context;
use opentelemetry::propagation::{Extractor, TextMapPropagator};
use opentelemetry::trace::{FutureExt, SpanContext, TraceContextExt};
use opentelemetry_sdk::propagation::TraceContextPropagator;
use std::collections::HashMap;
use std::future::Future;
use tracing::Span;
use tracing_opentelemetry::OpenTelemetrySpanExt;

/// The longest `tracestate` that is passed on, in bytes; the standard demands no more. It is kept with recent logs.
const LONGEST_STATE: usize = 512;

/// A span that others may continue: its trace, its own id, the decision about sampling and the state of vendors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceParent(SpanContext);

impl TraceParent {
    /// The span in which the caller runs, or the one that its request named.
    pub fn current() -> Option<TraceParent> {
        let inner = TraceParent::of(&Span::current().context());
        inner.or_else(|| TraceParent::of(&Context::current()))
    }

    /// A span, if it is recorded for traces.
    pub fn of_span(span: &Span) -> Option<TraceParent> {
        if span.is_disabled() { None } else { TraceParent::of(&span.context()) }
    }

    fn of(context: &Context) -> Option<TraceParent> {
        let found = context.span().span_context().clone();
        found.is_valid().then_some(TraceParent(found))
    }

    /// The id of the trace, in hexadecimal.
    pub fn trace(&self) -> String {
        self.0.trace_id().to_string()
    }

    /// The headers by which a request passes this on: `traceparent`, and `tracestate` if there is one.
    pub fn headers(&self) -> Vec<(String, String)> {
        let mut headers = HashMap::new();
        TraceContextPropagator::new().inject_context(&self.context(), &mut headers);
        headers.into_iter().filter(|(_, value)| !value.is_empty()).collect()
    }

    fn context(&self) -> Context {
        Context::new().with_remote_span_context(self.0.clone())
    }
}

/// The headers of a request, for the propagator.
struct Headers<'a> {
    parent: &'a str,
    state: Option<&'a str>,
}

impl Extractor for Headers<'_> {
    fn get(&self, key: &str) -> Option<&str> {
        match key {
            "traceparent" => Some(self.parent),
            "tracestate" => self.state,
            _ => None,
        }
    }

    fn keys(&self) -> Vec<&str> {
        vec!["traceparent", "tracestate"]
    }
}

/// The span that a request names by `traceparent` and `tracestate`. An invalid one counts as none.
pub fn parent(parent: Option<&str>, state: Option<&str>) -> Option<TraceParent> {
    let parent = parent.filter(|parent| is_whole(parent))?;
    let headers = Headers { parent, state: state.filter(|state| state.len() <= LONGEST_STATE) };
    TraceParent::of(&TraceContextPropagator::new().extract_with_context(&Context::new(), &headers))
}

/// Returns whether each part of a `traceparent` has its length, which the propagator does not check.
fn is_whole(parent: &str) -> bool {
    let mut parts = parent.split('-').map(str::len);
    parts.by_ref().take(4).eq([2, 32, 16, 2]) && (!parent.starts_with("00") || parts.next().is_none())
}

/// Begins the trace of a span, below the parent if there is one. Returns the id of the trace.
pub fn begin(span: &Span, parent: Option<TraceParent>) -> Option<String> {
    if span.is_disabled() {
        return parent.map(|parent| parent.trace());
    }
    if let Some(parent) = parent {
        // It fails only for a span that has begun already, and this one has not.
        let _ = span.set_parent(parent.context());
    }
    TraceParent::of_span(span).map(|own| own.trace())
}

/// Gives a span that has begun its name in traces.
pub fn name(span: &Span, name: String) {
    span.context().span().update_name(name);
}

/// Runs work whose request named this parent, so that it can be passed on without an exporter too.
pub fn within<F: Future>(parent: Option<TraceParent>, work: F) -> impl Future<Output = F::Output> {
    work.with_context(parent.map_or_else(Context::new, |parent| parent.context()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const GIVEN: &str = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

    fn found(given: &str, state: Option<&str>) -> Option<TraceParent> {
        parent(Some(given), state)
    }

    #[test]
    fn a_parent_is_passed_on_as_it_came() {
        let parent = found(GIVEN, Some("vendor=1")).expect("it is valid");
        assert_eq!(parent.trace(), "4bf92f3577b34da6a3ce929d0e0e4736");
        let mut headers = parent.headers();
        headers.sort();
        let expected = [("traceparent", GIVEN), ("tracestate", "vendor=1")];
        assert_eq!(headers, expected.map(|(name, value)| (name.to_owned(), value.to_owned())));
        assert_eq!(found(GIVEN, None).expect("it is valid").headers().len(), 1, "an empty state is left out");
        let long = format!("vendor={}", "1".repeat(LONGEST_STATE));
        assert_eq!(found(GIVEN, Some(&long)), found(GIVEN, None), "a long state too");
    }

    #[test]
    fn an_invalid_parent_counts_as_none() {
        for wrong in [
            "",
            "00",
            "garbage",
            "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
            "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
            "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
            "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
            "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7",
            "00-4bf92f3577b34da6a3ce929d0e0e47-00f067aa0ba902b7-01",
        ] {
            assert_eq!(found(wrong, None), None, "{wrong}");
        }
    }

    #[tokio::test]
    async fn work_knows_the_parent_of_its_request() {
        let parent = found(GIVEN, None);
        let seen = within(parent.clone(), async {
            tokio::task::yield_now().await;
            TraceParent::current()
        });
        assert_eq!(seen.await, parent);
        assert_eq!(TraceParent::current(), None);
    }
}
