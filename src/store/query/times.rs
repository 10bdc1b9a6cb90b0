//! Finds logs by the time at which they were received, whatever their order.
//!
//! A lookup reads the index by time from one end of the requested range to the other, and no row of the table.

use crate::store::db::connection::{Conn, each};
use crate::store::db::schema::logs;
use crate::store::error::StoreError;
use crate::store::model::log::Filter;
use crate::store::model::tenant::Tenant;
use diesel::dsl::max;
use diesel::prelude::*;

/// Returns true if the filter names times.
pub(crate) const fn is_timed(filter: &Filter) -> bool {
    filter.since.is_some() || filter.until.is_some()
}

/// Returns true if a time lies in the range of the filter.
pub(crate) fn is_in_time(filter: &Filter, received_at: i64) -> bool {
    filter.since.is_none_or(|since| received_at >= since) && filter.until.is_none_or(|until| received_at < until)
}

/// The highest sequence number below `before` of a log received in `first ..= last`. The sums keep both databases from
/// reading the table by sequence number until a time fits.
macro_rules! newest_between {
    ($tenant:expr, $first:expr, $last:expr, $before:expr) => {
        logs::table
            .filter(logs::tenant.eq($tenant.0))
            .filter(logs::received_at.ge($first))
            .filter(logs::received_at.le($last))
            .filter((logs::place + 0_i64).lt($before))
            .select(max(logs::place + 0_i64))
    };
}

/// The highest sequence number below `before` of a log in the time of the filter.
pub(crate) fn newest_in_time(
    conn: &mut Conn,
    tenant: Tenant,
    filter: &Filter,
    before: i64,
) -> Result<Option<i64>, StoreError> {
    let first = filter.since.unwrap_or(i64::MIN);
    let last = match filter.until {
        Some(i64::MIN) => return Ok(None),
        Some(until) => until - 1,
        None => i64::MAX,
    };
    Ok(each!(conn, c => newest_between!(tenant, first, last, before).get_result(c))?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::db::plan::{database, steps};
    use diesel::debug_query;
    use diesel::sqlite::Sqlite;

    /// Checks that the lookup reads the requested range of the index by time and nothing else.
    #[test]
    fn lookup_by_time_reads_only_its_range_of_the_index() {
        let (_folder, mut conn) = database();
        let query = debug_query::<Sqlite, _>(&newest_between!(Tenant::HOME, 1_i64, 9_i64, 5_i64)).to_string();
        let (query, _) = query.split_once(" -- binds").expect("the statement and its values");
        assert_eq!(
            steps(&mut conn, query),
            ["SEARCH logs USING COVERING INDEX logs_time (tenant=? AND received_at>? AND received_at<?)"]
        );
    }
}
