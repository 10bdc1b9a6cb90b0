//! The conversion of application errors to problems with advice for the client; those of the store are in `fail/store.rs`.

mod store;

pub(super) use store::{mismatch, unanswered};

use super::problem::{ApiError, ProblemPlace, ProblemType, Shortage};
use crate::app::engine::Refusal;
use crate::app::{AccessDenied, AppError, RateOf, RateState};
use caipan_tiles::bilingual;

impl From<AppError> for ApiError {
    fn from(error: AppError) -> ApiError {
        match error {
            AppError::Unreadable(refusal) => refused(ProblemType::LogUnreadable, *refusal),
            AppError::Adapter(refusal) => refused(ProblemType::AdapterUnreadable, *refusal),
            AppError::Presets(refusal) => refused(ProblemType::PresetsUnreadable, *refusal),
            AppError::Score(refusal) => refused(ProblemType::ScoreUnreadable, *refusal),
            AppError::Rules(refusal) => refused(ProblemType::RulesInvalid, *refusal),
            AppError::UnknownFormat(text) => ApiError::new(ProblemType::RequestInvalid, text),
            AppError::Ruling(unruly) => {
                let kind = if unruly.conflict { ProblemType::RulingConflict } else { ProblemType::RulingInvalid };
                let pointer = Some(unruly.pointer).filter(|pointer| !pointer.is_empty());
                let place = ProblemPlace { reason: "ruling".to_owned(), pointer, ..ProblemPlace::default() };
                ApiError { place: Some(Box::new(place)), ..ApiError::new(kind, unruly.text) }
            }
            AppError::NoStep(text) => ApiError::new(ProblemType::StepNotFound, text),
            AppError::NoLog(id) => ApiError::new(
                ProblemType::LogNotFound,
                bilingual!(
                    "找不到编号为 {id} 的牌谱：可能已删除，或编号不全。请核对编号，或到牌谱列表里找。",
                    "There is no log {id}: it may have been deleted, or the id is incomplete. Check the id, or look it up in the list of logs."
                ),
            ),
            AppError::AccessDenied(why) => access_denied(why),
            AppError::NoCursor => ApiError::new(
                ProblemType::CursorUnknown,
                bilingual!(
                    "这里没有此 after 所指的判定：数据库可能已恢复到较早的状态，或 after 来自别处。请去掉 after 从头读起。",
                    "No verdict exists at the place in after: the database may have been restored to an earlier state, or after comes from elsewhere. Remove it and start again."
                ),
            ),
            AppError::NotSigned => ApiError::new(
                ProblemType::NotSigned,
                bilingual!(
                    "服务没有签名密钥，无法签署检查点；记录仍在累积。请运维以 --signing-key 启动服务。",
                    "The service has no key to sign checkpoints with; records are kept all the same. Have it started with --signing-key."
                ),
            ),
            AppError::NotCosigned(quorum) => ApiError::new(
                ProblemType::NotWitnessed,
                bilingual!(
                    "还没有一个检查点得到 {quorum} 个见证者联署。请稍后再试，或调低 witnessed；各见证者的情况见 GET /v1/evidence/witnesses。",
                    "No checkpoint has the cosignatures of {quorum} witnesses yet. Try again later, or ask for fewer in witnessed; GET /v1/evidence/witnesses shows the state of each."
                ),
            ),
            AppError::NotYetCosigned(size) => ApiError::new(
                ProblemType::NotWitnessed,
                bilingual!(
                    "联署过的检查点只有 {size} 条记录，所要的记录在其后。请稍后再试，或去掉 witnessed。",
                    "The cosigned checkpoint has {size} records, and the record asked for comes later. Try again later, or leave out witnessed."
                ),
            ),
            AppError::NoRecord => ApiError::new(
                ProblemType::RequestInvalid,
                bilingual!(
                    "place 所指的位置没有记录。位置从 1 数起，到检查点的条数为止。请改正 place。",
                    "Nothing is recorded at this place. Places are counted from 1 up to the size of the checkpoint: correct place."
                ),
            ),
            AppError::NeverSoLarge(size) => ApiError::new(
                ProblemType::RequestInvalid,
                bilingual!(
                    "记录只有 {size} 条，since 不能更大。若手中的检查点更大，说明数据库曾恢复到更早的备份：请保留该检查点并向运营方查问。",
                    "There are {size} records, so since cannot be larger. If you hold a checkpoint of more, the database was restored from an earlier backup: keep that checkpoint and ask the operator of the service."
                ),
            ),
            AppError::KeyUnfit(text) => ApiError::new(ProblemType::KeyUnfit, text),
            AppError::WebhookUnfit(text) => ApiError::new(ProblemType::WebhookUnfit, text),
            AppError::JobUnfit(text) => ApiError::new(ProblemType::JobUnfit, text),
            AppError::RequestReused(id) => ApiError::new(
                ProblemType::KeyReused,
                bilingual!(
                    "此幂等键已用于任务 {id}，而这次的要求不同。请换一个新键，或重发原来的要求；任务删去后键可再用。",
                    "The key was used for job {id}, which was asked for otherwise. Choose a new key, or send the first request again; once that job is removed the key is free."
                ),
            ),
            AppError::NoPart(number) => ApiError::new(
                ProblemType::JobNotFound,
                bilingual!(
                    "任务没有第 {number} 份结果。parts 列出现有的；erased_parts 不为 0 时，有整份随被抹去的牌谱消失，请重新建立任务。",
                    "The job has no part {number}. Its parts lists those that there are; where erased_parts is not 0, some went whole when a log was erased: make the job anew."
                ),
            ),
            AppError::AuditTooLong(too_long) => ApiError::new(ProblemType::AuditTooLong, too_long.text()),
            AppError::Busy => {
                let text = bilingual!(
                    "等候的请求过多。请过一秒再试。",
                    "Too many requests are waiting. Try again in a second."
                );
                ApiError::busy(Shortage::Threads, text)
            }
            AppError::JobUnreached(text) | AppError::ExportTarget(text, _) => internal(&text.en),
            AppError::GivenUp => internal(&"a worker panicked"),
            AppError::Report(error) => internal(&error),
            AppError::Store(error) => store::store(error),
        }
    }
}

