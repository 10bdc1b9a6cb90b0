//! Monitoring: Prometheus metrics, request ids and the access log.

use super::receiver::{hook, store, until};
use super::service::Service;
use super::{LOG, caipan, text};
use crate::engine::{Engine, on_both};
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Command, Stdio};

/// Starts a service that logs to a file, and returns it with the address of its metrics.
pub(super) fn watched(folder: &Path, settings: &[&str]) -> (Service, String) {
    let data = folder.join("data");
    let arguments = ["serve", "--listen", "127.0.0.1:0", "--metrics", "127.0.0.1:0", "--access-log", "--data"];
    let arguments = [&arguments[..], &[data.to_str().expect("UTF-8")], settings].concat();
    let log = File::create(folder.join("log")).expect("a file");
    started(caipan(&arguments), log.into())
}

/// Starts a service with metrics by this command, and returns it with the address of its metrics.
pub(super) fn started(mut command: Command, stderr: Stdio) -> (Service, String) {
    let mut child = command.stdout(Stdio::piped()).stderr(stderr).spawn().expect("it starts");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines().map(|line| line.expect("UTF-8"));
    let mut address = || {
        let line = lines.next().expect("a line");
        line.split("http://").nth(1).and_then(|rest| rest.split([' ', '/']).next()).expect("an address").to_owned()
    };
    let (address, figures) = (address(), address());
    (Service { child, address }, figures)
}

/// Sends a request and returns the whole response.
pub(super) fn answer(address: &str, request: &str, headers: &str, body: &str) -> String {
    let mut stream = TcpStream::connect(address).expect("it listens");
    let length = body.len();
    let head = format!("{request} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Length: {length}");
    // At once: a service that refuses the request may close the connection before the next part.
    let request = format!("{head}\r\nContent-Type: application/vnd.paipu+json\r\n{headers}\r\n{body}");
    stream.write_all(request.as_bytes()).expect("it reads");
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).expect("an answer");
    text(&answer).to_owned()
}

fn header<'a>(answer: &'a str, name: &str) -> Option<&'a str> {
    let head = answer.split("\r\n\r\n").next()?;
    head.lines().find_map(|line| line.split_once(": ").filter(|(found, _)| found.eq_ignore_ascii_case(name)))?.1.into()
}

#[test]
fn counts_and_logs_requests() {
    let folder = tempfile::tempdir().expect("a folder");
    let (service, figures) = watched(folder.path(), &["--log-json"]);
    let log = std::fs::read_to_string(LOG).expect("the sample");
    let stored = answer(&service.address, "POST /v1/logs", "X-Request-Id: proxy-7.a_1\r\n", &log);
    assert!(stored.starts_with("HTTP/1.1 201") && header(&stored, "x-request-id") == Some("proxy-7.a_1"), "{stored}");
    let again = answer(&service.address, "POST /v1/logs", "X-Request-Id: no good\r\n", &log);
    let given = header(&again, "x-request-id").expect("an id");
    assert!(again.starts_with("HTTP/1.1 200") && given != "no good" && given.len() == 16, "{again}");
    let lost = answer(&service.address, "GET /v1/logs/0123?player=somebody", "", "");
    assert!(lost.starts_with("HTTP/1.1 404") && header(&lost, "x-request-id").is_some(), "{lost}");
    answer(&service.address, "BREW /nowhere/at/all", "", "");

    let metrics = answer(&figures, "GET /metrics", "", "");
    assert!(header(&metrics, "content-type").is_some_and(|found| found.starts_with("application/openmetrics-text")));
    for line in [
        "caipan_ready 1",
        "caipan_logs_total{system=\"changsha\",verdict=\"clean\"} 1",
        "caipan_http_requests_total{method=\"POST\",path=\"/v1/logs\",status=\"201\"} 1",
        "caipan_http_requests_total{method=\"POST\",path=\"/v1/logs\",status=\"200\"} 1",
        "caipan_http_requests_total{method=\"GET\",path=\"/v1/logs/{id}\",status=\"404\"} 1",
        "caipan_write_seconds_count 2",
        "caipan_audit_seconds_count 2",
    ] {
        assert!(metrics.lines().any(|found| found == line), "{line}\n{metrics}");
    }
    assert!(metrics.contains("method=\"(other)\",path=\"(none)\"") && !metrics.contains("BREW"), "{metrics}");
    assert!(answer(&service.address, "GET /metrics", "", "").starts_with("HTTP/1.1 404"));

    let logged = std::fs::read_to_string(folder.path().join("log")).expect("a log");
    let line = logged.lines().find(|line| line.contains("proxy-7.a_1")).expect("a line of the request");
    let line: serde_json::Value = serde_json::from_str(line).expect("JSON");
    assert_eq!((&line["target"], &line["span"]["id"]), (&"access".into(), &"proxy-7.a_1".into()), "{line}");
    let fields = &line["fields"];
    assert_eq!((&fields["route"], &fields["status"]), (&"/v1/logs".into(), &201.into()), "{line}");
    assert_eq!((&fields["client"], &fields["bytes_in"]), (&"127.0.0.1".into(), &log.len().into()), "{line}");
    let body = stored.split_once("\r\n\r\n").expect("a body").1;
    assert_eq!((&fields["bytes_out"], &fields["message"]), (&body.len().into(), &"answered".into()), "{line}");
    assert!(fields["micros"].as_u64().is_some() && fields["path"].is_null(), "{line}");
    // Query parameters may contain names of people, so they are not logged.
    assert!(!logged.contains("somebody"), "{logged}");
}

