//! Plans a filtered list: chooses the filter with the fewest matches to drive the search through its index.
//!
//! It counts nothing. It reads the newest matches of each filter; the filter whose matches reach back furthest is the
//! rarest.

use crate::store::db::arrays::PlacesWithTag;
use crate::store::db::connection::{Conn, each};
use crate::store::db::hex_key::HexKey;
use crate::store::db::schema::{logs, tags};
use crate::store::error::StoreError;
use crate::store::model::log::Filter;
use crate::store::model::search_tags::{CLIENT, CODE, PLAYER};
use crate::store::model::tenant::Tenant;
use crate::store::query::dimensions;
use diesel::prelude::*;

/// Matches to read per filter for the comparison.
const TRIED: u32 = 200;
/// Dimensions compete with a tag only up to this number, because each one needs its own index range.
const FEW: usize = 8;

/// The kind and the word of a tag.
type Tag<'a> = (i32, &'a str);

/// The filter whose index drives the search.
enum DrivingFilter<'a> {
    Tag(Tag<'a>),
    Game(&'a str),
    /// One of these dimensions.
    Dimensions(Vec<i64>),
    /// No filter: all logs.
    All,
}

/// The driving filter, and the tags that a log must have as well.
pub(crate) struct QueryPlan<'a> {
    driver: DrivingFilter<'a>,
    beside: Vec<Tag<'a>>,
}

impl<'a> QueryPlan<'a> {
    pub(crate) fn of(
        conn: &mut Conn,
        tenant: Tenant,
        filter: &'a Filter,
        before: Option<i64>,
    ) -> Result<QueryPlan<'a>, StoreError> {
        let tags = [(PLAYER, &filter.player), (CLIENT, &filter.client), (CODE, &filter.code)];
        let tags: Vec<Tag<'a>> = tags.into_iter().filter_map(|(kind, word)| Some((kind, word.as_deref()?))).collect();
        if let Some(game) = &filter.game {
            return Ok(QueryPlan { driver: DrivingFilter::Game(game), beside: tags });
        }
        let dimensions = dimensions::matching(conn, tenant, filter)?;
        let dimensions =
            dimensions.filter(|dimensions| tags.is_empty() || dimensions.len() <= FEW).map(DrivingFilter::Dimensions);
        let drivers: Vec<DrivingFilter<'a>> = tags.iter().copied().map(DrivingFilter::Tag).chain(dimensions).collect();
        // A single candidate needs no comparison.
        let one = drivers.len() == 1;
        let mut fewest: Option<((usize, i64), DrivingFilter<'a>)> = None;
        for driver in drivers {
            let reach = if one { (0, 0) } else { reach(&driver.newest(conn, tenant, before, TRIED)?) };
            if fewest.as_ref().is_none_or(|(least, _)| reach < *least) {
                fewest = Some((reach, driver));
            }
        }
        let driver = fewest.map_or(DrivingFilter::All, |(_, driver)| driver);
        let beside = match driver {
            DrivingFilter::Tag(leading) => tags.into_iter().filter(|tag| *tag != leading).collect(),
            _ => tags,
        };
        Ok(QueryPlan { driver, beside })
    }

    /// Returns true if all results pass the filter, except for times.
    pub(crate) fn is_exact(&self, filter: &Filter) -> bool {
        let narrowed = match &self.driver {
            DrivingFilter::Dimensions(_) => filter.game.is_some(),
            DrivingFilter::Game(_) => dimensions::is_narrowed(filter),
            DrivingFilter::Tag(_) | DrivingFilter::All => filter.game.is_some() || dimensions::is_narrowed(filter),
        };
        self.beside.is_empty() && !narrowed
    }

    /// The next candidates before a sequence number; `None` if there are none.
    pub(crate) fn next(
        &self,
        conn: &mut Conn,
        tenant: Tenant,
        before: Option<i64>,
        limit: u32,
    ) -> Result<Option<Candidates>, StoreError> {
        let mut places = self.driver.newest(conn, tenant, before, limit)?;
        let Some(&last) = places.last() else { return Ok(None) };
        let looked = u32::try_from(places.len()).unwrap_or(u32::MAX);
        for (kind, word) in &self.beside {
            if !places.is_empty() {
                places = both(conn, tenant, *kind, word, places)?;
            }
        }
        Ok(Some(Candidates { places, looked, last, more: looked >= limit }))
    }
}

