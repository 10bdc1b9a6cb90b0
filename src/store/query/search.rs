//! Lists logs by filters, one page at a time.
//!
//! Each filter alone is a range of one index. With several filters one drives the search (see `query_planner`); its
//! logs are looked up a few hundred at a time and compared with the others. A page reads a limited number of
//! candidates. It may therefore be short although more logs follow, and says where to continue.
//!
//! Times usually follow sequence numbers, but no result depends on it: clocks are set, and replicas have their own. Each
//! candidate is compared with the times of the filter. After candidates that are all of another time, the index by time
//! says where the next log lies, or that there is none.

use crate::store::db::arrays::LogsAt;
use crate::store::db::connection::Conn;
use crate::store::db::log_columns::{LogColumns, log_columns};
use crate::store::db::log_columns::{is_storable_filter, whole_logs};
use crate::store::db::schema::{classes, logs};
use crate::store::error::StoreError;
use crate::store::handle::Store;
use crate::store::model::log::{Filter, LogRow};
use crate::store::model::tenant::Tenant;
use crate::store::query::query_planner::QueryPlan;
use crate::store::query::read::with_corrections;
use crate::store::query::times::{is_in_time, is_timed, newest_in_time};
use diesel::prelude::*;

/// Candidates in the first lookup, which doubles each time, and candidates per page.
const CHUNK: u32 = 200;
const MOST: u32 = 2000;

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
        if !is_storable_filter(filter) {
            return Ok(ListPart { logs: Vec::new(), next: None });
        }
        let conn = &mut *self.reader()?;
        let mut before = filter.before;
        let plan = QueryPlan::of(conn, tenant, filter, before)?;
        let timed = is_timed(filter);
        // One extra row shows whether a next page exists.
        let exact = plan.is_exact(filter) && !timed;
        let mut chunk = if exact { limit.saturating_add(1) } else { CHUNK };
        let (mut found, mut looked) = (Vec::new(), 0);
        while let Some(candidates) = plan.next(conn, tenant, before, chunk)? {
            looked += candidates.looked;
            before = candidates.more.then_some(candidates.last);
            let rows = logs_at(conn, tenant, &candidates.places)?;
            let is_far = timed && !rows.iter().any(|row| is_in_time(filter, received_at(row)));
            found.extend(rows.into_iter().filter(|row| passes(filter, row)));
            if is_far && let Some(last) = before {
                before = newest_in_time(conn, tenant, filter, last)?.map(|place| place + 1);
            }
            if before.is_none() || found.len() > limit as usize || looked >= MOST {
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
        Ok(ListPart { logs: with_corrections(conn, tenant, found)?, next })
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

fn place(row: &LogColumns) -> i64 {
    row.0.0
}

fn received_at(row: &LogColumns) -> i64 {
    row.1.2
}

/// Returns true if a candidate matches the filter.
fn passes(filter: &Filter, row: &LogColumns) -> bool {
    let ((_, _, _, platform, game, system, ..), _, (verdict, ..)) = row;
    let fits = |wanted: &Option<String>, is: &str| wanted.as_deref().is_none_or(|wanted| wanted == is);
    fits(&filter.platform, platform)
        && fits(&filter.game, game)
        && fits(&filter.system, system)
        && fits(&filter.verdict, verdict)
        && is_in_time(filter, received_at(row))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::db::plan::{database, steps};
    use diesel::debug_query;
    use diesel::sqlite::Sqlite;

    /// Checks that lookups by sequence number seek an index.
    #[test]
    fn lookups_by_sequence_seek_an_index() {
        let (_folder, mut conn) = database();
        let query = debug_query::<Sqlite, _>(&at_places!(Tenant::HOME, [1_i64, 2, 3])).to_string();
        let (query, _) = query.split_once(" -- binds").expect("the statement and its values");
        let mut steps = steps(&mut conn, query);
        // A dimension is looked up by its row number.
        steps.retain(|step| !step.starts_with("SEARCH classes USING INTEGER PRIMARY KEY"));
        let [step] = &*steps else { panic!("{query} takes other steps: {steps:?}") };
        assert!(step.starts_with("SEARCH") && step.ends_with("(tenant=? AND place=?)"), "{query}: {step}");
    }
}
