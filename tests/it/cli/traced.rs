//! Traces: a collector receives the spans of a request, a webhook passes the trace on, and a dead collector costs nothing.

use super::receiver::{Came, hook, ok, receiver, store, until};
use super::service::{Service, ask};
use super::watched::{answer, watched};
use super::{LOG, caipan};
use caipan::hash::hex;
use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::trace::v1::Span;
use prost::Message;
use serde_json::json;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::sync::{Arc, Mutex};
use std::time::Duration;

const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";
const PARENT: &str = "00f067aa0ba902b7";

/// A span, and the attributes of the service that sent it.
type Sent = (Span, Vec<String>);

/// The spans received so far.
#[derive(Clone, Default)]
struct Collected(Arc<Mutex<Vec<Sent>>>);

impl Collected {
    fn spans(&self, trace: &str) -> Vec<Span> {
        let all = self.0.lock().expect("no panic");
        all.iter().map(|(span, _)| span.clone()).filter(|span| hex(&span.trace_id) == trace).collect()
    }
}

/// Starts a collector of OTLP over HTTP, and returns its address and what it receives.
fn collector() -> (String, Collected) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = format!("http://{}/v1/traces", listener.local_addr().expect("bound"));
    let collected = Collected::default();
    let seen = collected.clone();
    std::thread::spawn(move || {
        for stream in listener.incoming().map_while(Result::ok) {
            let mut input = BufReader::new(&stream);
            let (mut length, mut kind) = (0, String::new());
            let mut first = String::new();
            input.read_line(&mut first).expect("a line");
            assert!(first.starts_with("POST /v1/traces HTTP/1.1"), "{first}");
            loop {
                let mut line = String::new();
                if input.read_line(&mut line).expect("a line") <= 2 {
                    break;
                }
                let (name, value) = line.trim().split_once(": ").expect("a header");
                match name.to_ascii_lowercase().as_str() {
                    "content-length" => length = value.parse().expect("a number"),
                    "content-type" => kind = value.to_owned(),
                    _ => {}
                }
            }
            assert_eq!(kind, "application/x-protobuf");
            let mut body = vec![0; length];
            input.read_exact(&mut body).expect("a body");
            let request = ExportTraceServiceRequest::decode(&*body).expect("the published form");
            for of_service in request.resource_spans {
                let attributes = of_service.resource.iter().flat_map(|resource| &resource.attributes);
                let attributes: Vec<String> = attributes.map(|one| format!("{} {:?}", one.key, one.value)).collect();
                let spans = of_service.scope_spans.into_iter().flat_map(|scope| scope.spans);
                let mut all = seen.0.lock().expect("no panic");
                all.extend(spans.map(|span| (span, attributes.clone())));
            }
            (&stream).write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n").expect("it reads");
        }
    });
    (address, collected)
}

fn traced(flags: &str) -> String {
    format!("traceparent: 00-{TRACE}-{PARENT}-{flags}\r\n")
}

fn named<'a>(spans: &'a [Span], name: &str) -> &'a Span {
    let mut found = spans.iter().filter(|span| span.name == name);
    let first = found.next().unwrap_or_else(|| panic!("no span {name}: {:?}", names(spans)));
    assert!(name == "query" || found.next().is_none(), "several spans {name}: {:?}", names(spans));
    first
}

fn names(spans: &[Span]) -> Vec<&str> {
    spans.iter().map(|span| span.name.as_str()).collect()
}

/// One ingest gives a tree: the request below the span of the client; audit, query and write below the request; the
/// transaction below the write.
#[test]
fn spans_of_an_ingest_form_a_tree() {
    let (address, collected) = collector();
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("data");
    let (port, came): (u16, Came) = receiver(ok);
    let mut command = caipan(&["serve", "--listen", "127.0.0.1:0", "--webhook-private", "--otlp-endpoint", &address]);
    command.arg("--data").arg(&data).env("OTEL_SERVICE_NAME", "referee").env("OTEL_RESOURCE_ATTRIBUTES", "team=rooms");
    let service = Service::run(command);
    hook(&service, &json!({ "url": format!("http://127.0.0.1:{port}/") }));
    let log = std::fs::read_to_string(LOG).expect("the sample");
    let stored = answer(&service.address, "POST /v1/logs", &traced("01"), &log);
    assert!(stored.starts_with("HTTP/1.1 201"), "{stored}");
    until("all spans have come", || {
        let spans = collected.spans(TRACE);
        ["POST /v1/logs", "webhook", "transaction"].iter().all(|name| names(&spans).contains(name))
    });
    let spans = collected.spans(TRACE);
    let id = |name: &str| hex(&named(&spans, name).span_id);
    let parent = |name: &str| hex(&named(&spans, name).parent_span_id);
    assert_eq!(parent("POST /v1/logs"), PARENT);
    let request = id("POST /v1/logs");
    assert_eq!(
        (parent("audit"), parent("write"), parent("query")),
        (request.clone(), request.clone(), request.clone())
    );
    assert_eq!(parent("transaction"), id("write"));
    assert_eq!(parent("webhook"), request, "the message continues the trace of the log");
    let request = named(&spans, "POST /v1/logs");
    assert_eq!(request.kind, 2, "a server");
    let attributes: Vec<String> = request.attributes.iter().map(|one| format!("{} {:?}", one.key, one.value)).collect();
    for (name, value) in
        [("http.route", "/v1/logs"), ("http.response.status_code", "201"), ("client.address", "127.0.0.1")]
    {
        assert!(attributes.iter().any(|one| one.starts_with(name) && one.contains(value)), "{name}: {attributes:?}");
    }
    let of_service = collected.0.lock().expect("no panic")[0].1.clone();
    for part in ["service.name", "referee", "team", "rooms", "service.version"] {
        assert!(of_service.iter().any(|one| one.contains(part)), "{part}: {of_service:?}");
    }
    // Loops in the background begin no traces.
    let roots: Vec<Span> = collected.0.lock().expect("no panic").iter().map(|(span, _)| span.clone()).collect();
    let roots = roots.iter().filter(|span| span.parent_span_id.is_empty());
    assert_eq!(roots.map(|span| span.name.as_str()).collect::<Vec<_>>(), ["POST /v1/webhooks"]);
    let message = came.lock().expect("no panic")[0].clone();
    assert_eq!(message.traceparent, format!("00-{TRACE}-{}-01", id("webhook")));
}

