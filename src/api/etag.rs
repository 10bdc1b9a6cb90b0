//! Conditional requests: an unchanged answer is not sent again.

use actix_web::http::header::{self, EntityTag, IfNoneMatch};
use actix_web::{HttpMessage, HttpRequest, HttpResponse, HttpResponseBuilder};

/// A weak entity tag, independent of the content coding.
pub(super) struct Tag(EntityTag);

impl Tag {
    /// Builds a tag from the parts that determine the answer.
    pub(super) fn of(parts: &[&str]) -> Tag {
        Tag(EntityTag::new_weak(parts.join("/")))
    }

    /// Starts a 304 if the client has this state, else a 200.
    pub(super) fn answer(
        &self,
        request: &HttpRequest,
        vary: &'static str,
    ) -> Result<HttpResponse, HttpResponseBuilder> {
        let has = match request.get_header::<IfNoneMatch>() {
            Some(IfNoneMatch::Any) => true,
            Some(IfNoneMatch::Items(tags)) => tags.iter().any(|tag| tag.weak_eq(&self.0)),
            None => false,
        };
        let mut response = if has { HttpResponse::NotModified() } else { HttpResponse::Ok() };
        response.insert_header(header::ETag(self.0.clone())).insert_header((header::VARY, vary));
        if has { Ok(response.finish()) } else { Err(response) }
    }
}
