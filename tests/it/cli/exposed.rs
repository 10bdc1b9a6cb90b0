//! The service as somebody meets it who means it no good. What it takes is measured at the process, not told by its answers.

use super::service::{Service, ask};
use super::{LOG, caipan, text};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

/// The most memory that the process has had, in bytes.
fn peak(service: &Service) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", service.child.id())).expect("it runs");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("a peak");
    line.trim().trim_end_matches(" kB").parse::<u64>().expect("a number") << 10
}

/// Bytes that were sent as they are; the status of the answer.
fn send(address: &str, head: &str, body: &[u8]) -> Option<u16> {
    let mut stream = TcpStream::connect(address).ok()?;
    stream.set_read_timeout(Some(Duration::from_secs(60))).ok()?;
    stream.set_write_timeout(Some(Duration::from_secs(60))).ok()?;
    write!(stream, "{head}\r\nContent-Length: {}\r\n\r\n", body.len()).ok()?;
    // Whoever is sent away early cannot send all of it.
    let _ = stream.write_all(body);
    let mut answer = [0; 12];
    stream.read_exact(&mut answer).ok()?;
    text(&answer).split(' ').nth(1)?.parse().ok()
}

/// A zstd frame of so many blocks, each of which says "128 KiB of blanks" in four bytes.
fn bomb(blocks: u32) -> Vec<u8> {
    let mut frame = vec![0x28, 0xB5, 0x2F, 0xFD, 0x00, 0x38];
    for block in 1..=blocks {
        let header = (131_072 << 3) | (1 << 1) | u32::from(block == blocks);
        frame.extend_from_slice(&header.to_le_bytes()[..3]);
        frame.push(b' ');
    }
    frame
}

/// 32 KB that unpack to 1 GiB take no more than the limit of one body, however many come at once.
#[test]
fn a_small_body_takes_no_large_memory() {
    let folder = tempfile::tempdir().expect("a folder");
    let service = Service::set(folder.path(), &[]);
    let frame = bomb(8192);
    assert_eq!((frame.len(), zstd::decode_all(&bomb(2)[..]).expect("a frame").len()), (32_774, 2 * 131_072));
    let head = "POST /v1/audits HTTP/1.1\r\nHost: localhost\r\nContent-Encoding: zstd\r\n\
                Content-Type: application/vnd.paipu+json";
    let before = peak(&service);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| assert_eq!(send(&service.address, head, &frame), Some(413)));
        }
    });
    let grown = peak(&service) - before;
    assert!(grown < 80 << 20, "4 bodies of {} bytes took {grown} bytes", frame.len());
}

/// Bodies that never end share a budget, and leave room for those that do.
#[test]
fn bodies_that_never_end_take_no_more_than_the_budget() {
    let folder = tempfile::tempdir().expect("a folder");
    let service = Service::set(folder.path(), &["--body-budget", "32MiB"]);
    let before = peak(&service);
    let most = vec![b' '; (8 << 20) - 1];
    let open: Vec<TcpStream> = std::thread::scope(|scope| {
        let hung = || {
            let mut stream = TcpStream::connect(&service.address).expect("it listens");
            stream.set_write_timeout(Some(Duration::from_secs(10))).expect("a limit");
            let head = "POST /v1/audits HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 8388608";
            write!(stream, "{head}\r\n\r\n").expect("it reads");
            let _ = stream.write_all(&most);
            stream
        };
        let threads: Vec<_> = (0..60).map(|_| scope.spawn(hung)).collect();
        threads.into_iter().map(|thread| thread.join().expect("no panic")).collect()
    });
    let log = std::fs::read_to_string(LOG).expect("the sample");
    let (status, answer) = ask(&service.address, "POST /v1/logs", &log).expect("an answer");
    assert_eq!(status, 201, "{answer}");
    let grown = peak(&service) - before;
    assert!(grown < 72 << 20, "{} bodies took {grown} bytes", open.len());
}

/// Without keys only this machine is served, and what looks like a setting is one.
#[test]
fn what_would_expose_the_service_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("data");
    let serve = |arguments: &[&str]| {
        let mut command = caipan(&["serve", "--data", data.to_str().expect("UTF-8")]);
        command.args(arguments);
        command
    };
    let open = serve(&["--listen", "0.0.0.0:0"]).output().expect("it ends");
    assert_eq!(open.status.code(), Some(2));
    assert!(text(&open.stderr).contains("--open"), "{}", text(&open.stderr));
    let misspelt = serve(&[]).env("CAIPAN_BODYLIMIT", "1MiB").output().expect("it ends");
    assert_eq!(misspelt.status.code(), Some(2));
    assert!(text(&misspelt.stderr).contains("CAIPAN_BODYLIMIT"), "{}", text(&misspelt.stderr));
    assert!(!data.exists(), "nothing is made before the settings are known to be right");
}
