//! Connections that report their end only after all earlier bytes were read.
//!
//! A client may close its side after the last byte. If the reader of the body is slower than the client, actix-http
//! (3.20) drops up to 128 KiB of received bytes and reports an incomplete body. Therefore the end of a connection is
//! held back until the reader of the body has consumed everything and waits for more.

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

/// A client connection.
pub(super) struct Wire {
    stream: TcpStream,
    end: Rc<End>,
}

/// The state shared by the receiving side of a connection and the reader of a body.
#[derive(Default)]
pub(super) struct End {
    /// True if a body is being read.
    reading: Cell<bool>,
    /// True if the reader has consumed everything.
    waiting: Cell<bool>,
    /// The waker of the receiver, and the waker of the reader.
    receiver: RefCell<Option<Waker>>,
    reader: RefCell<Option<Waker>>,
}

impl Wire {
    /// Wraps a stream.
    pub(super) fn new(stream: TcpStream) -> Wire {
        Wire { stream, end: Rc::default() }
    }

    /// The shared state.
    pub(super) fn end(&self) -> Rc<End> {
        Rc::clone(&self.end)
    }
}

/// Makes the body of a request, if any, report its progress to the connection.
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
        // The body goes first, so that the receiver sees that nobody reads it.
        self.body = None;
        self.end.is_done();
    }
}

impl AsyncRead for Wire {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let before = into.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(context, into))?;
        if into.filled().len() > before {
            // These bytes may belong to the body.
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
