//! Jobs, their parts and the commands of the job queue.

use crate::store::model::erasure::{Erase, Why};
use crate::store::model::log::ReportToStore;
use crate::store::model::tenant::{Tenant, Who};

/// Jobs that a tenant can have, ended ones included.
pub const MOST_JOBS: i64 = 64;
/// Attempts without progress after which a job fails.
pub const MOST_LOST: i32 = 5;

/// The kind of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobKind {
    /// Audits stored logs again.
    Reaudit,
    /// Exports logs and reports.
    Export,
    /// Erases logs.
    Purge,
}

impl JobKind {
    /// All kinds.
    pub const ALL: [JobKind; 3] = [JobKind::Reaudit, JobKind::Export, JobKind::Purge];

    /// The name.
    pub const fn name(self) -> &'static str {
        match self {
            JobKind::Reaudit => "reaudit",
            JobKind::Export => "export",
            JobKind::Purge => "purge",
        }
    }

    /// The stored number; never reused.
    pub(in crate::store) const fn number(self) -> i32 {
        match self {
            JobKind::Reaudit => 1,
            JobKind::Export => 2,
            JobKind::Purge => 3,
        }
    }
}

/// The state of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobState {
    /// Ready for a process.
    Waiting,
    /// Claimed by a process.
    Running,
    /// Completed.
    Done,
    /// Failed; the outcome says why.
    Failed,
    /// Cancelled.
    Cancelled,
}

impl JobState {
    /// All states.
    pub const ALL: [JobState; 5] =
        [JobState::Waiting, JobState::Running, JobState::Done, JobState::Failed, JobState::Cancelled];

    /// The name.
    pub const fn name(self) -> &'static str {
        match self {
            JobState::Waiting => "waiting",
            JobState::Running => "running",
            JobState::Done => "done",
            JobState::Failed => "failed",
            JobState::Cancelled => "cancelled",
        }
    }

    /// Returns true if the job has ended.
    pub const fn is_over(self) -> bool {
        !matches!(self, JobState::Waiting | JobState::Running)
    }

    /// The stored number; never reused.
    pub(in crate::store) const fn number(self) -> i32 {
        match self {
            JobState::Waiting => 1,
            JobState::Running => 2,
            JobState::Done => 3,
            JobState::Failed => 4,
            JobState::Cancelled => 5,
        }
    }
}

/// A job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JobRow {
    pub(in crate::store) seq: i64,
    /// The tenant.
    pub tenant: Tenant,
    /// The id.
    pub id: String,
    /// The kind.
    pub kind: JobKind,
    /// The state.
    pub state: JobState,
    pub(in crate::store) key: Option<i64>,
    /// The request, in the format of the application.
    pub asked: String,
    /// Microseconds since 1970.
    pub made_at: i64,
    /// Microseconds since 1970.
    pub ended_at: Option<i64>,
    /// The number of claims; a process with another number has lost the job.
    pub attempt: i32,
    /// The number of committed steps.
    pub steps: i32,
    /// The number of processed logs.
    pub done: i64,
    /// The sequence number before which the job started.
    pub start: i64,
    /// The sequence number before which the job continues.
    pub next: i64,
    /// The intermediate result, in the format of the application.
    pub outcome: String,
}

impl JobRow {
    /// The tenant and the key that requested the job.
    pub const fn who(&self) -> Who {
        Who { tenant: self.tenant, key: self.key }
    }
}

/// The number of jobs of all tenants with a kind and a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JobFigure {
    /// The kind.
    pub kind: JobKind,
    /// The state.
    pub state: JobState,
    /// The number of jobs.
    pub count: i64,
    /// The earliest time at which one became ready; microseconds since 1970.
    pub first: Option<i64>,
}

/// A new job.
#[derive(Clone, Debug)]
pub struct FreshJob {
    /// The tenant and the key that request it.
    pub who: Who,
    /// The id; a job with the same id is returned unchanged.
    pub id: String,
    /// The client's idempotency key; a job with the same key is returned unchanged.
    pub request: Option<String>,
    /// The kind.
    pub kind: JobKind,
    /// The request.
    pub asked: String,
    /// The sequence number before which the job starts; absent: after all existing logs.
    pub start: Option<i64>,
    /// True for scheduled jobs, which may exceed the limit.
    pub by_itself: bool,
    /// Microseconds since 1970.
    pub at: i64,
}

