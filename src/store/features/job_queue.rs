//! The job queue: one table that all processes share.
//!
//! A claim chooses a job of any tenant with one statement and takes it with another, which checks again that it still
//! waits: not every database has `SKIP LOCKED` or advisory locks. A claim holds until its lease expires; each step renews it. The effects and the
//! progress of a step commit in one transaction, fenced by attempt and step number. A process that lost its lease
//! commits nothing, and a retried step takes effect once.

use crate::store::db::connection::{Conn, each};
use crate::store::db::log_columns::is_storable_text;
use crate::store::db::schema::{self, jobs};
use crate::store::error::StoreError;
use crate::store::features::erasure::erase_log;
use crate::store::features::job_parts;
use crate::store::handle::Store;
use crate::store::model::job::{FreshJob, JobFigure, JobKind, JobOrder, JobRow, JobState, MOST_JOBS, MOST_LOST, Step};
use crate::store::model::search_tags::ReadTags;
use crate::store::model::tenant::Tenant;
use crate::store::write::command::{WriteCommand, WriteReply};
use crate::store::write::insert::add_report;
use crate::store::write::queue::wrong_reply;
use crate::store::write::tenant_sequence::TenantSequences;
use diesel::dsl::exists;
use diesel::prelude::*;

const WAITING: i32 = JobState::Waiting.number();
const RUNNING: i32 = JobState::Running.number();

type Columns = ((i64, i64, String, i32, i32, Option<i64>, String, i64), (Option<i64>, i32, i32, i64, i64, i64, String));

macro_rules! columns {
    () => {
        (
            (jobs::seq, jobs::tenant, jobs::id, jobs::kind, jobs::state, jobs::key, jobs::asked, jobs::made_at),
            (jobs::ended_at, jobs::attempt, jobs::steps, jobs::done, jobs::start, jobs::next, jobs::outcome),
        )
    };
}

fn row(columns: Columns) -> JobRow {
    let ((seq, tenant, id, kind, state, key, asked, made_at), (ended_at, attempt, steps, done, start, next, outcome)) =
        columns;
    let kind = JobKind::ALL.into_iter().find(|one| one.number() == kind).unwrap_or(JobKind::Reaudit);
    let state = JobState::ALL.into_iter().find(|one| one.number() == state).unwrap_or(JobState::Failed);
    let tenant = Tenant(tenant);
    JobRow { seq, tenant, id, kind, state, key, asked, made_at, ended_at, attempt, steps, done, start, next, outcome }
}

/// Executes a command of the queue and returns the affected job, if any.
pub(crate) fn execute(
    conn: &mut Conn,
    sequences: &mut TenantSequences,
    order: &JobOrder,
    read_tags: ReadTags,
) -> Result<Option<JobRow>, StoreError> {
    match order {
        JobOrder::Make(fresh) => make(conn, sequences, fresh).map(Some),
        JobOrder::Claim { at, until } => claim(conn, *at, *until),
        JobOrder::Recover { at } => recover(conn, *at).map(|()| None),
        JobOrder::Step(of) => step(conn, sequences, of, read_tags).map(Some),
        JobOrder::Release { job, due } => release(conn, job, *due).map(|()| None),
        JobOrder::Cancel { tenant, id, at } => cancel(conn, *tenant, id, *at).map(Some),
        JobOrder::Tidy { before } => tidy(conn, *before).map(|()| None),
    }
}

