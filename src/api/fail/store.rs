//! The problems of the store: reused keys, unknown and erased logs, limits, and a store that does not answer.

use super::access_denied;
use crate::api::problem::{ApiError, ProblemType, Shortage};
use crate::api::timestamp::time;
use crate::app::{AccessDenied, SignInError};
use crate::store::{Erasure, MOST_JOBS, MOST_KEYS, MOST_WEBHOOKS, Mismatch, RequestKind, SettingKind, StoreError, Why};
use caipan_tiles::bilingual;
use caipan_tiles::text::Text;

/// The problem of an error of the store.
pub(super) fn store(error: StoreError) -> ApiError {
    let (kind, text, id): (ProblemType, fn(&str) -> Text, String) = match error {
        StoreError::KeyReused(id) => (
            ProblemType::KeyReused,
            |id| {
                bilingual!(
                    "此幂等键已用于牌谱 {id}，而这次内容不同。请换一个新键，或重发原内容。",
                    "The key was used for log {id}, which has other content. Choose a new key, or send the first content again."
                )
            },
            id,
        ),
        StoreError::RequestReused(kind, id) => return request_reused(kind, &id),
        StoreError::GameTaken(id) => (
            ProblemType::GameConflict,
            |id| {
                bilingual!(
                    "此局号已存为牌谱 {id}，内容不同。若这是更正，请写明 \"corrects\": \"{id}\"。",
                    "The game is stored as log {id} with other content. If this one corrects it, say \"corrects\": \"{id}\"."
                )
            },
            id,
        ),
        StoreError::AlreadyCorrected(id) => (
            ProblemType::CorrectionConflict,
            |id| {
                bilingual!(
                    "所指牌谱已由 {id} 更正。请改为更正 {id}。",
                    "The log was already corrected by {id}. Correct {id} instead."
                )
            },
            id,
        ),
        StoreError::NothingToCorrect(id) => (
            ProblemType::CorrectionInvalid,
            |id| {
                bilingual!(
                    "没有编号为 {id} 的牌谱可更正。请用 GET /v1/logs?game= 查出编号。",
                    "There is no log {id} to correct. Find its id with GET /v1/logs?game=."
                )
            },
            id,
        ),
        StoreError::CorrectsOtherGame(id) => (
            ProblemType::CorrectionInvalid,
            |id| {
                bilingual!(
                    "牌谱 {id} 是另一局的。更正只能针对同一平台的同一局号。",
                    "Log {id} is of another game. A correction has the platform and the id of the game it corrects."
                )
            },
            id,
        ),
        StoreError::ReadOtherwise(id) => (
            ProblemType::ContentConflict,
            |id| {
                bilingual!(
                    "同样的字节已存为牌谱 {id}，但当时按另一种格式读取。请核对 Content-Type 与 ?from=；若原样无误，请直接使用 {id}。",
                    "The same bytes are stored as log {id}, where they were read as another format. Check Content-Type and ?from=; if that log is right, use {id}."
                )
            },
            id,
        ),
        StoreError::NoKey(id) => {
            return ApiError::new(
                ProblemType::KeyNotFound,
                bilingual!(
                    "没有编号为 {id} 的密钥。编号见 GET /v1/keys 或 caipan keys list。",
                    "There is no key {id}. Ids are listed by GET /v1/keys and caipan keys list."
                ),
            );
        }
        // The id of a session is known before it is made.
        StoreError::IdTaken => return SignInError::Expired.into(),
        StoreError::MakerRevoked => return access_denied(AccessDenied::Revoked),
        StoreError::KeysFull => {
            return ApiError::new(
                ProblemType::KeysFull,
                bilingual!(
                    "未吊销的密钥已有 {MOST_KEYS} 个。请先吊销不用的。",
                    "There are {MOST_KEYS} keys that are not revoked. Revoke those that are out of use first."
                ),
            );
        }
        StoreError::NoWebhook(id) => {
            let id: String = id.chars().take(64).collect();
            return ApiError::new(
                ProblemType::WebhookNotFound,
                bilingual!(
                    "没有编号为 {id} 的 webhook。编号见 GET /v1/webhooks。",
                    "There is no webhook {id}. GET /v1/webhooks lists them."
                ),
            );
        }
        StoreError::WebhooksFull => {
            return ApiError::new(
                ProblemType::WebhooksFull,
                bilingual!(
                    "已有 {MOST_WEBHOOKS} 个 webhook。请先删去不用的（DELETE /v1/webhooks/编号）。",
                    "There are {MOST_WEBHOOKS} webhooks. Remove those that are out of use first (DELETE /v1/webhooks/ID)."
                ),
            );
        }
        StoreError::Erased(erasure) => return erased(&erasure),
        StoreError::NoJob(id) => {
            return ApiError::new(
                ProblemType::JobNotFound,
                bilingual!(
                    "没有编号为 {id} 的任务。编号由 POST /v1/jobs 给出，GET /v1/jobs 列出；结束七天后任务连同结果一并删除。",
                    "There is no job {id}. Ids are given by POST /v1/jobs and listed by GET /v1/jobs; seven days after its end a job goes with what it gave."
                ),
            );
        }
        StoreError::JobsFull => {
            return ApiError::new(
                ProblemType::JobsFull,
                bilingual!(
                    "已有 {MOST_JOBS} 个任务（含已结束的）。请先删去不用的（DELETE /v1/jobs/编号）。",
                    "There are {MOST_JOBS} jobs, those that have ended included. Remove some first (DELETE /v1/jobs/ID)."
                ),
            );
        }
        StoreError::NoSetting(SettingKind::Adapter, name) => {
            let name: String = name.chars().take(64).collect();
            return ApiError::new(
                ProblemType::AdapterNotFound,
                bilingual!(
                    "本租户没有名为 {name} 的适配器（或没有这一版）。GET /v1/adapters 列出全部。",
                    "The tenant has no adapter {name}, or none of this digest. GET /v1/adapters lists them."
                ),
            );
        }
        StoreError::NoSetting(SettingKind::Presets, _) => {
            return ApiError::new(
                ProblemType::PresetsNotFound,
                bilingual!(
                    "本租户没有房规（或没有这一版）。用 PUT /v1/presets 放入一份，写法见 docs/houses.md。",
                    "The tenant has no house rules, or none of this digest. PUT /v1/presets sets a file of them; docs/houses.md shows one."
                ),
            );
        }
        StoreError::SettingsFull(kind) => {
            let most = kind.most();
            return ApiError::new(
                ProblemType::SettingsFull,
                bilingual!(
                    "已有 {most} 个适配器。请先删去不用的（DELETE /v1/adapters/名字）。",
                    "There are {most} adapters. Remove those that are out of use first (DELETE /v1/adapters/NAME)."
                ),
            );
        }
        StoreError::Busy => {
            let text = bilingual!(
                "等候写入的请求过多，或数据库被占用。请稍后用同一幂等键重试。",
                "Too much waits to be written, or the database is locked. Try again later with the same idempotency key."
            );
            return ApiError::busy(Shortage::Writes, text);
        }
        StoreError::Broken(_) => {
            tracing::error!(%error, "the store failed");
            return ApiError::new(
                ProblemType::StoreUnavailable,
                bilingual!(
                    "数据库文件已损坏：损坏之处读不出，也不再存入任何内容。请运维停止服务并用备份恢复（docs/operations.md），然后重发备份之后的内容。",
                    "The file of the database is damaged: what lies there cannot be read, and nothing more is taken in. Have the operator stop the service and restore a backup (docs/operations.md), then send again what was sent since."
                ),
            );
        }
        StoreError::Full(_) => {
            tracing::error!(%error, "the disk is full");
            return ApiError::new(
                ProblemType::StoreUnavailable,
                bilingual!(
                    "数据库所在的磁盘已满，什么也没有保存。请运维腾出空间；之后用同一幂等键重试即可，不必重启服务。",
                    "The disk of the database is full and nothing was kept. Have the operator make room, then try again with the same idempotency key; the service need not be restarted."
                ),
            );
        }
        StoreError::Damaged(_) => {
            tracing::error!(%error, "what is stored is damaged");
            return ApiError::new(
                ProblemType::StoreUnavailable,
                bilingual!(
                    "存储的这项内容有损坏，无法读出，原因已记入服务日志。请告知运维：需要时用备份恢复（docs/operations.md）。",
                    "What is stored of this is damaged and cannot be read; the log of the service says why. Tell the operator, who may have to restore a backup (docs/operations.md)."
                ),
            );
        }
        StoreError::Mismatch(ref found) => {
            tracing::error!(%error, "what is stored disagrees with the journal");
            return mismatch(found);
        }
        StoreError::Unfit(_)
        | StoreError::JobLost
        | StoreError::Distrusted(..)
        | StoreError::Database(_)
        | StoreError::Unavailable(_)
        | StoreError::Away(_)
        | StoreError::Newer { .. }
        | StoreError::Older
        | StoreError::Unreleased
        | StoreError::NoStep { .. }
        | StoreError::WouldLose(_) => {
            tracing::error!(%error, "the store failed");
            return unanswered();
        }
    };
    ApiError::new(kind, text(&id)).about(&id)
}

