//! Statements for PostgreSQL that take a value for each of many rows as arrays: one statement however many rows there are, so that a server
//! reads and plans it once and not for every number of them.

use super::name::Name;
use super::postgres::Postgres;
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::sql_types::{Array, BigInt, Binary, Integer};

/// Those of some places that have a tag, each looked up by itself.
#[derive(QueryId)]
pub(super) struct Among {
    pub(super) tenant: i64,
    pub(super) kind: i32,
    pub(super) word: Name,
    pub(super) places: Vec<i64>,
}

impl Query for Among {
    type SqlType = BigInt;
}

impl RunQueryDsl<Postgres> for Among {}

impl QueryFragment<Pg> for Among {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql("SELECT asked.place FROM unnest(");
        out.push_bind_param::<Array<BigInt>, _>(&self.places)?;
        out.push_sql(") AS asked (place) CROSS JOIN LATERAL (SELECT 1 FROM tags WHERE tenant = ");
        out.push_bind_param::<BigInt, _>(&self.tenant)?;
        out.push_sql(" AND kind = ");
        out.push_bind_param::<Integer, _>(&self.kind)?;
        out.push_sql(" AND word = ");
        out.push_bind_param::<Binary, _>(&self.word)?;
        // It keeps the server from turning it round.
        out.push_sql(" AND place = asked.place LIMIT 1) AS own");
        Ok(())
    }
}
