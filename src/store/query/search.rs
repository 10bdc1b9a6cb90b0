//! A part of a list, narrowed by whatever is asked.
//!
//! Each filter alone is the end of one index. Of several one leads (see `lead`). What it leads to is looked up by place, some hundred at a
//! time, and the rest is compared. So that a part costs no more than so much, whatever is asked, it ends after so many candidates: it may be
//! short though there is more, and says where it was left off.

use crate::store::db::arrays::Standing;
use crate::store::db::connection::{Conn, each};
use crate::store::db::log_columns::{Columns, columns};
use crate::store::db::log_columns::{is_name, whole_logs};
use crate::store::db::schema::{classes, logs};
use crate::store::error::StoreError;
use crate::store::handle::Store;
use crate::store::model::log::{Filter, LogRow};
use crate::store::model::tenant::Tenant;
use crate::store::query::query_planner::Way;
use crate::store::query::read::whole;
use diesel::prelude::*;

/// How many candidates are looked up at first, each time twice as many as before, and how many for a part.
const CHUNK: u32 = 200;
const MOST: u32 = 2000;

/// How far, in microseconds, the time of a log may be from the order of places: requests are read beside each other, and clocks differ.
const SLACK: i64 = 600_000_000;

/// A part of a list.
#[derive(Clone, Debug)]
pub struct ListPart {
    /// The logs, newest first.
    pub logs: Vec<LogRow>,
    /// Before which place it goes on; absent at the end.
    pub next: Option<i64>,
}

impl Store {
    /// The newest logs of a tenant that pass the filter, newest first, at most `limit`.
    pub fn search(&self, tenant: Tenant, filter: &Filter, limit: u32) -> Result<ListPart, StoreError> {
        let names = [&filter.platform, &filter.game, &filter.system, &filter.verdict, &filter.client, &filter.code];
        if !names.into_iter().chain([&filter.player]).flatten().all(|name| is_name(name)) {
            return Ok(ListPart { logs: Vec::new(), next: None });
        }
        let conn = &mut *self.reader()?;
        let (after, mut before) = between(conn, tenant, filter)?;
        let way = Way::of(conn, tenant, filter, before)?;
        let timed = filter.since.is_some() || filter.until.is_some();
        // One row more than asked for tells whether there is a next part.
        let exact = way.is_exact(filter) && !timed;
        let mut chunk = if exact { limit.saturating_add(1) } else { CHUNK };
        let (mut found, mut looked) = (Vec::new(), 0);
        loop {
            let Some(spots) = way.next(conn, tenant, before, chunk)? else { break };
            looked += spots.looked;
            before = Some(spots.last);
            let rows = standing(conn, tenant, &spots.places)?.into_iter();
            let rows = rows.take_while(|row| after.is_none_or(|after| place(row) > after));
            found.extend(rows.filter(|row| passes(filter, row)));
            let over = after.is_some_and(|after| spots.last <= after) || !spots.more;
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
        Ok(ListPart { logs: whole(conn, found)?, next })
    }
}

/// What stands at these places, newest first.
macro_rules! at_places {
    ($tenant:expr, $places:expr) => {
        whole_logs!()
            .filter(logs::tenant.eq($tenant.0))
            .filter(logs::place.eq_any($places))
            .order(logs::place.desc())
            .select(columns!())
    };
}

/// The logs at these places, newest first.
fn standing(conn: &mut Conn, tenant: Tenant, places: &[i64]) -> Result<Vec<Columns>, StoreError> {
    if places.is_empty() {
        return Ok(Vec::new());
    }
    Ok(match conn {
        Conn::Sqlite(conn) => at_places!(tenant, places).load(conn)?,
        Conn::Postgres(conn) => Standing { tenant: tenant.0, places: places.to_vec() }.load(&mut **conn)?,
    })
}

/// Behind which place, and before which, the logs of a time are.
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

fn place(row: &Columns) -> i64 {
    row.1.6
}

/// Whether a candidate is what is asked for.
fn passes(filter: &Filter, row: &Columns) -> bool {
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

    /// What a place leads to is found by it, and a time leads to a place.
    #[test]
    fn places_and_times_seek_an_index() {
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
            // A class is looked up by its number.
            steps.retain(|step| !step.starts_with("SEARCH classes USING INTEGER PRIMARY KEY"));
            let [step] = &*steps else { panic!("{query} takes other steps: {steps:?}") };
            assert!(step.starts_with("SEARCH") && step.ends_with(by), "{query}: {step}");
        }
    }
}
