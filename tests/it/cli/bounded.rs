//! Bounds of memory and time against clients that send many small valid things, do not read, or stay without asking.
//! Memory is measured at the process.

use super::service::{Service, ask};
use super::shapes::{PAGES, ask_page, faulty_hand, log_of, send, shapes, store_large_report};
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
    assert!(served > 11, "only {served} of 66 requests were served");
    let (ended, most) = (Instant::now(), Duration::from_secs(30));
    while memory(&service, "VmRSS") > idle + 64 * MIB {
        assert!(ended.elapsed() < most, "{} MiB are kept", (memory(&service, "VmRSS") - idle) / MIB);
        std::thread::sleep(Duration::from_millis(200));
    }
    println!("{served} of 66 requests served; peak {} MiB above idle", peak / MIB);
    println!("within 64 MiB of idle after {:.1} s", ended.elapsed().as_secs_f32());
}

/// The allocator keeps free memory for each thread, so threads that read documents end soon after the last one.
#[test]
fn idle_threads_keep_no_memory() {
    let folder = tempfile::tempdir().expect("a folder");
    let service = Service::set(folder.path(), &[]);
    let log = std::fs::read_to_string(super::LOG).expect("the sample");
    let working = || {
        let tasks = std::fs::read_dir(format!("/proc/{}/task", service.child.id())).expect("it runs");
        let names = tasks.filter_map(|task| std::fs::read_to_string(task.ok()?.path().join("comm")).ok());
        names.filter(|name| name.trim() == "work").count()
    };
    // A slow machine may look after the thread has ended.
    let worked = (0..100).any(|_| {
        assert_eq!(ask(&service.address, "POST /v1/audits", &log).expect("an answer").0, 200);
        working() > 0
    });
    assert!(worked, "no thread of that name reads documents");
    let until = Instant::now() + Duration::from_secs(5);
    while working() > 0 {
        assert!(Instant::now() < until, "{} idle threads", working());
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// Clients that ask for large answers and do not read them hold no more than the budget, and are cut off.
#[test]
fn unread_answers_are_bounded_and_cut_off() {
    let folder = tempfile::tempdir().expect("a folder");
    let service = Service::set(folder.path(), &["--body-timeout", "3s"]);
    let packed = zstd::encode_all(log_of(&faulty_hand(600), 64).as_bytes(), 3).expect("it packs");
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
    let began = Instant::now();
    // As soon as they are cut off there is room again.
    while !text(&whole()).starts_with("HTTP/1.1 200") {
        assert!(began.elapsed() < Duration::from_mins(1), "clients that do not read hold all room");
        std::thread::sleep(Duration::from_millis(100));
    }
    let grown = memory(&service, "VmHWM").saturating_sub(before);
    println!("{} bytes of body give {} bytes of report", packed.len(), large.len());
    println!("{} clients that do not read: {} MiB above before", unread.len(), grown / MIB);
    println!("another client answered after {:.1} s", began.elapsed().as_secs_f32());
    assert!(grown < 256 * MIB, "{} clients took {} MiB", unread.len(), grown / MIB);
}

/// Whatever pages of one stored log many clients ask for at once, each is loaded only when a worker draws it.
#[test]
fn pages_of_a_stored_log_hold_bounded_memory() {
    let folder = tempfile::tempdir().expect("a folder");
    let service = Service::set(folder.path(), &[]);
    let id = store_large_report(&mut connect(&service));
    let (status, report) = ask(&service.address, &format!("GET /v1/reports/{id}"), "").expect("an answer");
    assert!(status == 200 && report.len() > 1 << 20, "{} bytes", report.len());
    let before = memory(&service, "VmRSS");
    let served = AtomicUsize::new(0);
    let ended = AtomicUsize::new(0);
    let patient = std::thread::scope(|scope| {
        for client in 0..200 {
            let (service, served, ended, id) = (&service, &served, &ended, &id);
            scope.spawn(move || {
                let mut stream = connect(service);
                ask_page(&mut stream, id, PAGES[client % PAGES.len()]);
                let mut answer = Vec::new();
                let _ = stream.read_to_end(&mut answer);
                served.fetch_add(usize::from(text(&answer).starts_with("HTTP/1.1 200")), Ordering::Relaxed);
                ended.fetch_add(1, Ordering::Relaxed);
            });
        }
        let mut longest = Duration::ZERO;
        while ended.load(Ordering::Relaxed) < 200 {
            let began = Instant::now();
            ask(&service.address, "GET /v1/logs", "").expect("an answer");
            longest = longest.max(began.elapsed());
            std::thread::sleep(Duration::from_millis(50));
        }
        longest
    });
    let (grown, served) = (memory(&service, "VmHWM").saturating_sub(before), served.into_inner());
    println!("200 clients: {served} served, {} MiB above before", grown / MIB);
    println!("longest wait of another client: {:.1} s", patient.as_secs_f32());
    // A slow machine refuses most of them when their time in the queue is over.
    assert!(served > 4, "{served}");
    assert!(grown < 256 * MIB, "200 clients took {} MiB", grown / MIB);
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
    let began = Instant::now();
    let mut other = connect(&service);
    other.set_read_timeout(Some(Duration::from_secs(40))).expect("a limit");
    write!(other, "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").expect("it reads");
    let mut answer = String::new();
    other.read_to_string(&mut answer).expect("an answer before the idle ones time out");
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    println!("another client answered after {:.1} s", began.elapsed().as_secs_f32());
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
    println!("{length} bytes of lines give {} bytes of answers", answer.len());
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