fn refused(kind: ProblemType, refusal: Refusal) -> ApiError {
    let Refusal { code, pointer, line, column, text, grounds } = refusal;
    ApiError {
        place: Some(Box::new(ProblemPlace { reason: code, pointer, line, column, grounds })),
        ..ApiError::new(kind, text)
    }
}

/// The problem of a fault of the service; the error goes to its log.
pub(super) fn internal(error: &dyn std::fmt::Display) -> ApiError {
    tracing::error!(%error, "a request failed for a fault of ours");
    faulty()
}

/// The problem of a fault of the service.
pub(super) fn faulty() -> ApiError {
    ApiError::new(
        ProblemType::Internal,
        bilingual!(
            "服务内部出错，已记入日志。请把请求编号（request_id）告知运维。",
            "The service made a mistake and wrote it to its log. Tell the operator the id of the request (request_id)."
        ),
    )
}

/// Converts a refused access.
fn access_denied(why: AccessDenied) -> ApiError {
    let (kind, text) = match why {
        AccessDenied::Missing => (
            ProblemType::KeyMissing,
            bilingual!(
                "本服务需要密钥。请带上 Authorization: Bearer <密钥>；浏览器中以密钥为密码、用户名任意。密钥由运维用 caipan keys make 签发。",
                "This service asks for a key. Send Authorization: Bearer <key>; in a browser the key is the password, under any user \
                 name. Keys are made with caipan keys make."
            ),
        ),
        AccessDenied::Unknown => (
            ProblemType::KeyInvalid,
            bilingual!(
                "没有这个密钥。请核对是否完整（以 caipan_ 开头），或请管理员另发一个。",
                "There is no such key. See that it is whole (it begins with caipan_), or ask the administrator for another."
            ),
        ),
        AccessDenied::Revoked => (
            ProblemType::KeyInvalid,
            bilingual!(
                "这个密钥已被吊销。请向管理员另要一个。",
                "The key was revoked. Ask the administrator for another."
            ),
        ),
        AccessDenied::Expired => (
            ProblemType::KeyInvalid,
            bilingual!(
                "这个密钥已过期。请向管理员另要一个。",
                "The key has expired. Ask the administrator for another."
            ),
        ),
        AccessDenied::Address(from) => {
            let from = from.map_or_else(|| "?".to_owned(), |address| address.to_canonical().to_string());
            (
                ProblemType::AddressForeign,
                bilingual!(
                    "这个密钥不能从地址 {from} 使用。请从签发时列出的网段访问；若出口地址有变，请管理员另发一个带新网段的密钥，并吊销旧的。",
                    "The key may not be used from the address {from}. Use it from the networks it was made for; if your address has changed, ask the administrator for a key with the new networks and have this one revoked."
                ),
            )
        }
        AccessDenied::Scope(scope) => {
            let scope = scope.name();
            (
                ProblemType::ScopeMissing,
                bilingual!(
                    "这个密钥没有 {scope} 权限。请改用有此权限的密钥，或向管理员另要一个。",
                    "The key has no scope {scope}. Use one that has, or ask the administrator for another."
                ),
            )
        }
        AccessDenied::TooFast(wait, RateState { of, quota, .. }) => {
            let seconds = u32::try_from(wait.as_secs()).unwrap_or(u32::MAX).saturating_add(1);
            let text = match of {
                RateOf::Key => bilingual!(
                    "这个密钥的请求过快：每分钟 {quota} 次。请过 {seconds} 秒再试。",
                    "The key is used faster than it may be: {quota} requests a minute. Try again in {seconds} seconds."
                ),
                RateOf::Tenant => bilingual!(
                    "本租户的请求过快：全部密钥合计每分钟 {quota} 次。请过 {seconds} 秒再试，或请运维提高 --tenant-rate。",
                    "The keys of the tenant together are used faster than they may be: {quota} requests a minute. Try again in {seconds} seconds, or ask the operator to raise --tenant-rate."
                ),
            };
            return ApiError { retry_after: Some(seconds), ..ApiError::new(ProblemType::TooFast, text) };
        }
    };
    ApiError::new(kind, text)
}
