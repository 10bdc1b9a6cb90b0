//! Conditional requests: an unchanged answer is not sent again, and a part of one can be asked for.

use super::problem::{ApiError, ProblemType};
use actix_web::http::header::{self, EntityTag, HeaderMap, HeaderValue, IfNoneMatch, IfRange, Range};
use actix_web::{HttpMessage, HttpRequest, HttpResponse, HttpResponseBuilder};
use caipan_tiles::bilingual;
use std::num::NonZeroU32;

/// An entity tag. A weak one is independent of the content coding; a strong one names the very bytes.
pub(super) struct Tag(EntityTag);

impl Tag {
    /// Builds a tag from the parts that determine the answer.
    pub(super) fn of(parts: &[&str]) -> Tag {
        Tag(EntityTag::new_weak(parts.join("/")))
    }

    /// Builds a strong tag. [`weaken`] makes it weak if the answer is compressed.
    pub(super) fn of_bytes(digest: &str) -> Tag {
        Tag(EntityTag::new_strong(digest.to_owned()))
    }

    /// The single byte range that the client asks for, as first and last byte. `None` for the whole: without `Range`, for
    /// several ranges or another unit, and if the client has another state (`If-Range`).
    pub(super) fn range(&self, request: &HttpRequest, length: usize) -> Result<Option<(usize, usize)>, ApiError> {
        let same = match request.headers().contains_key(header::IF_RANGE).then(|| request.get_header::<IfRange>()) {
            None => true,
            Some(Some(IfRange::EntityTag(tag))) => tag.strong_eq(&self.0),
            Some(_) => false,
        };
        let Some(Range::Bytes(ranges)) = request.get_header::<Range>().filter(|_| same) else { return Ok(None) };
        let [range] = ranges.as_slice() else { return Ok(None) };
        match range.to_satisfiable_range(length as u64) {
            Some((first, last)) => Ok(usize::try_from(first).ok().zip(usize::try_from(last).ok())),
            None => Err(outside(length)),
        }
    }

    /// Returns whether the client has this state.
    pub(super) fn is_known(&self, known: Option<&IfNoneMatch>) -> bool {
        match known {
            Some(IfNoneMatch::Any) => true,
            Some(IfNoneMatch::Items(tags)) => tags.iter().any(|tag| tag.weak_eq(&self.0)),
            None => false,
        }
    }

    /// Starts a 304 if the client has this state, else a 200.
    pub(super) fn answer(
        &self,
        request: &HttpRequest,
        vary: &'static str,
    ) -> Result<HttpResponse, HttpResponseBuilder> {
        let has = self.is_known(request.get_header::<IfNoneMatch>().as_ref());
        let mut response = if has { HttpResponse::NotModified() } else { HttpResponse::Ok() };
        response.insert_header(header::ETag(self.0.clone())).insert_header((header::VARY, vary));
        if has { Ok(response.finish()) } else { Err(response) }
    }
}

/// Makes the tag of a compressed answer weak: its bytes are not those that the tag names.
pub(super) fn weaken(headers: &mut HeaderMap) {
    let strong = headers.get(header::ETAG).filter(|tag| !tag.as_bytes().starts_with(b"W/"));
    let weak = strong.and_then(|tag| HeaderValue::from_bytes(&[b"W/", tag.as_bytes()].concat()).ok());
    if let Some(weak) = weak.filter(|_| headers.contains_key(header::CONTENT_ENCODING)) {
        headers.insert(header::ETAG, weak);
    }
}
/// The problem of a range that none of the bytes is in.
pub(super) fn outside(length: usize) -> ApiError {
    let text = bilingual!(
        "所要的字节不存在：全部只有 {length} 字节。请改写或去掉 Range。",
        "The requested range is outside the {length} bytes. Change or remove the Range header."
    );
    let length = u32::try_from(length).ok().and_then(NonZeroU32::new);
    ApiError { length, ..ApiError::new(ProblemType::RangeUnsatisfiable, text) }
}