#[test]
fn access_log_names_tenant_and_key_but_no_secret() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("data");
    let made = caipan(&["keys", "make", "--name", "first", "--tenant", "river", "--scope", "read", "--data"])
        .arg(&data)
        .output()
        .expect("it runs");
    assert!(made.status.success(), "{}", text(&made.stderr));
    let printed = text(&made.stdout).to_owned() + text(&made.stderr);
    let secret = printed.split_whitespace().find(|word| word.starts_with("caipan_")).expect("a key").to_owned();
    let (service, _) = watched(folder.path(), &["--log-json"]);
    let bearer = format!("Authorization: Bearer {secret}\r\n");
    assert!(answer(&service.address, "GET /v1/logs", &bearer, "").starts_with("HTTP/1.1 200"));
    assert!(answer(&service.address, "GET /v1/logs", "", "").starts_with("HTTP/1.1 401"));
    let logged = std::fs::read_to_string(folder.path().join("log")).expect("a log");
    let lines: Vec<serde_json::Value> = logged
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok())
        .filter(|line: &serde_json::Value| line["target"] == "access")
        .collect();
    let [known, unknown] = &lines[..] else { panic!("{logged}") };
    assert_eq!(known["fields"]["tenant"], "river", "{known}");
    assert!(known["fields"]["key"].is_string() && unknown["fields"]["tenant"].is_null(), "{logged}");
    assert!(!logged.contains(&secret), "{logged}");
}

/// A foreign name that leads to the address of the metrics gets nothing there, as at the service itself.
#[test]
fn metrics_refuse_a_foreign_host() {
    let folder = tempfile::tempdir().expect("a folder");
    let (_service, figures) = watched(folder.path(), &["--host", "caipan.example"]);
    let of_host = |host: &str, path: &str| {
        let mut stream = TcpStream::connect(&figures).expect("it listens");
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").expect("it reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        answer
    };
    for path in ["/metrics", "/healthz", "/readyz"] {
        for host in [figures.as_str(), "localhost:9464", "caipan.example"] {
            let served = of_host(host, path);
            assert!(served.starts_with("HTTP/1.1 200"), "{host} {path}: {served}");
        }
        let refused = of_host("evil.example", path);
        assert!(refused.starts_with("HTTP/1.1 421") && refused.contains("host-unknown"), "{path}: {refused}");
    }
}

/// Returns a metric as it is written.
fn metric(figures: &str, name: &str) -> String {
    let metrics = answer(figures, "GET /metrics", "", "");
    let line = metrics.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' ').map(str::to_owned));
    line.unwrap_or_else(|| panic!("{name} is missing\n{metrics}"))
}

