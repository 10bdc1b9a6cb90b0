//! The middleware that renders problems and adds security headers; the policy of those headers is left to `guard`.

use super::accept::{self, Form};
use super::context::ServerContext;
use super::etag;
use super::guard;
use super::lang::asked;
use super::problem::ApiError;
use super::rate_headers;
use super::session;
use super::trace::{self, RefusalReason};
use actix_http::ConnectionType;
use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::{Method, StatusCode, header};
use actix_web::middleware::Next;
use actix_web::web::Data;
use actix_web::{Error, HttpMessage};

/// Serves `HEAD` as `GET` (the protocol drops the body), renders problems as JSON or as a page in the language of the
/// request, leads a browser that has to sign in to the sign-in, and adds the security headers. A process that is about to
/// stop asks its clients to connect anew.
pub(super) async fn filter<B: MessageBody + 'static>(
    mut request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    if request.method() == Method::HEAD {
        request.head_mut().method = Method::GET;
        // A range is of a body.
        request.headers_mut().remove(header::RANGE);
    }
    let tag = request.query_string().split('&').find_map(|pair| pair.strip_prefix("lang="));
    let lang = asked(request.request(), tag);
    let browser = matches!(accept::wanted(request.request(), &[Form::Json, Form::Html]), Ok(Form::Html));
    let response = next.call(request).await?.map_into_boxed_body();
    let problem = response.response().error().and_then(|error| error.as_error::<ApiError>()).cloned();
    let id = trace::id_of(response.request());
    if let Some(problem) = &problem {
        response.request().extensions_mut().insert(RefusalReason(problem.reason()));
    }
    let asked = response.request();
    let needs_sign_in = asked.method() == Method::GET && asked.extensions().contains::<session::NeedsSignIn>();
    let mut response = match problem {
        Some(_) if browser && needs_sign_in => {
            let redirect = session::redirect(response.request());
            response.into_response(redirect)
        }
        Some(problem) if browser => {
            let page = problem.page(response.request(), lang, &id);
            response.into_response(page)
        }
        Some(problem) => response.into_response(problem.respond(lang, &id)),
        None => response,
    };
    etag::weaken(response.headers_mut());
    let asked = response.request().clone();
    rate_headers::add(&asked, response.headers_mut());
    let path = response.request().path().to_owned();
    let trusted = guard::is_trusted(response.request());
    let leaving = response.request().app_data::<Data<ServerContext>>().is_some_and(|context| context.leaving.is_set());
    if leaving {
        response.response_mut().head_mut().set_connection_type(ConnectionType::Close);
    }
    let unchanged = response.status() == StatusCode::NOT_MODIFIED;
    guard::harden(&path, trusted, unchanged, response.headers_mut());
    Ok(response)
}
