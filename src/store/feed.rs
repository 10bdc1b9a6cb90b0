//! The verdicts of a tenant, each once, in the order in which they were given.

use super::conn::each;
use super::journal::VERDICT;
use super::keys::Tenant;
use super::read::id_of;
use super::schema::{entries, logs, reports};
use super::{Store, StoreError};
use diesel::prelude::*;

/// A place in the feed, with the time of the entry there: a place of another tenant, or of a database that was put back to an
/// earlier state, does not fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FeedCursor {
    /// The place.
    pub place: i64,
    /// When the entry there was made, in microseconds since 1970.
    pub at: i64,
}

/// A verdict that was given.
#[derive(Clone, Debug)]
pub struct FeedRow {
    /// Where it stands.
    pub cursor: FeedCursor,
    /// The id of the log.
    pub log: String,
    /// The platform's name; empty when it has none.
    pub platform: String,
    /// The platform's own id of the game.
    pub game: String,
    /// The declared rule system.
    pub system: String,
    /// The id of the log that it replaces.
    pub corrects: Option<String>,
    /// The rule system and the revision of the report.
    pub revision: String,
    /// The verdict of that report.
    pub verdict: String,
    /// Findings of their own by kind: faults, variants, unverifiable, notes.
    pub counts: [i32; 4],
}

type Columns = ((i64, i64), (String, String, String, String, Option<i64>, String), (i32, String, i32, i32, i32, i32));

impl Store {
    /// The verdicts behind a cursor, or from the first on, at most `limit`. `None` where nothing stands at the cursor.
    pub fn feed(
        &self,
        tenant: Tenant,
        after: Option<FeedCursor>,
        limit: u32,
    ) -> Result<Option<Vec<FeedRow>>, StoreError> {
        let conn = &mut *self.reader()?;
        if let Some(after) = after {
            let at: Option<i64> = each!(conn, c => entries::table.find((tenant.0, after.place))
                .select(entries::at).first(c).optional())?;
            if at != Some(after.at) {
                return Ok(None);
            }
        }
        let place = after.map_or(0, |after| after.place);
        let rows: Vec<Columns> = each!(conn, c => entries::table
            .inner_join(logs::table.on(entries::log.eq(logs::seq.nullable())))
            .inner_join(reports::table.on(
                entries::log.eq(reports::log.nullable()).and(entries::revision.eq(reports::revision.nullable()))))
            .filter(entries::tenant.eq(tenant.0)).filter(entries::place.gt(place)).filter(entries::act.eq(VERDICT))
            .order(entries::place.asc()).limit(i64::from(limit))
            .select((
                (entries::place, entries::at),
                (logs::id, logs::platform, logs::game, logs::system, logs::corrects, logs::rules),
                (reports::revision, reports::verdict, reports::faults, reports::variants, reports::unverifiable,
                    reports::notes),
            ))
            .load(c))?;
        let row = |columns: Columns| {
            let ((place, at), (log, platform, game, system, corrects, rules), outcome) = columns;
            let (revision, verdict, faults, variants, unverifiable, notes) = outcome;
            let corrects = corrects.map(|seq| id_of(conn, seq)).transpose()?;
            let (cursor, revision) = (FeedCursor { place, at }, format!("{rules}@{revision}"));
            let counts = [faults, variants, unverifiable, notes];
            Ok(FeedRow { cursor, log, platform, game, system, corrects, revision, verdict, counts })
        };
        rows.into_iter().map(row).collect::<Result<_, StoreError>>().map(Some)
    }
}
