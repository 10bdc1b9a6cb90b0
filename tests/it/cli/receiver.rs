//! A test receiver of webhooks, and a service that sends to it.

use super::service::{Service, ask};
use super::{LOG, caipan};
use crate::engine::Base;
use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// A received message.
#[derive(Clone, Debug)]
pub(super) struct Message {
    pub(super) id: String,
    pub(super) time: String,
    pub(super) signature: String,
    pub(super) body: Vec<u8>,
    pub(super) traceparent: String,
}

impl Message {
    pub(super) fn game(&self) -> String {
        let body: Value = serde_json::from_slice(&self.body).expect("JSON");
        body["data"]["game"].as_str().expect("a game").to_owned()
    }
}

/// The messages received so far.
pub(super) type Came = Arc<Mutex<Vec<Message>>>;

/// The function that answers a message; it returns the status line after `HTTP/1.1 `, and optional headers.
type Answer = Arc<dyn Fn(&Message) -> String + Send + Sync>;

/// Starts a receiver and returns its port and its messages.
pub(super) fn receiver(answer: impl Fn(&Message) -> String + Send + Sync + 'static) -> (u16, Came) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("bound").port();
    let (came, answer): (Came, Answer) = (Came::default(), Arc::new(answer));
    let seen = Arc::clone(&came);
    std::thread::spawn(move || {
        for stream in listener.incoming().map_while(Result::ok) {
            let (seen, answer) = (Arc::clone(&seen), Arc::clone(&answer));
            std::thread::spawn(
                move || while talk(&mut BufReader::new(&stream), &mut &stream, &seen, &*answer).is_some() {},
            );
        }
    });
    (port, came)
}

/// Reads one request and answers it.
pub(super) fn talk(
    input: &mut impl BufRead,
    output: &mut impl Write,
    seen: &Came,
    answer: &(dyn Fn(&Message) -> String + Send + Sync),
) -> Option<()> {
    let mut head = Vec::new();
    loop {
        let mut line = String::new();
        if input.read_line(&mut line).ok()? == 0 {
            return None;
        }
        if line == "\r\n" {
            break;
        }
        head.push(line.trim_end().to_owned());
    }
    let header = |name: &str| {
        let found = head.iter().find_map(|line| line.strip_prefix(name)?.strip_prefix(": ").map(str::to_owned));
        found.unwrap_or_default()
    };
    let mut body = vec![0; header("content-length").parse().ok()?];
    input.read_exact(&mut body).ok()?;
    let signature = header("webhook-signature");
    let (id, time, traceparent) = (header("webhook-id"), header("webhook-timestamp"), header("traceparent"));
    let message = Message { id, time, signature, body, traceparent };
    let answered = answer(&message);
    seen.lock().expect("no panic").push(message);
    output.write_all(format!("HTTP/1.1 {answered}\r\nContent-Length: 0\r\n\r\n").as_bytes()).ok()
}

pub(super) fn ok(_: &Message) -> String {
    "204 No Content".to_owned()
}

/// Starts a service that may send to private addresses and retries after 20 ms.
pub(super) fn service(base: &Base, more: &[&str]) -> Service {
    let [flag, place] = base.arguments();
    let usual = ["serve", "--listen", "127.0.0.1:0", &flag, &place, "--webhook-private", "--webhook-retry", "20ms"];
    Service::run(caipan(&[&usual, more].concat()))
}

/// Calls an operation without a key and returns its status and body.
pub(super) fn call(service: &Service, request: &str, body: &Value) -> (u16, Value) {
    let body = if body.is_null() { String::new() } else { body.to_string() };
    call_with(service, "", request, &body)
}

/// Calls an operation with a key, and returns its status and body.
pub(super) fn call_with(service: &Service, key: &str, request: &str, body: &str) -> (u16, Value) {
    let mut stream = TcpStream::connect(&service.address).expect("it listens");
    let key = if key.is_empty() { String::new() } else { format!("Authorization: Bearer {key}\r\n") };
    write!(
        stream,
        "{request} HTTP/1.1\r\nHost: {}\r\n{key}Connection: close\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        service.address,
        body.len()
    )
    .expect("sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("UTF-8");
    let (head, body) = answer.split_once("\r\n\r\n").expect("an answer");
    let status = head.split(' ').nth(1).expect("a status").parse().expect("a number");
    (status, serde_json::from_str(body).unwrap_or_default())
}

/// Creates a webhook and returns its id and secret.
pub(super) fn hook(service: &Service, wanted: &Value) -> (String, String) {
    let (status, made) = call(service, "POST /v1/webhooks", wanted);
    assert_eq!(status, 201, "{made}");
    let text = |value: &Value| value.as_str().expect("text").to_owned();
    (text(&made["webhook"]["id"]), text(&made["secret"]))
}

pub(super) fn store(service: &Service, game: &str) {
    let log = std::fs::read_to_string(LOG).expect("the sample");
    let (status, answer) =
        ask(&service.address, "POST /v1/logs", &log.replace("room-889123-2026-01-05", game)).expect("an answer");
    assert_eq!(status, 201, "{answer}");
}

/// Waits until a condition holds.
pub(super) fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let began = Instant::now();
    while !holds() {
        assert!(began.elapsed() < Duration::from_mins(2), "{what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

pub(super) fn games(came: &Came) -> Vec<String> {
    came.lock().expect("no panic").iter().map(Message::game).collect()
}
