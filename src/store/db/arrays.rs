//! PostgreSQL statements that pass the values of many rows as arrays, so the server parses and plans one statement for
//! any number of rows.

use crate::store::db::hex_key::HexKey;
use crate::store::db::postgres::Postgres;
use crate::store::db::rows::{NewEntry, NewLog, NewReport, NewTag};
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::sql_types::{Array, BigInt, Binary, Integer, Nullable, Text};

/// Finds the entries of `places` that carry a tag, with one index lookup per place.
#[derive(QueryId)]
pub(crate) struct PlacesWithTag {
    pub(crate) tenant: i64,
    pub(crate) kind: i32,
    pub(crate) word: HexKey,
    pub(crate) places: Vec<i64>,
}

impl Query for PlacesWithTag {
    type SqlType = BigInt;
}

impl RunQueryDsl<Postgres> for PlacesWithTag {}

impl QueryFragment<Pg> for PlacesWithTag {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql("SELECT asked.place FROM unnest(");
        out.push_bind_param::<Array<BigInt>, _>(&self.places)?;
        out.push_sql(") AS asked (place) CROSS JOIN LATERAL (SELECT 1 FROM tags WHERE tenant = ");
        out.push_bind_param::<BigInt, _>(&self.tenant)?;
        out.push_sql(" AND kind = ");
        out.push_bind_param::<Integer, _>(&self.kind)?;
        out.push_sql(" AND word = ");
        out.push_bind_param::<Binary, _>(&self.word)?;
        // LIMIT stops the planner from reversing the join.
        out.push_sql(" AND place = asked.place LIMIT 1) AS own");
        Ok(())
    }
}

/// Reads the logs at `places`, newest first, with one index lookup per place.
#[derive(QueryId)]
pub(crate) struct LogsAt {
    pub(crate) tenant: i64,
    pub(crate) places: Vec<i64>,
}

impl Query for LogsAt {
    /// The same columns as [`LogColumns`](super::log_columns::LogColumns).
    type SqlType = (
        (BigInt, Binary, Binary, Text, Text, Text, Integer, Text),
        (Text, Integer, BigInt, Nullable<BigInt>, Text, Integer),
        (Text, Integer, Integer, Integer, Integer, Integer),
    );
}

impl RunQueryDsl<Postgres> for LogsAt {}

impl QueryFragment<Pg> for LogsAt {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql(
            "SELECT own.place, id, digest, own.platform, game, system, hands, media_type, \
             import_name, size, received_at, corrects, rules, revision, \
             verdict, faults, variants, unverifiable, notes, report_size FROM unnest(",
        );
        out.push_bind_param::<Array<BigInt>, _>(&self.places)?;
        out.push_sql(") AS asked (place) CROSS JOIN LATERAL (SELECT * FROM logs WHERE tenant = ");
        out.push_bind_param::<BigInt, _>(&self.tenant)?;
        out.push_sql(
            " AND place = asked.place LIMIT 1) AS own \
             JOIN classes ON classes.tenant = own.tenant AND classes.seq = own.class ORDER BY own.place DESC",
        );
        Ok(())
    }
}

/// Defines an insert statement that binds one array per column.
macro_rules! inserted {
    ($rows:ident, $row:ident, $into:literal, $then:literal, [$($column:ident: $is:ty as $sql:ty),+ $(,)?]) => {
        #[derive(QueryId)]
        pub(crate) struct $rows {
            $($column: Vec<$is>),+
        }

        impl $rows {
            pub(crate) fn of(rows: Vec<$row>) -> $rows {
                let mut all = $rows { $($column: Vec::with_capacity(rows.len())),+ };
                for row in rows {
                    $(all.$column.push(row.$column);)+
                }
                all
            }
        }

        impl QueryFragment<Pg> for $rows {
            fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
                out.push_sql(concat!("INSERT INTO ", $into, " ("));
                let mut between = "";
                $(
                    out.push_sql(between);
                    out.push_sql(stringify!($column));
                    between = ", ";
                )+
                out.push_sql(") SELECT * FROM unnest(");
                between = "";
                $(
                    out.push_sql(between);
                    out.push_bind_param::<Array<$sql>, _>(&self.$column)?;
                    between = ", ";
                )+
                let _ = between;
                out.push_sql(concat!(")", $then));
                Ok(())
            }
        }

        impl RunQueryDsl<Postgres> for $rows {}
    };
}

inserted!(Logs, NewLog, "logs", "", [
    tenant: i64 as BigInt,
    place: i64 as BigInt,
    id: HexKey as Binary,
    digest: HexKey as Binary,
    class: i64 as BigInt,
    platform: String as Text,
    game: String as Text,
    hands: i32 as Integer,
    received_at: i64 as BigInt,
    corrects: Option<i64> as Nullable<BigInt>,
    revision: i32 as Integer,
    faults: i32 as Integer,
    variants: i32 as Integer,
    unverifiable: i32 as Integer,
    notes: i32 as Integer,
    report_size: i32 as Integer,
    size: i32 as Integer,
    raw: Vec<u8> as Binary,
]);

inserted!(Reports, NewReport, "reports", "", [
    tenant: i64 as BigInt,
    log: i64 as BigInt,
    revision: i32 as Integer,
    verdict: String as Text,
    faults: i32 as Integer,
    variants: i32 as Integer,
    unverifiable: i32 as Integer,
    notes: i32 as Integer,
    created_at: i64 as BigInt,
    body: Vec<u8> as Binary,
]);

inserted!(Entries, NewEntry, "entries", "", [
    tenant: i64 as BigInt,
    place: i64 as BigInt,
    act: i32 as Integer,
    at: i64 as BigInt,
    key: Option<i64> as Nullable<BigInt>,
    actor_tenant: Option<i64> as Nullable<BigInt>,
    actor: Option<i64> as Nullable<BigInt>,
    log: Option<i64> as Nullable<BigInt>,
    revision: Option<i32> as Nullable<Integer>,
    subject: Option<i64> as Nullable<BigInt>,
    what: Option<String> as Nullable<Text>,
    record: Option<String> as Nullable<Text>,
    digest: Option<HexKey> as Nullable<Binary>,
    id: Option<HexKey> as Nullable<Binary>,
    leaf: Vec<u8> as Binary,
]);

// A report in an unknown form counts as one without tags, so a newer report may insert tags that exist.
inserted!(Tags, NewTag, "tags", " ON CONFLICT DO NOTHING", [
    tenant: i64 as BigInt,
    kind: i32 as Integer,
    word: HexKey as Binary,
    place: i64 as BigInt,
]);