fn make(conn: &mut Conn, sequences: &mut TenantSequences, fresh: &FreshJob) -> Result<JobRow, StoreError> {
    if let Some(there) = find(conn, fresh.who.tenant, &fresh.id)? {
        return Ok(there);
    }
    if let Some(request) = &fresh.request {
        let asked_before: Option<Columns> = each!(conn, c => jobs::table.filter(jobs::tenant.eq(fresh.who.tenant.0))
            .filter(jobs::request.eq(request)).select(columns!()).get_result(c).optional())?;
        if let Some(there) = asked_before {
            return Ok(row(there));
        }
    }
    // Other jobs leave room for those that erase: a key that may only read must not keep anyone from erasing.
    let erases = jobs::kind.eq(JobKind::Purge.number());
    let count: i64 = each!(conn, c => jobs::table.filter(jobs::tenant.eq(fresh.who.tenant.0))
        .filter(erases.eq(fresh.kind == JobKind::Purge)).count().get_result(c))?;
    if count >= MOST_JOBS && !fresh.by_itself {
        return Err(StoreError::JobsFull);
    }
    let start = fresh.start.unwrap_or(sequences.last(fresh.who.tenant) + 1);
    let row = (
        (jobs::tenant.eq(fresh.who.tenant.0), jobs::id.eq(&fresh.id), jobs::kind.eq(fresh.kind.number())),
        jobs::request.eq(&fresh.request),
        (jobs::state.eq(WAITING), jobs::key.eq(fresh.who.key), jobs::asked.eq(&fresh.asked)),
        (jobs::made_at.eq(fresh.at), jobs::due_at.eq(fresh.at), jobs::outcome.eq("{}")),
        (jobs::attempt.eq(0), jobs::lost.eq(0), jobs::steps.eq(0), jobs::done.eq(0_i64)),
        (jobs::start.eq(start), jobs::next.eq(start)),
    );
    each!(conn, c => diesel::insert_into(jobs::table).values(row).execute(c))?;
    find(conn, fresh.who.tenant, &fresh.id)?.ok_or_else(|| StoreError::NoJob(fresh.id.clone()))
}

/// Chooses a job of any tenant, then takes it, unless another process has claimed or ended it since; then the caller asks
/// again. Only the first statement concerns more than one tenant.
fn claim(conn: &mut Conn, at: i64, until: i64) -> Result<Option<JobRow>, StoreError> {
    let next: Option<(i64, i64)> = each!(&mut *conn, c => jobs::table.filter(jobs::state.eq(WAITING))
        .filter(jobs::due_at.le(at)).order(jobs::due_at.asc()).select((jobs::tenant, jobs::seq)).first(c).optional())?;
    let Some(next) = next else { return Ok(None) };
    let free = jobs::table.find(next).filter(jobs::state.eq(WAITING));
    let taken = (
        jobs::state.eq(RUNNING),
        jobs::lease_until.eq(until),
        jobs::attempt.eq(jobs::attempt + 1),
        jobs::lost.eq(jobs::lost + 1),
    );
    let found: Option<Columns> = each!(conn, c => diesel::update(free).set(taken).returning(columns!())
        .get_result(c).optional())?;
    Ok(found.map(row))
}

/// Releases expired leases. A separate sweep keeps `claim` free of lease checks.
fn recover(conn: &mut Conn, at: i64) -> Result<(), StoreError> {
    let over = || jobs::table.filter(jobs::state.eq(RUNNING)).filter(jobs::lease_until.lt(at));
    let nobody = (jobs::state.eq(WAITING), jobs::due_at.eq(at), jobs::lease_until.eq(None::<i64>));
    each!(conn, c => diesel::update(over().filter(jobs::lost.lt(MOST_LOST))).set(nobody).execute(c))?;
    let given_up =
        (jobs::state.eq(JobState::Failed.number()), jobs::ended_at.eq(at), jobs::lease_until.eq(None::<i64>));
    each!(conn, c => diesel::update(over().filter(jobs::lost.ge(MOST_LOST))).set(given_up).execute(c))?;
    Ok(())
}