/// The problem of a stored row that disagrees with the journal.
pub(in crate::api) fn mismatch(found: &Mismatch) -> ApiError {
    let Text { zh, en } = found.text();
    let text = bilingual!(
        "{zh}。服务不能为这项内容作证，所以不提供。请把这句话告知运维：用 caipan check-database 核对，再从备份恢复（docs/operations.md）。",
        "{en}. The service cannot vouch for this content, so it does not serve it. Tell the operator this sentence: check with caipan check-database, then restore a backup (docs/operations.md)."
    );
    let error = ApiError::new(ProblemType::RecordMismatch, text);
    match &found.log {
        Some(id) => error.about(id),
        None => error,
    }
}

/// The problem of an idempotency key that another request used.
fn request_reused(kind: RequestKind, id: &str) -> ApiError {
    let text = match kind {
        RequestKind::Key => bilingual!(
            "此幂等键已用于签发密钥 {id}，而当时的要求不同，或由另一个密钥提出。请换一个新键，或原样重发。",
            "The key was used to make the API key {id}, which was asked for otherwise, or by another API key. Choose a new key, or send the first request again."
        ),
        RequestKind::Webhook => bilingual!(
            "此幂等键已用于建立 webhook {id}，而当时的要求不同。请换一个新键，或原样重发；webhook 删去后键可再用。",
            "The key was used to make the webhook {id}, which was asked for otherwise. Choose a new key, or send the first request again; once that webhook is removed the key is free."
        ),
        RequestKind::Rotation | RequestKind::Replay => bilingual!(
            "此幂等键已用于 webhook {id} 的另一个请求。请换一个新键，或原样重发。",
            "The key was used for another request about the webhook {id}. Choose a new key, or send that request again."
        ),
    };
    ApiError::new(ProblemType::KeyReused, text)
}

