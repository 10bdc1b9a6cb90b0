//! The memory budget of large answers, which are held until the client has taken them.
//!
//! Small answers are free: the number of connections bounds them. A large one that finds no memory is refused with 503. An
//! answer whose size is known before it is read from the store is charged before.

use super::context::ServerContext;
use super::problem::{ApiError, Shortage};
use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::middleware::Next;
use actix_web::web::{Bytes, Data};
use actix_web::{Error, HttpResponse};
use caipan_tiles::bilingual;
use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Answers up to this size are free.
const FREE: usize = 64 << 10;
/// The bytes handed to the connection at a time; it copies what it is given.
const PIECE: usize = 32 << 10;
/// The unit of permits in bytes.
const UNIT: usize = 1 << 10;

/// The budget, shared by all threads.
#[derive(Clone, Debug)]
pub(super) struct AnswerBudget {
    units: usize,
    free: Arc<Semaphore>,
}

impl AnswerBudget {
    /// Creates a budget of this many bytes.
    pub(super) fn new(bytes: usize) -> AnswerBudget {
        let units = (bytes / UNIT).clamp(1, Semaphore::MAX_PERMITS);
        AnswerBudget { units, free: Arc::new(Semaphore::new(units)) }
    }

    /// The size in bytes.
    pub(super) fn size(&self) -> usize {
        self.units * UNIT
    }

    /// The bytes that no answer holds.
    pub(super) fn free(&self) -> usize {
        self.free.available_permits() * UNIT
    }

    /// Takes memory for an answer that will have this many bytes, before it is read.
    pub(super) fn reserve(&self, bytes: usize) -> Result<Reserved, ApiError> {
        if bytes <= FREE {
            return Ok(Reserved(None));
        }
        self.take(bytes).map(|permit| Reserved(Some(permit))).ok_or_else(no_room)
    }

    /// Takes memory for an answer. One that is larger than the whole budget takes all of it.
    fn take(&self, bytes: usize) -> Option<OwnedSemaphorePermit> {
        let units = u32::try_from(bytes.div_ceil(UNIT).min(self.units)).ok()?;
        Arc::clone(&self.free).try_acquire_many_owned(units).ok()
    }
}

/// Memory for an answer, taken before it was read.
pub(super) struct Reserved(Option<OwnedSemaphorePermit>);

impl Reserved {
    /// Lets the answer hold its memory until it is sent.
    pub(super) fn held_by(self, mut response: HttpResponse) -> HttpResponse {
        if let Reserved(Some(permit)) = self {
            response.extensions_mut().insert(permit);
        }
        response
    }
}

/// Charges large answers to the budget.
pub(super) async fn charge<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let budget = request.app_data::<Data<ServerContext>>().map(|context| context.answers.clone());
    let response = next.call(request).await?;
    let (request, mut response) = response.into_parts();
    let reserved = response.extensions_mut().remove::<OwnedSemaphorePermit>();
    let (head, body) = response.into_parts();
    let bytes = match (body.size(), body.try_into_bytes()) {
        (BodySize::Sized(size), Ok(bytes)) if size > FREE as u64 => bytes,
        (_, Ok(bytes)) => return Ok(ServiceResponse::new(request, head.set_body(BoxBody::new(bytes)))),
        (_, Err(body)) => return Ok(ServiceResponse::new(request, head.set_body(BoxBody::new(body)))),
    };
    let permit = match budget.filter(|_| reserved.is_none()) {
        Some(budget) => match budget.take(bytes.len()) {
            Some(permit) => Some(permit),
            // As a response, so that it is rendered like every other problem.
            None => return Ok(ServiceResponse::new(request, HttpResponse::from_error(no_room()))),
        },
        None => reserved,
    };
    let body = Charged { bytes, _permit: permit };
    Ok(ServiceResponse::new(request, head.set_body(BoxBody::new(body))))
}

fn no_room() -> ApiError {
    let text = bilingual!(
        "正在发送的大型响应已占满内存。请稍后再试，并及时读取响应。",
        "The large answers that are being sent use all memory reserved for them. Try again later, and read answers without a pause."
    );
    ApiError::busy(Shortage::AnswerBudget, text)
}

/// An answer with its memory, handed out in pieces.
struct Charged {
    bytes: Bytes,
    _permit: Option<OwnedSemaphorePermit>,
}

impl MessageBody for Charged {
    type Error = Infallible;

    fn size(&self) -> BodySize {
        BodySize::Sized(self.bytes.len() as u64)
    }

    fn poll_next(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Result<Bytes, Infallible>>> {
        let piece = self.bytes.len().min(PIECE);
        Poll::Ready((piece > 0).then(|| Ok(self.bytes.split_to(piece))))
    }
}
