//! Webhooks: delivery, retries, replays, secrets, pings and refused addresses. The receivers are programs or plain
//! sockets.

use super::caipan;
use super::receiver::{Came, Message, call, games, hook, ok, receiver, service, store, talk, until};
use super::service::{Service, ask};
use crate::engine::{Engine, on_both};
use caipan::webhook_client::signature;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::Duration;

on_both!(
    two_replicas_send_each_verdict_once_in_order,
    retries_gives_up_and_replays,
    other_replica_takes_over_after_kill,
    old_and_new_secret_overlap,
    ping_reports_delivery_result,
    sends_erasures_to_subscribers,
    every_message_is_declared,
);

/// Only one of two replicas sends at a time: each verdict arrives once and in feed order. Each message has its own id,
/// and Python computes the same signature.
async fn two_replicas_send_each_verdict_once_in_order(engine: Engine) {
    crate::programs::needs!(Python);
    let base = engine.base();
    let (one, two) = (service(&base, &[]), service(&base, &[]));
    let (port, came) = receiver(ok);
    let (id, secret) = hook(&one, &json!({ "url": format!("http://127.0.0.1:{port}/here?a=b") }));
    let (_, other) = receiver(ok);
    let expected: Vec<String> = (0..40).map(|at| format!("g-{at}")).collect();
    for (at, game) in expected.iter().enumerate() {
        store(if at % 2 == 0 { &one } else { &two }, game);
    }
    until("everything comes", || came.lock().expect("no panic").len() >= expected.len());
    until("it is up to date", || {
        call(&two, &format!("GET /v1/webhooks/{id}"), &Value::Null).1["state"] == "up-to-date"
    });
    assert_eq!(games(&came), expected);
    let messages = came.lock().expect("no panic").clone();
    let told =
        |message: &Message| serde_json::from_slice::<Value>(&message.body).expect("JSON")["data"]["headline"].clone();
    assert!(
        messages.iter().all(|message| told(message)["zh"].is_string()),
        "each message has the headline of its report"
    );
    let ids: BTreeSet<&str> = messages.iter().map(|message| message.id.as_str()).collect();
    assert_eq!(ids.len(), messages.len());
    assert!(other.lock().expect("no panic").is_empty());
    // No later response contains the secret.
    for request in ["GET /v1/webhooks".to_owned(), format!("GET /v1/webhooks/{id}"), "GET /v1/trail".to_owned()] {
        let (status, shown) = call(&one, &request, &Value::Null);
        assert!(status == 200 && !shown.to_string().contains("whsec_"), "{shown}");
    }
    // The example receiver accepts genuine messages and rejects changed ones.
    let first = &messages[0];
    let check = "import sys, receive; body = sys.stdin.buffer.read(); secret, id, time, signature = sys.argv[1:]; \
                 print(receive.is_genuine(secret, {'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signature}, body))";
    let genuine = |secret: &str, id: &str, time: &str, body: &[u8]| {
        let mut python = Command::new("python3");
        python.args(["-c", check, secret, id, time, &first.signature]).env("PYTHONPATH", "docs/clients");
        python.env("PYTHONDONTWRITEBYTECODE", "1");
        let mut child = python.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("python3");
        child.stdin.take().expect("a pipe").write_all(body).expect("read");
        String::from_utf8(child.wait_with_output().expect("it ends").stdout).expect("UTF-8").trim() == "True"
    };
    assert!(genuine(&secret, &first.id, &first.time, &first.body));
    assert!(!genuine(&secret, &first.id, &first.time, &first.body[1..]), "another body");
    assert!(!genuine(&secret, "msg_x", &first.time, &first.body), "another id");
    assert!(!genuine(&secret, &first.id, "1", &first.body), "recorded long ago");
    assert!(!genuine("whsec_AAAA", &first.id, &first.time, &first.body), "another secret");
}

