//! The table of problems: code, status and title in both languages. Converting errors is left to `fail`.
//!
//! The body is an RFC 9457 problem document. The response filter renders `title` and `detail` in the language of the
//! request; `detail_zh` and `detail_en` are always present.

use super::{html_page, session};
use crate::web::{self, Visitor};
use actix_web::http::{StatusCode, header};
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder, ResponseError};
use caipan_tiles::text::{Label, Lang, Text};
use serde::Serialize;
use std::num::NonZeroU32;

/// The media type of a problem document.
pub const MEDIA_TYPE: &str = "application/problem+json";

macro_rules! problems {
    ($($(#[doc = $doc:literal])+ $kind:ident $code:literal $status:ident $zh:literal $en:literal;)+) => {
        /// The problem types.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum ProblemType { $($(#[doc = $doc])+ $kind),+ }

        impl ProblemType {
            /// Every type, in the order of the table.
            pub const ALL: &[ProblemType] = &[$(ProblemType::$kind),+];

            /// The stable code for programs; never reused.
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
    /// A path, query or header is invalid.
    RequestInvalid "request-invalid" BAD_REQUEST "请求无法理解" "The request cannot be understood";
    /// Keys exist, and the request has none.
    KeyMissing "key-missing" UNAUTHORIZED "需要密钥" "A key is needed";
    /// The key is unknown, revoked or expired.
    KeyInvalid "key-invalid" UNAUTHORIZED "密钥无效" "The key opens nothing";
    /// The key lacks the scope.
    ScopeMissing "scope-missing" FORBIDDEN "密钥没有此权限" "The key may not do this";
    /// The key may not be used from this address.
    AddressForeign "address-foreign" FORBIDDEN "密钥不能从此地址使用" "The key may not be used from this address";
    /// A signed-in browser would change something from a foreign page.
    SessionForeign "session-foreign" FORBIDDEN "修改不是从本服务的页面发出的" "The change does not come from a page of this service";
    /// The service has no sign-in.
    SignInOff "sign-in-off" NOT_FOUND "没有开通登录" "There is no sign-in";
    /// The sign-in is unknown, used or too old.
    SignInExpired "sign-in-expired" BAD_REQUEST "登录已失效" "The sign-in is no longer valid";
    /// The provider refused the sign-in.
    SignInRefused "sign-in-refused" FORBIDDEN "登录被拒绝" "The sign-in was refused";
    /// The token of the provider failed its checks.
    SignInUntrusted "sign-in-untrusted" FORBIDDEN "身份无法核实" "Your identity cannot be verified";
    /// No role of the person means anything here.
    RoleMissing "role-missing" FORBIDDEN "没有可用的角色" "You have no role here";
    /// The provider does not answer.
    ProviderUnavailable "provider-unavailable" BAD_GATEWAY "登录服务不可用" "The sign-in provider is not available";
    /// The request comes from a foreign page.
    OriginForeign "origin-foreign" FORBIDDEN "请求来自别处的网页" "The request comes from a page of somebody else";
    /// The path does not exist.
    PathUnknown "path-unknown" NOT_FOUND "没有这个地址" "There is nothing at this address";
    /// The log does not exist.
    LogNotFound "log-not-found" NOT_FOUND "没有这份牌谱" "No such log";
    /// The job or its part does not exist.
    JobNotFound "job-not-found" NOT_FOUND "没有这个任务" "No such job";
    /// The key does not exist.
    KeyNotFound "key-not-found" NOT_FOUND "没有这个密钥" "No such key";
    /// The webhook does not exist.
    WebhookNotFound "webhook-not-found" NOT_FOUND "没有这个 webhook" "No such webhook";
    /// The service has no signing key.
    NotSigned "not-signed" NOT_FOUND "没有签名密钥" "There is no signing key";
    /// No checkpoint with the record has as many cosignatures as asked.
    NotWitnessed "not-witnessed" NOT_FOUND "尚未得到足够的联署" "There are not enough cosignatures yet";
    /// The log has no such hand or event.
    StepNotFound "step-not-found" NOT_FOUND "没有这一手" "No such step";
    /// The rule system does not exist.
    RulesNotFound "rules-not-found" NOT_FOUND "没有这套规则" "No such rule system";
    /// The tenant has no such adapter.
    AdapterNotFound "adapter-not-found" NOT_FOUND "没有这个适配器" "No such adapter";
    /// The tenant has no house rules.
    PresetsNotFound "presets-not-found" NOT_FOUND "没有房规" "No house rules";
    /// The check does not exist.
    CheckNotFound "check-not-found" NOT_FOUND "没有这项检查" "No such check";
    /// The path does not support the method.
    MethodNotAllowed "method-not-allowed" METHOD_NOT_ALLOWED "这个地址不支持此方法" "This address does not support the method";
    /// None of the accepted media types is available.
    NotAcceptable "not-acceptable" NOT_ACCEPTABLE "无法提供所要的格式" "None of the accepted formats can be served";
    /// The body did not arrive in time.
    BodyTimeout "body-timeout" REQUEST_TIMEOUT "请求内容未按时送达" "The body did not arrive in time";
    /// The game is stored with other content.
    GameConflict "game-conflict" CONFLICT "同一局号已存有不同的牌谱" "The game is already stored with other content";
    /// The same bytes are stored in another format.
    ContentConflict "content-conflict" CONFLICT "同样的内容已按另一种格式存入" "The same bytes are stored, read as another format";
    /// The log was already corrected.
    CorrectionConflict "correction-conflict" CONFLICT "该牌谱已被更正过" "The log was already corrected";
    /// The tenant has the maximum number of keys.
    KeysFull "keys-full" CONFLICT "密钥已满" "There are too many keys";
    /// The tenant has the maximum number of webhooks.
    WebhooksFull "webhooks-full" CONFLICT "webhook 已满" "There are too many webhooks";
    /// The tenant has the maximum number of jobs.
    JobsFull "jobs-full" CONFLICT "任务已满" "There are too many jobs";
    /// The tenant has the maximum number of adapters.
    SettingsFull "settings-full" CONFLICT "适配器已满" "There are too many adapters";
    /// The ruling conflicts with another ruling or a newer report.
    RulingConflict "ruling-conflict" CONFLICT "裁定与已有的相冲突" "Others have ruled, or a newer report is there";
    /// The log was erased.
    LogErased "log-erased" GONE "牌谱已被抹去" "The log was erased";
    /// The cursor of the feed is unknown.
    CursorUnknown "cursor-unknown" GONE "没有这个游标" "Cursor not found";
    /// The body exceeds the limit.
    BodyTooLarge "body-too-large" PAYLOAD_TOO_LARGE "请求内容过大" "The body is too large";
    /// The media type is not supported.
    MediaTypeUnsupported "media-type-unsupported" UNSUPPORTED_MEDIA_TYPE "不支持这种内容类型" "The media type is not supported";
    /// The content coding is not supported.
    EncodingUnsupported "encoding-unsupported" UNSUPPORTED_MEDIA_TYPE "不支持这种压缩方式" "The content coding is not supported";
    /// The range is outside the bytes.
    RangeUnsatisfiable "range-unsatisfiable" RANGE_NOT_SATISFIABLE "没有所要的这一段" "There is no such range";
    /// The request is for another host.
    HostUnknown "host-unknown" MISDIRECTED_REQUEST "请求的主机不是这里" "The request is for another host";
    /// The body is not a log.
    LogUnreadable "log-unreadable" UNPROCESSABLE_ENTITY "牌谱无法读取" "The log cannot be read";
    /// The body is not an adapter.
    AdapterUnreadable "adapter-unreadable" UNPROCESSABLE_ENTITY "适配器无法读取" "The adapter cannot be read";
    /// The body is not a file of house rules.
    PresetsUnreadable "presets-unreadable" UNPROCESSABLE_ENTITY "房规无法读取" "The house rules cannot be read";
    /// The score request cannot be read.
    ScoreUnreadable "score-unreadable" UNPROCESSABLE_ENTITY "算分请求无法读取" "The score request cannot be read";
    /// The declared rules cannot be applied.
    RulesInvalid "rules-invalid" UNPROCESSABLE_ENTITY "所声明的规则无法使用" "The declared rules cannot be applied";
    /// The audit did not end within its budget.
    AuditTooLong "audit-too-long" UNPROCESSABLE_ENTITY "审核时间过长" "The audit takes too long";
    /// `corrects` names no stored log of this game.
    CorrectionInvalid "correction-invalid" UNPROCESSABLE_ENTITY "更正的对象不成立" "There is nothing of the kind to correct";
    /// The idempotency key belongs to another request.
    KeyReused "key-reused" UNPROCESSABLE_ENTITY "幂等键已用于其他内容" "The idempotency key was used for other content";
    /// The ruling is invalid.
    RulingInvalid "ruling-invalid" UNPROCESSABLE_ENTITY "裁定不成立" "The ruling cannot be recorded";
    /// The key cannot be created as requested.
    KeyUnfit "key-unfit" UNPROCESSABLE_ENTITY "无法按此要求签发密钥" "No key can be made so";
    /// The webhook cannot be created or replayed as requested.
    WebhookUnfit "webhook-unfit" UNPROCESSABLE_ENTITY "webhook 的要求不成立" "No webhook can be made or replayed so";
    /// The job cannot be created as requested.
    JobUnfit "job-unfit" UNPROCESSABLE_ENTITY "无法按此要求建立任务" "No job can be done so";
    /// The rate limit of the key is exceeded.
    TooFast "too-fast" TOO_MANY_REQUESTS "请求过快" "Too many requests";
    /// The service is overloaded.
    Busy "busy" SERVICE_UNAVAILABLE "服务正忙" "The service is busy";
    /// The store does not answer.
    StoreUnavailable "store-unavailable" SERVICE_UNAVAILABLE "存储暂不可用" "The store is not available";
    /// The process is about to stop.
    Stopping "stopping" SERVICE_UNAVAILABLE "服务即将停止" "The service is about to stop";
    /// A stored row disagrees with the journal.
    RecordMismatch "record-mismatch" INTERNAL_SERVER_ERROR "所存内容与存证不符" "The stored data disagree with the evidence";
    /// The service has a bug.
    Internal "internal" INTERNAL_SERVER_ERROR "服务内部出错" "The service made a mistake";
}

impl ProblemType {
    /// Returns whether signing in, perhaps again, can help.
    const fn is_of_sign_in(self) -> bool {
        matches!(
            self,
            ProblemType::KeyMissing
                | ProblemType::KeyInvalid
                | ProblemType::SignInExpired
                | ProblemType::SignInRefused
                | ProblemType::SignInUntrusted
                | ProblemType::RoleMissing
                | ProblemType::ProviderUnavailable
        )
    }
}

/// The resource that a busy service has used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shortage {
    /// Threads for audits, or connections for queries.
    Threads,
    /// Places in the write queue, or the database is locked.
    Writes,
    /// Memory for request bodies.
    BodyBudget,
    /// Memory for large answers.
    AnswerBudget,
    /// The number of such requests at a time.
    Concurrency,
}

impl Shortage {
    /// All of them.
    pub const ALL: [Shortage; 5] =
        [Shortage::Threads, Shortage::Writes, Shortage::BodyBudget, Shortage::AnswerBudget, Shortage::Concurrency];

    /// The word for metrics.
    pub const fn word(self) -> &'static str {
        match self {
            Shortage::Threads => "threads",
            Shortage::Writes => "writes",
            Shortage::BodyBudget => "body-budget",
            Shortage::AnswerBudget => "answer-budget",
            Shortage::Concurrency => "concurrency",
        }
    }
}

/// The reasons of refusals that no problem document tells: a head that is no request, and a connection too many.
pub const HEAD_INVALID: &str = "head-invalid";
/// See [`HEAD_INVALID`].
pub const CONNECTIONS: &str = "connections";

/// The reasons of all refusals.
pub fn reasons() -> impl Iterator<Item = &'static str> {
    let kinds = ProblemType::ALL.iter().map(|kind| kind.code());
    kinds.chain(Shortage::ALL.map(Shortage::word)).chain([HEAD_INVALID, CONNECTIONS])
}

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
        Problem { title: "", detail: String::new(), detail_zh: String::new(), detail_en: String::new(), ..self }
    }
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
        let can_sign_in = self.kind.is_of_sign_in() && session::visitor(request) == Visitor::SignedOut;
        let title = self.kind.title().get(lang);
        let page = web::problem(title, &bounded(self.detail.get(lang)), names, can_sign_in, lang);
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
