//! The access log and the address of the client: refused and unreadable requests, proxies, and limits of an address.

use super::receiver::until;
use super::service::Service;
use super::watched::{answer, watched};
use super::{LOG, caipan, text};
use serde_json::Value;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::time::{Duration, Instant};

/// Returns the entries of the access log.
fn entries(folder: &Path) -> Vec<Value> {
    let logged = std::fs::read_to_string(folder.join("log")).expect("a log");
    let lines = logged.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    lines.filter(|line| line["target"] == "access").map(|line| line["fields"].clone()).collect()
}

/// Sends bytes and returns what comes back until the connection ends.
fn raw(address: &str, bytes: &[u8]) -> String {
    let mut stream = TcpStream::connect(address).expect("it listens");
    stream.write_all(bytes).expect("it reads");
    let mut answer = Vec::new();
    // The service may close the connection before it has read everything.
    let _ = stream.read_to_end(&mut answer);
    String::from_utf8_lossy(&answer).into_owned()
}

/// Makes a key and returns its id and secret.
fn key(folder: &Path, more: &[&str]) -> (String, String) {
    let data = folder.join("data");
    let data = data.to_str().expect("UTF-8");
    let usual = ["keys", "make", "--name", "one", "--tenant", "river", "--scope", "read", "--data", data];
    let made = caipan(&[&usual, more].concat()).output().expect("it runs");
    assert!(made.status.success(), "{}", text(&made.stderr));
    let secret = text(&made.stdout).trim().to_owned();
    let id = secret.split('_').nth(1).expect("an id").to_owned();
    (id, secret)
}

/// Every problem has an example in the interface document, and none of these is a fault of the service.
#[test]
fn examples_of_the_document_are_no_errors_in_the_log() {
    let folder = tempfile::tempdir().expect("a folder");
    let (service, _) = watched(folder.path(), &["--log-json"]);
    let answered = answer(&service.address, "GET /openapi.json", "", "");
    assert!(answered.starts_with("HTTP/1.1 200"), "{answered}");
    assert_eq!(entries(folder.path()).len(), 1);
    let logged = std::fs::read_to_string(folder.path().join("log")).expect("a log");
    let errors: Vec<&str> = logged.lines().filter(|line| line.contains("ERROR")).collect();
    assert!(errors.is_empty(), "{errors:#?}");
}