/// The caller decides about sampling; without its decision the ratio does.
#[test]
fn the_caller_decides_about_sampling() {
    let (address, collected) = collector();
    let folder = tempfile::tempdir().expect("a folder");
    let (service, figures) = watched(folder.path(), &["--otlp-endpoint", &address, "--trace-ratio", "0", "--log-json"]);
    assert!(answer(&service.address, "GET /v1/rules", &traced("00"), "").starts_with("HTTP/1.1 200"));
    assert!(answer(&service.address, "GET /v1/rules", "", "").starts_with("HTTP/1.1 200"));
    assert!(answer(&service.address, "GET /v1/rules", "traceparent: garbage\r\n", "").starts_with("HTTP/1.1 200"));
    let sampled = TRACE.replace('4', "5");
    let given = format!("traceparent: 00-{sampled}-{PARENT}-01\r\n");
    assert!(answer(&service.address, "GET /v1/rules", &given, "").starts_with("HTTP/1.1 200"));
    until("the sampled one has come", || !collected.spans(&sampled).is_empty());
    assert_eq!(names(&collected.spans(&sampled)), ["GET /v1/rules"]);
    assert_eq!(collected.0.lock().expect("no panic").len(), 1, "the others are not sampled");
    let logged = std::fs::read_to_string(folder.path().join("log")).expect("a log");
    assert!(logged.contains(&format!("\"trace\":\"{sampled}\"")), "{logged}");
    assert!(logged.contains(&format!("\"trace\":\"{TRACE}\"")), "a trace that is not sampled is named too: {logged}");
    until("it is counted", || {
        let metrics = answer(&figures, "GET /metrics", "", "");
        metrics.lines().any(|line| line == "caipan_trace_spans_total{outcome=\"exported\"} 1")
    });
}

/// Without a collector, the trace of a request is passed on to webhooks all the same.
#[test]
fn a_trace_is_passed_on_without_a_collector() {
    let folder = tempfile::tempdir().expect("a folder");
    let (port, came): (u16, Came) = receiver(ok);
    let service = Service::set(folder.path(), &["--webhook-private"]);
    hook(&service, &json!({ "url": format!("http://127.0.0.1:{port}/") }));
    store(&service, "not-traced");
    let log = std::fs::read_to_string(LOG).expect("the sample");
    assert!(answer(&service.address, "POST /v1/logs", &traced("01"), &log).starts_with("HTTP/1.1 201"));
    until("both messages have come", || came.lock().expect("no panic").len() == 2);
    let came = came.lock().expect("no panic");
    assert_eq!(came[0].traceparent, "");
    assert_eq!(came[1].traceparent, format!("00-{TRACE}-{PARENT}-01"));
}

/// A collector that takes the connection and never answers: requests go on, the queue is bounded, and losses are counted.
#[test]
fn a_dead_collector_costs_spans_only() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = format!("http://{}/v1/traces", listener.local_addr().expect("bound"));
    let folder = tempfile::tempdir().expect("a folder");
    let (service, figures) = watched(folder.path(), &["--otlp-endpoint", &address]);
    let metric = |name: &str| {
        let metrics = answer(&figures, "GET /metrics", "", "");
        let line = metrics.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        line.and_then(|value| value.parse::<u64>().ok()).unwrap_or_default()
    };
    let mut stream = std::net::TcpStream::connect(&service.address).expect("it listens");
    stream.set_read_timeout(Some(Duration::from_mins(1))).expect("a limit");
    let mut input = BufReader::new(stream.try_clone().expect("a copy"));
    for _ in 0..6000 {
        stream.write_all(b"HEAD /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n").expect("it reads");
        let mut line = String::new();
        input.read_line(&mut line).expect("an answer while the collector hangs");
        assert!(line.starts_with("HTTP/1.1 200"), "{line}");
        while line != "\r\n" {
            line.clear();
            input.read_line(&mut line).expect("a head");
        }
    }
    assert!(metric("caipan_trace_spans_total{outcome=\"dropped\"}") > 0);
    assert!(metric("caipan_trace_spans_waiting") <= 4096);
    drop(listener);
    until("the failed batch is counted", || metric("caipan_trace_spans_total{outcome=\"failed\"}") > 0);
    let logged = std::fs::read_to_string(folder.path().join("log")).expect("a log");
    assert!(logged.contains("the collector takes no traces"), "{logged}");
    let (status, _) = ask(&service.address, "GET /readyz", "").expect("an answer");
    assert_eq!(status, 200);
}
