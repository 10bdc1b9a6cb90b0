//! Bodies of lines: each line is bounded in size, memory and time, the body is not.

use super::budget::{Budget, Full, Held};
use actix_web::body::{BodyStream, MessageBody};
use actix_web::dev::Payload;
use actix_web::web::Bytes;
use std::future::poll_fn;
use std::pin::Pin;
use std::time::Duration;
use tokio::time::{Instant, timeout_at};

/// A line without its line break.
#[derive(Debug)]
pub enum BodyLine {
    /// The bytes of the line.
    Whole(Bytes),
    /// The line is over the limit or found no memory; it was skipped.
    Refused(Full),
}

/// Why the lines ended before the end of the body.
#[derive(Debug)]
pub enum Broken {
    /// The next line did not arrive in time.
    Slow,
    /// The connection broke.
    Cut(String),
}

/// A reader of lines.
pub struct Lines {
    chunks: Pin<Box<BodyStream<Payload>>>,
    budget: Budget,
    limit: usize,
    timeout: Duration,
    /// Received bytes that are not yet split.
    rest: Bytes,
    /// The number of the next line, from 1.
    next: u64,
}

impl Lines {
    /// Creates a reader. Each line has at most `limit` bytes and arrives within `timeout`.
    pub fn new(payload: Payload, budget: &Budget, limit: usize, timeout: Duration) -> Lines {
        let chunks = Box::pin(BodyStream::new(payload));
        Lines { chunks, budget: budget.clone(), limit, timeout, rest: Bytes::new(), next: 1 }
    }

    /// The number of the next line.
    pub fn number(&self) -> u64 {
        self.next
    }

    /// Returns the next line that is not blank with its number; `None` at the end of the body.
    pub async fn next(&mut self) -> Result<Option<(u64, BodyLine)>, Broken> {
        let until = Instant::now() + self.timeout;
        loop {
            let Some(line) = timeout_at(until, self.read()).await.map_err(|_| Broken::Slow)?? else { return Ok(None) };
            let number = self.next;
            self.next += 1;
            if !matches!(&line, BodyLine::Whole(bytes) if bytes.iter().all(u8::is_ascii_whitespace)) {
                return Ok(Some((number, line)));
            }
        }
    }

    async fn read(&mut self) -> Result<Option<BodyLine>, Broken> {
        let mut held: Option<Result<Held, Full>> = None;
        loop {
            if self.rest.is_empty() {
                let chunk = poll_fn(|context| self.chunks.as_mut().poll_next(context)).await;
                match chunk {
                    Some(Ok(chunk)) => self.rest = chunk,
                    Some(Err(error)) => return Err(Broken::Cut(error.to_string())),
                    None => return Ok(held.map(finished)),
                }
                continue;
            }
            let end = self.rest.iter().position(|&byte| byte == b'\n');
            let part = self.rest.split_to(end.unwrap_or(self.rest.len()));
            let so_far = held.take().unwrap_or_else(|| Held::new(&self.budget, self.limit, 0, 0));
            // A rejected line is skipped to its end, so that line numbers stay correct.
            let so_far = so_far.and_then(|mut line| line.push(&part).map(|()| line));
            if end.is_some() {
                let _ = self.rest.split_to(1);
                return Ok(Some(finished(so_far)));
            }
            held = Some(so_far);
        }
    }
}

fn finished(line: Result<Held, Full>) -> BodyLine {
    match line {
        Ok(held) => {
            let bytes = held.done();
            let end = bytes.strip_suffix(b"\r").map_or(bytes.len(), <[u8]>::len);
            BodyLine::Whole(bytes.slice(..end))
        }
        Err(full) => BodyLine::Refused(full),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::FromRequest;
    use actix_web::test::TestRequest;

    async fn lines(body: &'static str, limit: usize) -> Vec<(u64, Result<String, Full>)> {
        let (request, mut payload) = TestRequest::default().set_payload(body).to_http_parts();
        let payload = actix_web::web::Payload::from_request(&request, &mut payload).await.expect("a payload");
        let mut lines = Lines::new(payload.into_inner(), &Budget::new(1 << 20), limit, Duration::from_secs(5));
        let mut found = Vec::new();
        while let Some((number, line)) = lines.next().await.expect("lines") {
            let line = match line {
                BodyLine::Whole(bytes) => Ok(String::from_utf8(bytes.to_vec()).expect("UTF-8")),
                BodyLine::Refused(full) => Err(full),
            };
            found.push((number, line));
        }
        found
    }

    #[actix_web::test]
    async fn lines_are_told_apart() {
        let told = |text: &str| Ok(text.to_owned());
        assert_eq!(lines("", 9).await, []);
        assert_eq!(lines("\n \r\n\n", 9).await, []);
        assert_eq!(lines("a\r\n\nb", 9).await, [(1, told("a")), (3, told("b"))]);
        assert_eq!(lines("a\rb\n", 9).await, [(1, told("a\rb"))]);
        let long = lines("1234567890\n123456789\n1234567890", 9).await;
        assert_eq!(long, [(1, Err(Full::TooLarge)), (2, told("123456789")), (3, Err(Full::TooLarge))]);
    }
}