fn step(
    conn: &mut Conn,
    sequences: &mut TenantSequences,
    step: &Step,
    read_tags: ReadTags,
) -> Result<JobRow, StoreError> {
    let job = &step.job;
    let mine =
        jobs::table.find((job.tenant.0, job.seq)).filter(jobs::attempt.eq(job.attempt)).filter(jobs::state.eq(RUNNING));
    let now: Option<i32> = each!(conn, c => {
        let query = mine.select(jobs::steps).into_boxed();
        query.get_result(c).optional()
    })?;
    let after = job.steps + 1;
    match now {
        Some(steps) if steps == job.steps => {}
        // The step was committed, but the caller did not get the answer.
        Some(steps) if steps == after => return by_seq(conn, job),
        None if step.end.is_some() => {
            let there = by_seq(conn, job).map_err(|_| StoreError::JobLost)?;
            let ended = there.attempt == job.attempt && there.steps == after;
            return if ended { Ok(there) } else { Err(StoreError::JobLost) };
        }
        _ => return Err(StoreError::JobLost),
    }
    if let Some(part) = &step.part {
        job_parts::put_part(conn, job, after, part)?;
    }
    if !step.erase.is_empty() {
        job_parts::check_parts(conn, job.tenant, &step.erase, &step.parts)?;
    }
    // The statements below no longer fail because of their content.
    for report in &step.reports {
        match add_report(conn, sequences, job.who(), report, read_tags) {
            // The log was erased meanwhile.
            Err(StoreError::NothingToCorrect(_) | StoreError::Erased(_)) => {}
            done => done?,
        }
    }
    for log in &step.erase {
        erase_log(conn, sequences, job.who(), log, (step.why, step.at), read_tags)?;
    }
    job_parts::rewrite_parts(conn, &step.parts)?;
    let state = step.end.unwrap_or(JobState::Running);
    let ended = state.is_over();
    let moved = (
        (jobs::state.eq(state.number()), jobs::asked.eq(&step.asked), jobs::steps.eq(after), jobs::lost.eq(0)),
        (jobs::done.eq(jobs::done + step.done), jobs::next.eq(step.next), jobs::outcome.eq(&step.outcome)),
        (jobs::lease_until.eq((!ended).then_some(step.until)), jobs::ended_at.eq(ended.then_some(step.at))),
    );
    // This update and a concurrent cancellation wait for each other on the job's row.
    let of =
        jobs::table.find((job.tenant.0, job.seq)).filter(jobs::attempt.eq(job.attempt)).filter(jobs::state.eq(RUNNING));
    let found: Option<Columns> =
        each!(conn, c => diesel::update(of).set(moved).returning(columns!()).get_result(c).optional())?;
    // An error of the store rolls back the transaction with all effects of the step.
    found.map(row).ok_or(StoreError::Busy)
}

fn release(conn: &mut Conn, job: &JobRow, due: i64) -> Result<(), StoreError> {
    let mine =
        jobs::table.find((job.tenant.0, job.seq)).filter(jobs::attempt.eq(job.attempt)).filter(jobs::state.eq(RUNNING));
    let free = (jobs::state.eq(WAITING), jobs::due_at.eq(due), jobs::lease_until.eq(None::<i64>), jobs::lost.eq(0));
    each!(conn, c => diesel::update(mine).set(free).execute(c))?;
    Ok(())
}

fn cancel(conn: &mut Conn, tenant: Tenant, id: &str, at: i64) -> Result<JobRow, StoreError> {
    let job = find(conn, tenant, id)?.ok_or_else(|| StoreError::NoJob(id.to_owned()))?;
    let live = jobs::table.find((job.tenant.0, job.seq)).filter(jobs::state.eq(WAITING).or(jobs::state.eq(RUNNING)));
    let ended =
        (jobs::state.eq(JobState::Cancelled.number()), jobs::ended_at.eq(at), jobs::lease_until.eq(None::<i64>));
    let cancelled: Option<Columns> =
        each!(conn, c => diesel::update(live).set(ended).returning(columns!()).get_result(c).optional())?;
    if let Some(cancelled) = cancelled {
        return Ok(row(cancelled));
    }
    remove(conn, tenant, &[job.seq])?;
    Ok(job)
}

fn tidy(conn: &mut Conn, before: i64) -> Result<(), StoreError> {
    let old: Vec<(i64, i64)> = each!(conn, c => jobs::table.filter(jobs::ended_at.lt(before))
        .order((jobs::tenant.asc(), jobs::seq.asc())).limit(MOST_JOBS).select((jobs::tenant, jobs::seq)).load(c))?;
    for of_tenant in old.chunk_by(|one, next| one.0 == next.0) {
        let Some(&(tenant, _)) = of_tenant.first() else { continue };
        remove(conn, Tenant(tenant), &of_tenant.iter().map(|&(_, seq)| seq).collect::<Vec<_>>())?;
    }
    Ok(())
}

