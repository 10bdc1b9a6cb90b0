//! Authentication and authorisation of requests. Keys and scopes are left to `app`.
//!
//! Every handler of tenant data takes an [`Allowed`] with the scope that it needs. It is the first extractor, so that a
//! rejected request does not upload its body.

use super::client_address;
use super::context::ServerContext;
use super::problem::{ApiError, ProblemType};
use super::session::{self, NeedsSignIn};
use crate::app::{AccessDenied, App, AppError, Caller, Scope};
use crate::store::Who;
use actix_web::dev::Payload;
use actix_web::http::header;
use actix_web::web::Data;
use actix_web::{FromRequest, HttpMessage, HttpRequest};
use base64::Engine;
use caipan_tiles::bilingual;
use std::future::Future;
use std::marker::PhantomData;
use std::net::IpAddr;
use std::pin::Pin;

/// The problems of every authenticated operation.
pub(super) const FAILS: &[ProblemType] = &[
    ProblemType::KeyMissing,
    ProblemType::KeyInvalid,
    ProblemType::ScopeMissing,
    ProblemType::AddressForeign,
    ProblemType::SessionForeign,
    ProblemType::TooFast,
    ProblemType::Busy,
    ProblemType::StoreUnavailable,
];

/// The access that a handler needs.
pub(super) trait Asks: 'static {
    /// The scope; `None` for any key.
    const SCOPE: Option<Scope>;
}

macro_rules! asks {
    ($($(#[doc = $doc:literal])+ $name:ident $scope:expr;)+) => {$(
        $(#[doc = $doc])+
        pub(super) enum $name {}
        impl Asks for $name {
            const SCOPE: Option<Scope> = $scope;
        }
    )+};
}

asks! {
    /// A key that may store logs.
    ToIngest Some(Scope::Ingest);
    /// A key that may read.
    ToRead Some(Scope::Read);
    /// A key that may audit stored logs again and rule on reports.
    ToReferee Some(Scope::Referee);
    /// A key that may manage keys.
    ToAdmin Some(Scope::Admin);
    /// Any key.
    ToAsk None;
}

/// A caller with the required scope.
pub(super) struct Allowed<A> {
    /// The tenant and the key.
    pub who: Who,
    /// The caller with the key.
    pub caller: Caller,
    asks: PhantomData<A>,
}

impl<A> Allowed<A> {
    /// Checks that the caller has a further scope.
    pub(super) fn may(&self, scope: Scope) -> Result<(), ApiError> {
        may(&self.caller, scope)
    }
}

impl<A: Asks> FromRequest for Allowed<A> {
    type Error = ApiError;
    type Future = Pin<Box<dyn Future<Output = Result<Self, ApiError>>>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let request = request.clone();
        Box::pin(async move {
            let app = request.app_data::<Data<App>>().cloned();
            let app = app.ok_or_else(|| super::fail::internal(&"the service was put up without its application"))?;
            let has_key = request.headers().contains_key(header::AUTHORIZATION);
            let session = if has_key { None } else { session::secret(&request, &app)? };
            let by_session = session.is_some();
            let secret = session.map_or_else(|| secret(&request), |session| Ok(Some(session)))?;
            let address = client_address::of(&request);
            let known = match app.identify(secret.as_deref()).await {
                Err(AppError::AccessDenied(why)) => {
                    if why == AccessDenied::Unknown {
                        slow_down(&request, address).await;
                    }
                    return Err(refused(&request, by_session, why));
                }
                // The cookie is for sessions only: no other key is used by a browser unasked.
                Ok(known) if by_session && known.person().is_none() => {
                    return Err(refused(&request, by_session, AccessDenied::Unknown));
                }
                known => known?,
            };
            // A refused key is named in the access log too.
            request.extensions_mut().insert(known.clone());
            let caller = match app.admit(known, address) {
                Err(error @ AppError::AccessDenied(AccessDenied::Address(_))) => {
                    slow_down(&request, address).await;
                    return Err(error.into());
                }
                Err(AppError::AccessDenied(why @ AccessDenied::TooFast(_, rate))) => {
                    request.extensions_mut().insert(rate);
                    return Err(AppError::AccessDenied(why).into());
                }
                Err(AppError::AccessDenied(why)) => return Err(refused(&request, by_session, why)),
                admitted => admitted?,
            };
            if let Some(rate) = caller.rate {
                request.extensions_mut().insert(rate);
            }
            if let Some(scope) = A::SCOPE {
                may(&caller, scope)?;
            }
            Ok(Allowed { who: caller.who, caller, asks: PhantomData })
        })
    }
}

/// The problem of a refused key or session. A browser without either is led to the sign-in.
fn refused(request: &HttpRequest, by_session: bool, why: AccessDenied) -> ApiError {
    let signs_in = request.app_data::<Data<App>>().is_some_and(|app| app.sign_in().is_some());
    if by_session || signs_in && why == AccessDenied::Missing {
        request.extensions_mut().insert(NeedsSignIn);
    }
    let told = match &why {
        AccessDenied::Missing if signs_in => Some(session::missing()),
        why if by_session => session::denied(why),
        _ => None,
    };
    told.unwrap_or_else(|| AppError::AccessDenied(why).into())
}

/// Checks that a caller has a scope. A person hears of roles, not of keys.
fn may(caller: &Caller, scope: Scope) -> Result<(), ApiError> {
    caller.may(scope).map_err(|error| match error {
        AppError::AccessDenied(why) if caller.person().is_some() => {
            session::denied(&why).unwrap_or_else(|| AppError::AccessDenied(why).into())
        }
        other => other.into(),
    })
}

/// The caller of a session that has not ended.
pub(super) async fn live(app: &App, secret: &str) -> Result<Caller, AppError> {
    let caller = app.identify(Some(secret)).await?;
    app.is_still_let_in(&caller).await?;
    Ok(caller)
}

/// Waits before the answer to a wrong key, if its address sent many.
async fn slow_down(request: &HttpRequest, address: Option<IpAddr>) {
    let context = request.app_data::<Data<ServerContext>>();
    if let Some((context, address)) = context.zip(address) {
        tokio::time::sleep(context.wrong_keys.wait(address)).await;
    }
}

/// Reads the key of a request: a bearer token, or the password of basic authentication.
fn secret(request: &HttpRequest) -> Result<Option<String>, ApiError> {
    let mut given = request.headers().get_all(header::AUTHORIZATION);
    let Some(value) = given.next() else { return Ok(None) };
    if given.next().is_some() {
        return Err(ApiError::new(
            ProblemType::RequestInvalid,
            bilingual!(
                "请求带了多个 Authorization。请只带一个。",
                "A request has one Authorization header. Send exactly one."
            ),
        ));
    }
    let (scheme, rest) = value.to_str().ok().and_then(|value| value.split_once(' ')).unwrap_or_default();
    let rest = rest.trim();
    Ok(Some(match scheme.to_ascii_lowercase().as_str() {
        "bearer" => rest.to_owned(),
        "basic" => {
            let pair = base64::engine::general_purpose::STANDARD.decode(rest).unwrap_or_default();
            let pair = String::from_utf8(pair).unwrap_or_default();
            pair.split_once(':').map(|(_, password)| password.to_owned()).unwrap_or_default()
        }
        // An unknown scheme matches no key.
        _ => String::new(),
    }))
}