/// A part of a job's output.
#[derive(Clone, Debug)]
pub struct FreshPart {
    /// The lowest and highest sequence number of the logs in its lines.
    pub places: (i64, i64),
    /// The number of lines.
    pub lines: i32,
    /// The lines as a zstd frame.
    pub body: Vec<u8>,
    /// `sha256:` of the frame.
    pub digest: String,
    /// The ids of logs that must still exist.
    pub logs: Vec<String>,
}

/// A part without its lines. A lost part has zero bytes but keeps its line count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartRow {
    /// The number of the step, from 1. Steps without lines, and parts whose lines were all erased, are missing.
    pub number: i32,
    /// The number of lines.
    pub lines: i32,
    /// The size of the frame in bytes.
    pub bytes: i32,
    /// `sha256:` of the frame.
    pub digest: String,
}

/// A step of a job, committed as a whole: effects, progress and renewal of the lease. Without effects and end it only
/// renews the lease.
#[derive(Clone, Debug)]
pub struct Step {
    /// The job as the claim or the previous step returned it.
    pub job: JobRow,
    /// Reports to store.
    pub reports: Vec<ReportToStore>,
    /// Logs to erase.
    pub erase: Vec<Erase>,
    /// The reason for erasing them.
    pub why: Why,
    /// The replacements of all parts that may mention an erased log.
    pub parts: Vec<(PartAbout, Left)>,
    /// A new part of the output.
    pub part: Option<FreshPart>,
    /// The number of processed logs.
    pub done: i64,
    /// The sequence number before which the job continues.
    pub next: i64,
    /// The intermediate result.
    pub outcome: String,
    /// The part of the request that is kept from now on.
    pub asked: String,
    /// The final state, if this step ends the job.
    pub end: Option<JobState>,
    /// The end of the lease; microseconds since 1970.
    pub until: i64,
    /// Microseconds since 1970.
    pub at: i64,
}

/// A command of the job queue.
#[derive(Clone, Debug)]
pub enum JobOrder {
    /// Create a job.
    Make(FreshJob),
    /// Claim the job that has been ready longest, if any.
    Claim {
        /// Microseconds since 1970.
        at: i64,
        /// Microseconds since 1970.
        until: i64,
    },
    /// Release jobs whose leases expired.
    Recover {
        /// Microseconds since 1970.
        at: i64,
    },
    /// Commit a step of a job.
    Step(Box<Step>),
    /// Give a job back, to be claimed at `due` or later.
    Release {
        /// The job as the last step returned it.
        job: Box<JobRow>,
        /// Microseconds since 1970.
        due: i64,
    },
    /// Cancel a job, or delete an ended job with its output.
    Cancel {
        /// The tenant.
        tenant: Tenant,
        /// The id.
        id: String,
        /// Microseconds since 1970.
        at: i64,
    },
    /// Delete jobs that ended before this time.
    Tidy {
        /// Microseconds since 1970.
        before: i64,
    },
}

impl JobOrder {
    /// The tenant whose sequence the command advances.
    pub(in crate::store) fn tenant(&self) -> Option<Tenant> {
        match self {
            JobOrder::Make(fresh) => Some(fresh.who.tenant),
            JobOrder::Step(step) => Some(step.job.tenant),
            _ => None,
        }
    }
}

/// A part that may mention a log at one of the requested sequence numbers.
#[derive(Clone, Debug)]
pub struct PartAbout {
    pub(in crate::store) tenant: Tenant,
    pub(in crate::store) job: i64,
    pub(in crate::store) number: i32,
    /// The lowest and highest sequence number of the logs in its lines.
    pub places: (i64, i64),
    /// The size of the frame in bytes.
    pub bytes: i32,
    pub(in crate::store) digest: String,
}

impl PartAbout {
    /// Returns true if a line may mention the log at this sequence number.
    pub fn spans(&self, place: i64) -> bool {
        (self.places.0..=self.places.1).contains(&place)
    }
}

/// The replacement of a part after logs are erased.
#[derive(Clone, Debug)]
pub enum Left {
    /// The part mentions none of the logs.
    Same,
    /// The part with fewer lines.
    Lines {
        /// The number of lines.
        lines: i32,
        /// The lines as a zstd frame.
        body: Vec<u8>,
        /// `sha256:` of the frame.
        digest: String,
    },
    /// All lines are removed, and the part with them.
    Nothing,
    /// The lines are dropped although some may mention other logs.
    Lost,
}