/// A failed message is retried under its id, then given up, and the next one is sent. Dead messages are listed and can
/// be replayed. If every delivery fails, the webhook pauses at its position and can resume there.
async fn retries_gives_up_and_replays(engine: Engine) {
    let base = engine.base();
    let service = service(&base, &["--webhook-tries", "3"]);
    let refused = Arc::new(Mutex::new("bad".to_owned()));
    let refuses = Arc::clone(&refused);
    let (port, came) = receiver(move |message| {
        let refused = refuses.lock().expect("no panic").clone();
        let bad = !refused.is_empty() && message.game().starts_with(&refused);
        if bad { "500 Internal Server Error".to_owned() } else { ok(message) }
    });
    let (id, _) = hook(&service, &json!({ "url": format!("http://127.0.0.1:{port}/") }));
    let shown = || call(&service, &format!("GET /v1/webhooks/{id}"), &Value::Null).1;
    let replay = |wanted: Value| {
        let (status, answer) = call(&service, &format!("POST /v1/webhooks/{id}/replay"), &wanted);
        assert_eq!(status, 202, "{answer}");
    };
    for game in ["a", "bad", "c"] {
        store(&service, game);
    }
    until("the next one comes", || games(&came).contains(&"c".to_owned()));
    assert_eq!(games(&came), ["a", "bad", "bad", "bad", "c"]);
    let of_bad: BTreeSet<String> = {
        let came = came.lock().expect("no panic");
        came.iter().filter(|message| message.game() == "bad").map(|message| message.id.clone()).collect()
    };
    assert_eq!(of_bad.len(), 1, "under one id: {of_bad:?}");
    let dead = call(&service, &format!("GET /v1/webhooks/{id}/dead"), &Value::Null).1;
    assert_eq!(dead["dead"][0]["message"].as_str(), of_bad.first().map(String::as_str), "{dead}");
    assert_eq!((&dead["dead"][0]["tries"], &dead["dead"][0]["why"]), (&json!(3), &json!("http-500")), "{dead}");
    refused.lock().expect("no panic").clear();
    replay(json!({ "from": "dead" }));
    until("it came after all", || shown()["dead"] == 0);
    assert_eq!(games(&came)[5..], ["bad"]);

    // If every delivery fails, three messages are given up and the webhook pauses.
    *refused.lock().expect("no panic") = "x".to_owned();
    for at in 0..5 {
        store(&service, &format!("x-{at}"));
    }
    until("it is paused", || shown()["state"] == "paused");
    let shown_paused = shown();
    assert_eq!(
        (&shown_paused["dead"], &shown_paused["behind"]),
        (&json!(3), &json!(3)),
        "two and the pause: {shown_paused}"
    );
    refused.lock().expect("no panic").clear();
    let before = games(&came).len();
    replay(json!({ "from": "paused" }));
    until("it goes on", || shown()["behind"] == 0);
    assert_eq!(games(&came)[before..], ["x-3", "x-4"]);
    // A replay from a cursor sends everything after it again.
    let feed: Value =
        serde_json::from_str(&ask(&service.address, "GET /v1/feed?limit=7", "").expect("an answer").1).expect("JSON");
    let before = games(&came).len();
    replay(json!({ "from": "cursor", "after": feed["next"] }));
    until("the last came again", || games(&came).len() > before);
    assert_eq!(games(&came)[before..], ["x-4"]);
    let (status, _) = call(&service, &format!("DELETE /v1/webhooks/{id}"), &Value::Null);
    assert_eq!((status, call(&service, &format!("GET /v1/webhooks/{id}"), &Value::Null).0), (204, 404));
}

/// Another replica continues for a killed one from the recorded position: messages may repeat, but none is missing.
async fn other_replica_takes_over_after_kill(engine: Engine) {
    let base = engine.base();
    let mut one = service(&base, &[]);
    let (port, came) = receiver(|message| {
        std::thread::sleep(Duration::from_millis(10));
        ok(message)
    });
    hook(&one, &json!({ "url": format!("http://127.0.0.1:{port}/"), "verdicts": ["clean"] }));
    for at in 0..30 {
        store(&one, &format!("g-{at}"));
    }
    until("it has begun", || !came.lock().expect("no panic").is_empty());
    one.kill();
    // Simulates that the lease of the killed replica has expired.
    base.tamper("UPDATE webhooks SET leased_until = 0");
    let _two = service(&base, &[]);
    until("all came", || games(&came).into_iter().collect::<BTreeSet<_>>().len() == 30);
    let mut order = games(&came);
    order.dedup();
    let mut once = Vec::new();
    order.into_iter().for_each(|game| {
        if !once.contains(&game) {
            once.push(game);
        }
    });
    assert_eq!(once, (0..30).map(|at| format!("g-{at}")).collect::<Vec<_>>());
}

