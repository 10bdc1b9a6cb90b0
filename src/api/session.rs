//! Sessions of signed-in browsers: the cookie, the check against requests of foreign pages, and the way to the sign-in.
//!
//! A session is a key whose secret is in a cookie. The cookie counts only in a request without `Authorization`.

use super::problem::{ApiError, ProblemType};
use crate::app::{AccessDenied, App, Caller, SignInSettings};
use crate::web::{Visitor, escaped};
use actix_web::http::{Method, header};
use actix_web::web::Data;
use actix_web::{HttpMessage, HttpRequest, HttpResponse};
use caipan_tiles::bilingual;

/// The cookies of the sign-in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cookie {
    /// The secret of the session's key.
    Session,
    /// The ticket of a flow.
    Flow,
}

impl Cookie {
    /// The name. A browser takes a name with this prefix only by TLS, from this host and for all its paths.
    const fn name(self, encrypted: bool) -> &'static str {
        match (self, encrypted) {
            (Cookie::Session, true) => "__Host-caipan",
            (Cookie::Session, false) => "caipan",
            (Cookie::Flow, true) => "__Host-caipan-sign-in",
            (Cookie::Flow, false) => "caipan-sign-in",
        }
    }

    /// The value in a request.
    pub(super) fn of(self, request: &HttpRequest, settings: &SignInSettings) -> Option<String> {
        let name = self.name(settings.is_encrypted());
        let lines = request.headers().get_all(header::COOKIE).filter_map(|line| line.to_str().ok());
        let mut pairs = lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
        pairs.find(|(known, _)| *known == name).map(|(_, value)| value.to_owned())
    }

    /// The header that sets the cookie for this many seconds, or deletes it for none.
    pub(super) fn set(self, settings: &SignInSettings, value: &str, seconds: i64) -> String {
        let encrypted = settings.is_encrypted();
        let secure = if encrypted { "; Secure" } else { "" };
        format!("{}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}", self.name(encrypted))
    }
}

/// Marks a request that a sign-in would let in.
pub(super) struct NeedsSignIn;

/// The secret of the session of a request, if it has one and no key of its own.
pub(super) fn secret(request: &HttpRequest, app: &App) -> Result<Option<String>, ApiError> {
    let Some(settings) = settings(app) else { return Ok(None) };
    let Some(secret) = Cookie::Session.of(request, settings) else { return Ok(None) };
    reject_foreign(request, settings)?;
    Ok(Some(secret))
}

/// The settings of the sign-in, if there is one.
pub(super) fn settings(app: &App) -> Option<&SignInSettings> {
    app.sign_in().map(crate::app::SignIn::settings)
}

/// Checks that a request that changes something comes from a page of this service: browsers send the cookie with requests
/// of other pages of the same site too.
pub(super) fn reject_foreign(request: &HttpRequest, settings: &SignInSettings) -> Result<(), ApiError> {
    let has = |name: &str, value: &str| {
        request.headers().get(name).and_then(|given| given.to_str().ok()).is_some_and(|given| given == value)
    };
    let reads = matches!(*request.method(), Method::GET | Method::HEAD);
    if reads || has("sec-fetch-site", "same-origin") || has("origin", &settings.public_url) {
        return Ok(());
    }
    Err(foreign(&settings.public_url))
}

/// The problem of a request that changes something and does not come from a page of this service.
pub(super) fn foreign(public_url: &str) -> ApiError {
    ApiError::new(
        ProblemType::SessionForeign,
        bilingual!(
            "已登录的浏览器只能从本服务的页面（{public_url}）发出修改，这个请求不是。请打开该地址的页面重做；程序请改用密钥（Authorization: Bearer）。",
            "A signed-in browser may change something only from a page of this service ({public_url}), and this request is from elsewhere. Do it again on a page of that address; programs use a key (Authorization: Bearer)."
        ),
    )
}

/// The problem of a request without a session and without a key.
pub(super) fn missing() -> ApiError {
    ApiError::new(
        ProblemType::KeyMissing,
        bilingual!(
            "本服务需要登录或密钥。浏览器请先登录（/sign-in）；程序请带上 Authorization: Bearer <密钥>，密钥由运维用 caipan keys make 签发。",
            "This service asks for a sign-in or a key. In a browser sign in first (/sign-in); programs send Authorization: Bearer <key>, which the operator makes with caipan keys make."
        ),
    )
}

/// The problem of a refused session, in the words of a person who signed in.
pub(super) fn denied(why: &AccessDenied) -> Option<ApiError> {
    let (kind, text) = match why {
        AccessDenied::Unknown | AccessDenied::Revoked | AccessDenied::Expired => (
            ProblemType::KeyInvalid,
            bilingual!(
                "登录已结束：到期了，或已在别处退出。请重新登录（/sign-in）；刚才填的内容没有保存，可在新窗口登录后回到这里重发。",
                "Your session has ended: its time is over, or it was signed out elsewhere. Sign in again (/sign-in). What you sent was not stored; you can sign in in another window, come back and send it again."
            ),
        ),
        AccessDenied::Scope(scope) => {
            let scope = scope.name();
            (
                ProblemType::ScopeMissing,
                bilingual!(
                    "您的角色没有 {scope} 权限。请运维在登录设置中给您的角色加上它，然后退出并重新登录。",
                    "Your roles do not include the scope {scope}. Ask the operator to add it to your role in the sign-in settings, then sign out and in again."
                ),
            )
        }
        AccessDenied::Missing | AccessDenied::Address(_) | AccessDenied::TooFast(..) => return None,
    };
    Some(ApiError::new(kind, text))
}

