//! The table of problems: code, status and title in both languages; and the reasons of refusals for metrics.

use actix_web::http::StatusCode;
use caipan_tiles::text::Label;

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
    pub(super) const fn is_of_sign_in(self) -> bool {
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