/// Every request has one entry: refused ones with reason and key, and bytes that are no request.
#[test]
fn refused_and_unreadable_requests_are_logged() {
    let folder = tempfile::tempdir().expect("a folder");
    let (id, secret) = key(folder.path(), &["--rate", "1"]);
    let settings = ["--log-json", "--body-limit", "1KiB", "--body-budget", "1MiB", "--head-timeout", "300ms"];
    let (service, figures) = watched(folder.path(), &settings);
    let bearer = format!("Authorization: Bearer {secret}\r\nUser-Agent: one/1\t\u{202e}x\r\n");
    let unhurried = format!("Authorization: Bearer {}\r\n", key(folder.path(), &[]).1);
    let wrong = format!("Authorization: Bearer {}\r\n", secret.chars().rev().collect::<String>());
    let log = std::fs::read_to_string(LOG).expect("the sample");
    for (request, headers, body, status) in [
        ("GET /v1/logs", bearer.as_str(), "", 200),
        ("GET /v1/logs", &bearer, "", 429),
        ("GET /v1/logs", "", "", 401),
        ("GET /v1/logs", &wrong, "", 401),
        ("POST /v1/audits", &unhurried, log.as_str(), 413),
        ("BREW /no\u{7f}where?x=somebody", "", "", 400),
        ("GET /nowhere", "", "", 404),
        ("HEAD /explain", "", "", 200),
    ] {
        let answered = answer(&service.address, request, headers, body);
        assert!(answered.starts_with(&format!("HTTP/1.1 {status}")), "{request}: {answered}");
    }
    let foreign = raw(&service.address, b"GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n");
    assert!(foreign.starts_with("HTTP/1.1 421"), "{foreign}");
    assert!(raw(&service.address, b"no request at all\r\n\r\n").starts_with("HTTP/1.1 400"));
    assert!(
        raw(&service.address, b"GET / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n").starts_with("HTTP/1.1 400")
    );
    assert!(raw(&service.address, b"GET / HT").starts_with("HTTP/1.1 408"));
    let found: Vec<(Value, Value, Value)> = entries(folder.path())
        .into_iter()
        .map(|entry| {
            // A body that is announced too large is refused while the key is looked up.
            let key = if entry["status"] == 413 { Value::Null } else { entry["key"].clone() };
            (entry["status"].clone(), entry["problem"].clone(), key)
        })
        .collect();
    let expected = [
        (200, None, Some(&id)),
        (429, Some("too-fast"), Some(&id)),
        (401, Some("key-missing"), None),
        (401, Some("key-invalid"), None),
        (413, Some("body-too-large"), None),
        (400, Some("head-invalid"), None),
        (404, Some("path-unknown"), None),
        (200, None, None),
        (421, Some("host-unknown"), None),
        (400, Some("head-invalid"), None),
        (400, Some("head-invalid"), None),
        (408, Some("head-invalid"), None),
    ];
    let expected = expected.map(|(status, problem, key)| (status.into(), problem.into(), key.cloned().into()));
    assert_eq!(found, expected);
    let all = entries(folder.path());
    assert_eq!((&all[0]["agent"], &all[0]["tenant"]), (&"one/1\\u{9}\\u{202e}x".into(), &"river".into()), "{}", all[0]);
    assert!(all.iter().all(|entry| entry["client"] == "127.0.0.1"), "{all:?}");
    assert_eq!((&all[7]["bytes_out"], &all[7]["message"]), (&0.into(), &"answered".into()), "{}", all[7]);
    assert_eq!((&all[6]["route"], &all[6]["path"]), (&"(none)".into(), &"/nowhere".into()));
    let metrics = answer(&figures, "GET /metrics", "", "");
    for line in [
        "caipan_refusals_total{reason=\"too-fast\"} 1",
        "caipan_refusals_total{reason=\"key-invalid\"} 1",
        "caipan_refusals_total{reason=\"host-unknown\"} 1",
        "caipan_refusals_total{reason=\"head-invalid\"} 4",
        "caipan_http_requests_total{method=\"(none)\",path=\"(none)\",status=\"408\"} 1",
        "caipan_http_requests_in_flight 0",
    ] {
        assert!(metrics.lines().any(|found| found == line), "{line}\n{metrics}");
    }
}

/// A client that goes away before the end of the answer is logged as such, and not kept.
#[test]
fn a_request_that_breaks_off_is_logged() {
    let folder = tempfile::tempdir().expect("a folder");
    let (service, figures) = watched(folder.path(), &["--log-json"]);
    let mut stream = TcpStream::connect(&service.address).expect("it listens");
    let both =
        "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\nGET /v1/feed?wait=30 HTTP/1.1\r\nHost: localhost\r\n\r\n";
    stream.write_all(both.as_bytes()).expect("it reads");
    // Whoever leaves with an answer unread resets the connection.
    stream.peek(&mut [0]).expect("the first answer");
    let in_flight = |count: u32| {
        let line = format!("caipan_http_requests_in_flight {count}");
        answer(&figures, "GET /metrics", "", "").lines().any(|found| found == line)
    };
    until("the request is in flight", || in_flight(1));
    drop(stream);
    until("it has ended", || in_flight(0));
    let [_, entry] = &entries(folder.path())[..] else { panic!("two entries") };
    assert_eq!((&entry["message"], &entry["status"]), (&"broke off".into(), &Value::Null), "{entry}");
}

