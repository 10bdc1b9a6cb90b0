//! The errors of use cases. Their problem documents are left to `api`.

use super::engine::Refusal;
use super::{AccessDenied, AuditTooLong, RulingRefusal};
use crate::store::StoreError;
use caipan_pages::PageError;
use caipan_tiles::bilingual;
use caipan_tiles::text::Text;

/// Why a use case failed.
#[derive(Debug, thiserror::Error)]
pub enum AppError {
    /// The bytes are not a log.
    #[error("{}", .0.text.en)]
    Unreadable(Box<Refusal>),
    /// The bytes are not an adapter.
    #[error("{}", .0.text.en)]
    Adapter(Box<Refusal>),
    /// The bytes are not house rules.
    #[error("{}", .0.text.en)]
    Presets(Box<Refusal>),
    /// The declared rules cannot be applied.
    #[error("{}", .0.text.en)]
    Rules(Box<Refusal>),
    /// There is no third-party format with this name; the sentence lists the known ones.
    #[error("{}", .0.en)]
    UnknownFormat(Text),
    /// The score request cannot be read.
    #[error("{}", .0.text.en)]
    Score(Box<Refusal>),
    /// The ruling cannot be recorded.
    #[error("{}", .0.text.en)]
    Ruling(Box<RulingRefusal>),
    /// There is no log with this id.
    #[error("no log {0}")]
    NoLog(String),
    /// The log has no such hand or event.
    #[error("{}", .0.en)]
    NoStep(Text),
    /// Access is denied.
    #[error("{0}")]
    AccessDenied(AccessDenied),
    /// The feed has no such cursor.
    #[error("no such cursor")]
    NoCursor,
    /// There is no signing key.
    #[error("no signing key")]
    NotSigned,
    /// No checkpoint has as many cosignatures as asked.
    #[error("no checkpoint with {0} cosignatures")]
    NotCosigned(usize),
    /// The newest cosigned checkpoint has this many records, and the wanted one comes later.
    #[error("the cosigned checkpoint has {0} records")]
    NotYetCosigned(u64),
    /// There is no record with this number.
    #[error("no record")]
    NoRecord,
    /// The tree has fewer records than asked; this is its size.
    #[error("the tree has {0} records")]
    NeverSoLarge(u64),
    /// The key cannot be created as requested.
    #[error("{}", .0.en)]
    KeyUnfit(Text),
    /// The webhook cannot be created as requested.
    #[error("{}", .0.en)]
    WebhookUnfit(Text),
    /// The job cannot be created as requested.
    #[error("{}", .0.en)]
    JobUnfit(Text),
    /// A job cannot reach a log that it has to process.
    #[error("{}", .0.en)]
    JobUnreached(Text),
    /// The target of an export cannot be read or written; true if that may pass.
    #[error("{}", .0.en)]
    ExportTarget(Text, bool),
    /// An earlier request with this idempotency key created this job and differs.
    #[error("the request asked for job {0}")]
    RequestReused(String),
    /// The job has no such part.
    #[error("no part {0}")]
    NoPart(i32),
    /// The audit did not end within its budget.
    #[error("the audit takes too long")]
    AuditTooLong(Box<AuditTooLong>),
    /// All workers are in use.
    #[error("too much work")]
    Busy,
    /// The work panicked; the panic was already printed.
    #[error("the work was given up")]
    GivenUp,
    /// A stored report cannot be read.
    #[error("a stored report cannot be read: {0}")]
    Report(#[from] serde_json::Error),
    /// The store refused or failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<PageError> for AppError {
    fn from(error: PageError) -> AppError {
        match error {
            PageError::NoStep(text) => AppError::NoStep(text),
            PageError::Rules(error) => AppError::Rules(Box::new(Refusal::of_rules(error))),
        }
    }
}

impl AppError {
    /// The position and the sentence of the error.
    pub fn refusal(self) -> Refusal {
        let text = match self {
            AppError::Unreadable(refusal)
            | AppError::Adapter(refusal)
            | AppError::Presets(refusal)
            | AppError::Rules(refusal)
            | AppError::Score(refusal) => return *refusal,
            AppError::UnknownFormat(text)
            | AppError::NoStep(text)
            | AppError::KeyUnfit(text)
            | AppError::WebhookUnfit(text)
            | AppError::JobUnfit(text)
            | AppError::JobUnreached(text)
            | AppError::ExportTarget(text, _) => text,
            AppError::Ruling(unruly) => unruly.text,
            AppError::AuditTooLong(too_long) => too_long.text(),
            other => bilingual!("无法完成：{other}。", "This cannot be done: {other}."),
        };
        Refusal::of_text(text)
    }
}
