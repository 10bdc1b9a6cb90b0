//! What leads to the logs that a list may have: the end of one index, of what is asked for the one with the fewest.
//!
//! Which of several that is, nothing has to count: of each the newest are read, and the one whose newest reach back furthest has the fewest
//! there.

use crate::store::db::arrays::Among;
use crate::store::db::connection::{Conn, each};
use crate::store::db::hex_key::Name;
use crate::store::db::schema::{logs, tags};
use crate::store::error::StoreError;
use crate::store::model::log::Filter;
use crate::store::model::search_tags::{CLIENT, CODE, PLAYER};
use crate::store::model::tenant::Tenant;
use crate::store::query::dimensions;
use diesel::prelude::*;

/// How many of each are read to see which has the fewest.
const TRIED: u32 = 200;
/// Classes beside a tag lead only where they are so few: each is an end of its own.
const FEW: usize = 8;

/// A kind of tag and its word.
type Tag<'a> = (i32, &'a str);

/// What leads.
enum Lead<'a> {
    Tag(Tag<'a>),
    Game(&'a str),
    /// Being of one of these classes.
    Classes(Vec<i64>),
    /// Nothing: all logs are.
    All,
}

/// What leads, and the tags that have to be there too.
pub(crate) struct Way<'a> {
    lead: Lead<'a>,
    beside: Vec<Tag<'a>>,
}

impl<'a> Way<'a> {
    pub(crate) fn of(
        conn: &mut Conn,
        tenant: Tenant,
        filter: &'a Filter,
        before: Option<i64>,
    ) -> Result<Way<'a>, StoreError> {
        let marks = [(PLAYER, &filter.player), (CLIENT, &filter.client), (CODE, &filter.code)];
        let marks: Vec<Tag<'a>> = marks.into_iter().filter_map(|(kind, word)| Some((kind, word.as_deref()?))).collect();
        if let Some(game) = &filter.game {
            return Ok(Way { lead: Lead::Game(game), beside: marks });
        }
        let classes = dimensions::classes(conn, tenant, filter)?;
        let classes = classes.filter(|classes| marks.is_empty() || classes.len() <= FEW).map(Lead::Classes);
        let leads: Vec<Lead<'a>> = marks.iter().copied().map(Lead::Tag).chain(classes).collect();
        // One alone need not be tried.
        let one = leads.len() == 1;
        let mut fewest: Option<((usize, i64), Lead<'a>)> = None;
        for lead in leads {
            let reach = if one { (0, 0) } else { reach(&lead.newest(conn, tenant, before, TRIED)?) };
            if fewest.as_ref().is_none_or(|(least, _)| reach < *least) {
                fewest = Some((reach, lead));
            }
        }
        let lead = fewest.map_or(Lead::All, |(_, lead)| lead);
        let beside = match lead {
            Lead::Tag(leading) => marks.into_iter().filter(|tag| *tag != leading).collect(),
            _ => marks,
        };
        Ok(Way { lead, beside })
    }

    /// Whether everything that it leads to passes the filter, but for times.
    pub(crate) fn is_exact(&self, filter: &Filter) -> bool {
        let narrowed = match &self.lead {
            Lead::Classes(_) => filter.game.is_some(),
            Lead::Game(_) => dimensions::is_narrowed(filter),
            Lead::Tag(_) | Lead::All => filter.game.is_some() || dimensions::is_narrowed(filter),
        };
        self.beside.is_empty() && !narrowed
    }

    /// The next that it leads to before a place; none where there are none.
    pub(crate) fn next(
        &self,
        conn: &mut Conn,
        tenant: Tenant,
        before: Option<i64>,
        limit: u32,
    ) -> Result<Option<Spots>, StoreError> {
        let mut places = self.lead.newest(conn, tenant, before, limit)?;
        let Some(&last) = places.last() else { return Ok(None) };
        let looked = u32::try_from(places.len()).unwrap_or(u32::MAX);
        for (kind, word) in &self.beside {
            if !places.is_empty() {
                places = both(conn, tenant, *kind, word, places)?;
            }
        }
        Ok(Some(Spots { places, looked, last, more: looked >= limit }))
    }
}

