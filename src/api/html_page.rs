//! HTML pages as responses, with the content security policy of pages.

use actix_web::http::header;
use actix_web::{HttpResponse, HttpResponseBuilder};
use caipan_tiles::text::Lang;

/// Pages load only resources of this service, submit forms only to it and cannot be framed.
const PAGE_POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; \
                           base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// Responds with a page in this language.
pub fn page(page: &maud::Markup, lang: Lang) -> HttpResponse {
    as_page(&mut HttpResponse::Ok(), page, lang)
}

/// Responds with a page and its content security policy.
pub fn as_page(response: &mut HttpResponseBuilder, page: &maud::Markup, lang: Lang) -> HttpResponse {
    response
        .content_type("text/html; charset=utf-8")
        .insert_header((header::CONTENT_LANGUAGE, lang.tag()))
        .insert_header((header::CONTENT_SECURITY_POLICY, PAGE_POLICY))
        // Without a referrer a form would have no origin and be rejected.
        .insert_header((header::REFERRER_POLICY, "same-origin"))
        .insert_header((header::VARY, "Accept, Accept-Language"))
        .body(page.0.clone())
}
