//! What may be written.

use crate::store::error::StoreError;
use crate::store::model::job::{JobOrder, JobRow};
use crate::store::model::key::{FreshKey, KeyRow, Revocation};
use crate::store::model::log::{Fresh, FreshReport, Kept};
use crate::store::model::ruling::{FreshRuling, RulingRow};
use crate::store::model::setting::{FreshSetting, SettingDone};
use crate::store::model::tenant::{Tenant, Who};
use crate::store::model::webhook::{Progress, WebhookChange, WebhookRow};
use std::time::Instant;
use tokio::sync::oneshot;

/// Something to write, and the one who waits for it.
pub(crate) struct Job {
    pub(crate) until: Instant,
    pub(crate) what: What,
    pub(crate) caller: oneshot::Sender<Done>,
}

pub(crate) enum What {
    Log(Box<Fresh>),
    Report(Who, Box<FreshReport>),
    NewKey(Box<FreshKey>),
    Revocation(Box<Revocation>),
    Setting(Box<FreshSetting>),
    Ruling(Box<FreshRuling>),
    Webhook(Box<WebhookChange>),
    Claim { wanted: Vec<i64>, lease: i64, now: i64, until: i64 },
    Progress(Box<Progress>),
    Job(Box<JobOrder>),
    Probe,
}

impl What {
    /// Whose place it takes, where that is known before it is done.
    pub(crate) fn tenant(&self) -> Option<Tenant> {
        match self {
            What::Log(fresh) => Some(fresh.who.tenant),
            What::Report(who, _) => Some(who.tenant),
            What::Setting(fresh) => Some(fresh.who.tenant),
            What::Ruling(fresh) => Some(fresh.who.tenant),
            What::Webhook(change) => Some(change.who.tenant),
            What::Job(order) => order.tenant(),
            What::NewKey(_) | What::Revocation(_) | What::Claim { .. } | What::Progress(_) | What::Probe => None,
        }
    }

    /// The log that it stores.
    pub(crate) fn log(&self) -> Option<&Fresh> {
        match self {
            What::Log(fresh) => Some(fresh),
            _ => None,
        }
    }
}

/// What there is to tell of it.
pub(crate) enum Told {
    Kept(Kept),
    Key(Box<KeyRow>),
    Setting(Box<SettingDone>),
    Ruling(Box<RulingRow>, bool),
    Webhooks(Vec<WebhookRow>),
    Held(bool),
    Job(Option<Box<JobRow>>),
    Done,
}

/// What became of a job inside its transaction: what there is to tell, or a refusal that has nothing to do with other rows.
pub(crate) type Done = Result<Told, StoreError>;
