//! Connections that report their end only after all earlier bytes were read, that are closed if idle while the service
//! is crowded, and whose clients must take answers at some pace.
//!
//! A client may close its side after the last byte. If the reader of the body is slower than the client, actix-http
//! (3.20) drops up to 128 KiB of received bytes and reports an incomplete body. Therefore the end of a connection is
//! held back until the reader of the body has consumed everything and waits for more.

use super::connections::OpenConnection;
use super::pace::Pace;
use super::protocol_answer::ProtocolAnswers;
use actix_web::HttpMessage;
use actix_web::dev::{Payload, ServiceRequest};
use actix_web::error::PayloadError;
use actix_web::rt::net::TcpStream;
use actix_web::web::Bytes;
use futures_core::Stream;
use std::cell::{Cell, RefCell};
use std::future::{Future, poll_fn};
use std::io;
use std::pin::{Pin, pin};
use std::rc::Rc;
use std::task::{Context, Poll, Waker};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep, sleep_until};

/// The time for which a connection may be idle while the service is crowded.
const IDLE: Duration = Duration::from_secs(2);

/// The time in which a client that closed its side still gets an answer. A close of the whole connection looks the same until
/// something is written to it.
const GRACE: Duration = Duration::from_secs(2);

/// A client connection.
pub(super) struct Wire {
    stream: TcpStream,
    end: Rc<End>,
    open: OpenConnection,
    pace: Pace,
    answers: ProtocolAnswers,
    /// The time at which an idle connection is looked at again.
    idle: Option<Pin<Box<Sleep>>>,
}

/// The state shared by the receiving side of a connection and the reader of a body.
#[derive(Default)]
pub(super) struct End {
    /// True if a body is being read.
    reading: Cell<bool>,
    /// True if the reader has consumed everything.
    waiting: Cell<bool>,
    /// The number of requests without a complete answer.
    in_flight: Cell<usize>,
    /// True if the client sends nothing more.
    closed: Cell<bool>,
    /// The wakers of the receiver, of the reader, and of the request in work.
    receiver: RefCell<Option<Waker>>,
    reader: RefCell<Option<Waker>>,
    request: RefCell<Option<Waker>>,
}

impl Wire {
    /// Wraps a stream whose client may stand still for this time.
    pub(super) fn new(stream: TcpStream, open: OpenConnection, timeout: Duration, answers: ProtocolAnswers) -> Wire {
        Wire { stream, end: Rc::default(), open, pace: Pace::new(timeout), answers, idle: None }
    }

    /// True if the connection was idle for long enough to be closed. Otherwise it is looked at again later.
    fn is_to_be_closed(&mut self, context: &mut Context<'_>) -> bool {
        if self.end.in_flight.get() > 0 {
            self.idle = None;
            return false;
        }
        let again = || sleep_until(Instant::now() + IDLE);
        let idle = self.idle.get_or_insert_with(|| Box::pin(again()));
        while idle.as_mut().poll(context).is_ready() {
            if self.open.is_crowded() {
                return true;
            }
            idle.set(again());
        }
        false
    }

    /// The shared state.
    pub(super) fn end(&self) -> Rc<End> {
        Rc::clone(&self.end)
    }
}

/// A request without a complete answer.
pub(super) struct InFlight(Option<Rc<End>>);

impl Drop for InFlight {
    fn drop(&mut self) {
        if let Some(end) = &self.0 {
            end.in_flight.set(end.in_flight.get().saturating_sub(1));
            // The receiver begins to count the time that it is idle.
            wake(&end.receiver);
        }
    }
}

impl InFlight {
    /// Waits for the answer of the request, and gives it up some time after its client closed its side: then probably nobody
    /// waits for it any more. `None` if it was given up.
    pub(super) async fn unless_left<T>(&self, answer: impl Future<Output = T>) -> Option<T> {
        let mut answer = pin!(answer);
        let mut grace = pin!(None::<Sleep>);
        poll_fn(|context| {
            if let Poll::Ready(answer) = answer.as_mut().poll(context) {
                return Poll::Ready(Some(answer));
            }
            let Some(end) = &self.0 else { return Poll::Pending };
            if !end.closed.get() {
                *end.request.borrow_mut() = Some(context.waker().clone());
                return Poll::Pending;
            }
            if grace.is_none() {
                grace.set(Some(sleep(GRACE)));
            }
            grace.as_mut().as_pin_mut().map_or(Poll::Pending, |grace| grace.poll(context).map(|()| None))
        })
        .await
    }
}