/// Decodes a secret.
fn bytes(secret: &str) -> Vec<u8> {
    use base64::Engine;
    let text = secret.strip_prefix("whsec_").expect("a secret");
    base64::engine::general_purpose::STANDARD.decode(text).expect("Base64")
}

/// Returns the indices of the secrets that signed a message, in the order of its signatures.
fn signed_by(message: &Message, secrets: &[&str]) -> Vec<usize> {
    let seconds = message.time.parse().expect("seconds");
    let by = |secret: &&str| signature(&bytes(secret), &message.id, seconds, &message.body);
    let all: Vec<String> = secrets.iter().map(by).collect();
    let found = message.signature.split(' ').map(|one| all.iter().position(|known| known == one));
    found.collect::<Option<_>>().expect("a signature of one of them")
}

/// During the overlap both secrets sign. It ends on request, when it expires, or at once if it is 0 seconds.
async fn old_and_new_secret_overlap(engine: Engine) {
    let base = engine.base();
    let service = service(&base, &[]);
    let (port, came) = receiver(ok);
    let (id, first) = hook(&service, &json!({ "url": format!("http://127.0.0.1:{port}/") }));
    let shown = || call(&service, &format!("GET /v1/webhooks/{id}"), &Value::Null).1;
    let rotated = |wanted: Value| {
        let (status, answer) = call(&service, &format!("POST /v1/webhooks/{id}/secret"), &wanted);
        assert_eq!(status, 200, "{answer}");
        answer["secret"].as_str().expect("a secret").to_owned()
    };
    let deliver = |game: &str| {
        store(&service, game);
        let of = || came.lock().expect("no panic").iter().rev().find(|message| message.game() == game).cloned();
        until(game, || of().is_some() && shown()["state"] == "up-to-date");
        of().expect("it came")
    };
    assert_eq!(signed_by(&deliver("a"), &[&first]), [0]);
    let second = rotated(json!({}));
    assert!(shown()["old_secret_until"].is_string(), "{}", shown());
    assert_eq!(signed_by(&deliver("b"), &[&first, &second]), [1, 0], "the new one first");
    let (status, ended) = call(&service, &format!("DELETE /v1/webhooks/{id}/old-secret"), &Value::Null);
    assert_eq!((status, &ended["old_secret_until"]), (200, &Value::Null), "{ended}");
    assert_eq!(call(&service, &format!("DELETE /v1/webhooks/{id}/old-secret"), &Value::Null).0, 200, "it is no more");
    assert_eq!(signed_by(&deliver("c"), &[&first, &second]), [1]);
    let third = rotated(json!({ "overlap_seconds": 3600 }));
    assert_eq!(signed_by(&deliver("d"), &[&first, &second, &third]), [2, 1]);
    // Simulates that the hour has passed.
    base.tamper("UPDATE webhooks SET old_until = 1");
    assert_eq!(shown()["old_secret_until"], Value::Null);
    assert_eq!(signed_by(&deliver("e"), &[&first, &second, &third]), [2]);
    let fourth = rotated(json!({ "overlap_seconds": 0 }));
    assert_eq!(signed_by(&deliver("f"), &[&first, &second, &third, &fourth]), [3]);
    let (unfit, unreadable) = ((422, Some("webhook-unfit")), (400, Some("request-invalid")));
    for (wrong, expected) in [
        (json!({ "overlap_seconds": 604_801 }), unfit),
        (json!({ "overlap_seconds": -1 }), unreadable),
        (json!({ "days": 1 }), unreadable),
        (json!(1), unreadable),
    ] {
        let (status, refused) = call(&service, &format!("POST /v1/webhooks/{id}/secret"), &wrong);
        assert_eq!((status, refused["code"].as_str()), expected, "{wrong}: {refused}");
    }
    let trail = call(&service, "GET /v1/trail?limit=200", &Value::Null).1;
    let deeds = trail["trail"].as_array().expect("a trail").iter().filter(|row| row["deed"] == "webhook-rotated");
    assert_eq!(deeds.count(), 4, "three new secrets, one ended: {trail}");
    assert!(!trail.to_string().contains("whsec_"));
}

