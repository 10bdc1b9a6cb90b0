//! Looks up the rows that new logs may conflict with, once for a run of consecutive logs, and keeps the result current
//! while the run is stored.
//!
//! A server thus answers two queries per run and not three per log.

use crate::store::db::connection::Conn;
use crate::store::db::hex_key::HexKey;
use crate::store::db::joins::class_of_log;
use crate::store::db::log_columns::{format_of, own};
use crate::store::db::postgres::Postgres;
use crate::store::db::schema::{classes, idempotency_keys, logs};
use crate::store::error::StoreError;
use crate::store::model::log::LogToStore;
use crate::store::model::tenant::Tenant;
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Binary, Bool, Nullable, Text};
use std::collections::{BTreeMap, BTreeSet};

/// A stored log and how it was read.
#[derive(Clone, Debug)]
struct ExistingLog {
    place: i64,
    digest: HexKey,
    media_type: String,
    import_name: Option<String>,
}

/// The lookups of a run; see the module. Valid while only logs are written in the transaction.
#[derive(Debug, Default)]
pub(crate) struct ExistingRows {
    logs: BTreeMap<(Tenant, String), ExistingLog>,
    games: BTreeSet<(Tenant, String, String)>,
    keys: BTreeMap<(Tenant, String), i64>,
}

impl ExistingRows {
    /// Looks up the rows for these logs.
    pub(crate) fn of(conn: &mut Conn, fresh: &[&LogToStore]) -> Result<ExistingRows, StoreError> {
        let mut existing = ExistingRows::default();
        if fresh.is_empty() {
            return Ok(existing);
        }
        match conn {
            Conn::Sqlite(conn) => existing.ask_file(conn, fresh)?,
            Conn::Postgres(conn) => existing.ask_server(conn, fresh)?,
        }
        Ok(existing)
    }

    /// The place of the same log, if it was read in the same way.
    pub(crate) fn same(&self, fresh: &LogToStore) -> Result<Option<i64>, StoreError> {
        let Some(known) = self.logs.get(&(fresh.who.tenant, fresh.row.id.clone())) else { return Ok(None) };
        let read = (&known.digest, &known.media_type, &known.import_name);
        if read == (&HexKey::of(&fresh.row.digest), &fresh.row.media_type, &fresh.row.import_name) {
            Ok(Some(known.place))
        } else {
            Err(StoreError::ReadOtherwise(fresh.row.id.clone()))
        }
    }

    /// The place of the log for which the idempotency key was first used.
    pub(crate) fn used(&self, fresh: &LogToStore) -> Option<i64> {
        self.keys.get(&(fresh.who.tenant, fresh.key.clone()?)).copied()
    }

    /// Returns true if the game has a log.
    pub(crate) fn is_taken(&self, fresh: &LogToStore) -> bool {
        self.games.contains(&game(fresh))
    }

    /// Records that the log now exists.
    pub(crate) fn store(&mut self, fresh: &LogToStore, place: i64) {
        self.games.insert(game(fresh));
        self.logs.insert(
            (fresh.who.tenant, fresh.row.id.clone()),
            ExistingLog {
                place,
                digest: HexKey::of(&fresh.row.digest),
                media_type: fresh.row.media_type.clone(),
                import_name: fresh.row.import_name.clone(),
            },
        );
    }

    /// Records that the idempotency key is now used.
    pub(crate) fn use_key(&mut self, tenant: Tenant, key: &str, place: i64) {
        self.keys.insert((tenant, key.to_owned()), place);
    }

    /// Queries of a file have no round trips, and cached statements are not planned again.
    fn ask_file(&mut self, conn: &mut SqliteConnection, fresh: &[&LogToStore]) -> Result<(), StoreError> {
        for one in fresh {
            let tenant = one.who.tenant;
            let known: Option<(i64, HexKey, String, String)> = own!(tenant, &one.row.id)
                .inner_join(class_of_log!())
                .select((logs::place, logs::digest, classes::media_type, classes::import_name))
                .get_result(conn)
                .optional()?;
            if let Some((place, digest, media_type, import_name)) = known {
                let import_name = format_of(import_name);
                self.logs.insert((tenant, one.row.id.clone()), ExistingLog { place, digest, media_type, import_name });
            }
            let first: Option<i64> = logs::table
                .filter(logs::tenant.eq(tenant.0))
                .filter(logs::platform.eq(&one.row.platform))
                .filter(logs::game.eq(&one.row.game))
                .filter(logs::corrects.is_null())
                .select(logs::place)
                .get_result(conn)
                .optional()?;
            if first.is_some() {
                self.games.insert(game(one));
            }
            let Some(key) = &one.key else { continue };
            let used = idempotency_keys::table.find((tenant.0, key)).select(idempotency_keys::log);
            if let Some(log) = used.get_result(conn).optional()? {
                self.use_key(tenant, key, log);
            }
        }
        Ok(())
    }

