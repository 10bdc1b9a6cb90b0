//! A job at rest, and what can be asked of the queue of jobs.

use crate::store::model::erasure::{Erase, Why};
use crate::store::model::log::FreshReport;
use crate::store::model::tenant::{Tenant, Who};

/// The most jobs of a tenant, those that have ended included.
pub const MOST_JOBS: i64 = 64;
/// So often a job may be taken up without coming forward; then it is given up.
pub const MOST_LOST: i32 = 5;

/// What a job does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobKind {
    /// Audits stored logs again.
    Reaudit,
    /// Writes logs and reports out.
    Export,
    /// Erases logs.
    Purge,
}

impl JobKind {
    /// All of them.
    pub const ALL: [JobKind; 3] = [JobKind::Reaudit, JobKind::Export, JobKind::Purge];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            JobKind::Reaudit => "reaudit",
            JobKind::Export => "export",
            JobKind::Purge => "purge",
        }
    }

    /// The number at rest; never given anew.
    pub(in crate::store) const fn number(self) -> i32 {
        match self {
            JobKind::Reaudit => 1,
            JobKind::Export => 2,
            JobKind::Purge => 3,
        }
    }
}

/// How far a job has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobState {
    /// It waits for a process.
    Waiting,
    /// A process does it.
    Running,
    /// It came to its end.
    Done,
    /// It was given up; the outcome says why.
    Failed,
    /// Somebody cancelled it.
    Cancelled,
}

impl JobState {
    /// All of them.
    pub const ALL: [JobState; 5] =
        [JobState::Waiting, JobState::Running, JobState::Done, JobState::Failed, JobState::Cancelled];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            JobState::Waiting => "waiting",
            JobState::Running => "running",
            JobState::Done => "done",
            JobState::Failed => "failed",
            JobState::Cancelled => "cancelled",
        }
    }

    /// Whether nothing is done for it any more.
    pub const fn is_over(self) -> bool {
        !matches!(self, JobState::Waiting | JobState::Running)
    }

    /// The number at rest; never given anew.
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
    /// Whose it is.
    pub tenant: Tenant,
    /// Its id.
    pub id: String,
    /// What it does.
    pub kind: JobKind,
    /// How far it has come.
    pub state: JobState,
    pub(in crate::store) key: Option<i64>,
    /// What was asked for, as the application writes it.
    pub asked: String,
    /// Microseconds since 1970.
    pub made_at: i64,
    /// Microseconds since 1970.
    pub ended_at: Option<i64>,
    /// How often it was taken up: whoever has another number has lost it.
    pub attempt: i32,
    /// How many steps were committed.
    pub steps: i32,
    /// How many logs were seen to.
    pub done: i64,
    /// Before which place it began.
    pub start: i64,
    /// Before which place it goes on.
    pub next: i64,
    /// What came of it so far, as the application writes it.
    pub outcome: String,
}

impl JobRow {
    /// For whom it is done, and by which key it was asked for.
    pub const fn who(&self) -> Who {
        Who { tenant: self.tenant, key: self.key }
    }
}

/// How many jobs of a kind are in a state, of all tenants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JobFigure {
    /// The kind.
    pub kind: JobKind,
    /// The state.
    pub state: JobState,
    /// How many.
    pub count: i64,
    /// Since when the first of them could be taken up; microseconds since 1970.
    pub first: Option<i64>,
}

/// A job to make.
#[derive(Clone, Debug)]
pub struct FreshJob {
    /// Whose it is, and who asks for it.
    pub who: Who,
    /// Its id; one that is there already is given back as it is.
    pub id: String,
    /// The client's key of the request, of which the same holds.
    pub request: Option<String>,
    /// What it does.
    pub kind: JobKind,
    /// What is asked for.
    pub asked: String,
    /// Before which place it begins; absent: behind everything that is there.
    pub start: Option<i64>,
    /// Whether nobody asked for it, so that it may be one more than there may be.
    pub by_itself: bool,
    /// Microseconds since 1970.
    pub at: i64,
}