/// A ping is sent at once and signed like any message, and its response reports the delivery. The webhook's position
/// does not move.
async fn ping_reports_delivery_result(engine: Engine) {
    let base = engine.base();
    let service = service(&base, &[]);
    let refusing = Arc::new(Mutex::new(false));
    let refuses = Arc::clone(&refusing);
    let (port, came) =
        receiver(
            move |message| {
                if *refuses.lock().expect("no panic") { "503 Service Unavailable".to_owned() } else { ok(message) }
            },
        );
    let (id, secret) = hook(&service, &json!({ "url": format!("http://127.0.0.1:{port}/") }));
    let shown = || call(&service, &format!("GET /v1/webhooks/{id}"), &Value::Null).1;
    let before = shown();
    let ping = |id: &str| {
        let (status, answer) = call(&service, &format!("POST /v1/webhooks/{id}/ping"), &Value::Null);
        assert_eq!(status, 200, "{answer}");
        answer
    };
    let taken = ping(&id);
    assert_eq!(
        (&taken["taken"], &taken["status"], &taken["why"]),
        (&json!(true), &json!(204), &Value::Null),
        "{taken}"
    );
    let message = came.lock().expect("no panic")[0].clone();
    let body: Value = serde_json::from_slice(&message.body).expect("JSON");
    assert_eq!(
        (&body["type"], &body["data"]["webhook"], &body["timestamp"]),
        (&json!("ping"), &json!(id), &taken["at"])
    );
    assert_eq!(
        (message.id.as_str(), signed_by(&message, &[&secret])),
        (taken["message"].as_str().expect("an id"), vec![0])
    );
    *refusing.lock().expect("no panic") = true;
    let refused = ping(&id);
    assert_eq!(
        (&refused["taken"], &refused["status"], &refused["why"]),
        (&json!(false), &json!(503), &json!("http-503"))
    );
    for detail in ["detail_zh", "detail_en"] {
        assert!(refused[detail].as_str().is_some_and(|said| said.contains("503")), "{refused}");
    }
    assert_eq!(shown(), before, "nothing was moved");
    let closed = TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("bound").port();
    let (nobody, _) = hook(&service, &json!({ "url": format!("http://127.0.0.1:{closed}/") }));
    let unreachable = ping(&nobody);
    assert_eq!((&unreachable["taken"], &unreachable["why"]), (&json!(false), &json!("unreachable")), "{unreachable}");
    assert_eq!(call(&service, "POST /v1/webhooks/0000000000000000/ping", &Value::Null).0, 404);
    drop(service);
    // Without `--webhook-private` a ping refuses private addresses, also those behind a host name.
    let [flag, place] = base.arguments();
    let strict = Service::run(caipan(&["serve", "--listen", "127.0.0.1:0", &flag, &place]));
    let (status, away) = call(&strict, &format!("POST /v1/webhooks/{id}/ping"), &Value::Null);
    assert_eq!((status, &away["why"]), (200, &json!("address-private")), "{away}");
    let (id, _) = hook(&strict, &json!({ "url": format!("https://localhost:{port}/") }));
    let (_, away) = call(&strict, &format!("POST /v1/webhooks/{id}/ping"), &Value::Null);
    assert_eq!(away["why"], "address-private", "{away}");
    assert_eq!(came.lock().expect("no panic").len(), 2);
}

/// An erasure is sent to the webhooks that subscribe to erasures, without personal data.
async fn sends_erasures_to_subscribers(engine: Engine) {
    let base = engine.base();
    let service = service(&base, &[]);
    let ((port, came), (other, verdicts)) = (receiver(ok), receiver(ok));
    hook(
        &service,
        &json!({ "url": format!("http://127.0.0.1:{port}/"), "events": ["erasure"], "systems": ["beijing"] }),
    );
    hook(&service, &json!({ "url": format!("http://127.0.0.1:{other}/") }));
    store(&service, "a");
    let feed = call(&service, "GET /v1/feed", &Value::Null).1;
    let log = feed["verdicts"][0]["log"].as_str().expect("an id");
    let (status, job) = call(&service, "POST /v1/jobs", &json!({ "kind": "purge", "logs": [log] }));
    assert_eq!(status, 201, "{job}");
    until("it is told", || !came.lock().expect("no panic").is_empty());
    store(&service, "b");
    until("the verdict of the next comes", || games(&verdicts).contains(&"b".to_owned()));
    let message: Value = serde_json::from_slice(&came.lock().expect("no panic")[0].body).expect("JSON");
    let feed = call(&service, "GET /v1/feed", &Value::Null).1;
    assert_eq!((&message["type"], &message["data"]), (&json!("erasure"), &feed["erasures"][0]), "{message}");
    assert_eq!((&message["data"]["log"], &message["data"]["why"]), (&json!(log), &json!("by-log")));
    assert!(games(&verdicts).len() <= 2, "verdicts alone where nothing else was asked for");
}

