//! A part of a list, narrowed by whatever is asked.
//!
//! Each filter alone is the end of one index. Of several one leads: a tag where one is asked for, else the columns that have an index
//! together. What it leads to is looked up by place, some hundred at a time, and the rest is compared. So that a part costs no more than
//! so much, whatever is asked, it ends after so many candidates: it may be short though there is more, and says where it was left off.

use super::conn::{Conn, each};
use super::keys::Tenant;
use super::marks::{CLIENT, CODE, PLAYER};
use super::read::{Columns, Filter, LogRow, columns, is_name, listed, whole};
use super::schema::{logs, tags};
use super::{Store, StoreError};
use diesel::prelude::*;

/// How many candidates are looked up at a time, and how many for a part.
const CHUNK: u32 = 200;
const MOST: usize = 2000;

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
        let marks = [(PLAYER, &filter.player), (CLIENT, &filter.client), (CODE, &filter.code)];
        let marks: Vec<(i32, &str)> =
            marks.into_iter().filter_map(|(kind, word)| Some((kind, word.as_deref()?))).collect();
        let timed = filter.since.is_some() || filter.until.is_some();
        // One row more than asked for tells whether there is a next part.
        let chunk = if marks.is_empty() && !timed { limit.saturating_add(1) } else { CHUNK };
        let (mut found, mut looked) = (Vec::new(), 0);
        loop {
            let Some(candidates) = candidates(conn, tenant, filter, &marks, before, chunk)? else { break };
            looked += candidates.looked;
            before = Some(candidates.last);
            let rows = candidates.rows.into_iter().take_while(|row| after.is_none_or(|after| place(row) > after));
            found.extend(rows.filter(|row| passes(filter, row)));
            let over = after.is_some_and(|after| candidates.last <= after) || !candidates.more;
            if over || found.len() > limit as usize || looked >= MOST {
                if over {
                    before = None;
                }
                break;
            }
        }
        let next = if found.len() > limit as usize {
            found.get((limit as usize).saturating_sub(1)).map(place)
        } else {
            before.filter(|_| looked >= MOST)
        };
        found.truncate(limit as usize);
        let logs = found.into_iter().map(|row| whole(conn, row)).collect::<Result<_, _>>()?;
        Ok(ListPart { logs, next })
    }
}

/// Some candidates, and where they end.
struct Candidates {
    rows: Vec<Columns>,
    looked: usize,
    last: i64,
    more: bool,
}

/// The next candidates before a place; none where there are none.
fn candidates(
    conn: &mut Conn,
    tenant: Tenant,
    filter: &Filter,
    marks: &[(i32, &str)],
    before: Option<i64>,
    chunk: u32,
) -> Result<Option<Candidates>, StoreError> {
    let enough = |count: usize| count >= chunk as usize;
    let Some((&(kind, word), others)) = marks.split_first() else {
        let filter = Filter { before, ..filter.clone() };
        let rows: Vec<Columns> = each!(conn, c => listed!(tenant, &filter, chunk).load(c))?;
        let last = rows.last().map(place);
        return Ok(last.map(|last| Candidates { looked: rows.len(), more: enough(rows.len()), rows, last }));
    };
    let mut places = marked(conn, tenant, kind, word, before, chunk)?;
    let Some(&last) = places.last() else { return Ok(None) };
    let looked = places.len();
    for (kind, word) in others {
        places = both(conn, tenant, *kind, word, &places)?;
    }
    let rows: Vec<Columns> = each!(conn, c => logs::table.filter(logs::tenant.eq(tenant.0))
        .filter(logs::place.eq_any(places.as_slice())).order(logs::place.desc()).select(columns!()).load(c))?;
    Ok(Some(Candidates { rows, looked, last, more: enough(looked) }))
}

/// The newest places with a tag, before one where it is given.
fn marked(
    conn: &mut Conn,
    tenant: Tenant,
    kind: i32,
    word: &str,
    before: Option<i64>,
    limit: u32,
) -> Result<Vec<i64>, StoreError> {
    Ok(each!(conn, c => tagged!(tenant, kind, word, before.unwrap_or(i64::MAX), limit).load(c))?)
}

macro_rules! tagged {
    ($tenant:expr, $kind:expr, $word:expr, $before:expr, $limit:expr) => {
        tags::table
            .filter(tags::tenant.eq($tenant.0))
            .filter(tags::kind.eq($kind))
            .filter(tags::word.eq($word))
            .filter(tags::place.lt($before))
            .order(tags::place.desc())
            .limit(i64::from($limit))
            .select(tags::place)
    };
}
use tagged;

/// Those of the places that have a tag too.
fn both(conn: &mut Conn, tenant: Tenant, kind: i32, word: &str, places: &[i64]) -> Result<Vec<i64>, StoreError> {
    Ok(each!(conn, c => tags::table.filter(tags::tenant.eq(tenant.0)).filter(tags::kind.eq(kind))
        .filter(tags::word.eq(word)).filter(tags::place.eq_any(places)).select(tags::place).load(c))?)
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
    use crate::config::Database;
    use crate::store::conn::Home;
    use crate::store::connect;
    use diesel::sqlite::Sqlite;

    #[derive(QueryableByName)]
    struct Step {
        #[diesel(sql_type = diesel::sql_types::Text)]
        detail: String,
    }

    /// A tag leads through its own index, and what it leads to is found by place.
    #[test]
    fn tags_and_places_seek_an_index() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut conn = connect(&Home::make(&Database::Directory(folder.path().to_owned())).expect("a place"))
            .expect("a connection");
        conn.migrate().expect("a schema");
        let places = [1_i64, 2, 3];
        let own = || logs::table.filter(logs::tenant.eq(1_i64));
        let asked = [
            diesel::debug_query::<Sqlite, _>(&tagged!(Tenant::HOME, CODE, "A702", 9_i64, 200_u32)).to_string(),
            diesel::debug_query::<Sqlite, _>(
                &tags::table
                    .filter(tags::tenant.eq(1_i64))
                    .filter(tags::kind.eq(CODE))
                    .filter(tags::word.eq("A702"))
                    .filter(tags::place.eq_any(places))
                    .select(tags::place),
            )
            .to_string(),
            diesel::debug_query::<Sqlite, _>(&own().filter(logs::place.eq_any(places)).select(columns!())).to_string(),
            diesel::debug_query::<Sqlite, _>(
                &own()
                    .filter(logs::received_at.lt(9_i64))
                    .order((logs::received_at.desc(), logs::place.desc()))
                    .select(logs::place),
            )
            .to_string(),
        ];
        let wanted = [
            "(tenant=? AND kind=? AND word=? AND place<?)",
            "(tenant=? AND kind=? AND word=? AND place=?)",
            "(tenant=? AND place=?)",
            "(tenant=? AND received_at<?)",
        ];
        for (query, by) in asked.iter().zip(wanted) {
            let (query, _) = query.split_once(" -- binds").expect("the statement and its values");
            let steps: Vec<Step> =
                each!(&mut conn, c => diesel::sql_query(format!("EXPLAIN QUERY PLAN {query}")).load(c))
                    .expect("a plan");
            let [step] = &steps[..] else { panic!("{query} takes several steps") };
            assert!(step.detail.starts_with("SEARCH") && step.detail.ends_with(by), "{query}: {}", step.detail);
        }
    }
}
