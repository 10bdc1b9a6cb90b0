//! What a client has already: an answer that is still the same is not sent again.

use actix_web::http::header::{self, EntityTag, IfNoneMatch};
use actix_web::{HttpMessage, HttpRequest, HttpResponse, HttpResponseBuilder};

/// What tells one state of an answer from another. Weak: it is the same however the answer is packed on its way.
pub(super) struct Tag(EntityTag);

impl Tag {
    /// The tag of what these say.
    pub(super) fn of(parts: &[&str]) -> Tag {
        Tag(EntityTag::new_weak(parts.join("/")))
    }

    /// 304 where the client has this state already, else 200.
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