/// The problem of an erased log, with time and reason.
fn erased(erasure: &Erasure) -> ApiError {
    let Erasure { id, place, at, why } = erasure;
    let at = time(*at);
    let because = match why {
        Why::Log => bilingual!("应要求逐份抹去", "since its erasure was asked for"),
        Why::Player => {
            bilingual!("应要求抹去某位牌手的全部牌谱", "since the erasure of one of its players was asked for")
        }
        Why::Age => bilingual!("已过保存期限", "since it was older than logs are kept"),
        Why::Filter => bilingual!("随一次批量抹去", "with all that were to go with it"),
    };
    let Text { zh, en } = because;
    let text = bilingual!(
        "牌谱 {id} 已于 {at} 抹去（{zh}），其报告、牌手与裁定也不再保存，同样的内容不能再存入。抹去一事本身有记录：GET /v1/evidence?place={place}。",
        "Log {id} was erased at {at}, {en}; its report, players and rulings are gone too, and the same content is not stored again. The deed itself is on record: GET /v1/evidence?place={place}."
    );
    ApiError::new(ProblemType::LogErased, text).about(id)
}

/// The problem of a store that does not answer.
pub(in crate::api) fn unanswered() -> ApiError {
    ApiError::new(
        ProblemType::StoreUnavailable,
        bilingual!(
            "存储没有应答，什么也没有保存。请稍后用同一幂等键重试。",
            "The store did not answer and nothing was kept. Try again later with the same idempotency key."
        ),
    )
}
