//! Normalises what many logs share (platform, rules, format and verdict) into rows of their own.
//!
//! This saves space and makes lists cheap: a filter matches a few dimensions, and one index orders the logs of each
//! dimension.

use crate::store::db::connection::{Conn, each};
use crate::store::db::schema::classes;
use crate::store::error::StoreError;
use crate::store::model::log::LogToStore;
use crate::store::model::tenant::Tenant;
use diesel::prelude::*;
use std::collections::BTreeMap;

/// A dimension; see the module.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Insertable)]
#[diesel(table_name = classes)]
pub(crate) struct LogDimension {
    pub(crate) tenant: i64,
    pub(crate) platform: String,
    pub(crate) system: String,
    pub(crate) rules: String,
    pub(crate) media_type: String,
    /// Empty if the bytes are in no third-party format.
    pub(crate) import_name: String,
    pub(crate) verdict: String,
}

impl LogDimension {
    /// The dimension of a new log.
    pub(crate) fn of(fresh: &LogToStore) -> LogDimension {
        LogDimension {
            tenant: fresh.who.tenant.0,
            platform: fresh.row.platform.clone(),
            system: fresh.row.system.clone(),
            rules: fresh.row.rules.clone(),
            media_type: fresh.row.media_type.clone(),
            import_name: fresh.row.import_name.clone().unwrap_or_default(),
            verdict: fresh.report.verdict.clone(),
        }
    }
}

/// Dimensions to cache.
const MOST: usize = 10_000;

/// Caches row numbers of dimensions, which never change. Those created by a failed transaction must be dropped.
#[derive(Debug, Default)]
pub(crate) struct LogDimensions(BTreeMap<LogDimension, i64>);

impl LogDimensions {
    /// The row number of a dimension, which is created if it is new. The caller holds the lock of its tenant.
    pub(crate) fn number(&mut self, conn: &mut Conn, dimension: LogDimension) -> Result<i64, StoreError> {
        if let Some(number) = self.0.get(&dimension) {
            return Ok(*number);
        }
        let same = classes::table
            .filter(classes::tenant.eq(dimension.tenant))
            .filter(classes::platform.eq(&dimension.platform))
            .filter(classes::system.eq(&dimension.system))
            .filter(classes::rules.eq(&dimension.rules))
            .filter(classes::media_type.eq(&dimension.media_type))
            .filter(classes::import_name.eq(&dimension.import_name))
            .filter(classes::verdict.eq(&dimension.verdict))
            .select(classes::seq);
        let found: Option<i64> = each!(&mut *conn, c => same.get_result(c).optional())?;
        let number = match found {
            Some(number) => number,
            None => each!(conn, c => diesel::insert_into(classes::table).values(&dimension).returning(classes::seq)
                .get_result(c))?,
        };
        if self.0.len() >= MOST {
            self.0.clear();
        }
        self.0.insert(dimension, number);
        Ok(number)
    }

    /// The row number of the same dimension with another verdict.
    pub(crate) fn under(
        &mut self,
        conn: &mut Conn,
        tenant: Tenant,
        number: i64,
        verdict: &str,
    ) -> Result<i64, StoreError> {
        let dimension: Columns = each!(&mut *conn, c => classes::table.find((tenant.0, number)).select((
            classes::platform, classes::system, classes::rules, classes::media_type, classes::import_name,
        )).get_result(c))?;
        let (platform, system, rules, media_type, import_name) = dimension;
        let (tenant, verdict) = (tenant.0, verdict.to_owned());
        self.number(conn, LogDimension { tenant, platform, system, rules, media_type, import_name, verdict })
    }
}

type Columns = (String, String, String, String, String);
