//! The classes that a list is narrowed to, and the newest logs of them.

use crate::store::db::connection::{Conn, each};
use crate::store::db::schema::classes;
use crate::store::error::StoreError;
use crate::store::model::log::Filter;
use crate::store::model::tenant::Tenant;
use diesel::prelude::*;
use diesel::sql_types::BigInt;

/// So many classes are looked through at a time. Where a filter leaves more, as it does only where nearly every log has a platform of its own,
/// all logs are walked through instead.
const MOST: usize = 64;

/// Whether a filter leaves some classes only.
pub(crate) fn is_narrowed(filter: &Filter) -> bool {
    filter.platform.is_some() || filter.system.is_some() || filter.verdict.is_some()
}

/// The classes that a filter leaves; absent where it leaves all, or too many.
pub(crate) fn classes(conn: &mut Conn, tenant: Tenant, filter: &Filter) -> Result<Option<Vec<i64>>, StoreError> {
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
struct Spot {
    #[diesel(sql_type = BigInt)]
    place: i64,
}

/// The newest places of logs of these classes before one, newest first.
pub(crate) fn newest(
    conn: &mut Conn,
    tenant: Tenant,
    classes: &[i64],
    before: i64,
    limit: u32,
) -> Result<Vec<i64>, StoreError> {
    if classes.is_empty() {
        return Ok(Vec::new());
    }
    let spots: Vec<Spot> = each!(conn, c => diesel::sql_query(asked(tenant, classes, before, limit)).load(c))?;
    let mut places: Vec<i64> = spots.into_iter().map(|spot| spot.place).collect();
    places.sort_unstable_by(|one, other| other.cmp(one));
    places.truncate(limit as usize);
    Ok(places)
}

/// The newest of each class: the end of an index as often as there are classes. Numbers stand in it as they are.
fn asked(Tenant(tenant): Tenant, classes: &[i64], before: i64, limit: u32) -> String {
    let of = |class: &i64| {
        format!(
            "SELECT place FROM (SELECT place FROM logs WHERE tenant = {tenant} AND class = {class} AND place < {before} \
             ORDER BY place DESC LIMIT {limit}) AS of_{class}"
        )
    };
    classes.iter().map(of).collect::<Vec<_>>().join(" UNION ALL ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::db::plan::{database, steps};

    /// Each class is the end of one index: nothing is sorted, and no row is read to be left out.
    #[test]
    fn every_class_seeks_an_index() {
        let (_folder, mut conn) = database();
        let all: Vec<i64> = (1..=i64::try_from(MOST).expect("few")).collect();
        let steps = steps(&mut conn, &asked(Tenant::HOME, &all, 9, 50));
        let sought = |step: &&String| step.ends_with("(tenant=? AND class=? AND place<?)");
        assert_eq!(steps.iter().filter(sought).count(), MOST);
        assert!(steps.iter().all(|step| !step.contains("TEMP B-TREE")), "nothing is sorted");
    }
}
