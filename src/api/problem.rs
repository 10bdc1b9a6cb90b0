//! Problems and their documents. The table of problems is in `problem/kinds.rs`; converting errors is left to `fail`.
//!
//! The body is an RFC 9457 problem document. The response filter renders `title` and `detail` in the language of the
//! request; `detail_zh` and `detail_en` are always present.

mod kinds;
mod ways;

pub use kinds::{CONNECTIONS, HEAD_INVALID, ProblemType, Shortage, reasons};

use super::{html_page, session};
use crate::web::{self, ProblemShown, Visitor};
use actix_web::http::{StatusCode, header};
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder, ResponseError};
use caipan_engine::report::{ClauseView, NearView};
use caipan_engine::score::Grounds;
use caipan_tiles::text::{Lang, Text};
use serde::Serialize;
use std::num::NonZeroU32;
use utoipa::openapi::schema::ArrayBuilder;
use utoipa::openapi::{Array, Ref};

/// The media type of a problem document.
pub const MEDIA_TYPE: &str = "application/problem+json";

/// A problem with the details of this case.
#[derive(Clone, Debug)]
pub struct ApiError {
    /// The problem type.
    pub kind: ProblemType,
    /// The error with advice.
    pub detail: Text,
    /// The position in the body and the code of the reader.
    pub place: Option<Box<ProblemPlace>>,
    /// The stored log concerned.
    pub log: Option<Box<str>>,
    /// The allowed methods, for a 405.
    pub allow: Option<Box<str>>,
    /// The supported content codings, for a 415.
    pub accept_encoding: Option<&'static str>,
    /// The length of the whole in bytes, for a 416.
    pub length: Option<NonZeroU32>,
    /// The seconds before a retry, for a 429.
    pub retry_after: Option<u32>,
    /// The resource that is used up, for a 503.
    pub shortage: Option<Shortage>,
}

/// The position in the body where a reader stopped.
#[derive(Clone, Debug, Default)]
pub struct ProblemPlace {
    /// The code of the reader.
    pub reason: String,
    /// A JSON pointer into the body.
    pub pointer: Option<String>,
    /// The line, from 1.
    pub line: Option<u64>,
    /// The column, from 1.
    pub column: Option<u64>,
    /// The grounds of a refusal by the rules.
    pub grounds: Option<Box<Grounds>>,
}

/// A problem document (RFC 9457).
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Problem {
    /// Identifies the problem type.
    #[serde(rename = "type")]
    #[schema(example = "urn:caipan:problem:log-unreadable")]
    pub kind: String,
    /// The title of the problem type, in the language of `Accept-Language`.
    #[schema(example = "The log cannot be read")]
    #[serde(skip_serializing_if = "str::is_empty")]
    #[schema(required = false)]
    pub title: &'static str,
    /// The HTTP status.
    #[schema(example = 422)]
    pub status: u16,
    /// The code for programs.
    #[schema(example = "log-unreadable")]
    pub code: &'static str,
    /// The error in this case with advice, in the language of `Accept-Language`.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[schema(required = false)]
    pub detail: String,
    /// `detail` in Chinese.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[schema(required = false)]
    pub detail_zh: String,
    /// `detail` in English.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[schema(required = false)]
    pub detail_en: String,
    /// The code of the reader for `log-unreadable` and other unreadable documents, such as `not-json`, `program-failed`,
    /// `program-refused`, `not-a-log`, `several-matches`. `caipan explain` and `/explain?word=` explain it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "not-json")]
    pub reason: Option<String>,
    /// The position in the body as a JSON pointer.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "/hands/0/events/3/tile")]
    pub pointer: Option<String>,
    /// The line of the body, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = 12)]
    pub line: Option<u64>,
    /// The column of the line, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = 41)]
    pub column: Option<u64>,
    /// The clauses of the refusal.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false, schema_with = clauses)]
    pub clauses: Vec<ClauseView>,
    /// The option that decided it, if another value of it would allow the win.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub option: Option<&'static str>,
    /// The closest winning hands.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false, schema_with = near)]
    pub near: Vec<NearView>,
    /// The stored log concerned.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub log: Option<String>,
    /// The id of the request, as in `X-Request-Id`. Give it to the operator when you ask for help.
    #[schema(example = "7f3c09a15be2d604")]
    pub request_id: String,
}

impl Problem {
    /// Returns the problem without its sentences.
    #[must_use]
    pub fn without_words(self) -> Problem {
        let (clauses, near) = (Vec::new(), Vec::new());
        let none = String::new;
        Problem { title: "", detail: none(), detail_zh: none(), detail_en: none(), clauses, near, ..self }
    }
}

/// The schema of the clauses.
fn clauses() -> Array {
    let about = "Score calculator: the clauses by which the rules refuse a win, as in a finding of a report.";
    ArrayBuilder::new().items(Ref::from_schema_name("Report.ClauseView")).description(Some(about)).build()
}