/// Makes the body of a request, if any, report its progress to the connection and add its bytes to `received`, and counts
/// the request as in flight.
pub(super) fn attend(request: &mut ServiceRequest, received: &Rc<Cell<u64>>) -> InFlight {
    let Some(end) = request.conn_data::<Rc<End>>().cloned() else { return InFlight(None) };
    end.in_flight.set(end.in_flight.get() + 1);
    let in_flight = InFlight(Some(Rc::clone(&end)));
    match request.take_payload() {
        Payload::None => {}
        body => {
            end.reading.set(true);
            end.waiting.set(false);
            let body = Attended { body: Some(body), end, received: Rc::clone(received) };
            request.set_payload(Payload::Stream { payload: Box::pin(body) });
        }
    }
    in_flight
}

impl End {
    /// Returns whether the end may be reported now. If not, the receiver is woken when it may, and the reader is woken
    /// to report whether it waits.
    fn may_be_heard(&self, context: &Context<'_>) -> bool {
        if !self.reading.get() || self.waiting.get() {
            return true;
        }
        *self.receiver.borrow_mut() = Some(context.waker().clone());
        wake(&self.reader);
        false
    }

    /// The client sends nothing more.
    fn is_closed(&self) {
        self.closed.set(true);
        wake(&self.request);
    }

    /// The reader has consumed everything.
    fn waits(&self, context: &Context<'_>) {
        *self.reader.borrow_mut() = Some(context.waker().clone());
        self.waiting.set(true);
        wake(&self.receiver);
    }

    /// Nothing is read any more.
    fn is_done(&self) {
        self.reading.set(false);
        wake(&self.receiver);
    }
}

fn wake(waker: &RefCell<Option<Waker>>) {
    let waker = waker.borrow_mut().take();
    if let Some(waker) = waker {
        waker.wake();
    }
}

/// A body that reports its progress to the connection.
struct Attended {
    body: Option<Payload>,
    end: Rc<End>,
    received: Rc<Cell<u64>>,
}

impl Stream for Attended {
    type Item = Result<Bytes, PayloadError>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let Some(body) = &mut self.body else { return Poll::Ready(None) };
        match Pin::new(body).poll_next(context) {
            Poll::Pending => {
                self.end.waits(context);
                Poll::Pending
            }
            Poll::Ready(Some(Ok(bytes))) => {
                self.received.set(self.received.get() + bytes.len() as u64);
                Poll::Ready(Some(Ok(bytes)))
            }
            Poll::Ready(last) => {
                self.end.is_done();
                Poll::Ready(last)
            }
        }
    }
}

impl Drop for Attended {
    fn drop(&mut self) {
        // The body goes first, so that the receiver sees that nobody reads it.
        self.body = None;
        self.end.is_done();
    }
}

impl Wire {
    /// Breaks off if the client takes bytes too slowly.
    fn paced(&mut self, context: &mut Context<'_>, written: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        match written {
            Poll::Ready(Ok(bytes)) => self.pace.credit(bytes),
            Poll::Pending if self.pace.is_too_slow(context) => {
                return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
            }
            _ => {}
        }
        written
    }
}

impl AsyncRead for Wire {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        if self.open.is_beyond_share {
            return Poll::Ready(Ok(()));
        }
        let before = into.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(context, into);
        if matches!(read, Poll::Ready(Err(_))) {
            self.end.is_closed();
        }
        if read?.is_pending() {
            *self.end.receiver.borrow_mut() = Some(context.waker().clone());
            return if self.is_to_be_closed(context) { Poll::Ready(Ok(())) } else { Poll::Pending };
        }
        if into.filled().len() > before {
            // These bytes may belong to the body.
            self.end.waiting.set(false);
            if self.end.in_flight.get() == 0 {
                self.pace.begins();
            }
            self.idle = None;
            return Poll::Ready(Ok(()));
        }
        self.end.is_closed();
        if self.end.may_be_heard(context) { Poll::Ready(Ok(())) } else { Poll::Pending }
    }
}

impl AsyncWrite for Wire {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        if self.end.in_flight.get() == 0 && matches!(written, Poll::Ready(Ok(taken)) if taken == bytes.len()) {
            self.answers.record(bytes);
        }
        self.paced(context, written)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
