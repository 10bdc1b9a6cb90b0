//! HTML pages as responses, with the content security policy of pages.

use super::session;
use crate::web::Document;
use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder};
use std::sync::LazyLock;

/// Pages load only resources of this service, submit forms only to it and cannot be framed.
const PAGE_POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; \
                           base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// The policy of a page that runs the WebAssembly module. It allows no other code.
static MODULE_POLICY: LazyLock<String> =
    LazyLock::new(|| PAGE_POLICY.replacen("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'", 1));

/// Responds with a page.
pub fn page(request: &HttpRequest, page: &Document) -> HttpResponse {
    as_page(request, &mut HttpResponse::Ok(), page)
}

/// Responds with a page and its content security policy. The frame names the person who signed in.
pub fn as_page(request: &HttpRequest, response: &mut HttpResponseBuilder, page: &Document) -> HttpResponse {
    let policy = if page.runs_module { MODULE_POLICY.as_str() } else { PAGE_POLICY };
    let connection = request.connection_info();
    let origin = format!("{}://{}", connection.scheme(), connection.host());
    response
        .content_type("text/html; charset=utf-8")
        .insert_header((header::CONTENT_LANGUAGE, page.lang.tag()))
        .insert_header((header::CONTENT_SECURITY_POLICY, policy))
        // Without a referrer a form would have no origin and be rejected.
        .insert_header((header::REFERRER_POLICY, "same-origin"))
        .insert_header((header::VARY, "Accept, Accept-Language"))
        .body(page.render(&session::visitor(request), &origin).into_string())
}
