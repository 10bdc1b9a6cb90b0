//! Connections whose end is heard only once everything before it was read.
//!
//! A client may close its side as soon as it has sent its last byte. Where the reader of the body is slower than the client, actix-http
//! (3.20) then forgets up to 128 KiB that it has received and not yet decoded, and calls the body incomplete. So the end of a
//! connection is kept back while a body is being read, until its reader has taken all there is and waits for more.

use actix_web::HttpMessage;
use actix_web::dev::{Payload, ServiceRequest};
use actix_web::error::PayloadError;
use actix_web::rt::net::TcpStream;
use actix_web::web::Bytes;
use futures_core::Stream;
use std::cell::{Cell, RefCell};
use std::io;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker, ready};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// A connection of a client.
pub(super) struct Wire {
    stream: TcpStream,
    end: Rc<End>,
}

/// What the two ends of a connection, the one that receives and the one that reads a body, know of each other.
#[derive(Default)]
pub(super) struct End {
    /// Whether a body is being read.
    reading: Cell<bool>,
    /// Whether its reader has taken all that it was given.
    waiting: Cell<bool>,
    /// Who is told that the end may be heard, and who that somebody waits to hear it.
    receiver: RefCell<Option<Waker>>,
    reader: RefCell<Option<Waker>>,
}

impl Wire {
    /// Over this stream.
    pub(super) fn new(stream: TcpStream) -> Wire {
        Wire { stream, end: Rc::default() }
    }

    /// What is known of its end.
    pub(super) fn end(&self) -> Rc<End> {
        Rc::clone(&self.end)
    }
}

/// Has the body of the request, if it has one, tell its connection how far it is read.
pub(super) fn attend(request: &mut ServiceRequest) {
    let Some(end) = request.conn_data::<Rc<End>>().cloned() else { return };
    match request.take_payload() {
        Payload::None => {}
        body => {
            end.reading.set(true);
            end.waiting.set(false);
            let body = Attended { body: Some(body), end };
            request.set_payload(Payload::Stream { payload: Box::pin(body) });
        }
    }
}

impl End {
    /// Whether the end may be heard now. If not, its receiver is told when it may, and the reader to see whether it waits.
    fn may_be_heard(&self, context: &Context<'_>) -> bool {
        if !self.reading.get() || self.waiting.get() {
            return true;
        }
        *self.receiver.borrow_mut() = Some(context.waker().clone());
        wake(&self.reader);
        false
    }

    /// The reader has taken all there is.
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

/// A body that tells its connection how far it is read.
struct Attended {
    body: Option<Payload>,
    end: Rc<End>,
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
            Poll::Ready(Some(Ok(bytes))) => Poll::Ready(Some(Ok(bytes))),
            Poll::Ready(last) => {
                self.end.is_done();
                Poll::Ready(last)
            }
        }
    }
}

impl Drop for Attended {
    fn drop(&mut self) {
        // First the body: who receives sees then that nobody wants it.
        self.body = None;
        self.end.is_done();
    }
}

impl AsyncRead for Wire {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let before = into.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(context, into))?;
        if into.filled().len() > before {
            // Some of this may be for the reader.
            self.end.waiting.set(false);
            return Poll::Ready(Ok(()));
        }
        if self.end.may_be_heard(context) { Poll::Ready(Ok(())) } else { Poll::Pending }
    }
}

impl AsyncWrite for Wire {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(context, bytes)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}