/// Each message has the headers and the body that the section `webhooks` of the OpenAPI document declares.
async fn every_message_is_declared(engine: Engine) {
    let base = engine.base();
    let service = service(&base, &[]);
    let (port, came) = receiver(ok);
    let events = json!(["verdict", "ruling", "erasure"]);
    let (id, _) = hook(&service, &json!({ "url": format!("http://127.0.0.1:{port}/"), "events": events }));
    store(&service, "a");
    let feed = call(&service, "GET /v1/feed", &Value::Null).1;
    let log = feed["verdicts"][0]["log"].as_str().expect("an id");
    let ruling = json!({ "kind": "note", "note": "seen", "referee": "desk" });
    assert_eq!(call(&service, &format!("POST /v1/reports/{log}/rulings"), &ruling).0, 201);
    until("the verdict and the ruling came", || came.lock().expect("no panic").len() == 2);
    assert_eq!(call(&service, "POST /v1/jobs", &json!({ "kind": "purge", "logs": [log] })).0, 201);
    until("the erasure came", || came.lock().expect("no panic").len() == 3);
    assert_eq!(call(&service, &format!("POST /v1/webhooks/{id}/ping"), &Value::Null).1["taken"], true);
    let document = caipan::api::document();
    let mut words = BTreeSet::new();
    for Message { id, time, signature, body, .. } in came.lock().expect("no panic").iter() {
        let body: Value = serde_json::from_slice(body).expect("JSON");
        let word = body["type"].as_str().expect("a type").to_owned();
        let declared = &document["webhooks"][&word]["post"];
        let names = declared["parameters"].as_array().expect("headers").iter().map(|header| &header["name"]);
        assert!(names.eq(["webhook-id", "webhook-timestamp", "webhook-signature"].iter()), "{word}");
        assert!(!id.is_empty() && time.parse::<u64>().is_ok() && signature.starts_with("v1,"), "{word}");
        let content = &declared["requestBody"]["content"]["application/json"];
        let schema = json!({ "allOf": [content["schema"]], "components": document["components"] });
        let validator = jsonschema::validator_for(&schema).expect("a schema");
        for (what, message) in [("the message", &body), ("its example", &content["example"])] {
            let errors: Vec<String> = validator.iter_errors(message).map(|error| error.to_string()).collect();
            assert!(errors.is_empty() && message["type"] == *word, "{word}: {what}: {errors:?}: {message}");
        }
        words.insert(word);
    }
    let declared = document["webhooks"].as_object().expect("webhooks").keys().cloned().collect();
    assert_eq!(words, declared);
}

/// Private addresses are refused when a webhook is created, or before sending if a host name resolves to one. Redirects
/// are not followed.
#[test]
fn refuses_private_addresses_and_redirects() {
    let folder = tempfile::tempdir().expect("a folder");
    let (port, came) = receiver(ok);
    let service = Service::set(&folder.path().join("one"), &["--webhook-retry", "20ms"]);
    for url in [
        format!("http://127.0.0.1:{port}/"),
        "https://127.0.0.1/".to_owned(),
        "https://[::1]/".to_owned(),
        "https://169.254.169.254/latest/".to_owned(),
        "http://platform.example/".to_owned(),
        "https://platform.example:0/".to_owned(),
    ] {
        let (status, answer) = call(&service, "POST /v1/webhooks", &json!({ "url": url }));
        assert_eq!((status, answer["code"].as_str()), (422, Some("webhook-unfit")), "{url}: {answer}");
    }
    let unknown = json!({ "url": "https://platform.example/", "systems": ["changsha-a", "chang-sha"] });
    let (status, answer) = call(&service, "POST /v1/webhooks", &unknown);
    assert_eq!((status, answer["code"].as_str()), (422, Some("webhook-unfit")), "{answer}");
    let said = answer["detail_en"].as_str().expect("a sentence");
    assert!(said.contains("chang-sha") && said.contains("beijing-common"), "it says which there are: {said}");
    let (id, _) = hook(&service, &json!({ "url": format!("https://localhost:{port}/") }));
    store(&service, "a");
    until("it was not asked", || {
        call(&service, &format!("GET /v1/webhooks/{id}"), &Value::Null).1["why"] == "address-private"
    });
    assert!(came.lock().expect("no panic").is_empty());

    let service = Service::set(&folder.path().join("two"), &["--webhook-private", "--webhook-retry", "20ms"]);
    let (elsewhere, followed) = receiver(ok);
    let (port, _) = receiver(move |_| format!("307 Temporary Redirect\r\nLocation: http://127.0.0.1:{elsewhere}/"));
    let (id, _) = hook(&service, &json!({ "url": format!("http://127.0.0.1:{port}/") }));
    store(&service, "a");
    until("it was answered", || call(&service, &format!("GET /v1/webhooks/{id}"), &Value::Null).1["why"] == "http-307");
    assert!(followed.lock().expect("no panic").is_empty());
}

