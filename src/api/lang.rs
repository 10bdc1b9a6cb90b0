//! The language of an answer, and what every request passes through.

use super::accept::{self, Form};
use super::guard;
use super::problem::ApiError;
use super::trace;
use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{self, HeaderMap};
use actix_web::http::{Method, StatusCode};
use actix_web::middleware::Next;
use actix_web::{Error, HttpRequest, HttpResponse, HttpResponseBuilder};
use caipan_tiles::text::Lang;

/// The language a request prefers: the better rated of Chinese and English in `Accept-Language`, else English.
pub fn preferred(headers: &HeaderMap) -> Lang {
    let Some(wanted) = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()) else {
        return Lang::En;
    };
    let mut best = (0, Lang::En);
    for entry in wanted.split(',') {
        let mut parts = entry.split(';');
        let tag = parts.next().unwrap_or_default().trim().to_ascii_lowercase();
        let lang = match tag.split('-').next() {
            Some("zh") => Lang::Zh,
            Some("en" | "*") => Lang::En,
            _ => continue,
        };
        let rating = parts.find_map(|part| part.trim().strip_prefix("q=")).map_or(1000, per_mille);
        if rating > best.0 {
            best = (rating, lang);
        }
    }
    best.1
}

/// The language of `?lang=`, else of the headers.
pub fn asked(request: &HttpRequest, lang: Option<&str>) -> Lang {
    lang.and_then(named).unwrap_or_else(|| preferred(request.headers()))
}

/// The language of this tag.
fn named(tag: &str) -> Option<Lang> {
    [Lang::Zh, Lang::En].into_iter().find(|lang| tag.starts_with(lang.pick("zh", "en")))
}

/// A quality value in thousandths; one that cannot be read counts as zero.
pub fn per_mille(quality: &str) -> u16 {
    let (whole, fraction) = quality.trim().split_once('.').unwrap_or((quality.trim(), ""));
    let digits: String = fraction.chars().chain("000".chars()).take(3).collect();
    match (whole.parse::<u16>(), digits.parse::<u16>()) {
        (Ok(0), Ok(thousandths)) => thousandths,
        (Ok(1), Ok(_)) => 1000,
        _ => 0,
    }
}

/// A page loads nothing but what this service has for it, sends forms nowhere else, and stands in no frame.
const PAGE_POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; \
                           base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// The language of an address that may say more.
#[derive(serde::Deserialize)]
pub(super) struct LangOnly {
    pub(super) lang: Option<String>,
}

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

/// Serves `HEAD` as `GET` (the protocol drops the body), writes problems in the language of the request, and as a page in a
/// browser, and tells browsers what they may do with the answer.
pub async fn attend<B: MessageBody + 'static>(
    mut request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    if request.method() == Method::HEAD {
        request.head_mut().method = Method::GET;
    }
    let tag = request.query_string().split('&').find_map(|pair| pair.strip_prefix("lang="));
    let lang = asked(request.request(), tag);
    let browser = matches!(accept::wanted(request.request(), &[Form::Json, Form::Html]), Ok(Form::Html));
    let response = next.call(request).await?.map_into_boxed_body();
    let problem = response.response().error().and_then(|error| error.as_error::<ApiError>()).cloned();
    let id = trace::id_of(response.request());
    let mut response = match problem {
        Some(problem) if browser => response.into_response(problem.page(lang, &id)),
        Some(problem) => response.into_response(problem.respond(lang, &id)),
        None => response,
    };
    let path = response.request().path().to_owned();
    let trusted = guard::is_trusted(response.request());
    let unchanged = response.status() == StatusCode::NOT_MODIFIED;
    guard::harden(&path, trusted, unchanged, response.headers_mut());
    Ok(response)
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::http::header::HeaderValue;

    #[test]
    fn the_better_rated_language_wins() {
        for (header, lang) in [
            ("zh-CN,zh;q=0.9,en;q=0.8", Lang::Zh),
            ("en-GB,en;q=0.9,zh;q=0.8", Lang::En),
            ("fr, zh;q=0.3", Lang::Zh),
            ("zh;q=0, en;q=0.1", Lang::En),
            ("de", Lang::En),
            ("", Lang::En),
            ("zh;q=abc", Lang::En),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_LANGUAGE, HeaderValue::from_static(header));
            assert_eq!(preferred(&headers), lang, "{header}");
        }
    }
}
