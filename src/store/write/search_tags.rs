//! What a log is found by beside its own columns, and what is counted of it: written with its report, so that nobody reads all logs to
//! list some or to count.

use crate::store::db::compression::unpack;
use crate::store::db::connection::{Conn, each};
use crate::store::db::hex_key::Name;
use crate::store::db::rows::NewTag;
use crate::store::db::schema::{classes, logs, reports, tags};
use crate::store::error::StoreError;
use crate::store::model::log::FreshReport;
use crate::store::model::search_tags::{CODE, Marks, ReadMarks};
use crate::store::model::tenant::Tenant;
use crate::store::write::counters::Group;
use crate::store::write::tenant_sequence::Heads;
use diesel::prelude::*;

/// Where a log stands, and what its marks are counted under.
pub(crate) struct Spot<'a> {
    pub(crate) tenant: Tenant,
    pub(crate) place: i64,
    pub(crate) platform: &'a str,
    pub(crate) system: &'a str,
    pub(crate) hands: i32,
}

impl Spot<'_> {
    fn group(&self, client: &str) -> Group {
        Group {
            tenant: self.tenant,
            platform: self.platform.to_owned(),
            system: self.system.to_owned(),
            client: client.to_owned(),
        }
    }
}

/// Writes down the marks of a log that has none, at the end of the transaction.
pub(crate) fn write_tags(heads: &mut Heads, spot: &Spot<'_>, marks: &Marks) {
    for (kind, word) in marks.tags() {
        tag(heads, spot, kind, word);
    }
    let group = spot.group(&marks.client);
    heads.count(&group, "", 1, i64::from(spot.hands));
    for (code, faults) in &marks.faults {
        heads.count(&group, code, 1, *faults);
    }
}

fn tag(heads: &mut Heads, spot: &Spot<'_>, kind: i32, word: &str) {
    let row = NewTag { tenant: spot.tenant.0, kind, word: Name::of(word), place: spot.place };
    heads.pending.tags.push(row);
}

/// What the newest report of a log says of codes is replaced by what a newer one says. To be done before the log names the newer one.
pub(crate) fn replace_tags(
    conn: &mut Conn,
    heads: &mut Heads,
    tenant: Tenant,
    log: i64,
    newer: &FreshReport,
    read_marks: ReadMarks,
) -> Result<(), StoreError> {
    let newest = reports::table.on(reports::log.eq(logs::seq).and(reports::revision.eq(logs::revision)));
    let found: Option<(i64, String, String, i32, Vec<u8>)> = each!(conn, c => logs::table.inner_join(newest).inner_join(classes::table)
        .filter(logs::seq.eq(log)).filter(logs::revision.lt(newer.revision))
        .select((logs::place, logs::platform, classes::system, logs::hands, reports::body)).get_result(c).optional())?;
    let Some((place, platform, system, hands, packed)) = found else { return Ok(()) };
    let spot = Spot { tenant, place, platform: &platform, system: &system, hands };
    // A report that cannot be read had no marks either.
    let older = read_marks(&unpack(&packed)?).unwrap_or_default();
    let group = spot.group(&newer.marks.client);
    for code in older.codes.difference(&newer.marks.codes) {
        let row = tags::table.find((tenant.0, CODE, Name::of(code), place));
        each!(conn, c => diesel::delete(row).execute(c))?;
    }
    for code in newer.marks.codes.difference(&older.codes) {
        tag(heads, &spot, CODE, code);
    }
    for (code, faults) in &older.faults {
        heads.count(&group, code, -1, -faults);
    }
    for (code, faults) in &newer.marks.faults {
        heads.count(&group, code, 1, *faults);
    }
    Ok(())
}
