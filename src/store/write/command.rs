//! The commands of the write worker and their replies.

use crate::store::error::StoreError;
use crate::store::model::job::{JobOrder, JobRow};
use crate::store::model::key::{FreshKey, KeyRow, Revocation, RevokedKey};
use crate::store::model::log::{Kept, LogToStore, ReportToStore};
use crate::store::model::ruling::{FreshRuling, RulingRow};
use crate::store::model::setting::{FreshSetting, SettingDone};
use crate::store::model::tenant::{Tenant, Who};
use crate::store::model::webhook::{Progress, WebhookChange, WebhookRow};
use crate::store::model::witness::{Offer, WitnessNote};
use std::time::Instant;
use tokio::sync::oneshot;
use tracing::Span;

/// A command in the queue, with its deadline and the channel for the reply.
pub(crate) struct QueuedWrite {
    pub(crate) until: Instant,
    pub(crate) command: WriteCommand,
    pub(crate) reply: oneshot::Sender<WriteResult>,
    /// The span of the caller, for its trace.
    pub(crate) span: Span,
}

pub(crate) enum WriteCommand {
    Log(Box<LogToStore>),
    Report(Who, Box<ReportToStore>),
    NewKey(Box<FreshKey>),
    Revocation(Box<Revocation>),
    Setting(Box<FreshSetting>),
    Ruling(Box<FreshRuling>),
    Webhook(Box<WebhookChange>),
    Claim { wanted: Vec<(Tenant, i64)>, lease: i64, now: i64, until: i64 },
    Progress(Box<Progress>),
    Job(Box<JobOrder>),
    Clock { at: i64, most: i64 },
    Offer(Offer),
    Witness(Box<WitnessNote>),
    Probe,
}

impl WriteCommand {
    /// The tenant whose row the command locks first, if it is known in advance. A batch locks these in ascending order.
    pub(crate) fn tenant(&self) -> Option<Tenant> {
        match self {
            WriteCommand::Log(fresh) => Some(fresh.who.tenant),
            WriteCommand::Report(who, _) => Some(who.tenant),
            WriteCommand::Setting(fresh) => Some(fresh.who.tenant),
            WriteCommand::Ruling(fresh) => Some(fresh.who.tenant),
            WriteCommand::Webhook(change) => Some(change.who.tenant),
            WriteCommand::Job(order) => order.tenant(),
            // A pause is an entry of the journal.
            WriteCommand::Progress(progress) => progress.row.paused_at.map(|_| progress.row.tenant()),
            // The command line has no key; the tenant that it names may be new.
            WriteCommand::NewKey(fresh) => fresh.who.key.map(|_| fresh.who.tenant),
            WriteCommand::Revocation(revocation) => revocation.of,
            WriteCommand::Claim { .. }
            | WriteCommand::Clock { .. }
            | WriteCommand::Offer(_)
            | WriteCommand::Witness(_)
            | WriteCommand::Probe => None,
        }
    }

    /// The log that the command stores.
    pub(crate) fn log(&self) -> Option<&LogToStore> {
        match self {
            WriteCommand::Log(fresh) => Some(fresh),
            _ => None,
        }
    }
}

/// The result of a command.
pub(crate) enum WriteReply {
    Kept(Kept),
    Key(Box<KeyRow>, bool),
    Revoked(Box<RevokedKey>),
    Setting(Box<SettingDone>),
    Ruling(Box<RulingRow>, bool),
    Webhook(Box<WebhookRow>, bool),
    Webhooks(Vec<WebhookRow>),
    Held(bool),
    Job(Option<Box<JobRow>>),
    Clock(Option<i64>),
    Done,
}

/// The reply to one command: its result, or an error that does not affect other rows.
pub(crate) type WriteResult = Result<WriteReply, StoreError>;
