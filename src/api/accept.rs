//! Content negotiation: the form of a report from the `Accept` header.

use super::problem::{ApiError, ProblemType};
use actix_web::http::header::{Accept, Quality};
use actix_web::{HttpMessage, HttpRequest};
use caipan_engine::report::{junit, sarif};
use caipan_tiles::bilingual;

/// The forms of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// The published JSON.
    Json,
    /// Plain text for a terminal.
    Text,
    /// A page for a browser.
    Html,
    /// SARIF for code scanning.
    Sarif,
    /// JUnit XML for test reports.
    Junit,
}

impl Form {
    /// Every form, the default first.
    pub const ALL: &[Form] = &[Form::Json, Form::Html, Form::Text, Form::Sarif, Form::Junit];

    /// The media type of the answer.
    pub const fn media_type(self) -> &'static str {
        match self {
            Form::Json => "application/json",
            Form::Text => "text/plain; charset=utf-8",
            Form::Html => "text/html; charset=utf-8",
            Form::Sarif => sarif::MEDIA_TYPE,
            Form::Junit => junit::MEDIA_TYPE,
        }
    }

    /// Other media types that select this form.
    const fn aliases(self) -> &'static [&'static str] {
        match self {
            Form::Junit => &["application/junit+xml", "text/xml"],
            Form::Json | Form::Text | Form::Html | Form::Sarif => &[],
        }
    }

    /// Rates how specifically a media range matches: 0 is no match.
    fn fits(self, range: &str) -> u8 {
        let own = self.media_type().split(';').next().unwrap_or_default();
        if self.aliases().contains(&range) { 3 } else { fits(own, range) }
    }
}

/// Rates how specifically a media range matches a media type: 0 is no match.
fn fits(own: &str, range: &str) -> u8 {
    match range.split_once('/') {
        _ if range == own => 3,
        Some((kind, "*")) if own.starts_with(kind) && kind != "*" => 2,
        Some(("*", "*")) => 1,
        _ => 0,
    }
}

/// The entries of the `Accept` header; everything if it is absent or empty.
fn accepted(request: &HttpRequest) -> Accept {
    match request.get_header::<Accept>() {
        Some(accept) if !accept.is_empty() => accept,
        _ => Accept::star(),
    }
}

/// Returns the media type with the highest weight; among equal weights, or if none is accepted, the first one.
pub fn preferred<const N: usize>(request: &HttpRequest, types: [&'static str; N]) -> &'static str {
    let accept = accepted(request);
    let rating = |own: &str| {
        let own = own.split(';').next().unwrap_or_default();
        let entries = accept.iter().map(|entry| (fits(own, entry.item.essence_str()), entry.quality));
        let entries = entries.filter(|&(fit, _)| fit > 0);
        entries.max_by_key(|&(fit, _)| fit).map_or(Quality::ZERO, |(_, quality)| quality)
    };
    // The last of equal ones is the maximum.
    types.into_iter().rev().max_by_key(|own| rating(own)).unwrap_or_default()
}

/// Returns the form with the highest weight; among equal weights the first one.
pub fn wanted(request: &HttpRequest, forms: &[Form]) -> Result<Form, ApiError> {
    let accept = accepted(request);
    let rating = |form: Form| {
        let entries = accept.iter().map(|entry| (form.fits(entry.item.essence_str()), entry.quality));
        // RFC 9110: the most specific matching range decides the weight.
        let entries = entries.filter(|&(fit, _)| fit > 0);
        entries.max_by_key(|&(fit, _)| fit).map_or(Quality::ZERO, |(_, quality)| quality)
    };
    let mut best = None;
    for &form in forms {
        let rating = rating(form);
        if rating > best.map_or(Quality::ZERO, |(_, best)| best) {
            best = Some((form, rating));
        }
    }
    best.map(|(form, _)| form).ok_or_else(|| none_of(forms))
}

/// The problem of a request that accepts none of the forms.
pub(super) fn none_of(forms: &[Form]) -> ApiError {
    let known = forms.iter().map(|form| form.media_type()).collect::<Vec<_>>().join(", ");
    ApiError::new(
        ProblemType::NotAcceptable,
        bilingual!("可提供的格式：{known}。请改写 Accept。", "Available formats: {known}. Change the Accept header."),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::http::header;
    use actix_web::test::TestRequest;

    #[test]
    fn the_first_media_type_is_served_unless_another_is_preferred() {
        const LINES: &str = "application/x-ndjson";
        const TEXT: &str = "text/plain; charset=utf-8";
        for (accept, served) in [
            ("*/*", LINES),
            ("", LINES),
            ("text/plain", TEXT),
            ("text/*", TEXT),
            ("text/plain;q=0.5, */*;q=0.1", TEXT),
            ("application/x-ndjson, text/plain", LINES),
            ("application/x-ndjson;q=0.1, text/plain", TEXT),
            ("image/png", LINES),
        ] {
            let request = TestRequest::default().insert_header((header::ACCEPT, accept)).to_http_request();
            assert_eq!(preferred(&request, [LINES, TEXT]), served, "{accept}");
        }
    }

    #[test]
    fn the_best_rated_form_is_served() {
        for (accept, form) in [
            ("*/*", Some(Form::Json)),
            ("", Some(Form::Json)),
            ("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", Some(Form::Html)),
            ("text/plain", Some(Form::Text)),
            ("text/*", Some(Form::Html)),
            ("application/json;q=0.1, text/plain;q=0.2", Some(Form::Text)),
            ("application/json;q=0, */*", Some(Form::Html)),
            ("application/sarif+json", Some(Form::Sarif)),
            ("application/sarif+json;q=0.5, application/junit+xml", Some(Form::Junit)),
            ("application/xml", Some(Form::Junit)),
            ("image/png", None),
        ] {
            let request = TestRequest::default().insert_header((header::ACCEPT, accept)).to_http_request();
            assert_eq!(wanted(&request, Form::ALL).ok(), form, "{accept}");
        }
    }
}
