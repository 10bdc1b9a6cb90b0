//! Requests that are small when packed and take much to read or to answer. The bench `hostile` sends them too.

use std::io::{Read, Write};
use std::net::TcpStream;

/// Sends a body packed by zstd.
pub fn send(stream: &mut TcpStream, path: &str, media_type: &str, packed: &[u8]) {
    let length = packed.len();
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: {media_type}\r\n\
         Content-Encoding: zstd\r\nContent-Length: {length}\r\n\r\n"
    );
    // The service may refuse the request before it has read it.
    let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(packed));
}

/// The pages of a stored log: the path below `/v1/reports/{id}` and the form.
pub const PAGES: [(&str, &str); 8] = [
    ("", "text/html"),
    ("/hands/0/steps/9", "text/html"),
    ("", "application/sarif+json"),
    ("/hands/0/steps", "application/json"),
    ("", "text/plain"),
    ("/page", "text/html"),
    ("", "application/json"),
    ("/rulings", "application/json"),
];

/// Asks for a page of a stored log.
pub fn ask_page(stream: &mut TcpStream, id: &str, (path, form): (&str, &str)) {
    let _ = write!(
        stream,
        "GET /v1/reports/{id}{path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAccept: {form}\r\n\r\n"
    );
}

/// Stores a log whose report is a thousand times as large as what is sent. Returns its id.
pub fn store_large_report(stream: &mut TcpStream) -> String {
    let packed = zstd::encode_all(log_of(&faulty_hand(90), 64).as_bytes(), 3).expect("it packs");
    send(stream, "/v1/logs", "application/vnd.paipu+json", &packed);
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    answer.split("/v1/logs/").nth(1).and_then(|rest| rest.get(..32)).expect("the address of the log").to_owned()
}

/// Returns a log of this many hands, each this text.
pub fn log_of(hand: &str, hands: usize) -> String {
    let hands = vec![hand; hands].join(",");
    format!(r#"{{"format":"paipu/1","id":"t","rules":{{"system":"changsha-a"}},"hands":[{hands}]}}"#)
}

/// Returns a hand of this many events, each of them a fault.
pub fn faulty_hand(events: usize) -> String {
    // No event and no block of events repeats one before it: repetitions are one fault.
    let event = |at: usize| {
        let (seat, rank, suit) = (1 + at / 2 % 3, 1 + (at * at + at / 5) % 9, ["m", "p", "s"][at * at / 7 % 3]);
        format!(r#"{{"type":"discard","seat":{seat},"tile":"{rank}{suit}"}}"#)
    };
    let events: Vec<String> = (0..events).map(event).collect();
    let deal = r#"["1234567891234m9p","123456789s1234p","123456789s1234p","123456789s1234p"]"#.replace("9p", "");
    format!(r#"{{"dealer":0,"deal":{deal},"events":[{}]}}"#, events.join(","))
}

/// Shapes whose packed form is small and whose reading takes much: path, media type and body.
pub fn shapes() -> Vec<(&'static str, &'static str, Vec<u8>)> {
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
        ("/v1/audits", LOG, log_of(&faulty_hand(600), 64)),
        ("/v1/audits", LOG, format!("[{}0]", "0,".repeat(4_000_000))),
        ("/v1/audits", LOG, format!("{}0{}", "[".repeat(4_000_000), "]".repeat(4_000_000))),
        ("/v1/audits", "text/plain", format!("paipu/1 t changsha-a\n{}", "hand 1\n".repeat(1_000_000))),
        ("/v1/audits?from=roomcard", LOG, format!("[{}0]", "[],".repeat(2_600_000))),
        ("/v1/adapters:new", "application/json", sample),
    ];
    let packed = |body: String| zstd::encode_all(body.as_bytes(), 3).expect("it packs");
    bodies.map(|(path, media_type, body)| (path, media_type, packed(body))).into()
}