/// Headers of a trusted proxy name the client; those of anybody else are ignored.
#[test]
fn only_a_trusted_proxy_names_the_client() {
    for (trusted, client) in [(&["--trusted-proxy", "127.0.0.0/8,fd00::/8"][..], "2001:db8::5"), (&[], "127.0.0.1")] {
        let folder = tempfile::tempdir().expect("a folder");
        let (service, _) = watched(folder.path(), &[&["--log-json"], trusted].concat());
        for headers in [
            "X-Forwarded-For: 9.9.9.9, 2001:db8::5\r\n",
            "X-Forwarded-For: 9.9.9.9\r\nX-Forwarded-For: 2001:db8::5, 127.0.0.2\r\n",
            "Forwarded: for=9.9.9.9, for=\"[2001:db8::5]:80\";proto=https\r\n",
        ] {
            let answered = answer(&service.address, "GET /healthz", headers, "");
            assert!(answered.starts_with("HTTP/1.1 200"), "{answered}");
        }
        let all = entries(folder.path());
        assert_eq!(all.len(), 3);
        assert!(all.iter().all(|entry| entry["client"] == client), "{client}: {all:?}");
    }
}

/// Wrong keys slow down the client behind a proxy that sends them, not the other clients.
#[test]
fn wrong_keys_slow_down_the_client_behind_a_proxy() {
    let folder = tempfile::tempdir().expect("a folder");
    key(folder.path(), &[]);
    let (service, _) = watched(folder.path(), &["--log-json", "--trusted-proxy", "127.0.0.1"]);
    let from = |client: &str| {
        let headers = format!("X-Forwarded-For: {client}\r\nAuthorization: Bearer wrong\r\n");
        assert!(answer(&service.address, "GET /v1/logs", &headers, "").starts_with("HTTP/1.1 401"));
    };
    for _ in 0..14 {
        from("198.51.100.1");
    }
    from("198.51.100.2");
    let all = entries(folder.path());
    let micros = |at: usize| all[at]["micros"].as_u64().expect("a time");
    // Waits are at least this long, however fast the machine is: the 14th wrong key waits 400 ms.
    assert!(micros(13) >= 350_000, "{}", all[13]);
    assert_eq!((&all[13]["client"], &all[14]["client"]), (&"198.51.100.1".into(), &"198.51.100.2".into()));
    let waited: u64 = (10..14).map(micros).sum();
    assert!(waited >= 900_000 && micros(14) < waited, "{all:?}");
}

/// A trusted proxy opens more connections than one address may.
#[test]
fn a_trusted_proxy_has_no_share_of_connections() {
    let folder = tempfile::tempdir().expect("a folder");
    let few = ["--connections", "64", "--connections-per-address", "2"];
    let served = |service: &Service| {
        let open: Vec<TcpStream> = (0..4).map(|_| TcpStream::connect(&service.address).expect("it listens")).collect();
        let answers = open.into_iter().map(|mut stream| {
            stream.set_read_timeout(Some(Duration::from_secs(30))).expect("a limit");
            let _ = stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n");
            let mut answer = [0; 12];
            let served = stream.read_exact(&mut answer).is_ok() && answer.starts_with(b"HTTP/1.1 200");
            (served, stream)
        });
        // All stay open until the last was answered.
        answers.collect::<Vec<_>>().iter().filter(|(served, _)| *served).count()
    };
    let began = Instant::now();
    let (limited, figures) = watched(folder.path(), &few);
    assert_eq!(served(&limited), 2);
    let metrics = answer(&figures, "GET /metrics", "", "");
    assert!(metrics.lines().any(|line| line == "caipan_refusals_total{reason=\"connections\"} 2"), "{metrics}");
    drop(limited);
    let (proxied, _) = watched(folder.path(), &[&few[..], &["--trusted-proxy", "127.0.0.1"]].concat());
    assert_eq!(served(&proxied), 4);
    assert!(began.elapsed() < Duration::from_mins(5), "it hangs");
}
