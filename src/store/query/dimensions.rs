//! Finds the log dimensions that match a filter, and the newest logs of them.

use crate::store::db::connection::{Conn, each};
use crate::store::db::schema::classes;
use crate::store::error::StoreError;
use crate::store::model::log::Filter;
use crate::store::model::tenant::Tenant;
use diesel::prelude::*;
use diesel::sql_types::BigInt;

/// Dimensions to merge at most. A filter matches more only if nearly every log has its own platform; then the search
/// walks through all logs.
const MOST: usize = 64;

/// Returns true if the filter restricts dimensions.
pub(crate) fn is_narrowed(filter: &Filter) -> bool {
    filter.platform.is_some() || filter.system.is_some() || filter.verdict.is_some()
}

/// The dimensions that match a filter; `None` if the filter does not restrict them, or if too many match.
pub(crate) fn matching(conn: &mut Conn, tenant: Tenant, filter: &Filter) -> Result<Option<Vec<i64>>, StoreError> {
    if !is_narrowed(filter) {
        return Ok(None);
    }
    let some = i64::try_from(MOST + 1).unwrap_or(i64::MAX);
    let left: Vec<i64> = each!(conn, c => {
        let mut query = classes::table.filter(classes::tenant.eq(tenant.0)).select(classes::seq).limit(some).into_boxed();
        if let Some(platform) = &filter.platform {
            query = query.filter(classes::platform.eq(platform));
        }
        if let Some(system) = &filter.system {
            query = query.filter(classes::system.eq(system));
        }
        if let Some(verdict) = &filter.verdict {
            query = query.filter(classes::verdict.eq(verdict));
        }
        query.load(c)
    })?;
    Ok(Some(left).filter(|left| left.len() <= MOST))
}

#[derive(QueryableByName)]
struct PlaceRow {
    #[diesel(sql_type = BigInt)]
    place: i64,
}

/// The newest sequence numbers of logs with these dimensions before `before`, newest first.
pub(crate) fn newest(
    conn: &mut Conn,
    tenant: Tenant,
    dimensions: &[i64],
    before: i64,
    limit: u32,
) -> Result<Vec<i64>, StoreError> {
    if dimensions.is_empty() {
        return Ok(Vec::new());
    }
    let rows: Vec<PlaceRow> = each!(conn, c => diesel::sql_query(asked(tenant, dimensions, before, limit)).load(c))?;
    let mut places: Vec<i64> = rows.into_iter().map(|row| row.place).collect();
    places.sort_unstable_by(|one, other| other.cmp(one));
    places.truncate(limit as usize);
    Ok(places)
}

/// Reads the end of one index range per dimension. The numbers are integers, so they are part of the SQL text.
fn asked(Tenant(tenant): Tenant, dimensions: &[i64], before: i64, limit: u32) -> String {
    let of = |class: &i64| {
        format!(
            "SELECT place FROM (SELECT place FROM logs WHERE tenant = {tenant} AND class = {class} AND place < {before} \
             ORDER BY place DESC LIMIT {limit}) AS of_{class}"
        )
    };
    dimensions.iter().map(of).collect::<Vec<_>>().join(" UNION ALL ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::db::plan::{database, steps};

    /// Checks that each dimension seeks one index range, without sorting or filtering rows.
    #[test]
    fn every_dimension_seeks_an_index() {
        let (_folder, mut conn) = database();
        let all: Vec<i64> = (1..=i64::try_from(MOST).expect("few")).collect();
        let steps = steps(&mut conn, &asked(Tenant::HOME, &all, 9, 50));
        let sought = |step: &&String| step.ends_with("(tenant=? AND class=? AND place<?)");
        assert_eq!(steps.iter().filter(sought).count(), MOST);
        assert!(steps.iter().all(|step| !step.contains("TEMP B-TREE")), "nothing is sorted");
    }
}
