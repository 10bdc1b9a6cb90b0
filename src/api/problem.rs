//! Every way a request can fail, in one table: code, status, title in both languages.
//!
//! The body is an RFC 9457 problem document. `title` and `detail` speak the language that the request prefers
//! (the response filter sees to it); `detail_zh` and `detail_en` are always there.

use super::html_page;
use crate::web;
use actix_web::http::{StatusCode, header};
use actix_web::{HttpResponse, HttpResponseBuilder, ResponseError};
use caipan_tiles::text::{Label, Lang, Text};
use serde::Serialize;

/// The media type of a problem document.
pub const MEDIA_TYPE: &str = "application/problem+json";

macro_rules! problems {
    ($($(#[doc = $doc:literal])+ $kind:ident $code:literal $status:ident $zh:literal $en:literal;)+) => {
        /// The kinds of problem.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum ProblemType { $($(#[doc = $doc])+ $kind),+ }

        impl ProblemType {
            /// Every kind, in the order of the table.
            pub const ALL: &[ProblemType] = &[$(ProblemType::$kind),+];

            /// The code that a program can act on; never reused.
            pub const fn code(self) -> &'static str {
                match self { $(ProblemType::$kind => $code),+ }
            }

            /// The HTTP status.
            pub const fn status(self) -> StatusCode {
                match self { $(ProblemType::$kind => StatusCode::$status),+ }
            }

            /// The title in both languages.
            pub const fn title(self) -> Label {
                match self { $(ProblemType::$kind => Label::new($zh, $en)),+ }
            }
        }
    };
}

problems! {
    /// A path, a query or a header that cannot be understood.
    RequestInvalid "request-invalid" BAD_REQUEST "请求无法理解" "The request cannot be understood";
    /// There are keys, and none was sent.
    KeyMissing "key-missing" UNAUTHORIZED "需要密钥" "A key is needed";
    /// The key is unknown, revoked or expired.
    KeyInvalid "key-invalid" UNAUTHORIZED "密钥无效" "The key opens nothing";
    /// The key may not do this.
    ScopeMissing "scope-missing" FORBIDDEN "密钥没有此权限" "The key may not do this";
    /// A page from elsewhere asks.
    OriginForeign "origin-foreign" FORBIDDEN "请求来自别处的网页" "The request comes from a page of somebody else";
    /// No route.
    PathUnknown "path-unknown" NOT_FOUND "没有这个地址" "There is nothing at this address";
    /// No log, so no report either.
    LogNotFound "log-not-found" NOT_FOUND "没有这份牌谱" "No such log";
    /// No job of this id, or no such part of it.
    JobNotFound "job-not-found" NOT_FOUND "没有这个任务" "No such job";
    /// No key of this id.
    KeyNotFound "key-not-found" NOT_FOUND "没有这个密钥" "No such key";
    /// No webhook of this id.
    WebhookNotFound "webhook-not-found" NOT_FOUND "没有这个 webhook" "No such webhook";
    /// There is no key that signs checkpoints.
    NotSigned "not-signed" NOT_FOUND "没有签名密钥" "There is no signing key";
    /// The report has no such hand or event.
    StepNotFound "step-not-found" NOT_FOUND "没有这一手" "No such step";
    /// No rule system of this id.
    RulesNotFound "rules-not-found" NOT_FOUND "没有这套规则" "No such rule system";
    /// The tenant has no adapter of this name.
    AdapterNotFound "adapter-not-found" NOT_FOUND "没有这个适配器" "No such adapter";
    /// The tenant has no house rules.
    PresetsNotFound "presets-not-found" NOT_FOUND "没有房规" "No house rules";
    /// No check of this code.
    CheckNotFound "check-not-found" NOT_FOUND "没有这项检查" "No such check";
    /// The path exists, the method there does not.
    MethodNotAllowed "method-not-allowed" METHOD_NOT_ALLOWED "这个地址不支持此方法" "This address does not support the method";
    /// None of the accepted media types can be served.
    NotAcceptable "not-acceptable" NOT_ACCEPTABLE "无法提供所要的格式" "None of the accepted formats can be served";
    /// The body did not arrive in time.
    BodyTimeout "body-timeout" REQUEST_TIMEOUT "请求内容未按时送达" "The body did not arrive in time";
    /// The platform's id of the game is taken by other content.
    GameConflict "game-conflict" CONFLICT "同一局号已存有不同的牌谱" "The game is already stored with other content";
    /// The same bytes are stored, read as something else.
    ContentConflict "content-conflict" CONFLICT "同样的内容已按另一种格式存入" "The same bytes are stored, read as another format";
    /// The log to correct was corrected before.
    CorrectionConflict "correction-conflict" CONFLICT "该牌谱已被更正过" "The log was already corrected";
    /// The tenant has as many keys as it may have.
    KeysFull "keys-full" CONFLICT "密钥已满" "There are too many keys";
    /// The tenant has as many webhooks as it may have.
    WebhooksFull "webhooks-full" CONFLICT "webhook 已满" "There are too many webhooks";
    /// The tenant has as many jobs as it may have.
    JobsFull "jobs-full" CONFLICT "任务已满" "There are too many jobs";
    /// The tenant has as many adapters as it may have.
    SettingsFull "settings-full" CONFLICT "适配器已满" "There are too many adapters";
    /// A ruling that is in the way of another, or of a newer report.
    RulingConflict "ruling-conflict" CONFLICT "裁定与已有的相冲突" "Others have ruled, or a newer report is there";
    /// The log was erased, so there is no report either.
    LogErased "log-erased" GONE "牌谱已被抹去" "The log was erased";
    /// Nothing stands at the cursor of the feed.
    CursorUnknown "cursor-unknown" GONE "没有这个游标" "Nothing stands at this cursor";
    /// The body is over the limit.
    BodyTooLarge "body-too-large" PAYLOAD_TOO_LARGE "请求内容过大" "The body is too large";
    /// The body's media type is not one that is read.
    MediaTypeUnsupported "media-type-unsupported" UNSUPPORTED_MEDIA_TYPE "不支持这种内容类型" "The media type is not supported";
    /// The body is packed in a way that is not known.
    EncodingUnsupported "encoding-unsupported" UNSUPPORTED_MEDIA_TYPE "不支持这种压缩方式" "The content coding is not supported";
    /// The request is for another host.
    HostUnknown "host-unknown" MISDIRECTED_REQUEST "请求的主机不是这里" "The request is for another host";
    /// The body is not a log.
    LogUnreadable "log-unreadable" UNPROCESSABLE_ENTITY "牌谱无法读取" "The log cannot be read";
    /// What was sent as an adapter is none.
    AdapterUnreadable "adapter-unreadable" UNPROCESSABLE_ENTITY "适配器无法读取" "The adapter cannot be read";
    /// What was sent as house rules is none.
    PresetsUnreadable "presets-unreadable" UNPROCESSABLE_ENTITY "房规无法读取" "The house rules cannot be read";
    /// The body of a score request does not say what it must.
    ScoreUnreadable "score-unreadable" UNPROCESSABLE_ENTITY "算分请求无法读取" "The score request cannot be read";
    /// The declared rules cannot be applied.
    RulesInvalid "rules-invalid" UNPROCESSABLE_ENTITY "所声明的规则无法使用" "The declared rules cannot be applied";
    /// `corrects` names no stored log of this game.
    CorrectionInvalid "correction-invalid" UNPROCESSABLE_ENTITY "更正的对象不成立" "There is nothing of the kind to correct";
    /// The idempotency key was used for other content.
    KeyReused "key-reused" UNPROCESSABLE_ENTITY "幂等键已用于其他内容" "The idempotency key was used for other content";
    /// A ruling that does not say what it must.
    RulingInvalid "ruling-invalid" UNPROCESSABLE_ENTITY "裁定不成立" "The ruling cannot be recorded";
    /// A key that cannot be made as it was asked for.
    KeyUnfit "key-unfit" UNPROCESSABLE_ENTITY "无法按此要求签发密钥" "No key can be made so";
    /// A webhook that cannot be made or replayed as it was asked for.
    WebhookUnfit "webhook-unfit" UNPROCESSABLE_ENTITY "webhook 的要求不成立" "No webhook can be made or replayed so";
    /// A job that cannot be done as it was asked for.
    JobUnfit "job-unfit" UNPROCESSABLE_ENTITY "无法按此要求建立任务" "No job can be done so";
    /// The key is used faster than it may be.
    TooFast "too-fast" TOO_MANY_REQUESTS "请求过快" "Too many requests";
    /// More work than can be done now.
    Busy "busy" SERVICE_UNAVAILABLE "服务正忙" "The service is busy";
    /// The store does not answer.
    StoreUnavailable "store-unavailable" SERVICE_UNAVAILABLE "存储暂不可用" "The store is not available";
    /// A fault of the service.
    Internal "internal" INTERNAL_SERVER_ERROR "服务内部出错" "The service made a mistake";
}

/// A problem with what is known of this one case.
#[derive(Clone, Debug)]
pub struct ApiError {
    /// Which problem.
    pub kind: ProblemType,
    /// What it is here and what to do next.
    pub detail: Text,
    /// Where in the body, and which rule of reading it broke.
    pub place: Option<Box<ProblemPlace>>,
    /// The stored log it is about.
    pub log: Option<Box<str>>,
    /// The methods of the path, for a 405.
    pub allow: Option<Box<str>>,
    /// The content codings that are known, for a 415.
    pub accept_encoding: Option<&'static str>,
    /// Seconds after which another try is worth while, for a 429.
    pub retry_after: Option<u32>,
}

/// Where in the body a reader stopped.
#[derive(Clone, Debug, Default)]
pub struct ProblemPlace {
    /// The reader's own code.
    pub reason: String,
    /// A JSON pointer into the body.
    pub pointer: Option<String>,
    /// The line, from 1.
    pub line: Option<u64>,
    /// The column, from 1.
    pub column: Option<u64>,
}

/// A problem document (RFC 9457).
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Problem {
    /// Names the problem; the same for the same code.
    #[serde(rename = "type")]
    #[schema(example = "urn:caipan:problem:log-unreadable")]
    pub kind: String,
    /// A short summary that does not vary, in the language of `Accept-Language`.
    #[schema(example = "The log cannot be read")]
    pub title: &'static str,
    /// The HTTP status.
    #[schema(example = 422)]
    pub status: u16,
    /// The code that a program can act on.
    #[schema(example = "log-unreadable")]
    pub code: &'static str,
    /// What went wrong in this case and what to do next, in the language of `Accept-Language`.
    pub detail: String,
    /// `detail` in Chinese.
    pub detail_zh: String,
    /// `detail` in English.
    pub detail_en: String,
    /// The rule of reading that was broken, for `log-unreadable` and other documents: a stable word that `caipan explain` and
    /// `/explain?word=` tell of, such as `not-json`, `program-failed`, `program-refused`, `not-a-log`, `several-matches`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "not-json")]
    pub reason: Option<String>,
    /// Where in the body, as a JSON pointer.
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
    /// The stored log that the problem is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub log: Option<String>,
    /// The id of the request, as in `X-Request-Id`: name it when you ask whoever runs the service.
    #[schema(example = "7f3c09a15be2d604")]
    pub request_id: String,
}

impl ApiError {
    /// A problem with its sentence.
    pub fn new(kind: ProblemType, detail: Text) -> ApiError {
        ApiError { kind, detail, place: None, log: None, allow: None, accept_encoding: None, retry_after: None }
    }

    /// Says which stored log it is about.
    #[must_use]
    pub fn about(self, log: &str) -> ApiError {
        ApiError { log: Some(log.into()), ..self }
    }

    /// The document in one language, as the answer to the request of this id.
    pub fn document(&self, lang: Lang, request_id: &str) -> Problem {
        let place = self.place.clone();
        let reason = place.as_ref().map(|place| place.reason.clone());
        let place = place.map(|place| *place).unwrap_or_default();
        Problem {
            kind: format!("urn:caipan:problem:{}", self.kind.code()),
            title: self.kind.title().get(lang),
            status: self.kind.status().as_u16(),
            code: self.kind.code(),
            detail: bounded(self.detail.get(lang)),
            detail_zh: bounded(&self.detail.zh),
            detail_en: bounded(&self.detail.en),
            reason,
            pointer: place.pointer,
            line: place.line,
            column: place.column,
            log: self.log.as_deref().map(str::to_owned),
            request_id: request_id.to_owned(),
        }
    }

    /// The response in one language, to the request of this id.
    pub fn respond(&self, lang: Lang, request_id: &str) -> HttpResponse {
        self.head(lang).content_type(MEDIA_TYPE).json(self.document(lang, request_id))
    }

    /// The response as a page for a browser.
    pub fn page(&self, lang: Lang, request_id: &str) -> HttpResponse {
        let names = [self.kind.code(), request_id];
        let page = web::problem(self.kind.title().get(lang), &bounded(self.detail.get(lang)), names, lang);
        let mut head = self.head(lang);
        if self.kind.status() == StatusCode::UNAUTHORIZED {
            // A browser asks its user, who gives the key as the password.
            head.insert_header((header::WWW_AUTHENTICATE, r#"Basic realm="caipan", charset="UTF-8""#));
        }
        html_page::as_page(&mut head, &page)
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

/// The most characters of a sentence.
const LONGEST: usize = 3000;

/// A sentence may repeat what was sent, which has any length, and ends with what to do: so it is cut in the middle.
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

    /// Without its document, which the response filter writes: here neither the language nor the request is known.
    fn error_response(&self) -> HttpResponse {
        HttpResponse::new(self.status_code())
    }
}
