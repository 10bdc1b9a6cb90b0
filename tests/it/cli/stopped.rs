//! SIGTERM: the service reports that it leaves, serves on for the lame-duck time, and cuts no connection.

use super::caipan;
use super::service::{Service, ask};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::Command;
use std::time::{Duration, Instant};

pub(super) fn terminate(service: &Service) {
    let pid = service.child.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &pid]).status().expect("kill").success());
}

/// Sends a request on an open connection, without asking to close it, and returns the head of the answer.
fn head(stream: &mut TcpStream, address: &str) -> std::io::Result<String> {
    write!(stream, "GET /healthz HTTP/1.1\r\nHost: {address}\r\n\r\n")?;
    let mut reader = BufReader::new(stream);
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") && reader.read_line(&mut head)? > 0 {}
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")?.parse().ok());
    reader.read_exact(&mut vec![0; length.unwrap_or(0)])?;
    Ok(head.to_ascii_lowercase())
}

#[test]
fn terminated_service_cuts_no_connection() {
    let folder = tempfile::tempdir().expect("a folder");
    let lame_duck = Duration::from_secs(2);
    let mut service = Service::set(folder.path(), &["--lame-duck", "2s"]);
    let address = service.address.clone();
    assert_eq!(ask(&address, "GET /readyz", "").expect("an answer").0, 200);
    let mut kept = TcpStream::connect(&address).expect("a connection");
    let before = head(&mut kept, &address).expect("an answer");
    assert!(!before.contains("connection: close"), "{before}");

    let since = Instant::now();
    terminate(&service);
    while ask(&address, "GET /readyz", "").expect("an answer").0 == 200 {
        assert!(since.elapsed() < lame_duck, "it never said that it leaves");
    }
    let told = head(&mut kept, &address).expect("an answer");
    assert!(told.contains("connection: close"), "{told}");
    let mut served = 0;
    loop {
        match ask(&address, "GET /v1/logs", "") {
            Ok((200, _)) => served += 1,
            Ok((status, body)) => panic!("{status}: {body}"),
            Err(_) => break,
        }
        let Ok((status, body)) = ask(&address, "GET /readyz", "") else { break };
        assert!(status == 503 && body.contains("\"stopping\""), "{status}: {body}");
    }
    assert!(since.elapsed() >= lame_duck, "a connection failed after {:?}", since.elapsed());
    assert!(served > 2, "{served}");
    assert!(service.child.wait().expect("it ends").success());
}

/// A request that waits for news gets an empty answer when the service is told to stop, long before the sixty seconds that
/// it asked for: afterwards its connection would be cut.
#[test]
fn waiting_feed_request_is_answered() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut service = Service::set(folder.path(), &["--lame-duck", "1s"]);
    let address = service.address.clone();
    let mut stream = TcpStream::connect(&address).expect("a connection");
    write!(stream, "GET /v1/feed?wait=60 HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").expect("sent");
    // The service waits for a second over this request, and over the first one meanwhile.
    assert_eq!(ask(&address, "GET /v1/feed?wait=1", "").expect("an answer").0, 200);
    terminate(&service);
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer that is not cut");
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("\"verdicts\":[]"), "{answer}");
    assert!(service.child.wait().expect("it ends").success());
}

/// Nobody has to wait: the time may be zero, and a second signal ends it.
#[test]
fn lame_duck_time_can_be_cut_short() {
    let folder = tempfile::tempdir().expect("a folder");
    for (lame_duck, signals) in [("0s", 1), ("10m", 2)] {
        let data = folder.path().to_str().expect("UTF-8");
        let arguments = ["serve", "--listen", "127.0.0.1:0", "--data", data, "--lame-duck", lame_duck];
        let mut service = Service::run(caipan(&arguments));
        assert_eq!(ask(&service.address, "GET /readyz", "").expect("an answer").0, 200);
        terminate(&service);
        if signals == 2 {
            // Signals that arrive together count as one.
            while ask(&service.address, "GET /readyz", "").expect("an answer").0 == 200 {}
            terminate(&service);
        }
        assert!(service.child.wait().expect("it ends").success(), "{lame_duck}");
    }
}
