//! HTML pages as responses, with the content security policy of pages.

use actix_web::http::header;
use actix_web::{HttpResponse, HttpResponseBuilder};

/// A page loads nothing but what this service has for it, sends forms nowhere else, and stands in no frame.
const PAGE_POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; \
                           base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// A page.
pub fn page(page: &maud::Markup) -> HttpResponse {
    as_page(&mut HttpResponse::Ok(), page)
}

/// An answer as a page, with the policy that lets it load nothing from elsewhere.
pub fn as_page(response: &mut HttpResponseBuilder, page: &maud::Markup) -> HttpResponse {
    response
        .content_type("text/html; charset=utf-8")
        .insert_header((header::CONTENT_SECURITY_POLICY, PAGE_POLICY))
        // Without any referrer a form of ours would come from nowhere, which is refused.
        .insert_header((header::REFERRER_POLICY, "same-origin"))
        .insert_header((header::VARY, "Accept, Accept-Language"))
        .body(page.0.clone())
}