/// The levels of buffers, pools and files, the time of the last backup, and the process itself.
#[test]
fn levels_are_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let (service, figures) = watched(folder.path(), &["--readers", "3", "--workers", "2", "--body-budget", "64MiB"]);
    let log = std::fs::read_to_string(LOG).expect("the sample");
    assert!(answer(&service.address, "POST /v1/logs", "", &log).starts_with("HTTP/1.1 201"));
    let number = |name: &str| metric(&figures, name).parse::<u64>().expect("a whole number");
    for (name, value) in [
        ("caipan_body_budget_bytes", 64 << 20),
        ("caipan_body_used_bytes", 0),
        ("caipan_answer_budget_bytes", 32 << 20),
        ("caipan_answer_used_bytes", 0),
        ("caipan_workers{state=\"idle\"}", 2),
        ("caipan_workers{state=\"busy\"}", 0),
        ("caipan_write_queue_length", 0),
        ("caipan_write_queue_capacity", 1024),
        ("caipan_database_connections_max", 3),
        ("caipan_webhook_behind_entries", 0),
        ("caipan_webhook_oldest_waiting_seconds", 0),
        ("caipan_last_backup_timestamp_seconds", 0),
    ] {
        assert_eq!(number(name), value, "{name}");
    }
    let size = std::fs::metadata(folder.path().join("data/caipan.sqlite3")).expect("the file").len();
    assert!(number("caipan_database_size_bytes") >= size);
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).expect("after 1970").as_secs();
    let data = folder.path().join("data");
    let copied = caipan(&["backup", "--data"]).arg(&data).arg(folder.path().join("copy")).output().expect("it runs");
    assert!(copied.status.success(), "{}", text(&copied.stderr));
    assert!(number("caipan_last_backup_timestamp_seconds") >= now);
    assert!((now - 3600..now + 3600).contains(&number("process_start_time_seconds")));
    assert!((3..number("process_max_fds")).contains(&number("process_open_fds")));
    assert!(number("process_resident_memory_bytes") > 1 << 20);
    assert!(metric(&figures, "process_cpu_seconds_total").parse::<f64>().is_ok_and(|seconds| seconds > 0.0));
}

on_both!(what_webhooks_have_not_sent_is_told);

/// A receiver that is away leaves entries behind; the size of the database is told for both.
async fn what_webhooks_have_not_sent_is_told(engine: Engine) {
    let base = engine.base();
    let [flag, place] = base.arguments();
    let command =
        caipan(&["serve", "--listen", "127.0.0.1:0", "--metrics", "127.0.0.1:0", &flag, &place, "--webhook-private"]);
    let (service, figures) = started(command, Stdio::null());
    // Nobody listens at port 1.
    hook(&service, &serde_json::json!({ "url": "http://127.0.0.1:1/" }));
    store(&service, "one");
    store(&service, "two");
    // The journal has an entry for the webhook itself too.
    until("it is behind", || metric(&figures, "caipan_webhook_behind_entries") == "3");
    until("they grow old", || metric(&figures, "caipan_webhook_oldest_waiting_seconds") != "0");
    assert!(metric(&figures, "caipan_database_size_bytes").parse::<u64>().is_ok_and(|size| size > 10_000));
}

/// Behind a proxy that is not named, all clients have its address: the log says so, once for many requests.
#[test]
fn warns_of_a_proxy_that_is_not_trusted() {
    for (settings, expected) in [(&[][..], 1), (&["--trusted-proxy", "127.0.0.0/8"], 0)] {
        let folder = tempfile::tempdir().expect("a folder");
        let (service, _) = watched(folder.path(), settings);
        for header in ["X-Forwarded-For: 203.0.113.7\r\n", "Forwarded: for=203.0.113.7\r\n", ""] {
            assert!(answer(&service.address, "GET /healthz", header, "").starts_with("HTTP/1.1 200"));
        }
        let log = std::fs::read_to_string(folder.path().join("log")).expect("the log");
        let warned = log.lines().filter(|line| line.contains("WARN") && line.contains("CAIPAN_TRUSTED_PROXIES"));
        assert_eq!(warned.count(), expected, "{settings:?}: {log}");
    }
}