/// Where logs are that may be in a list.
pub(crate) struct Spots {
    pub(crate) places: Vec<i64>,
    /// How many were looked at for it, and the last of them.
    pub(crate) looked: u32,
    pub(crate) last: i64,
    /// Whether there may be more behind it.
    pub(crate) more: bool,
}

/// How many there are and how far they reach back: the fewer and the further, the rarer.
fn reach(places: &[i64]) -> (usize, i64) {
    (places.len(), places.last().copied().unwrap_or(i64::MIN))
}

impl Lead<'_> {
    /// The newest places before one, newest first.
    fn newest(&self, conn: &mut Conn, tenant: Tenant, before: Option<i64>, limit: u32) -> Result<Vec<i64>, StoreError> {
        let before = before.unwrap_or(i64::MAX);
        match self {
            Lead::Tag((kind, word)) => Ok(each!(conn, c => tagged!(tenant, *kind, word, before, limit).load(c))?),
            Lead::Game(game) => Ok(each!(conn, c => of_game!(tenant, *game, before, limit).load(c))?),
            Lead::Classes(classes) => dimensions::newest(conn, tenant, classes, before, limit),
            Lead::All => Ok(each!(conn, c => newest!(tenant, before, limit).load(c))?),
        }
    }
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

/// The newest places with a tag before one.
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

/// Those of these places that have a tag.
macro_rules! among {
    ($tenant:expr, $kind:expr, $word:expr, $places:expr) => {
        tags::table
            .filter(tags::tenant.eq($tenant.0))
            .filter(tags::kind.eq($kind))
            .filter(tags::word.eq(Name::of($word)))
            .filter(tags::place.eq_any($places))
            .select(tags::place)
    };
}

/// Those of the places that have a tag too. A server is asked for one place after the other: before it has counted the rows, it takes
/// all that have the tag and compares their places.
fn both(
    conn: &mut Conn,
    Tenant(tenant): Tenant,
    kind: i32,
    word: &str,
    places: Vec<i64>,
) -> Result<Vec<i64>, StoreError> {
    Ok(match conn {
        Conn::Sqlite(conn) => among!(Tenant(tenant), kind, word, places).load(conn)?,
        Conn::Postgres(conn) => Among { tenant, kind, word: Name::of(word), places }.load(&mut **conn)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::db::plan::{database, steps};
    use diesel::debug_query;
    use diesel::sqlite::Sqlite;

    /// Whatever leads does so by an index of its own, and so is found whether a place has a tag.
    #[test]
    fn whatever_leads_seeks_an_index() {
        let (_folder, mut conn) = database();
        let home = Tenant::HOME;
        let asked = [
            (
                debug_query::<Sqlite, _>(&tagged!(home, CODE, "A702", 9_i64, 200_u32)).to_string(),
                "(tenant=? AND kind=? AND word=? AND place<?)",
            ),
            (
                debug_query::<Sqlite, _>(&among!(home, CODE, "A702", [1_i64, 2, 3])).to_string(),
                "(tenant=? AND kind=? AND word=? AND place=?)",
            ),
            (debug_query::<Sqlite, _>(&newest!(home, 9_i64, 200_u32)).to_string(), "(tenant=? AND place<?)"),
            (
                debug_query::<Sqlite, _>(&of_game!(home, "game", 9_i64, 200_u32)).to_string(),
                "(tenant=? AND game=? AND place<?)",
            ),
        ];
        for (query, by) in asked {
            let (query, _) = query.split_once(" -- binds").expect("the statement and its values");
            let steps = steps(&mut conn, query);
            let [step] = &*steps else { panic!("{query} takes other steps: {steps:?}") };
            assert!(step.starts_with("SEARCH") && step.ends_with(by), "{query}: {step}");
        }
    }
}