/// Logs that may belong to the list.
pub(crate) struct Candidates {
    pub(crate) places: Vec<i64>,
    /// The number of index entries read, and the last of them.
    pub(crate) looked: u32,
    pub(crate) last: i64,
    /// True if more may follow.
    pub(crate) more: bool,
}

/// The number of matches and how far they reach back: fewer and further means rarer.
fn reach(places: &[i64]) -> (usize, i64) {
    (places.len(), places.last().copied().unwrap_or(i64::MIN))
}

impl DrivingFilter<'_> {
    /// The newest sequence numbers before `before`, newest first.
    fn newest(&self, conn: &mut Conn, tenant: Tenant, before: Option<i64>, limit: u32) -> Result<Vec<i64>, StoreError> {
        let before = before.unwrap_or(i64::MAX);
        match self {
            DrivingFilter::Tag((kind, word)) => {
                Ok(each!(conn, c => tagged!(tenant, *kind, word, before, limit).load(c))?)
            }
            DrivingFilter::Game(game) => Ok(each!(conn, c => of_game!(tenant, *game, before, limit).load(c))?),
            DrivingFilter::Dimensions(dimensions) => dimensions::newest(conn, tenant, dimensions, before, limit),
            DrivingFilter::All => Ok(each!(conn, c => newest!(tenant, before, limit).load(c))?),
        }
    }
}

/// The newest sequence numbers before `before`.
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

/// The newest sequence numbers of a game before `before`.
macro_rules! of_game {
    ($tenant:expr, $game:expr, $before:expr, $limit:expr) => {
        newest!($tenant, $before, $limit).filter(logs::game.eq($game))
    };
}
use of_game;

/// The newest sequence numbers with a tag before `before`.
macro_rules! tagged {
    ($tenant:expr, $kind:expr, $word:expr, $before:expr, $limit:expr) => {
        tags::table
            .filter(tags::tenant.eq($tenant.0))
            .filter(tags::kind.eq($kind))
            .filter(tags::word.eq(HexKey::of($word)))
            .filter(tags::place.lt($before))
            .order(tags::place.desc())
            .limit(i64::from($limit))
            .select(tags::place)
    };
}
use tagged;

/// Those of `places` that have a tag.
macro_rules! with_tag {
    ($tenant:expr, $kind:expr, $word:expr, $places:expr) => {
        tags::table
            .filter(tags::tenant.eq($tenant.0))
            .filter(tags::kind.eq($kind))
            .filter(tags::word.eq(HexKey::of($word)))
            .filter(tags::place.eq_any($places))
            .select(tags::place)
    };
}

/// Keeps the places that also have a tag. PostgreSQL looks each place up separately: without statistics it would read
/// all logs with the tag and compare.
fn both(
    conn: &mut Conn,
    Tenant(tenant): Tenant,
    kind: i32,
    word: &str,
    places: Vec<i64>,
) -> Result<Vec<i64>, StoreError> {
    Ok(match conn {
        Conn::Sqlite(conn) => with_tag!(Tenant(tenant), kind, word, places).load(conn)?,
        Conn::Postgres(conn) => PlacesWithTag { tenant, kind, word: HexKey::of(word), places }.load(&mut **conn)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::db::plan::{database, steps};
    use diesel::debug_query;
    use diesel::sqlite::Sqlite;

    /// Checks that each driving filter, and the check for a tag, seeks its own index.
    #[test]
    fn every_driving_filter_seeks_an_index() {
        let (_folder, mut conn) = database();
        let home = Tenant::HOME;
        let asked = [
            (
                debug_query::<Sqlite, _>(&tagged!(home, CODE, "A702", 9_i64, 200_u32)).to_string(),
                "(tenant=? AND kind=? AND word=? AND place<?)",
            ),
            (
                debug_query::<Sqlite, _>(&with_tag!(home, CODE, "A702", [1_i64, 2, 3])).to_string(),
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
