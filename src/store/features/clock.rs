//! The time at which retention last found the clock credible, so that a clock that runs far ahead erases nothing.

use crate::store::db::connection::{Conn, each};
use crate::store::db::schema::{clock, entries, tenants};
use crate::store::error::StoreError;
use crate::store::handle::Store;
use crate::store::write::command::{WriteCommand, WriteReply};
use crate::store::write::queue::wrong_reply;
use diesel::prelude::*;

impl Store {
    /// Records that the clock shows `at`, and returns `None`. Records nothing, and returns the time that was recorded last, if
    /// `at` is more than `most` microseconds after it. The first time, the newest entries of the journals stand for it.
    pub async fn credible_clock(&self, at: i64, most: i64) -> Result<Option<i64>, StoreError> {
        match self.write(WriteCommand::Clock { at, most }).await? {
            WriteReply::Clock(ahead_of) => Ok(ahead_of),
            _ => Err(wrong_reply()),
        }
    }
}

/// See [`Store::credible_clock`].
pub(crate) fn credible(conn: &mut Conn, at: i64, most: i64) -> Result<Option<i64>, StoreError> {
    let seen: Option<i64> =
        each!(&mut *conn, c => clock::table.find(1).select(clock::seen_at).get_result(c).optional())?;
    let seen = match seen {
        None => newest_entry(conn)?,
        seen => seen,
    };
    if let Some(seen) = seen.filter(|seen| at.saturating_sub(*seen) > most) {
        return Ok(Some(seen));
    }
    // A clock that was set back for a while does not count as ahead afterwards.
    let latest = at.max(seen.unwrap_or(at));
    each!(conn, c => diesel::insert_into(clock::table).values((clock::id.eq(1), clock::seen_at.eq(latest)))
        .on_conflict(clock::id).do_update().set(clock::seen_at.eq(latest)).execute(c))?;
    Ok(None)
}

/// The time of the newest entry of all journals.
fn newest_entry(conn: &mut Conn) -> Result<Option<i64>, StoreError> {
    let all: Vec<i64> = each!(&mut *conn, c => tenants::table.select(tenants::seq).load(c))?;
    let mut newest = None;
    for tenant in all {
        let last: Option<i64> = each!(&mut *conn, c => entries::table.filter(entries::tenant.eq(tenant))
            .order(entries::place.desc()).select(entries::at).first(c).optional())?;
        newest = newest.max(last);
    }
    Ok(newest)
}
