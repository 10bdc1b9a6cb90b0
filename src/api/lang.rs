//! Language negotiation: the `lang` parameter and the `Accept-Language` header.

use super::problem::{ApiError, ProblemType};
use super::words;
use actix_web::http::header::{AcceptLanguage, Preference, Quality};
use actix_web::{HttpMessage, HttpRequest};
use caipan_tiles::text::Lang;
use serde::Deserialize;
use utoipa::IntoParams;

/// Returns the language with the higher weight in `Accept-Language`, English by default.
pub fn preferred(request: &HttpRequest) -> Lang {
    let mut best = (Quality::ZERO, Lang::En);
    for entry in request.get_header::<AcceptLanguage>().map(|header| header.0).unwrap_or_default() {
        let lang = match &entry.item {
            Preference::Any => Lang::En,
            Preference::Specific(tag) if tag.primary_language().eq_ignore_ascii_case("zh") => Lang::Zh,
            Preference::Specific(tag) if tag.primary_language().eq_ignore_ascii_case("en") => Lang::En,
            Preference::Specific(_) => continue,
        };
        if entry.quality > best.0 {
            best = (entry.quality, lang);
        }
    }
    best.1
}

/// Returns the language of the `lang` parameter, else of the headers.
pub fn asked(request: &HttpRequest, lang: Option<&str>) -> Lang {
    lang.and_then(named).unwrap_or_else(|| preferred(request))
}

/// Returns the language of the `lang` parameter, else of the headers. Pages take any word there; an operation does not.
pub(super) fn wanted(request: &HttpRequest, lang: Option<&str>) -> Result<Lang, ApiError> {
    match lang.filter(|tag| named(tag).is_none()) {
        Some(other) => {
            Err(ApiError::new(ProblemType::RequestInvalid, words::unknown("lang", other, &words::LANGUAGES)))
        }
        None => Ok(asked(request, lang)),
    }
}

/// The language of a tag.
fn named(tag: &str) -> Option<Lang> {
    [Lang::Zh, Lang::En].into_iter().find(|lang| tag.starts_with(lang.pick("zh", "en")))
}

/// The `lang` parameter among others.
#[derive(Deserialize)]
pub(super) struct LangOnly {
    pub(super) lang: Option<String>,
}

/// The language of texts and pages.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct LangQuery {
    /// `zh` or `en`, for text and pages; by default from `Accept-Language`.
    #[param(example = "en")]
    pub(super) lang: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::http::header::ACCEPT_LANGUAGE;
    use actix_web::test::TestRequest;

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
            ("zh-Hans-CN", Lang::Zh),
            ("*", Lang::En),
            ("zh_CN", Lang::En),
        ] {
            let request = TestRequest::default().insert_header((ACCEPT_LANGUAGE, header)).to_http_request();
            assert_eq!(preferred(&request), lang, "{header}");
        }
    }
}