/// The visitor of a page.
pub(super) fn visitor(request: &HttpRequest) -> Visitor {
    if request.app_data::<Data<App>>().is_none_or(|app| app.sign_in().is_none()) {
        return Visitor::Unnamed;
    }
    let known = request.extensions();
    let live = known.get::<Caller>().filter(|_| !known.contains::<NeedsSignIn>());
    let person = live.and_then(Caller::person).map(str::to_owned);
    person.map_or(Visitor::SignedOut, Visitor::SignedIn)
}

/// The redirect to the sign-in, which leads back to the page.
pub(super) fn redirect(request: &HttpRequest) -> HttpResponse {
    let to = request.uri().path_and_query().map_or("/", |path| path.as_str());
    let location = format!("/sign-in?to={}", escaped(local_path(Some(to))));
    HttpResponse::SeeOther().insert_header((header::LOCATION, location)).finish()
}

/// The maximum length of a path to come back to: it has to fit into a cookie.
const LONGEST: usize = 1000;

/// A path of this service to come back to; the home page if it is anything else. A browser reads `//` and `/\` as the
/// beginning of another address, and drops control characters.
pub(super) fn local_path(to: Option<&str>) -> &str {
    let fits = |to: &&str| {
        to.len() <= LONGEST
            && to.starts_with('/')
            && !to.starts_with("//")
            && !to.contains('\\')
            && to.bytes().all(|byte| byte.is_ascii_graphic())
            && !matches!(to.split(['?', '#']).next(), Some("/sign-in" | "/sign-in/return" | "/sign-out"))
    };
    to.filter(fits).unwrap_or("/")
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::test::TestRequest;
    use std::time::Duration;

    fn settings(public_url: &str) -> SignInSettings {
        SignInSettings {
            issuer: "https://sso.example".to_owned(),
            client_id: String::new(),
            client_secret: String::new(),
            public_url: public_url.to_owned(),
            roles_claim: "roles".to_owned(),
            name_claim: "name".to_owned(),
            extra_scopes: Vec::new(),
            session: Duration::from_hours(8),
            roles: Vec::new(),
        }
    }

    #[test]
    fn way_back_stays_on_this_service() {
        for own in ["/", "/v1/reports/a?lang=zh#r1", "/?player=a%2Fb&after=7", "/rule/a?finding=1", "/sign-inn"] {
            assert_eq!(local_path(Some(own)), own);
        }
        let long = format!("/{}", "a".repeat(LONGEST));
        for other in [
            "//evil.example",
            "/\\evil.example",
            "\\\\evil.example",
            "https://evil.example/",
            "https:evil.example",
            "javascript:alert(1)",
            "evil.example",
            "/\t/evil.example",
            "/\n/evil.example",
            "/a b",
            "/王芳",
            "",
            "/sign-in",
            "/sign-in?to=/",
            "/sign-out",
            &long,
        ] {
            assert_eq!(local_path(Some(other)), "/", "{other:?}");
        }
        assert_eq!(local_path(None), "/");
    }

    #[test]
    fn cookie_is_bound_to_the_host_where_there_is_tls() {
        let (safe, here) = (settings("https://caipan.example"), settings("http://127.0.0.1:8080"));
        assert_eq!(
            Cookie::Session.set(&safe, "x", 60),
            "__Host-caipan=x; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure"
        );
        assert_eq!(Cookie::Session.set(&here, "x", 60), "caipan=x; Path=/; Max-Age=60; HttpOnly; SameSite=Lax");
        let request = TestRequest::get()
            .append_header(("cookie", "a=b; __Host-caipan-sign-in=flow;__Host-caipan=one=two"))
            .append_header(("cookie", "caipan=other"))
            .to_http_request();
        assert_eq!(Cookie::Session.of(&request, &safe).as_deref(), Some("one=two"));
        assert_eq!(Cookie::Flow.of(&request, &safe).as_deref(), Some("flow"));
        assert_eq!(Cookie::Session.of(&request, &here).as_deref(), Some("other"));
        assert_eq!(Cookie::Flow.of(&request, &here), None);
    }

    #[test]
    fn foreign_pages_change_nothing_with_the_cookie() {
        let settings = settings("https://caipan.example");
        for (name, value, own) in [
            ("sec-fetch-site", "same-origin", true),
            ("origin", "https://caipan.example", true),
            ("sec-fetch-site", "same-site", false),
            ("sec-fetch-site", "none", false),
            ("origin", "http://caipan.example", false),
            ("origin", "https://caipan.example:8443", false),
            ("origin", "https://caipan.example.evil.example", false),
            ("origin", "null", false),
            ("accept", "text/html", false),
        ] {
            let request = |request: TestRequest| request.insert_header((name, value)).to_http_request();
            assert_eq!(reject_foreign(&request(TestRequest::post()), &settings).is_ok(), own, "{name}: {value}");
            assert_eq!(reject_foreign(&request(TestRequest::delete()), &settings).is_ok(), own, "{name}: {value}");
            assert!(reject_foreign(&request(TestRequest::get()), &settings).is_ok(), "{name}: {value}");
        }
    }
}