/// A part of what a job gives.
#[derive(Clone, Debug)]
pub struct FreshPart {
    /// The places that its lines are about, the lowest and the highest.
    pub places: (i64, i64),
    /// How many lines.
    pub lines: i32,
    /// The lines as a zstd frame.
    pub body: Vec<u8>,
    /// `sha256:` of the frame.
    pub digest: String,
    /// The ids of logs that have to be there still.
    pub logs: Vec<String>,
}

/// A part, without its lines. One that was lost has no byte and says how many lines it had.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartRow {
    /// Its number, from 1; that of a step without lines is missing, and of a part of which every line was erased.
    pub number: i32,
    /// How many lines.
    pub lines: i32,
    /// How many bytes the frame has.
    pub bytes: i32,
    /// `sha256:` of the frame.
    pub digest: String,
}

/// A step of a job: what it does, how far that brings it, and its lease renewed; all of it or nothing. Without effects and
/// without an end it only renews the lease.
#[derive(Clone, Debug)]
pub struct Step {
    /// The job as it was taken up, or as the step before left it.
    pub job: JobRow,
    /// Reports to keep.
    pub reports: Vec<FreshReport>,
    /// Logs to erase.
    pub erase: Vec<Erase>,
    /// Why.
    pub why: Why,
    /// What is left of each part that may tell of one of them.
    pub parts: Vec<(PartAbout, Left)>,
    /// A part of what it gives.
    pub part: Option<FreshPart>,
    /// How many logs were seen to.
    pub done: i64,
    /// Before which place it goes on.
    pub next: i64,
    /// What came of it so far.
    pub outcome: String,
    /// What is kept from now on of what was asked.
    pub asked: String,
    /// How it ends.
    pub end: Option<JobState>,
    /// Until when nobody else takes it up; microseconds since 1970.
    pub until: i64,
    /// Microseconds since 1970.
    pub at: i64,
}

/// What is asked of the queue.
#[derive(Clone, Debug)]
pub enum JobOrder {
    /// Make a job.
    Make(FreshJob),
    /// Take up the job that has waited longest, at this time, until that; none where none waits.
    Claim {
        /// Microseconds since 1970.
        at: i64,
        /// Microseconds since 1970.
        until: i64,
    },
    /// Let wait again what nobody brought forward as long as it was theirs.
    Recover {
        /// Microseconds since 1970.
        at: i64,
    },
    /// Bring a job forward.
    Step(Box<Step>),
    /// Give a job back, to be taken up by anybody at this time or later.
    Release {
        /// The job as the last step left it.
        job: Box<JobRow>,
        /// Microseconds since 1970.
        due: i64,
    },
    /// End a job that has not ended; take one away that has, with what it gave.
    Cancel {
        /// Whose it is.
        tenant: Tenant,
        /// Its id.
        id: String,
        /// Microseconds since 1970.
        at: i64,
    },
    /// Take away what ended before this time.
    Tidy {
        /// Microseconds since 1970.
        before: i64,
    },
}

impl JobOrder {
    /// Whose head it takes.
    pub(in crate::store) fn tenant(&self) -> Option<Tenant> {
        match self {
            JobOrder::Make(fresh) => Some(fresh.who.tenant),
            JobOrder::Step(step) => Some(step.job.tenant),
            _ => None,
        }
    }
}

/// A part that may tell of a log at one of the places that were asked for.
#[derive(Clone, Debug)]
pub struct PartAbout {
    pub(in crate::store) job: i64,
    pub(in crate::store) number: i32,
    /// The places that its lines are about, the lowest and the highest.
    pub places: (i64, i64),
    /// How many bytes the frame has.
    pub bytes: i32,
    pub(in crate::store) digest: String,
}

impl PartAbout {
    /// Whether a line of it may be about the log at a place.
    pub fn spans(&self, place: i64) -> bool {
        (self.places.0..=self.places.1).contains(&place)
    }
}

/// What a part is to be once logs are gone.
#[derive(Clone, Debug)]
pub enum Left {
    /// It tells of none of them.
    Same,
    /// It goes on with fewer lines.
    Lines {
        /// How many are left.
        lines: i32,
        /// They, as a zstd frame.
        body: Vec<u8>,
        /// `sha256:` of the frame.
        digest: String,
    },
    /// It told of nothing else.
    Nothing,
    /// All of it goes, though it may tell of others.
    Lost,
}
