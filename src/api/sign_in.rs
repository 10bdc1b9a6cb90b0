//! Handlers of the sign-in: the way to the provider and back, the choice of a tenant, and signing out.

use super::auth;
use super::body::Body;
use super::client_address;
use super::context::ServerContext;
use super::html_page;
use super::lang;
use super::problem::{ApiError, ProblemType};
use super::session::{self, Cookie};
use crate::app::{App, AppError, Fields, Finished, Returned, Session, SignInError, SignInSettings};
use crate::store::Tenant;
use crate::web;
use actix_web::http::header;
use actix_web::web::{Data, Query};
use actix_web::{HttpMessage, HttpRequest, HttpResponse};
use caipan_tiles::bilingual;

/// The lifetime of the ticket of a flow in the browser, in seconds.
const FLOW: i64 = 600;

/// Begins a flow: the page leads to the provider.
pub(super) async fn begin(
    app: Data<App>,
    context: Data<ServerContext>,
    query: Query<Fields>,
    request: HttpRequest,
) -> Result<HttpResponse, ApiError> {
    let settings = configured(&app)?;
    let lang = lang::asked(&request, query.get("lang").map(String::as_str));
    let to = session::local_path(query.get("to").map(String::as_str));
    let _permit = context.sign_ins.take(Tenant::HOME)?;
    let begun = app.begin_sign_in(to).await?;
    let mut response = html_page::page(&request, &web::going(&begun.url, lang));
    add_cookie(&mut response, &Cookie::Flow.set(settings, &begun.ticket, FLOW));
    Ok(response)
}

/// Finishes a flow: the provider sent the browser back.
pub(super) async fn finish(
    app: Data<App>,
    context: Data<ServerContext>,
    query: Query<Fields>,
    request: HttpRequest,
) -> Result<HttpResponse, ApiError> {
    let settings = configured(&app)?;
    if let Some(address) = client_address::of(&request) {
        tokio::time::sleep(context.sign_in_tries.wait(address)).await;
    }
    let _permit = context.sign_ins.take(Tenant::HOME)?;
    let mut given = query.into_inner();
    let returned = Returned {
        code: given.remove("code"),
        state: given.remove("state"),
        issuer: given.remove("iss"),
        error: given.remove("error"),
    };
    let ticket = Cookie::Flow.of(&request, settings);
    let mut response = match app.finish_sign_in(ticket.as_deref(), returned).await? {
        Finished::Session(session) => welcome(settings, &session),
        Finished::Choice(choice) => {
            let page = web::choose_tenant(&choice, lang::asked(&request, None));
            html_page::page(&request, &page)
        }
    };
    add_cookie(&mut response, &Cookie::Flow.set(settings, "", 0));
    Ok(response)
}

/// Makes a session in the chosen tenant.
pub(super) async fn choose(app: Data<App>, request: HttpRequest, body: Body) -> Result<HttpResponse, ApiError> {
    let settings = configured(&app)?;
    session::reject_foreign(&request, settings)?;
    let fields = form(&body)?;
    let ticket = fields.get("ticket").map(String::as_str);
    let session = app.choose_tenant(ticket, fields.get("tenant").map_or("", String::as_str)).await?;
    Ok(welcome(settings, &session))
}

/// Ends the session and leads to the provider, where its own session ends.
pub(super) async fn leave(app: Data<App>, request: HttpRequest, body: Body) -> Result<HttpResponse, ApiError> {
    let settings = configured(&app)?;
    session::reject_foreign(&request, settings)?;
    let lang = lang::asked(&request, form(&body)?.get("lang").map(String::as_str));
    let secret = Cookie::Session.of(&request, settings);
    let key = match secret {
        Some(secret) => match app.identify(Some(&secret)).await {
            Ok(caller) => caller.key.filter(|key| key.person.is_some()),
            Err(AppError::AccessDenied(_)) => None,
            // The session goes on, so the cookie stays.
            Err(error) => return Err(error.into()),
        },
        None => None,
    };
    let url = match key {
        Some(key) => app.sign_out(&key).await?,
        // The session has ended already; the cookie goes all the same.
        None => None,
    };
    let mut response = html_page::page(&request, &web::signed_out(url.as_deref(), lang));
    add_cookie(&mut response, &Cookie::Session.set(settings, "", 0));
    Ok(response)
}

/// The settings of the sign-in.
fn configured(app: &App) -> Result<&SignInSettings, ApiError> {
    session::settings(app).ok_or_else(|| SignInError::Off.into())
}

/// Leads a person who signed in to the page that they wanted.
fn welcome(settings: &SignInSettings, session: &Session) -> HttpResponse {
    let mut response = HttpResponse::SeeOther().insert_header((header::LOCATION, session.to.as_str())).finish();
    add_cookie(&mut response, &Cookie::Session.set(settings, &session.secret, session.seconds.max(0)));
    response
}

fn add_cookie(response: &mut HttpResponse, cookie: &str) {
    if let Ok(value) = header::HeaderValue::from_str(cookie) {
        response.headers_mut().append(header::SET_COOKIE, value);
    }
    // A page with a ticket, or a redirect with a secret, is nothing to keep.
    response.headers_mut().insert(header::CACHE_CONTROL, header::HeaderValue::from_static("no-store"));
}

fn form(body: &Body) -> Result<Fields, ApiError> {
    let text = std::str::from_utf8(&body.bytes).unwrap_or_default();
    Query::<Fields>::from_query(text).map(Query::into_inner).map_err(|error| {
        ApiError::new(
            ProblemType::RequestInvalid,
            bilingual!(
                "表单无法读取：{error}。请回到原页面再试。",
                "The form cannot be read: {error}. Go back to its page and try again."
            ),
        )
    })
}

/// The person of a public page, which is shown to everybody: looks up the session without asking for one.
pub(super) async fn greet(request: &HttpRequest) {
    let Some(app) = request.app_data::<Data<App>>() else { return };
    if request.headers().contains_key(header::AUTHORIZATION) {
        return;
    }
    let Some(secret) = session::settings(app).and_then(|settings| Cookie::Session.of(request, settings)) else {
        return;
    };
    if let Ok(caller) = auth::live(app, &secret).await {
        request.extensions_mut().insert(caller);
    }
}