    /// One statement, planned anew each time: a plan cached while the table was empty might use any index.
    fn ask_server(&mut self, conn: &mut Postgres, fresh: &[&LogToStore]) -> Result<(), StoreError> {
        let asked: Vec<Answer> = diesel::sql_query(ASKED)
            .bind::<Array<BigInt>, _>(fresh.iter().map(|one| one.who.tenant.0).collect::<Vec<_>>())
            .bind::<Array<Binary>, _>(fresh.iter().map(|one| HexKey::of(&one.row.id)).collect::<Vec<_>>())
            .bind::<Array<Text>, _>(fresh.iter().map(|one| one.row.platform.as_str()).collect::<Vec<_>>())
            .bind::<Array<Text>, _>(fresh.iter().map(|one| one.row.game.as_str()).collect::<Vec<_>>())
            .bind::<Array<Nullable<Text>>, _>(fresh.iter().map(|one| one.key.as_deref()).collect::<Vec<_>>())
            .load(conn)?;
        for answer in asked {
            let Some(one) = usize::try_from(answer.at - 1).ok().and_then(|at| fresh.get(at)) else { continue };
            if let Some(((place, digest), media_type)) = answer.place.zip(answer.digest).zip(answer.media_type) {
                let import_name = answer.import_name.and_then(format_of);
                let known = ExistingLog { place, digest, media_type, import_name };
                self.logs.insert((one.who.tenant, one.row.id.clone()), known);
            }
            if answer.taken {
                self.games.insert(game(one));
            }
            if let Some((key, log)) = one.key.as_ref().zip(answer.used) {
                self.use_key(one.who.tenant, key, log);
            }
        }
        Ok(())
    }
}

fn game(fresh: &LogToStore) -> (Tenant, String, String) {
    (fresh.who.tenant, fresh.row.platform.clone(), fresh.row.game.clone())
}

/// Each lookup matches one index completely. LIMIT forces one lookup per log; as a join, a full scan would look as
/// cheap before the server has statistics. The range from a row to itself selects that row, and only an index with the
/// same columns in the same order supports it.
const ASKED: &str = "\
    SELECT asked.at, same.place, same.digest, same.media_type, same.import_name, first.place IS NOT NULL AS taken, used.log AS used \
    FROM unnest($1, $2, $3, $4, $5) WITH ORDINALITY AS asked (tenant, id, platform, game, key, at) \
    LEFT JOIN LATERAL (SELECT place, digest, media_type, import_name FROM logs JOIN classes ON classes.tenant = logs.tenant AND seq = class \
        WHERE id = asked.id AND logs.tenant IS NOT DISTINCT FROM asked.tenant LIMIT 1) AS same ON true \
    LEFT JOIN LATERAL (SELECT place FROM logs WHERE corrects IS NULL AND game = asked.game COLLATE \"C\" \
        AND (game, platform, tenant) >= (asked.game COLLATE \"C\", asked.platform COLLATE \"C\", asked.tenant) \
        AND (game, platform, tenant) <= (asked.game COLLATE \"C\", asked.platform COLLATE \"C\", asked.tenant) LIMIT 1) AS first ON true \
    LEFT JOIN LATERAL (SELECT log FROM idempotency_keys \
        WHERE tenant = asked.tenant AND key = asked.key COLLATE \"C\" LIMIT 1) AS used ON true";

#[derive(QueryableByName)]
struct Answer {
    #[diesel(sql_type = BigInt)]
    at: i64,
    #[diesel(sql_type = Nullable<BigInt>)]
    place: Option<i64>,
    #[diesel(sql_type = Nullable<Binary>)]
    digest: Option<HexKey>,
    #[diesel(sql_type = Nullable<Text>)]
    media_type: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    import_name: Option<String>,
    #[diesel(sql_type = Bool)]
    taken: bool,
    #[diesel(sql_type = Nullable<BigInt>)]
    used: Option<i64>,
}