/// Over TLS the receiver needs a certificate for its name from a trusted authority.
#[test]
fn verifies_receiver_certificate() {
    let folder = tempfile::tempdir().expect("a folder");
    let read = |name: &str| Path::new("fixtures/tls").join(name);
    let certificate = CertificateDer::from_pem_file(read("localhost.pem")).expect("a certificate");
    let key = PrivateKeyDer::from_pem_file(read("localhost.key")).expect("a key");
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = rustls::ServerConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
    let config = config.expect("versions").with_no_client_auth().with_single_cert(vec![certificate], key);
    let config = Arc::new(config.expect("they fit"));
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("bound").port();
    let came = Came::default();
    let seen = Arc::clone(&came);
    std::thread::spawn(move || {
        for stream in listener.incoming().map_while(Result::ok) {
            let connection = rustls::ServerConnection::new(Arc::clone(&config)).expect("a connection");
            let mut stream = BufReader::new(rustls::StreamOwned::new(connection, stream));
            let (mut output, mut input) = (Vec::new(), &mut stream);
            while talk(&mut input, &mut output, &seen, &ok).is_some() {
                if input.get_mut().write_all(&std::mem::take(&mut output)).is_err() {
                    break;
                }
            }
        }
    });
    let trusting = ["--webhook-private", "--webhook-roots", "fixtures/tls/ca.pem"];
    for (name, host, settings, expected) in [
        ("trusted", "localhost", &trusting[..], Value::Null),
        ("unknown", "localhost", &trusting[..1], json!("tls")),
        ("other-name", "127.0.0.1", &trusting[..], json!("tls")),
    ] {
        let service = Service::set(&folder.path().join(name), settings);
        let (id, _) = hook(&service, &json!({ "url": format!("https://{host}:{port}/") }));
        store(&service, name);
        let shown = || call(&service, &format!("GET /v1/webhooks/{id}"), &Value::Null).1;
        until("it was tried", || !shown()["tried_at"].is_null());
        assert_eq!(shown()["why"], expected, "{name}");
    }
    assert_eq!(games(&came), ["trusted"]);
}

/// Runs the example receiver as a user would.
#[test]
fn example_receiver_works() {
    crate::programs::needs!(Python);
    let base = Engine::Sqlite.base();
    let service = service(&base, &[]);
    // The receiver needs its secret at the start, but creating the webhook needs the port.
    let port = TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("bound").port();
    let (_, secret) = hook(&service, &json!({ "url": format!("http://127.0.0.1:{port}/caipan") }));
    let mut python = Command::new("python3");
    python.args(["docs/clients/receive.py", &port.to_string()]).env("WEBHOOK_SECRET", secret);
    let mut receiver = python.stdout(Stdio::piped()).spawn().expect("python3");
    let mut lines = BufReader::new(receiver.stdout.take().expect("a pipe")).lines().map(|line| line.expect("UTF-8"));
    assert!(lines.next().is_some_and(|line| line.starts_with("listening")));
    store(&service, "a");
    let line = lines.next().expect("a message");
    let forged = ask(&format!("127.0.0.1:{port}"), "POST /caipan", "{\"type\":\"verdict\"}");
    let ended = receiver.kill().and_then(|()| receiver.wait());
    assert!(line.starts_with("verdict ") && line.ends_with(" clean"), "{line}");
    assert_eq!(forged.expect("an answer").0, 401);
    assert!(ended.is_ok());
}
