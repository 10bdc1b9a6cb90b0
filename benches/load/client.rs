//! A minimal HTTP client that leaves most of the machine to the service.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;

/// A persistent connection.
pub struct Client {
    address: String,
    stream: BufReader<TcpStream>,
    out: Vec<u8>,
}

impl Client {
    pub fn new(address: &str) -> Client {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_nodelay(true).unwrap();
        Client { address: address.to_owned(), stream: BufReader::new(stream), out: Vec::new() }
    }

    /// Sends a request and returns the status and the body of the response.
    pub fn ask(&mut self, request: &str, body: &[u8]) -> (u16, Vec<u8>) {
        self.out.clear();
        write!(
            self.out,
            "{request} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/vnd.paipu+json\r\nContent-Length: {}\r\n\r\n",
            self.address,
            body.len()
        )
        .unwrap();
        self.out.extend(body);
        self.stream.get_mut().write_all(&self.out).unwrap();
        let (status, length) = head(&mut self.stream);
        let mut answer = vec![0; length.expect("its length is told")];
        self.stream.read_exact(&mut answer).unwrap();
        (status, answer)
    }
}

/// Reads a response up to its body; returns its status and length.
fn head(stream: &mut impl BufRead) -> (u16, Option<usize>) {
    let mut line = String::new();
    stream.read_line(&mut line).unwrap();
    let status = line.split(' ').nth(1).unwrap().parse().unwrap();
    let mut length = None;
    loop {
        line.clear();
        stream.read_line(&mut line).unwrap();
        let Some((name, value)) = line.split_once(':') else { return (status, length) };
        if name.eq_ignore_ascii_case("content-length") {
            length = Some(value.trim().parse().unwrap());
        }
    }
}

/// Sends lines while `more` provides them, reads the responses at the same time, and returns the number of stored logs.
pub fn batch(address: &str, more: impl Fn(&mut Vec<u8>) -> bool + Send) -> u64 {
    let mut stream = TcpStream::connect(address).unwrap();
    write!(
        stream,
        "POST /v1/logs:batch HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/x-ndjson\r\n\
         Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
    )
    .unwrap();
    let mut answers = BufReader::new(stream.try_clone().unwrap());
    std::thread::scope(|scope| {
        scope.spawn(move || {
            let (mut line, mut out) = (Vec::new(), Vec::new());
            while more(&mut line) {
                line.push(b'\n');
                write!(out, "{:x}\r\n", line.len()).unwrap();
                out.append(&mut line);
                out.extend(b"\r\n");
                if out.len() > 60_000 {
                    stream.write_all(&out).unwrap();
                    out.clear();
                }
            }
            out.extend(b"0\r\n\r\n");
            stream.write_all(&out).unwrap();
        });
        let (status, _) = head(&mut answers);
        assert_eq!(status, 200);
        let (mut stored, mut line) = (0, String::new());
        while answers.read_line(&mut line).unwrap() > 0 {
            // The lengths of the chunks come between the lines; length 0 ends the body.
            if line == "0\r\n" {
                break;
            }
            if line.starts_with('{') {
                assert!(line.contains("\"status\":201"), "{line}");
                stored += 1;
            }
            line.clear();
        }
        stored
    })
}
