//! A part of a list, narrowed by whatever is asked.
//!
//! Each filter alone is the end of one index. Of several one leads: a tag where one is asked for, else the game, else the classes that are
//! left. What it leads to is looked up by place, some hundred at a time, and the rest is compared. So that a part costs no more than
//! so much, whatever is asked, it ends after so many candidates: it may be short though there is more, and says where it was left off.

use super::conn::{Conn, each};
use super::keys::Tenant;
use super::marks::{CLIENT, CODE, PLAYER};
use super::name::Name;
use super::narrow;
use super::read::{Columns, Filter, LogRow, columns, is_name, whole, whole_logs};
use super::schema::{classes, logs, tags};
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
        let way = Way::of(conn, tenant, filter)?;
        let timed = filter.since.is_some() || filter.until.is_some();
        // One row more than asked for tells whether there is a next part.
        let chunk = if way.is_exact(filter) && !timed { limit.saturating_add(1) } else { CHUNK };
        let (mut found, mut looked) = (Vec::new(), 0);
        loop {
            let Some(candidates) = candidates(conn, tenant, &way, before, chunk)? else { break };
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

/// What leads to candidates.
enum Way<'a> {
    /// These tags, of which the first leads.
    Tags(Vec<(i32, &'a str)>),
    /// The game.
    Game(&'a str),
    /// Being of one of these classes.
    Classes(Vec<i64>),
    /// Nothing: all logs are.
    All,
}

impl<'a> Way<'a> {
    fn of(conn: &mut Conn, tenant: Tenant, filter: &'a Filter) -> Result<Way<'a>, StoreError> {
        let marks = [(PLAYER, &filter.player), (CLIENT, &filter.client), (CODE, &filter.code)];
        let marks: Vec<_> = marks.into_iter().filter_map(|(kind, word)| Some((kind, word.as_deref()?))).collect();
        if !marks.is_empty() {
            return Ok(Way::Tags(marks));
        }
        if let Some(game) = &filter.game {
            return Ok(Way::Game(game));
        }
        Ok(narrow::classes(conn, tenant, filter)?.map_or(Way::All, Way::Classes))
    }

    /// Whether every candidate passes the filter, but for times.
    fn is_exact(&self, filter: &Filter) -> bool {
        match self {
            Way::Tags(_) | Way::Game(_) => false,
            Way::Classes(_) => true,
            Way::All => !narrow::is_narrowed(filter),
        }
    }
}

/// The next candidates before a place; none where there are none.
fn candidates(
    conn: &mut Conn,
    tenant: Tenant,
    way: &Way<'_>,
    before: Option<i64>,
    chunk: u32,
) -> Result<Option<Candidates>, StoreError> {
    let before = before.unwrap_or(i64::MAX);
    let mut places = match way {
        Way::Tags(tags) => match tags.first() {
            Some((kind, word)) => marked(conn, tenant, *kind, word, before, chunk)?,
            None => Vec::new(),
        },
        Way::Game(game) => each!(&mut *conn, c => of_game!(tenant, *game, before, chunk).load(c))?,
        Way::Classes(classes) => narrow::newest(conn, tenant, classes, before, chunk)?,
        Way::All => each!(&mut *conn, c => newest!(tenant, before, chunk).load(c))?,
    };
    let Some(&last) = places.last() else { return Ok(None) };
    let looked = places.len();
    if let Way::Tags(tags) = way {
        for (kind, word) in tags.iter().skip(1) {
            places = both(conn, tenant, *kind, word, &places)?;
        }
    }
    let rows: Vec<Columns> = each!(conn, c => at_places!(tenant, places.as_slice()).load(c))?;
    Ok(Some(Candidates { rows, looked, last, more: looked >= chunk as usize }))
}

/// The newest places before one.
macro_rules! newest {
    ($tenant:expr, $before:expr, $limit:expr) => {
        logs::table
            .filter(logs::tenant.eq($tenant.0))
            .filter(logs::place.lt($before))
            .order(logs::place.desc())
            .limit(i64::from($limit))
            .select(logs::place)
    };
}
use newest;

/// The newest places of a game before one.
macro_rules! of_game {
    ($tenant:expr, $game:expr, $before:expr, $limit:expr) => {
        newest!($tenant, $before, $limit).filter(logs::game.eq($game))
    };
}
use of_game;

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
use at_places;

/// The newest places with a tag, before one where it is given.
fn marked(
    conn: &mut Conn,
    tenant: Tenant,
    kind: i32,
    word: &str,
    before: i64,
    limit: u32,
) -> Result<Vec<i64>, StoreError> {
    Ok(each!(conn, c => tagged!(tenant, kind, word, before, limit).load(c))?)
}

macro_rules! tagged {
    ($tenant:expr, $kind:expr, $word:expr, $before:expr, $limit:expr) => {
        tags::table
            .filter(tags::tenant.eq($tenant.0))
            .filter(tags::kind.eq($kind))
            .filter(tags::word.eq(Name::of($word)))
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
        .filter(tags::word.eq(Name::of(word))).filter(tags::place.eq_any(places)).select(tags::place).load(c))?)
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
                    .filter(tags::word.eq(Name::of("A702")))
                    .filter(tags::place.eq_any(places))
                    .select(tags::place),
            )
            .to_string(),
            diesel::debug_query::<Sqlite, _>(&newest!(Tenant::HOME, 9_i64, 200_u32)).to_string(),
            diesel::debug_query::<Sqlite, _>(&of_game!(Tenant::HOME, "game", 9_i64, 200_u32)).to_string(),
            diesel::debug_query::<Sqlite, _>(&at_places!(Tenant::HOME, places)).to_string(),
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
            "(tenant=? AND place<?)",
            "(tenant=? AND game=? AND place<?)",
            "(tenant=? AND place=?)",
            "(tenant=? AND received_at<?)",
        ];
        for (query, by) in asked.iter().zip(wanted) {
            let (query, _) = query.split_once(" -- binds").expect("the statement and its values");
            let steps: Vec<Step> =
                each!(&mut conn, c => diesel::sql_query(format!("EXPLAIN QUERY PLAN {query}")).load(c))
                    .expect("a plan");
            // A class is looked up by its number.
            let step = steps.iter().find(|step| !step.detail.starts_with("SEARCH classes USING INTEGER PRIMARY KEY"));
            let step = step.filter(|_| steps.len() <= 2).unwrap_or_else(|| panic!("{query} takes other steps"));
            assert!(step.detail.starts_with("SEARCH") && step.detail.ends_with(by), "{query}: {}", step.detail);
        }
    }
}
