//! Request bodies: decompressed and bounded in size, memory and time, with their declared format.

pub(super) mod budget;
pub(super) mod lines;
mod unpack;

pub(super) use budget::Full;

use super::context::ServerContext;
use super::problem::{ApiError, ProblemType, Shortage};
use crate::app::{Media, Source};
use actix_web::body::{BodyStream, MessageBody};
use actix_web::dev::Payload;
use actix_web::http::header;
use actix_web::{FromRequest, HttpRequest, web};
use caipan_auditor::media_of;
use caipan_tiles::bilingual;
use std::future::{Future, poll_fn};
use std::pin::{Pin, pin};
use unpack::{Packing, Refused, Unpacking};

/// A body after decompression.
#[derive(Debug)]
pub struct Body {
    /// The bytes.
    pub bytes: web::Bytes,
    /// The media type without parameters, in lower case; empty if absent.
    pub media_type: String,
}

impl FromRequest for Body {
    type Error = ApiError;
    type Future = Pin<Box<dyn Future<Output = Result<Body, ApiError>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let context = request.app_data::<web::Data<ServerContext>>().cloned();
        let (packing, media_type) = (packing(request), media_type(request));
        let announced =
            request.headers().get(header::CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.parse().ok());
        let payload = payload.take();
        Box::pin(async move {
            let context =
                context.ok_or_else(|| super::fail::internal(&"the service was put up without its context"))?;
            let (limit, timeout) = (context.config.body_limit, context.config.body_timeout);
            let packing = packing?;
            if packing == Packing::Plain && announced.is_some_and(|announced: usize| announced > limit) {
                return Err(too_large(limit));
            }
            let read = whole(payload, Unpacking::new(packing, &context.budget, limit));
            let bytes = actix_web::rt::time::timeout(timeout, read).await.map_err(|_| too_slow(timeout.as_secs()))?;
            let bytes = bytes.map_err(|refused| match refused {
                Refused::Full(Full::TooLarge) => too_large(limit),
                Refused::Full(Full::NoRoom) => no_room(),
                Refused::Broken(error) => broken(&error.to_string()),
            })?;
            Ok(Body { bytes, media_type })
        })
    }
}

/// Reads the body to its end.
async fn whole(payload: Payload, unpacking: Result<Unpacking, Refused>) -> Result<web::Bytes, Refused> {
    let mut unpacking = unpacking?;
    let mut chunks = pin!(BodyStream::new(payload));
    while let Some(chunk) = poll_fn(|context| chunks.as_mut().poll_next(context)).await {
        unpacking.push(&chunk.map_err(|error| Refused::Broken(std::io::Error::other(error.to_string())))?)?;
    }
    unpacking.finish()
}

/// Checks that the body is not compressed.
pub(super) fn unpacked(request: &HttpRequest) -> Result<(), ApiError> {
    let codings = request.headers().get_all(header::CONTENT_ENCODING);
    for coding in codings {
        if coding.to_str().ok().and_then(Packing::named) != Some(Packing::Plain) {
            return Err(packed_lines());
        }
    }
    Ok(())
}

/// The problem of a batch that is compressed.
pub(super) fn packed_lines() -> ApiError {
    let text = bilingual!(
        "批量请求的内容须不压缩发送。请去掉 Content-Encoding。",
        "The lines of a batch are sent as they are. Leave Content-Encoding out."
    );
    ApiError { accept_encoding: Some("identity"), ..ApiError::new(ProblemType::EncodingUnsupported, text) }
}

/// Checks that the body is NDJSON.
pub(super) fn is_lines(request: &HttpRequest) -> Result<(), ApiError> {
    match media_type(request).as_str() {
        "application/x-ndjson" | "application/ndjson" | "application/jsonl" | "application/octet-stream" => Ok(()),
        other => Err(no_lines(other)),
    }
}

/// The problem of a batch of another media type.
pub(super) fn no_lines(other: &str) -> ApiError {
    ApiError::new(
        ProblemType::MediaTypeUnsupported,
        bilingual!(
            "收到的内容类型是 {other}。请每行放一份 paipu/1 牌谱，并用 Content-Type: application/x-ndjson。",
            "The body came as {other}. Send one paipu/1 log a line, with Content-Type: application/x-ndjson."
        ),
    )
}

/// The content coding. Several or unknown codings are rejected, because the body would be misread.
fn packing(request: &HttpRequest) -> Result<Packing, ApiError> {
    let mut codings = request.headers().get_all(header::CONTENT_ENCODING);
    let (coding, more) = (codings.next(), codings.next());
    let named = match coding {
        None => Some(Packing::Plain),
        Some(coding) => coding.to_str().ok().and_then(Packing::named).filter(|_| more.is_none()),
    };
    named.ok_or_else(|| {
        unknown_coding(&coding.map(|coding| String::from_utf8_lossy(coding.as_bytes())).unwrap_or_default())
    })
}

