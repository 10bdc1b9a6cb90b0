//! Lists logs by filters, one page at a time.
//!
//! Each filter alone is a range of one index. With several filters one drives the search (see `query_planner`); its
//! logs are looked up a few hundred at a time and compared with the others. A page reads a limited number of
//! candidates. It may therefore be short although more logs follow, and says where to continue.

use crate::store::db::arrays::LogsAt;
use crate::store::db::connection::{Conn, each};
use crate::store::db::log_columns::{LogColumns, log_columns};
use crate::store::db::log_columns::{is_storable_text, whole_logs};
use crate::store::db::schema::{classes, logs};
use crate::store::error::StoreError;
use crate::store::handle::Store;
use crate::store::model::log::{Filter, LogRow};
use crate::store::model::tenant::Tenant;
use crate::store::query::query_planner::QueryPlan;
use crate::store::query::read::with_corrections;
use diesel::prelude::*;

/// Candidates in the first lookup, which doubles each time, and candidates per page.
const CHUNK: u32 = 200;
const MOST: u32 = 2000;

/// How far, in microseconds, a log's time may deviate from its sequence: concurrent requests commit in any order, and
/// clocks differ.
const SLACK: i64 = 600_000_000;

/// A page of a list.
#[derive(Clone, Debug)]
pub struct ListPart {
    /// The logs, newest first.
    pub logs: Vec<LogRow>,
    /// The sequence number before which the next page starts; absent on the last page.
    pub next: Option<i64>,
}

impl Store {
    /// At most `limit` logs of a tenant that match the filter, newest first.
    pub fn search(&self, tenant: Tenant, filter: &Filter, limit: u32) -> Result<ListPart, StoreError> {
        let names = [&filter.platform, &filter.game, &filter.system, &filter.verdict, &filter.client, &filter.code];
        if !names.into_iter().chain([&filter.player]).flatten().all(|name| is_storable_text(name)) {
            return Ok(ListPart { logs: Vec::new(), next: None });
        }
        let conn = &mut *self.reader()?;
        let (after, mut before) = between(conn, tenant, filter)?;
        let plan = QueryPlan::of(conn, tenant, filter, before)?;
        let timed = filter.since.is_some() || filter.until.is_some();
        // One extra row shows whether a next page exists.
        let exact = plan.is_exact(filter) && !timed;
        let mut chunk = if exact { limit.saturating_add(1) } else { CHUNK };
        let (mut found, mut looked) = (Vec::new(), 0);
        loop {
            let Some(candidates) = plan.next(conn, tenant, before, chunk)? else { break };
            looked += candidates.looked;
            before = Some(candidates.last);
            let rows = logs_at(conn, tenant, &candidates.places)?.into_iter();
            let rows = rows.take_while(|row| after.is_none_or(|after| place(row) > after));
            found.extend(rows.filter(|row| passes(filter, row)));
            let over = after.is_some_and(|after| candidates.last <= after) || !candidates.more;
            if over || found.len() > limit as usize || looked >= MOST {
                if over {
                    before = None;
                }
                break;
            }
            if !exact {
                chunk = (2 * chunk).min(MOST - looked);
            }
        }
        let next = if found.len() > limit as usize {
            found.get((limit as usize).saturating_sub(1)).map(place)
        } else {
            before.filter(|_| looked >= MOST)
        };
        found.truncate(limit as usize);
        Ok(ListPart { logs: with_corrections(conn, found)?, next })
    }
}

/// The logs at these sequence numbers, newest first.
macro_rules! at_places {
    ($tenant:expr, $places:expr) => {
        whole_logs!()
            .filter(logs::tenant.eq($tenant.0))
            .filter(logs::place.eq_any($places))
            .order(logs::place.desc())
            .select(log_columns!())
    };
}

/// The logs at these sequence numbers, newest first.
fn logs_at(conn: &mut Conn, tenant: Tenant, places: &[i64]) -> Result<Vec<LogColumns>, StoreError> {
    if places.is_empty() {
        return Ok(Vec::new());
    }
    Ok(match conn {
        Conn::Sqlite(conn) => at_places!(tenant, places).load(conn)?,
        Conn::Postgres(conn) => LogsAt { tenant: tenant.0, places: places.to_vec() }.load(&mut **conn)?,
    })
}

/// The exclusive bounds of sequence numbers for the times of the filter.
fn between(conn: &mut Conn, tenant: Tenant, filter: &Filter) -> Result<(Option<i64>, Option<i64>), StoreError> {
    let after: Option<i64> = match filter.since {
        None => None,
        Some(since) => each!(conn, c => logs::table.filter(logs::tenant.eq(tenant.0))
            .filter(logs::received_at.lt(since.saturating_sub(SLACK)))
            .order((logs::received_at.desc(), logs::place.desc())).select(logs::place).first(c).optional())?,
    };
    let before: Option<i64> = match filter.until {
        None => None,
        Some(until) => each!(conn, c => logs::table.filter(logs::tenant.eq(tenant.0))
            .filter(logs::received_at.ge(until.saturating_add(SLACK)))
            .order((logs::received_at.asc(), logs::place.asc())).select(logs::place).first(c).optional())?,
    };
    let before = before.into_iter().chain(filter.before).min();
    Ok((after, before))
}

fn place(row: &LogColumns) -> i64 {
    row.1.6
}

/// Returns true if a candidate matches the filter.
fn passes(filter: &Filter, row: &LogColumns) -> bool {
    let ((_, _, _, platform, game, system, ..), (_, _, received_at, ..), (verdict, ..)) = row;
    let fits = |wanted: &Option<String>, is: &str| wanted.as_deref().is_none_or(|wanted| wanted == is);
    fits(&filter.platform, platform)
        && fits(&filter.game, game)
        && fits(&filter.system, system)
        && fits(&filter.verdict, verdict)
        && filter.since.is_none_or(|since| *received_at >= since)
        && filter.until.is_none_or(|until| *received_at < until)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::db::plan::{database, steps};
    use diesel::debug_query;
    use diesel::sqlite::Sqlite;

    /// Checks that lookups by sequence number and by time seek an index.
    #[test]
    fn lookups_by_sequence_and_time_seek_an_index() {
        let (_folder, mut conn) = database();
        let by_time = logs::table
            .filter(logs::tenant.eq(1_i64))
            .filter(logs::received_at.lt(9_i64))
            .order((logs::received_at.desc(), logs::place.desc()))
            .select(logs::place);
        let asked = [
            (debug_query::<Sqlite, _>(&at_places!(Tenant::HOME, [1_i64, 2, 3])).to_string(), "(tenant=? AND place=?)"),
            (debug_query::<Sqlite, _>(&by_time).to_string(), "(tenant=? AND received_at<?)"),
        ];
        for (query, by) in asked {
            let (query, _) = query.split_once(" -- binds").expect("the statement and its values");
            let mut steps = steps(&mut conn, query);
            // A dimension is looked up by its row number.
            steps.retain(|step| !step.starts_with("SEARCH classes USING INTEGER PRIMARY KEY"));
            let [step] = &*steps else { panic!("{query} takes other steps: {steps:?}") };
            assert!(step.starts_with("SEARCH") && step.ends_with(by), "{query}: {step}");
        }
    }
}
