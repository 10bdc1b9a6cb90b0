//! The service under attack and without disk space, with its memory measured at the process.

use super::service::{Service, ask};
use super::{LOG, caipan, text};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt;
use std::time::Duration;

/// Returns the peak memory of the process in bytes.
fn peak(service: &Service) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", service.child.id())).expect("it runs");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("a peak");
    line.trim().trim_end_matches(" kB").parse::<u64>().expect("a number") << 10
}

/// Sends a raw request and returns the status of the response.
fn send(address: &str, head: &str, body: &[u8]) -> Option<u16> {
    let mut stream = TcpStream::connect(address).ok()?;
    stream.set_read_timeout(Some(Duration::from_mins(1))).ok()?;
    stream.set_write_timeout(Some(Duration::from_mins(1))).ok()?;
    write!(stream, "{head}\r\nContent-Length: {}\r\n\r\n", body.len()).ok()?;
    // The service may reject the request before it reads the whole body.
    let _ = stream.write_all(body);
    let mut answer = [0; 12];
    stream.read_exact(&mut answer).ok()?;
    text(&answer).split(' ').nth(1)?.parse().ok()
}

/// Builds a zstd frame of blocks that each encode 128 KiB of blanks in four bytes.
fn bomb(blocks: u32) -> Vec<u8> {
    let mut frame = vec![0x28, 0xB5, 0x2F, 0xFD, 0x00, 0x38];
    for block in 1..=blocks {
        let header = (131_072 << 3) | (1 << 1) | u32::from(block == blocks);
        frame.extend_from_slice(&header.to_le_bytes()[..3]);
        frame.push(b' ');
    }
    frame
}

/// Concurrent bodies of 32 KB that unpack to 1 GiB use no more memory than the limit of one body.
#[test]
fn zstd_bomb_stays_within_memory_limit() {
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

/// Unfinished bodies share a memory budget and leave room for small requests.
#[test]
fn unfinished_bodies_share_memory_budget() {
    let folder = tempfile::tempdir().expect("a folder");
    let service = Service::set(folder.path(), &["--body-budget", "32MiB"]);
    // Readers of the store allocate memory of their own, so they run before the measurement.
    std::thread::scope(|scope| {
        for _ in 0..32 {
            scope.spawn(|| ask(&service.address, "GET /v1/logs", "").expect("an answer"));
        }
    });
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
    // Large bodies may still be arriving, so the client retries.
    let answers = (0..1000).map(|_| ask(&service.address, "POST /v1/logs", &log).expect("an answer"));
    let served = answers.map(|(status, _)| status).find(|status| *status != 503);
    assert_eq!(served, Some(201), "there is room for what is small");
    let grown = peak(&service) - before;
    // The budget, and the buffers of sixty connections beside it.
    assert!(grown < 96 << 20, "{} bodies took {grown} bytes", open.len());
}

/// A service without keys listens on this machine only, and an unknown variable that looks like a setting is an error.
#[test]
fn refuses_settings_that_expose_service() {
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

/// Stored files are readable by the owner alone, even if an earlier version created them with wider permissions.
#[test]
fn data_files_are_private_to_owner() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("data");
    let mode = |path: &std::path::Path| path.metadata().expect("it is there").permissions().mode() & 0o777;
    for _ in 0..2 {
        let service = Service::set(&data, &[]);
        let log = std::fs::read_to_string(LOG).expect("the sample");
        ask(&service.address, "POST /v1/logs", &log).expect("an answer");
        let files: Vec<_> =
            std::fs::read_dir(&data).expect("a folder").map(|file| file.expect("a file").path()).collect();
        assert!(files.len() >= 2, "the database and its log: {files:?}");
        for file in &files {
            assert_eq!(mode(file), 0o600, "{file:?}");
        }
        drop(service);
        let database = data.join("caipan.sqlite3");
        std::fs::set_permissions(database, std::fs::Permissions::from_mode(0o644)).expect("ours");
    }
    assert_eq!(mode(&data), 0o700);
}

/// Returns the sample log with this game id.
fn game(id: &str) -> String {
    std::fs::read_to_string(LOG).expect("the sample").replace("room-889123-2026-01-05", id)
}

/// With a full disk nothing is acknowledged, the service is not ready, and it recovers without a restart. A file size
/// limit of the process stands in for the disk.
#[test]
fn full_disk_loses_no_acknowledged_log() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().to_str().expect("UTF-8");
    let mut shell = std::process::Command::new("sh");
    // With SIGXFSZ ignored, a write beyond the limit fails with an error instead of ending the process.
    shell.args(["-c", "trap '' 25; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_caipan")]);
    shell.args(["serve", "--lang", "en", "--listen", "127.0.0.1:0", "--data", data]);
    let service = Service::run(shell);
    let limit = |bytes: &str| {
        let set = std::process::Command::new("prlimit")
            .args(["--pid", &service.child.id().to_string(), &format!("--fsize={bytes}:")])
            .status();
        assert!(set.expect("util-linux is there").success());
    };
    assert_eq!(ask(&service.address, "GET /readyz", "").expect("an answer").0, 200);
    limit("400000");
    let mut stored = Vec::new();
    let refused = (0..).find_map(|at| {
        let (status, answer) = ask(&service.address, "POST /v1/logs", &game(&at.to_string())).expect("an answer");
        stored.push(at);
        (status != 201).then(|| (stored.pop(), status, answer).2)
    });
    assert!(
        !stored.is_empty() && refused.as_ref().is_some_and(|answer| answer.contains("store-unavailable")),
        "{refused:?}"
    );
    assert_eq!(ask(&service.address, "GET /readyz", "").expect("an answer").0, 503);
    assert_eq!(
        ask(&service.address, "GET /v1/logs?limit=1", "").expect("an answer").0,
        200,
        "what is stored can be read"
    );
    limit("unlimited");
    assert_eq!(ask(&service.address, "GET /readyz", "").expect("an answer").0, 200, "by trying");
    assert_eq!(ask(&service.address, "POST /v1/logs", &game("after")).expect("an answer").0, 201);
    drop(service);
    let service = Service::set(folder.path(), &[]);
    for at in stored {
        let (status, answer) = ask(&service.address, "POST /v1/logs", &game(&at.to_string())).expect("an answer");
        assert_eq!(status, 200, "{at} was acknowledged: {answer}");
    }
}
