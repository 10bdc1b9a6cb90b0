//! A minimal HTTP client that leaves most of the machine to the service.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

/// Timeout of a silent connection; longer than any timeout of the service.
const SILENCE: Duration = Duration::from_secs(90);

/// Connects to the service.
pub fn connect(address: &str) -> io::Result<TcpStream> {
    let stream = TcpStream::connect(address)?;
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(SILENCE))?;
    stream.set_write_timeout(Some(SILENCE))?;
    Ok(stream)
}

/// A persistent connection.
pub struct Client {
    address: String,
    stream: BufReader<TcpStream>,
    out: Vec<u8>,
}

impl Client {
    pub fn new(address: &str) -> Client {
        Client::attempt(address).unwrap()
    }

    /// Connects to a service that may be gone.
    pub fn attempt(address: &str) -> io::Result<Client> {
        Ok(Client { address: address.to_owned(), stream: BufReader::new(connect(address)?), out: Vec::new() })
    }

    /// Sends a request and returns the status and the body of the response.
    pub fn ask(&mut self, request: &str, body: &[u8]) -> (u16, Vec<u8>) {
        self.try_ask(request, body).unwrap()
    }

    /// Sends a request to a service that may close the connection.
    pub fn try_ask(&mut self, request: &str, body: &[u8]) -> io::Result<(u16, Vec<u8>)> {
        self.out.clear();
        write!(
            self.out,
            "{request} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/vnd.paipu+json\r\nContent-Length: {}\r\n\r\n",
            self.address,
            body.len()
        )?;
        self.out.extend(body);
        self.stream.get_mut().write_all(&self.out)?;
        let (status, length) = head(&mut self.stream)?;
        let mut answer = vec![0; length.ok_or(io::ErrorKind::InvalidData)?];
        self.stream.read_exact(&mut answer)?;
        Ok((status, answer))
    }
}

/// Reads a response up to its body; returns its status and length.
fn head(stream: &mut impl BufRead) -> io::Result<(u16, Option<usize>)> {
    let mut line = String::new();
    stream.read_line(&mut line)?;
    let status = line.split(' ').nth(1).and_then(|status| status.parse().ok()).ok_or(io::ErrorKind::UnexpectedEof)?;
    let mut length = None;
    loop {
        line.clear();
        stream.read_line(&mut line)?;
        let Some((name, value)) = line.split_once(':') else { return Ok((status, length)) };
        if name.eq_ignore_ascii_case("content-length") {
            length = value.trim().parse().ok();
        }
    }
}

/// Sends lines while `more` provides them, reads the responses at the same time, and returns the number of stored logs.
pub fn batch(address: &str, more: impl Fn(&mut Vec<u8>) -> bool + Send) -> u64 {
    let mut stored = 0;
    lines(address, more, |line| {
        assert!(line.contains("\"status\":201"), "{line}");
        stored += 1;
    })
    .unwrap();
    stored
}

/// Sends lines while `more` provides them and hands over each answer; an error if the service goes away before the end.
pub fn lines(
    address: &str,
    mut more: impl FnMut(&mut Vec<u8>) -> bool + Send,
    mut answered: impl FnMut(&str),
) -> io::Result<()> {
    let mut stream = connect(address)?;
    write!(
        stream,
        "POST /v1/logs:batch HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/x-ndjson\r\n\
         Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
    )?;
    let mut answers = BufReader::new(stream.try_clone()?);
    std::thread::scope(|scope| {
        let sender = scope.spawn(move || {
            let (mut line, mut out) = (Vec::new(), Vec::new());
            while more(&mut line) {
                line.push(b'\n');
                write!(out, "{:x}\r\n", line.len())?;
                out.append(&mut line);
                out.extend(b"\r\n");
                if out.len() > 60_000 {
                    stream.write_all(&out)?;
                    out.clear();
                }
            }
            out.extend(b"0\r\n\r\n");
            stream.write_all(&out)
        });
        let read = read_lines(&mut answers, &mut answered);
        // A sender that waits for a service which answers no more would wait until its timeout.
        let _ = answers.get_ref().shutdown(std::net::Shutdown::Both);
        let sent = sender.join().unwrap();
        read.and(sent)
    })
}

/// Reads the lines of a batch up to its end.
fn read_lines(answers: &mut impl BufRead, answered: &mut impl FnMut(&str)) -> io::Result<()> {
    let (status, _) = head(answers)?;
    if status != 200 {
        return Err(io::Error::other(format!("the batch was answered {status}")));
    }
    let mut line = String::new();
    while answers.read_line(&mut line)? > 0 && line.ends_with('\n') {
        // The lengths of the chunks come between the lines; length 0 ends the body.
        if line == "0\r\n" {
            return Ok(());
        }
        if line.starts_with('{') {
            answered(&line);
        }
        line.clear();
    }
    Err(io::ErrorKind::UnexpectedEof.into())
}
