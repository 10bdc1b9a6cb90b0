//! Bounds of memory and time against clients that send many small valid things, do not read, or stay without asking.
//! Memory is measured at the process.

use super::service::{Service, ask};
use super::text;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

const MIB: u64 = 1 << 20;

/// Returns a figure of the process in bytes: `VmRSS`, or its peak `VmHWM`.
fn memory(service: &Service, name: &str) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", service.child.id())).expect("it runs");
    let line = status.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':')).expect("a figure");
    line.trim().trim_end_matches(" kB").parse::<u64>().expect("a number") << 10
}

fn connect(service: &Service) -> TcpStream {
    let stream = TcpStream::connect(&service.address).expect("it listens");
    stream.set_read_timeout(Some(Duration::from_secs(40))).expect("a limit");
    stream.set_write_timeout(Some(Duration::from_secs(40))).expect("a limit");
    stream
}

/// Sends a body packed by zstd.
fn send(stream: &mut TcpStream, path: &str, media_type: &str, packed: &[u8]) {
    let length = packed.len();
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: {media_type}\r\n\
         Content-Encoding: zstd\r\nContent-Length: {length}\r\n\r\n"
    );
    // The service may refuse the request before it has read it.
    let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(packed));
}

/// Returns a log of this many hands, each this text.
fn log_of(hand: &str, hands: usize) -> String {
    let hands = vec![hand; hands].join(",");
    format!(r#"{{"format":"paipu/1","id":"t","rules":{{"system":"changsha-a"}},"hands":[{hands}]}}"#)
}

/// Returns a hand in which every event is a fault.
fn faulty_hand() -> String {
    let event = r#"{"type":"discard","seat":1,"tile":"9p"}"#;
    let deal = r#"["1234567891234m9p","123456789s1234p","123456789s1234p","123456789s1234p"]"#.replace("9p", "");
    format!(r#"{{"dealer":0,"deal":{deal},"events":[{}]}}"#, vec![event; 600].join(","))
}

/// Shapes whose packed form is small and whose reading takes much: path, media type and body.
fn shapes() -> Vec<(&'static str, &'static str, Vec<u8>)> {
    const LOG: &str = "application/vnd.paipu+json";
    let empty = log_of(r#"{"events":[]}"#, 590_000);
    let payment = r#"{"from":0,"to":1,"points":1}"#;
    let payments = format!(r#"{{"result":{{"payments":[{}]}}}}"#, vec![payment; 500].join(","));
    let events = format!(r#"{{"events":[{}]}}"#, vec![r#"{"type":"draw_game"}"#; 6000].join(","));
    let sample = serde_json::json!({ "name": "a", "sample": format!("[{}0]", "{},".repeat(2_600_000)) }).to_string();
    let bodies = [
        ("/v1/audits", LOG, empty[..empty.len() - 2].to_owned()),
        ("/v1/audits", LOG, empty),
        ("/v1/audits", LOG, log_of("{}", 2_700_000)),
        ("/v1/audits", LOG, log_of(&payments, 550)),
        ("/v1/audits", LOG, log_of(&events, 62)),
        ("/v1/audits", LOG, log_of(&faulty_hand(), 64)),
        ("/v1/audits", LOG, format!("[{}0]", "0,".repeat(4_000_000))),
        ("/v1/audits", LOG, format!("{}0{}", "[".repeat(4_000_000), "]".repeat(4_000_000))),
        ("/v1/audits", "text/plain", format!("paipu/1 t changsha-a\n{}", "hand 1\n".repeat(1_000_000))),
        ("/v1/audits?from=roomcard", LOG, format!("[{}0]", "[],".repeat(2_600_000))),
        ("/v1/adapters:new", "application/json", sample),
    ];
    let packed = |body: String| zstd::encode_all(body.as_bytes(), 3).expect("it packs");
    bodies.map(|(path, media_type, body)| (path, media_type, packed(body))).into()
}

/// Whatever 64 connections send, memory stays below the budget and 128 MiB more, and returns soon after.
#[test]
fn memory_is_bounded_and_returns_after_any_shape() {
    let folder = tempfile::tempdir().expect("a folder");
    let service = Service::set(folder.path(), &[]);
    // The first requests open the store and the tables of the rules.
    for _ in 0..8 {
        ask(&service.address, "GET /v1/logs", "").expect("an answer");
    }
    let idle = memory(&service, "VmRSS");
    let shapes = shapes();
    let next = AtomicUsize::new(0);
    let served = AtomicUsize::new(0);
    let answered = |turn: usize| {
        let (path, media_type, packed) = &shapes[turn % shapes.len()];
        let mut stream = connect(&service);
        send(&mut stream, path, media_type, packed);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        text(&answer).starts_with("HTTP/1.1 ") && !text(&answer).starts_with("HTTP/1.1 503")
    };
    let until = Instant::now() + Duration::from_mins(1);
    std::thread::scope(|scope| {
        for _ in 0..64 {
            scope.spawn(|| {
                while let turn = next.fetch_add(1, Ordering::Relaxed)
                    && turn < 66
                {
                    // Refused for want of memory, they come again.
                    let served_at_last = (0..100).take_while(|_| Instant::now() < until).any(|_| {
                        let served = answered(turn);
                        if !served {
                            std::thread::sleep(Duration::from_millis(50));
                        }
                        served
                    });
                    served.fetch_add(usize::from(served_at_last), Ordering::Relaxed);
                }
            });
        }
    });
    let peak = memory(&service, "VmHWM") - idle;
    assert!(peak < (128 + 128) * MIB, "{} MiB above what it is when idle", peak / MIB);
    let served = served.into_inner();
    println!("idle {} MiB, peak {} MiB above it, {served} of 66 requests served", idle / MIB, peak / MIB);
    assert!(served > 11, "only {served} of 66 requests were served");
    let until = Instant::now() + Duration::from_secs(30);
    while memory(&service, "VmRSS") > idle + 64 * MIB {
        assert!(Instant::now() < until, "{} MiB are kept", (memory(&service, "VmRSS") - idle) / MIB);
        std::thread::sleep(Duration::from_millis(200));
    }
}

/// Clients that ask for large answers and do not read them hold no more than the budget, and are cut off.
#[test]
fn unread_answers_are_bounded_and_cut_off() {
    let folder = tempfile::tempdir().expect("a folder");
    let service = Service::set(folder.path(), &["--body-timeout", "3s"]);
    let packed = zstd::encode_all(log_of(&faulty_hand(), 64).as_bytes(), 3).expect("it packs");
    let ask = |stream: &mut TcpStream| send(stream, "/v1/audits", "application/vnd.paipu+json", &packed);
    let whole = || {
        let mut stream = connect(&service);
        ask(&mut stream);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        answer
    };
    let large = whole();
    assert!(text(&large).starts_with("HTTP/1.1 200") && large.len() > 1 << 20, "{} bytes", large.len());
    let before = memory(&service, "VmRSS");
    let unread: Vec<TcpStream> = (0..200)
        .map(|_| {
            let mut stream = connect(&service);
            ask(&mut stream);
            stream
        })
        .collect();
    let until = Instant::now() + Duration::from_mins(1);
    // As soon as they are cut off there is room again.
    while !text(&whole()).starts_with("HTTP/1.1 200") {
        assert!(Instant::now() < until, "clients that do not read hold all room");
        std::thread::sleep(Duration::from_millis(100));
    }
    let grown = memory(&service, "VmHWM").saturating_sub(before);
    assert!(grown < 256 * MIB, "{} clients took {} MiB", unread.len(), grown / MIB);
}

/// Connections that stay without asking anything are closed while the service is crowded.
#[test]
fn idle_connections_lock_nobody_out() {
    let folder = tempfile::tempdir().expect("a folder");
    let service = Service::set(folder.path(), &["--connections", "64", "--connections-per-address", "64"]);
    let idle: Vec<TcpStream> = (0..64)
        .map(|_| {
            let mut stream = connect(&service);
            write!(stream, "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n").expect("it reads");
            stream
        })
        .collect();
    // They could stay for 75 seconds.
    let mut other = connect(&service);
    other.set_read_timeout(Some(Duration::from_secs(40))).expect("a limit");
    write!(other, "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").expect("it reads");
    let mut answer = String::new();
    other.read_to_string(&mut answer).expect("an answer before the idle ones time out");
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    drop(idle);
}

/// One address has three quarters of the connections at most, and others find room.
#[test]
fn one_address_has_its_share_of_connections() {
    let folder = tempfile::tempdir().expect("a folder");
    let service = Service::set(folder.path(), &["--connections", "32"]);
    let answered = |stream: &mut TcpStream| {
        let _ = write!(stream, "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n");
        stream.read(&mut [0; 64]).is_ok_and(|read| read > 0)
    };
    let mut own: Vec<TcpStream> = (0..24).map(|_| connect(&service)).collect();
    assert!(own.iter_mut().all(answered));
    assert!(!answered(&mut connect(&service)), "the twenty-fifth is closed");
    let port = service.address.rsplit(':').next().expect("a port").parse::<u16>().expect("a number");
    let from = |last: u8| {
        let socket = std::net::SocketAddr::from(([127, 0, 0, 1], port));
        let other = tokio::net::TcpSocket::new_v4().expect("a socket");
        other.bind(std::net::SocketAddr::from(([127, 0, 0, last], 0))).expect("an address of this machine");
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        let stream = runtime.block_on(other.connect(socket)).expect("it listens").into_std().expect("a stream");
        stream.set_nonblocking(false).expect("it blocks");
        stream
    };
    assert!(answered(&mut from(2)), "another address is served");
}

/// A body of worthless lines gives short answers.
#[test]
fn problems_of_a_batch_are_short_after_the_first_hundred() {
    let folder = tempfile::tempdir().expect("a folder");
    let service = Service::set(folder.path(), &[]);
    let mut stream = connect(&service);
    let lines = "{}\n".repeat(5000);
    let length = lines.len();
    write!(
        stream,
        "POST /v1/logs:batch HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\
         Content-Type: application/x-ndjson\r\nContent-Length: {length}\r\n\r\n{lines}"
    )
    .expect("it reads");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    let answers: Vec<serde_json::Value> = answer
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok())
        .filter(serde_json::Value::is_object)
        .collect();
    assert_eq!(answers.len(), 5000);
    let words = |answer: &serde_json::Value| answer["problem"]["detail_en"].is_string();
    assert_eq!(answers.iter().filter(|answer| words(answer)).count(), 100);
    let last = &answers[4999];
    assert_eq!(
        (&last["line"], &last["status"], &last["problem"]["code"]),
        (&5000.into(), &422.into(), &"log-unreadable".into())
    );
    assert!(last.to_string().len() < 250, "{last}");
}