fn remove(conn: &mut Conn, tenant: Tenant, seqs: &[i64]) -> Result<(), StoreError> {
    let parts = schema::job_parts::table
        .filter(schema::job_parts::tenant.eq(tenant.0))
        .filter(schema::job_parts::job.eq_any(seqs));
    each!(conn, c => diesel::delete(parts).execute(c))?;
    let jobs = jobs::table.filter(jobs::tenant.eq(tenant.0)).filter(jobs::seq.eq_any(seqs));
    each!(conn, c => diesel::delete(jobs).execute(c))?;
    Ok(())
}

fn by_seq(conn: &mut Conn, job: &JobRow) -> Result<JobRow, StoreError> {
    let found: Columns = each!(conn, c => jobs::table.find((job.tenant.0, job.seq)).select(columns!()).get_result(c))?;
    Ok(row(found))
}

fn find(conn: &mut Conn, tenant: Tenant, id: &str) -> Result<Option<JobRow>, StoreError> {
    if !is_storable_text(id) {
        return Ok(None);
    }
    let found: Option<Columns> = each!(conn, c => jobs::table.filter(jobs::id.eq(id))
        .filter(jobs::tenant.eq(tenant.0)).select(columns!()).get_result(c).optional())?;
    Ok(found.map(row))
}

impl Store {
    /// Creates, claims, advances or ends a job. Returns once the change is durable, with the job if there is one.
    pub async fn job(&self, order: JobOrder) -> Result<Option<JobRow>, StoreError> {
        match self.write(WriteCommand::Job(Box::new(order))).await? {
            WriteReply::Job(row) => Ok(row.map(|row| *row)),
            _ => Err(wrong_reply()),
        }
    }

    /// A job of a tenant.
    pub fn find_job(&self, tenant: Tenant, id: &str) -> Result<Option<JobRow>, StoreError> {
        find(&mut *self.reader()?, tenant, id)
    }

    /// The jobs of a tenant before the job `after`, newest first.
    pub fn jobs(&self, tenant: Tenant, after: Option<&str>, limit: u32) -> Result<Vec<JobRow>, StoreError> {
        let conn = &mut *self.reader()?;
        let before = match after {
            None => i64::MAX,
            Some(id) => find(conn, tenant, id)?.map_or(i64::MIN, |job| job.seq),
        };
        let rows: Vec<Columns> = each!(conn, c => jobs::table.filter(jobs::tenant.eq(tenant.0))
            .filter(jobs::seq.lt(before)).order(jobs::seq.desc()).limit(i64::from(limit)).select(columns!()).load(c))?;
        Ok(rows.into_iter().map(row).collect())
    }

    /// Returns whether a job is ready at this time, and whether a lease has expired.
    pub fn jobs_due(&self, at: i64) -> Result<(bool, bool), StoreError> {
        let conn = &mut *self.reader()?;
        let due = || jobs::table.filter(jobs::state.eq(WAITING)).filter(jobs::due_at.le(at));
        let lost = || jobs::table.filter(jobs::state.eq(RUNNING)).filter(jobs::lease_until.lt(at));
        Ok(each!(conn, c => diesel::select((exists(due()), exists(lost()))).get_result(c))?)
    }

    /// Counts the jobs of all tenants by kind and state, with the earliest time at which one became ready.
    pub fn job_figures(&self) -> Result<Vec<JobFigure>, StoreError> {
        use diesel::dsl::{count_star, min};
        let rows: Vec<(i32, i32, i64, Option<i64>)> = each!(&mut *self.reader()?, c => jobs::table
            .group_by((jobs::kind, jobs::state))
            .select((jobs::kind, jobs::state, count_star(), min(jobs::due_at))).load(c))?;
        let told = |(kind, state, count, first)| {
            let kind = JobKind::ALL.into_iter().find(|one| one.number() == kind)?;
            let state = JobState::ALL.into_iter().find(|one| one.number() == state)?;
            Some(JobFigure { kind, state, count, first })
        };
        Ok(rows.into_iter().filter_map(told).collect())
    }
}