/// The problem of an unknown content coding.
pub(super) fn unknown_coding(coding: &str) -> ApiError {
    let known = Packing::KNOWN;
    let text = bilingual!(
        "不认识 Content-Encoding: {coding}。请不压缩发送，或改用其中一种：{known}。",
        "Content-Encoding: {coding} is not known. Send the body as it is, or packed by one of: {known}."
    );
    ApiError { accept_encoding: Some(known), ..ApiError::new(ProblemType::EncodingUnsupported, text) }
}

impl Body {
    /// Determines the input format: `from` if given, else the media type. If the media type is ambiguous, the content is
    /// recognised.
    pub fn source(self, from: Option<String>) -> Result<Source, ApiError> {
        let (media, open) = match (self.media_type.as_str(), &from) {
            ("application/vnd.paipu+json", _) => (Media::Json, false),
            ("application/json" | "", None) => (Media::Json, true),
            // JSON of a third-party format must not be served as `paipu/1`.
            ("application/json" | "", Some(_)) => (Media::Other, false),
            // The rows of a recognised format form one log; NDJSON of logs is a batch.
            ("application/x-ndjson" | "application/jsonl" | "application/x-jsonlines", None)
                if media_of(&self.bytes).1.is_some() =>
            {
                (Media::Json, true)
            }
            ("text/plain", _) => (Media::Text, true),
            ("application/octet-stream", None) => (media_of(&self.bytes).0, true),
            (_, Some(_)) => (Media::Other, false),
            (other, None) => return Err(unsupported(other)),
        };
        let (media, from) = match media_of(&self.bytes) {
            (_, Some(name)) if open => (if media == Media::Json { Media::Other } else { media }, Some(name.to_owned())),
            _ => (media, from),
        };
        Ok(Source { bytes: self.bytes, media, from, in_progress: false, set: None })
    }

    /// The bytes of a TOML file. Clients often send it as text or without a media type.
    pub fn toml(self) -> Result<web::Bytes, ApiError> {
        match self.media_type.as_str() {
            "application/toml" | "text/plain" | "text/toml" | "text/x-toml" | "application/octet-stream" | "" => {
                Ok(self.bytes)
            }
            other => Err(ApiError::new(
                ProblemType::MediaTypeUnsupported,
                bilingual!(
                    "收到的内容类型是 {other}。请发送文件本身，Content-Type: application/toml。",
                    "The body came as {other}. Send the file itself, with Content-Type: application/toml."
                ),
            )),
        }
    }

    /// The bytes of a JSON request.
    pub fn json(self) -> Result<web::Bytes, ApiError> {
        match self.media_type.as_str() {
            "application/json" | "" => Ok(self.bytes),
            other => Err(ApiError::new(
                ProblemType::MediaTypeUnsupported,
                bilingual!(
                    "收到的内容类型是 {other}。请改用 Content-Type: application/json。",
                    "The body came as {other}. Send it with Content-Type: application/json."
                ),
            )),
        }
    }
}

fn media_type(request: &HttpRequest) -> String {
    let value = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    value.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
}

fn unsupported(other: &str) -> ApiError {
    ApiError::new(
        ProblemType::MediaTypeUnsupported,
        bilingual!(
            "收到的内容类型是 {other}。paipu/1 牌谱请用 application/vnd.paipu+json，文字记谱用 text/plain，第三方格式请加 ?from=格式名。",
            "The body came as {other}. Send a paipu/1 log as application/vnd.paipu+json, the text notation as text/plain, or name a third-party format with ?from=."
        ),
    )
}

pub(super) fn too_large(limit: usize) -> ApiError {
    ApiError::new(
        ProblemType::BodyTooLarge,
        bilingual!(
            "解压后的内容不得超过 {limit} 字节。请按局拆开后分别发送。",
            "A body may hold at most {limit} bytes after decompression. Split the match and send the parts one by one."
        ),
    )
}

pub(super) fn no_room() -> ApiError {
    let text = bilingual!(
        "正在接收的请求内容过多，没有余地。请过一秒再试。",
        "The bodies of other requests take all the room there is. Try again in a second."
    );
    ApiError::busy(Shortage::BodyBudget, text)
}

pub(super) fn too_slow(seconds: u64) -> ApiError {
    ApiError::new(
        ProblemType::BodyTimeout,
        bilingual!(
            "请求内容应在 {seconds} 秒内送达。请重发；带同一幂等键重发是安全的。",
            "The body has to arrive within {seconds} seconds. Send it again; with the same idempotency key that is safe."
        ),
    )
}

pub(super) fn broken(error: &str) -> ApiError {
    ApiError::new(
        ProblemType::RequestInvalid,
        bilingual!(
            "请求内容中断或无法解压（{error}）。请检查 Content-Encoding 后重发。",
            "The body broke off or cannot be unpacked ({error}). Check Content-Encoding and send it again."
        ),
    )
}