/// The schema of the closest winning hands.
fn near() -> Array {
    let about =
        "Score calculator: the winning hands that a hand without a win comes closest to, as in a finding of a report.";
    ArrayBuilder::new().items(Ref::from_schema_name("NearView")).description(Some(about)).build()
}

impl ApiError {
    /// Creates a problem with its detail.
    pub fn new(kind: ProblemType, detail: Text) -> ApiError {
        ApiError {
            kind,
            detail,
            place: None,
            log: None,
            allow: None,
            accept_encoding: None,
            length: None,
            retry_after: None,
            shortage: None,
        }
    }

    /// The service is busy because this is used up.
    pub fn busy(shortage: Shortage, detail: Text) -> ApiError {
        ApiError { shortage: Some(shortage), ..ApiError::new(ProblemType::Busy, detail) }
    }

    /// The reason that metrics count: one of a fixed set of words.
    pub fn reason(&self) -> &'static str {
        self.shortage.map_or(self.kind.code(), Shortage::word)
    }

    /// Names the stored log concerned.
    #[must_use]
    pub fn about(self, log: &str) -> ApiError {
        ApiError { log: Some(log.into()), ..self }
    }

    /// The document in one language for the request with this id.
    pub fn document(&self, lang: Lang, request_id: &str) -> Problem {
        let place = self.place.clone();
        let reason = place.as_ref().map(|place| place.reason.clone());
        let place = place.map(|place| *place).unwrap_or_default();
        let Grounds { clauses, option, near, .. } = place.grounds.map(|grounds| *grounds).unwrap_or_default();
        Problem {
            kind: format!("urn:caipan:problem:{}", self.kind.code()),
            title: self.kind.title().get(lang),
            status: self.kind.status().as_u16(),
            code: self.kind.code(),
            detail: bounded(self.detail.get(lang)),
            detail_zh: bounded(&self.detail.zh),
            detail_en: bounded(&self.detail.en),
            reason,
            pointer: place.pointer.as_deref().map(bounded),
            line: place.line,
            column: place.column,
            clauses,
            option,
            near,
            log: self.log.as_deref().map(str::to_owned),
            request_id: request_id.to_owned(),
        }
    }

    /// The response in one language.
    pub fn respond(&self, lang: Lang, request_id: &str) -> HttpResponse {
        self.head(lang).content_type(MEDIA_TYPE).json(self.document(lang, request_id))
    }

    /// The response as a page.
    pub fn page(&self, request: &HttpRequest, lang: Lang, request_id: &str) -> HttpResponse {
        let names = [self.kind.code(), request_id];
        let detail = bounded(self.detail.get(lang));
        let ways = ways::of(self.kind, request);
        let page = web::problem(
            &ProblemShown { title: self.kind.title().get(lang), detail: &detail, names, ways: &ways },
            lang,
        );
        let mut head = self.head(lang);
        if self.kind.status() == StatusCode::UNAUTHORIZED && session::visitor(request) == Visitor::Unnamed {
            // The browser asks for a password: the key.
            head.insert_header((header::WWW_AUTHENTICATE, r#"Basic realm="caipan", charset="UTF-8""#));
        }
        html_page::as_page(request, &mut head, &page)
    }

    fn head(&self, lang: Lang) -> HttpResponseBuilder {
        let mut response = HttpResponseBuilder::new(self.kind.status());
        response
            .insert_header((header::CONTENT_LANGUAGE, lang.tag()))
            .insert_header((header::VARY, "Accept, Accept-Language"));
        if let Some(allow) = &self.allow {
            response.insert_header((header::ALLOW, allow.as_ref()));
        }
        if let Some(known) = self.accept_encoding {
            response.insert_header((header::ACCEPT_ENCODING, known));
        }
        if let Some(length) = self.length {
            response.insert_header((header::CONTENT_RANGE, format!("bytes */{length}")));
        }
        match self.kind.status() {
            StatusCode::SERVICE_UNAVAILABLE | StatusCode::TOO_MANY_REQUESTS => {
                response.insert_header((header::RETRY_AFTER, self.retry_after.unwrap_or(1).to_string()));
            }
            StatusCode::UNAUTHORIZED => {
                response.insert_header((header::WWW_AUTHENTICATE, r#"Bearer realm="caipan""#));
            }
            _ => {}
        }
        response
    }
}

/// The maximum length of a detail, in characters.
const LONGEST: usize = 3000;

/// A detail may quote input of any length and ends with the advice, so it is cut in the middle.
fn bounded(sentence: &str) -> String {
    let count = sentence.chars().count();
    if count <= LONGEST {
        return sentence.to_owned();
    }
    let (begin, end) = (sentence.chars().take(LONGEST / 2), sentence.chars().skip(count - LONGEST / 2));
    begin.chain(" … ".chars()).chain(end).collect()
}

impl std::fmt::Display for ApiError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.kind.code(), self.detail.en)
    }
}

impl ResponseError for ApiError {
    fn status_code(&self) -> StatusCode {
        self.kind.status()
    }

    /// The response filter adds the document, because the request is unknown here.
    fn error_response(&self) -> HttpResponse {
        HttpResponse::new(self.status_code())
    }
}
