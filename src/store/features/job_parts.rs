//! The output of jobs, stored in parts, and the rewriting of parts when a log is erased.
//!
//! Only `app` knows which line mentions which log. It rewrites the parts outside the transaction; the erasing step
//! verifies that its input is still current and fails if a part was added or changed meanwhile.

use crate::store::db::connection::{Conn, each};
use crate::store::db::hex_key::HexKey;
use crate::store::db::schema::{job_parts, logs};
use crate::store::error::StoreError;
use crate::store::handle::Store;
use crate::store::model::erasure::Erase;
use crate::store::model::job::{FreshPart, JobRow, Left, PartAbout, PartRow};
use crate::store::model::tenant::Tenant;
use diesel::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// Stores a part, unless one of its logs was erased meanwhile.
pub(crate) fn put_part(conn: &mut Conn, job: &JobRow, number: i32, part: &FreshPart) -> Result<(), StoreError> {
    // A log may be requested twice.
    let logs: BTreeSet<&str> = part.logs.iter().map(String::as_str).collect();
    let ids: Vec<HexKey> = logs.iter().map(|id| HexKey::of(id)).collect();
    let there: i64 = each!(conn, c => logs::table.filter(logs::tenant.eq(job.tenant.0))
        .filter(logs::id.eq_any(&ids)).count().get_result(c))?;
    if there != i64::try_from(logs.len()).unwrap_or(i64::MAX) {
        return Err(StoreError::JobLost);
    }
    let row = (
        (job_parts::tenant.eq(job.tenant.0), job_parts::job.eq(job.seq), job_parts::number.eq(number)),
        (job_parts::low.eq(part.places.0), job_parts::high.eq(part.places.1)),
        (job_parts::lines.eq(part.lines), job_parts::bytes.eq(length(&part.body))),
        (job_parts::digest.eq(&part.digest), job_parts::body.eq(&part.body)),
    );
    each!(conn, c => diesel::insert_into(job_parts::table).values(row).execute(c))?;
    Ok(())
}

/// Fails if a part may mention one of the logs and its replacement is missing or outdated.
pub(crate) fn check_parts(
    conn: &mut Conn,
    tenant: Tenant,
    erase: &[Erase],
    parts: &[(PartAbout, Left)],
) -> Result<(), StoreError> {
    let ids: Vec<HexKey> = erase.iter().map(|log| HexKey::of(&log.id)).collect();
    let places: Vec<i64> = each!(conn, c => logs::table.filter(logs::tenant.eq(tenant.0))
        .filter(logs::id.eq_any(&ids)).select(logs::place).load(c))?;
    let said: BTreeMap<(i64, i32), &str> =
        parts.iter().map(|(part, _)| ((part.job, part.number), part.digest.as_str())).collect();
    let there = about(conn, tenant, &places)?;
    let known = there.iter().all(|part| said.get(&(part.job, part.number)) == Some(&part.digest.as_str()));
    if known { Ok(()) } else { Err(StoreError::JobLost) }
}

/// Replaces the parts. A lost part keeps its number but has no bytes, so that clients can see the loss.
pub(crate) fn rewrite_parts(conn: &mut Conn, parts: &[(PartAbout, Left)]) -> Result<(), StoreError> {
    for (part, left) in parts {
        let key = (part.tenant.0, part.job, part.number);
        let row = || job_parts::table.find(key).filter(job_parts::digest.eq(&part.digest));
        match left {
            Left::Same => {}
            Left::Lines { lines, body, digest } => {
                let fewer = (
                    (job_parts::lines.eq(lines), job_parts::bytes.eq(length(body))),
                    (job_parts::digest.eq(digest), job_parts::body.eq(body)),
                );
                each!(conn, c => diesel::update(row()).set(fewer).execute(c))?;
            }
            Left::Nothing => {
                each!(conn, c => diesel::delete(row()).execute(c))?;
            }
            Left::Lost => {
                let empty = (job_parts::bytes.eq(0), job_parts::digest.eq(""), job_parts::body.eq(Vec::<u8>::new()));
                each!(conn, c => diesel::update(row()).set(empty).execute(c))?;
            }
        }
    }
    Ok(())
}

fn about(conn: &mut Conn, tenant: Tenant, places: &[i64]) -> Result<Vec<PartAbout>, StoreError> {
    let Some((low, high)) = places.iter().min().zip(places.iter().max()) else { return Ok(Vec::new()) };
    let rows: Vec<(i64, i32, i64, i64, i32, String)> = each!(conn, c => job_parts::table
        .filter(job_parts::tenant.eq(tenant.0)).filter(job_parts::bytes.gt(0))
        .filter(job_parts::low.le(high)).filter(job_parts::high.ge(low))
        .order((job_parts::job.asc(), job_parts::number.asc()))
        .select((job_parts::job, job_parts::number, job_parts::low, job_parts::high, job_parts::bytes, job_parts::digest))
        .load(c))?;
    let part = |(job, number, low, high, bytes, digest)| {
        let places = (low, high);
        PartAbout { tenant, job, number, places, bytes, digest }
    };
    let spans = |part: &PartAbout| places.iter().any(|place| part.spans(*place));
    Ok(rows.into_iter().map(part).filter(spans).collect())
}

fn length(body: &[u8]) -> i32 {
    i32::try_from(body.len()).unwrap_or(i32::MAX)
}

impl Store {
    /// The parts of a job without their lines; a lost part has zero bytes.
    pub fn job_parts(&self, job: &JobRow) -> Result<Vec<PartRow>, StoreError> {
        let rows: Vec<(i32, i32, i32, String)> = each!(&mut *self.reader()?, c => job_parts::table
            .filter(job_parts::tenant.eq(job.tenant.0)).filter(job_parts::job.eq(job.seq)).order(job_parts::number.asc())
            .select((job_parts::number, job_parts::lines, job_parts::bytes, job_parts::digest)).load(c))?;
        Ok(rows.into_iter().map(|(number, lines, bytes, digest)| PartRow { number, lines, bytes, digest }).collect())
    }

    /// The digest and the zstd frame of a part.
    pub fn job_part(&self, job: &JobRow, number: i32) -> Result<Option<(String, Vec<u8>)>, StoreError> {
        self.part(job.tenant, job.seq, number)
    }

    /// The parts of all jobs of a tenant that may mention a log at one of these sequence numbers.
    pub fn parts_about(&self, tenant: Tenant, places: &[i64]) -> Result<Vec<PartAbout>, StoreError> {
        about(&mut *self.reader()?, tenant, places)
    }

    /// Reads such a part again: its current state and its frame; `None` if it is gone.
    pub fn reread_part(&self, part: &PartAbout) -> Result<Option<(PartAbout, Vec<u8>)>, StoreError> {
        let found = self.part(part.tenant, part.job, part.number)?;
        Ok(found.map(|(digest, body)| (PartAbout { digest, ..part.clone() }, body)))
    }

    fn part(&self, tenant: Tenant, job: i64, number: i32) -> Result<Option<(String, Vec<u8>)>, StoreError> {
        Ok(each!(&mut *self.reader()?, c => job_parts::table.find((tenant.0, job, number))
            .filter(job_parts::bytes.gt(0)).select((job_parts::digest, job_parts::body)).get_result(c).optional())?)
    }
}
